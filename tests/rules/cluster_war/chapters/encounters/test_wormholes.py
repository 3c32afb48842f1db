"""Worm holes: open and closed, one way by default, switched by the game master, played by an order."""

from pathlib import Path

import pytest

from rules.cluster_war.chapters.encounters.amendments import SetHole
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, EnterWormhole
from rules.cluster_war.chapters.encounters.specials import choices_of
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.encounters import HolePassed, SceneEnded, SceneOpened
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import HoleKind, Link
from rules.cluster_war.model.state.sides import KnownSystem
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import HERE, PLAYED, coming, play, told

FAR = "1515"


def holed(hole: HoleKind = "closed", *, settings: Settings = PLAYED) -> GameState:
    """A worm hole on everybody's map, and a fleet that is on its way to it."""
    mouth = changed(star(HERE, codes=("Wrm",)), destination=FAR, hole=hole)
    return small(systems=[mouth, star(FAR)], settings=settings)


def knowing(state: GameState, hex_: str, level: str = "scouted") -> GameState:
    """The Humans know a system at a level."""
    mine = state.knowledge["humans"]
    known = {**mine.systems, hex_: KnownSystem(hex_, level, 1)}  # type: ignore[arg-type] # a level
    return changed(state, knowledge={**state.knowledge, "humans": changed(mine, systems=known)})


@pytest.mark.rule("CW-14.0-32", "CW-14.0-33")
def test_the_far_end_of_a_closed_hole_is_unknown_until_somebody_has_come_through_and_it_leads_one_way() -> None:
    state = with_fleet(knowing(holed(), HERE, "surveyed"), "humans", HERE, "destroyer", "hulk")
    view = view_for(state, "humans")
    assert view.links == ()
    with pytest.raises(IllegalOrderError, match="no wormhole from"):
        check(view, (), MoveFleet("humans-F1", (Leg(FAR),), by="wormhole"))
    order = EnterWormhole("humans-F1")
    assert "worm hole at 1010" in check(view, (), order).text
    done = play(state, *sheet("humans", order))
    assert [(e.hex, e.week) for e in told(done.events, FleetArrived)] == [(FAR, 1)]  # type: ignore[attr-defined] # arrived
    assert [e.cause.rule for e in told(done.events, HolePassed)] == ["CW-14.0-33"]
    assert view_for(done.state, "humans").links == (Link(HERE, FAR, "wormhole", one_way=True),)
    assert view_for(done.state, "vermin").links == ()
    back = MoveFleet("humans-F1", (Leg(HERE),), by="wormhole")
    with pytest.raises(IllegalOrderError, match="no wormhole from"):
        check(view_for(done.state, "humans"), (), back)
    again = with_fleet(done.state, "humans", HERE, "destroyer")
    assert check(view_for(again, "humans"), (), MoveFleet("humans-F2", (Leg(FAR),), by="wormhole")).arrives == 5


@pytest.mark.rule("CW-14.0-32")
def test_both_ends_of_an_open_pair_are_known_to_who_has_been_at_either() -> None:
    state = holed("open")
    assert view_for(state, "humans").links == ()
    for end in (HERE, FAR):
        assert view_for(knowing(state, end), "humans").links == (Link(HERE, FAR, "wormhole"),)
    there = with_fleet(knowing(state, FAR), "humans", FAR, "destroyer")
    assert check(view_for(there, "humans"), (), MoveFleet("humans-F1", (Leg(HERE),), by="wormhole")).arrives == 1
    assert gm_view(state).links == (Link(HERE, FAR, "wormhole"),)
    assert gm_view(holed("closed")).links == (Link(HERE, FAR, "wormhole", one_way=True),)


@pytest.mark.rule("CW-14.0-33")
def test_the_game_master_switches_each_hole_by_itself() -> None:
    state = with_fleet(knowing(holed(), HERE), "humans", HERE, "destroyer")
    both = amend(state, SetHole(HERE, "both"), "It breathes.").state
    done = play(both, *sheet("humans", EnterWormhole("humans-F1")))
    view = view_for(done.state, "humans")
    assert view.links == (Link(HERE, FAR, "wormhole"),)
    assert check(view, (), MoveFleet("humans-F1", (Leg(HERE),), by="wormhole")).arrives == 5
    shut = amend(state, SetHole(HERE, "shut"), "It closes.").state
    failed = play(shut, *sheet("humans", EnterWormhole("humans-F1")))
    assert [e.cause.rule for e in told(failed.events, OrderFailed)] == ["CW-14.0-32"]
    moved = amend(done.state, SetHole(HERE, "closed", "1818"), "It leads elsewhere.").state
    assert moved.knowledge["humans"].passages == ()
    with pytest.raises(GameError, match="other hex"):
        amend(state, SetHole(HERE, "closed", HERE), "")


@pytest.mark.rule("CW-14.0-34")
def test_holes_that_carry_messages_alone_let_no_ship_pass() -> None:
    quiet = changed(PLAYED, natural_wormholes="communication")
    state = with_fleet(knowing(holed(settings=quiet), HERE), "humans", HERE, "destroyer")
    with pytest.raises(IllegalOrderError, match="carry messages") as wrong:
        check(view_for(state, "humans"), (), EnterWormhole("humans-F1"))
    assert wrong.value.rule == "CW-14.0-34"
    done = play(state, *sheet("humans", EnterWormhole("humans-F1")))
    assert [e.cause.rule for e in told(done.events, OrderFailed)] == ["CW-14.0-34"]


@pytest.mark.rule("CW-14.0-32", "CW-14.0-33")
def test_a_hole_is_a_scene_for_who_scouts_it_and_in_new_campaigns_it_is_closed() -> None:
    scouted = play(coming(knowing(holed(), HERE), "destroyer"))
    assert [e.kind for e in told(scouted.events, SceneOpened)] == ["wormhole"]  # type: ignore[attr-defined] # an opening
    scenario = load_scenario(Path("scenarios/duel_small.toml"))
    played = changed(scenario, settings=changed(scenario.settings, encounters="played"))
    holes = {s.hole for s in new_game(played, bytes(32)).cluster.systems.values() if s.destination or "Wrm" in s.codes}
    assert holes <= {"closed"}
    assert {s.hole for s in new_game(scenario, bytes(32)).cluster.systems.values()} == {""}


def test_where_no_hole_is_known_none_can_be_entered() -> None:
    state = with_fleet(small(), "humans", "0505", "destroyer")
    with pytest.raises(IllegalOrderError, match="no worm hole that you know"):
        check(view_for(state, "humans"), (), EnterWormhole("humans-F1"))


@pytest.mark.rule("CW-B-13")
def test_a_hole_that_leads_off_the_map_waits_for_the_game_master() -> None:
    mouth = changed(star(HERE, codes=("Wrm",)), hole="closed")
    state = with_fleet(knowing(small(systems=[mouth], settings=PLAYED), HERE), "humans", HERE, "destroyer")
    done = play(state, *sheet("humans", EnterWormhole("humans-F1")))
    assert done.state.fleets["humans-F1"].hex == HERE
    assert "CW-B-13" in [q.rule for q in done.state.questions]
    (why,) = told(done.events, OrderFailed)
    assert why.cause.rule == "CW-B-13"
    assert "waits at its edge" in why.reason  # type: ignore[attr-defined] # an OrderFailed


@pytest.mark.rule("CW-B-13", "CW-12.1-04")
def test_the_scene_of_a_hole_that_leads_off_the_map_does_not_say_that_anybody_went_in() -> None:
    mouth = changed(star(HERE, codes=("Wrm",)), hole="closed")
    state = coming(knowing(small(systems=[mouth], settings=PLAYED), HERE), "destroyer")
    met = play(state).state
    (scene,) = met.scenes
    (key,) = (key for key, row in choices_of(PLAYED, "wormhole").items() if "enter" in row["good"])
    done = play(met, *sheet("humans", AnswerScene(scene.id, key), turn=2))
    (end,) = told(done.events, SceneEnded)
    assert end.text == "Humans Fleet waits at its edge: where it leads takes a ruling."  # type: ignore[attr-defined] # a SceneEnded
    assert done.state.fleets["humans-F1"].hex == HERE
