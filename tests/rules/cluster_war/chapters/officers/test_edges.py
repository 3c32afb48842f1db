"""Officers and crews at their edges: luck in every post, talents without end, who cannot be reached, crews that have no grade."""

import pytest

from rules.cluster_war.chapters.officers.crew_orders import MoveCrew
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RecruitOfficer
from rules.cluster_war.chapters.officers.ratings import drill, initiative_bonus, match_of_wits
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import GameError, changed
from tests.rules.cluster_war.build import change_fleet, draft_of
from tests.rules.cluster_war.chapters.officers.staff import HOME, month, officer, staffed

EATER, SISTER, FAR = "humans/CA01", "humans/CA02", "humans/DD02"


@pytest.mark.rule("CW-17.1-16")
def test_luck_counts_for_commanders_and_admirals_too() -> None:
    commander = officer(1, post="commander", unit=EATER, command=7, luck=5)
    assert initiative_bonus(staffed(commander), "humans", {EATER}) == 12
    admiral = officer(2, "Old Man", "admiral", EATER, strategy=7, luck=6)
    draft = TurnState(staffed(admiral), (), ScriptedDice([40, 40]))
    sides = {"humans": {EATER}, "vermin": {"vermin/CA01"}}
    assert match_of_wits(draft, "3/0303/1", "0303", sides) == {"humans": 13}


@pytest.mark.rule("CW-17.1-06")
def test_an_officer_has_ten_talents_at_most_each_once_and_well_named() -> None:
    view = view_for(staffed(), "humans")
    ten = tuple(f"talent {n}" for n in range(10))
    assert check(view, (), RecruitOfficer(HOME, "Talon", ten)).cost == 130
    for talents in ((*ten, "one more"), ("leader", "Exceptional leader"), ("x" * 41,), ("",)):
        with pytest.raises(GameError) as refused:
            check(view, (), RecruitOfficer(HOME, "Talon", talents))
        assert refused.value.rule == "CW-17.1-06"


@pytest.mark.rule("CW-17.1-03")
def test_nobody_is_posted_from_or_to_a_ship_in_ftl_space() -> None:
    going = Transit("1010", "1111", 8, 14)
    state = change_fleet(staffed(officer(1), officer(2, post="captain", unit=FAR)), "humans-F2", transit=going)
    view = view_for(state, "humans")
    for order in (AssignOfficer("humans/O1", "aboard", FAR), AssignOfficer("humans/O2", "aboard")):
        with pytest.raises(GameError, match="FTL space"):
            check(view, (), order)


@pytest.mark.rule("CW-17.2-09")
def test_a_regular_crew_that_moves_loses_no_turn_of_drill() -> None:
    after = month(staffed(), MoveCrew(EATER, SISTER)).state.ships
    assert [(after[key].settling, after[key].drilled) for key in (EATER, SISTER)] == [(0, 1), (0, 1)]


@pytest.mark.rule("CW-17.2-06")
def test_a_ship_without_a_crew_drills_nobody() -> None:
    state = staffed()
    humans = state.sides["humans"]
    alone = changed(humans.designs["flagship"], traits=("crewless",))
    humans = changed(humans, designs={**humans.designs, "flagship": alone})
    draft = draft_of(changed(state, sides={**state.sides, "humans": humans}))
    drill(draft)
    assert [draft.ships[key].drilled for key in (EATER, FAR)] == [0, 1]
