"""Blockades: who cuts a colony off, for how long, and what is told (CW-9.2-02)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.colonies.amendments import HinderColony
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.economy.supply import is_connected
from rules.cluster_war.model.events.raids import BlockadeChanged
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Course
from rules.cluster_war.model.state.sides import Knowledge
from rules.cluster_war.turn.gm.amend import amend
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet, with_fleet
from tests.rules.cluster_war.chapters.combat.sieges import PLAIN, WORLD, besieged, month
from tests.rules.cluster_war.yard import told

QUICK = Settings(battles="quick")


def blockaded(settings: Settings = QUICK, **more: Any) -> GameState:
    return change_fleet(besieged(settings=settings, **more), "vermin-F1", mission="blockade")


@pytest.mark.rule("CW-9.2-02", "CW-5.0-24")
def test_a_fleet_on_blockade_that_holds_a_system_alone_cuts_its_colony_off() -> None:
    state = blockaded()
    assert is_connected(state, "humans", WORLD)
    done = month(state)
    colony = done.state.colonies[WORLD]
    assert (colony.blockaded, colony.blockader, colony.side) == (True, "vermin", "humans")
    assert not is_connected(done.state, "humans", WORLD)
    assert income(done.state, "humans").production == 1000
    assert {(e.side, e.on) for e in told(done, BlockadeChanged)} == {("humans", True), ("vermin", True)}
    assert {e.cause.rule for e in told(done, BlockadeChanged)} == {"CW-9.2-02"}
    names = {e.side: e.name for e in told(done, BlockadeChanged)}
    assert names == {"humans": colony.name, "vermin": ""}, "what its owner calls it is not told to others"
    assert told(month(done.state), BlockadeChanged) == []
    left = month(change_fleet(done.state, "vermin-F1", hex="0909"))
    assert not left.state.colonies[WORLD].blockaded
    assert {(e.side, e.on) for e in told(left, BlockadeChanged)} == {("humans", False), ("vermin", False)}
    assert {e.cause.rule for e in told(left, BlockadeChanged)} == {"CW-5.0-24"}


@pytest.mark.rule("CW-9.2-02")
def test_there_is_no_blockade_past_defenders_without_guns_in_peace_or_where_the_game_master_is_asked() -> None:
    for state in (
        with_fleet(blockaded(), "humans", "0505", "destroyer"),
        blockaded(garrison={"base": 1}),
        changed(blockaded(), peace=("humans|vermin",)),
        blockaded(PLAIN),
        change_fleet(blockaded(), "vermin-F1", mission="patrol"),
        change_fleet(besieged("freighter", settings=QUICK), "vermin-F1", mission="blockade"),
        change_fleet(blockaded(), "vermin-F1", course=Course(("0506",), (9,))),
    ):
        assert not month(state).state.colonies[WORLD].blockaded


@pytest.mark.rule("CW-9.2-02")
def test_a_blockade_by_the_game_masters_word_stays_when_no_fleet_is_there() -> None:
    state = change_fleet(blockaded(), "vermin-F1", hex="0909")
    said = amend(state, HinderColony(WORLD, 0, blockaded=True), "mines").state
    assert month(said).state.colonies[WORLD].blockaded


@pytest.mark.rule("CW-9.2-02")
def test_who_blockades_first_goes_on_doing_it_and_another_takes_over_when_they_leave() -> None:
    state = month(blockaded()).state
    sides = {**state.sides, "oolab": changed(state.sides["vermin"], id="oolab", name="Oolab")}
    state = changed(state, sides=sides, knowledge={**state.knowledge, "oolab": Knowledge()}, peace=("oolab|vermin",))
    state = with_fleet(state, "oolab", "0505", "siege")
    state = change_fleet(state, "oolab-F1", mission="blockade")
    both = month(state)
    assert both.state.colonies[WORLD].blockader == "vermin"
    assert told(both, BlockadeChanged) == []
    left = month(change_fleet(both.state, "vermin-F1", hex="0909"))
    assert left.state.colonies[WORLD].blockader == "oolab"
    assert {(e.by, e.on) for e in told(left, BlockadeChanged)} == {("vermin", False), ("oolab", True)}
