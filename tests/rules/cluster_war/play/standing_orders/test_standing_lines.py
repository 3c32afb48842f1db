"""Standing orders as lines: each can be written and read back, and what cannot be read is answered with what would be right."""

from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.play.standing_orders.conditions import (
    CONDITION_KINDS,
    ColonySize,
    Condition,
    CpsOver,
    CpsUnder,
    EnemySeen,
    FleetAt,
    FleetOutnumbered,
    HexOutnumbered,
    SuppliesUnder,
    TurnCome,
)
from rules.cluster_war.play.standing_orders.goals import (
    GOAL_KINDS,
    FundResearch,
    KeepReserve,
    KeepSupplied,
    LookAround,
    Retreat,
    SettleInside,
    SettleWith,
)
from rules.cluster_war.play.standing_orders.lines import (
    Does,
    StandingOrder,
    Until,
    check_line,
    format_standing,
    parse_standing,
)
from rules.values import GameError, NotationError
from tests.rules.cluster_war.play.notation.test_notation import CASES, NAMES

REPEATED = [(line, order) for line, order in CASES if line.partition(" ")[0] not in {"split", "ask", "if"}]


@pytest.mark.parametrize(("line", "order"), REPEATED)
def test_any_order_that_can_be_repeated_is_written_and_read_back(line: str, order: object) -> None:
    found = parse_standing(f"every turn: {line}", NAMES)
    assert found == StandingOrder(0, order)  # type: ignore[arg-type]  # an order
    assert format_standing(found, NAMES) == f"every turn: {line}"
    assert parse_standing(f"{line}, until turn 9", NAMES) == StandingOrder(0, order, until=Until(turn=9))  # type: ignore[arg-type]


FLEETS = st.sampled_from(["humans-F1", "humans-F2", "humans-F3", "humans-F4"])
HEXES = st.sampled_from(["0101", "0303", "0505"])
SUMS = st.integers(0, 9_999_999)
CONDITIONS: st.SearchStrategy[Condition] = st.one_of(
    st.builds(FleetAt, FLEETS, HEXES),
    st.builds(FleetOutnumbered, FLEETS),
    st.builds(HexOutnumbered, HEXES),
    st.builds(CpsOver, SUMS),
    st.builds(CpsUnder, SUMS),
    st.builds(SuppliesUnder, FLEETS, st.integers(0, 999_999)),
    st.builds(EnemySeen, st.integers(0, 99), HEXES),
    st.builds(ColonySize, st.sampled_from(["0303-3", "0505-1"]), st.integers(0, 999_999)),
    st.builds(TurnCome, st.integers(0, 9999)),
)
DOES: st.SearchStrategy[Does] = st.one_of(
    st.sampled_from([order for _, order in REPEATED]),
    st.builds(SettleInside, SUMS),
    st.builds(SettleWith, FLEETS),
    st.builds(LookAround, FLEETS),
    st.builds(FundResearch, st.just("humans-P1"), SUMS),
    st.builds(KeepReserve, SUMS),
    st.builds(KeepSupplied, FLEETS),
    st.builds(Retreat, FLEETS, st.one_of(st.just(""), HEXES)),
)
UNTIL = st.builds(Until, st.integers(0, 9999), st.integers(0, 9999), st.integers(0, 9999))


@given(DOES, st.lists(CONDITIONS, min_size=0, max_size=5), UNTIL)
def test_every_standing_order_is_written_and_read_back(does: Does, when: list[Condition], until: Until) -> None:
    assume(when or not isinstance(does, Retreat))  # who retreats every turn, or
    assume(not until.successes or not isinstance(does, KeepReserve))  # keeps CPs until that succeeds, means nothing
    one = StandingOrder(0, does, tuple(when), until)
    assert parse_standing(format_standing(one, NAMES), NAMES) == one


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(GameError):
        found = parse_standing(text, NAMES)
        assert parse_standing(format_standing(found, NAMES), NAMES) == found


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("every month fund Beam Weapons 30 until two successes", "every turn: fund \"Beam Weapons\" 30, until 2 successes"),
        ("research beam weapons until two successes", 'research "Beam Weapons", until 2 successes'),
        ("research Beam Weapons with 40 CPs, until it succeeds 3 times", 'research "Beam Weapons" with 40, until 3 successes'),
        ("if outnumbered at Sol then retreat to 0505", "when outnumbered at 0303 then retreat to 0505"),
        ("if 1st fleet is outnumbered, then retreat", 'when "1st Fleet" is outnumbered then retreat'),
        ("When Scouts is at 0101 and CPs over 20 then mission Scouts survey, once",
         'when "Scouts" is at 0101 and CPs over 20 then mission "Scouts" survey, once'),
        ("when an enemy is seen within 2 hexes of Sol then mission 1st Fleet patrol, twice",
         'when enemy seen within 2 of 0303 then mission "1st Fleet" patrol, 2 times'),
        ("settle the best world in our grid", "settle the best surveyed world in the grid"),
        ("survey the nearest unknown star with scouts", 'survey the nearest unknown hex with "Scouts"'),
        ("keep 50 in reserve until turn 12", "keep 50 CPs in reserve, until turn 12"),
        ('when turn 12 has come then ask "stay and then go, once", once',
         'when turn 12 has come then ask "stay and then go, once", once'),
    ],
)  # fmt: skip
def test_what_players_write_is_understood(line: str, meant: str) -> None:
    assert format_standing(parse_standing(line, NAMES), NAMES) == meant


@pytest.mark.parametrize("example", [kind.example for kind in CONDITION_KINDS])
def test_the_examples_of_conditions_can_be_read(example: str) -> None:
    line = example.replace("2034", "0505").replace("Terra", "Humans 0303")
    assert parse_standing(f'when {line} then keep "Scouts" supplied', NAMES).when


@pytest.mark.parametrize("example", [kind.example for kind in GOAL_KINDS])
def test_the_examples_of_goals_can_be_read(example: str) -> None:
    line = example.replace("2034", "0505").replace("Deep Radar", "Beam Weapons")
    assert type(parse_standing(f"when CPs over 5 then {line}", NAMES).does).__name__


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("", "Write a standing order like this: every turn:"),
        ('fund "Beam Weapons" 30', "write every turn before it"),
        ("every turn: fnd Beam Weapons 30", "Orders begin with"),
        ("every turn: survey Scouts", "is neither an order nor a goal"),
        ("every turn: fund Psi 30", "You have no project called `Psi`. You have: Beam Weapons"),
        ("every turn: settle the best", "Or as a goal: settle the best surveyed world in the grid"),
        ("when CPs above 20 then keep Scouts supplied", "`CPs above 20` is not a condition. Write one like these"),
        ("when CPs over 20 keep Scouts supplied", "does not say what is done then"),
        ("when CPs over 20 then ", "does not say what is done then"),
        ("whistle a tune", "Begin with one of: every turn:, when"),
        ("when CPs over 20 then retreat", "Say who is to retreat"),
        ('retreat "Scouts" to 0505', "Say when it is to retreat"),
        ("every turn: retreat", "Say who is to retreat"),
        ("every turn: ask \"May we?\"", "end the line with , once"),
        ("every turn: split \"1st Fleet\" DD01 as \"Arm\"", "A fleet is split once"),
        ("keep 20 in reserve until it succeeds", "it has no successes"),
        ("keep Scouts supplied, once, twice", "one end too many"),
        ("keep Scouts supplied, 0 times", "would never give anything"),
        ("when " + " and ".join(["CPs over 2"] * 6) + " then keep Scouts supplied", "at most 5 conditions"),
        ("keep " + "x" * 1500 + " supplied", "may be 1500 characters long"),
        ("when Twin is outnumbered then retreat", "could be more than one fleet"),
    ],
)  # fmt: skip
def test_wrong_lines_are_told_what_would_be_right(line: str, right: str) -> None:
    with pytest.raises(GameError) as refused:
        parse_standing(line, NAMES)
    assert right in str(refused.value)


def test_what_cannot_be_undone_by_anybody_is_never_a_standing_order() -> None:
    order = BombardWorld("humans-F1", "0303", 3, "planet")
    with pytest.raises(NotationError, match="cannot be undone"):
        check_line(StandingOrder(0, order))


def test_orders_and_goals_that_begin_alike_are_told_apart() -> None:
    assert isinstance(parse_standing("every turn: expand Humans 0303 10", NAMES).does, ExpandColony)
    assert parse_standing('research "Beam Weapons" with 30', NAMES).does == FundResearch("humans-P1", 30)
    assert parse_standing('every turn: fund "Beam Weapons" 30', NAMES).does == FundProject("humans-P1", 30)
    assert parse_standing("when turn 3 then move Scouts to 0505", NAMES).does == MoveFleet("humans-F3", (Leg("0505"),))
    assert parse_standing("when turn 3 then mission Scouts survey", NAMES).does == SetMission("humans-F3", "survey")
    asked = parse_standing('when turn 3 then ask "Where?", once', NAMES)
    assert asked.does == FreeText("Where?")
    assert asked.until == Until(times=1)
