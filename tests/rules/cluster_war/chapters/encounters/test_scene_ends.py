"""What ends of scenes bring: maps, data, technology, discoveries, spoils, and fights carried out."""

import pytest

from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.chapters.encounters.outcomes import succeed
from rules.cluster_war.model.events.encounters import SceneEnded
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.research import LevelGained, ProposalWorks
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Project, Task
from rules.cluster_war.turn.invariants import broken_invariants
from rules.values import Adjudication, changed
from tests.rules.cluster_war.build import draft_of, sheet
from tests.rules.cluster_war.chapters.encounters.lair import Loaded, play, system_at, told
from tests.rules.cluster_war.chapters.encounters.scene_kit import met, there


@pytest.mark.rule("CW-B-12", "CW-B-27")
def test_maps_data_drives_and_machines_are_gained() -> None:
    def after(scene: str, choice: str) -> GameState:
        order = sheet("humans", AnswerScene("humans-E1", choice), turn=2)
        return play(met(scene), *order, dice=Loaded(end=1, technology=1, spoils=1)).state

    far = {h for h, s in after("maprelic", "open").knowledge["humans"].systems.items() if s.level == "scouted"}
    assert "0303" in far
    assert after("datarelic", "open").knowledge["humans"].systems["0303"].level == "surveyed"
    wreck = after("shipwreck", "tow")
    assert wreck.sides["humans"].received["Jump drive"].successes == 3
    assert system_at(wreck).special is None
    assert after("armsrelic", "study").sides["humans"].received["Advanced Beam Weapons"].successes == 2
    wonder = after("wonder", "study")
    assert wonder.sides["humans"].discoveries == ("The inexplicable",)
    assert system_at(wonder).special is not None


@pytest.mark.rule("CW-B-27")
@pytest.mark.parametrize(("roll", "technology"), [(70, "Alien alloys"), (10, "Advanced Beam Weapons")])
def test_what_is_found_is_told_in_words_that_fit_one_thing_and_several(roll: int, technology: str) -> None:
    order = sheet("humans", AnswerScene("humans-E1", "study"), turn=2)
    done = play(met("armsrelic"), *order, dice=Loaded(end=1, technology=roll))
    (tale,) = told(done.events, SceneEnded)
    assert isinstance(tale, SceneEnded)
    assert f"{technology}: ours once understood, which takes 2 successes." in tale.text


@pytest.mark.rule("CW-B-11")
def test_strangers_are_hailed_with_odds_by_their_attitude_and_spoils_go_into_the_purse() -> None:
    order = sheet("humans", AnswerScene("humans-E1", "hail"), turn=2)
    talked = play(met("scoutship"), *order, dice=Loaded(end=70))
    (tale,) = told(talked.events, SceneEnded)
    assert [(m.value, m.reason) for m in tale.cause.modifiers] == [(50, "in itself"), (20, "they are Peaceful")]
    assert [r.total for r in tale.cause.rolls] == [70]
    assert talked.state.sides["humans"].discoveries == ("Alien customs",)
    assert [q.rule for q in talked.state.questions if not q.settled_turn and q.kind == "scene"] == ["CW-B-11"]
    angry = play(met("scoutship"), *order, dice=Loaded(end=71))
    assert "We fought" in told(angry.events, SceneEnded)[0].text  # type: ignore[attr-defined] # a SceneEnded
    before = met("derelict")
    rich = play(before, *sheet("humans", AnswerScene("humans-E1", "tow"), turn=2), dice=Loaded(end=1, spoils=5))
    poor = play(before, dice=Loaded())
    assert rich.state.sides["humans"].treasury - poor.state.sides["humans"].treasury == 40


def test_a_discovery_helps_the_research_that_is_under_way() -> None:
    state = there("whale")
    project = Project("humans-P1", "humans", "Deep song", "0303-3", steps=3)
    state = play(changed(state, projects={"humans-P1": project})).state
    done = play(state, *sheet("humans", AnswerScene("humans-E1", "study"), turn=2), dice=Loaded(end=1)).state
    assert done.projects["humans-P1"].step == 2


def studied(state: GameState, *projects: Project) -> Adjudication[GameState, Event]:
    """The month in which a whale is studied with luck while projects run."""
    state = play(changed(state, projects={p.id: p for p in projects})).state
    return play(state, *sheet("humans", AnswerScene("humans-E1", "study"), turn=2), dice=Loaded(end=1))


@pytest.mark.rule("CW-8.0-09", "CW-8.0-06")
def test_a_success_that_is_found_raises_the_level_of_an_incremental_project() -> None:
    state = there("whale")
    project = Project("humans-P1", "humans", "LRS", "0303-3", steps=4, step=2, incremental=True)
    done = studied(state, project)
    assert done.state.projects["humans-P1"].step == 3
    assert "LRS +1" in done.state.sides["humans"].technologies
    assert [(e.technology, e.level) for e in done.events if isinstance(e, LevelGained)] == [("LRS", 1)]
    last = studied(state, changed(project, step=4))
    assert "LRS +1" in last.state.sides["humans"].technologies
    assert "LRS" not in last.state.sides["humans"].technologies, "a level is no technology of its own"


@pytest.mark.rule("CW-8.0-06", "CW-9.7-07")
def test_a_success_that_is_found_goes_to_the_first_project_by_number_and_brings_what_research_would() -> None:
    state = there("whale")
    many = [Project(f"humans-P{n}", "humans", f"Song {n}", "0303-3", steps=3) for n in (10, 2)]
    after = studied(state, *many).state.projects
    assert (after["humans-P2"].step, after["humans-P10"].step) == (2, 1)
    own = changed(state, tasks=(Task("Song 2", 1, side="humans", effect="It calms whales."),))
    done = studied(own, changed(many[1], steps=1))
    assert "Song 2" in done.state.sides["humans"].technologies
    assert [e.effect for e in told(done.events, ProposalWorks)] == ["It calms whales."]  # type: ignore[attr-defined] # one


@pytest.mark.rule("CW-B-18", "CW-5.0-18")
def test_spoils_are_for_who_has_won_and_the_books_know_of_them() -> None:
    def hunted(*designs: str) -> tuple[Adjudication[GameState, Event], int]:
        before = met("whale", *designs)
        done = play(before, *sheet("humans", AnswerScene("humans-E1", "hunt"), turn=2), dice=Loaded(end=1))
        assert broken_invariants(before, done.state, done.events) == ()
        quiet = play(before, *sheet("humans", AnswerScene("humans-E1", "watch"), turn=2), dice=Loaded(end=1))
        return done, done.state.sides["humans"].treasury - quiet.state.sides["humans"].treasury

    beaten, gain = hunted("freighter")
    (tale,) = [e for e in beaten.events if isinstance(e, SceneEnded)]
    assert "are left" in tale.text
    assert (tale.cps, gain, "Spoils" in tale.text) == (0, 0, False)
    won, gain = hunted(*["strong"] * 12)
    (tale,) = [e for e in won.events if isinstance(e, SceneEnded)]
    assert "none is left" in tale.text
    assert f"Spoils: {tale.cps} CPs" in tale.text
    assert gain == tale.cps > 0


@pytest.mark.rule("CW-B-14")
def test_a_fight_is_carried_out_and_what_is_left_of_them_waits() -> None:
    before = met("dragon", *["strong"] * 4)
    done = play(before, *sheet("humans", AnswerScene("humans-E1", "fight"), turn=2))
    special = system_at(done.state).special
    (tale,) = told(done.events, SceneEnded)
    assert special is None or special.details[-1].startswith("Hurt")
    assert len(done.state.ships) == 4 - len(tale.lost)  # type: ignore[attr-defined] # a SceneEnded


@pytest.mark.rule("CW-8.0-06", "CW-8.0-09")
def test_what_a_free_success_is_told_as() -> None:
    def told_of(*projects: Project) -> str:
        state = changed(met("wonder"), projects={p.id: p for p in projects})
        return succeed(draft_of(state), "humans")

    plain = Project("humans-P2", "humans", "Armour", "0303", 3, step=1, technology="Advanced Armor")
    last = changed(plain, id="humans-P10", name="Beams", step=3, technology="Beams")
    level = changed(last, id="humans-P11", name="Scanners", incremental=True, technology="Scanners")
    assert told_of() == ""
    assert told_of(changed(plain, finished_turn=1)) == ""
    assert told_of(changed(plain, side="vermin")) == ""
    assert told_of(plain, last) == "It helps Armour: a success."
    assert told_of(last, changed(plain, id="humans-P12")) == "It helps Armour: a success."
    assert told_of(last) == "It helps Beams: the last success, and it works."
    assert told_of(level) == "It helps Scanners: the last success."
    assert told_of(level, last).startswith("It helps Beams: ")
