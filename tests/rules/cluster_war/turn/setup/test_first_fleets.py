"""The fleets of a starting package: as named, or by what the ships are for (4.1)."""

import pytest

from rules.cluster_war.model.race_design.sheet import PlannedFleet, StartPackage
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.turn.setup.races import first_fleets, split_by_use
from rules.values import changed

SCOUT = Design("SC", "Scout", "ship", 8, 30, lrs=2, layout={"LRS": 2})
SURVEY = Design("SV", "Survey Ship", "ship", 16, 60, lrs=1, survey_bays=2)
HAULER = Design("CF", "Freighter", "ship", 24, 60, cargo_bays=8, lrs=1, layout={"Cargo bay": 8, "Beam emitter 3": 1})
CRUISER = Design("CA", "Cruiser", "ship", 36, 180, lrs=1, layout={"LRS": 1, "Beam emitter 3": 4})
OLD = Design("DD", "Destroyer", "ship", 20, 100, lrs=1)
DESIGNS = {d.id: d for d in (SCOUT, SURVEY, HAULER, CRUISER, OLD)}
SHIPS = {"SC": 3, "SV": 1, "CF": 2, "CA": 1, "DD": 2}
PLAN = StartPackage(designs=tuple(DESIGNS.values()), ships=SHIPS)


@pytest.mark.rule("CW-4.1-12")
def test_ships_that_nobody_named_a_fleet_for_begin_by_their_use() -> None:
    assert split_by_use(SHIPS, DESIGNS) == {
        "Home Fleet": {"CA": 1, "DD": 2},
        "Scouts": {"SC": 3, "SV": 1},
        "Freighters": {"CF": 2},
    }
    assert [f.name for f in first_fleets(changed(PLAN, ships={"CF": 1, "CA": 0}))] == ["Freighters"]
    assert first_fleets(changed(PLAN, ships={})) == ()


@pytest.mark.rule("CW-4.1-12")
def test_named_fleets_take_their_ships_and_none_is_counted_twice() -> None:
    plan = changed(
        PLAN, fleets=(PlannedFleet("Vanguard", {"CA": 1, "SC": 1}), PlannedFleet("Greedy", {"SC": 9, "ZZ": 4}))
    )
    fleets = {f.name: dict(f.ships) for f in first_fleets(plan)}
    assert fleets == {
        "Vanguard": {"CA": 1, "SC": 1},
        "Greedy": {"SC": 2},
        "Home Fleet": {"DD": 2},
        "Scouts": {"SV": 1},
        "Freighters": {"CF": 2},
    }
    same = changed(PLAN, ships={"CA": 1, "DD": 1}, fleets=(PlannedFleet("home fleet", {"DD": 1}),))
    assert [f.name for f in first_fleets(same)] == ["home fleet", "Home Fleet II"]
