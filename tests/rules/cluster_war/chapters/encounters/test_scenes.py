"""Scenes: opened where somebody comes or finds, answered by an order, ended by dice that are shown; carried out."""

import pytest

from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.chapters.encounters.scene_resolution import CHOICE_EFFECTS, NOBODY_THERE
from rules.cluster_war.chapters.encounters.specials import choices_of, scene_of, scene_row
from rules.cluster_war.model.events.encounters import ContactLost, SceneEnded, SceneOpened, TrapMet
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import KnownSystem, LastHeard
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.tables import split_cell
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import body, sheet, star
from tests.rules.cluster_war.chapters.encounters.lair import HERE, PLAYED, Loaded, coming, lair, play, told
from tests.rules.cluster_war.chapters.encounters.scene_kit import CHOICES, MET, SCENES, STRONG, met, there


def test_the_table_of_scenes_is_whole() -> None:
    assert set(MET) == set(SCENES.keys)
    for key, row in SCENES.named_rows():
        mine = choices_of(PLAYED, key)
        assert row["usual"] in mine
        assert len(mine) >= 2
        usual = mine[row["usual"]]
        assert not usual["needs"]
        for choice in mine.values():
            effects = {e.partition(" ")[0] for e in (*split_cell(choice["good"]), *split_cell(choice["bad"]))}
            assert effects <= set(CHOICE_EFFECTS)
            assert bool(choice["bad"]) == bool(choice["chance"])


@pytest.mark.rule("CW-B-18")
def test_what_attacks_unasked_does_so_for_three_rounds_and_then_the_side_is_asked() -> None:
    dice = Loaded()
    after = play(there("sharks", "ark", "ark"), dice=dice).state
    assert [key.rpartition("/")[2] for key in dice.asked if "/quick/" in key] == ["1", "2", "3"]
    assert [scene.kind for scene in after.scenes] == ["sharks"]


@pytest.mark.parametrize("scene", [key for key in MET if key != "device"])
def test_what_generation_writes_leads_to_its_scene(scene: str) -> None:
    assert scene_of(star(HERE, body(1), special=MET[scene]), PLAYED) == scene


@pytest.mark.parametrize(("scene", "choice"), [c for c in CHOICES if c[0] != "device"])
@pytest.mark.parametrize("face", [1, 100])
@pytest.mark.rule("CW-12.1-04")
def test_every_choice_of_every_scene_comes_to_an_end(scene: str, choice: str, face: int) -> None:
    before = met(scene, "destroyer", "ark" if scene in {"sharks", "piranha"} else "strong", board=100, beaten=1)
    (found,) = before.scenes
    order = AnswerScene(found.id, choice)
    check(view_for(before, "humans"), (), order)
    done = play(before, *sheet("humans", order, turn=2), dice=Loaded(end=face, board=100))
    assert done.state.scenes[0].closed == 2
    ended = [e for e in done.events if isinstance(e, SceneEnded)]
    assert [(e.scene, e.choice) for e in ended] == [(found.id, choices_of(PLAYED, scene)[choice]["label"])]
    assert ended[0].cause.rule == scene_row(PLAYED, scene)["rule"]
    assert not [q for q in done.state.questions if q.subjects == (found.id,) and not q.settled_turn]


@pytest.mark.rule("CW-12.1-04", "CW-B-33")
def test_a_scene_is_put_to_who_is_there_and_to_the_game_master_and_a_cautious_one_is_done_unasked() -> None:
    first = play(there("dragon"))
    (scene,) = first.state.scenes
    (opened,) = told(first.events, SceneOpened)
    assert (scene.id, scene.turn, opened.cause.rule) == ("humans-E1", 1, "CW-B-18")
    assert not told(first.events, SceneOpened, "vermin")
    assert view_for(first.state, "vermin").scenes == ()
    (question,) = [q for q in first.state.questions if q.kind == "scene"]
    assert "Leave it its star" in question.suggestion
    assert "Star Dragon" in question.text
    assert [e.seen_by for e in first.events if isinstance(e, QuestionRaised)] == [()]
    quiet = play(first.state, dice=Loaded(end=1))
    (fleet,) = quiet.state.fleets.values()
    assert fleet.hex != HERE
    assert [e.choice for e in told(quiet.events, SceneEnded)] == ["Leave it its star"]  # type: ignore[attr-defined] # one


def test_the_game_master_reads_of_what_has_no_lines_its_kind_alone() -> None:
    for scene in ("derelict", "wonder"):
        (question,) = [q for q in met(scene).questions if q.kind == "scene"]
        assert f"({MET[scene].kind}" in question.text
        assert ": )" not in question.text


@pytest.mark.rule("CW-B-33", "CW-12.1-04")
def test_artifacts_show_in_a_survey_derelicts_in_scouting_monsters_at_once() -> None:
    def opened(scene: str, level: str) -> bool:
        state = coming(lair(MET[scene]), "freighter")
        if level:
            known = {HERE: KnownSystem(HERE, level, 1)}  # type: ignore[arg-type] # a level
            mine = changed(state.knowledge["humans"], systems=known)
            state = changed(state, knowledge={**state.knowledge, "humans": mine})
        return bool(play(state).state.scenes)

    assert [opened("maprelic", level) for level in ("", "scouted", "surveyed")] == [False, False, True]
    assert [opened("derelict", level) for level in ("", "scouted")] == [False, True]
    assert opened("dragon", "")


@pytest.mark.rule("CW-B-16")
def test_parasites_infect_the_share_that_was_rolled_and_care_heals_it() -> None:
    before = met("parasites")
    assert {ship.stress for ship in before.ships.values()} == {75 + 10}, "and ten for a month out of supply"
    healed = play(before, *sheet("humans", AnswerScene("humans-E1", "purge"), turn=2), dice=Loaded(end=1)).state
    worse = play(before, *sheet("humans", AnswerScene("humans-E1", "ignore"), turn=2), dice=Loaded(end=100)).state
    assert max(s.stress for s in healed.ships.values()) < 75
    assert max(s.stress for s in worse.ships.values()) == 100


@pytest.mark.rule("CW-B-18")
@pytest.mark.parametrize("scene", ["sharks", "piranha"])
def test_sharks_and_piranhas_attack_unasked_whales_do_not(scene: str) -> None:
    done = play(there(scene, *["strong"] * 4))
    (tale,) = told(done.events, TrapMet)
    assert "We fought" in tale.text  # type: ignore[attr-defined] # a TrapMet
    assert tale.cause.rule == "CW-B-18"
    assert not told(play(there("whale")).events, TrapMet)


@pytest.mark.rule("CW-B-18")
def test_grown_dragons_stand_before_their_young() -> None:
    done = play(
        met("dragons", *["strong"] * 6),
        *sheet("humans", AnswerScene("humans-E1", "hold"), turn=2),
        dice=Loaded(end=100),
    )
    (tale,) = told(done.events, SceneEnded)
    assert "5 of them (Star Dragon)" in tale.text  # type: ignore[attr-defined] # a SceneEnded


def test_an_order_for_a_scene_is_checked_by_what_its_giver_sees() -> None:
    state = met("shipwreck", "destroyer")
    view = view_for(state, "humans")
    with pytest.raises(IllegalOrderError, match="towing links"):
        check(view, (), AnswerScene("E1", "tow"))
    with pytest.raises(IllegalOrderError, match="not a choice here"):
        check(view, (), AnswerScene("E1", "dance"))
    with pytest.raises(IllegalOrderError, match="No encounter"):
        check(view, (), AnswerScene("E9", "study"))
    with pytest.raises(IllegalOrderError, match="No encounter"):
        check(view_for(state, "vermin"), (), AnswerScene("humans-E1", "study"))
    preview = check(view, (), AnswerScene("e1", "Study the drive"))
    assert preview.order == AnswerScene("humans-E1", "study")
    assert preview.notes[0].text == "Chance: 55 %; if it fails: nothing is lost."
    assert preview.notes[0].informs


@pytest.mark.rule("CW-B-11", "CW-9.6-04")
def test_what_is_promised_of_a_choice_counts_what_works_aboard_and_no_fight_as_won() -> None:
    def said(state: GameState, choice: str) -> str:
        return check(view_for(state, "humans"), (), AnswerScene("E1", choice)).notes[0].text

    assert said(met("dragon"), "fight") == "Chance: no roll; a fight follows."
    assert said(met("whale"), "watch") == "Chance: no roll."
    whale = met("whale", "strong")
    assert (
        said(whale, "study") == "Chance: 85 % (75 in itself, +10 for science stations); if it fails: nothing is lost."
    )
    shot = {key: changed(ship, wounds=Wounds(destroyed={"Science station": 99})) for key, ship in whale.ships.items()}
    assert said(changed(whale, ships=shot), "study") == "Chance: 75 %; if it fails: nothing is lost."
    wreck = met("shipwreck", "strong")
    assert "85 %; if it fails: it is lost" in said(wreck, "tow")
    owner = wreck.sides["humans"]
    bare = changed(owner, designs={**owner.designs, "strong": changed(STRONG, racks=0)})
    bare_wreck = changed(wreck, sides={**wreck.sides, "humans": bare})
    with pytest.raises(IllegalOrderError, match="towing links"):
        said(bare_wreck, "tow")
    done = play(bare_wreck, *sheet("humans", AnswerScene("humans-E1", "tow"), turn=2), dice=Loaded(end=1))
    (tale,) = [e for e in done.events if isinstance(e, SceneEnded)]
    assert "None of our forces there could do this: Tow her home." in tale.text


def test_who_has_left_is_not_there_to_do_it_and_who_comes_back_is_asked_again() -> None:
    state = met("dragon")
    gone = changed(state, fleets={k: changed(f, hex="1515") for k, f in state.fleets.items()})
    done = play(gone)
    assert done.state.scenes[0].closed == 2
    tales = [(e.scene, e.choice, e.text) for e in done.events if isinstance(e, SceneEnded) and "humans" in e.seen_by]
    assert tales == [("humans-E1", "", NOBODY_THERE)]
    back = play(coming(done.state, "destroyer"))
    assert [s.closed for s in back.state.scenes] == [2, 0]


@pytest.mark.rule("CW-12.0-02", "CW-12.1-04")
def test_a_scene_of_ships_that_vanished_closes_without_a_word() -> None:
    state = met("dragon")
    lead = state.scenes[0].fleet
    unheard = changed(state.knowledge["humans"], vanished=(LastHeard(lead, "First", "0909", 4, ()),))
    state = changed(state, fleets={}, ships={}, knowledge={**state.knowledge, "humans": unheard})
    done = play(state)
    assert [e.seen_by for e in done.events if isinstance(e, SceneEnded)] == [()]
    assert done.state.scenes[0].outcome == NOBODY_THERE


@pytest.mark.rule("CW-13.0-04", "CW-12.1-04")
def test_what_became_of_ships_that_nobody_is_left_to_tell_of_is_in_no_view_of_theirs() -> None:
    state = met("dragons", "scout")
    (scene,) = state.scenes
    done = play(state, *sheet("humans", AnswerScene(scene.id, "fight"), turn=2))
    assert not done.state.fleets
    assert told(done.events, ContactLost)
    assert [(s.closed, s.outcome) for s in view_for(done.state, "humans").scenes] == [(2, NOBODY_THERE)]
    asked = next(q for q in done.state.questions if q.subjects == (scene.id,))
    assert "We fought" in asked.answer, "the game master reads all of it"
