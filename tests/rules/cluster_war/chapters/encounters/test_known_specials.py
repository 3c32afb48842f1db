"""What a side knows of what waits in systems: warnings before a fleet is sent, and what is struck from sheets when it is gone."""

import pytest

from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.chapters.encounters.known_specials import known_specials
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.encounters import FleetHeld
from rules.cluster_war.model.events.movement import FleetDeparted
from rules.cluster_war.model.orders.order import Note
from rules.cluster_war.model.state.common import FleetId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Special
from rules.cluster_war.turn.planning.check import check, forecast
from rules.cluster_war.turn.planning.suggestions.voyages import destinations, free_fleets
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import changed
from tests.rules.cluster_war.build import sheet, with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import HERE, Loaded, coming, lair, play, told, trap

AWAY = "1013"


def notes(
    state: GameState, fleet: FleetId, *legs: str, wait: int = 0, by: str = "", side: str = "humans"
) -> list[Note]:
    """What the preview of a move warns of."""
    order = MoveFleet(fleet, tuple(Leg(to) for to in legs), wait=wait, by=by)
    return list(check(view_for(state, side), (), order).notes)


def by_rule(found: list[Note], rule: str) -> list[str]:
    return [note.text for note in found if note.rule == rule]


@pytest.mark.rule("CW-B-22")
def test_the_preview_says_until_when_a_drained_fleet_cannot_leave_and_it_leaves_then() -> None:
    late = play(coming(lair(trap("Computer Siphon")), "destroyer", week=4)).state
    (fleet,) = late.fleets
    (said,) = by_rule(notes(late, fleet, AWAY), "CW-B-22")
    assert said == "Humans Fleet is drained by a siphon until turn 2, week 1; it leaves then."
    done = play(late, *sheet("humans", MoveFleet(fleet, (Leg(AWAY),)), turn=2))
    (left,) = [e for e in done.events if isinstance(e, FleetDeparted)]
    assert left.week == 5, "the week after the first of turn 2"
    assert by_rule(notes(late, fleet, AWAY, wait=2), "CW-B-22") == [], "by then it is free"
    (still,) = by_rule(list(forecast(view_for(late, "humans"), ()).effects), "CW-B-22")
    assert still == "Humans Fleet is drained by a siphon until turn 2, week 1."


@pytest.mark.rule("CW-B-23")
def test_the_preview_reckons_with_a_field_that_the_side_has_met_and_not_with_one_that_it_has_not() -> None:
    met = play(coming(lair(trap("FTL Drive Inhibitor Field")), "destroyer")).state
    (fleet,) = met.fleets
    (said,) = by_rule(notes(met, fleet, AWAY, wait=1), "CW-B-23")
    assert "is at the field's edge by turn 3, week 1 and leaves then" in said
    done = play(met, *sheet("humans", MoveFleet(fleet, (Leg(AWAY),), wait=1), turn=2))
    (held,) = told(done.events, FleetHeld)
    assert isinstance(held, FleetHeld)
    assert held.until == 9
    (on_its_way,) = by_rule(notes(done.state, fleet, AWAY), "CW-B-23")
    assert on_its_way == "Humans Fleet is on its way out of an inhibitor's field until turn 3, week 1; it leaves then."
    left = [e for e in play(done.state).events if isinstance(e, FleetDeparted)]
    assert [e.week for e in left] == [9]
    unknown = with_fleet(lair(trap("FTL Drive Inhibitor Field")), "humans", HERE, "destroyer")
    (other,) = unknown.fleets
    assert by_rule(notes(unknown, other, AWAY), "CW-B-23") == []


@pytest.mark.rule("CW-B-21")
def test_a_fleet_frozen_in_time_is_told_so_and_is_offered_nowhere() -> None:
    state = coming(lair(trap("Stasis Field Generator")), "destroyer")
    held = play(state, dice=Loaded(DD01=95)).state
    (fleet,) = held.fleets
    (said,) = by_rule(notes(held, fleet, AWAY), "CW-B-21")
    assert said.endswith("is frozen in time, nobody knows until when; it leaves when a ruling frees it.")
    assert free_fleets(view_for(held, "humans"), ()) == ()


@pytest.mark.rule("CW-12.1-04")
def test_a_trap_that_was_met_is_warned_of_on_the_way_to_it_and_to_no_other_side() -> None:
    state = play(coming(lair(trap("Ancient Minefield")), "destroyer"), dice=Loaded(mines=1)).state
    state = with_fleet(state, "humans", AWAY, "destroyer", name="Second")
    state = with_fleet(state, "vermin", AWAY, "destroyer", name="Swarm")
    second = next(f.id for f in state.fleets.values() if f.name == "Second")
    swarm = next(f.id for f in state.fleets.values() if f.name == "Swarm")
    (said,) = by_rule(notes(state, second, HERE), "CW-B-19")
    assert said == f"{HERE}: a trap is known here (Ancient Minefield); it closes on everyone who enters."
    assert by_rule(notes(state, second, "1015"), "CW-B-19") == []
    assert by_rule(notes(state, swarm, HERE, side="vermin"), "CW-B-19") == []
    offered = {s.order.legs[-1].to: s.reason for s in destinations(view_for(state, "humans"), (), second)}  # type: ignore[attr-defined] # moves
    assert "known trap" in offered[HERE]
    assert not any(
        "known" in s.reason and "trap" in s.reason for s in destinations(view_for(state, "vermin"), (), swarm)
    )


@pytest.mark.rule("CW-B-24")
def test_a_battery_that_is_known_is_warned_of_in_its_reach() -> None:
    state = play(coming(lair(trap("Hyperspace Missile Battery")), "destroyer")).state
    (fleet,) = state.fleets
    for away, warned in (("1011", 1), ("1012", 1), ("1013", 0)):
        said = by_rule(notes(state, fleet, away), "CW-B-24")
        assert len(said) == warned, away
    assert "hits on 50 of 100" in by_rule(notes(state, fleet, "1011"), "CW-B-24")[0]


def test_marks_are_of_what_a_side_noted_or_is_asked_about_and_the_game_master_has_none() -> None:
    whale = Special("Monster", ("Monster: Space Whale (number 3)",))
    met = play(coming(lair(whale), "scout")).state
    (mark,) = known_specials(view_for(met, "humans"))
    assert (mark.hex, mark.kind, mark.waits) == (HERE, "monster", True)
    assert known_specials(view_for(met, "vermin")) == ()
    assert known_specials(gm_view(met)) == ()
    (scene,) = met.scenes
    over = play(met, *sheet("humans", AnswerScene(scene.id, "watch"), turn=2)).state
    (mark,) = known_specials(view_for(over, "humans"))
    assert (mark.kind, mark.waits) == ("monster", False)


@pytest.mark.rule("CW-18.0-18")
def test_what_is_gone_is_struck_from_the_sheet_of_who_is_there_and_of_nobody_else() -> None:
    whale = Special("Monster", ("Monster: Space Whale (number 3)",))
    state = play(coming(coming(lair(whale), "scout"), "scout", side="vermin")).state
    away = next(f for f in state.fleets.values() if f.side == "vermin")
    state = changed(state, fleets={**state.fleets, away.id: changed(away, hex="0101")})
    system = changed(state.cluster.systems[HERE], special=None)
    gone = changed(state, cluster=changed(state.cluster, systems={**state.cluster.systems, HERE: system}))
    done = play(gone).state
    assert not any("alive" in note for note in done.knowledge["humans"].systems[HERE].notes)
    assert any("alive" in note for note in done.knowledge["vermin"].systems[HERE].notes), "nobody has told them"
    assert known_specials(view_for(done, "humans")) == ()


def test_a_note_of_the_game_masters_and_one_on_a_used_up_trap_stay() -> None:
    state = with_fleet(lair(None), "humans", HERE, "scout")
    entry = known_as(state.cluster.systems[HERE], "scouted", 1)
    bomb = "A nuclear bomb lay in wait for the leading ship."
    entry = changed(entry, notes=("The moon sings.", bomb))
    humans = changed(state.knowledge["humans"], systems={HERE: entry})
    state = changed(state, knowledge={**state.knowledge, "humans": humans})
    assert play(state).state.knowledge["humans"].systems[HERE].notes == ("The moon sings.", bomb)
    assert known_specials(view_for(state, "humans")) == ()
