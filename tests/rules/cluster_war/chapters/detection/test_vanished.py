"""Ships that are lost with all hands: what their side hears, and what it never learns (CW-12.0-02, CW-13.0-04)."""

import pytest

from rules.cluster_war.chapters.detection.cloaks import open_week
from rules.cluster_war.chapters.detection.unreported import lose_touch
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.terrain.strikes import TerrainPlace
from rules.cluster_war.chapters.terrain.week_and_month import wreck
from rules.cluster_war.model.events.battles import BattleFought, BattleLosses, BattleSettled, DesignsSeen
from rules.cluster_war.model.events.detection import FleetSighted, ShipsVanished, SystemLearned
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.movement import FleetArrived, FleetLost, FleetsMet
from rules.cluster_war.model.events.terrain import ShipsWrecked
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Transit
from rules.cluster_war.model.state.sides import LastHeard
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, DICE, body, change_fleet, draft_of, sheet, small, star, with_fleet

FULL = Settings(detection="full", battles="quick")
STRONG = changed(DESIGNS["destroyer"], id="strong", name="Strong", prefix="SG", hull=200, cost=900)


def ambush(*, settings: Settings = FULL, to: str = "0909") -> GameState:
    """A scout of the Humans on its way to a system where the Vermin wait; nobody of theirs is near."""
    state = small(systems=[star("0909", body(1)), star("0606", body(1))], settings=settings)
    known = {**DESIGNS, "strong": STRONG}
    state = changed(state, sides={**state.sides, "vermin": changed(state.sides["vermin"], designs=known)})
    state = with_fleet(state, "humans", "0606", "scout", name="Pathfinder", transit=Transit("0606", to, 0, 2))
    return with_fleet(state, "vermin", "0909", "strong", "strong", "strong", engagement=Engagement("attack"))


def played(state: GameState) -> tuple[GameState, tuple[Event, ...]]:
    """A month."""
    done = adjudicate(state, (), DICE)
    return done.state, done.events


def told(events: tuple[Event, ...], side: SideId = "humans") -> list[Event]:
    """What a side is told."""
    return [e for e in events if may_see(e, side)]


@pytest.mark.rule("CW-12.0-02", "CW-13.0-04", "CW-12.0-01")
def test_a_scout_lost_as_it_enters_a_system_has_only_vanished() -> None:
    after, events = played(ambush())
    assert not after.ships.get("humans/SC01")
    heard = told(events)
    (gone,) = [e for e in heard if isinstance(e, ShipsVanished)]
    assert (gone.fleet, gone.name, gone.hex, gone.week) == ("humans-F1", "Pathfinder", "0606", 0)
    assert gone.ships == ("humans/SC01",)
    assert (gone.cause.rule, gone.cause.modifiers, gone.cause.rolls) == ("CW-12.0-02", (), ())
    assert not [e for e in heard if getattr(e, "hex", "") == "0909"], "neither place nor reason"
    for kind in (BattleFought, BattleLosses, DesignsSeen, SystemLearned, FleetSighted, FleetsMet, FleetArrived):
        assert not [e for e in heard if isinstance(e, kind)], kind
    view = view_for(after, "humans")
    assert "0909" not in view.systems
    assert "0909" not in view.seen
    assert (view.foreign_fleets, view.met, view.foreign_designs) == ({}, (), {})
    assert view.vanished == (LastHeard("humans-F1", "Pathfinder", "0606", 0, ("humans/SC01",)),)
    assert not [key for key in view.signs if key.endswith("0909")]


@pytest.mark.rule("CW-12.0-02", "CW-13.0-04")
def test_the_game_master_and_the_victors_read_all_of_it() -> None:
    _, events = played(ambush())
    (settled,) = [e for e in events if isinstance(e, BattleSettled)]
    assert settled.destroyed == ("humans/SC01",)
    assert [e.hex for e in told(events, "vermin") if isinstance(e, BattleFought)] == ["0909"]
    assert [e.seen_by for e in events if isinstance(e, FleetArrived)] == [()]


@pytest.mark.rule("CW-12.0-02")
def test_earlier_campaigns_name_the_place() -> None:
    _, events = played(ambush(settings=Settings(battles="quick")))
    heard = told(events)
    (lost,) = [e for e in heard if isinstance(e, BattleLosses)]
    assert (lost.hex, lost.reported) == ("0909", False)
    assert not [e for e in heard if isinstance(e, ShipsVanished)]


@pytest.mark.rule("CW-13.0-04", "CW-9.7-02")
def test_with_a_survivor_in_view_the_loss_is_reported_with_its_place() -> None:
    state = with_fleet(ambush(), "humans", "0908", "scout", name="Watcher")
    after, events = played(state)
    heard = told(events)
    assert not [e for e in heard if isinstance(e, ShipsVanished)]
    assert [e.hex for e in heard if isinstance(e, BattleLosses)] == ["0909"]
    view = view_for(after, "humans")
    assert [s.hex for s in view.foreign_fleets.values()] == ["0909"]
    assert view.vanished == ()


@pytest.mark.rule("CW-13.0-04")
def test_what_others_of_the_side_see_that_week_is_still_told_once_and_by_the_right_names() -> None:
    state = with_fleet(ambush(), "humans", "0303", "scout", name="Home Watch")
    state = with_fleet(state, "humans", "1212", "scout", name="Far Watch", engagement=Engagement("evade"))
    state = with_fleet(state, "vermin", "1212", "freighter")
    state = changed(
        state, cluster=changed(state.cluster, systems={**state.cluster.systems, "1212": star("1212", body(1))})
    )
    after, events = played(state)
    heard = told(events)
    assert [e.hex for e in heard if isinstance(e, FleetSighted)] == ["1212"]
    assert [e.hex for e in heard if isinstance(e, SystemLearned)].count("1212") == 1
    view = view_for(after, "humans")
    assert [(s.contact, s.hex) for s in view.foreign_fleets.values()] == [("C1", "1212")]
    met = [e for e in heard if isinstance(e, FleetsMet)]
    assert {name for e in met for name in e.fleets if not name.startswith("humans")} <= {"C1"}


@pytest.mark.rule("CW-12.0-02", "CW-4.0-08")
def test_a_drive_that_destroys_its_fleet_where_nobody_sees_it_gives_no_reason() -> None:
    fold = changed(DESIGNS["scout"], id="fold", name="Fold", prefix="FO", ftl="foldspace")
    for settings, reason in ((changed(FULL, push_chance=100), False), (Settings(push_chance=100), True)):
        state = small(systems=[star("0606", body(1))], settings=settings)
        owner = changed(state.sides["humans"], designs={**DESIGNS, "fold": fold})
        state = with_fleet(changed(state, sides={**state.sides, "humans": owner}), "humans", "0606", "fold")
        order = MoveFleet("humans-F1", (Leg("0608"),), push=True)
        done = adjudicate(state, sheet("humans", order), DICE)
        heard = told(done.events)
        assert [isinstance(e, FleetLost) for e in heard if isinstance(e, FleetLost | ShipsVanished)] == [reason]
        assert bool(view_for(done.state, "humans").vanished) != reason
        assert [e for e in done.events if isinstance(e, FleetLost)], "the game master reads why"


@pytest.mark.rule("CW-12.0-02")
def test_a_place_where_ships_vanished_leaves_the_map_after_a_year() -> None:
    after, _ = played(ambush())
    assert view_for(changed(after, turn=12), "humans").vanished
    assert not view_for(changed(after, turn=14), "humans").vanished


@pytest.mark.rule("CW-12.0-02")
def test_a_fleet_that_was_in_place_was_last_heard_of_there_and_one_under_way_where_it_set_out() -> None:
    state = ambush()
    there = change_fleet(state, "humans-F1", hex="0909", transit=None)
    assert [(v.hex, v.week) for v in view_for(played(there)[0], "humans").vanished] == [("0909", 0)]
    under_way = change_fleet(state, "humans-F1", hex="0808", transit=Transit("0707", "0909", 0, 3))
    assert [(v.hex, v.week) for v in view_for(played(under_way)[0], "humans").vanished] == [("0707", 0)]


@pytest.mark.rule("CW-12.0-02", "CW-13.0-04")
@pytest.mark.parametrize("watched", [False, True])
def test_a_fleet_that_terrain_takes_is_told_of_only_where_somebody_sees_it(watched: bool) -> None:
    state = with_fleet(
        small(systems=[star("0909", body(1))], settings=FULL), "humans", "0909", "scout", name="Pathfinder"
    )
    if watched:
        state = with_fleet(state, "humans", "0910", "scout")
    turn = draft_of(state)
    open_week(turn, 1)
    wreck(turn, turn.fleets["humans-F1"], ("humans/SC01",), TerrainPlace("0909", 1, "RAD"))
    lose_touch(turn, 1)
    heard = [type(e) for e in told(tuple(turn.events))]
    assert heard == ([ShipsWrecked] if watched else [ShipsVanished])
    assert [v.hex for v in turn.knowledge["humans"].vanished] == ([] if watched else ["0909"])
