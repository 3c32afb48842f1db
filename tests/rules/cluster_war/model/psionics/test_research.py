"""Research in psionics (CW-15.0-07 to CW-15.0-10, CW-15.1-23)."""

import pytest

from rules.cluster_war.chapters.minds.psionic_amendments import GrantAbility, LendPsychics, MarkPsionic, SetPsionics
from rules.cluster_war.chapters.research.amendments import GrantSuccess, SetTask
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.chapters.research.tasks import psionic_lines
from rules.cluster_war.chapters.research.transfer_orders import GiveMaterial
from rules.cluster_war.model.psionics.abilities import BEINGS, is_reached, side_abilities
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.gm.amend import amend
from rules.values import GameError, changed
from tests.rules.cluster_war.model.psionics.minds import gifted
from tests.rules.cluster_war.yard import empire, failures, plan, turn

HOME = "0303"
PSI = "Psionic Technology"


def project(technology: str, steps: int, *, levels: bool = False) -> StartProject:
    return StartProject(technology, HOME, steps, 25, technology, levels)


def refusal(state: GameState, order: StartProject) -> str | None:
    """The rule by which it is refused, the same before the deadline and at it."""
    with pytest.raises(GameError) as caught:
        plan(state, order)
    assert str(caught.value) in failures(turn(state, order))
    return caught.value.rule


def finished(state: GameState, technology: str, steps: int) -> GameState:
    """The state with that project done, by the game master's free successes."""
    state = turn(state, project(technology, steps)).state
    key = max(state.projects)
    while not state.projects[key].finished_turn:
        state = amend(state, GrantSuccess("humans", key), "insight").state
    return state


@pytest.mark.rule("CW-15.0-07")
def test_a_psionic_race_widens_its_skills_as_a_system_upgrade() -> None:
    state = gifted(empire(), "Screaming")
    assert plan(state, project("Psionic Ability: Shadow", 2)).text
    assert refusal(state, project("Psionic Ability: Shadow", 1)) == "CW-15.0-07"
    assert refusal(state, project("Psionic Ability: Screaming", 2)) == "CW-15.0-07"
    assert refusal(state, project("Psionic Ability: Shadow", 2, levels=True)) == "CW-15.0-07"
    after = finished(state, "Psionic Ability: Shadow", 2)
    assert side_abilities(after.sides["humans"]) == ("telepathy", "screaming", "shadow")


@pytest.mark.rule("CW-15.0-08", "CW-15.0-09")
def test_a_race_without_psionics_needs_both_sciences_psionic_beings_and_four_successes() -> None:
    state = empire()
    assert refusal(state, project(PSI, 4)) == "CW-15.0-09"
    state = amend(state, LendPsychics("humans"), "a captive").state
    assert refusal(state, project(PSI, 3)) == "CW-15.0-09"
    assert refusal(state, project("Psionic Ability", 4)) == "CW-15.0-08"
    state = finished(state, PSI, 4)
    assert refusal(state, project("Psionic Ability", 4)) == "CW-15.0-08", "biology is missing"
    state = finished(state, "Biological Technology", 2)
    assert refusal(state, project("Psionic Ability", 3)) == "CW-15.0-09"
    assert refusal(state, project("Psionic Ability: Shadow", 4)) == "CW-15.0-08", "the trait comes first"
    state = finished(state, "Psionic Ability", 4)
    assert side_abilities(state.sides["humans"]) == ("telepathy",)
    assert plan(state, project("Psionic Ability: Shadow", 2)).text
    gone = amend(state, LendPsychics("humans", on=False), "it died").state
    assert BEINGS not in gone.sides["humans"].materials


@pytest.mark.rule("CW-15.0-08")
def test_a_psionic_ally_may_let_its_people_be_studied() -> None:
    state = gifted(empire(), "Dowsing")
    state = changed(state, embassies=("humans|vermin",))
    given = turn(state, GiveMaterial("vermin", BEINGS)).state
    assert BEINGS in given.sides["vermin"].materials
    with pytest.raises(GameError):
        plan(changed(empire(), embassies=("humans|vermin",)), GiveMaterial("vermin", BEINGS))


@pytest.mark.rule("CW-15.0-10", "CW-15.0-04")
def test_counters_are_found_with_psionic_beings_at_hand_and_keep_an_ability_off() -> None:
    state = empire()
    counter = "Psionic Counter: Screaming"
    assert refusal(state, project(counter, 4)) == "CW-15.0-10"
    state = amend(state, LendPsychics("humans"), "a monster in a cage").state
    assert is_reached(state.sides["humans"], "screaming", state.settings)
    after = finished(state, counter, 4).sides["humans"]
    assert not is_reached(after, "screaming", state.settings)
    assert is_reached(after, "delusion", state.settings)
    assert plan(gifted(empire(), "Dowsing"), project(counter, 2)).text, "psychics study themselves"
    assert refusal(state, project("Psionic Counter: Levitation", 4)) == "CW-15.1-01"


@pytest.mark.rule("CW-15.1-23")
def test_level_3_is_researched_only_with_the_game_masters_word() -> None:
    state = gifted(empire(), "Screaming")
    slaver = project("Psionic Ability: Slaver", 5)
    assert refusal(state, slaver) == "CW-15.1-23"
    allowed = amend(state, SetTask("Psionic Ability: Slaver", 5, side="humans"), "if they must").state
    assert plan(allowed, slaver).text
    granted = amend(state, GrantAbility("humans", "Slaver"), "a bad idea")
    assert "slaver" in side_abilities(granted.state.sides["humans"])
    assert granted.events[-1].cause.rule == "CW-15.1-23"


@pytest.mark.rule("CW-15.0-16", "CW-15.0-17", "CW-15.0-01")
def test_who_cannot_have_psionics_cannot_research_them() -> None:
    marked = amend(empire(), MarkPsionic("Mind Lance"), "it thinks").state
    assert refusal(marked, project("Mind Lance", 2)) == "CW-15.0-16"
    assert plan(gifted(marked, "Dowsing"), project("Mind Lance", 2)).text
    owner = empire().sides["humans"]
    robots = changed(owner, race=changed(owner.race, biology="Mechanized"), materials=(BEINGS,))
    state = changed(empire(), sides={**empire().sides, "humans": robots})
    assert refusal(state, project("Psionic Ability: Shadow", 4)) == "CW-15.0-17"
    off = amend(empire(), SetPsionics(on=False), "none here").state
    assert refusal(off, project(PSI, 4)) == "CW-15.0-01"
    assert list(psionic_lines(off.sides["humans"], off.settings)) == []


@pytest.mark.rule("CW-15.0-07", "CW-15.0-09")
def test_the_lines_that_are_open_are_listed_with_what_they_take() -> None:
    plain = {line.technology: line for line in psionic_lines(empire().sides["humans"], empire().settings)}
    assert plain[PSI].successes == 4
    assert plain["Psionic Ability"].requires == (PSI, "Biological Technology")
    state = gifted(empire(), "Screaming")
    mine = {line.technology: line for line in psionic_lines(state.sides["humans"], state.settings)}
    assert mine["Psionic Ability: Shadow"].successes == 2
    assert "Psionic Ability: Screaming" not in mine
    assert "Psionic Ability: Slaver" not in mine
