"""Product lines, re-tooling, munitions, heavy plants, and what ground forces need (6.1, 6.5)."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions, RetoolFactory
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.model.events.industry import FactoryRetooled, MunitionsMade, UnitsDelivered
from rules.cluster_war.model.holdings.capacity import (
    PRODUCT_LINES,
    Skill,
    less_industry,
    skill,
    with_components,
    workplace,
)
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Colony
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, fleet, plan, told, turn, with_base

PLAIN = Settings()


@pytest.mark.rule("CW-6.1-08", "CW-6.1-13", "CW-6.5-03")
@pytest.mark.parametrize(
    ("design", "place"),
    [
        ("destroyer", ("shipyard", "")),
        ("fighter", ("factory", "small craft")),
        ("gunboat", ("factory", "small craft")),
        ("super", ("factory", "vehicles")),
        ("boat", ("factory", "naval")),
        ("mega", ("heavy", "")),
        ("ocean", ("heavy", "")),
        ("tanks", ("training", "")),
        ("fort", ("site", "")),
    ],
)
def test_each_unit_has_its_workplace(design: str, place: tuple[str, str]) -> None:
    kinds = {**YARD, "fort": YARD["base"]}
    assert workplace(kinds[design], PLAIN) == place


@pytest.mark.rule("CW-6.1-13", "CW-6.1-12")
def test_starship_scale_vehicles_need_heavy_plants_and_those_alone() -> None:
    assert failures(turn(empire(shipyard_bays=99, light_industry=99), BuildUnits(HOME, "mega", 1, 0))) == [
        "Humans 0303 has 0 heavy industry free this turn; this needs 1."
    ]
    first = turn(empire(heavy_industry=20), BuildUnits(HOME, "mega", 1, 0), BuildUnits(HOME, "destroyer", 1, 1))
    assert failures(first) == ["Humans 0303 has 0 shipyard bays free this turn; this needs 1."]
    assert told(first, UnitsDelivered) == []
    second = turn(first.state)
    assert [(e.design, e.count) for e in told(second, UnitsDelivered)] == [("mega", 1)]
    assert second.state.colonies[HOME].garrison == {"mega": 1}


@pytest.mark.rule("CW-6.1-09")
def test_a_new_factory_takes_any_line_and_keeps_to_it() -> None:
    first = turn(empire(light_industry=20), BuildUnits(HOME, "fighter", 2, 0), BuildUnits(HOME, "gunboat", 1, 0))
    assert failures(first) == []
    assert first.state.colonies[HOME].tooling == {"small craft": 20}
    second = turn(first.state, MakeMunitions(HOME, 10), BuildUnits(HOME, "super", 1, 0))
    assert failures(second) == [
        "Humans 0303 has 0 light industry for munitions free this turn: enough for 0 CPs.",
        "Humans 0303 has 0 light industry free this turn; this needs 1. It is tooled: 20 for small craft.",
    ]


@pytest.mark.rule("CW-6.1-09")
@pytest.mark.parametrize("line", [line for line in PRODUCT_LINES if line != "munitions"])
def test_changing_a_line_takes_a_turn_without_output(line: str) -> None:
    state = empire(light_industry=20, tooling={"munitions": 20})
    first = turn(state, MakeMunitions(HOME, 4), RetoolFactory(HOME, 20, line), MakeMunitions(HOME, 4))
    assert failures(first) == ["Humans 0303 has 18 light industry that could be re-tooled now, not 20."]
    first = turn(state, RetoolFactory(HOME, 20, line), MakeMunitions(HOME, 4))
    assert [(e.amount, e.line) for e in told(first, FactoryRetooled)] == [(20, line)]
    assert len(failures(first)) == 1
    assert first.state.colonies[HOME].munitions == 0
    home = first.state.colonies[HOME]
    assert (home.tooling, home.retooling) == ({line: 20}, {})


@pytest.mark.rule("CW-6.1-09")
def test_several_kinds_of_one_line_can_be_made_in_one_turn_and_two_factories_have_two_lines() -> None:
    orders = (
        BuildUnits(HOME, "fighter", 2, 10),
        BuildUnits(HOME, "gunboat", 1, 10),
        MakeMunitions(HOME, 30),
        MakeMunitions(HOME, 10),
    )
    done = turn(empire(light_industry=40), *orders)
    assert failures(done) == []
    assert [e.design for e in told(done, UnitsDelivered)] == ["fighter", "gunboat"]
    assert done.state.colonies[HOME].munitions == 40
    assert done.state.colonies[HOME].tooling == {"munitions": 20, "small craft": 20}


@pytest.mark.rule("CW-6.1-09")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (RetoolFactory(HOME, 20, "swords"), "is not a product line. They are: munitions"),
        (RetoolFactory(HOME, 0, "naval"), "Say how much"),
        (RetoolFactory(HOME, 41, "naval"), "has 40 light industry that could be re-tooled now, not 41"),
        (RetoolFactory(HOME, 20, "naval", "naval"), "They make naval already"),
        (RetoolFactory(HOME, 20, "naval", "aircraft"), "has 0 light industry"),
        (RetoolFactory("1818-3", 20, "naval"), "no colony"),
    ],
)
def test_what_cannot_be_retooled_is_told(order: Order, says: str) -> None:
    state = empire(light_industry=40, tooling={"munitions": 20})
    with pytest.raises(GameError, match=says):
        plan(state, order)
    assert len(failures(turn(state, order))) == 1


@pytest.mark.rule("CW-6.1-11")
def test_a_factory_makes_forty_cps_of_munitions_a_turn_into_stock() -> None:
    state = empire(light_industry=20)
    assert "40 CPs with 20 light industry" in plan(state, MakeMunitions(HOME, 40)).text
    done = turn(state, MakeMunitions(HOME, 40))
    assert [(e.cps, e.stock) for e in told(done, MunitionsMade)] == [(40, 40)]
    assert done.state.colonies[HOME].munitions == 40
    assert done.state.sides["humans"].treasury == 1000 + 1000 - 40
    assert failures(turn(state, MakeMunitions(HOME, 41))) == [
        "Humans 0303 has 20 light industry for munitions free this turn: enough for 40 CPs."
    ]
    assert failures(turn(state, MakeMunitions(HOME, 0))) == ["Say for how many CPs to make munitions."]


@pytest.mark.rule("CW-6.1-11")
def test_a_house_rule_may_change_what_a_factory_makes_of_munitions() -> None:
    cell = "CW-TAB-INDUSTRY/CPs of munitions a hull space of factory makes/number"
    done = turn(
        empire(light_industry=20, settings=Settings(overrides={cell: "5"})),
        MakeMunitions(HOME, 100),
        MakeMunitions(HOME, 1),
    )
    assert done.state.colonies[HOME].munitions == 100
    assert failures(done) == ["Humans 0303 has 0 light industry for munitions free this turn: enough for 0 CPs."]


@pytest.mark.rule("CW-6.1-10")
def test_better_factories_have_the_effects_the_campaign_gives_them() -> None:
    assert skill(("Omni-Factory",), PLAIN) == Skill(any_line=True)
    assert skill(("Nano-lathe",), PLAIN) == Skill(factor=Fraction(2))
    other = Settings(rulings={"CW-6.1-10/Nano-lathe": "3/2", "CW-6.1-10/Omni-factory": "none"})
    assert skill(("Omni-Factory", "Nano-lathe"), other) == Skill(factor=Fraction(3, 2))
    state = empire(light_industry=20, tooling={"aircraft": 20})
    learned = changed(state.sides["humans"], technologies=("Omni-Factory", "Nano-lathe"))
    able = changed(state, sides={**state.sides, "humans": learned})
    orders = (MakeMunitions(HOME, 40), BuildUnits(HOME, "gunboat", 2, 20))
    assert len(failures(turn(state, *orders))) == 2
    done = turn(able, *orders)
    assert failures(done) == []
    assert done.state.colonies[HOME].garrison == {"gunboat": 2}


@pytest.mark.rule("CW-6.5-20", "CW-6.5-16", "CW-6.5-01")
def test_the_tank_purchase_of_the_book() -> None:
    first = turn(empire(), BuildFacility(HOME, "factory", 20), BuildFacility(HOME, "training", 25))
    assert first.state.sides["humans"].treasury == 2000 - 40 - 125
    second = turn(first.state, BuildUnits(HOME, "tanks", 10, 0), BuildUnits(HOME, "marines", 4, 0))
    assert failures(second) == []
    home = second.state.colonies[HOME]
    assert home.garrison == {"tanks": 10, "marines": 4}
    assert home.tooling == {"vehicles": 20}
    assert second.state.sides["humans"].treasury == first.state.sides["humans"].treasury + 1000 - 238
    third = turn(second.state, BuildUnits(HOME, "marines", 2, 0), BuildUnits(HOME, "marines", 1, 0))
    assert failures(third) == ["Humans 0303 can train size 1 more this turn; these forces are size 2."]
    assert third.state.colonies[HOME].garrison == {"tanks": 10, "marines": 5}


@pytest.mark.rule("CW-6.5-16", "CW-6.5-19")
def test_gear_takes_factory_hull_and_light_units_take_none() -> None:
    done = turn(empire(training=50), BuildUnits(HOME, "militia", 5, 0), BuildUnits(HOME, "tanks", 1, 0))
    assert failures(done) == ["Humans 0303 has 0 light industry for vehicles free this turn; the gear needs 1."]
    assert done.state.colonies[HOME].garrison == {"militia": 5}
    two = turn(
        empire(training=50, light_industry=20), BuildUnits(HOME, "htank", 10, 0), BuildUnits(HOME, "tanks", 1, 0)
    )
    assert failures(two) == ["Humans 0303 has 0 light industry for vehicles free this turn; the gear needs 1."]


@pytest.mark.rule("CW-6.5-27", "CW-6.5-01")
def test_wild_units_are_raised_at_a_base_and_live_outside_it() -> None:
    state = empire(training=5, garrison={"wild": 20})
    assert failures(turn(state, BuildUnits(HOME, "wild", 5, 0))) == []
    assert failures(turn(state, BuildUnits(HOME, "wild", 6, 0))) == [
        "Humans 0303 can train size 5 more this turn; these forces are size 6."
    ]


@pytest.mark.rule("CW-6.5-21")
def test_a_factory_gives_twenty_android_militia_and_no_other_line_beside_it() -> None:
    state = empire(training=50, light_industry=20)
    assert failures(turn(state, BuildUnits(HOME, "droids", 21, 0))) == [
        "Humans 0303 has 20 light industry for androids free this turn; the gear needs 21."
    ]
    done = turn(state, BuildUnits(HOME, "droids", 20, 0), BuildUnits(HOME, "tanks", 1, 0))
    assert done.state.colonies[HOME].garrison == {"droids": 20}
    assert len(failures(done)) == 1


@pytest.mark.rule("CW-6.5-21", "CW-6.6-01")
def test_androids_get_their_gear_by_refit_when_the_factory_is_tooled_for_it() -> None:
    state = empire(training=50, light_industry=20, tooling={"androids": 20}, garrison={"droids": 5})
    refit = RefitUnits(HOME, "droidtanks", (), "droids", 5)
    assert failures(turn(state, refit)) == [
        "Humans 0303 has 0 light industry for vehicles free this turn; the gear needs 5."
    ]
    second = turn(state, RetoolFactory(HOME, 20, "vehicles"))
    third = turn(second.state, refit)
    assert third.state.colonies[HOME].garrison == {"droidtanks": 5}
    assert third.state.sides["humans"].treasury == second.state.sides["humans"].treasury + 1000 - 13 * 5


@pytest.mark.rule("CW-6.5-18", "CW-6.5-21")
def test_only_androids_are_raised_where_nobody_lives() -> None:
    barracks = changed(YARD["dock"], training=20)
    state = with_base(empire(), "dock", "0303", store=100)
    side = changed(state.sides["humans"], designs={**YARD, "dock": barracks})
    state = changed(state, sides={**state.sides, "humans": side})
    done = turn(state, BuildUnits("humans/DK01", "militia", 1, 0), BuildUnits("humans/DK01", "droids", 2, 0))
    assert failures(done) == ["Dock has no people to recruit from; androids alone do without."]
    assert done.state.bases["humans/DK01"].garrison == {"droids": 2}


@pytest.mark.rule("CW-6.5-03")
def test_boats_are_built_by_the_sea() -> None:
    wet = empire(light_industry=20)
    assert failures(turn(wet, BuildUnits(HOME, "boat", 1, 0))) == []
    systems = {
        h: changed(s, bodies=tuple(changed(b, step="5550") for b in s.bodies)) for h, s in wet.cluster.systems.items()
    }
    dry = changed(wet, cluster=changed(wet.cluster, systems=systems))
    assert failures(turn(dry, BuildUnits(HOME, "boat", 1, 0))) == ["Humans 0303 has no sea for Patrol Boat."]


@pytest.mark.rule("CW-6.3-04")
def test_shipyards_build_small_craft_too_at_the_campaigns_rate() -> None:
    order = BuildUnits(HOME, "fighter", 4, 0, at_yard=True)
    done = turn(empire(shipyard_bays=20), order)
    assert done.state.colonies[HOME].garrison == {"fighter": 4}
    slow = turn(empire(shipyard_bays=19), order)
    assert slow.state.builds["humans-B1"].hull_left == 1
    fast = turn(empire(shipyard_bays=2, settings=Settings(craft_at_yards=10)), order)
    assert fast.state.colonies[HOME].garrison == {"fighter": 4}


@pytest.mark.rule("CW-6.1-01", "CW-6.0-05", "CW-6.1-06")
def test_a_base_with_yards_works_in_deep_space_from_its_own_store() -> None:
    state = with_base(empire(), "dock", "0909", store=110)
    orders = (BuildUnits("humans/DK01", "destroyer", 1, 20), BuildUnits("humans/DK01", "fighter", 2, 10))
    done = turn(state, *orders)
    assert failures(done) == ["Dock is cut off and has only 10 CPs of its own; this needs 20."]
    built = told(done, UnitsDelivered)
    assert [(e.colony, e.ships) for e in built] == [("humans/DK01", ("humans/DD01",))]
    assert done.state.fleets[built[0].fleet].hex == "0909"
    assert done.state.bases["humans/DK01"].store == 10
    with pytest.raises(IllegalOrderError, match="bring Way Station there"):
        plan(state, BuildUnits("humans/DK01", "way", 1, 0))


def test_a_base_in_tow_or_not_ready_does_no_work() -> None:
    for more in ({"ready": 2}, {"towed_by": "humans-F1"}):
        state = with_base(fleet(empire(), "0303", "tug"), "dock", "0303", store=500, **more)
        with pytest.raises(IllegalOrderError, match="Dock is not at work this turn"):
            plan(state, BuildUnits("humans/DK01", "destroyer", 1, 0))


@pytest.mark.rule("CW-6.1-01")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_bases_serve_a_place_with_their_yards_factories_training_and_labs_while_they_are_there(count: int) -> None:
    site = empire(shipyard_bays=10, light_industry=20, heavy_industry=30, training=40, science_stations=50).colonies[
        HOME
    ]
    station = changed(YARD["base"], shipyard_bays=4, light_industry=5, heavy_industry=6, training=7, science_stations=8)

    def parts(place: Colony) -> tuple[int, ...]:
        return (
            place.shipyard_bays, place.light_industry, place.heavy_industry, place.training, place.science_stations,
        )  # fmt: skip

    served = with_components(site, station, count)
    assert parts(served) == (10 + 4 * count, 20 + 5 * count, 30 + 6 * count, 40 + 7 * count, 50 + 8 * count)
    assert with_components(served, station, -count) == site
    assert with_components(site, changed(YARD["destroyer"], shipyard_bays=4), count) == site


@pytest.mark.rule("CW-6.1-09")
@pytest.mark.parametrize(
    ("lost", "tooling"),
    [
        (0, {"naval": 10, "vehicles": 20}),
        (10, {"naval": 10, "vehicles": 20}),  # what is new goes first
        (11, {"naval": 9, "vehicles": 20}),
        (20, {"vehicles": 20}),
        (25, {"vehicles": 15}),
        (40, {}),
    ],
)
def test_light_industry_that_is_lost_was_new_first_and_then_tooled_line_by_line(
    lost: int, tooling: dict[str, int]
) -> None:
    site = empire(light_industry=40, tooling={"vehicles": 20, "naval": 10}).colonies[HOME]
    left = less_industry(site, lost)
    assert (left.light_industry, dict(left.tooling)) == (40 - lost, tooling)
