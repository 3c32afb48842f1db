"""What weapons do on a roll and at a range, as the tables print it."""

import pytest

from rules.pentagon_war.options import Options
from rules.pentagon_war.targeting.sight import range_modifier
from rules.pentagon_war.targeting.targets import Effect, effect, needed_roll, points_at
from rules.pentagon_war.units import Body
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bolt, drone, missile, ship

PLAIN = Options()
CRAFT = ship("Y1", "1010")
DRONE = drone("Y1.D1", "1010")
MISSILE = missile("Y1.M1", "1010")


@pytest.mark.rule("PW-B05")
@pytest.mark.parametrize(
    ("hexes", "modifier"),
    [
        (0, 0), (1, -1), (2, -2), (3, -3), (4, -3), (5, -4), (8, -4), (9, -5), (16, -5), (17, -6), (32, -6), (33, -7),
        (64, -7), (65, -8), (128, -8), (129, -9), (256, -9), (257, -10), (512, -10), (513, -11), (1024, -11), (1025, -12),
    ],
)  # fmt: skip
def test_the_range_modifier_falls_by_one_with_every_doubling(hexes: int, modifier: int) -> None:
    assert range_modifier(hexes, PLAIN) == modifier


@pytest.mark.rule("PW-B07")
@pytest.mark.parametrize(
    ("modified", "points"),
    [
        (-9, 0),
        (-2, 0),
        (-1, 1),
        (1, 1),
        (2, 2),
        (4, 2),
        (5, 3),
        (7, 3),
        (8, 4),
        (10, 4),
        (11, 5),
        (13, 5),
        (14, 6),
        (20, 6),
    ],
)
def test_a_laser_does_by_its_roll_what_the_table_says(modified: int, points: int) -> None:
    assert effect("laser", CRAFT, 5, modified, PLAIN) == Effect(points > 0, points)


@pytest.mark.rule("PW-B08")
@pytest.mark.parametrize(("modified", "killed"), [(4, False), (5, True), (12, True)])
def test_a_laser_kills_a_small_target_on_five_or_more(modified: int, killed: bool) -> None:
    for target in (DRONE, MISSILE):
        assert effect("laser", target, 5, modified, PLAIN) == Effect(killed, 0, kills=killed)


@pytest.mark.rule("PW-B09")
@pytest.mark.parametrize(
    ("hexes", "points"),
    [(0, 8), (1, 7), (2, 7), (3, 6), (4, 6), (5, 5), (8, 5), (9, 4), (16, 4), (17, 3), (24, 3), (25, 2), (32, 2), (33, 1),
     (64, 1), (65, 0), (300, 0)],
)  # fmt: skip
def test_a_proton_cannon_does_by_range_what_the_table_says(hexes: int, points: int) -> None:
    assert effect("proton", CRAFT, hexes, 6, PLAIN) == Effect(True, points)
    assert effect("proton", CRAFT, hexes, 5, PLAIN) == Effect(False, 0)


@pytest.mark.rule("PW-B10")
@pytest.mark.parametrize(
    ("hexes", "points"),
    [(0, 5), (1, 5), (2, 4), (4, 4), (5, 3), (7, 3), (8, 2), (18, 2), (19, 1), (31, 1), (32, 0)],
)
def test_an_electron_cannon_does_by_range_what_the_table_says(hexes: int, points: int) -> None:
    assert effect("electron", CRAFT, hexes, 6, PLAIN) == Effect(True, points)
    assert effect("electron", CRAFT, hexes, 5, PLAIN) == Effect(False, 0)


@pytest.mark.rule("PW-B11")
def test_a_cannon_that_would_do_nothing_cannot_hit_a_small_target() -> None:
    for target in (DRONE, MISSILE):
        assert effect("proton", target, 64, 9, PLAIN).kills
        assert not effect("proton", target, 65, 12, PLAIN).hit
        assert effect("electron", target, 31, 9, PLAIN).kills
        assert not effect("electron", target, 32, 12, PLAIN).hit


@pytest.mark.rule("PW-B06", "PW-B12", "PW-S106", "PW-S119")
def test_cannons_gum_and_beams_hit_on_their_number_or_more() -> None:
    assert [needed_roll(kind, CRAFT, PLAIN) for kind in ("proton", "electron", "acid", "beam")] == [6, 6, 6, 5]
    assert needed_roll("beam", bolt("Y1.B1", "1010"), PLAIN) == 6
    assert effect("acid", CRAFT, 3, 6, PLAIN) == Effect(True, 2)
    assert not effect("acid", CRAFT, 3, 5, PLAIN).hit
    assert effect("beam", CRAFT, 1, 5, PLAIN) == Effect(True, 0)
    assert not effect("beam", CRAFT, 1, 4, PLAIN).hit


@pytest.mark.rule("PW-B13")
@pytest.mark.parametrize(
    ("modified", "points"),
    [(-6, 0), (-5, 0), (-4, 1), (-3, 2), (-2, 3), (-1, 4), (0, 4), (1, 5), (2, 6), (3, 7), (4, 8), (5, 9), (6, 10), (7, 11),
     (8, 12), (9, 13), (10, 14), (11, 16), (12, 18), (13, 20), (19, 20)],
)  # fmt: skip
def test_a_radiation_gun_does_by_its_roll_what_the_table_says(modified: int, points: int) -> None:
    assert effect("radiation", CRAFT, 9, modified, PLAIN) == Effect(points > 0, points)


@pytest.mark.rule("PW-B13")
@pytest.mark.parametrize(("modified", "killed"), [(2, False), (3, True)])
def test_a_radiation_gun_kills_a_small_target_on_three_or_more(modified: int, killed: bool) -> None:
    assert effect("radiation", DRONE, 9, modified, PLAIN) == Effect(killed, 0, kills=killed)


@pytest.mark.rule("PW-S96")
def test_lasers_never_miss_altogether_and_cannons_hit_or_miss() -> None:
    assert needed_roll("laser", CRAFT, PLAIN) is None
    assert {effect("laser", CRAFT, 5, roll, PLAIN).points for roll in range(-2, 15)} == {0, 1, 2, 3, 4, 5, 6}
    assert {effect("proton", CRAFT, 5, roll, PLAIN).points for roll in range(-2, 15)} == {0, 5}


@pytest.mark.rule("PW-A64")
@pytest.mark.parametrize(("air", "modified", "points"), [(True, 8, 3), (False, 8, 4), (True, -2, 0)])
def test_an_atmosphere_takes_a_point_of_a_shot_at_the_planet(air: bool, modified: int, points: int) -> None:
    planet = Body("earth", "Earth", kit.hexed("1010"), radius=2, atmosphere=air)
    assert effect("laser", planet, 5, modified, PLAIN).points == points


@pytest.mark.rule("PW-A70")
@pytest.mark.parametrize(("air", "points"), [(False, 1), (True, 0)])
def test_a_proton_cannon_reaches_a_planet_at_64_hexes(air: bool, points: int) -> None:
    planet = Body("earth", "Earth", kit.hexed("1010"), radius=2, atmosphere=air)
    assert effect("proton", planet, 64, 2, PLAIN).points == points


def test_a_house_rule_changes_what_a_cannon_does() -> None:
    harder = Options(overrides={"PW-T08/5/damage": "9"})
    assert points_at("proton", 6, harder) == 9
    assert points_at("proton", 6, PLAIN) == 5
