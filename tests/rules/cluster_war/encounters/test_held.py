"""What holds a fleet holds each part of it, and lets it do nothing (CW-B-21 to CW-B-23, R-167)."""

from dataclasses import replace

import pytest

from rules.cluster_war.combat.orders.bombarding import BombardWorld
from rules.cluster_war.encounters.orders.answering import EnterWormhole
from rules.cluster_war.events.encounters import FleetHeld, HolePassed
from rules.cluster_war.events.movement import FleetDeparted, FleetsMerged, ShipsPickedUp
from rules.cluster_war.events.raids import BlockadeChanged, WorldBombarded
from rules.cluster_war.events.turn import OrderFailed
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.orders.organising import MergeFleets, SetMission, SplitFleet
from rules.cluster_war.planning.check import check
from rules.cluster_war.state.encounters import Bound
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.units import Leg
from rules.cluster_war.views.side_views import view_for
from rules.errors import IllegalOrderError
from tests.rules.cluster_war.build import change_fleet, sheet, with_fleet
from tests.rules.cluster_war.encounters.lair import HERE, PLAYED, Loaded, coming, lair, play, told, trap
from tests.rules.cluster_war.encounters.test_wormholes import holed, knowing
from tests.rules.cluster_war.movement.test_dowsing import GO, position

OLDER = "cluster-war-3/4"
FLEET = "humans-F1"


def frozen() -> GameState:
    """Three ships that a real month has frozen in time."""
    state = coming(lair(trap("Stasis Field Generator")), "destroyer", "scout", "scout")
    done = play(state, dice=Loaded(DD01=1, SC01=1, SC02=1)).state
    assert done.fleets[FLEET].bound == Bound("stasis", HERE)
    return done


@pytest.mark.rule("CW-B-21")
def test_ships_split_off_a_frozen_fleet_are_frozen() -> None:
    split = SplitFleet(FLEET, ("humans/SC01", "humans/SC02"), "Free", "humans-F2")
    orders = sheet("humans", split, MoveFleet("humans-F2", (Leg("1011"),)), turn=2)
    done = play(frozen(), *orders)
    assert done.state.fleets["humans-F2"].bound == Bound("stasis", HERE)
    assert done.state.fleets["humans-F2"].hex == HERE
    assert not told(done.events, FleetDeparted)
    older = play(replace(frozen(), ruleset=OLDER), *orders)
    assert told(older.events, FleetDeparted), "a campaign under way is played as it was"


@pytest.mark.rule("CW-B-21")
def test_nobody_joins_a_frozen_fleet_nor_takes_ships_of_it_along() -> None:
    state = with_fleet(frozen(), "humans", HERE, "scout")
    for order in (MergeFleets(FLEET, "humans-F2"), MergeFleets("humans-F2", FLEET)):
        with pytest.raises(IllegalOrderError, match="frozen in time") as wrong:
            check(view_for(state, "humans"), (), order)
        assert wrong.value.rule == "CW-B-21"
        done = play(state, *sheet("humans", order, turn=2))
        assert [e.cause.rule for e in told(done.events, OrderFailed)] == ["CW-B-21"]
        assert not told(done.events, FleetsMerged)
    taking = MoveFleet("humans-F2", (Leg(HERE, ("humans/SC01",)), Leg("1011")))
    along = play(with_fleet(frozen(), "humans", HERE, "scout"), *sheet("humans", taking, turn=2))
    assert not told(along.events, ShipsPickedUp)


@pytest.mark.rule("CW-B-21", "CW-14.0-32")
def test_a_frozen_fleet_goes_through_no_worm_hole() -> None:
    state = with_fleet(knowing(holed(), HERE), "humans", HERE, "destroyer", bound=Bound("stasis", HERE))
    order = EnterWormhole(FLEET)
    with pytest.raises(IllegalOrderError, match="frozen in time"):
        check(view_for(state, "humans"), (), order)
    done = play(state, *sheet("humans", order))
    assert not told(done.events, HolePassed)
    assert done.state.fleets[FLEET].bound == Bound("stasis", HERE)
    assert told(play(replace(state, ruleset=OLDER), *sheet("humans", order)).events, HolePassed)


@pytest.mark.rule("CW-B-22", "CW-14.0-32")
def test_a_drained_fleet_enters_no_worm_hole_until_it_is_restored() -> None:
    drained = replace(holed(), turn=2)
    state = with_fleet(knowing(drained, HERE), "humans", HERE, "destroyer", bound=Bound("siphon", HERE, 5))
    with pytest.raises(IllegalOrderError, match="drained by a siphon") as wrong:
        check(view_for(state, "humans"), (), EnterWormhole(FLEET))
    assert wrong.value.rule == "CW-B-22"
    assert "patrol" in check(view_for(state, "humans"), (), SetMission(FLEET, "patrol")).text, (
        "restored within the month"
    )


@pytest.mark.rule("CW-B-21", "CW-B-22")
def test_a_held_fleet_neither_blockades_nor_fires_on_a_world() -> None:
    state = replace(holed(), turn=2, settings=replace(holed().settings, battles="quick"))
    home = "1818"
    armed = with_fleet(state, "humans", home, "destroyer", mission="blockade")
    shots = sheet("humans", BombardWorld(FLEET, home, 3, "people"), turn=2)
    assert told(play(armed, *shots).events, BlockadeChanged)
    free = told(play(armed, *shots).events, WorldBombarded)
    ice = change_fleet(armed, FLEET, bound=Bound("stasis", home))
    with pytest.raises(IllegalOrderError, match="frozen in time"):
        check(view_for(ice, "humans"), (), SetMission(FLEET, "blockade"))
    done = play(ice, *shots)
    assert not told(done.events, BlockadeChanged)
    assert not told(done.events, WorldBombarded)
    assert "CW-B-21" in [e.cause.rule for e in told(done.events, OrderFailed)]
    dry = play(change_fleet(armed, FLEET, bound=Bound("siphon", home, 5)), *shots)
    assert [e.weeks for e in told(dry.events, WorldBombarded)] == [3]  # type: ignore[attr-defined] # bombarded
    assert [e.weeks for e in free] == [4]  # type: ignore[attr-defined] # as above


@pytest.mark.rule("CW-B-23")
def test_fleets_that_join_in_a_field_are_as_far_as_the_one_with_farther_to_go() -> None:
    state = lair(trap("FTL Drive Inhibitor Field"))
    state = replace(with_fleet(state, "humans", HERE, "destroyer", bound=Bound("field", HERE, 4)), turn=2)
    state = with_fleet(state, "humans", HERE, "scout")
    fresh = play(state, *sheet("humans", MergeFleets("humans-F2", FLEET), turn=2))
    assert fresh.state.fleets[FLEET].bound is None, "the whole way lies before them"
    state = change_fleet(state, "humans-F2", bound=Bound("field", HERE, 7))
    done = play(state, *sheet("humans", MergeFleets("humans-F2", FLEET), turn=2))
    assert done.state.fleets[FLEET].bound == Bound("field", HERE, 7)
    part = play(done.state, *sheet("humans", SplitFleet(FLEET, ("humans/SC01",), "Part", "humans-F3"), turn=3))
    assert part.state.fleets["humans-F3"].bound == Bound("field", HERE, 7), "what it has crawled it has crawled"


@pytest.mark.rule("CW-B-23")
def test_dowsers_do_not_lead_out_of_an_inhibitors_field() -> None:
    state = position()
    field = replace(state.cluster.systems["0505"], special=trap("FTL Drive Inhibitor Field"))
    systems = {**state.cluster.systems, "0505": field}
    state = replace(state, settings=PLAYED, cluster=replace(state.cluster, systems=systems))
    done = play(state, *sheet("humans", GO))
    assert [e.why for e in told(done.events, FleetHeld)] == ["field"]  # type: ignore[attr-defined] # a FleetHeld
    assert not told(done.events, FleetDeparted)
    assert told(play(replace(state, ruleset=OLDER), *sheet("humans", GO)).events, FleetDeparted)


@pytest.mark.rule("CW-B-23")
def test_who_has_crawled_out_of_a_field_and_cannot_take_its_leg_has_still_crawled() -> None:
    state = replace(lair(trap("FTL Drive Inhibitor Field")), turn=2)
    crawled = Bound("field", HERE, 4)
    state = with_fleet(state, "humans", HERE, "hulk", bound=crawled, route=(Leg("1011"),))
    done = play(state)
    assert told(done.events, OrderFailed)
    assert done.state.fleets[FLEET].bound == crawled
    assert play(replace(state, ruleset=OLDER)).state.fleets[FLEET].bound is None
