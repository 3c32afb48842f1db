"""The first months of a long war: everything adds up each month, and the war plays again to the byte."""

from collections.abc import Callable
from typing import Final, TypeAlias

import pytest

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import Engagement, Mending, Wounds
from rules.cluster_war.turn.war_invariants import standing_amiss
from rules.values import changed
from tests.rules.cluster_war.long_war.play import WAR, begun, lacking, play_month, replayed
from tests.rules.cluster_war.long_war.world import empires

Wrong: TypeAlias = Callable[[GameState], GameState]
MONTHS: Final = 11
NEEDED: Final = {
    "battles": 15,
    "battle quick": 5,
    "battle fought": 1,
    "battle narrated": 1,
    "TroopsLanded": 1,
    "RaidBegun": 10,
}


@pytest.mark.rule("CW-9.0-02", "CW-9.0-11")
def test_a_long_war_adds_up_each_month_and_plays_again_to_the_byte() -> None:
    war = begun(2)
    for _ in range(MONTHS):
        play_month(war)
    assert war.amiss == []
    assert lacking(war, NEEDED) == []
    assert replayed(war) == []


def ship_with(state: GameState, **changes: object) -> GameState:
    """The state with a ship changed."""
    ship = changed(state.ships["amber/DD01"], **changes)  # type: ignore[arg-type] # keywords are Ship's own fields
    return changed(state, ships={**state.ships, ship.id: ship})


def colony_with(state: GameState, **changes: object) -> GameState:
    """The state with a colony changed."""
    colony = changed(state.colonies["0202-3"], **changes)  # type: ignore[arg-type] # keywords are Colony's own fields
    return changed(state, colonies={**state.colonies, colony.id: colony})


def reserve_elsewhere(state: GameState) -> GameState:
    """A fleet keeps another's ship in reserve."""
    fleet = next(f for f in state.fleets.values() if "amber/DD01" not in f.ships)
    kept = changed(fleet, engagement=Engagement(reserve=("amber/DD01",)))
    return changed(state, fleets={**state.fleets, fleet.id: kept})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda s: ship_with(s, wounds=Wounds({"Bridge": 2})), "has 1 of Bridge, and 2 are out of order"),
        (lambda s: ship_with(s, wounds=Wounds({"Bridge": 0})), "wounds below one"),
        (lambda s: ship_with(s, mending=Mending(by="nowhere")), "is repaired by nowhere"),
        (lambda s: ship_with(s, crates={"FI": 2}), "has 0 of its room taken"),
        (lambda s: ship_with(s, salvage={"LRS": 1}), "has 0 of its room taken"),
        (lambda s: ship_with(s, crates={"what": 2}), "which its side does not know"),
        (lambda s: colony_with(s, garrison={"what": 2}), "which its side does not know"),
        (lambda s: colony_with(s, blockader="blue"), "is blockaded by blue: False"),
        (reserve_elsewhere, "in reserve, which it has not"),
    ],
)
def test_what_does_not_hold_of_a_war_is_told(wrong: Wrong, said: str) -> None:
    begun_ = empires(WAR)
    assert list(standing_amiss(begun_)) == []
    told = list(standing_amiss(wrong(begun_)))
    assert any(said in sentence for sentence in told), told
