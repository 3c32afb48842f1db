"""The roll of a direct-fire shot: size, range, lock-on, evasion."""

from typing import Any

import pytest

from rules.pentagon_war.events import Fired
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Fire
from rules.pentagon_war.targeting.sight import firing_range, is_evading, modifiers
from rules.pentagon_war.units import Body
from rules.values import Modifier
from rules.values import changed as replace
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import at, bare, drone, fight, of, ship, shoot

BIG: dict[str, Any] = {"final_damage": 90}
"""Enough boxes for size class II."""


@pytest.mark.rule("PW-B04", "PW-B07")
def test_a_roll_is_changed_by_size_and_range() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1010", **BIG))
    done = shoot(battle, [Fire("X1", ("L1",), "Y1")], 3, 4)
    fired = of(Fired, done)[0]
    assert fired.cause.modifiers == (Modifier(2, "size class 2"), Modifier(-4, "range 5"))
    assert (fired.range, fired.damage) == (5, 3)  # 7 + 2 - 4 = 5


@pytest.mark.rule("PW-B20", "PW-B31", "PW-B09")
def test_without_lock_on_the_range_is_doubled_for_roll_and_damage() -> None:
    blind = fight(ship("X1", "1015", marks={"locked_on": False}), bare("Y1", "1010"))
    done = shoot(blind, [Fire("X1", ("P1",), "Y1")], 5, 5)
    fired = of(Fired, done)[0]
    assert Modifier(-5, "range 10 (5 doubled without lock-on)") in fired.cause.modifiers
    assert (fired.range, fired.hit, fired.damage) == (10, True, 4)


@pytest.mark.rule("PW-B31")
@pytest.mark.parametrize(("number", "reached"), [("1014", True), ("1013", False)])
def test_without_lock_on_a_beam_reaches_one_hex(number: str, reached: bool) -> None:
    battle = fight(ship("X1", "1015", marks={"locked_on": False}), bare("Y1", number))
    done = shoot(battle, [Fire("X1", ("B1",), "Y1")], *((6, 6) if reached else ()))
    assert len(done.state.locks) == int(reached)


@pytest.mark.rule("PW-S79")
@pytest.mark.parametrize(("locked", "counts"), [(False, 10), (True, 5)])
def test_a_drone_shoots_by_its_owners_lock_on(locked: bool, counts: int) -> None:
    own = drone("X1.D1", "1015")
    battle = fight(ship("X1", "1020", marks={"locked_on": locked}), bare("Y1", "1010"), own)
    assert firing_range(battle, own, battle.craft["Y1"]) == counts


@pytest.mark.rule("PW-S79")
def test_a_drone_whose_owner_is_lost_counts_as_locked_on() -> None:
    own = drone("X1.D1", "1015")
    battle = fight(ship("X1", "1020", marks={"locked_on": False, "fate": "destroyed"}), bare("Y1", "1010"), own)
    assert firing_range(battle, own, battle.craft["Y1"]) == 5


@pytest.mark.rule("PW-B34")
def test_nobody_is_locked_on_to_the_invisible() -> None:
    unseen = bare("Y1", "1010", marks={"invisible": True})
    battle = fight(ship("X1", "1015"), unseen, bare("Y2", "1010"))
    assert firing_range(battle, battle.craft["X1"], unseen) == 10
    assert firing_range(battle, battle.craft["X1"], battle.craft["Y2"]) == 5


@pytest.mark.rule("PW-A63")
@pytest.mark.parametrize(("radius", "hexes"), [(2, 5), (1, 6), (0, 7), (-1, 7)])
def test_a_planet_is_as_near_as_its_nearest_hex(radius: int, hexes: int) -> None:
    planet = Body("earth", "Earth", kit.hexed("1008"), radius)
    battle = fight(ship("X1", "1015"), bodies={"earth": planet})
    assert firing_range(battle, battle.craft["X1"], planet) == hexes


@pytest.mark.rule("PW-A15")
def test_each_evading_party_takes_three_from_the_roll() -> None:
    battle = fight(ship("X1", "1015", marks={"evading": True}), ship("Y1", "1010", marks={"evading": True}))
    one, other = battle.craft["X1"], battle.craft["Y1"]
    assert sum(term.value for term in modifiers(battle, one, other)) == 1 - 4 - 6
    calm = replace(one, evading=False)
    assert [term for term in modifiers(battle, calm, other) if term.value == -3] == [Modifier(-3, "Y1 evades")]
    assert sum(term.value for term in modifiers(battle, calm, other)) == 1 - 4 - 3


@pytest.mark.rule("PW-A15")
def test_a_roll_of_eight_at_an_evading_target_is_five() -> None:
    calm = fight(ship("X1", "1015"), bare("Y1", "1010", engines=1, **BIG))
    evading = fight(ship("X1", "1015"), bare("Y1", "1010", engines=1, marks={"evading": True}, **BIG))
    order = [Fire("X1", ("L1",), "Y1")]
    assert of(Fired, shoot(calm, order, 5, 5))[0].damage == 4  # 10 + 2 - 4 = 8
    assert of(Fired, shoot(evading, order, 5, 5))[0].damage == 3  # 8 - 3 = 5


@pytest.mark.rule("PW-S147")
@pytest.mark.parametrize(
    "marks", [{"controls": 0}, {"engines": 0}, {"crashed": 1}], ids=["no controls", "no engines", "crash accelerating"]
)
def test_a_craft_that_cannot_evade_now_is_not_evading(marks: dict[str, Any]) -> None:
    craft = ship("X1", "1015", marks={"evading": True})
    battle = at(fight(craft), 10)
    assert is_evading(battle, craft)
    changed: dict[str, Any] = {"main_control": 0, "aux_control": 0} if "controls" in marks else marks
    assert not is_evading(battle, replace(craft, **changed))


def test_a_house_rule_changes_what_evasion_takes() -> None:
    softer = Options(overrides={"PW-T23/firer or target evades/firing": "-1 each"})
    battle = fight(ship("X1", "1015"), ship("Y1", "1010", marks={"evading": True}), options=softer)
    assert modifiers(battle, battle.craft["X1"], battle.craft["Y1"])[-1] == Modifier(-1, "Y1 evades")
