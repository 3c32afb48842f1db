"""Refits and scrapping (6.6)."""

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.construction import (
    changed_hull,
    refit_bays,
    refit_price,
    scrap_bays,
    scrap_value,
)
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits, ScrapUnits
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.industry import BuildProgressed, RefitStarted, UnitsRefitted, UnitsScrapped
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Leg
from rules.values import GameError, IllegalOrderError
from rules.values import changed as replace
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, fleet, plan, told, turn

DD = ("humans/DD01",)


@pytest.mark.rule("CW-6.6-01")
@pytest.mark.parametrize(("old", "new", "cps"), [(100, 90, 10), (90, 100, 10), (100, 100, 0), (233, 400, 167)])
def test_a_refit_costs_the_difference_of_the_prices_whichever_way(old: int, new: int, cps: int) -> None:
    assert refit_price(old, new) == cps


@pytest.mark.rule("CW-6.6-02")
@pytest.mark.parametrize(("changed", "bays"), [(5, 3), (6, 3), (1, 1), (20, 10), (50, 25)])
def test_a_refit_takes_half_the_bays_rounded_up(changed: int, bays: int) -> None:
    assert refit_bays(changed) == bays


@pytest.mark.rule("CW-6.6-02")
def test_every_hull_space_whose_component_changes_counts() -> None:
    old = Design("a", "A", "ship", 30, 100, layout={"Beam 3": 5, "Shield 4": 5, "Cargo bay": 10})
    beams = replace(old, id="b", layout={"Beam 4": 5, "Shield 4": 5, "Cargo bay": 10})
    more = replace(old, id="c", layout={"Beam 3": 8, "Shield 4": 5, "Cargo bay": 7})
    assert changed_hull(old, beams) == 5
    assert changed_hull(old, more) == 3
    assert changed_hull(old, old) == 30
    assert changed_hull(YARD["destroyer"], YARD["dd2"]) == 20


@pytest.mark.rule("CW-6.6-01", "CW-6.6-02", "CW-6.6-05", "CW-6.6-04")
def test_each_ship_is_refitted_and_paid_by_itself_and_the_others_stay_as_they_are() -> None:
    state = fleet(empire(shipyard_bays=10), "0303", "destroyer", "destroyer")
    order = RefitUnits(HOME, "dd2", DD)
    assert plan(state, order).text == (
        "Humans 0303 refits 1 × Destroyer II for 10 CPs using 10 shipyard bays: ready at the end of turn 1."
    )
    done = turn(state, order)
    assert [(e.price, e.count) for e in told(done, RefitStarted)] == [(10, 1)]
    assert [(e.ships, e.cause.rule) for e in told(done, UnitsRefitted)] == [(DD, "CW-6.6-05")]
    assert {k: s.design for k, s in done.state.ships.items()} == {"humans/DD01": "dd2", "humans/DD02": "destroyer"}
    assert done.state.sides["humans"].treasury == 2000 - 10
    both = turn(state, RefitUnits(HOME, "dd2", (*DD, "humans/DD02")))
    assert [(e.price, e.turns) for e in told(both, RefitStarted)] == [(20, 2)]
    assert {s.design for s in turn(both.state).state.ships.values()} == {"dd2"}


@pytest.mark.rule("CW-6.6-03")
def test_a_refit_is_paid_in_full_at_once() -> None:
    state = fleet(empire(treasury=0, shipyard_bays=20), "0303", "destroyer")
    poor = {**YARD, "dd2": replace(YARD["dd2"], cost=1200)}
    state = replace(state, sides={**state.sides, "humans": replace(state.sides["humans"], designs=poor)})
    with pytest.raises(IllegalOrderError, match="This needs 1100 CPs and you have 1000"):
        plan(state, RefitUnits(HOME, "dd2", DD))
    done = turn(state, RefitUnits(HOME, "dd2", DD))
    assert done.state.builds == {}
    assert done.state.sides["humans"].treasury == 1000


@pytest.mark.rule("CW-6.6-03")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (RefitUnits(HOME, "cruiser", DD), "never changes the hull: Destroyer has 20 hull spaces, Cruiser 50"),
        (RefitUnits(HOME, "way", DD), "different things"),
        (RefitUnits(HOME, "destroyer", DD), "nothing is wrong with it"),
        (RefitUnits(HOME, "dd2", ("humans/DD02",)), "DD02 is not at 0303"),
        (RefitUnits(HOME, "dd2", ("vermin/DD01",)), "no ship"),
        (RefitUnits(HOME, "dd2", DD, capacity=21), "has 20 shipyard bays free this turn; this needs 21"),
        (RefitUnits("0505-2", "dd2", ("humans/DD02",)), "has 0 shipyard bays free"),
        (RefitUnits(HOME, "freighter", ("humans/FF01",)), "nothing is wrong"),
        (RefitUnits(HOME, "hulk", ("humans/FF01",)), "carries more than it then could"),
        (RefitUnits(HOME, "gunboat", (), "fighter", 1), "holds 0 of them"),
    ],
)
def test_what_cannot_be_refitted_is_told(order: Order, says: str) -> None:
    state = fleet(empire(shipyard_bays=20), "0303", "destroyer")
    state = with_colony(fleet(state, "0505", "destroyer"), "humans", "0505", 2, 10)
    state = fleet(state, "0303", "freighter", cargo=20)
    with pytest.raises(GameError, match=says):
        plan(state, order)
    assert len(failures(turn(state, order))) == 1


@pytest.mark.rule("CW-6.6-03")
def test_a_refit_waits_for_a_ship_that_has_left() -> None:
    state = fleet(empire(shipyard_bays=5), "0303", "destroyer")
    first = turn(state, RefitUnits(HOME, "dd2", DD), MoveFleet("humans-F1", (Leg("0306"),)))
    assert [e.hull_left for e in told(first, BuildProgressed)] == [10]
    moved = replace(first.state.fleets["humans-F1"], hex="0303", transit=None)
    back = replace(first.state, fleets={"humans-F1": moved})
    with pytest.raises(IllegalOrderError, match="being refitted already"):
        plan(back, RefitUnits(HOME, "dd2", DD))


@pytest.mark.rule("CW-6.6-02", "CW-6.6-05")
def test_each_unit_of_a_garrison_takes_bays_of_its_own() -> None:
    listed = replace(YARD["dock"], layout={"Beam emitter 2": 5})
    better = replace(listed, id="dock2", name="Dock II", layout={"Beam emitter 3": 5})
    state = empire(shipyard_bays=50, light_industry=40, garrison={"dock": 2})
    designs = {**YARD, "dock": listed, "dock2": better}
    state = replace(state, sides={**state.sides, "humans": replace(state.sides["humans"], designs=designs)})
    assert changed_hull(listed, better) == 5
    order = RefitUnits(HOME, "dock2", (), "dock", 2)
    assert "using 6 shipyard bays" in plan(state, order).text
    done = turn(state, replace(order, capacity=5))
    assert sum(build.hull_left for build in done.state.builds.values()) == 6 - 5


@pytest.mark.rule("CW-6.6-05")
def test_a_refitted_base_serves_its_colony_with_what_it_has_then() -> None:
    strong = {**YARD, "dock2": replace(YARD["dock"], id="dock2", name="Dock II", shipyard_bays=30, cost=230)}
    state = empire(shipyard_bays=50, light_industry=20, garrison={"dock": 1})
    state = replace(state, sides={**state.sides, "humans": replace(state.sides["humans"], designs=strong)})
    done = turn(state, RefitUnits(HOME, "dock2", (), "dock", 1))
    home = done.state.colonies[HOME]
    assert home.garrison == {"dock2": 1}
    assert (home.shipyard_bays, home.light_industry) == (60, 20)
    assert done.state.sides["humans"].treasury == 2000 - 30


@pytest.mark.rule("CW-6.6-06")
@pytest.mark.parametrize(("cost", "value"), [(25, 12), (100, 50), (1, 0), (233, 116)])
def test_a_scrapped_unit_gives_half_its_price_rounded_down(cost: int, value: int) -> None:
    assert scrap_value(Design("x", "X", "ship", 20, cost), Settings()) == value


@pytest.mark.rule("CW-6.6-06")
@pytest.mark.parametrize(
    ("design", "bays"),
    [("destroyer", 10), ("cruiser", 25), ("way", 5), ("fighter", 1), ("militia", 0), ("oneway", 0)],
)
def test_scrapping_takes_a_bay_for_two_hull(design: str, bays: int) -> None:
    assert scrap_bays(YARD[design]) == bays


@pytest.mark.rule("CW-6.6-06")
def test_scrapped_ships_are_gone_and_their_cps_can_be_spent_at_once() -> None:
    state = fleet(empire(treasury=0, shipyard_bays=15), "0303", "destroyer", "destroyer", "scout")
    order = ScrapUnits(HOME, DD)
    assert plan(state, order).text == "1 × Destroyer scrapped: 50 CPs for the pool."
    rest = BuildUnits(HOME, "cruiser", 1, 6), BuildUnits(HOME, "way", 17, 0)
    done = turn(state, order, rest[0], rest[1])
    assert failures(done) == ["Humans 0303 has 5 shipyard bays free this turn; this needs 6."]
    assert [(e.cps, e.to, e.ships) for e in told(done, UnitsScrapped)] == [(50, "pool", DD)]
    assert set(done.state.ships) == {"humans/DD02", "humans/SC01"}
    assert done.state.sides["humans"].treasury == 1000 + 50 - 17 * 60
    late = turn(state, order, ScrapUnits(HOME, ("humans/DD02",)))
    assert failures(late) == ["Humans 0303 has 5 shipyard bays free this turn; scrapping needs 10."]


@pytest.mark.rule("CW-6.6-06")
def test_the_last_ship_takes_its_fleet_with_it_and_a_loaded_one_is_not_scrapped() -> None:
    state = fleet(fleet(empire(shipyard_bays=20), "0303", "destroyer"), "0303", "freighter", cargo=10)
    done = turn(state, ScrapUnits(HOME, DD), ScrapUnits(HOME, ("humans/FF01",)))
    assert set(done.state.fleets) == {"humans-F2"}
    assert failures(done) == ["FF01 still carries something; unload it first."]


@pytest.mark.rule("CW-6.6-06")
def test_garrisons_are_scrapped_with_what_they_did_for_their_colony() -> None:
    state = empire(shipyard_bays=50, light_industry=20, garrison={"dock": 1, "militia": 4}, low_quality={"militia": 1})
    done = turn(state, ScrapUnits(HOME, (), "dock", 1), ScrapUnits(HOME, (), "militia", 2))
    assert [(e.design, e.cps) for e in told(done, UnitsScrapped)] == [("dock", 100), ("militia", 6)]
    home = done.state.colonies[HOME]
    assert (home.garrison, home.low_quality) == ({"militia": 2}, {})
    assert (home.shipyard_bays, home.light_industry) == (30, 0)
    busy = turn(state, BuildUnits(HOME, "cruiser", 1, 35), ScrapUnits(HOME, (), "dock", 1))
    assert failures(busy) == ["Humans 0303 is at work; what works there now must be finished first."]
    assert busy.state.colonies[HOME].shipyard_bays == 50


@pytest.mark.rule("CW-6.6-07")
def test_a_ship_made_for_it_is_scrapped_where_it_is_for_half_the_price_without_the_surcharge() -> None:
    state = empire()
    state = fleet(with_colony(state, "humans", "0909", 2, 5, store=3), "0909", "oneway")
    done = turn(state, ScrapUnits("", ("humans/CS01",)))
    assert [(e.cps, e.to) for e in told(done, UnitsScrapped)] == [(50, "store")]
    assert done.state.colonies["0909-2"].store == 3 + 5 + 50
    assert done.state.ships == {}


@pytest.mark.rule("CW-6.6-07")
def test_far_from_any_colony_the_cps_go_into_the_fleets_bays() -> None:
    state = fleet(empire(), "0909", "oneway", "freighter")
    done = turn(state, ScrapUnits("", ("humans/CS01",)))
    assert {k: s.cargo for k, s in done.state.ships.items()} == {"humans/FF01": 50}
    alone = fleet(empire(), "0909", "oneway")
    with pytest.raises(IllegalOrderError, match="The 50 CPs need room"):
        plan(alone, ScrapUnits("", ("humans/CS01",)))
    with pytest.raises(IllegalOrderError, match="Destroyer is scrapped at a shipyard only"):
        plan(fleet(empire(), "0909", "destroyer"), ScrapUnits("", DD))


@pytest.mark.rule("CW-6.6-04")
def test_new_values_reach_the_roster_and_units_built_from_then_on() -> None:
    state = fleet(empire(shipyard_bays=40), "0303", "destroyer")
    done = turn(state, BuildUnits(HOME, "dd2", 1, 20))
    assert roster(done.state) == {"humans/DD01": 100, "humans/DD02": 90}


def roster(state: GameState) -> dict[str, int]:
    """Each ship's price by its present design."""
    return {k: state.sides[s.side].designs[s.design].cost for k, s in state.ships.items()}


@pytest.mark.rule("CW-6.6-02")
def test_the_forecast_of_a_refit_says_what_changes_and_where_nobody_knows() -> None:
    state = fleet(empire(shipyard_bays=20), "0303", "destroyer")
    (note,) = plan(state, RefitUnits(HOME, "dd2", DD)).notes
    assert (note.text, note.rule) == (
        "Nobody has listed what fills Destroyer: its whole hull of 20 counts as changed.",
        "CW-6.6-02",
    )
    listed = {
        **YARD,
        "destroyer": replace(YARD["destroyer"], layout={"Beam emitter 2": 4, "Drive 4G": 8}),
        "dd2": replace(YARD["dd2"], layout={"Beam emitter 3": 4, "Drive 4G": 8}),
    }
    state = replace(state, sides={**state.sides, "humans": replace(state.sides["humans"], designs=listed)})
    seen = plan(state, RefitUnits(HOME, "dd2", DD))
    assert [n.text for n in seen.notes] == ["4 of 20 hull spaces change from Destroyer to Destroyer II."]
    assert "using 2 shipyard bays" in seen.text
    mended = replace(state, ships={k: replace(s, low_quality=True) for k, s in state.ships.items()})
    assert plan(mended, RefitUnits(HOME, "destroyer", DD)).notes == ()
