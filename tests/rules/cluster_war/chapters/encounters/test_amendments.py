"""The game master's hand on what hides in systems, in a campaign that is under way."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.chapters.encounters.amendments import (
    DetailSpecial,
    FreeFleet,
    HideSpecial,
    MoveSpecial,
    PlaceSpecial,
    PlayEncounters,
    RaiseStorm,
    RemoveSpecial,
    RuleScene,
)
from rules.cluster_war.chapters.encounters.specials import format_line, kind_meant, kinds, words_for
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.terrain.amendments import SetSurroundings
from rules.cluster_war.model.events.encounters import SceneEnded, TrapMet
from rules.cluster_war.model.events.movement import FleetDeparted
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Bound, Special, StarSystem, Weather
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS, hazards_at
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import body, sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import HERE, PLAYED, Loaded, lair, play, told

EMPTY = "0606"


def done(state: GameState, *amendments: Amendment) -> GameState:
    """The state after amendments, none of which a side was told of."""
    for each in amendments:
        found = amend(state, each, "the story")
        assert all(e.seen_by == () for e in found.events)
        assert {side: view_for(found.state, side) for side in state.sides} == {
            side: view_for(state, side) for side in state.sides
        }
        state = found.state
    return state


@pytest.mark.rule("CW-B-27", "CW-19.0-17")
def test_a_special_is_placed_prepared_hidden_moved_and_removed_and_nobody_hears_of_it() -> None:
    lines = (format_line(PLAYED, "Monster", "star dragon"), format_line(PLAYED, "Note", "She guards the gate."))
    state = done(small(settings=PLAYED), PlaceSpecial(EMPTY, "monster", lines, hidden=True))
    assert state.cluster.systems[EMPTY].special == Special("Monster", lines)
    assert "She guards the gate" in str(gm_view(state).systems[EMPTY].notes)
    assert EMPTY not in view_for(state, "humans").objects
    state = done(state, DetailSpecial(EMPTY, (format_line(PLAYED, "Monster", "Space Sharks", 12),)))
    assert "Space Sharks, number 12, hull 10 (gunboat)" in str(state.cluster.systems[EMPTY].special)
    fleet = with_fleet(state, "humans", EMPTY, "destroyer")
    assert not play(fleet).state.scenes
    state = done(state, MoveSpecial(EMPTY, "0303"), HideSpecial("0303", hidden=False))
    assert EMPTY not in state.cluster.systems
    assert told(play(with_fleet(state, "humans", "0303", *["destroyer"] * 9)).events, TrapMet)
    state = done(state, RemoveSpecial("0303"))
    assert state.cluster.systems["0303"].special is None
    with pytest.raises(GameError, match="Nothing special"):
        amend(state, RemoveSpecial("0303"), "")


@pytest.mark.rule("CW-B-27", "CW-B-11", "CW-B-12")
def test_what_is_placed_by_hand_reads_as_the_dice_would_have_written_it() -> None:
    assert kinds(PLAYED)[0] == "Alien Scoutship"
    assert "Strategic Resource" not in kinds(PLAYED)
    assert format_line(PLAYED, "Monster", "Parasites 75 %") == "Monster: Parasites (75% of the crew catch them)"
    assert format_line(PLAYED, "Monster", "Space Pirates, light power armor teams", 5).startswith(
        "Monster: Space Pirates, number 5 light power armor teams"
    )
    assert format_line(PLAYED, "Trap", "nova BOMB") == "Trap: Nova bomb"
    assert format_line(PLAYED, "Attitude", "hostile") == "Attitude: Hostile"
    for label in ("Monster", "Trap", "Artifact", "Drive", "Culture", "Attitude", "Physiology", "Technology"):
        for word in words_for(PLAYED, label):
            assert format_line(PLAYED, label, word).startswith(f"{label}: ")
    for label, text in (("Monster", "Gnome"), ("Trap", "Pit"), ("Colour", "Blue")):
        with pytest.raises(IllegalOrderError, match="There"):
            format_line(PLAYED, label, text)
    with pytest.raises(IllegalOrderError, match="no special"):
        amend(small(), PlaceSpecial("0303", "Gnome"), "")
    with pytest.raises(IllegalOrderError, match="no world in orbit 9"):
        amend(small(), PlaceSpecial("0303", "Monster", orbit=9), "")


@pytest.mark.rule("CW-A-32", "CW-B-20")
def test_a_storm_is_raised_with_its_force_in_empty_space_too_and_ended() -> None:
    stormy = small(settings=Settings(terrain=TERRAIN_KINDS))
    state = done(stormy, RaiseStorm(EMPTY, "ION", 2, fixed=True))
    assert state.weather == {EMPTY: Weather({"ION": 2}, ("ION",), raised=("ION",))}
    state = done(state, RaiseStorm(EMPTY, "MAG", 4))
    assert state.weather[EMPTY] == Weather({"ION": 2, "MAG": 4}, ("ION",), raised=("ION", "MAG"))
    assert done(state, RaiseStorm(EMPTY, "")).weather == {}
    wild = done(stormy, SetSurroundings(EMPTY, ("AST", "GRV")), RaiseStorm(EMPTY, "ION", 2), RaiseStorm(EMPTY, ""))
    assert hazards_at(wild, EMPTY) == ("AST", "GRV"), "what was set to coincide there stays"
    with pytest.raises(GameError, match="weather dangers"):
        amend(small(), RaiseStorm(EMPTY, "ION", 2), "")
    with pytest.raises(GameError, match="No storm"):
        amend(small(), RaiseStorm(EMPTY, ""), "")
    with pytest.raises(IllegalOrderError, match="force"):
        amend(stormy, RaiseStorm(EMPTY, "ION", 6), "")


@pytest.mark.rule("CW-B-35", "CW-19.0-17")
def test_a_resource_is_placed_on_a_world_by_hand() -> None:
    state = small(systems=[star("0505", body(1), body(2))])
    after = amend(state, ChangeWorld("0505", 2, resources=("Neutronium",)), "It suits the story").state
    assert [b.resources for b in after.cluster.systems["0505"].bodies] == [(), ("Neutronium",)]


@pytest.mark.rule("CW-12.1-04")
def test_a_scene_ends_as_the_game_master_rules_and_says_it_in_their_words() -> None:
    state = lair(Special("Monster", ("Monster: Star Dragon, number 1, hull 40",)))
    state = play(with_fleet(state, "humans", HERE, "destroyer")).state
    ruled = amend(state, RuleScene("humans-E1", "hold", "good", "She sings."), "a good evening")
    assert all(e.seen_by == () for e in ruled.events)
    (seen,) = view_for(ruled.state, "humans").scenes
    assert (seen.id, seen.ruled, seen.fortune, seen.words) == ("humans-E1", "", "", ""), "nobody reads it beforehand"
    (mine,) = gm_view(ruled.state).scenes
    assert (mine.ruled, mine.fortune, mine.words) == ("hold", "good", "She sings.")
    ended = play(ruled.state, dice=Loaded(end=100))
    (tale,) = told(ended.events, SceneEnded)
    assert isinstance(tale, SceneEnded)
    assert tale.text.endswith("She sings.")
    assert (tale.choice, tale.cause.override, tale.cause.rolls) == ("Stay where we are", "the game master's word", ())
    with pytest.raises(GameError, match="No scene"):
        amend(ended.state, RuleScene("humans-E1", "hold"), "")
    with pytest.raises(GameError, match="Say a choice"):
        amend(state, RuleScene("humans-E1"), "")
    with pytest.raises(IllegalOrderError, match="not a choice"):
        amend(state, RuleScene("humans-E1", "dance"), "")


@pytest.mark.rule("CW-12.1-04")
def test_a_ruling_settles_the_question_about_its_scene_and_one_with_nothing_said_leaves_it_to_its_player() -> None:
    state = lair(Special("Monster", ("Monster: Star Dragon, number 1, hull 40",)))
    state = play(with_fleet(state, "humans", HERE, "destroyer")).state
    (asked,) = (q.id for q in state.questions if q.subjects == ("humans-E1",))
    left = amend(state, RuleScene("humans-E1", question=asked), "theirs").state
    assert left.scenes == state.scenes, "nothing is said of it"
    settled = next(q for q in left.questions if q.id == asked)
    assert settled.answer.endswith("its player decides (without an answer: Leave it its star).")
    assert settled.settled_turn == state.turn
    ruled = amend(left, RuleScene("humans-E1", "hold", "good", question=asked), "after all")
    assert ruled.state.questions == left.questions, "an answered question keeps its answer"
    (tale,) = told(play(ruled.state, dice=Loaded(end=100)).events, SceneEnded)
    assert isinstance(tale, SceneEnded)
    assert tale.choice == "Stay where we are"


@pytest.mark.parametrize(
    ("word", "kind"), [("TRAPS", "Alien Weapon/Trap"), ("scout", "Alien Scoutship"), ("worm", "Wormhole")]
)
def test_a_part_of_one_name_alone_means_that_kind(word: str, kind: str) -> None:
    assert kind_meant(PLAYED, word) == kind


@pytest.mark.parametrize("word", ["alien", "ship", "base", "a", "", "s", "???"])
def test_a_part_of_several_names_or_of_none_means_no_kind(word: str) -> None:
    assert kind_meant(PLAYED, word) == ""


@pytest.mark.rule("CW-B-21")
def test_who_is_frozen_is_freed_by_hand() -> None:
    state = with_fleet(small(settings=PLAYED), "humans", "0505", "destroyer")
    held = changed(state.fleets["humans-F1"], bound=Bound("stasis", "0505"))
    state = changed(state, fleets={"humans-F1": held})
    order = sheet("humans", MoveFleet("humans-F1", (Leg("0506"),)))
    assert not told(play(state, *order).events, FleetDeparted)
    freed = amend(state, FreeFleet("humans-F1"), "The light goes out")
    assert [e.seen_by for e in freed.events] == [("humans",)]
    assert told(play(freed.state, *order).events, FleetDeparted)
    with pytest.raises(GameError, match="Nothing holds"):
        amend(freed.state, FreeFleet("humans-F1"), "")


@pytest.mark.rule("CW-12.1-04")
def test_a_running_campaign_begins_to_play_what_waits_and_holes_are_closed_then() -> None:
    system = StarSystem("0505", ("Wrm",), destination="0808")
    state = small(systems=[system], settings=Settings())
    on = amend(state, PlayEncounters(), "We are ready")
    assert [e.seen_by for e in on.events] == [("*",)]
    assert on.state.settings.encounters == "played"
    assert on.state.cluster.systems["0505"].hole == "closed"
    with pytest.raises(GameError, match="already"):
        amend(on.state, PlayEncounters(), "")
