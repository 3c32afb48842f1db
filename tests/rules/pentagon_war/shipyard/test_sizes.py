"""Size classes by boxes, mass points and mass classes."""

from fractions import Fraction
from typing import Any

import pytest

from rules.pentagon_war.designs import BASIC_MISSILE, Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import (
    class_of_boxes,
    design_size,
    mass_points,
    non_radar_boxes,
    size_class,
    thrust_class,
    undamaged_mass,
)
from rules.pentagon_war.units import Bolt, CountedVelocity, Drone, Missile, Velocity
from rules.values import changed
from tests.rules.pentagon_war.kit import craft, design, hexed

HERE = hexed("1015")


def of(non_radar: int, **changes: Any) -> Design:
    """A design of exactly so many boxes outside its radar: control, final damage, and hull for the rest."""
    found = Design("Hull", hull_forward=non_radar - 2, **changes)
    assert non_radar_boxes(found) == non_radar
    return found


@pytest.mark.rule("PW-B01")
@pytest.mark.parametrize(
    ("boxes", "size"),
    [(2, 1), (80, 1), (81, 2), (160, 2), (161, 3), (320, 3), (321, 4), (640, 4), (641, 5), (1280, 5), (1281, 6)],
)
def test_size_class_goes_by_the_boxes_outside_the_radar(boxes: int, size: int) -> None:
    assert design_size(of(boxes)) == size
    assert design_size(changed(of(boxes), radar=(6,) * 200)) == size


@pytest.mark.rule("PW-B01")
def test_beyond_the_table_each_class_doubles_the_limit() -> None:
    assert [class_of_boxes(boxes) for boxes in (2560, 2561, 5120, 5121)] == [6, 7, 7, 8]


@pytest.mark.rule("PW-B01")
def test_armor_hull_and_final_damage_count_and_so_do_all_boxes_of_a_gun() -> None:
    plain = craft("X1", "1015").design
    more = design(armor=(13, 12, 11, 0, 11, 12), hull_aft=plain.hull_aft + 1, final_damage=plain.final_damage + 1)
    assert non_radar_boxes(more) == non_radar_boxes(plain) + 50 + 1 + 1


@pytest.mark.rule("PW-B02", "PW-S70")
def test_drones_and_missiles_are_class_0_and_bolts_class_i() -> None:
    drone = Drone("X1.D1", "X", "X1", "laser", HERE, 0, Velocity(), CountedVelocity(), 1)
    missile = Missile("X1.M1", "X", "X1", BASIC_MISSILE, HERE, 0, 6, "Y1", 1)
    assert size_class(drone) == size_class(missile) == 0
    assert drone.arm == "laser"
    assert size_class(Bolt("X1.LM1-1", "X", "X1", HERE, 0, "Y1", 1)) == 1


@pytest.mark.rule("PW-S28", "PW-S29")
def test_a_ramscoop_makes_a_craft_a_class_larger_and_a_magnascoop_does_not() -> None:
    assert design_size(of(90)) == 2
    assert design_size(of(90, scoop="ramscoop")) == 3
    assert design_size(of(90, scoop="magnascoop")) == 2


@pytest.mark.rule("PW-B01")
def test_damage_does_not_make_a_craft_smaller() -> None:
    ship = craft("X1", "1015", design=of(81))
    assert size_class(changed(ship, hull_forward=0)) == 2


@pytest.mark.rule("PW-A57", "PW-A59")
def test_mass_counts_armor_double_and_takes_off_what_is_destroyed() -> None:
    # 10 armor; 100 other boxes outside the radar: 1 control, 99 hull (the radar weighs nothing)
    heavy = Design("Heavy", armor=(10, 0, 0, 0, 0, 0), hull_forward=98, radar=(6, 5))
    ship = craft("X1", "1015", design=heavy)
    assert undamaged_mass(heavy) == mass_points(ship) == 240
    assert mass_points(changed(ship, armor=(6, 0, 0, 0, 0, 0), hull_forward=92)) == 240 - 8 - 6
    assert mass_points(changed(ship, radar=())) == 240


@pytest.mark.rule("PW-A57", "PW-A59")
def test_a_ramming_weight_weighs_sixty_and_thirty_when_destroyed() -> None:
    with_two = changed(Design("Ram"), ramming_weights=2)
    ship = craft("X1", "1015", design=with_two)
    assert undamaged_mass(with_two) - undamaged_mass(Design("Ram")) == 120
    assert mass_points(changed(ship, ramming_weights=1)) == mass_points(ship) - 30


@pytest.mark.rule("PW-A59")
def test_ten_engine_hits_take_ten_points_off_three_hundred() -> None:
    three_hundred = Design("Barge", engines=10, hull_forward=138)
    ship = craft("X1", "1015", design=three_hundred)
    assert mass_points(ship) == 300
    assert mass_points(changed(ship, engines=0)) == 290


@pytest.mark.rule("PW-A58")
def test_mass_class_is_a_three_hundredth_of_the_mass_exact_or_rounded_up() -> None:
    ship = craft("X1", "1015", design=Design("Heavy", hull_forward=303))
    assert mass_points(ship) == 610
    assert thrust_class(ship, Options(mass_class="fraction")) == Fraction(610, 300)
    assert thrust_class(ship, Options(mass_class="round_up")) == 3
    assert thrust_class(ship, Options()) == size_class(ship) == 3
    light = craft("X1", "1015", design=Design("Light", hull_forward=148))
    assert thrust_class(light, Options(mass_class="round_up")) == 1
    assert size_class(light, Options(mass_class="round_up")) == 2


@pytest.mark.rule("PW-B01", "PW-A57")
def test_a_house_rule_moves_a_limit() -> None:
    house = Options(overrides={"PW-T05/I/to": "100"})
    assert design_size(of(90), house) == 1
    heavy = Options(overrides={"PW-T27/armor/undestroyed": "5"})
    assert undamaged_mass(Design("Heavy", armor=(10, 0, 0, 0, 0, 0)), heavy) == 50 + 2 * 2
