"""Bases away from colonies: assembled, dismantled, towed; way stations; yards on the move (6.0, 6.4, 5.1)."""

import pytest

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.base_orders import Assemble, Dismantle
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.towing_orders import ReleaseBase, TowBase
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.chapters.research.projects import stations_at
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.economy.supply import is_connected, main_grid, supply_grid
from rules.cluster_war.model.events.detection import BaseSighted
from rules.cluster_war.model.events.industry import BaseAssembled, BaseTowed, PartsLoaded, UnitsDelivered
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Body
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import star, with_colony, with_fleet
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, fleet, plan, rich, told, turn, with_base


@pytest.mark.rule("CW-7.0-12", "CW-6.4-04", "CW-5.1-08", "CW-6.4-01")
def test_a_way_station_is_built_at_home_hauled_in_parts_and_joins_a_distant_colony() -> None:
    state = with_colony(empire(), "humans", "0903", 2, 50, store=20)
    state = fleet(state, "0303", "freighter")
    assert not is_connected(state, "humans", "0903-2")
    built = turn(state, BuildUnits(HOME, "way", 1, 0))
    assert [e.count for e in told(built, UnitsDelivered)] == [1]
    loaded = turn(built.state, Dismantle("humans-F1", HOME, "way"), MoveFleet("humans-F1", (Leg("0603"),)))
    assert [(e.what, e.cps) for e in told(loaded, PartsLoaded)] == [("way", 60)]
    assert loaded.state.ships["humans/FF01"].parts == {"way": 60}
    assert loaded.state.colonies[HOME].garrison == {}
    state = loaded.state
    while state.fleets["humans-F1"].transit is not None:
        state = turn(state).state
    assert not is_connected(state, "humans", "0903-2")
    done = turn(state, Assemble("humans-F1", "way", name="The Gate"))
    assert failures(done) == []
    assert [(e.cps, e.from_parts, e.hex, e.orbit) for e in told(done, BaseAssembled)] == [(60, 60, "0603", 0)]
    assert done.state.ships["humans/FF01"].parts == {}
    assert is_connected(done.state, "humans", "0903-2")
    assert "0603" in supply_grid(done.state, "humans")
    far = done.state.colonies["0903-2"].store
    after = turn(done.state, ExpandColony("0903-2", 1))
    assert far > 0
    assert after.state.colonies["0903-2"].store == 0


@pytest.mark.rule("CW-6.4-04", "CW-7.1-11")
@pytest.mark.parametrize(
    ("changes", "node"),
    [
        ({}, True),
        ({"lrs": 0}, False),
        ({"comm": 0}, False),
        ({"ready": 2}, False),
        ({"towed_by": "humans-F1"}, False),
    ],
)
def test_only_a_base_with_sensors_and_comm_gear_that_stands_is_a_node(changes: dict[str, object], node: bool) -> None:
    parts = {k: v for k, v in changes.items() if k in {"lrs", "comm"}}
    rest = {k: v for k, v in changes.items() if k not in parts}
    state = with_base(fleet(empire(), "1010", "tug"), "way", "1010", **rest)  # type: ignore[arg-type] # fields of Base
    design = changed(YARD["way"], **parts)  # type: ignore[arg-type] # fields of Design
    humans = changed(state.sides["humans"], designs={**YARD, "way": design})
    state = changed(state, sides={**state.sides, "humans": humans})
    assert ("1011" in supply_grid(state, "humans")) is node
    assert "1011" not in main_grid(state, "humans")


@pytest.mark.rule("CW-5.0-11", "CW-5.1-01")
def test_a_base_is_put_together_from_cps_in_the_bays_where_nobody_lives() -> None:
    state = fleet(empire(rich("0909")), "0909", "freighter", cargo=70)
    assert "ready next turn" in plan(state, Assemble("humans-F1", "way", 2)).text
    done = turn(state, Assemble("humans-F1", "way", 2))
    assert [(e.cps, e.from_parts) for e in told(done, BaseAssembled)] == [(60, 0)]
    assert done.state.ships["humans/FF01"].cargo == 10
    base = done.state.bases["humans/WS01"]
    assert (base.hex, base.orbit, base.ready, base.name) == ("0909", 2, 2, "Way Station")
    assert done.state.sides["humans"].treasury == 2000


@pytest.mark.rule("CW-6.4-03")
def test_any_number_of_bases_stand_in_one_place() -> None:
    state = empire(rich("0909"))
    for _ in range(3):
        state = fleet(state, "0909", "freighter", cargo=60)
    orders = [Assemble(f"humans-F{n}", "way", 2) for n in (1, 2, 3)]
    done = turn(state, *orders)
    assert [b.orbit for b in done.state.bases.values()] == [2, 2, 2]
    assert set(done.state.bases) == {"humans/WS01", "humans/WS02", "humans/WS03"}
    home = turn(empire(treasury=10_000), BuildUnits(HOME, "way", 100, 0))
    assert home.state.colonies[HOME].garrison == {"way": 100}


@pytest.mark.rule("CW-6.4-05")
def test_rock_bases_need_an_asteroid_belt() -> None:
    state = fleet(empire(rich("0909")), "0909", "freighter", "freighter", cargo=80)
    ships = {k: changed(s, cargo=80) if "FF" in k else s for k, s in state.ships.items()}
    state = changed(state, ships=ships)
    with pytest.raises(IllegalOrderError, match="0909 has no asteroid belt"):
        plan(state, Assemble("humans-F1", "rock"))
    with pytest.raises(IllegalOrderError, match="0303 has no asteroid belt"):
        plan(state, BuildUnits(HOME, "rock", 1, 0))
    belt = star("0909", Body(2, "5555", 100), Body(3, "0500", 30))
    known = empire(belt)
    state = changed(state, cluster=known.cluster, knowledge=known.knowledge)
    assert failures(turn(state, Assemble("humans-F1", "rock"))) == []


@pytest.mark.rule("CW-6.0-04", "CW-6.0-05")
def test_a_shipyard_is_shut_down_hauled_and_put_up_elsewhere() -> None:
    state = with_colony(fleet(empire(shipyard_bays=30), "0303", "freighter"), "humans", "0304", 2, 50, shipyard_bays=1)
    first = turn(state, Dismantle("humans-F1", HOME, "shipyard", 20), BuildUnits(HOME, "destroyer", 1, 11))
    assert failures(first) == ["Humans 0303 has 10 shipyard bays free this turn; this needs 11."]
    assert first.state.colonies[HOME].shipyard_bays == 10
    assert first.state.ships["humans/FF01"].parts == {"shipyard": 60}
    there = changed(first.state.fleets["humans-F1"], hex="0304")
    moved = changed(first.state, fleets={there.id: there})
    second = turn(moved, Assemble("humans-F1", "shipyard", amount=20), BuildUnits("0304-2", "destroyer", 1, 2))
    assert failures(second) == ["Humans 0304 has 1 shipyard bays free this turn; this needs 2."]
    assert second.state.colonies["0304-2"].shipyard_bays == 21
    assert second.state.ships["humans/FF01"].parts == {}
    half = turn(moved, Assemble("humans-F1", "shipyard", amount=10))
    assert (half.state.colonies["0304-2"].shipyard_bays, half.state.ships["humans/FF01"].parts) == (
        11,
        {"shipyard": 30},
    )
    assert (
        "60 CPs of shipyard parts; 21 bays take 63"
        in failures(turn(moved, Assemble("humans-F1", "shipyard", amount=21)))[0]
    )


@pytest.mark.rule("CW-6.0-04")
def test_a_yard_at_work_is_not_taken_apart() -> None:
    state = fleet(empire(shipyard_bays=30, heavy_industry=20), "0303", "freighter")
    orders = (BuildUnits(HOME, "cruiser", 1, 25), Dismantle("humans-F1", HOME, "shipyard", 6))
    assert failures(turn(state, *orders)) == ["Humans 0303 can spare 5 shipyard bays now, not 6."]


@pytest.mark.rule("CW-5.1-08", "CW-6.4-01")
def test_a_base_is_towed_by_ships_of_its_hull_and_works_again_when_let_go() -> None:
    state = fleet(empire(rich("0306"), garrison={"way": 1}), "0303", "tug")
    orders = (TowBase("humans-F1", HOME, "way"), MoveFleet("humans-F1", (Leg("0306"),)))
    state = turn(state, *orders).state
    base = state.bases["humans/WS01"]
    assert (base.towed_by, state.colonies[HOME].garrison) == ("humans-F1", {})
    while state.fleets["humans-F1"].transit is not None:
        state = turn(state).state
    assert state.bases["humans/WS01"].hex == "0306"
    assert "0307" not in supply_grid(state, "humans")
    done = turn(state, ReleaseBase("humans/WS01", 2))
    assert [(e.released, e.orbit) for e in told(done, BaseTowed)] == [(True, 2)]
    assert "0307" in supply_grid(done.state, "humans")
    home = changed(done.state.fleets["humans-F1"], hex="0101")
    gone = turn(changed(done.state, fleets={home.id: home}))
    assert gone.state.bases["humans/WS01"].hex == "0306"


@pytest.mark.rule("CW-5.1-08")
def test_too_small_a_fleet_tows_nothing_and_loses_what_it_can_no_longer_hold() -> None:
    state = with_base(fleet(empire(), "0505", "scout", "tug"), "dock", "0505")
    with pytest.raises(IllegalOrderError, match="Dock has 60 hull spaces; Fleet 2 can tow 20 more"):
        plan(fleet(state, "0505", "destroyer"), TowBase("humans-F2", "humans/DK01"))
    towed = turn(state, TowBase("humans-F1", "humans/DK01")).state
    weak = changed(towed.fleets["humans-F1"], ships=("humans/SC01",))
    ships = {k: s for k, s in towed.ships.items() if k != "humans/TG01"}
    left = turn(changed(towed, fleets={weak.id: weak}, ships=ships))
    assert [(e.base, e.released) for e in told(left, BaseTowed)] == [("humans/DK01", True)]
    base = left.state.bases["humans/DK01"]
    assert (base.towed_by, base.orbit, base.hex) == ("", 0, "0505")


@pytest.mark.rule("CW-6.4-01")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (Assemble("humans-F1", "destroyer"), "Destroyer is not a base"),
        (Assemble("humans-F1", "way", 7), "no world in orbit 7 of 0505"),
        (Assemble("humans-F1", "way", amount=2), "one by one"),
        (Assemble("humans-F1", "way"), "takes 60 CPs; Fleet 1 carries 0 CPs of its parts and 10 CPs besides"),
        (Assemble("humans-F1", "shipyard", amount=1), "no colony at 0505 for a shipyard"),
        (Assemble("humans-F9", "way"), "no fleet"),
        (Dismantle("humans-F1", HOME, "way"), "Fleet 1 carries|has room for 70|Fleet 1 is at 0505|holds 0"),
        (Dismantle("humans-F1", "humans/DK01"), "room for 70 CPs of parts more; 200 CPs fill 10 bays"),
        (Dismantle("humans-F1", "humans/DK01", "shipyard"), "take it apart as a whole"),
        (Dismantle("humans-F1", "humans/WS01"), "still holds CPs"),
        (Dismantle("humans-F1", "humans/MB01"), "Fleet 1 is at 0505, and Mining Base at 0606"),
        (TowBase("humans-F1", "humans/MB01"), "Fleet 1 is at 0505, and Mining Base at 0606"),
        (ReleaseBase("humans/DK01"), "Dock is not in tow"),
        (ReleaseBase("vermin/DK01"), "no base"),
    ],
)
def test_what_cannot_be_done_with_bases_is_told_and_costs_nothing(order: Order, says: str) -> None:
    state = with_base(with_base(fleet(empire(), "0505", "freighter", cargo=10), "dock", "0505"), "mine", "0606")
    state = with_base(state, "way", "0505", munitions=5)
    with pytest.raises(GameError, match=says):
        plan(state, order)
    done = turn(state, order)
    assert len(failures(done)) == 1
    assert done.state.ships["humans/FF01"].cargo == 10
    assert len(done.state.bases) == 3


@pytest.mark.rule("CW-5.1-08")
def test_parts_fill_bays_as_cps_do_and_a_working_base_is_not_taken_apart() -> None:
    state = fleet(empire(shipyard_bays=20, light_industry=20, garrison={"dock": 1}), "0303", *["freighter"] * 3)
    done = turn(state, LoadCargo("humans-F1", 60), Dismantle("humans-F1", HOME, "dock"))
    assert failures(done) == ["The cargo bays have room for 180 CPs of parts more; 200 CPs fill 10 bays."]
    full = turn(state, Dismantle("humans-F1", HOME, "dock"))
    assert sum(sum(s.parts.values()) for s in full.state.ships.values()) == 200
    assert full.state.colonies[HOME].shipyard_bays == 0
    crowded = turn(full.state, LoadCargo("humans-F1", 41))
    assert failures(crowded) == ["The cargo bays have room for 40 CPs more; 41 CPs fill 3 bays."]
    busy = turn(state, BuildUnits(HOME, "destroyer", 1, 1), Dismantle("humans-F1", HOME, "dock"))
    assert failures(busy) == ["Humans 0303 is at work; what works there now must be finished first."]


@pytest.mark.rule("CW-12.0-04", "CW-12.0-06")
def test_a_side_sees_from_its_bases_and_sees_foreign_ones_in_view() -> None:
    state = with_base(with_base(empire(), "way", "0909"), "dock", "1212")
    state = with_fleet(state, "vermin", "0910", "scout")
    state = with_fleet(state, "vermin", "1213", "destroyer")
    done = turn(state)
    view = view_for(done.state, "humans")
    assert {"0910", "1212"} <= view.sighted
    assert "1211" not in view.sighted
    assert set(view.bases) == {"humans/WS01", "humans/DK01"}
    assert {s.hex for s in view.foreign_fleets.values()} == {"0910"}
    seen = [e for e in told(done, BaseSighted) if e.side == "vermin"]
    assert [(e.hex, e.orbit, e.bases, e.hull) for e in seen] == [("0909", 0, 1, 10)]
    assert view_for(done.state, "vermin").bases == {}
    assert set(view_for(done.state, "vermin").foreign_bases) == {"0909-0/humans"}
    away = changed(done.state, bases={})
    assert view_for(turn(away).state, "vermin").foreign_bases == {}


def test_labs_of_a_base_help_research_in_its_hex() -> None:
    labs = changed(YARD["dock"], science_stations=4)
    state = with_base(empire(), "dock", "0303")
    humans = changed(state.sides["humans"], designs={**YARD, "dock": labs})
    state = changed(state, sides={**state.sides, "humans": humans})
    assert stations_at(state, "humans", "0303") == 4
    assert failures(turn(state, StartProject("Lasers", "0303", 1, 50))) == []


def test_the_store_of_a_base_in_the_grid_is_in_the_pool_and_hinders_nothing() -> None:
    state = with_base(fleet(empire(), "0303", "freighter"), "way", "0303", store=5)
    assert "60 CPs of room" in plan(state, Dismantle("humans-F1", "humans/WS01")).text
    done = turn(state, Dismantle("humans-F1", "humans/WS01"))
    assert done.state.sides["humans"].treasury == 2005
    assert done.state.bases == {}


@pytest.mark.rule("CW-5.0-10", "CW-18.0-09")
def test_anothers_base_in_the_own_grid_keeps_its_store_and_pays_nobody() -> None:
    state = with_base(empire(), "way", "0303", store=5)
    (mine,) = state.bases.values()
    theirs = changed(mine, id="vermin/WS01", side="vermin", store=70)
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "way": YARD["way"]})
    state = changed(state, bases={**state.bases, theirs.id: theirs}, sides={**state.sides, "vermin": vermin})
    assert income(state, "humans").unusual == 5
    done = turn(state)
    assert [done.state.bases[key].store for key in ("humans/WS01", "vermin/WS01")] == [0, 70]


def own_bases(state: GameState) -> set[str]:
    """The humans' bases."""
    return {b.id for b in state.bases.values() if b.side == "humans"}


def test_a_base_keeps_its_id_in_tow() -> None:
    state = with_base(fleet(empire(), "0505", "tug"), "way", "0505")
    assert own_bases(turn(state, TowBase("humans-F1", "humans/WS01")).state) == {"humans/WS01"}


@pytest.mark.rule("CW-A-44")
def test_a_missile_battery_is_towed_by_ships_with_maglocks_or_links_alone() -> None:
    battery = changed(YARD["way"], id="battery", name="Battery", unit="missile battery", prefix="MB")
    locked = changed(YARD["tug"], id="lockup", name="Locked Tug", racks=1)
    state = empire(garrison={"battery": 1})
    side = changed(state.sides["humans"], designs={**YARD, "battery": battery, "lockup": locked})
    state = changed(state, sides={**state.sides, "humans": side})
    order = TowBase("humans-F1", HOME, "battery")
    bare = fleet(state, "0303", "tug")
    with pytest.raises(IllegalOrderError, match="neither maglocks nor towing links") as wrong:
        plan(bare, order)
    assert wrong.value.rule == "CW-A-44"
    assert len(failures(turn(bare, order))) == 1
    assert plan(fleet(state, "0303", "tug", "lockup"), order).text.endswith("takes Battery in tow.")


@pytest.mark.rule("CW-7.0-12", "CW-5.0-11")
@pytest.mark.parametrize(
    ("parts", "cargo", "rule", "reasons"),
    [
        (0, 60, "CW-5.0-11", [(60, "CPs from the cargo bays")]),
        (60, 0, "CW-7.0-12", [(60, "CPs of parts")]),
        (25, 35, "CW-7.0-12", [(25, "CPs of parts"), (35, "CPs from the cargo bays")]),
        (70, 5, "CW-7.0-12", [(60, "CPs of parts")]),
    ],
)
def test_what_a_base_is_made_of_is_told_parts_first(
    parts: int, cargo: int, rule: str, reasons: list[tuple[int, str]]
) -> None:
    state = fleet(empire(rich("0909")), "0909", "freighter", "freighter")
    ship = changed(state.ships["humans/FF01"], parts={"way": parts} if parts else {}, cargo=cargo)
    done = turn(changed(state, ships={**state.ships, ship.id: ship}), Assemble("humans-F1", "way", 2))
    (event,) = told(done, BaseAssembled)
    assert (event.cps, event.from_parts) == (60, min(parts, 60))
    assert (event.cause.rule, [(m.value, m.reason) for m in event.cause.modifiers]) == (rule, reasons)
    after = done.state.ships["humans/FF01"]
    assert (after.cargo, dict(after.parts)) == (0 if parts < 60 else cargo, {"way": 10} if parts > 60 else {})
