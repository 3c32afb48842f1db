"""Talents at work: surveys by a scientist, and what the game master does by hand (CW-17.1-07 to CW-17.1-16, CW-17.1-29)."""

import pytest

from rules.cluster_war.chapters.detection.surveys import survey_weeks
from rules.cluster_war.chapters.logistics.amendments import RemoveShips
from rules.cluster_war.chapters.movement.fleets import force_of
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.officers.amendments import ChangeOfficer, GradeCrews, SetSwitches, UseTalent
from rules.cluster_war.chapters.officers.ratings import captain_ratings
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed
from tests.rules.cluster_war.build import body, star, with_fleet
from tests.rules.cluster_war.chapters.officers.staff import month, officer, staffed

FAR = "humans/DD02"
TALON = "humans/O1"


def said(state: GameState, order: object) -> Amended:
    """What is told of an amendment."""
    told = [e for e in amend(state, order, "").events if isinstance(e, Amended)]  # type: ignore[arg-type] # an amendment
    return told[-1]


@pytest.mark.rule("CW-17.1-11")
def test_a_scientist_is_a_survey_bay() -> None:
    state = with_fleet(staffed(), "humans", "1212", "scout", name="Scouts")
    state = changed(
        state, cluster=changed(state.cluster, systems={**state.cluster.systems, "1212": star("1212", body(1))})
    )
    with pytest.raises(GameError, match="a survey needs at least one of each"):
        check(view_for(state, "humans"), (), SetMission("humans-F3", "survey"))
    who = officer(1, post="aboard", unit="humans/SC01", talents=("scientist",))
    staff = changed(state, officers={who.id: who})
    force = force_of(staff, staff.fleets["humans-F3"])
    assert (force.lrs, force.survey_bays) == (1, 1)
    assert survey_weeks(force.lrs, force.survey_bays, Settings()) == 4
    check(view_for(staff, "humans"), (), SetMission("humans-F3", "survey"))
    after = month(staff, SetMission("humans-F3", "survey")).state
    assert after.knowledge["humans"].systems["1212"].level == "surveyed"


@pytest.mark.rule("CW-17.1-07")
def test_the_game_master_is_told_of_a_diplomat_where_strangers_meet() -> None:
    state = with_fleet(staffed(officer(1, post="aboard", unit=FAR, talents=("diplomat",))), "vermin", "1010", "scout")
    suggestions = [q.suggestion for q in month(state).state.questions if q.kind == "encounter"]
    assert len(suggestions) == 1
    assert "Talon of Humans is a diplomat" in suggestions[0]
    told = said(state, UseTalent(TALON, "diplomat", "They smile.", 10))
    assert told.text == "Talon, diplomat: They smile. A modifier of +10."
    assert told.seen_by == ("humans",)
    assert told.cause.rule == "CW-17.1-07"


@pytest.mark.rule("CW-17.1-09")
def test_a_healer_recovers_as_many_as_the_game_master_says() -> None:
    state = staffed(officer(1, post="aboard", unit=FAR, talents=("healer",)))
    assert said(state, UseTalent(TALON, "healer", "", 12)).text == "Talon, healer: 12 of the crew are fit again."
    tired = changed(state, ships={**state.ships, FAR: changed(state.ships[FAR], stress=20)})
    done = amend(tired, UseTalent(TALON, "healer", "", 15), "").state
    assert done.ships[FAR].stress == 5
    assert amend(done, UseTalent(TALON, "healer", "", 15), "").state.ships[FAR].stress == 0
    words = amend(tired, UseTalent(TALON, "healer", "They sing."), "").state
    assert words.ships[FAR].stress == 20, "without a number it is words alone"


@pytest.mark.rule("CW-17.1-08")
def test_an_engineer_works_a_miracle() -> None:
    state = staffed(officer(1, post="aboard", unit=FAR, talents=("engineer",)))
    hurt = changed(state.ships[FAR], wounds=Wounds({"Beam emitter 3": 2}, {"Drive 4G": 1}))
    state = changed(state, ships={**state.ships, FAR: hurt})
    done = amend(state, UseTalent(TALON, "engineer", "A miracle.", 2), "")
    assert done.state.ships[FAR].wounds == Wounds({"Beam emitter 3": 1}, {})
    with pytest.raises(GameError, match="nothing to repair"):
        amend(
            changed(state, ships={**state.ships, FAR: changed(hurt, wounds=Wounds())}),
            UseTalent(TALON, "engineer", "", 1),
            "",
        )


@pytest.mark.rule("CW-17.1-16")
def test_luck_is_the_game_masters_secret_and_ends_with_the_month() -> None:
    state = staffed(officer(1, post="captain", unit=FAR, talents=("lucky",)))
    done = amend(state, UseTalent(TALON, "lucky", "The shell is a dud.", 15), "")
    assert [e.seen_by for e in done.events] == [()]
    assert captain_ratings(done.state, FAR) == (20, 20)
    assert view_for(done.state, "humans") == view_for(state, "humans")
    assert month(done.state).state.officers[TALON].luck == 0
    with pytest.raises(GameError):
        amend(staffed(officer()), UseTalent(TALON, "lucky", "", 15), "")


@pytest.mark.rule("CW-17.1-15")
def test_a_psionic_adepts_ability_is_that_of_their_race() -> None:
    state = staffed(officer(1, talents=("psionic adept: Psionic Ability (telepathy)",)))
    told = said(state, UseTalent(TALON, "psionic adept", "They hear the enemy think."))
    assert told.text == "Talon, psionic adept: They hear the enemy think."


@pytest.mark.rule("CW-17.1-29", "CW-17.1-31")
def test_officers_improve_and_are_injured_but_never_fall_below_zero() -> None:
    done = amend(staffed(officer()), ChangeOfficer(TALON, strategy=3, attack=-9), "")
    after = done.state.officers[TALON]
    assert (after.strategy, after.command, after.attack, after.defense) == (8, 5, 0, 5)
    assert said(staffed(officer()), ChangeOfficer(TALON, command=2)).text == "Talon now has command 7 (+2)."
    with pytest.raises(GameError, match="Change a rating"):
        amend(staffed(officer()), ChangeOfficer(TALON), "")


@pytest.mark.rule("CW-17.1-06")
def test_the_game_master_allows_another_talent() -> None:
    done = amend(staffed(officer()), ChangeOfficer(TALON, talent="Poet"), "")
    assert done.state.officers[TALON].talents == ("poet",)
    with pytest.raises(GameError, match="that talent already"):
        amend(done.state, ChangeOfficer(TALON, talent="poet"), "")


@pytest.mark.rule("CW-17.2-02")
def test_the_game_master_may_grade_crews() -> None:
    done = amend(staffed(), GradeCrews((FAR,), "veteran"), "")
    assert done.state.ships[FAR].grade == "veteran"
    with pytest.raises(GameError, match="no grades in this campaign"):
        amend(staffed(graded_crews=False), GradeCrews((FAR,), "veteran"), "")


@pytest.mark.rule("CW-17.0-01")
def test_the_game_master_turns_the_two_switches() -> None:
    done = amend(
        staffed(flag_officers=False, graded_crews=False), SetSwitches(flag_officers=True, graded_crews=True), ""
    )
    assert (done.state.settings.flag_officers, done.state.settings.graded_crews) == (True, True)
    assert [e.seen_by for e in done.events] == [("*",)]
    with pytest.raises(GameError, match="so already"):
        amend(done.state, SetSwitches(flag_officers=True, graded_crews=True), "")


@pytest.mark.rule("CW-17.1-28")
def test_officers_are_lost_with_ships_that_the_game_master_removes() -> None:
    done = amend(staffed(officer(1, post="captain", unit=FAR)), RemoveShips((FAR,)), "")
    assert done.state.officers == {}
