"""Far from home: who is in supply, what units live from, what can be made out there."""

import pytest

from rules.cluster_war.chapters.logistics.rations import Workshop, points_for, points_for_craft, workshop
from rules.cluster_war.chapters.logistics.stores import supply_hexes
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import form_up
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.events.logistics import SuppliesUsed
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import Right
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Build, Fleet, Leg, Ship, Transit
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import forecast
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError
from rules.values import changed as replace
from tests.rules.cluster_war.build import DESIGNS, draft_of, frozen, with_colony
from tests.rules.cluster_war.chapters.logistics.far_away import (
    FAR,
    FIGHTER,
    GUNBOAT,
    KINDS,
    PLAIN,
    changed,
    play_month,
    said,
    world,
)


@pytest.mark.rule("CW-4.3-06", "CW-4.3-02", "CW-4.3-01")
@pytest.mark.parametrize(("hex_", "supplied"), [("0303", True), ("0304", True), ("0305", False), (FAR, False)])
def test_units_at_or_next_to_an_own_colony_are_in_supply_and_cost_nothing(hex_: str, supplied: bool) -> None:
    state = world("destroyer", hex_=hex_)
    assert (hex_ in supply_hexes(state, "humans")) is supplied
    draft = play_month(state, *([] if supplied else [99]))
    assert (draft.ships["humans/DD01"].stress == 0) is supplied
    assert said(draft, SuppliesUsed) == [] or not supplied
    full = adjudicate(state, (), Dice(bytes(32), "t", 1))
    assert full.state.sides["humans"].treasury == 1_000


@pytest.mark.rule("CW-4.3-06", "CW-4.3-09")
def test_an_allys_colony_supplies_who_has_the_right_only_in_its_own_hex() -> None:
    state = with_colony(world("destroyer"), "vermin", FAR, 1, 60)
    assert play_month(state, 99).ships["humans/DD01"].stress == 10
    allied = replace(state, rights=(Right("vermin", "humans", "supply"),))
    assert play_month(allied).ships["humans/DD01"].stress == 0
    beside = replace(allied, fleets={k: replace(f, hex="1011") for k, f in allied.fleets.items()})
    assert play_month(beside, 99).ships["humans/DD01"].stress == 10
    reverse = replace(state, rights=(Right("humans", "vermin", "supply"),))
    assert play_month(reverse, 99).ships["humans/DD01"].stress == 10


@pytest.mark.rule("CW-4.3-13")
@pytest.mark.parametrize(("hull", "points"), [(1, 1), (10, 1), (11, 2), (30, 3), (60, 6)])
def test_one_point_for_every_ten_hull_or_fraction_rounded_up_per_ship(hull: int, points: int) -> None:
    assert points_for(replace(DESIGNS["scout"], hull=hull), PLAIN) == points


@pytest.mark.rule("CW-4.3-13", "CW-4.3-12", "CW-4.3-14", "CW-5.1-03")
def test_a_freighter_with_twenty_points_keeps_sixty_hull_of_warships_for_its_months() -> None:
    # Six points a month for the warship, and two for the freighter itself.
    state = changed(world("warship", "freighter"), "humans/FF01", supplies=20)
    left, stress = [], []
    for rolls in ((), (), (99,)):
        draft = play_month(state, *rolls)
        left.append(draft.ships["humans/FF01"].supplies)
        stress.append((draft.ships["humans/CA01"].stress, draft.ships["humans/FF01"].stress))
        state = frozen(draft)
    assert left == [12, 4, 2]
    assert stress == [(0, 0), (0, 0), (10, 0)]
    alone = changed(world("warship"), "humans/CA01", supplies=20)
    for n in range(3):
        draft = play_month(alone)
        assert said(draft, SuppliesUsed)[0].used == 6
        assert draft.ships["humans/CA01"].supplies == 20 - 6 * (n + 1)
        alone = frozen(draft)
    assert play_month(alone, 99).ships["humans/CA01"].stress == 10


@pytest.mark.rule("CW-4.3-16", "CW-4.3-17", "CW-4.3-13")
def test_craft_on_racks_need_points_and_craft_in_hangars_none() -> None:
    assert points_for_craft([GUNBOAT] * 6, PLAIN) == 1
    draft = play_month(changed(world("d30", *["gunboat"] * 6), "humans/DR01", supplies=9))
    assert said(draft, SuppliesUsed)[0].needed == 4
    assert said(draft, SuppliesUsed)[0].short == ()
    housed = play_month(changed(world("carrier", *["gunboat"] * 6), "humans/CV01", supplies=9))
    assert said(housed, SuppliesUsed)[0].needed == 3


@pytest.mark.rule("CW-4.2-02", "CW-4.2-03")
def test_gunboats_alone_last_a_month_and_go_hungry_after_it() -> None:
    state = world("gunboat", "gunboat", transit=Transit("0303", FAR, 0, 12))
    first = play_month(state)
    assert [first.ships[s].stress for s in ("humans/GB01", "humans/GB02")] == [0, 0]
    second = play_month(frozen(first), 99, 99)
    assert [second.ships[s].stress for s in ("humans/GB01", "humans/GB02")] == [10, 10]
    tender = changed(world("gunboat", "carrier", transit=Transit("0303", FAR, 0, 12)), "humans/CV01", supplies=6)
    for _ in range(2):
        draft = play_month(tender)
        assert draft.ships["humans/GB01"].stress == 0
        tender = frozen(draft)
    assert tender.ships["humans/GB01"].away == 0
    home = frozen(
        play_month(
            replace(frozen(second), fleets={"humans-F1": replace(second.fleets["humans-F1"], hex="0303", transit=None)})
        )
    )
    assert (home.ships["humans/GB01"].stress, home.ships["humans/GB01"].away) == (0, 0)


@pytest.mark.rule("CW-4.3-18")
def test_a_small_crafts_cargo_bay_holds_two_points() -> None:
    assert ship_capacity(replace(GUNBOAT, cargo_bays=1)) == 2
    assert ship_capacity(replace(DESIGNS["freighter"], cargo_bays=30)) == 600


@pytest.mark.rule("CW-5.2-01", "CW-5.2-02", "CW-5.2-03", "CW-5.2-05")
def test_a_full_point_needs_food_and_parts_and_parts_need_cps() -> None:
    farm = KINDS["farm"]
    assert workshop([farm], (), PLAIN) == Workshop(10, 10, 10)
    assert workshop([farm], (), PLAIN).free == 10
    assert workshop([replace(farm, agro=4)], (), PLAIN).free == 4
    assert workshop([farm], (), PLAIN, busy=7).free == 3
    assert workshop([farm], (), PLAIN, digs=False).free == 0
    assert workshop([farm], (), PLAIN, digs=False).more(6) == 6
    assert workshop([replace(farm, mining=2)], (), PLAIN).more(50) == 8


@pytest.mark.rule("CW-5.2-08")
def test_levels_of_a_components_technology_add_a_point_each() -> None:
    known = ("Agricultural Stations +2", "Light Industry +1", "Mining Stations +1")
    assert workshop([KINDS["set"]], known, PLAIN) == Workshop(3, 2, 2)
    ruled = Settings(overrides={"CW-TAB-SUPPLY/more for each level of a component's technology/number": "3"})
    assert workshop([KINDS["set"]], known, ruled) == Workshop(7, 4, 4)


@pytest.mark.rule("CW-5.2-04", "CW-5.2-03", "CW-5.2-06", "CW-4.3-14")
def test_one_set_keeps_ten_hull_for_ever_where_it_can_dig_and_does_not_move() -> None:
    state = world("set")
    for _ in range(5):
        draft = play_month(state)
        assert said(draft, SuppliesUsed)[0].made == 1
        assert draft.ships["humans/FS01"].stress == 0
        state = frozen(draft)
    moving = adjudicate(world("set", transit=Transit("0909", FAR, 0, 2)), (), Dice(bytes(32), "t", 1)).state
    assert moving.ships["humans/FS01"].stress == 10
    tapped = play_month(with_colony(world("set"), "vermin", FAR, 1, 60), 99)
    assert tapped.ships["humans/FS01"].stress == 10


@pytest.mark.rule("CW-5.2-05", "CW-5.2-07")
def test_the_farm_base_feeds_itself_and_fifty_hull_and_stores_the_rest() -> None:
    state = world("warship")
    base = Base("humans/FB01", "humans", "farm", "Farm", FAR, 1)
    state = replace(state, bases={base.id: base})
    draft = play_month(state, 99)  # five points are left for the warship, which needs six
    assert said(draft, SuppliesUsed)[0].needed == 5
    assert (draft.bases[base.id].stress, draft.ships["humans/CA01"].stress) == (0, 10)
    fifty = replace(KINDS["warship"], hull=50)
    sides = {**state.sides, "humans": replace(state.sides["humans"], designs={**KINDS, "warship": fifty})}
    fed = play_month(replace(state, sides=sides))
    assert fed.ships["humans/CA01"].stress == 0
    alone = play_month(replace(state, fleets={}, ships={}))
    assert alone.bases[base.id].supplies == 5
    full = play_month(replace(state, fleets={}, ships={}, bases={base.id: replace(base, supplies=598)}))
    assert full.bases[base.id].supplies == 600


@pytest.mark.rule("CW-5.2-02")
@pytest.mark.parametrize(("busy", "made", "stress"), [(5, 5, 0), (6, 0, 10)])
def test_industry_that_builds_craft_makes_no_parts(busy: int, made: int, stress: int) -> None:
    base = Base("humans/FB01", "humans", "farm", "Farm", FAR, 1)
    build = Build("humans-B1", "humans", base.id, "fighter", 2, 10, 10, 10, busy, 1, place="factory")
    state = replace(world(), bases={base.id: base}, builds={build.id: build}, fleets={}, ships={})
    draft = play_month(state, *([99] if stress else []))
    assert said(draft, SuppliesUsed)[0].made == made
    assert draft.bases[base.id].stress == stress


@pytest.mark.rule("CW-5.2-05")
def test_stored_cps_feed_industry_when_there_is_nothing_to_dig() -> None:
    state = changed(world("set", "freighter", hex_="0909"), "humans/FF01", cargo=5)
    draft = play_month(state, 99)
    used = said(draft, SuppliesUsed)[0]
    assert (used.made, used.cps, draft.ships["humans/FF01"].cargo) == (1, 1, 4)
    assert used.short == ("humans/FF01",)


@pytest.mark.rule("CW-4.2-04", "CW-4.2-05", "CW-4.2-07")
def test_craft_without_drive_or_bridge_stay_unless_a_technology_gives_them_one() -> None:
    ships = [Ship("humans/FI01", "humans", "fighter")]
    with pytest.raises(GameError, match="no bridge"):
        form_up(KINDS, ships)
    slow = replace(FIGHTER, bridge=True)
    with pytest.raises(GameError, match="no FTL drive"):
        form_up({**KINDS, "fighter": slow}, ships)
    robotic = replace(slow, drive=DESIGNS["scout"].drive)
    assert form_up({**KINDS, "fighter": robotic}, ships).outside == tuple(ships)
    longer = Settings(overrides={"CW-TAB-SUPPLY/turns small craft last alone/number": "3"})
    state = replace(world("gunboat", transit=Transit("0303", FAR, 0, 40)), settings=longer)
    for _ in range(3):
        draft = play_month(state)
        assert draft.ships["humans/GB01"].stress == 0
        state = frozen(draft)
    assert play_month(state, 99).ships["humans/GB01"].stress == 10


@pytest.mark.rule("CW-4.2-06", "CW-4.2-01")
def test_orders_of_craft_stand_with_their_carrier_and_craft_are_tenth_scale() -> None:
    fleet = Fleet("humans-F9", "humans", "Carriers", FAR, (), standing="Gunboats strike at 4 hexes, defend at dusk")
    state = world("carrier", "gunboat")
    state = replace(state, fleets={"humans-F1": replace(fleet, id="humans-F1", ships=state.fleets["humans-F1"].ships)})
    assert "Gunboats strike" in state.fleets["humans-F1"].standing
    assert points_for_craft([replace(GUNBOAT, hull=100)], PLAIN) == points_for(
        replace(DESIGNS["scout"], hull=10), PLAIN
    )


def test_nothing_fails_and_nobody_else_hears_of_it() -> None:
    draft = play_month(world("destroyer"), 99)
    assert said(draft, OrderFailed) == []
    assert {e.seen_by for e in draft.events} == {("humans",)}
    assert draft_of(world("destroyer")).purse["humans"] == 1_000


@pytest.mark.rule("CW-4.3-13")
def test_the_forecast_warns_of_a_fleet_that_stays_hungry() -> None:
    def warned(state: GameState) -> list[str]:
        return [n.text for n in forecast(view_for(state, "humans"), ()).effects if n.rule == "CW-4.3-13"]

    state = world("destroyer", name="Watch")
    assert warned(state) == ["Watch is out of supply at 1010: it needs 2 supply points and carries 0."]
    assert warned(changed(state, "humans/DD01", supplies=2)) == []
    assert warned(world("destroyer", hex_="0304")) == []


@pytest.mark.rule("CW-4.3-07")
def test_the_forecast_warns_of_a_fleet_that_will_be_under_way_when_the_month_ends() -> None:
    leave = (SignedOrder("1", "humans", 1, MoveFleet("humans-F1", (Leg(FAR),))),)

    def warned(state: GameState) -> list[str]:
        return [n.text for n in forecast(view_for(state, "humans"), leave).effects if n.rule == "CW-4.3-13"]

    state = world("destroyer", name="Watch", hex_="0304")
    hungry = "Watch needs 2 supply points a turn on the way and there and carries 0. Without them stress grows by 10 % a turn."
    assert warned(state) == [f"{FAR} is out of supply: {hungry}"]
    assert warned(changed(state, "humans/DD01", supplies=2)) == []
    after = adjudicate(state, leave, Dice(bytes(32), "t", 1))
    assert after.state.fleets["humans-F1"].transit is not None
    assert [event.short for event in after.events if isinstance(event, SuppliesUsed)], "and so it comes"
    assert after.state.ships["humans/DD01"].stress > 0
