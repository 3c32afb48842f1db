"""What a society's psionics change, and the game master's hand on them (15.1, racial abilities)."""

import pytest

from rules.cluster_war.chapters.logistics.amendments import RemoveShips
from rules.cluster_war.chapters.minds.psionic_amendments import (
    GrantAbility,
    GrantInsight,
    SendHint,
    SetImmune,
    SetPsionics,
)
from rules.cluster_war.chapters.officers.crew_orders import SendTelepaths
from rules.cluster_war.chapters.officers.ratings import sorted_talents
from rules.cluster_war.chapters.research.amendments import GrantSuccess
from rules.cluster_war.chapters.research.project_orders import ReadObject, StartProject
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.psionics import Foreseen, TelepathsSent
from rules.cluster_war.model.psionics.abilities import (
    HARMONY,
    against_intelligence,
    at_first_contact,
    immune_by,
    is_reached,
    side_abilities,
)
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.psionics import Telepaths
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import body, star, with_fleet
from tests.rules.cluster_war.model.psionics.minds import SEERS, gifted
from tests.rules.cluster_war.yard import empire, failures, fleet, plan, told, turn

SHIP = "humans/DD01"


def crowd(*abilities: str) -> GameState:
    """The humans, psionic, with a destroyer at home and a project."""
    state = fleet(gifted(empire(), *abilities), "0303", "destroyer")
    return turn(state, StartProject("Old Stones", "0303", 3, 25)).state


def heard(event: Event) -> tuple[str, ...]:
    return event.seen_by


@pytest.mark.rule("CW-15.1-10", "CW-15.1-09")
def test_telepathy_is_no_more_than_talk_nearby_and_guards_against_intelligence() -> None:
    state = gifted(empire())
    (modifier,) = against_intelligence(state.sides["humans"], state.settings)
    assert modifier.value == -10
    assert against_intelligence(state.sides["vermin"], state.settings) == ()
    assert list(at_first_contact(state.sides["humans"], (), state.settings)) == [], "it rarely works on aliens"
    assert not [kind for kind in ORDER_TYPES if "Message" in kind.__name__], "it carries no orders beyond its range"


@pytest.mark.rule("CW-15.1-11")
def test_a_team_of_telepaths_serves_one_ship_or_project() -> None:
    state = crowd()
    assert "looks after the security of DD01" in plan(state, SendTelepaths("security", SHIP)).text
    done = turn(state, SendTelepaths("security", SHIP), SendTelepaths("contact", SHIP))
    assert done.state.sides["humans"].telepaths == (Telepaths("contact", SHIP),), "one task in one place"
    guard = turn(state, SendTelepaths("security", "humans-P1"), SendTelepaths("contact", SHIP))
    owner = guard.state.sides["humans"]
    assert [m.value for m in against_intelligence(owner, state.settings, at="humans-P1")] == [-10, -10]
    assert [m.value for m in against_intelligence(owner, state.settings, at=SHIP)] == [-10]
    assert [m.value for m in at_first_contact(owner, (SHIP,), state.settings)] == [10]
    assert [e.task for e in told(guard, TelepathsSent)] == ["security", "contact"]
    assert {e.seen_by for e in told(guard, TelepathsSent)} == {("humans",)}
    more = fleet(guard.state, "0303", "scout")
    assert "You have 2 teams" in failures(turn(more, SendTelepaths("security", "humans/SC01")))[0]
    home = turn(guard.state, SendTelepaths("home", SHIP)).state.sides["humans"]
    assert home.telepaths == (Telepaths("security", "humans-P1"),)
    for refused in (SendTelepaths("contact", "humans-P1"), SendTelepaths("home", "humans/SC09")):
        with pytest.raises(IllegalOrderError):
            plan(state, refused)
    with pytest.raises(IllegalOrderError, match="no telepaths"):
        plan(fleet(empire(), "0303", "destroyer"), SendTelepaths("contact", SHIP))


@pytest.mark.rule("CW-15.1-11")
def test_a_team_comes_home_from_what_is_finished_and_is_lost_with_its_ship() -> None:
    state = turn(crowd(), SendTelepaths("security", "humans-P1"), SendTelepaths("contact", SHIP)).state
    for _ in range(3):
        state = amend(state, GrantSuccess("humans", "humans-P1"), "insight").state
    state = amend(state, RemoveShips((SHIP,)), "a storm").state
    done = turn(state)
    assert done.state.sides["humans"].telepaths == ()
    assert {(e.task, e.name) for e in told(done, TelepathsSent)} == {("home", "Old Stones"), ("lost", "DD01")}


@pytest.mark.rule("CW-15.1-11")
def test_a_team_that_is_lost_is_told_of_also_where_another_sides_stays() -> None:
    state = turn(crowd(), SendTelepaths("contact", SHIP)).state
    gone = changed(state.sides["vermin"], telepaths=(Telepaths("contact", "vermin/DD09"),))
    done = turn(changed(state, sides={**state.sides, "vermin": gone}))
    assert done.state.sides["humans"].telepaths == (Telepaths("contact", SHIP),)
    assert done.state.sides["vermin"].telepaths == ()
    assert [(e.side, e.task) for e in told(done, TelepathsSent)] == [("vermin", "lost")]


@pytest.mark.rule("CW-15.1-18")
def test_a_harmonizing_society_resists_infiltration_and_strife() -> None:
    owner = gifted(empire(), "Harmonizing").sides["humans"]
    spied = against_intelligence(owner, empire().settings, infiltration=True)
    assert [m.value for m in spied] == [-10, -30]
    assert [m.value for m in against_intelligence(owner, empire().settings)] == [-10]
    assert "civil strife is much less likely" in HARMONY


@pytest.mark.rule("CW-15.1-20", "CW-15.1-22", "CW-15.0-04")
def test_translators_are_welcome_and_screaming_races_are_not_unless_the_others_are_deaf_to_it() -> None:
    state = gifted(empire(), "Translating", "Screaming (racial)")
    ours, settings = state.sides["humans"], state.settings
    assert [m.value for m in at_first_contact(ours, (), settings)] == [20, -20]
    assert [m.value for m in at_first_contact(ours, (), settings, reached=False)] == [20]
    assert is_reached(state.sides["vermin"], "screaming", settings)
    deaf = amend(state, SetImmune("vermin"), "no minds to reach").state
    assert not is_reached(deaf.sides["vermin"], "screaming", settings)
    assert is_reached(deaf.sides["vermin"], "dowsing", settings), "it acts on no mind"
    assert is_reached(
        amend(deaf, SetImmune("vermin", immune=False), "they hear").state.sides["vermin"], "screaming", settings
    )
    units = gifted(empire(), "Screaming").sides["humans"]
    assert list(at_first_contact(units, (), settings)) == []


@pytest.mark.rule("CW-15.0-04", "CW-15.1-20", "CW-15.1-23")
def test_races_and_monsters_of_the_game_masters_may_be_psionic_or_immune() -> None:
    state = gifted(empire(star("0505", body(1))), "Screaming (racial)")
    state = changed(state, nprs={"hive": Npr("hive", "Hive", "0505", 60)})
    state = amend(state, GrantAbility("hive", "Zombie"), "monsters").state
    assert state.nprs["hive"].technologies == ("Psionic Ability: Zombie",)
    with pytest.raises(GameError, match="already"):
        amend(state, GrantAbility("hive", "Zombie"), "again")
    state = amend(state, SetImmune("hive"), "no minds").state
    assert immune_by(state.nprs["hive"].technologies)
    met = fleet(state, "0505", "destroyer")
    calm = [q.suggestion for q in turn(met).state.questions if q.kind == "encounter"]
    assert calm
    assert not [text for text in calm if "repels" in text]
    open_minds = amend(met, SetImmune("hive", immune=False), "they woke").state
    assert [q for q in turn(open_minds).state.questions if "repels" in q.suggestion]
    gone = amend(open_minds, GrantAbility("hive", "Zombie", take=True), "over").state
    assert gone.nprs["hive"].technologies == ()


@pytest.mark.rule("CW-15.1-20", "CW-15.1-22")
def test_the_game_master_reads_it_where_sides_meet_and_nobody_else() -> None:
    state = fleet(gifted(empire(), "Translating", "Screaming (racial)"), "0505", "destroyer")
    state = with_fleet(state, "vermin", "0505", "scout")
    done = turn(state)
    (question,) = (q for q in done.state.questions if q.kind == "encounter")
    assert "For Humans: +20 translating (CW-15.1-22), -20 a screaming race repels (CW-15.1-20)." in question.suggestion
    shown = repr(view_for(done.state, "vermin"))
    assert "screaming" not in shown
    assert "Psionic" not in shown


@pytest.mark.rule("CW-15.1-07", "CW-15.1-22")
@pytest.mark.parametrize(("ability", "rule"), [("Postcognition", "CW-15.1-07"), ("Translating", "CW-15.1-22")])
def test_psychics_handle_an_object_and_the_game_master_grants_what_they_learn(ability: str, rule: str) -> None:
    state = crowd(ability)
    order = ReadObject("a derelict's log", "humans-P1")
    assert ability in plan(state, order).text
    asked = turn(state, order).state
    (question,) = (q for q in asked.questions if q.kind == "psionics")
    assert (question.rule, question.subjects, question.sides) == (rule, ("humans-P1",), ("humans",))
    before = asked.projects["humans-P1"]
    helped = amend(asked, GrantInsight("humans", "humans-P1", 40), "they saw its makers")
    assert helped.state.projects["humans-P1"].cps == before.cps + 40
    assert (helped.events[-1].cause.rule, heard(helped.events[-1])) == (rule, ("humans",))
    stepped = amend(asked, GrantInsight("humans", "humans-P1"), "all of it").state.projects["humans-P1"]
    assert stepped.step == before.step + 1
    with pytest.raises(IllegalOrderError, match="neither"):
        plan(turn(empire(), StartProject("Old Stones", "0303", 3, 25)).state, order)
    with pytest.raises(GameError, match="neither"):
        amend(
            turn(empire(), StartProject("Old Stones", "0303", 3, 25)).state, GrantInsight("humans", "humans-P1"), "no"
        )


@pytest.mark.rule("CW-15.1-08")
def test_precognition_is_the_game_masters_alone_to_send() -> None:
    state = gifted(empire(), "Precognition")
    done = amend(state, SendHint("humans", "Do not go to 0707."), "a dream")
    (seen,) = told(done, Foreseen)
    assert (seen.text, seen.seen_by, seen.cause.rule) == ("Do not go to 0707.", ("humans",), "CW-15.1-08")
    with pytest.raises(GameError, match="does not have precognition"):
        amend(state, SendHint("vermin", "Run."), "no")
    with pytest.raises(GameError, match="1 to"):
        amend(state, SendHint("humans", " "), "no")
    assert not [kind for kind in ORDER_TYPES if "recogn" in kind.__name__.casefold()], "no order calls on it"


@pytest.mark.rule("CW-15.0-01")
def test_the_switch_takes_all_of_it_out_of_the_campaign_and_back() -> None:
    state = gifted(empire(), "Harmonizing")
    off = amend(state, SetPsionics(on=False), "too much")
    assert off.events[-1].cause.rule == "CW-15.0-01"
    assert side_abilities(off.state.sides["humans"], off.state.settings) == ()
    assert against_intelligence(off.state.sides["humans"], off.state.settings, infiltration=True) == ()
    with pytest.raises(GameError, match="no psionics"):
        amend(off.state, GrantAbility("humans", "Shadow"), "no")
    assert side_abilities(amend(off.state, SetPsionics(on=True), "back").state.sides["humans"])


@pytest.mark.rule("CW-15.1-01", "CW-15.0-02", "CW-15.0-11")
def test_the_game_master_gives_and_takes_abilities_the_trait_with_the_first() -> None:
    state = amend(empire(), GrantAbility("humans", "screaming", racial=True), "a mutation").state
    race = state.sides["humans"].race
    assert race.abilities == ("Psionic Ability", "Psionic Ability: Screaming (racial)")
    with pytest.raises(GameError, match="already"):
        amend(state, GrantAbility("humans", "Screaming", racial=True), "again")
    with pytest.raises(GameError, match="trained in units"):
        amend(state, GrantAbility("humans", "Shadow", racial=True), "no")
    with pytest.raises(GameError, match="no psionic ability"):
        amend(state, GrantAbility("humans", "Levitation"), "no")
    taken = amend(state, GrantAbility("humans", "Screaming", take=True), "it passed").state
    assert side_abilities(taken.sides["humans"]) == ("telepathy",)
    with pytest.raises(GameError):
        amend(taken, GrantAbility("humans", "Screaming", take=True), "again")


@pytest.mark.rule("CW-15.0-11", "CW-17.1-15")
def test_a_single_officer_may_be_the_psychic_with_the_disciplines_of_their_race() -> None:
    assert sorted_talents(("psionic adept",), SEERS).has == ("psionic adept: Combat Precognition, Screaming",)
