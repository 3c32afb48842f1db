"""What components hold and do, how ground forces travel, and where units are made."""

import pytest

from rules.cluster_war.chapters.detection.surveys import survey_weeks
from rules.cluster_war.chapters.industry.construction import build_turns
from rules.cluster_war.chapters.industry.facility_orders import facility_price
from rules.cluster_war.chapters.research.projects import research_chance
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.economy.supply import extends_grid
from rules.cluster_war.model.race_design.effects import disruptor_damage
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Base, Design
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.checks import design_of
from rules.cluster_war.model.unit_design.drafts import Fitting
from rules.cluster_war.model.unit_design.ground import roster_unit
from rules.cluster_war.model.unit_design.pricing import IN_MAGAZINE, capacity, missiles_ready, munitions_price
from rules.cluster_war.model.unit_design.sheet import made_at
from rules.cluster_war.model.unit_design.transport import Transport, crate_room, launch_problem, transport, works_at_sea
from rules.cluster_war.turn.planning.calculators import command_bonus
from rules.cluster_war.turn.setup.start_kit import kit
from rules.values import GameError, changed
from tests.rules.cluster_war.model.unit_design.drawing import PLAIN, base, fighter, gunboat, rated, refusals, ship, unit


@pytest.mark.rule("CW-A-15", "CW-5.1-03")
def test_a_cargo_bay_holds_twenty_or_two_on_small_craft() -> None:
    hauler = design_of(ship(40, Fitting("Cargo bay", 30)), PLAIN)
    boat = design_of(gunboat(Fitting("Cargo bay")), PLAIN)
    assert ship_capacity(hauler, PLAIN) == 600
    assert ship_capacity(boat, PLAIN) == 2
    crated = [transport(design_of(gunboat(hull=hull), PLAIN), PLAIN).cargo_bays for hull in (1, 10, 11, 20)]
    assert crated == [1, 1, 2, 2]
    assert [crate_room(design_of(gunboat(hull=hull), PLAIN), PLAIN) for hull in (6, 10)] == [12, 20]


@pytest.mark.rule("CW-5.1-09", "CW-A-37")
def test_a_magazine_holds_a_hundred_and_a_cargo_bay_two_hundred_cheap_missiles() -> None:
    assert capacity(IN_MAGAZINE, PLAIN) == 100
    assert capacity("cargo bay (starship scale)/cheap missiles", PLAIN) == 200
    assert munitions_price(200, 1, PLAIN) == 20


@pytest.mark.rule("CW-A-45", "CW-A-37")
@pytest.mark.parametrize(("launchers", "magazines", "ready"), [(1, 1, 110), (1, 0, 10), (4, 2, 240), (0, 5, 0)])
def test_launchers_hold_ten_and_magazines_a_hundred(launchers: int, magazines: int, ready: int) -> None:
    assert missiles_ready(launchers, magazines, PLAIN) == ready


@pytest.mark.rule("CW-A-33")
def test_a_larger_gate_on_a_larger_base_costs_more() -> None:
    costs = [design_of(base(hull, rated("Jump gate", hull)), PLAIN).cost for hull in (20, 50, 100)]
    assert costs == [40, 100, 200]
    assert refusals(ship(50, rated("Jump gate", 50))) != []


@pytest.mark.rule("CW-A-41", "CW-A-05")
def test_stations_are_counted_on_the_design() -> None:
    farm = design_of(base(50, Fitting("Agricultural station", 10), Fitting("Mining station", 3)), PLAIN)
    assert (farm.agro, farm.mining) == (10, 3)


@pytest.mark.rule("CW-A-18", "CW-6.4-04")
def test_a_node_of_the_grid_has_lrs_and_communications_and_stands_still() -> None:
    both = design_of(base(20, Fitting("LRS"), Fitting("Communications center")), PLAIN)
    here = Base("humans/WS01", "humans", both.id, "Way", "0101", ready=3)
    assert extends_grid(both, here, 3)
    assert not extends_grid(both, changed(here, towed_by="humans-F1"), 3)
    assert not extends_grid(both, here, 2)
    for one in ("LRS", "Communications center"):
        assert not extends_grid(design_of(base(20, Fitting(one)), PLAIN), here, 3)


@pytest.mark.rule("CW-A-17", "CW-A-26")
def test_only_the_highest_ranked_officer_counts() -> None:
    assert command_bonus([(3, 1), (5, 2), (4, 6)]) == 2
    assert command_bonus([(5, 2), (5, 3)]) == 3
    assert command_bonus([]) == 0


@pytest.mark.rule("CW-A-55")
def test_a_shield_breaker_does_double_to_shields_and_nothing_to_components() -> None:
    assert [disruptor_damage(3, target) for target in ("shields", "components")] == [6, 0]


@pytest.mark.rule("CW-6.4-05")
def test_an_asteroid_base_has_cheap_rock_for_armor() -> None:
    rock = unit("orbital base", 40, Fitting("Bridge"), rated("Asteroid rock", 50), structure="asteroid")
    assert refusals(rock) == []
    assert design_of(rock, PLAIN).traits == ("asteroid",)
    plate = unit("orbital base", 40, Fitting("Bridge"), rated("Low grade armor", 50), structure="asteroid")
    assert design_of(rock, PLAIN).cost < design_of(plate, PLAIN).cost
    assert "cloaked" not in design_of(rock, PLAIN).traits


def battalion(name: str) -> Design:
    """A printed battalion on record."""
    return design_of(roster_unit(name, PLAIN), PLAIN)


@pytest.mark.rule("CW-6.5-22", "CW-A-10", "CW-5.1-04")
@pytest.mark.parametrize(
    ("name", "barracks", "cargo"),
    [
        ("Marines", 1, 0),
        ("Medium Tank", 1, 1),
        ("Heavy Tank", 1, 2),
        ("Light Fighter", 1, 1),
        ("Ground minefield", 0, 1),
    ],
)
def test_a_battalion_travels_in_a_barracks_with_its_gear_in_cargo(name: str, barracks: int, cargo: int) -> None:
    assert transport(battalion(name), PLAIN) == Transport(barracks, cargo)
    assert crate_room(battalion(name), PLAIN) == 20 * cargo


def test_a_scenarios_battalion_has_one_barracks_and_the_rest_is_gear() -> None:
    assert transport(Design("HT", "Heavy Tank", "ground", 3, 25), PLAIN) == Transport(1, 2)
    assert transport(Design("MAR", "Marines", "ground", 1, 12), PLAIN) == Transport(1, 0)


@pytest.mark.rule("CW-6.5-23", "CW-A-04")
def test_aerospace_fighters_travel_as_cargo_or_in_hangars_one_light_or_two_heavy() -> None:
    light, heavy = battalion("Light Fighter"), battalion("Heavy Fighter")
    assert transport(light, PLAIN, hangars=True) == Transport(1, 0, hangar_bays=1)
    assert transport(heavy, PLAIN, hangars=True) == Transport(1, 0, hangar_bays=2)
    assert transport(heavy, PLAIN) == Transport(1, 2)
    assert transport(battalion("Heavy Tank"), PLAIN, hangars=True) == Transport(1, 2)
    assert transport(heavy, PLAIN, hangars=True).words == "1 barracks and 2 hangar bays"


@pytest.mark.rule("CW-6.5-23", "CW-A-04")
@pytest.mark.parametrize(
    ("step", "flies"),
    [("5555", True), ("5575", True), ("5585", False), ("5505", False), ("55X5", False), ("9959", True)],
)
def test_aerospace_fighters_launch_in_air_like_that_of_home(step: str, flies: bool) -> None:
    problem = launch_problem(battalion("Light Fighter"), step, "5555")
    assert (problem is None) is flies
    assert launch_problem(battalion("Medium Tank"), step, "5555") is None


@pytest.mark.rule("CW-6.5-24", "CW-A-63", "CW-5.1-04")
def test_boats_travel_in_crates_and_need_a_turn_to_be_put_together() -> None:
    boat = design_of(unit("patrol boat", 10, Fitting("Bridge"), Fitting("Naval drive")), PLAIN)
    tank = design_of(unit("super tank", 10, Fitting("Bridge"), Fitting("Ground drive")), PLAIN)
    assert transport(boat, PLAIN, hangars=True) == Transport(cargo_bays=1, turns=1, crated_hull=10)
    assert transport(tank, PLAIN) == Transport(cargo_bays=1, crated_hull=10)
    assert transport(boat, PLAIN).words == "1 cargo bay, then a turn to be put together"
    great = design_of(unit("naval ship", 60, Fitting("Bridge"), Fitting("Naval drive")), PLAIN)
    assert transport(great, PLAIN) == Transport(turns=1, special=1)
    assert transport(great, PLAIN).words == "a ship of its own"


@pytest.mark.rule("CW-A-63", "CW-A-28")
def test_wet_navies_stay_at_sea() -> None:
    boat = unit("patrol boat", 10, Fitting("Bridge"), Fitting("Naval drive"))
    assert works_at_sea(design_of(boat, PLAIN))
    assert not works_at_sea(design_of(gunboat(), PLAIN))
    assert refusals(boat) == []
    assert len(refusals(unit("patrol boat", 10, Fitting("Bridge"), Fitting("FTL drive")))) >= 1
    assert len(refusals(unit("patrol boat", 11, Fitting("Bridge")))) == 1
    assert design_of(boat, PLAIN).kind == "ground"


@pytest.mark.rule("CW-6.5-03", "CW-6.5-19")
def test_every_unit_has_its_place_of_making() -> None:
    bridge = Fitting("Bridge")
    assert made_at(unit("naval ship", 60, bridge), PLAIN) == "a heavy industrial plant"
    assert made_at(unit("mega tank", 60, bridge), PLAIN) == "a heavy industrial plant"
    assert made_at(unit("super tank", 10, bridge), PLAIN) == "a factory"
    assert made_at(unit("patrol boat", 10, bridge), PLAIN) == "a factory beside water"
    for name in ("Light Power Armor", "Heavy Tank", "Light Fighter", "Light Artillery"):
        assert made_at(roster_unit(name, PLAIN), PLAIN) == "a factory"
    assert made_at(roster_unit("Marines", PLAIN), PLAIN) == ""
    assert made_at(changed(roster_unit("Marines", PLAIN), android=True), PLAIN) == "a factory"
    assert made_at(ship(20), PLAIN) == "shipyard bays"
    assert made_at(base(20), PLAIN) == "a colony's people"


@pytest.mark.rule("CW-6.3-04", "CW-A-24")
def test_a_factory_makes_four_fighters_or_two_gunboats_a_turn() -> None:
    four, two = 4 * fighter().template.hull, 2 * gunboat().template.hull
    assert build_turns(four, 20) == build_turns(two, 20) == 1
    assert build_turns(four + 1, 20) == 2
    assert facility_price("factory", 20, PLAIN) == 40
    assert made_at(fighter(), PLAIN) == made_at(gunboat(), PLAIN) == "a factory"


@pytest.mark.rule("CW-A-30", "CW-A-61")
def test_plants_and_training_bases_cost_the_same_on_a_base_as_on_the_ground() -> None:
    assert facility_price("heavy", 20, PLAIN) == 120
    assert facility_price("training", 25, PLAIN) == 125
    plain = design_of(base(80), PLAIN).cost
    assert design_of(base(80, Fitting("Heavy industry", 20)), PLAIN).cost - plain == 120
    housing = design_of(base(80, Fitting("Training rating", 25)), PLAIN)
    assert (housing.cost - plain, housing.training) == (125, 25)
    assert build_turns(20, 20) == 1


@pytest.mark.rule("CW-A-56")
@pytest.mark.parametrize(("hulls", "turns"), [((20,), 1), ((10, 10), 1), ((6, 6, 6), 1), ((6, 6, 6, 6), 2)])
def test_twenty_bays_gang_together(hulls: tuple[int, ...], turns: int) -> None:
    yard = design_of(base(40, Fitting("Shipyard bay", 20)), PLAIN)
    assert build_turns(sum(hulls), yard.shipyard_bays) == turns


@pytest.mark.rule("CW-6.3-01")
def test_a_side_starts_with_two_fighters_and_two_gunboats_unless_the_campaign_says_otherwise() -> None:
    assert (kit(PLAIN, "fighter designs"), kit(PLAIN, "gunboat designs")) == (2, 2)
    house = Settings(overrides={"CW-TAB-START-KIT/fighter designs/amount": "4"})
    assert kit(house, "fighter designs") == 4


@pytest.mark.rule("CW-A-12", "CW-A-35")
def test_one_lrs_and_one_survey_bay_take_a_turn_and_more_are_faster() -> None:
    design = design_of(ship(20, Fitting("LRS"), Fitting("Survey bay")), PLAIN)
    assert survey_weeks(design.lrs, design.survey_bays, PLAIN) == 4
    assert survey_weeks(3, 1, PLAIN) < 4
    assert survey_weeks(1, 2, PLAIN) < 4
    for lrs, bays in ((0, 1), (1, 0)):
        with pytest.raises(GameError, match="at least one LRS and one survey bay"):
            survey_weeks(lrs, bays, PLAIN)


@pytest.mark.rule("CW-A-53")
def test_each_science_station_adds_one_to_the_chance() -> None:
    lab = design_of(base(20, Fitting("Science station", 4)), PLAIN)
    race = Race("R", "5555")
    with_labs = research_chance(200, lab.science_stations, race, (), PLAIN)
    without = research_chance(200, 0, race, (), PLAIN)
    assert with_labs.chance - without.chance == 4


@pytest.mark.rule("CW-A-46", "CW-A-38", "CW-A-51")
def test_mines_locks_and_repair_bays_by_their_printed_price() -> None:
    bare = design_of(ship(20), PLAIN).cost
    for name, cps in (("Minelayer", 2), ("Mine launcher", 4), ("Maglock", 1), ("Repair bay", 3)):
        assert design_of(ship(20, Fitting(name)), PLAIN).cost - bare == cps
    repairer: Design = design_of(ship(20, Fitting("Repair bay", 2)), PLAIN)
    assert (repairer.repair_bays, repairer.shipyard_bays) == (2, 0)
