"""Craft as they leave the yard, and the record sheets they have."""

from fractions import Fraction
from typing import get_args

import pytest

from rules.pentagon_war.combat.damage.boxes import candidates
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.designs import CargoBox, Design, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.geometry import absolute, facing_of, letter
from rules.pentagon_war.movement.thrust import Record, is_fuelled, kilometres, rate, records_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided, Disengage
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.shipyard.pricing import boxes_left, boxes_lost, built, non_radar_boxes
from rules.pentagon_war.state import Shot
from rules.pentagon_war.targeting.sight import check_invisible, upkeep
from rules.pentagon_war.targeting.targets import arm_of, check_ready, check_shot
from rules.pentagon_war.turn import end_of_turn
from rules.pentagon_war.units import CountedVelocity, Cpmf, Drone, Lock, Moment, Velocity
from rules.values import GameError, changed
from tests.rules.pentagon_war.kit import battle, craft, design, hexed, scripted

PLAIN = Options()
SSD, CPMF, RECORD = get_args(Record)


@pytest.mark.rule("PW-C06", "PW-C07", "PW-C08", "PW-A39")
def test_each_kind_of_unit_has_its_records() -> None:
    ship, base = craft("X1", "1015"), craft("X2", "1015", engines=0)
    drone = Drone("X1.D1", "X", "X1", "laser", hexed("1015"), 0, Velocity(), CountedVelocity(), 1)
    assert records_of(ship, PLAIN) == {SSD, CPMF, RECORD}
    assert records_of(base, PLAIN) == {SSD, CPMF}
    assert records_of(drone, PLAIN) == {RECORD}
    movable = craft("X3", "1015", engines=0, movable=True)
    assert records_of(movable, PLAIN) == {SSD, CPMF}
    assert records_of(movable, Options(movable_bases=True)) == {SSD, CPMF, RECORD}


@pytest.mark.rule("PW-A39", "PW-S47")
def test_a_base_is_anchored_unless_it_is_movable_in_a_battle_that_has_such_bases() -> None:
    movable = Options(movable_bases=True)
    assert craft("X1", "1015", engines=0).anchored
    assert craft("X1", "1015", engines=0, movable=True).anchored
    assert not craft("X1", "1015", engines=0, movable=True, options=movable).anchored
    assert craft("X1", "1015", engines=0, options=movable).anchored
    assert not craft("X1", "1015").anchored


@pytest.mark.rule("PW-S47")
def test_a_craft_that_loses_its_last_engine_is_no_base() -> None:
    ship = changed(craft("X1", "1015"), engines=0)
    assert not ship.is_base
    assert craft("X1", "1015", engines=0).is_base


@pytest.mark.rule("PW-C09", "PW-S95")
def test_one_box_is_one_system_and_a_gun_is_a_track_of_them() -> None:
    ship = craft(
        "X1",
        "1015",
        weapons=(WeaponBox("laser"), WeaponBox("beam"), WeaponBox("laser"), WeaponBox("laser")),
        guns=(GunTrack("acid", 3), GunTrack("metal", 4), GunTrack("acid", 2), GunTrack("radiation", 1)),
    )
    assert [weapon.id for weapon in ship.weapons] == ["L1", "B1", "L2", "L3"]
    assert sum(weapon.kind == "laser" for weapon in ship.weapons) == 3
    assert [(gun.id, gun.left) for gun in ship.guns] == [("AG1", 3), ("LM1", 4), ("AG2", 2), ("RG1", 1)]
    assert built(ship.design)["weapons"] == 4
    assert built(ship.design)["guns"] == 10


@pytest.mark.rule("PW-C09")
def test_a_new_craft_has_lost_nothing() -> None:
    ship = craft(
        "X1",
        "1015",
        cargo=(CargoBox(missiles=8), CargoBox()),
        missiles=(MissileType(), MissileType()),
        drones=("laser",),
        guns=(GunTrack("acid", 3),),
        repair=2,
        aux_control=1,
        ramming_weights=1,
    )
    assert boxes_left(ship) == built(ship.design)
    assert set(boxes_lost(ship).values()) == {0}


@pytest.mark.rule("PW-S22", "PW-S34", "PW-S57", "PW-S71")
def test_a_new_craft_is_full_charged_and_loaded() -> None:
    ship = craft("X1", "1015", fuel_tanks=4, capacitors=9, missiles=(MissileType(),), drones=("proton",))
    assert (ship.tanks_full, ship.tanks_empty) == (4, 0)
    assert ship.cpmf == Cpmf(available=9)
    assert ship.cpmf.left == 9
    assert [(box.id, box.state) for box in ship.missiles] == [("M1", "full")]
    assert [(bay.id, bay.arm, bay.state) for bay in ship.bays] == [("D1", "proton", "full")]


@pytest.mark.rule("PW-S57", "PW-S58")
def test_a_marked_missile_box_is_not_destroyed_and_takes_no_hit() -> None:
    ship = craft("X1", "1015", missiles=(MissileType(), MissileType()))
    first, second = ship.missiles
    after = changed(ship, missiles=(changed(first, state="marked"), second))
    assert boxes_left(after)["missiles"] == 2
    assert [box.name for box in candidates(after, "Missile")] == ["M2"]


@pytest.mark.rule("PW-S71")
def test_an_empty_drone_bay_can_still_be_hit() -> None:
    ship = craft("X1", "1015", drones=("laser", "laser"))
    after = changed(ship, bays=(changed(ship.bays[0], state="dotted"), ship.bays[1]))
    assert [bay.state for bay in after.bays] == ["dotted", "full"]
    assert boxes_left(after)["drones"] == 2
    assert {box.name for box in candidates(after, "Drone")} == {"D1", "D2"}


@pytest.mark.rule("PW-S19")
def test_an_empty_cargo_box_is_dotted_and_can_be_lost_first() -> None:
    ship = craft("X1", "1015", cargo=(CargoBox(missiles=8), CargoBox()))
    assert [hold.state for hold in ship.holds] == ["full", "dotted"]
    by_name = {box.name: box for box in candidates(ship, "Cargo")}
    assert set(by_name) == {"cargo 1", "cargo 2"}
    assert min(by_name.values(), key=lambda box: box.last).name == "cargo 2"
    assert [hold.state for hold in by_name["cargo 2"].after.holds] == ["full", "destroyed"]


@pytest.mark.rule("PW-S25")
def test_a_full_tank_that_is_hit_is_gone_with_its_fuel_and_hurts_nothing_else() -> None:
    ship = craft("X1", "1015", fuel_tanks=1)
    (tank,) = candidates(ship, "FuelTank")
    assert (tank.after.tanks_full, tank.after.tanks_empty, tank.power_lost) == (0, 0, 0)
    assert {system: boxes for system, boxes in boxes_lost(tank.after).items() if boxes} == {"fuel_tanks": 1}


@pytest.mark.rule("PW-S23")
def test_engines_need_a_tank_that_is_not_empty() -> None:
    ship = craft("X1", "1015", engines=4, fuel_tanks=3)
    assert not is_fuelled(changed(ship, tanks_full=0, tanks_empty=3), ship.facing)
    assert is_fuelled(changed(ship, tanks_full=1, tanks_empty=2), ship.facing)


@pytest.mark.rule("PW-S02", "PW-S04")
def test_manned_craft_accelerate_a_tenth_of_a_hex_a_turn_each_turn() -> None:
    assert rate(PLAIN, manned=True) * 12 == Fraction(1, 10)
    assert rate(PLAIN, manned=False) * 12 == 3


@pytest.mark.rule("PW-S05")
def test_every_screen_box_gives_a_point_of_screening_for_no_power() -> None:
    ship = craft("X1", "1015", screens=6)
    assert screen_rating(ship) == 6
    assert ship.cpmf.left == ship.capacitors
    assert screen_rating(changed(ship, screens=4)) == 4


@pytest.mark.rule("PW-S12")
def test_side_three_of_a_craft_facing_b_looks_in_direction_d() -> None:
    assert letter(absolute(facing_of("B"), 3)) == "D"
    assert [letter(absolute(facing_of("A"), side)) for side in range(1, 7)] == list("ABCDEF")


@pytest.mark.rule("PW-S41")
def test_the_radar_box_numbered_0_is_there_for_good() -> None:
    ship = changed(craft("X1", "1015"), radar=())
    assert boxes_left(ship)["radar"] == 1
    assert candidates(ship, "Radar") == ()


@pytest.mark.rule("PW-S45")
def test_a_hex_is_1500_kilometres() -> None:
    assert kilometres(10) == 15000


@pytest.mark.rule("PW-S56")
def test_a_craft_near_its_end_keeps_what_still_works() -> None:
    ship = craft("X1", "1015", final_damage=3, weapons=(WeaponBox("laser"),) * 4)
    near_end = changed(ship, final_damage=1, locked_on=True)
    in_view = battle(near_end, craft("Y1", "1012"), now=Moment(1, 1, 7))
    for weapon in near_end.weapons:
        check_shot(in_view, "X", Shot("X1", weapon.id, "Y1"))
    assert boxes_left(near_end)["final_damage"] == 1


@pytest.mark.rule("PW-S87")
def test_radar_invisibility_is_no_box_and_works_while_there_is_power() -> None:
    plain, hidden = design(), design(radar_invisibility=True)
    assert built(plain) == built(hidden)
    ship = craft("X1", "1015", radar_invisibility=True, capacitors=10)
    stripped = changed(ship, weapons=(), screens=0, engines=0, armor=(0,) * 6, hull_forward=0, hull_aft=0, radar=())
    check_invisible(battle(stripped), stripped, PowerPlan(invisible=True, radar_on=False))
    with pytest.raises(GameError, match="no radar invisibility"):
        check_invisible(battle(stripped), craft("X1", "1015"), PowerPlan(invisible=True, radar_on=False))
    assert upkeep(craft("X1", "1015", hull_forward=60), PLAIN) == 10
    assert non_radar_boxes(design(hull_forward=60)) > 80


@pytest.mark.rule("PW-S76")
def test_a_drone_has_no_power_to_track_and_no_cannon_to_warm() -> None:
    now = Moment(1, 4, 10)
    drone = Drone("X1.D1", "X", "X1", "proton", hexed("1015"), 0, Velocity(), CountedVelocity(), now.absolute)
    assert CPMF not in records_of(drone, PLAIN)
    check_ready(drone, arm_of(drone, "P1"), now)


@pytest.mark.rule("PW-A76")
def test_craft_are_ordinarily_at_the_highest_alert() -> None:
    assert PLAIN.alert_status == 3
    ship = craft("X1", "1015", guns=(GunTrack("radiation", 2),))
    assert not ship.screens_cold
    assert ship.warm_from == 1
    assert ship.guns[0].ready_turn == 1
    assert ship.cpmf.available == ship.capacitors


@pytest.mark.rule("PW-S24")
def test_leaving_by_acceleration_empties_one_tank() -> None:
    fast = craft("X1", "1015", velocity=(12, 0), fuel_tanks=3)
    ready = battle(fast, craft("Y1", "1001"), now=Moment(1, 13, 1))
    after = end_of_turn.resolve(ready, [Decided("X", Disengage("X1", "acceleration"))], scripted()).state.craft["X1"]
    assert (after.fate, after.tanks_full, after.tanks_empty) == ("disengaged", 2, 1)


@pytest.mark.rule("PW-A40")
def test_a_movable_base_under_an_invisible_tow_hides_again_and_an_anchored_one_never() -> None:
    options = Options(movable_bases=True)
    plan = PowerPlan(invisible=True, radar_on=False)
    tug = changed(craft("X1", "1015", radar_invisibility=True), invisible=True)
    for movable in (True, False):
        base = craft("X2", "1015", engines=0, movable=movable, radar_invisibility=True, options=options)
        seen = changed(base, exposed=True)
        towed = battle(tug, seen, options=options, locks=(Lock("X1", "B1", "X2"),))
        if movable:
            check_invisible(towed, seen, plan)
            towed = changed(towed, locks=())
        with pytest.raises(GameError) as told:
            check_invisible(towed, seen, plan)
        assert told.value.rule == ("PW-A40" if movable else "PW-S89")


@pytest.mark.rule("PW-S14", "PW-S54")
def test_a_design_that_says_nothing_of_its_hull_has_none() -> None:
    bare = craft("X1", "1015", design=Design("Hulk"))
    assert (bare.hull_forward, bare.hull_aft, bare.final_damage) == (0, 0, 1)
    assert boxes_left(bare)["hull_forward"] == 0
