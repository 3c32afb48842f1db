"""STEP codes, multiples and the price of colonies (CW-2.1, CW-7.0); hexes by their numbers (CW-2.0)."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.places import Cluster, disk, distance, grid_of, neighbours, sector_of
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.step_codes import (
    STEP_DIGITS,
    check_step,
    colony_cost,
    colony_size,
    is_uninhabitable,
    multiple,
    step_distance,
    steps_for,
)
from rules.values import NotationError

USUAL = Settings()
HUMANS = Race("Humans", "5555")
FULL = Cluster(70, 70, {})
codes = st.text(STEP_DIGITS, min_size=4, max_size=4)


@pytest.mark.rule("CW-2.1-03")
@pytest.mark.parametrize("code", ["5555", "0000", "XXXX", "55X5", " 5x5x "])
def test_a_step_code_is_four_characters_0_to_9_or_x(code: str) -> None:
    assert check_step(code) == code.strip().upper()


@pytest.mark.rule("CW-2.1-03")
@pytest.mark.parametrize("code", ["", "555", "55555", "55A5", "5-55", "٥٥٥٥", "@everyone"])
def test_anything_else_is_no_step_code(code: str) -> None:
    with pytest.raises(NotationError, match="not a STEP code"):
        check_step(code)


@pytest.mark.rule("CW-2.1-04")
@pytest.mark.parametrize(
    ("a", "b", "steps"), [("5655", "5555", 1), ("5555", "5465", 2), ("5555", "55X5", 5), ("0000", "XXXX", 40)]
)
def test_steps_are_the_differences_added_and_x_is_ten(a: str, b: str, steps: int) -> None:
    assert step_distance(a, b) == steps


@given(codes, codes, codes)
def test_steps_are_a_distance(a: str, b: str, c: str) -> None:
    assert step_distance(a, b) == step_distance(b, a)
    assert (step_distance(a, b) == 0) == (a == b)
    assert step_distance(a, c) <= step_distance(a, b) + step_distance(b, c)


@pytest.mark.rule("CW-2.1-05")
@pytest.mark.parametrize(
    ("world", "expected"),
    [
        ("5555", "1"),
        ("5556", "3/2"),
        ("4455", "3/2"),
        ("5558", "2"),
        ("5559", "2"),
        ("5505", "3"),
        ("5504", "3"),
        ("5503", "4"),
        ("5502", "4"),
        ("5501", "5"),
        ("0000", "5"),
    ],
)
def test_the_multiple_grows_with_the_steps(world: str, expected: str) -> None:
    assert multiple(HUMANS, world, USUAL) == Fraction(expected)


@pytest.mark.rule("CW-2.1-06", "CW-2.1-08")
def test_a_strange_x_makes_a_world_uninhabitable_however_near() -> None:
    assert steps_for(HUMANS, "55X5") == 5
    assert multiple(HUMANS, "55X5", USUAL) == 5
    assert is_uninhabitable(HUMANS, "55X5", USUAL)
    born_there = Race("Gas people", "X555")
    assert multiple(born_there, "X555", USUAL) == 1
    assert multiple(born_there, "X5X5", USUAL) == 5
    assert multiple(born_there, "9555", USUAL) == Fraction(3, 2)


@pytest.mark.rule("CW-2.1-07")
def test_every_race_measures_from_its_own_home() -> None:
    assert multiple(Race("Desert people", "5655"), "5655", USUAL) == 1
    assert multiple(Race("Desert people", "5655"), "5555", USUAL) == Fraction(3, 2)


@pytest.mark.rule("CW-3.1-11")
def test_environmental_resistance_counts_one_step_less_but_never_mends_an_x() -> None:
    hardy = Race("Vermin", "5555", abilities=("Environmental Resistance",))
    assert multiple(hardy, "5558", USUAL) == Fraction(3, 2)
    assert multiple(hardy, "5555", USUAL) == 1
    assert multiple(hardy, "55X5", USUAL) == 5


@pytest.mark.rule("CW-7.0-02", "CW-7.0-03")
@pytest.mark.parametrize(("max_cp", "world", "cost"), [(200, "5465", 300), (389, "4455", 584), (73, "5555", 73)])
def test_full_colonies_cost_maximum_times_multiple_rounded_up(max_cp: int, world: str, cost: int) -> None:
    assert colony_cost(max_cp, multiple(HUMANS, world, USUAL)) == cost


@pytest.mark.rule("CW-7.0-04")
def test_part_of_the_price_gives_part_of_the_size() -> None:
    assert colony_size(100, Fraction(3, 2), 389) == 66
    assert colony_size(584, Fraction(3, 2), 389) == 389
    assert colony_size(9_000, Fraction(3, 2), 389) == 389
    assert colony_size(1, Fraction(3, 2), 389) == 0


@given(st.integers(1, 900), st.sampled_from(["1", "3/2", "2", "3", "4", "5"]))
def test_the_full_price_always_gives_the_full_size(max_cp: int, factor: str) -> None:
    price = colony_cost(max_cp, Fraction(factor))
    assert colony_size(price, Fraction(factor), max_cp) == max_cp
    assert colony_size(price - 1, Fraction(factor), max_cp) < max_cp


def test_a_house_rule_may_change_a_multiple() -> None:
    house = Settings(overrides={"CW-TAB-STEP-MULT/1/multiplier": "5/4"})
    assert multiple(HUMANS, "5556", house) == Fraction(5, 4)


@pytest.mark.rule("CW-2.0-02")
@pytest.mark.parametrize(
    ("a", "b", "hexes"), [("0101", "0104", 3), ("0109", "0112", 3), ("0112", "0311", 2), ("2034", "2034", 0)]
)
def test_distance_is_counted_along_the_shortest_path(a: str, b: str, hexes: int) -> None:
    assert distance(FULL, a, b) == distance(FULL, b, a) == hexes


@pytest.mark.rule("CW-2.0-02")
def test_the_raid_route_runs_through_neighbours_and_odd_columns_sit_lower() -> None:
    route = ["4740", "4841", "4941", "5042", "5043", "4942", "4843", "4742", "4741"]
    assert all(there in neighbours(FULL, here) for here, there in pairwise(route))
    assert neighbours(FULL, "2034") == ("1933", "1934", "2033", "2035", "2133", "2134")
    assert neighbours(FULL, "0101") == ("0102", "0201", "0202")


@pytest.mark.rule("CW-2.0-01")
def test_column_and_row_of_a_hundred_are_written_00() -> None:
    largest = Cluster(100, 100, {})
    assert distance(largest, "0000", "0099") == 1
    assert disk(largest, "0000", 1) == ("0000", "0099", "9900", "9999")
    assert sector_of(largest, "0000") == (10, 10)


@pytest.mark.rule("CW-B-03")
@pytest.mark.parametrize(
    ("number", "sector"), [("0101", (1, 1)), ("1010", (1, 1)), ("1110", (2, 1)), ("7070", (7, 7)), ("2034", (2, 4))]
)
def test_a_sector_is_ten_by_ten_hexes(number: str, sector: tuple[int, int]) -> None:
    assert sector_of(FULL, number) == sector
    inside = [h for h in map(grid_of(70, 70).number, grid_of(70, 70).all_hexes()) if sector_of(FULL, h) == sector]
    assert len(inside) == 100


def test_a_disk_stays_on_the_map_and_is_sorted() -> None:
    around = disk(FULL, "2034", 2)
    assert len(around) == 19
    assert list(around) == sorted(around)
    assert disk(FULL, "2034", 0) == ("2034",)
    assert len(disk(FULL, "0101", 2)) < 19


@pytest.mark.rule("CW-7.0-07", "CW-2.1-05")
@pytest.mark.parametrize(
    ("step", "steps", "times", "never"),
    [
        ("5555", 0, "1", False), ("5556", 1, "3/2", False), ("5557", 2, "3/2", False), ("5558", 3, "2", False),
        ("5559", 4, "2", False), ("5569", 5, "3", False), ("5579", 6, "3", False), ("5589", 7, "4", False),
        ("5599", 8, "4", False), ("5699", 9, "5", True), ("5799", 10, "5", True), ("9999", 16, "5", True),
    ],
)  # fmt: skip
def test_from_nine_steps_on_a_world_is_uninhabitable_and_a_step_less_is_hostile(
    step: str, steps: int, times: str, never: bool
) -> None:
    assert steps_for(HUMANS, step) == steps
    assert multiple(HUMANS, step, USUAL) == Fraction(times)
    assert is_uninhabitable(HUMANS, step, USUAL) is never
