"""The numbers of each stance: at which range it launches and evades, how much it launches and keeps, whom it guards."""

from typing import Any

import pytest

from rules.pentagon_war.captains.advance import decisions_of
from rules.pentagon_war.captains.stances import drone_decisions
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import (
    AllocatePower,
    Decision,
    Disengage,
    Fire,
    LandDrone,
    LaunchBolt,
    LaunchDrone,
    LaunchMissile,
    Ram,
    Rotate,
)
from rules.pentagon_war.programme import PowerPlan, Stance
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Craft, Moment
from rules.values import changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat import stage

ARMED: dict[str, Any] = {"missiles": (BASIC_MISSILE,) * 9, "drones": ("laser",) * 3}


def off(hexes: int) -> str:
    """So many hexes straight ahead of 1060."""
    return f"10{60 - hexes:02}"


def decided(stance: Stance, segment: int, *units: Any, impulse: int = 3, **changes: Any) -> list[Decision]:
    """What X1 decides by its stance at a step."""
    battle = stage.fight(*units, impulse=impulse, segment=segment, turn=3, **{"stances": {"X1": stance}, **changes})
    memory = CaptainMemory("X", frozenset({"X1"}))
    return decisions_of(view_for(battle, "X"), memory, (), by_stance=True)


def own(**given: Any) -> Craft:
    return stage.ship("X1", "1060", **{**ARMED, **given})


def launched(stance: Stance, hexes: int, **given: Any) -> tuple[int, int]:
    """How many missiles and drones X1 launches at an enemy so many hexes ahead."""
    made = decided(stance, 6, own(**given), stage.ship("Y1", off(hexes)))
    return sum(isinstance(one, LaunchMissile) for one in made), sum(isinstance(one, LaunchDrone) for one in made)


@pytest.mark.parametrize(
    ("stance", "missiles", "drones"),
    [("aggressive", 12, 12), ("stand-off", 18, 16), ("cautious", 12, 10), ("escort", 10, 8), ("flee", 6, 6)],
)
def test_each_stance_launches_within_its_ranges_and_not_a_hex_farther(
    stance: Stance, missiles: int, drones: int
) -> None:
    assert launched(stance, missiles)[0] == 2
    assert launched(stance, missiles + 1)[0] == 0
    assert launched(stance, drones)[1] == 1
    assert launched(stance, drones + 1)[1] == 0


@pytest.mark.parametrize(("flying", "more"), [(0, 2), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_missiles_are_launched_two_at_a_time_until_two_and_two_for_each_class_fly_at_the_target(
    flying: int, more: int
) -> None:
    up = [stage.missile(f"X1.M{9 - n}", "1055", "Y1") for n in range(flying)]
    made = decided("aggressive", 6, own(), stage.ship("Y1", off(8)), *up)
    assert sum(isinstance(one, LaunchMissile) for one in made) == more
    others = [changed(one, target="Y2") for one in up]
    other = decided("aggressive", 6, own(), stage.ship("Y1", off(8)), stage.ship("Y2", "1001"), *others)
    assert sum(isinstance(one, LaunchMissile) for one in other) == 2


def test_hyper_bombs_and_empty_boxes_are_left_and_drones_come_one_for_each_class() -> None:
    mixed = own(missiles=(MissileType(hyper=True), BASIC_MISSILE, BASIC_MISSILE))
    spent = changed(mixed, missiles=(*mixed.missiles[:2], changed(mixed.missiles[2], state="marked")))
    made = decided("aggressive", 6, spent, stage.ship("Y1", off(8)))
    assert [one.box for one in made if isinstance(one, LaunchMissile)] == ["M2"]
    assert [one.bay for one in made if isinstance(one, LaunchDrone)] == ["D1"]
    empty = changed(own(), bays=tuple(changed(bay, state="dotted") for bay in own().bays[:1]) + own().bays[1:])
    assert [
        one.bay for one in decided("aggressive", 6, empty, stage.ship("Y1", off(8))) if isinstance(one, LaunchDrone)
    ] == ["D2"]


@pytest.mark.parametrize(("hexes", "bolts"), [(0, 0), (1, 1), (5, 1), (6, 0)])
def test_liquid_metal_is_fired_at_one_to_five_hexes(hexes: int, bolts: int) -> None:
    gunner = stage.ship("X1", "1060", guns=(GunTrack("metal", 4),))
    made = decided("flee", 6, gunner, stage.ship("Y1", off(hexes)))
    assert sum(isinstance(one, LaunchBolt) for one in made) == bolts


def planned(stance: Stance, *units: Any, **changes: Any) -> PowerPlan:
    (order,) = decided(stance, 2, *units, impulse=0, **changes)
    assert isinstance(order, AllocatePower)
    return order.plan


@pytest.mark.rule("PW-A19", "PW-A12")
@pytest.mark.parametrize(
    ("stance", "hexes", "engines", "evades"),
    [("flee", 20, 2, True), ("flee", 21, 2, False), ("flee", 20, 1, False), ("cautious", 20, 2, False)],
)
def test_who_flees_evades_within_twenty_hexes_with_an_engine_to_spare(
    stance: Stance, hexes: int, engines: int, *, evades: bool
) -> None:
    plan = planned(stance, own(engines=engines), stage.ship("Y1", off(hexes)))
    assert plan.evade == ("both" if evades else PowerPlan().evade)
    quiet = Options(evasive_maneuvering=False)
    assert planned(stance, own(engines=engines), stage.ship("Y1", off(hexes)), options=quiet) == PowerPlan()


@pytest.mark.rule("PW-C18")
@pytest.mark.parametrize(("charged", "radar", "ecm"), [(16, (5, 3), 4), (24, (5, 3), 5), (15, (5, 3), 3), (3, (5,), 0)])
def test_where_it_is_played_a_quarter_of_the_power_goes_to_ecm_up_to_the_best_radar(
    charged: int, radar: tuple[int, ...], ecm: int
) -> None:
    craft = own(capacitors=charged, radar=radar)
    electronic = Options(electronic_warfare=True)
    assert planned("cautious", craft, stage.ship("Y1", off(30)), options=electronic).ecm == ecm
    assert planned("cautious", craft, stage.ship("Y1", off(30))).ecm == 0
    blind = own(capacitors=charged, radar=())
    assert planned("cautious", blind, stage.ship("Y1", off(30)), options=electronic).ecm == 0


@pytest.mark.rule("PW-S88", "PW-C17")
def test_a_hidden_craft_stays_hidden_and_who_flees_hides_if_it_can() -> None:
    able = {"radar_invisibility": True, "capacitors": 12}
    hiding = PowerPlan(radar_on=False, invisible=True)
    assert planned("flee", own(**able), stage.ship("Y1", off(30))) == hiding
    assert planned("cautious", own(**able), stage.ship("Y1", off(30))) == PowerPlan()
    hidden = changed(own(**able), hidden=True, invisible=True)
    assert planned("cautious", hidden, stage.ship("Y1", off(30))) == hiding
    poor = own(radar_invisibility=True, capacitors=2)
    assert planned("flee", poor, stage.ship("Y1", off(30))) == PowerPlan(), "what it cannot pay it does not plan"


@pytest.mark.rule("PW-B74")
@pytest.mark.parametrize(("gone", "rams"), [(True, True), (False, False)])
def test_with_nothing_left_to_fight_with_an_aggressive_craft_rams_what_is_no_lighter(*, gone: bool, rams: bool) -> None:
    bare = stage.ship("X1", "1060", weapons=(), missiles=() if gone else (BASIC_MISSILE,))
    made = decided("aggressive", 5, bare, stage.ship("Y1", "1060"), options=Options(ramming=True))
    assert made == ([Ram("X1", "Y1")] if rams else [])
    spent = changed(bare, missiles=tuple(changed(box, state="marked") for box in bare.missiles))
    assert decided("aggressive", 5, spent, stage.ship("Y1", "1060"), options=Options(ramming=True)) == [Ram("X1", "Y1")]
    heavy = stage.ship("X1", "1060", weapons=(), missiles=(), armor=(60, 60, 60, 0, 60, 60), hull_forward=40)
    light = decided("aggressive", 5, heavy, stage.ship("Y1", "1060"), options=Options(ramming=True))
    assert light == []


@pytest.mark.rule("PW-B77", "PW-B80")
def test_who_flees_leaves_by_separation_before_acceleration() -> None:
    fast = own(velocity=(12, 0))
    near = decided("flee", 1, fast, stage.ship("Y1", off(20)), impulse=13)
    assert near == [Disengage("X1", "acceleration")]
    base = kit.battle(kit.craft("X1", "1099", velocity=(12, 0)), kit.craft("Y1", "1001"), now=Moment(3, 13, 1))
    alone = decisions_of(
        view_for(changed(base, stances={"X1": "flee"}), "X"), CaptainMemory("X", frozenset({"X1"})), (), by_stance=True
    )
    assert alone == [Disengage("X1", "separation")]
    assert decided("cautious", 1, fast, stage.ship("Y1", off(20)), impulse=13) == []


@pytest.mark.rule("PW-C25", "PW-S07")
@pytest.mark.parametrize(
    ("stance", "capacitors", "screens", "shots"),
    [
        ("aggressive", 27, 8, 24), ("stand-off", 27, 8, 24), ("escort", 27, 8, 24),  # a point of screening: three capacitors
        ("cautious", 27, 8, 21), ("flee", 27, 8, 18),  # two points, and a third of the power at most
        ("flee", 27, 1, 24), ("cautious", 9, 8, 6), ("cautious", 8, 8, 8),
    ],
)  # fmt: skip
def test_fire_leaves_power_for_the_screens_as_the_stance_wants(
    stance: Stance, capacitors: int, screens: int, shots: int
) -> None:
    lasers: dict[str, Any] = {"weapons": (WeaponBox("laser"),) * 30, "capacitors": capacitors, "screens": screens}
    made = decided(stance, 7, stage.ship("X1", "1060", **lasers), stage.bare("Y1", off(3)), impulse=12)
    assert [len(one.weapons) for one in made if isinstance(one, Fire)] == [shots]


def test_fire_is_held_while_the_range_shrinks_and_not_where_it_is_near_or_nothing_comes_nearer() -> None:
    def fires(hexes: int, speed: int) -> bool:
        runner = stage.ship("X1", "1060", velocity=(speed, 0), missiles=(), drones=())
        return bool(decided("aggressive", 7, runner, stage.bare("Y1", off(hexes)), impulse=1))

    assert not fires(8, 12), "six hexes nearer within six impulses"
    assert fires(8, 0)
    assert fires(2, 12), "at two hexes nobody holds fire"
    assert fires(8, -12), "farther off with each impulse"


def test_an_escort_steers_by_the_largest_friend_and_others_by_the_nearest_enemy() -> None:
    escort = stage.ship("X1", "1060")
    ward = stage.ship("X2", "1080", armor=(60, 60, 60, 0, 60, 60), hull_forward=40)
    enemy = stage.ship("Y1", off(20))

    def turned(stance: Stance, *units: Any) -> list[Decision]:
        return [one for one in decided(stance, 1, *units) if isinstance(one, Rotate)]

    assert turned("escort", escort, ward, enemy), "about, to the friend astern"
    assert turned("escort", escort, enemy) == turned("aggressive", escort, ward, enemy) == []
    lost = changed(ward, fate="destroyed")
    assert turned("escort", escort, lost, enemy) == []


@pytest.mark.rule("PW-S83")
@pytest.mark.parametrize(
    ("wish", "there", "lands"), [("return", "1060", True), ("return", "1061", False), ("attack", "1060", False)]
)
def test_a_drone_that_returns_lands_once_it_is_home(wish: Any, there: str, *, lands: bool) -> None:
    carrier = own()
    home = changed(carrier, bays=(changed(carrier.bays[0], state="dotted"), *carrier.bays[1:]))
    flying = stage.drone("X1.D1", there)
    battle = stage.fight(home, stage.ship("Y1", "1001"), flying, impulse=9, segment=6, turn=3)
    memory = CaptainMemory("X", frozenset({"X1"}))
    made = list(drone_decisions(view_for(battle, "X"), memory, battle.drones["X1.D1"], wish))
    assert made == ([LandDrone("X1.D1", "X1")] if lands else [])


@pytest.mark.parametrize(("hexes", "fires"), [(1, True), (8, True), (9, False)])
def test_a_drone_fires_at_craft_within_eight_hexes(hexes: int, *, fires: bool) -> None:
    battle = stage.fight(
        own(), stage.bare("Y1", off(hexes)), stage.drone("X1.D1", "1060"), impulse=9, segment=7, turn=3
    )
    memory = CaptainMemory("X", frozenset({"X1"}))
    made = list(drone_decisions(view_for(battle, "X"), memory, battle.drones["X1.D1"], "attack"))
    assert bool(made) is fires


@pytest.mark.rule("PW-B71")
def test_beams_and_proton_cannons_that_are_whole_are_fired_at_bolts() -> None:
    coming = stage.bolt("Y1.LM1-1", "1058", "X1", heading="D")
    ship = own(missiles=(), drones=())

    def at_the_bolt(craft: Craft) -> set[str]:
        made = decided("cautious", 7, craft, stage.ship("Y1", "1001"), coming)
        return {weapon for one in made if isinstance(one, Fire) and one.target == coming.id for weapon in one.weapons}

    assert at_the_bolt(ship) == {"B1", "P1"}
    broken = changed(ship, weapons=tuple(changed(w, destroyed=w.kind in {"beam", "proton"}) for w in ship.weapons))
    assert at_the_bolt(broken) == set()
