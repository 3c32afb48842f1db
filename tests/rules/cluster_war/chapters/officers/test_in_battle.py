"""Officers and crews in a campaign's battles: what they bring into them, and that they are lost with their ships."""

import pytest

from rules.cluster_war.chapters.combat.apply_outcome import apply
from rules.cluster_war.chapters.combat.contact import clashes
from rules.cluster_war.chapters.combat.muster import muster
from rules.cluster_war.model.events.officers import OfficerLost, OfficerTookOver, WitsMatched
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, UnitOutcome
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet, draft_of, with_fleet
from tests.rules.cluster_war.chapters.officers.staff import officer, staffed

EATER, SISTER, DESTROYER = "humans/CA01", "humans/CA02", "humans/DD01"


def met() -> TurnState:
    """The Vermin attack the Humans' home, where an admiral, two commanders and a captain serve."""
    state = staffed(
        officer(1, "Talon", "commander", EATER, rank=2, command=4),
        officer(2, "Red Claw", "commander", SISTER, rank=4, command=7),
        officer(3, "Hexar", "captain", DESTROYER, attack=8, defense=5),
        officer(4, "Old Man", "admiral", EATER, strategy=100),
    )
    state = with_fleet(state, "vermin", "0303", "flagship", name="Raiders")
    state = change_fleet(state, "vermin-F1", engagement=Engagement("attack"))
    crew = changed(state.ships[SISTER], grade="elite", settling=2)
    settings = Settings(flag_officers=True, graded_crews=True, battles="quick")
    return draft_of(changed(state, settings=settings, ships={**state.ships, SISTER: crew}))


@pytest.mark.rule("CW-17.1-20", "CW-17.1-21", "CW-17.1-22", "CW-17.1-23", "CW-17.2-09")
def test_captains_crews_and_admirals_count_in_a_battle() -> None:
    month = met()
    [battle] = muster(month, 9, clashes(month, 9))
    units = {unit.unit: unit for unit in battle.units}
    assert (units[DESTROYER].attack, units[DESTROYER].defense) == (8, 5)
    assert (units[EATER].attack, units[EATER].defense) == (0, 0)
    assert units[SISTER].grade == "veteran", "an elite crew that settles in"
    [told] = [e for e in month.events if isinstance(e, WitsMatched)]
    assert battle.advantage == {"humans": told.difference}
    assert told.seen_by == ()


@pytest.mark.rule("CW-17.1-28")
def test_officers_are_lost_in_battle_and_the_next_takes_over() -> None:
    month = met()
    [battle] = muster(month, 9, clashes(month, 9))
    ends = tuple(
        UnitOutcome(
            unit.unit, "destroyed" if unit.unit == SISTER else "survived", unit.wounds, unit.munitions, count=unit.count
        )
        for unit in battle.units
    )
    apply(month, battle, BattleOutcome(battle.id, "quick", "humans", ends))
    assert [e.name for e in month.events if isinstance(e, OfficerLost)] == ["Red Claw"]
    assert [e.name for e in month.events if isinstance(e, OfficerTookOver)] == ["Talon"]
    assert "humans/O2" not in month.officers
    assert month.ships[DESTROYER].battles == 1


@pytest.mark.rule("CW-17.1-19", "CW-17.1-25", "CW-17.1-27")
def test_the_ranking_commander_betters_the_initiative_of_the_battle() -> None:
    month = met()
    [battle] = muster(month, 9, clashes(month, 9))
    assert battle.command == {"humans": 7}
    without = draft_of(changed(month.start, officers={}))
    assert muster(without, 9, clashes(without, 9))[0].command == {}


@pytest.mark.rule("CW-17.0-01", "CW-17.2-02")
def test_where_the_switches_are_off_nobody_counts_more_than_others() -> None:
    found = met()
    start = changed(found.start, settings=Settings(battles="quick"))
    turn = draft_of(start)
    [battle] = muster(turn, 9, clashes(turn, 9))
    assert {(u.grade, u.attack, u.defense) for u in battle.units} == {("regular", 0, 0)}
    assert battle.advantage == {}
    assert battle.command == {}
