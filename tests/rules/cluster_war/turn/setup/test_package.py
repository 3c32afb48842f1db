"""Spending the starting package (CW-3.0)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.model.race_design.sheet import (
    DesignTemplate,
    Facilities,
    PlannedColony,
    PlannedFleet,
    RaceSheet,
    SheetEntry,
    StartPackage,
)
from rules.cluster_war.model.state.common import DesignKind, Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.turn.setup.presets import preset
from rules.cluster_war.turn.setup.races import describe, first_fleets, race_of, start_side
from rules.cluster_war.turn.setup.scenario import Scenario
from rules.cluster_war.turn.setup.start_kit import (
    StartKitLimits,
    check_package,
    check_scenario,
    limits,
    usual_templates,
)
from rules.values import GameError, changed

FOLK = RaceSheet(name="Folk")
FREIGHTER = Design("CF", "Caravan", "ship", 6, 50, cargo_bays=4)
CRUISER = Design("CA", "Cruiser", "ship", 20, 100)
MILITIA = Design("MIL", "Militia", "ground", 1, 100)
PLAN = StartPackage(designs=(FREIGHTER, CRUISER, MILITIA))


def having(*entries: SheetEntry) -> RaceSheet:
    """A draft with these entries."""
    return changed(FOLK, entries=entries)


def allowed(*entries: SheetEntry) -> StartKitLimits:
    """What such a race may begin with."""
    return limits(race_of(having(*entries)))


def problems(sheet: RaceSheet, plan: StartPackage, settings: Settings = Settings()) -> list[str]:  # noqa: B008 # frozen
    """The rules a plan breaks, in order."""
    return [finding.rule for finding in check_package(sheet, plan, settings)]


def designs(kind: DesignKind, count: int, hull: int = 4) -> tuple[Design, ...]:
    """So many designs of a kind, the first ship a freighter."""
    made = (Design(f"{kind}{hull}-{n}", f"{kind} {n}", kind, hull, 10) for n in range(count))
    return tuple(changed(d, cargo_bays=4) if d.id == "ship4-0" else d for d in made)


@pytest.mark.rule("CW-3.0-03", "CW-3.0-04", "CW-3.0-05", "CW-3.0-06")
def test_the_standard_kit() -> None:
    assert allowed() == StartKitLimits(
        colony_cps=500,
        ship_cps=1000,
        facility_cps=1000,
        extra_cps=0,
        training_base=50,
        starships=None,
        battalions=None,
        base_templates=3,
        ship_templates=2,
        base_designs=3,
        ship_designs=5,
        fighter_designs=2,
        gunboat_designs=2,
        extra_designs=0,
    )


@pytest.mark.rule("CW-3.0-03", "CW-3.1-32")
@pytest.mark.parametrize(("level", "cps"), [(1, 750), (2, 1000), (3, 1250)])
def test_ten_points_give_250_cps_of_colonies(level: int, cps: int) -> None:
    assert allowed(SheetEntry("Extra Colonies", level)).colony_cps == cps
    assert limits(race_of(preset("Humans"))).colony_cps == 1000
    plan = changed(PLAN, home_cps=300, colonies=(PlannedColony(cps - 300),))
    assert problems(having(SheetEntry("Extra Colonies", level)), plan) == []
    over = changed(plan, colonies=(*plan.colonies, PlannedColony(1)))
    assert problems(having(SheetEntry("Extra Colonies", level)), over) == ["CW-3.0-03"]


@pytest.mark.rule("CW-3.1-67")
def test_low_industry_takes_250_cps_of_colonies() -> None:
    assert limits(race_of(preset("The Dominators"))).colony_cps == 250


@pytest.mark.rule("CW-3.1-31")
def test_points_turned_into_cps_pay_for_ships_bases_and_forces_but_not_for_yards() -> None:
    rich = having(SheetEntry("Convert APs to CPs", 3))
    assert allowed(SheetEntry("Convert APs to CPs", 3)).extra_cps == 300
    assert problems(rich, changed(PLAN, ships={"CA": 13})) == []
    assert problems(rich, changed(PLAN, ships={"CA": 14})) == ["CW-3.0-03"]
    assert problems(FOLK, changed(PLAN, ships={"CA": 13})) == ["CW-3.0-03"]
    forces = changed(PLAN, ships={"CA": 11}, facilities=Facilities(garrison={"MIL": 12}))
    assert problems(rich, forces) == []
    assert problems(rich, changed(forces, ships={"CA": 12})) == ["CW-3.0-03"]
    yards = changed(PLAN, facilities=Facilities(shipyard_bays=350))
    assert problems(rich, yards) == ["CW-3.1-31"]


@pytest.mark.rule("CW-3.0-03")
def test_facilities_have_a_thousand_cps_of_their_own() -> None:
    assert problems(FOLK, changed(PLAN, facilities=Facilities(shipyard_bays=333))) == []
    assert set(problems(FOLK, changed(PLAN, facilities=Facilities(shipyard_bays=334)))) == {"CW-3.0-03", "CW-3.1-31"}
    mixed = Facilities(shipyard_bays=300, garrison={"MIL": 1})
    assert problems(FOLK, changed(PLAN, facilities=mixed)) == []
    assert problems(FOLK, changed(PLAN, facilities=changed(mixed, garrison={"MIL": 2}))) == ["CW-3.0-03"]


@pytest.mark.rule("CW-3.0-04")
def test_the_first_training_base_is_free_and_houses_size_fifty() -> None:
    heavy = changed(MILITIA, hull=10, cost=1)
    plan = changed(PLAN, designs=(FREIGHTER, heavy), facilities=Facilities(garrison={"MIL": 5}))
    assert problems(FOLK, plan) == []
    crowded = changed(plan, facilities=Facilities(garrison={"MIL": 6}))
    assert problems(FOLK, crowded) == ["CW-6.5-01"]
    assert problems(FOLK, changed(plan, facilities=Facilities(garrison={"MIL": 6}, training=25))) == []
    small = Settings(overrides={"CW-TAB-START-KIT/training base size/amount": "24"})
    assert problems(FOLK, plan, small) == ["CW-6.5-01"]


@pytest.mark.rule("CW-3.0-05")
def test_three_base_and_two_ship_templates() -> None:
    usual = usual_templates()
    assert Counter(template.kind for template in usual) == {"base": 3, "ship": 2}
    assert "Destroyer" in {template.name for template in usual}
    assert problems(FOLK, changed(PLAN, templates=usual)) == []
    for kind in ("base", "ship"):
        more = DesignTemplate("One more", "base" if kind == "base" else "ship")
        assert problems(FOLK, changed(PLAN, templates=(*usual, more))) == ["CW-3.0-05"]


@pytest.mark.rule("CW-3.0-06")
@pytest.mark.parametrize(
    ("kind", "hull", "most"), [("ship", 4, 5), ("base", 4, 3), ("small_craft", 3, 2), ("small_craft", 7, 2)]
)
def test_so_many_designs_and_no_more(kind: DesignKind, hull: int, most: int) -> None:
    freighter = () if kind == "ship" else (FREIGHTER,)
    assert problems(FOLK, StartPackage(designs=(*freighter, *designs(kind, most, hull)))) == []
    assert problems(FOLK, StartPackage(designs=(*freighter, *designs(kind, most + 1, hull)))) == ["CW-3.0-06"]


@pytest.mark.rule("CW-3.0-06")
def test_one_ship_design_is_a_command_freighter() -> None:
    (finding,) = check_package(FOLK, StartPackage(designs=(CRUISER,)))
    assert finding.rule == "CW-3.0-06"
    assert "command freighter" in finding.text
    assert check_package(FOLK, StartPackage(designs=(CRUISER, FREIGHTER))) == ()


@pytest.mark.rule("CW-3.0-06")
def test_a_design_fits_the_template_it_is_drawn_from() -> None:
    hulls = (DesignTemplate("Cruiser hull", "ship", 20), DesignTemplate("Station", "base", 30))
    plan = changed(PLAN, templates=hulls, drawn_from={"CA": "Cruiser hull"})
    assert problems(FOLK, plan) == []
    for other in ("Station", "Nothing"):
        assert problems(FOLK, changed(plan, drawn_from={"CA": other})) == ["CW-3.0-06"]
    assert problems(FOLK, changed(plan, designs=(FREIGHTER, changed(CRUISER, hull=21)))) == ["CW-3.0-06"]


@pytest.mark.rule("CW-3.1-80", "CW-3.2-01")
def test_designs_given_up_and_designs_bought() -> None:
    fewer = allowed(SheetEntry("Limited Designs: Ships", 2), SheetEntry("Limited Designs: Bases"))
    assert (fewer.ship_designs, fewer.base_designs) == (3, 2)
    four = StartPackage(designs=designs("ship", 4))
    assert problems(having(SheetEntry("Limited Designs: Ships", 2)), four) == ["CW-3.0-06"]
    vermin = limits(race_of(preset("Vermin")))
    assert (vermin.ship_designs, vermin.base_designs) == (4, 2)
    bought = StartPackage(designs=(*designs("ship", 7), *designs("base", 6)))
    assert problems(having(SheetEntry("Extra Designs", 5)), bought) == []
    assert problems(having(SheetEntry("Extra Designs", 4)), bought) == ["CW-3.0-06"]


@pytest.mark.rule("CW-3.1-70")
def test_a_smaller_fleet_loses_cps_and_keeps_three_ships() -> None:
    small = having(SheetEntry("Smaller Fleet", 4))
    assert (limits(race_of(small)).ship_cps, limits(race_of(small)).starships) == (600, 3)
    assert problems(small, changed(PLAN, ships={"CA": 3})) == []
    assert problems(small, changed(PLAN, ships={"CA": 3, "CF": 1})) == ["CW-3.1-70"]
    dear = changed(PLAN, designs=(FREIGHTER, changed(CRUISER, cost=201)), ships={"CA": 3})
    assert problems(small, dear) == ["CW-3.0-03"]
    five = Settings(overrides={"CW-TAB-RACIAL-DISADV/Smaller Fleet/most units": "5"})
    assert problems(small, changed(PLAN, ships={"CA": 3, "CF": 1}), five) == []


@pytest.mark.rule("CW-3.1-71")
def test_smaller_ground_forces_lose_cps_and_keep_three_battalions() -> None:
    small = having(SheetEntry("Smaller Ground Forces", 5))
    assert (limits(race_of(small)).facility_cps, limits(race_of(small)).battalions) == (500, 3)
    assert problems(small, changed(PLAN, facilities=Facilities(garrison={"MIL": 3}))) == []
    assert problems(small, changed(PLAN, facilities=Facilities(garrison={"MIL": 4}))) == ["CW-3.1-71"]
    assert problems(small, changed(PLAN, facilities=Facilities(shipyard_bays=150, garrison={"MIL": 1}))) == [
        "CW-3.0-03"
    ]


@pytest.mark.rule("CW-3.0-07")
def test_a_campaign_sets_its_own_amounts() -> None:
    poor = Settings(
        overrides={
            "CW-TAB-START-KIT/colonies/amount": "200",
            "CW-TAB-START-KIT/starships/amount": "300",
            "CW-TAB-START-KIT/facilities/amount": "400",
            "CW-TAB-START-KIT/ship designs/amount": "2",
        }
    )
    got = limits(race_of(FOLK), poor)
    assert (got.colony_cps, got.ship_cps, got.facility_cps, got.ship_designs) == (200, 300, 400, 2)
    assert problems(FOLK, changed(PLAN, ships={"CA": 4})) == []
    assert problems(FOLK, changed(PLAN, ships={"CA": 4}), poor) == ["CW-3.0-03"]


def test_plans_that_make_no_sense_get_a_sentence() -> None:
    assert problems(FOLK, changed(PLAN, ships={"ZZ": 1})) == ["CW-3.0-06"]
    assert problems(FOLK, changed(PLAN, ships={"CA": -1})) == ["CW-3.0-03"]
    assert problems(FOLK, changed(PLAN, ships={"MIL": 1})) == ["CW-3.0-03"]
    assert problems(FOLK, changed(PLAN, designs=(FREIGHTER, FREIGHTER))) == ["CW-3.0-06"]
    assert problems(FOLK, changed(PLAN, home_cps=-1)) == ["CW-3.0-03"]
    assert problems(FOLK, changed(PLAN, facilities=Facilities(shipyard_bays=-100, light_industry=600))) == ["CW-3.0-03"]
    assert problems(FOLK, changed(PLAN, designs=(FREIGHTER, changed(CRUISER, cost=0)))) == ["CW-3.0-06"]
    huge = Design("BIG", "Big boat", "small_craft", 11, 10)
    assert problems(FOLK, changed(PLAN, designs=(FREIGHTER, huge))) == ["CW-6.3-02"]


def campaign(sheet: RaceSheet, plan: StartPackage) -> Scenario:
    """A campaign of one side that begins with this plan."""
    side = start_side(changed(sheet, package=plan), "folk", 0, "Home")
    return Scenario("test", "Test", "A test.", Settings(), (side,))


@pytest.mark.rule("CW-3.1-70", "CW-3.1-71")
def test_a_scenario_is_held_to_the_same_limits() -> None:
    fleet, forces = having(SheetEntry("Smaller Fleet", 4)), having(SheetEntry("Smaller Ground Forces", 5))
    check_scenario(campaign(fleet, changed(PLAN, ships={"CA": 3})))
    check_scenario(campaign(forces, changed(PLAN, facilities=Facilities(garrison={"MIL": 3}))))
    for sheet, plan, rule in (
        (fleet, changed(PLAN, ships={"CA": 3, "CF": 1}), "CW-3.1-70"),
        (forces, changed(PLAN, facilities=Facilities(garrison={"MIL": 4})), "CW-3.1-71"),
        (forces, changed(PLAN, facilities=Facilities(shipyard_bays=200)), "CW-3.0-03"),
    ):
        with pytest.raises(GameError) as refused:
            check_scenario(campaign(sheet, plan))
        assert refused.value.rule == rule
        assert rule in problems(sheet, plan)


amounts = st.integers(-5, 400)
plans = st.builds(
    StartPackage,
    designs=st.lists(st.sampled_from([FREIGHTER, CRUISER, MILITIA, *designs("base", 4)]), max_size=6).map(tuple),
    drawn_from=st.dictionaries(st.sampled_from(["CA", "CF", "ZZ"]), st.sampled_from(["Destroyer", "?"]), max_size=2),
    ships=st.dictionaries(st.sampled_from(["CA", "CF", "MIL", "ZZ"]), st.integers(-1, 20), max_size=3),
    facilities=st.builds(Facilities, amounts, amounts, amounts, amounts, amounts),
    home_cps=amounts,
    colonies=st.lists(st.builds(PlannedColony, amounts), max_size=3).map(tuple),
)


@given(plans)
def test_what_passes_the_check_can_be_played_and_nothing_makes_the_check_fail(plan: StartPackage) -> None:
    if check_package(FOLK, plan) == ():
        check_scenario(campaign(FOLK, plan))
    assert describe(changed(FOLK, package=plan))


@pytest.mark.rule("CW-3.0-03")
def test_a_plan_is_written_out_line_by_line() -> None:
    plan = StartPackage(
        templates=(DesignTemplate("Star Dock", "base"), DesignTemplate("Line", "ship", 40)),
        designs=(FREIGHTER, CRUISER, MILITIA, changed(CRUISER, id="GB", name="Wasp", kind="small_craft")),
        ships={"CF": 2, "CA": 3},
        facilities=Facilities(shipyard_bays=5, science_stations=7, garrison={"MIL": 4, "CA": 1}),
        home_cps=300,
        colonies=(PlannedColony(90), PlannedColony(50, "Ashfall", "3456", "near home")),
        fleets=(PlannedFleet("Vanguard", {"CA": 1}),),
    )
    lines = describe(changed(FOLK, package=plan)).splitlines()
    start = lines.index("Home world begins with 300 CPs")
    assert lines[start : start + 12] == [
        "Home world begins with 300 CPs",
        "Colony of 90 CPs",
        "Colony of 50 CPs, Ashfall, 3456, near home",
        "Template: Star Dock (base)",
        "Template: Line (ship, hull 40)",
        "Design: Caravan (ship, hull 6, 50 CPs), 2 at the start",
        "Design: Cruiser (ship, hull 20, 100 CPs), 4 at the start",
        "Design: Militia (ground, hull 1, 100 CPs), 4 at the start",
        "Design: Wasp (small craft, hull 20, 100 CPs)",
        "Fleet: Vanguard (1 CA)",
        *[
            f"Fleet: {fleet.name} ({', '.join(f'{n} {d}' for d, n in fleet.ships.items())})"
            for fleet in first_fleets(plan)[1:3]
        ],
    ]
    assert [line for line in lines if line.startswith("Facilities: ")] == [
        "Facilities: 5 shipyard bays", "Facilities: 7 science stations",
    ]  # fmt: skip
    assert sum(line.startswith("Fleet: ") for line in lines) == len(first_fleets(plan)) == 3
