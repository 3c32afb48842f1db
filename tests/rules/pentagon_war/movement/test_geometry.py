"""Hexes, facings, directions and displacements as movement uses them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes import Hex, distance
from rules.pentagon_war.geometry import absolute, facing_of, hex_name, letter, step
from rules.pentagon_war.movement.thrust import ACCELERATION_ENTRIES, ACCELERATION_SIGNS, path_of, push
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.units import Velocity
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.movement.stage import moving, turn_of_movement, velocity, where

places = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))


@pytest.mark.rule("PW-M01", "PW-M02", "PW-M03")
@pytest.mark.parametrize(
    ("start", "around"),
    [
        ("1015", ("1014", "1115", "1116", "1016", "0916", "0915")),
        ("1115", ("1114", "1214", "1215", "1116", "1015", "1014")),
    ],
)
def test_the_six_neighbours_of_a_hex_in_an_even_and_in_an_odd_column(start: str, around: tuple[str, ...]) -> None:
    assert tuple(hex_name(step(kit.hexed(start), facing)) for facing in range(6)) == around


@given(places, st.integers(0, 5))
@pytest.mark.rule("PW-M03")
def test_a_step_and_its_opposite_cancel(here: Hex, facing: int) -> None:
    assert step(step(here, facing), facing + 3) == here
    assert distance(here, step(here, facing)) == 1


@pytest.mark.rule("PW-M04")
@pytest.mark.parametrize(
    ("facing", "direction", "result"), [("C", 3, "E"), ("D", 5, "B"), ("B", 3, "D"), ("A", 1, "A")]
)
def test_relative_directions_go_clockwise_from_the_facing(facing: str, direction: int, result: str) -> None:
    assert letter(absolute(facing_of(facing), direction)) == result


@pytest.mark.rule("PW-M05", "PW-C10")
@pytest.mark.parametrize(
    ("facing", "entry"), [("A", "A+"), ("B", "A+C+"), ("C", "C+"), ("D", "A-"), ("E", "A-C-"), ("F", "C-")]
)
def test_each_facing_changes_its_components(facing: str, entry: str) -> None:
    number = facing_of(facing)
    row = tables(Options())["PW-T14"].row(facing)
    assert ACCELERATION_ENTRIES[number] == entry
    assert ACCELERATION_SIGNS[number] == (int(row["A change"]), int(row["C change"]))
    assert push(Velocity(), number, Fraction(1, 4)) == velocity(
        Fraction(ACCELERATION_SIGNS[number][0], 4), Fraction(ACCELERATION_SIGNS[number][1], 4)
    )


@pytest.mark.rule("PW-M06", "PW-M20")
@pytest.mark.parametrize(("a", "c", "end"), [(2, 1, "1114"), (0, 0, "1015"), (-3, 0, "1018"), (0, -2, "0814")])
def test_a_turns_displacement(a: int, c: int, end: str) -> None:
    assert where(turn_of_movement(kit.battle(moving(kit.craft("X1", "1015"), a, c))), "X1") == end


@given(st.integers(-12, 12), st.integers(-12, 12))
@pytest.mark.rule("PW-M06")
def test_components_displace_q_by_c_and_r_by_minus_a(a: int, c: int) -> None:
    start = kit.battle(moving(kit.craft("X1", "5050"), a, c))
    before, after = start.craft["X1"].at, turn_of_movement(start).craft["X1"].at
    assert (after.q - before.q, after.r - before.r) == (c, -a)


@pytest.mark.rule("PW-M07")
@pytest.mark.parametrize(("one", "other", "apart"), [("1015", "1014", 1), ("1015", "1315", 3), ("1015", "1015", 0)])
def test_range_is_the_least_number_of_steps(one: str, other: str, apart: int) -> None:
    assert distance(kit.hexed(one), kit.hexed(other)) == apart


@pytest.mark.rule("PW-M20")
@pytest.mark.parametrize(
    ("a", "c", "path"),
    [
        (1, 0, ["1014"]),
        (-1, 0, ["1016"]),
        (0, 1, ["1116"]),
        (0, -1, ["0915"]),
        (1, 1, ["1115"]),
        (-1, -1, ["0916"]),
        (1, -1, ["1014", "0914"]),
        (-1, 1, ["1016", "1117"]),
        (0, 0, []),
    ],
)
def test_like_steps_are_one_hex_and_unlike_steps_first_along_a(a: int, c: int, path: list[str]) -> None:
    assert [hex_name(here) for here in path_of(kit.hexed("1015"), a, c)] == path


@given(places, st.integers(-1, 1), st.integers(-1, 1))
@pytest.mark.rule("PW-M20", "PW-M21")
def test_a_path_is_unbroken_and_never_longer_than_the_speed(here: Hex, a: int, c: int) -> None:
    path = path_of(here, a, c)
    assert len(path) == max(abs(a), abs(c), abs(a - c))
    for one, other in zip((here, *path), path, strict=False):
        assert distance(one, other) == 1
