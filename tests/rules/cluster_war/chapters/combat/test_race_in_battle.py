"""What a people brings to its units in battle, however it is settled: reflexes of crews, armor and point defense (CW-3.1)."""

from typing import Final

import pytest

from rules.bridge.craft import blueprint
from rules.cluster_war.chapters.combat.battle import Combatant, with_race
from rules.cluster_war.chapters.combat.unit_strength import Strength, numbers_of, strength_of
from rules.cluster_war.model.psionics.units import ROBOTS
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.values import changed
from tests.rules.cluster_war.build import draft_of, small

PLAIN: Final = Settings()
LAYOUT: Final = {"Bridge": 1, "Beam emitter 3": 2, "High grade armor 2": 1, "Point defense battery": 2}
SHIP: Final = Design("D", "Trial", "ship", 30, 100, layout=LAYOUT)
FIGHTER: Final = changed(SHIP, kind="small_craft", hull=4)
ROBOT: Final = changed(SHIP, traits=(min(ROBOTS),))


def born(design: Design, *abilities: str, technologies: tuple[str, ...] = ()) -> Combatant:
    """A unit of the Humans' of such a race, with a captain of 3 and 2."""
    state = small()
    owner = state.sides["humans"]
    race = changed(owner.race, abilities=abilities)
    sides = {**state.sides, "humans": changed(owner, race=race, technologies=technologies)}
    return with_race(draft_of(changed(state, sides=sides)), Combatant("u", "humans", design, "U", attack=3, defense=2))


def strength(unit: Combatant) -> Strength:
    """What it is worth by numbers."""
    return strength_of(unit, numbers_of(PLAIN), PLAIN)


@pytest.mark.rule("CW-3.1-10")
def test_reflexes_add_ten_to_a_captains_attack_and_no_robot_has_any() -> None:
    quick = born(SHIP, "Combat Reflexes")
    assert (quick.attack, quick.defense) == (13, 2)
    assert strength(quick).aim - strength(born(SHIP)).aim == 10
    assert born(ROBOT, "Combat Reflexes").attack == 3


@pytest.mark.rule("CW-3.1-12")
def test_agility_covers_small_craft_by_five_and_nothing_larger() -> None:
    assert [born(design, "Extra Agility").defense for design in (FIGHTER, SHIP)] == [7, 2]
    assert strength(born(FIGHTER, "Extra Agility")).cover - strength(born(FIGHTER)).cover == 5


@pytest.mark.rule("CW-3.1-35")
@pytest.mark.parametrize("level", [1, 2])
def test_each_level_of_armor_technology_is_two_points_in_each_armor_component(level: int) -> None:
    plated = born(SHIP, technologies=("Armor Technology",) * level)
    assert strength(plated).armor - strength(born(SHIP)).armor == 100 * 2 * level * LAYOUT["High grade armor 2"]
    boxes = blueprint(SHIP, PLAIN, {"armor": plated.armor}).boxes()["armor"]
    assert boxes - blueprint(SHIP, PLAIN).boxes()["armor"] == 2 * level * LAYOUT["High grade armor 2"]


@pytest.mark.rule("CW-3.1-48")
def test_an_improved_battery_stops_one_point_more() -> None:
    better = born(SHIP, technologies=("Improved Point Defense Batteries",))
    assert strength(better).defense - strength(born(SHIP)).defense == 100 * LAYOUT["Point defense battery"]
    boxes = blueprint(SHIP, PLAIN, {"point_defense": better.intercept}).boxes()["point_defense"]
    assert boxes - blueprint(SHIP, PLAIN).boxes()["point_defense"] == LAYOUT["Point defense battery"]
    sweeper = changed(SHIP, layout={"Bridge": 1, "Minesweeper": 2})
    assert blueprint(sweeper, PLAIN, {"point_defense": 1}).boxes() == blueprint(sweeper, PLAIN).boxes()
