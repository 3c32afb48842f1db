"""Single decisions in players' notation: every kind is read back as it is written, and every mistake is told."""

from fractions import Fraction

import pytest

from rules.pentagon_war import orders
from rules.pentagon_war.notation.decide import DECISION_EXAMPLES, DECISION_READERS, parse_decision
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.units import Moment
from rules.values import NotationError

ALL: tuple[orders.Decision, ...] = (
    orders.AllocatePower("X1", PowerPlan()),
    orders.AllocatePower("X1", PowerPlan(radar_on=False, ecm=2, eccm=1, doubled=("B1", "B2"), evade="A", keep=4)),
    orders.AllocatePower("X1", PowerPlan(radar_on=False, invisible=True, evade="both")),
    orders.Rotate("X1.D2", 4),
    orders.Accelerate("X1"),
    orders.Accelerate("X1", Fraction(5, 3)),
    orders.Accelerate("X1", Fraction(1, 2), brake=True),
    orders.SetBeam("X1", "B2", "cut"),
    orders.DefendPoint("X1", ("Y1.M1", "Y2")),
    orders.SelfDestruct("X1"),
    orders.Ram("X1", "earth"),
    orders.Detonate("X1.M1"),
    orders.LaunchMissile("X1", "M1", "Y1", 5, rail=True),
    orders.LaunchMissile("X1", "M2", "", 0),
    orders.LaunchDrone("X1", "D1", 2, Fraction(-3, 2), Fraction(4)),
    orders.LaunchBolt("X1", "LM1", "Y1", 1),
    orders.LandDrone("X1.D1", "X2"),
    orders.Join("X1", "X2"),
    orders.Separate("X1"),
    orders.EnterOrbit("X1", "earth"),
    orders.Fire("X1", ("L1", "RG1"), "earth/city"),
    orders.Fire("X1.D1", ("L1", "L2"), "Y1", narrow=True, doubled=True),
    orders.Reinforce("X1"),
    orders.Reinforce("X1", 3, 1, "side 2"),
    orders.TakeDamage("X1"),
    orders.TakeDamage("X1", ("main control", "radar"), (1, 2, 2), (3,)),
    orders.Disengage("X1", "separation"),
)


@pytest.mark.parametrize("decision", ALL, ids=lambda d: f"{type(d).__name__} {order_lines(d)[0]}")
def test_a_decision_is_read_as_it_is_written(decision: orders.Decision) -> None:
    assert parse_decision(order_lines(decision)[0]) == decision


@pytest.mark.parametrize("line", DECISION_EXAMPLES)
def test_every_example_can_be_read(line: str) -> None:
    assert parse_decision(order_lines(parse_decision(line))[0]) == parse_decision(line)


def test_the_examples_show_every_verb_but_the_rest_of_damage() -> None:
    shown = {line.split()[1] for line in DECISION_EXAMPLES}
    assert set(DECISION_READERS) - shown == {"screen", "take", "takes"}


@pytest.mark.parametrize(("letters", "read"), [(400, True), (401, False)])
def test_a_decision_has_four_hundred_characters_at_most(letters: int, *, read: bool) -> None:
    line = "X1 " + "x" * (letters - 3)
    with pytest.raises(
        NotationError, match="nothing a unit can do" if read else "at most 400 characters; this has 401"
    ):
        parse_decision(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "is not a decision"),
        ("X1", "is not a decision"),
        ("X1 dance", "nothing a unit can do"),
        ("🚀 turn B", "is not a unit"),
        ("X1 turn G", "is not a facing"),
        ("X1 turn B C", "is not a facing"),
        ("X1 accelerate 9", "twice standard"),
        ("X1 accelerate 1/0", "not a multiple"),
        ("X1 accelerate 1, turn B", "one decision at a time"),
        ("X1 B1 sing", "a beam can"),
        ("X1 separate now", "nothing can follow"),
        ("X1 ram", "must name one thing"),
        ("X1 defend Y1.M1 🚀", "must name one thing"),
        ("X1 defend 🚀, Y1.M1", "must name one thing"),
        ("X1 fire L1", "names no target"),
        ("X1 fire L1 at Y1 when range < 3", "no conditions"),
        ("X1 fire Q1 at Y1", "is not a weapon"),
        ("X1 fire L1 at Y1 rail", "only missiles"),
        ("X1 launch M1 at Y1", "has no heading"),
        ("X1 launch M1 M2 at Y1 heading A", "one thing at a time"),
        ("X1 launch M1 at Y1 heading A fast", "nothing can follow"),
        ("X1 launch D1 heading A", "how fast"),
        ("X1 launch D1 heading A with A 1/0, C 2", "how fast"),
        ("X1 launch L1 at Y1 heading A", "cannot be launched"),
        ("X1 land X2", "must say where"),
        ("X1 screens up", "screens take"),
        ("X1 lose", "write `X1 lose"),
        ("X1 screen side 7", "write `X1 lose"),
        ("X1 takes a bow", "takes its damage"),
        ("X1 leave by foot", "leaves by"),
        ("X1 power warp 9", "not a power setting"),
        ("X1 " + "x" * 4000, "at most 400"),
    ],
)
def test_what_cannot_be_read_is_told(line: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_decision(line)


def test_what_is_defended_against_may_be_parted_by_commas_or_nothing_at_all() -> None:
    assert parse_decision("X1 defend Y1.M1, Y2") == orders.DefendPoint("X1", ("Y1.M1", "Y2"))
    assert parse_decision("X1 defend") == orders.DefendPoint("X1", ())


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("X1 screens +2, energise 1, aim Y1", orders.Reinforce("X1", 2, 1, "Y1")),
        ("X1 screens +2, +3, energize 1, energise 2", orders.Reinforce("X1", 5, 3, "")),
        ("X1 screens as they are", orders.Reinforce("X1")),
        ("X1 lose radar; screen side 1, 2; take side 3", orders.TakeDamage("X1", ("radar",), (1, 2), (3,))),
        ("X1 take side 6", orders.TakeDamage("X1", (), (), (6,))),
        ("X1 launch D1 heading A with A 2, C -1/2", orders.LaunchDrone("X1", "D1", 0, Fraction(2), Fraction(-1, 2))),
        ("X1 leave", orders.Disengage("X1", "separation")),
        ("X1 power", orders.AllocatePower("X1", PowerPlan())),
        ("X1 power as usual", orders.AllocatePower("X1", PowerPlan())),
    ],
)
def test_what_may_be_left_out_or_said_twice_is_read_so(line: str, decision: orders.Decision) -> None:
    assert parse_decision(line) == decision


def test_going_on_is_written_with_who_leads_then() -> None:
    assert order_lines(orders.Continue(Moment(1, 3, 1))) == ("go on",)
    assert order_lines(orders.Continue(Moment(1, 3, 1), by_stance=True)) == ("go on by stance",)
