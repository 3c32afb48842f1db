"""Segment 4: the falling number, its halving, evasion, drones, the ranged option, missiles that explode."""

from typing import Any

import pytest

from rules.pentagon_war.combat import point_defense
from rules.pentagon_war.combat.point_defense import chance
from rules.pentagon_war.designs import MissileType
from rules.pentagon_war.events import Exploded, Gone, NotDone, PointDefenseFired, Sighted, Survived
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided, DefendPoint, Fire
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body
from rules.values import GameError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bare, bolt, defend, drone, fight, free_dice, missile, of, ship

DRONES = tuple(f"Y1.D{n}" for n in range(1, 5))
RANGED = Options(ranged_point_defense=True)
III = {"final_damage": 170}
"""Enough boxes for size class III."""


def swarm(**given: Any) -> Battle:
    """A ship of seven boxes with four drones and an enemy ship in its hex."""
    flying = [drone(name, "1015") for name in DRONES]
    return fight(ship("X1", "1015", point_defense=7, **given), bare("Y1", "1015"), *flying, segment=4)


def numbers(battle: Battle, *targets: str, unit: str = "X1") -> list[int]:
    """The numbers a unit needs against these targets, one after the other, all missed or hit alike."""
    faces = [6] * len(targets)
    done = point_defense.resolve(battle, [Decided(unit[0], DefendPoint(unit, targets))], kit.scripted(*faces))
    return [event.needed for event in of(PointDefenseFired, done)]


@pytest.mark.rule("PW-S39", "PW-B36", "PW-B37", "PW-B41")
def test_the_books_example_of_seven_boxes() -> None:
    battle = swarm()
    assert numbers(battle, *DRONES, "Y1") == [5, 5, 5, 4, 3 + 1]
    big = fight(ship("X1", "1015", point_defense=7), bare("Y1", "1015", **III), *battle.drones.values(), segment=4)
    assert numbers(big, *DRONES, "Y1") == [5, 5, 5, 4, 6]


@pytest.mark.rule("PW-B37", "PW-S39")
def test_six_or_more_is_automatic_and_a_craft_takes_one_point() -> None:
    battle = fight(ship("X1", "1015", point_defense=7), bare("Y1", "1015", **III), segment=4)
    done = defend(battle, [DefendPoint("X1", ("Y1",))], 2)  # the die is for the side struck
    assert [(event.needed, event.hit, event.cause.rolls) for event in of(PointDefenseFired, done)] == [(6, True, ())]
    assert [(blow.target, blow.points, blow.side) for blow in done.state.blows] == [("Y1", 1, 2)]


@pytest.mark.rule("PW-B42", "PW-S39")
def test_next_impulse_the_boxes_are_fresh() -> None:
    battle = swarm()
    done = defend(battle, [DefendPoint("X1", DRONES)], 6, 6, 6, 6)
    later = changed(done.state, now=changed(done.state.now, impulse=2))
    assert numbers(later, *DRONES) == [5, 5, 5, 4]


@pytest.mark.rule("PW-B36")
@pytest.mark.parametrize(("boxes", "needed"), [(5, [5, 4, 3, 2]), (2, [2, 1]), (1, [1]), (4, [4, 3, 2, 1])])
def test_the_number_falls_to_one_and_then_there_is_no_shot(boxes: int, needed: list[int]) -> None:
    battle = fight(ship("X1", "1015", point_defense=boxes), *(drone(name, "1015") for name in DRONES), segment=4)
    assert numbers(battle, *DRONES) == needed


@pytest.mark.rule("PW-B32", "PW-S79")
def test_without_lock_on_half_the_boxes_count_rounded_down() -> None:
    assert numbers(swarm(marks={"locked_on": False}), *DRONES) == [3, 2, 1]
    guard = drone("X1.D9", "1015", "point_defense")
    locked = changed(swarm(), drones={**swarm().drones, guard.id: guard})
    assert numbers(locked, *DRONES, unit="X1.D9") == [5, 4, 3, 2]
    blind = changed(swarm(marks={"locked_on": False}), drones=locked.drones)
    assert numbers(blind, *DRONES, unit="X1.D9") == [2, 1]


@pytest.mark.rule("PW-B32", "PW-B36")
def test_house_rules_may_round_the_half_up_and_change_the_cap() -> None:
    up = Options(overrides={"PW-T30/round_halved_point_defense/value": "up", "PW-T30/point_defense_cap/value": "2"})
    assert numbers(swarm(marks={"locked_on": False}), *DRONES) == [3, 2, 1]
    assert numbers(changed(swarm(marks={"locked_on": False}), options=up), *DRONES) == [2, 2, 2, 1]


@pytest.mark.rule("PW-B32")
def test_an_invisible_target_is_met_with_half_the_boxes() -> None:
    battle = fight(ship("X1", "1015", point_defense=7), bare("Y1", "1015", marks={"invisible": True}), segment=4)
    assert chance(battle, battle.craft["X1"], battle.craft["Y1"], 0).needed == 3 + 1


@pytest.mark.rule("PW-A16")
def test_evasion_takes_two_boxes_of_each_party() -> None:
    more = [drone(f"Y1.D{n}", "1015") for n in range(1, 6)]
    battle = fight(ship("X1", "1015", point_defense=7, marks={"evading": True}), *more, segment=4)
    assert numbers(battle, *(unit.id for unit in more)) == [5, 4, 3, 2, 1]
    half = fight(ship("X1", "1015", point_defense=8, marks={"evading": True, "locked_on": False}), *more, segment=4)
    assert numbers(half, "Y1.D1", "Y1.D2") == [2, 1]


@pytest.mark.rule("PW-A16")
def test_an_evading_target_costs_two_boxes_for_that_shot_only() -> None:
    evader = bare("Y1", "1015", engines=1, marks={"evading": True})
    battle = fight(
        ship("X1", "1015", point_defense=7), evader, drone("Y1.D1", "1015"), drone("Y1.D2", "1015"), segment=4
    )
    # min(5, 6 - 2) = 4, and its size class I on top.
    assert numbers(battle, "Y1.D1", "Y1", "Y1.D2") == [5, 4 + 1, 5]


@pytest.mark.rule("PW-B38", "PW-S65", "PW-B89", "PW-A29")
def test_a_missile_killed_in_ones_own_hex_explodes_there() -> None:
    battle = fight(ship("X1", "1015"), missile("Y1.M1", "1015", "X1"), segment=4)
    done = defend(battle, [DefendPoint("X1", ("Y1.M1",))], 3)
    assert done.state.missiles == {}
    assert [(event.strength, event.hex) for event in of(Exploded, done)] == [(6, kit.hexed("1015"))]
    assert [(blow.target, blow.points, blow.side) for blow in done.state.blows] == [("X1", 6, 4)]


@pytest.mark.rule("PW-A35")
def test_a_hyper_bomb_killed_by_point_defense_does_not_explode() -> None:
    battle = fight(ship("X1", "1015"), missile("Y1.M1", "1015", "X1", kind=MissileType(hyper=True)), segment=4)
    done = defend(battle, [DefendPoint("X1", ("Y1.M1",))], 3)
    assert [event.why for event in of(Gone, done)] == ["shot down"]
    assert (done.state.missiles, done.state.blows, of(Exploded, done)) == ({}, (), [])


@pytest.mark.rule("PW-B38", "PW-B36")
@pytest.mark.parametrize(("face", "gone"), [(3, True), (4, False)])
def test_a_drone_hit_is_destroyed_without_an_explosion(face: int, gone: bool) -> None:
    battle = fight(ship("X1", "1015"), drone("Y1.D1", "1015"), segment=4)
    done = defend(battle, [DefendPoint("X1", ("Y1.D1",))], face)
    assert (done.state.drones == {}) is gone
    assert of(Exploded, done) == []
    assert [event.why for event in of(Gone, done)] == ["shot down"] * gone


@pytest.mark.rule("PW-B89", "PW-S66")
@pytest.mark.parametrize(("face", "left", "strengths"), [(2, 0, [6, 6]), (3, 1, [6])])
def test_one_missile_sets_off_another(face: int, left: int, strengths: list[int]) -> None:
    battle = fight(ship("X1", "1015"), missile("Y1.M1", "1015", "X1"), missile("Y1.M2", "1015", "X1"), segment=4)
    done = defend(battle, [DefendPoint("X1", ("Y1.M1",))], 1, 3, face + 1)  # 2d6 of 6 dies, of 7 lives
    assert len(done.state.missiles) == left
    assert [event.strength for event in of(Exploded, done)] == strengths
    assert sum(blow.points for blow in done.state.blows) == sum(strengths)
    assert len(of(Survived, done)) == left


@pytest.mark.rule("PW-B39", "PW-A28")
def test_a_target_is_shot_at_once_an_impulse() -> None:
    with pytest.raises(GameError, match="once"):
        point_defense.check(swarm(), "X", DefendPoint("X1", ("Y1.D1", "Y1.D1")))
    far = fight(ship("X1", "1015", options=RANGED), drone("Y1.D1", "1013"), options=RANGED, segment=4)
    with pytest.raises(GameError, match="once"):
        point_defense.check(far, "X", DefendPoint("X1", ("Y1.D1", "Y1.D1")))


@pytest.mark.rule("PW-B40")
def test_without_the_option_only_the_own_hex_is_defended() -> None:
    battle = fight(ship("X1", "1015"), drone("Y1.D1", "1014"), segment=4)
    with pytest.raises(GameError, match="same hex"):
        point_defense.check(battle, "X", DefendPoint("X1", ("Y1.D1",)))
    done = defend(battle, [DefendPoint("X1", ("Y1.D1",))])
    assert [event.seen_by for event in of(NotDone, done)] == [("X",)]


@pytest.mark.rule("PW-B40")
def test_point_defense_takes_no_power_and_no_arc() -> None:
    battle = fight(ship("X1", "1015", capacitors=0, weapons=()), drone("Y1.D1", "1015"), segment=4)
    done = defend(battle, [DefendPoint("X1", ("Y1.D1",))], 1)
    assert done.state.craft["X1"].cpmf.total == 0
    assert done.state.drones == {}


@pytest.mark.rule("PW-B43")
def test_point_defense_does_not_stop_bolts() -> None:
    battle = fight(ship("X1", "1015"), bolt("Y1.LM1-1", "1015", "X1"), segment=4)
    with pytest.raises(GameError) as refused:
        point_defense.check(battle, "X", DefendPoint("X1", ("Y1.LM1-1",)))
    assert refused.value.rule == "PW-B43"


@pytest.mark.rule("PW-A27")
def test_at_a_distance_the_range_modifier_lowers_the_number() -> None:
    hull = ship("X1", "1015", point_defense=7, options=RANGED)
    battle = fight(hull, drone("Y1.D1", "1007"), bare("Y1", "1013"), options=RANGED, segment=4)
    assert numbers(battle, "Y1.D1") == [1]  # 5 - 4 at range 8
    assert numbers(battle, "Y1") == [4]  # 5 + 1 - 2 at range 2
    done = defend(battle, [DefendPoint("X1", ("Y1",))], 4)
    assert [(blow.points, blow.side) for blow in done.state.blows] == [(1, 4)]
    weak = changed(battle, craft={**battle.craft, "X1": changed(hull, point_defense=4)})
    with pytest.raises(GameError, match="no chance"):
        point_defense.check(weak, "X", DefendPoint("X1", ("Y1.D1",)))


@pytest.mark.rule("PW-B39", "PW-B41")
@pytest.mark.parametrize("again", [("Y1.D1",), ("Y1.D2", "Y1.D1"), ("Y1.D2",)])
def test_a_second_order_of_a_unit_gives_no_more_shots_in_an_impulse(again: tuple[str, ...]) -> None:
    orders = [DefendPoint("X1", ("Y1.D1",)), DefendPoint("X1", again)]
    done = defend(swarm(), orders, 6)
    assert [(event.target, event.needed) for event in of(PointDefenseFired, done)] == [("Y1.D1", 5)]
    assert [(event.craft, event.cause.rule, event.seen_by) for event in of(NotDone, done)] == [("X1", "PW-B39", ("X",))]
    guard = drone("X1.D9", "1015", "point_defense")
    two = changed(swarm(), drones={**swarm().drones, guard.id: guard})
    each = defend(two, [DefendPoint("X1", ("Y1.D1",)), DefendPoint("X1.D9", ("Y1.D1",))], 6, 6)
    assert [event.unit for event in of(PointDefenseFired, each)] == ["X1", "X1.D9"]


@pytest.mark.rule("PW-A29")
def test_small_objects_may_be_left_out_of_the_ranged_option() -> None:
    ships = Options(ranged_point_defense=True, ranged_pd_ships_only=True)
    battle = fight(ship("X1", "1015"), missile("Y1.M1", "1013"), bare("Y1", "1013"), options=ships, segment=4)
    with pytest.raises(GameError) as refused:
        point_defense.check(battle, "X", DefendPoint("X1", ("Y1.M1",)))
    assert refused.value.rule == "PW-A29"
    point_defense.check(battle, "X", DefendPoint("X1", ("Y1",)))


def test_targets_lost_to_an_explosion_cost_no_shot() -> None:
    battle = fight(
        ship("X1", "1015"), missile("Y1.M1", "1015"), drone("Y1.D1", "1015"), drone("Y1.D2", "1015"), segment=4
    )
    # The missile's explosion kills the first drone and spares the second, which is then the second target.
    done = defend(battle, [DefendPoint("X1", ("Y1.M1", "Y1.D1", "Y1.D2"))], 1, 1, 1, 6, 6, 2)
    assert [(event.target, event.needed) for event in of(PointDefenseFired, done)] == [("Y1.M1", 3), ("Y1.D2", 2)]
    assert done.state.drones == {}


def test_a_hidden_defender_gives_itself_away() -> None:
    hidden = ship("X1", "1015", marks={"hidden": True, "invisible": True, "locked_on": False}, point_defense=6)
    done = defend(fight(hidden, drone("Y1.D1", "1015"), segment=4), [DefendPoint("X1", ("Y1.D1",))], 6)
    assert [event.craft for event in of(Sighted, done)] == ["X1"]


def test_what_point_defense_is_not_used_on_is_said() -> None:
    mars = Body("mars", "Mars", kit.hexed("1012"), radius=1)
    battle = fight(
        ship("X1", "1015"), ship("X2", "1015", point_defense=0), options=RANGED, bodies={"mars": mars}, segment=4
    )
    battle = changed(battle, drones={"Y1.D1": drone("Y1.D1", "1009")})
    for targets in (("X1",), ("mars",), ("Y9",), ("Y1.D1",)):
        with pytest.raises(GameError):
            point_defense.check(battle, "X", DefendPoint("X1", targets))
    with pytest.raises(GameError, match="no working"):
        point_defense.check(battle, "X", DefendPoint("X2", ("X1",)))
    with pytest.raises(GameError):
        point_defense.check(battle, "X", Fire("X1", ("L1",), "X2"))
    done = point_defense.resolve(battle, [Decided("X", DefendPoint("X2", ("X1",)))], free_dice())
    assert len(of(NotDone, done)) == 1


def test_a_drone_may_be_lost_to_the_missile_it_stops() -> None:
    guard = drone("X1.D9", "1015", "point_defense")
    battle = fight(ship("X1", "1020"), guard, missile("Y1.M1", "1015"), drone("Y1.D1", "1015"), segment=4)
    done = defend(battle, [DefendPoint("X1.D9", ("Y1.M1", "Y1.D1"))], 1, 1, 1, 6, 6)
    assert list(done.state.drones) == ["Y1.D1"]
    assert len(of(PointDefenseFired, done)) == 1
