"""Scenes: opened where somebody comes or finds, answered by an order, ended by dice that are shown; carried out."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from rules.cluster_war.encounters.finds import scene_of
from rules.cluster_war.encounters.numbers import choices_of, scene_row
from rules.cluster_war.encounters.orders.answering import AnswerScene
from rules.cluster_war.encounters.playing import EFFECTS, GONE
from rules.cluster_war.events.encounters import ContactLost, SceneEnded, SceneOpened, TrapMet
from rules.cluster_war.events.event import Event
from rules.cluster_war.events.research import LevelGained, ProposalWorks
from rules.cluster_war.events.turn import QuestionRaised
from rules.cluster_war.planning.check import check
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.holdings import Project, Task
from rules.cluster_war.state.knowledge import KnownSystem, LastHeard
from rules.cluster_war.state.names import RULESET
from rules.cluster_war.state.places import Special
from rules.cluster_war.state.rulesets import UNKNOWN
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.state.war import Wounds
from rules.cluster_war.turn.invariants import broken
from rules.cluster_war.views.side_views import view_for
from rules.errors import IllegalOrderError
from rules.game import Adjudication
from rules.tables import several
from tests.rules.cluster_war.build import body, sheet, star, with_fleet
from tests.rules.cluster_war.encounters.lair import HERE, PLAYED, Loaded, coming, lair, play, system_at, told

MET: Final[Mapping[str, Special]] = {
    "parasites": Special("Monster", ("Monster: Parasites (75% of crew infected)",)),
    "amoeba": Special("Monster", ("Monster: Space Amoeba, number 1, hull 75 (absorbs all energy sources)",)),
    "whale": Special("Monster", ("Monster: Space Whale, number 9, hull 20 (fairly innocuous)",)),
    "kraken": Special("Monster", ("Monster: Space Kraken, number 1, hull 30 (tractor beam or maglock systems)",)),
    "dragon": Special("Monster", ("Monster: Star Dragon, number 1, hull 40 (territorial, aggressive)",)),
    "dragons": Special("Monster", ("Monster: Star Dragons, number 2 adults and 3 youths, hull 40 adults, 20 youths",)),
    "sharks": Special("Monster", ("Monster: Space Sharks, number 40, hull 10 (gunboat) (go for anything that moves)",)),
    "piranha": Special("Monster", ("Monster: Space Piranha, number 90, hull 5 (fighter)",)),
    "eaters": Special("Monster", ("Monster: Flesh Eaters, number 8 militia teams (board and eat the crew)",)),
    "thoughts": Special("Monster", ("Monster: Thought Eaters, number 8 militia teams",)),
    "energy": Special("Monster", ("Monster: Energy Eaters, number 8 infantry teams",)),
    "pirates": Special("Monster", ("Monster: Space Pirates, number 7 space marine combat teams", "Attitude: Hostile")),
    "scoutship": Special("Alien Scoutship", ("Technology: 1st Gen FTL Culture", "Attitude: Peaceful")),
    "aliens": Special("Active Alien Base/Colony", ("Attitude: Neutral",)),
    "civilization": Special("Alien Civilization", ("Attitude: Cautious",)),
    "liferelic": Special("Alien Artifact", ("Artifact: Stasis Module (live Alien)", "Attitude: Neutral")),
    "beastrelic": Special(
        "Alien Artifact", ("Artifact: Stasis Module (live Monster)", "Monster: Star Dragon, number 1, hull 40")
    ),
    "armsrelic": Special("Alien Artifact", ("Artifact: Stasis Module (Alien Weapon)", "Trap: Nuclear Bomb")),
    "maprelic": Special("Alien Artifact", ("Artifact: Stasis Module (Cluster Map)",)),
    "datarelic": Special("Alien Artifact", ("Artifact: Stasis Module (Sector Survey Data)",)),
    "ruin": Special("Alien Artifact", ("Artifact: Abandoned Alien Installation",)),
    "shipwreck": Special("Alien Artifact", ("Artifact: Shipwreck with FTL Drive", "Drive: derelict ship, jump drive")),
    "derelict": Special("Derelict Alien Ship/Base", ("Culture: 1st Gen FTL Culture",)),
    "wormhole": Special("Wormhole", ("Wormhole: other end in this cluster",)),
    "device": Special("Alien Weapon/Trap", ("Trap: Computer Siphon",)),
    "wonder": Special("Something Extraordinary"),
}
"""Something for every scene, as generation writes it."""
SCENES: Final = tables(PLAYED)["CW-TAB-SCENES"]
CHOICES: Final = [(row["scene"], row["choice"]) for _, row in tables(PLAYED)["CW-TAB-SCENE-CHOICES"].named_rows()]
STRONG: Final = Design(
    "strong",
    "Strong",
    "ship",
    60,
    400,
    Fraction(3),
    prefix="BB",
    racks=2,
    barracks=2,
    science_stations=2,
    layout={"Beam emitter 3": 20},
)
ARK: Final = Design("ark", "Ark", "ship", 400, 900, Fraction(1), prefix="AR", layout={"Beam emitter 3": 1})


def there(scene: str, *designs: str) -> GameState:
    """A fleet that stands at what leads to a scene, and has surveyed the system; nothing has happened yet."""
    state = lair(MET[scene], hole="closed", destination="1212") if scene == "wormhole" else lair(MET[scene])
    owner = state.sides["humans"]
    owner = replace(owner, designs={**owner.designs, "strong": STRONG, "ark": ARK})
    state = replace(state, sides={**state.sides, "humans": owner})
    known = {HERE: KnownSystem(HERE, "surveyed", 1)}
    knowledge = {**state.knowledge, "humans": replace(state.knowledge["humans"], systems=known)}
    return with_fleet(replace(state, knowledge=knowledge), "humans", HERE, *(designs or ("destroyer", "strong")))


def met(scene: str, *designs: str, **faces: int) -> GameState:
    """The month after, when the scene has been put."""
    return play(there(scene, *designs), dice=Loaded(**faces)).state


def test_the_table_of_scenes_is_whole() -> None:
    assert set(MET) == set(SCENES.keys)
    for key, row in SCENES.named_rows():
        mine = choices_of(PLAYED, key)
        assert row["usual"] in mine
        assert len(mine) >= 2
        usual = mine[row["usual"]]
        assert not usual["needs"]
        for choice in mine.values():
            effects = {e.partition(" ")[0] for e in (*several(choice["good"]), *several(choice["bad"]))}
            assert effects <= set(EFFECTS)
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


@pytest.mark.rule("CW-B-33", "CW-12.1-04")
def test_artifacts_show_in_a_survey_derelicts_in_scouting_monsters_at_once() -> None:
    def opened(scene: str, level: str) -> bool:
        state = coming(lair(MET[scene]), "freighter")
        if level:
            known = {HERE: KnownSystem(HERE, level, 1)}  # type: ignore[arg-type] # a level
            mine = replace(state.knowledge["humans"], systems=known)
            state = replace(state, knowledge={**state.knowledge, "humans": mine})
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


@pytest.mark.rule("CW-B-15")
def test_pirates_board_by_surprise_and_half_the_crew_counts() -> None:
    done = play(there("pirates", "strong"), dice=Loaded(board=1))
    assert not done.state.ships
    assert told(done.events, ContactLost)
    held = play(there("pirates", "strong"), dice=Loaded(board=100, beaten=1))
    (tale,) = told(held.events, TrapMet)
    points = (60 // 2 + 2 * 6) // 2
    assert f"7 teams of boarders against {points} points" in tale.cause.modifiers[0].reason
    assert tale.cause.modifiers[0].value == 100 * 28 // (28 + points)


@pytest.mark.rule("CW-B-17")
def test_eaters_take_crews_or_drives() -> None:
    assert not play(there("eaters", "strong"), dice=Loaded(board=1)).state.ships
    assert not play(there("thoughts", "strong"), dice=Loaded(board=1)).state.ships
    drained = play(there("energy", "destroyer"), dice=Loaded(board=1)).state
    assert any(label.startswith("Drive") for label in drained.ships["humans/DD01"].wounds.damaged)
    gone = play(there("eaters", "strong"), dice=Loaded(board=100, beaten=100))
    assert system_at(gone.state).special is None
    assert not gone.state.scenes


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
    state = play(replace(state, projects={"humans-P1": project})).state
    done = play(state, *sheet("humans", AnswerScene("humans-E1", "study"), turn=2), dice=Loaded(end=1)).state
    assert done.projects["humans-P1"].step == 2


def studied(state: GameState, *projects: Project) -> Adjudication[GameState, Event]:
    """The month in which a whale is studied with luck while projects run."""
    state = play(replace(state, projects={p.id: p for p in projects})).state
    return play(state, *sheet("humans", AnswerScene("humans-E1", "study"), turn=2), dice=Loaded(end=1))


@pytest.mark.rule("CW-8.0-09", "CW-8.0-06")
def test_a_success_that_is_found_raises_the_level_of_an_incremental_project() -> None:
    state = there("whale")
    project = Project("humans-P1", "humans", "LRS", "0303-3", steps=4, step=2, incremental=True)
    done = studied(state, project)
    assert done.state.projects["humans-P1"].step == 3
    assert "LRS +1" in done.state.sides["humans"].technologies
    assert [(e.technology, e.level) for e in done.events if isinstance(e, LevelGained)] == [("LRS", 1)]
    last = studied(state, replace(project, step=4))
    assert "LRS +1" in last.state.sides["humans"].technologies
    assert "LRS" not in last.state.sides["humans"].technologies, "a level is no technology of its own"
    old = studied(replace(state, ruleset="cluster-war-3/4"), project)
    assert "LRS +1" not in old.state.sides["humans"].technologies, "campaigns under way go on as they did"


@pytest.mark.rule("CW-8.0-06", "CW-9.7-07")
def test_a_success_that_is_found_goes_to_the_first_project_by_number_and_brings_what_research_would() -> None:
    state = there("whale")
    many = [Project(f"humans-P{n}", "humans", f"Song {n}", "0303-3", steps=3) for n in (10, 2)]
    after = studied(state, *many).state.projects
    assert (after["humans-P2"].step, after["humans-P10"].step) == (2, 1)
    own = replace(state, tasks=(Task("Song 2", 1, side="humans", effect="It calms whales."),))
    done = studied(own, replace(many[1], steps=1))
    assert "Song 2" in done.state.sides["humans"].technologies
    assert [e.effect for e in told(done.events, ProposalWorks)] == ["It calms whales."]  # type: ignore[attr-defined] # one


@pytest.mark.rule("CW-B-18", "CW-5.0-18")
def test_spoils_are_for_who_has_won_and_the_books_know_of_them() -> None:
    def hunted(*designs: str, ruleset: str = RULESET) -> tuple[Adjudication[GameState, Event], int]:
        before = replace(met("whale", *designs), ruleset=ruleset)
        done = play(before, *sheet("humans", AnswerScene("humans-E1", "hunt"), turn=2), dice=Loaded(end=1))
        assert broken(before, done.state, done.events) == ()
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


def test_an_order_for_a_scene_is_checked_by_what_its_giver_sees() -> None:
    state = met("shipwreck", "destroyer")
    view = view_for(state, "humans")
    with pytest.raises(IllegalOrderError, match="towing links"):
        check(view, (), AnswerScene("E1", "tow"))
    with pytest.raises(IllegalOrderError, match="no choice here"):
        check(view, (), AnswerScene("E1", "dance"))
    with pytest.raises(IllegalOrderError, match="No encounter"):
        check(view, (), AnswerScene("E9", "study"))
    with pytest.raises(IllegalOrderError, match="No encounter"):
        check(view_for(state, "vermin"), (), AnswerScene("humans-E1", "study"))
    preview = check(view, (), AnswerScene("e1", "Study the drive"))
    assert preview.order == AnswerScene("humans-E1", "study")
    assert preview.notes[0].text == "Chance: 55 % (55 in itself)."


@pytest.mark.rule("CW-B-11", "CW-9.6-04")
def test_what_is_promised_of_a_choice_counts_what_works_aboard_and_no_fight_as_won() -> None:
    def said(state: GameState, choice: str) -> str:
        return check(view_for(state, "humans"), (), AnswerScene("E1", choice)).notes[0].text

    assert said(met("dragon"), "fight") == "Chance: no roll; a fight follows."
    assert said(met("whale"), "watch") == "Chance: no roll."
    whale = met("whale", "strong")
    assert said(whale, "study") == "Chance: 85 % (75 in itself, +10 for science stations)."
    shot = {key: replace(ship, wounds=Wounds(destroyed={"Science station": 99})) for key, ship in whale.ships.items()}
    assert said(replace(whale, ships=shot), "study") == "Chance: 75 % (75 in itself)."
    wreck = met("shipwreck", "strong")
    assert "85 % (85 in itself)" in said(wreck, "tow")
    owner = wreck.sides["humans"]
    bare = replace(owner, designs={**owner.designs, "strong": replace(STRONG, racks=0)})
    bare_wreck = replace(wreck, sides={**wreck.sides, "humans": bare})
    with pytest.raises(IllegalOrderError, match="towing links"):
        said(bare_wreck, "tow")
    done = play(bare_wreck, *sheet("humans", AnswerScene("humans-E1", "tow"), turn=2), dice=Loaded(end=1))
    (tale,) = [e for e in done.events if isinstance(e, SceneEnded)]
    assert "Nothing of ours there could do this: Tow her home." in tale.text


@pytest.mark.parametrize("ruleset", ["", UNKNOWN])
def test_who_has_left_is_not_there_to_do_it_and_who_comes_back_is_asked_again(ruleset: str) -> None:
    state = met("dragon")
    state = replace(state, ruleset=ruleset or state.ruleset)
    gone = replace(state, fleets={k: replace(f, hex="1515") for k, f in state.fleets.items()})
    done = play(gone)
    assert done.state.scenes[0].closed == 2
    tales = [(e.scene, e.choice, e.text) for e in done.events if isinstance(e, SceneEnded) and "humans" in e.seen_by]
    assert tales == ([] if ruleset else [("humans-E1", "", GONE)])
    back = play(coming(done.state, "destroyer"))
    assert [s.closed for s in back.state.scenes] == [2, 0]


@pytest.mark.rule("CW-12.0-02", "CW-12.1-04")
def test_a_scene_of_ships_that_vanished_closes_without_a_word() -> None:
    state = met("dragon")
    lead = state.scenes[0].fleet
    unheard = replace(state.knowledge["humans"], vanished=(LastHeard(lead, "First", "0909", 4, ()),))
    state = replace(state, fleets={}, ships={}, knowledge={**state.knowledge, "humans": unheard})
    done = play(state)
    assert [e.seen_by for e in done.events if isinstance(e, SceneEnded)] == [()]
    assert done.state.scenes[0].outcome == GONE


@pytest.mark.rule("CW-13.0-04", "CW-12.1-04")
def test_what_became_of_ships_that_nobody_is_left_to_tell_of_is_in_no_view_of_theirs() -> None:
    state = met("dragons", "scout")
    (scene,) = state.scenes
    done = play(state, *sheet("humans", AnswerScene(scene.id, "fight"), turn=2))
    assert not done.state.fleets
    assert told(done.events, ContactLost)
    assert [(s.closed, s.outcome) for s in view_for(done.state, "humans").scenes] == [(2, GONE)]
    asked = next(q for q in done.state.questions if q.subjects == (scene.id,))
    assert "We fought" in asked.answer, "the game master reads all of it"
