"""The proof that a month adds up can fail: each wrong is told in a sentence, and a month that was played has none."""

from collections.abc import Callable

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.model.events.industry import UnitsRefitted
from rules.cluster_war.model.events.movement import FleetLost
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.war_invariants import Events
from rules.dice import Dice
from rules.values import Cause, changed
from tests.rules.cluster_war.build import sheet, small, with_fleet
from tests.rules.cluster_war.yard import HOME, empire, fleet, turn

Wrong = Callable[[GameState], GameState]


def begun() -> GameState:
    """Two empires; the Humans have CPs, freighters, a scout, and forces at home."""
    state = with_fleet(small(), "humans", "0303", "freighter", "freighter")
    state = with_fleet(state, "humans", "0303", "scout")
    home = changed(state.colonies["0303-3"], shipyard_bays=20, garrison={"scout": 2})
    return changed(state, colonies={**state.colonies, home.id: home})


def played(state: GameState) -> tuple[GameState, Events]:
    """A month in which freighters load and a scout is laid down."""
    orders = sheet("humans", LoadCargo("humans-F1", 20), BuildUnits("0303-3", "scout", 1, 8))
    done = adjudicate(state, orders, Dice(bytes(32), "conserved", state.turn))
    return done.state, done.events


def rich(state: GameState) -> GameState:
    """Seven CPs more than there should be."""
    side = state.sides["humans"]
    return changed(state, sides={**state.sides, "humans": changed(side, treasury=side.treasury + 7)})


def poor(state: GameState) -> GameState:
    """A treasury below zero."""
    return changed(state, sides={**state.sides, "vermin": changed(state.sides["vermin"], treasury=-1)})


def one_gone(state: GameState) -> GameState:
    """A ship that is no more, in no fleet either."""
    ships = {key: ship for key, ship in state.ships.items() if key != "humans/SC01"}
    fleets = {key: fleet for key, fleet in state.fleets.items() if "humans/SC01" not in fleet.ships}
    return changed(state, ships=ships, fleets=fleets)


def one_twice(state: GameState) -> GameState:
    """A ship in two fleets."""
    return changed(state, fleets={**state.fleets, "x": Fleet("x", "humans", "Copy", "0303", ("humans/SC01",))})


def one_stray(state: GameState) -> GameState:
    """A ship in no fleet."""
    return changed(state, fleets={k: f for k, f in state.fleets.items() if "humans/SC01" not in f.ships})


def one_taken(state: GameState) -> GameState:
    """A ship in a fleet of another side."""
    fleet = next(f for f in state.fleets.values() if "humans/SC01" in f.ships)
    return changed(state, fleets={**state.fleets, fleet.id: changed(fleet, side="vermin")})


def more_forces(state: GameState) -> GameState:
    """A unit more in a garrison."""
    home = changed(state.colonies["0303-3"], garrison={"scout": 3})
    return changed(state, colonies={**state.colonies, home.id: home})


def overloaded(state: GameState) -> GameState:
    """A hold with more in it than it has room for, and CPs from nowhere."""
    ship = changed(state.ships["humans/FF01"], cargo=100_000)
    return changed(state, ships={**state.ships, ship.id: ship})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (rich, "7 CPs came from nowhere"),
        (poor, "has -1 CPs"),
        (one_gone, "humans/SC01 vanished without an event"),
        (one_twice, "humans/SC01 is in 2 fleets"),
        (one_stray, "humans/SC01 is in no fleet"),
        (one_taken, "has ships of humans"),
        (more_forces, "without an event, 1 more of scout"),
        (overloaded, "carries 100000 of"),
    ],
)
def test_what_does_not_add_up_is_told(wrong: Wrong, said: str) -> None:
    before = begun()
    after, events = played(before)
    assert broken_invariants(before, after, events) == ()
    told = broken_invariants(before, wrong(after), events)
    assert any(said in sentence for sentence in told), told


def test_books_that_are_closed_twice_or_never_are_told() -> None:
    before = begun()
    after, events = played(before)
    told = broken_invariants(before, after, tuple(e for e in events if type(e).__name__ != "BudgetClosed"))
    assert "humans: the books were opened 1 times and closed 0 times." in told


def test_a_fleet_that_is_lost_takes_its_ships_and_its_cargo_along() -> None:
    before = begun()
    after, events = played(before)
    gone = before.fleets["humans-F1"]
    ships = {key: ship for key, ship in after.ships.items() if key not in gone.ships}
    fleets = {key: fleet for key, fleet in after.fleets.items() if key != gone.id}
    lost = changed(after, ships=ships, fleets=fleets)
    event = FleetLost(
        "humans", gone.id, gone.name, gone.ships, "0303", 2, cause=Cause("CW-4.0-08"), seen_by=("humans",)
    )
    assert broken_invariants(before, lost, (*events, event)) == ()
    assert any("20 CPs have vanished" in sentence for sentence in broken_invariants(before, lost, events))


def test_what_was_aboard_a_lost_fleet_may_be_gone_with_it_crates_and_parts_and_no_more() -> None:
    before = begun()
    key = before.fleets["humans-F1"].ships[0]
    laden = changed(before.ships[key], parts={"scout": 120, "shipyard": 9}, crates={"scout": 1}, cargo=0)
    before = changed(before, ships={**before.ships, key: laden})
    after, events = played(before)
    gone = before.fleets["humans-F1"]
    ships = {k: ship for k, ship in after.ships.items() if k not in gone.ships}
    lost = changed(after, ships=ships, fleets={k: f for k, f in after.fleets.items() if k != gone.id})
    event = FleetLost(
        "humans", gone.id, gone.name, gone.ships, "0303", 2, cause=Cause("CW-4.0-08"), seen_by=("humans",)
    )
    told = broken_invariants(before, lost, (*events, event))
    assert not any("fewer of" in sentence for sentence in told), told
    colony = next(c for c in after.colonies.values() if c.side == "humans")
    more = changed(before, colonies={**before.colonies, colony.id: changed(colony, garrison={"scout": 3})})
    assert any("fewer of" in sentence for sentence in broken_invariants(more, lost, (*events, event)))


@pytest.mark.parametrize("bays", [10, 20])
def test_refits_add_up_whether_they_are_done_at_once_or_take_months_of_ships_and_of_a_garrisons_units(
    bays: int,
) -> None:
    ships = fleet(empire(shipyard_bays=bays), "0303", "destroyer", "destroyer")
    garrison = empire(shipyard_bays=bays, garrison={"destroyer": 2})
    for state, order in (
        (ships, RefitUnits(HOME, "dd2", ("humans/DD01", "humans/DD02"))),
        (garrison, RefitUnits(HOME, "dd2", old="destroyer", count=2)),
    ):
        first = turn(state, order)
        second = turn(first.state)
        done = [e for month in (first, second) for e in month.events if isinstance(e, UnitsRefitted)]
        assert sum(e.count for e in done) == 2
        assert broken_invariants(state, first.state, first.events) == ()
        assert broken_invariants(first.state, second.state, second.events) == ()
