"""How a campaign runs (chapters 1, 18 and 19): the month's cycle, what orders say, the machine's checks, solo and pace."""

from fractions import Fraction
from pathlib import Path

import pytest

from cogs.campaign.commands.plan_texts import trip_text
from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.industry.yards import work_yards
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.movement.under_way import move_week
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.events.colonies import BudgetClosed, SpendingCut
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.industry import FacilityBuilt, UnitsDelivered
from rules.cluster_war.model.events.movement import FleetArrived, FleetsMet
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import grid_of
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.drafts import Builder
from rules.cluster_war.turn.month import MONTH_END, MONTH_START, WEEKLY
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario, read_scenario
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import body, star, with_fleet
from tests.rules.cluster_war.model.unit_design.drawing import rated, refusals, ship
from tests.rules.cluster_war.yard import HOME, YARD, Rigged, empire, failures, fleet, plan, rich, told, turn

SCENARIOS = Path(__file__).parents[5] / "scenarios"


@pytest.mark.parametrize(("hexes", "years"), [(1, 5), (9, 45)])
def test_a_hex_is_about_five_light_years_across(hexes: int, years: int) -> None:
    assert f"About {years} light years" in trip_text(Settings(), Fraction(2), hexes, 0)


@pytest.mark.rule("CW-1.0-05")
def test_the_standard_map_has_seventy_columns_and_rows_and_others_are_allowed() -> None:
    base = load_scenario(SCENARIOS / "four_empires.toml")
    assert (Settings().sectors_across, Settings().sectors_down) == (7, 7)
    sizes = {}
    for across, down in ((7, 7), (5, 5), (10, 6)):
        scenario = changed(base, settings=changed(base.settings, sectors_across=across, sectors_down=down))
        cluster = new_game(scenario, bytes(range(32))).cluster
        sizes[across, down] = cluster.columns, cluster.rows
        assert all(grid_of(cluster.columns, cluster.rows).parse(h) for h in cluster.systems)
    assert sizes == {(7, 7): (70, 70), (5, 5): (50, 50), (10, 6): (100, 60)}
    with pytest.raises(GameError, match="5 to 10 sectors"):
        new_game(changed(base, settings=changed(base.settings, sectors_across=11)), bytes(32))


@pytest.mark.rule("CW-1.0-05")
def test_a_map_of_real_stars_takes_the_place_of_dice() -> None:
    data = {
        "id": "near", "name": "Near stars", "blurb": "Drawn by hand", "map": "empty", "budget": "free",
        "settings": {"sectors_across": 5, "sectors_down": 5},
        "system": [{"hex": "2525", "codes": ["G"], "name": "Sol", "body": [{"orbit": 3, "step": "5555", "max_cp": 1000}]},
                   {"hex": "2526", "codes": ["G", "K"], "name": "Alpha Centauri"}],
        "side": [{"id": "earth", "name": "Earth", "colour": "#3366cc", "race": "Humans", "home": "2525",
                  "home_name": "Terra", "home_orbit": 3, "home_size": 1000,
                  "design": [{"id": "SC", "name": "Scout", "hull": 10, "cost": 30, "drive": 3}],
                  "fleet": [{"name": "First", "ships": {"SC": 1}}]}],
    }  # fmt: skip
    state = new_game(read_scenario(data), bytes(32))
    assert sorted(state.cluster.systems) == ["2525", "2526"]
    assert state.cluster.systems["2526"].name == "Alpha Centauri"


@pytest.mark.rule("CW-1.0-07", "CW-18.0-01")
def test_completions_come_at_months_end_while_movement_happens_week_by_week() -> None:
    state = fleet(empire(rich("0304"), shipyard_bays=20), "0303", "scout", mission="scout")
    done = turn(
        state,
        BuildUnits(HOME, "destroyer", 1, 20),
        StartProject("Sensors", "0303", 1, 100),
        BuildFacility(HOME, "lab", 1),
        MoveFleet("humans-F1", (Leg("0304"),), 0),
        dice=Rigged("research"),
    )
    kinds = [type(e) for e in done.events]
    assert move_week in WEEKLY
    assert work_yards in MONTH_END
    assert kinds.index(UnitsDelivered) < kinds.index(ResearchRolled)
    later = turn(done.state)
    arrived = told(later, FleetArrived)
    assert [e.week for e in arrived] == [5], "one hex at 4G: five weeks, in the first week of the second month"
    assert done.state.turn == 2


@pytest.mark.rule("CW-18.0-02", "CW-18.0-06")
def test_orders_say_how_cps_are_spent_and_what_units_do() -> None:
    assert {BuildUnits, FoundColony, ExpandColony, StartProject, MoveFleet, SetMission} <= set(ORDER_TYPES)
    state = fleet(empire(rich("0304", 400), shipyard_bays=40, light_industry=20, training=50), "0303", "scout")
    done = turn(
        state,
        BuildUnits(HOME, "destroyer", 1, 20),
        BuildUnits(HOME, "militia", 2, 0),
        BuildUnits(HOME, "base", 1, 0),
        BuildFacility(HOME, "lab", 1),
        StartProject("Sensors", "0303", 1, 100),
        SetMission("humans-F1", "patrol"),
        dice=Rigged(),
    )
    assert failures(done) == []
    (closed,) = [e for e in told(done, BudgetClosed) if e.side == "humans"]
    assert (closed.ships, closed.ground, closed.bases, closed.research) == (100, 12, 100, 100)
    assert closed.infrastructure > 0
    assert done.state.fleets["humans-F1"].mission == "patrol"


@pytest.mark.rule("CW-18.0-17")
def test_a_technology_once_known_goes_into_new_designs_and_old_units_are_refitted() -> None:
    draft = ship(20, rated("Battle computer", 1))
    race = Race("Test", "5555")
    assert refusals(draft, Builder((), race)) != []
    assert refusals(draft, Builder(("Battle Computers I",), race)) == []
    state = fleet(empire(shipyard_bays=20), "0303", "destroyer")
    done = turn(state, RefitUnits(HOME, "dd2", ("humans/DD01",)))
    assert done.state.ships["humans/DD01"].design == "dd2"


@pytest.mark.rule("CW-19.0-18")
def test_one_turn_does_all_of_the_game_masters_checklist() -> None:
    """Spending, R&D, overbooked yards, new facilities, fleet positions, scouting results, encounters: all by machine."""
    state = empire(star("0304", body(1)), shipyard_bays=20)
    state = fleet(state, "0304", "scout", mission="scout")
    state = changed(state, knowledge={k: changed(v, systems={}) for k, v in state.knowledge.items()})
    state = with_fleet(state, "vermin", "0304", "destroyer")
    state = fleet(state, "0303", "destroyer")
    done = turn(
        state,
        BuildUnits(HOME, "destroyer", 1, 20),
        BuildUnits(HOME, "scout", 1, 10),
        BuildUnits(HOME, "base", 99, 0),
        BuildFacility(HOME, "lab", 2),
        StartProject("Sensors", "0303", 1, 200),
        MoveFleet("humans-F2", (Leg("0302"),)),
        dice=Rigged("research"),
    )
    refused = failures(done)
    assert any("bays" in text for text in refused), "the yard of 20 bays is overbooked by 10"
    assert [(e.cps, e.kept) for e in told(done, SpendingCut)] == [(9900, 0)], "99 bases cannot be paid, and are not"
    assert done.state.sides["humans"].treasury >= 0
    assert [e.success for e in told(done, ResearchRolled)] == [True]
    assert done.state.colonies[HOME].science_stations == 2
    assert [e.colony for e in told(done, FacilityBuilt)] == [HOME]
    assert done.state.fleets["humans-F2"].transit is not None
    assert "0304" in {e.hex for e in told(done, SystemLearned) if "humans" in e.seen_by}
    assert told(done, FleetsMet)
    assert [q.kind for q in done.state.questions] == ["encounter"]
    assert len({*MONTH_START, *WEEKLY, *MONTH_END}) == len((*MONTH_START, *WEEKLY, *MONTH_END)), (
        "each step once, in one list"
    )


@pytest.mark.rule("CW-19.0-19")
def test_a_yard_builds_no_more_than_its_capacity_in_a_turn() -> None:
    state = empire(shipyard_bays=40)
    with pytest.raises(IllegalOrderError, match="40"):
        plan(state, BuildUnits(HOME, "cruiser", 1, 50))
    refused = turn(state, BuildUnits(HOME, "cruiser", 1, 50))
    assert refused.state.builds == {}
    assert failures(refused)
    first = turn(state, BuildUnits(HOME, "cruiser", 1, 40))
    (build,) = first.state.builds.values()
    assert build.hull_left == 10, "50 hull at 40 bays: spread over two turns"
    assert told(first, UnitsDelivered) == []
    assert [e.design for e in told(turn(first.state), UnitsDelivered)] == ["cruiser"]


@pytest.mark.rule("CW-19.0-19")
def test_a_factory_too() -> None:
    state: GameState = empire(light_industry=20)
    hull = YARD["fighter"].hull
    done = turn(state, BuildUnits(HOME, "fighter", 8, 20))
    assert 8 * hull > 20
    assert [b.hull_left for b in done.state.builds.values()] == [8 * hull - 20]
    assert told(done, UnitsDelivered) == []
