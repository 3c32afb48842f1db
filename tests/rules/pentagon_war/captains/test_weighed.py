"""What is worth a question to a captain, and how much: at each limit, one less and one more."""

from fractions import Fraction

import pytest

from rules.pentagon_war.captains.questions import DRONE_HEXES, MISSILE_HEXES, WEIGHED_DECISIONS
from rules.pentagon_war.captains.stops import slot
from rules.pentagon_war.combat.odds import bolt_table
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack
from rules.pentagon_war.orders import (
    Decided,
    Decision,
    DefendPoint,
    Fire,
    LaunchBolt,
    LaunchDrone,
    LaunchMissile,
    Reinforce,
    SetBeam,
    TakeDamage,
)
from rules.pentagon_war.state import Battle, Blow, Shot
from rules.pentagon_war.turn.engine import questions
from rules.pentagon_war.units import Lock
from rules.values import changed
from tests.rules.pentagon_war.combat import stage


def weighed(kind: type[Decision], battle: Battle, unit: str = "X1") -> tuple[Fraction, str] | None:
    return WEIGHED_DECISIONS[kind](battle, battle.craft.get(unit), unit)


def off(hexes: int) -> str:
    return f"10{60 - hexes:02}"


@pytest.mark.parametrize(("coming", "asked"), [(0, None), (1, None), (2, 2), (3, 3)])
def test_the_order_of_point_defense_is_asked_where_two_come_at_once(coming: int, asked: int | None) -> None:
    here = [stage.missile(f"Y1.M{n}", "1060", "X1") for n in range(coming)]
    others = [stage.missile("X1.M1", "1060", "Y1"), stage.missile("Y1.M9", "1059", "X1")]
    made = stage.fight(stage.ship("X1", "1060"), stage.ship("Y1", "1001"), *here, *others, segment=4)
    found = weighed(DefendPoint, made)
    words = f"choose what point defense shoots at first ({asked} are here)"
    assert found == (None if asked is None else (Fraction(asked), words))


@pytest.mark.parametrize(("kind", "most"), [(LaunchMissile, MISSILE_HEXES), (LaunchDrone, DRONE_HEXES)])
def test_launching_is_asked_within_its_range_and_the_nearer_the_better(kind: type[Decision], most: int) -> None:
    for hexes, worth in ((most + 1, None), (most, Fraction(1, most)), (1, Fraction(1)), (0, Fraction(1))):
        made = stage.fight(stage.ship("X1", "1060"), stage.ship("Y1", off(hexes)), segment=6)
        found = weighed(kind, made)
        assert (found if found is None else found[0]) == worth
    alone = stage.fight(stage.ship("X1", "1060"), segment=6)
    assert weighed(kind, alone) is None


@pytest.mark.rule("PW-B50")
def test_a_bolt_is_asked_about_where_it_would_do_more_than_the_screens_take() -> None:
    made = stage.fight(stage.ship("X1", "1060", guns=(GunTrack("metal", 4),)), stage.bare("Y1", off(9)), segment=6)
    points = bolt_table(made)[9]
    for screens, asked in ((0, True), (points - 1, True), (points, False)):
        screened = changed(made, craft={**made.craft, "Y1": stage.bare("Y1", off(9), screens=screens)})
        found = weighed(LaunchBolt, screened)
        assert (found is not None) is asked
        if found is not None:
            assert found == (Fraction(points), f"launch a bolt (9 hexes: {points} points if it strikes there)")
    same_hex = changed(made, craft={**made.craft, "Y1": stage.bare("Y1", off(0))})
    found = weighed(LaunchBolt, same_hex)
    assert found is not None
    assert found[0] == bolt_table(made)[1]


@pytest.mark.rule("PW-B50", "PW-B51", "PW-B26")
@pytest.mark.parametrize(("points", "choice", "worth"), [(4, 0, None), (5, 0, 1), (7, 0, 3), (1, 6, 1), (0, 0, None)])
def test_damage_is_asked_about_where_it_gets_inside_or_strikes_between_two_sides(
    points: int, choice: int, worth: int | None
) -> None:
    """One screen and three plates on side 1."""
    ship = stage.ship("X1", "1060", screens=1)
    blows = (Blow("X1", "Y1", "L1", 1, points, side_choice=choice),) if points else ()
    made = stage.fight(ship, stage.ship("Y1", off(3)), segment=11, blows=(*blows, Blow("Y1", "X1", "L1", 1, 30)))
    found = weighed(TakeDamage, made)
    assert found == (None if worth is None else (Fraction(worth), "choose what its damage strikes"))
    plain = Blow("X1", "Y1", "L1", 1, 4)
    assert weighed(TakeDamage, changed(made, blows=(plain,))) is None


def test_screens_are_asked_about_where_fire_is_announced() -> None:
    made = stage.fight(stage.ship("X1", "1060"), stage.ship("Y1", off(3)), segment=9)
    assert weighed(Reinforce, made) is None
    assert weighed(Reinforce, changed(made, shots=(Shot("X1", "L1", "Y1"),))) is None
    found = weighed(Reinforce, changed(made, blows=(Blow("X1", "Y1", "L1", 1, 7),)))
    assert found == (Fraction(7), "set its screens: about 7 points come, they take off 3")


@pytest.mark.rule("PW-B71", "PW-S122")
def test_each_kind_of_gun_that_fires_directly_is_asked_about_and_a_metal_gun_is_not() -> None:
    for gun, asked in (("acid", True), ("radiation", True), ("metal", False)):
        ship = stage.ship("X1", "1060", weapons=(), guns=(GunTrack(gun, 4),))  # type: ignore[arg-type] # its kinds
        made = stage.fight(ship, stage.bare("Y1", off(2)), segment=7, impulse=3, turn=3)
        found = [question for question in questions(made, "X") if Fire in question.decisions]
        assert [question.unit for question in found] == (["X1"] if asked else [])
    bare = stage.ship("X1", "1060", missiles=(BASIC_MISSILE,), weapons=())
    launching = stage.fight(bare, stage.bare("Y1", off(2)), segment=6, impulse=3, turn=3)
    assert [question.decisions for question in questions(launching, "X")] == [(LaunchMissile,)]


def test_a_later_order_takes_the_place_of_one_of_the_same_weapon_alone() -> None:
    first, second, both = (Decided("X", Fire("X1", names, "Y1")) for names in (("L1",), ("L2",), ("L1", "L2")))
    assert slot(first) == slot(both) == ("X", Fire, "X1", "L1")
    assert slot(second) == ("X", Fire, "X1", "L2")
    assert slot(Decided("X", Reinforce("X1", 1))) == ("X", Reinforce, "X1", "")
    assert slot(Decided("X", LaunchMissile("X1", "M2", "Y1", 0)))[3] == "M2"
    assert slot(Decided("X", LaunchBolt("X1", "LM1", "Y1", 0)))[3] == "LM1"
    assert slot(Decided("X", LaunchDrone("X1", "D1", 0, Fraction(0), Fraction(0))))[3] == "D1"


@pytest.mark.rule("PW-S108")
def test_a_beam_that_holds_may_be_set_and_other_weapons_may_not() -> None:
    ship, other = stage.ship("X1", "1060"), stage.ship("Y1", off(2))
    held = stage.fight(ship, other, segment=2, impulse=3, locks=(Lock("X1", "B1", "Y1"),))
    assert any(SetBeam in question.decisions for question in questions(held, "X"))
    free = stage.fight(ship, other, segment=2, impulse=3)
    assert not any(SetBeam in question.decisions for question in questions(free, "X"))
