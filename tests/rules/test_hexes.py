"""Hexes: adjacency as the games print it, numbers both ways, and symmetry of everything that measures."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes import Grid, Hex, disk, distance, line, neighbors, ring
from rules.values import GameError, NotationError

CLUSTER = Grid(70, 70, "odd")
RAID = ("4740", "4841", "4941", "5042", "5043", "4942", "4843", "4742", "4741")

near = st.integers(-30, 30)
hexes = st.builds(Hex, near, near)
grids = st.builds(Grid, st.integers(1, 100), st.integers(1, 100), st.sampled_from(["odd", "even"]))


def turned(h: Hex) -> Hex:
    """Turned by a sixth about the origin."""
    return Hex(-h.r, h.q + h.r)


def mirrored(h: Hex) -> Hex:
    """Mirrored in the line through the origin on which q and r change places."""
    return Hex(h.r, h.q)


def moved(h: Hex, by: Hex) -> Hex:
    return Hex(h.q + by.q, h.r + by.r)


def flood(start: Hex, steps: int) -> set[Hex]:
    """Everything within so many steps, by walking: the slow way, to check the quick one against."""
    found = {start}
    for _ in range(steps):
        found |= {n for h in found for n in neighbors(h)}
    return found


def parsed(grid: Grid, text: str) -> Hex | str:
    """The hex a text names, or the sentence of the NotationError."""
    try:
        return grid.parse(text)
    except NotationError as error:
        return str(error)


@pytest.mark.rule("CW-2.0-02")
@pytest.mark.parametrize(("here", "there"), list(pairwise(RAID)))
def test_every_step_of_the_raid_route_is_between_neighbouring_hexes(here: str, there: str) -> None:
    a, b = CLUSTER.parse(here), CLUSTER.parse(there)
    assert b in neighbors(a)
    assert distance(a, b) == 1


def test_the_raid_route_is_broken_where_even_columns_are_lower() -> None:
    other = Grid(70, 70, "even")
    steps = [distance(other.parse(a), other.parse(b)) for a, b in pairwise(RAID)]
    assert max(steps) == 2


@pytest.mark.rule("CW-2.0-02")
@pytest.mark.parametrize(("a", "b", "hexes"), [("0101", "0104", 3), ("0109", "0112", 3), ("0112", "0311", 2)])
def test_the_printed_distances_hold(a: str, b: str, hexes: int) -> None:
    assert distance(CLUSTER.parse(a), CLUSTER.parse(b)) == hexes


@pytest.mark.rule("CW-2.0-02")
@pytest.mark.parametrize(
    ("low", "here", "around"),
    [
        ("odd", "0505", "0504 0605 0606 0506 0406 0405"),
        ("odd", "0405", "0404 0504 0505 0406 0305 0304"),
        ("even", "0405", "0404 0505 0506 0406 0306 0305"),
        ("even", "0505", "0504 0604 0605 0506 0405 0404"),
    ],
)
def test_the_six_neighbours_from_the_top_clockwise(low: str, here: str, around: str) -> None:
    grid = Grid(70, 70, "odd" if low == "odd" else "even")
    assert " ".join(grid.number(h) for h in neighbors(grid.parse(here))) == around


@pytest.mark.rule("CW-2.0-01")
def test_a_hex_is_named_by_column_then_row_from_01() -> None:
    assert CLUSTER.number(CLUSTER.hex(9, 2)) == "0902"
    assert CLUSTER.offset(CLUSTER.parse(" 0902 ")) == (9, 2)
    assert CLUSTER.number(CLUSTER.all_hexes()[0]) == "0101"


@pytest.mark.rule("CW-2.0-01")
@pytest.mark.parametrize(("column", "row", "number"), [(100, 7, "0007"), (7, 100, "0700"), (100, 100, "0000")])
def test_a_hundredth_column_or_row_is_written_00(column: int, row: int, number: str) -> None:
    grid = Grid(100, 100, "odd")
    assert grid.number(grid.hex(column, row)) == number
    assert grid.offset(grid.parse(number)) == (column, row)


@pytest.mark.rule("CW-2.0-01")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No hex was given; a hex is four digits, column then row, like 0412."),
        ("412", "`412` has 3 digits; a hex is four digits, column then row, like 0412."),
        ("4", "`4` has one digit; a hex is four digits, column then row, like 0412."),
        ("04120", "`04120` has 5 digits; a hex is four digits, column then row, like 0412."),
        ("-412", "`-412` is not a hex number; a hex is four digits, column then row, like 0412."),
        ("٠٤١٢", "`٠٤١٢` is not a hex number; a hex is four digits, column then row, like 0412."),
        ("7101", "`7101` is off the map: columns run from 01 to 70 here."),
        ("0171", "`0171` is off the map: rows run from 01 to 70 here."),
        ("0012", "`0012` is off the map: columns run from 01 to 70 here."),
    ],
)
def test_a_wrong_hex_number_is_answered_with_what_would_be_right(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        CLUSTER.parse(text)
    assert str(caught.value) == sentence


@given(grids, st.text(max_size=12))
def test_any_text_is_a_hex_on_the_map_or_a_notation_error(grid: Grid, text: str) -> None:
    found = parsed(grid, text)
    assert found.isprintable() if isinstance(found, str) else grid.number(found) == text.strip()


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0), (101, 5), (5, 101)])
def test_a_map_without_hexes_or_past_a_hundred_is_refused(columns: int, rows: int) -> None:
    with pytest.raises(GameError, match="1 to 100 columns and rows"):
        Grid(columns, rows, "odd")


def test_a_hex_off_the_map_has_no_number() -> None:
    with pytest.raises(GameError, match="off the map"):
        CLUSTER.number(CLUSTER.hex(71, 1))


@given(grids)
def test_all_hexes_come_column_by_column_and_every_number_once(grid: Grid) -> None:
    found = grid.all_hexes()
    places = [grid.offset(h) for h in found]
    assert places == [(c, r) for c in range(1, grid.columns + 1) for r in range(1, grid.rows + 1)]
    assert [grid.parse(grid.number(h)) for h in found] == list(found)
    assert all(grid.hex(*place) == h for place, h in zip(places, found, strict=True))


@given(grids, st.data())
def test_being_neighbours_goes_both_ways(grid: Grid, data: st.DataObject) -> None:
    here = grid.hex(data.draw(st.integers(1, grid.columns)), data.draw(st.integers(1, grid.rows)))
    for other in neighbors(here):
        assert here in neighbors(other)
        assert distance(here, other) == 1


@given(hexes, hexes, hexes)
def test_distance_is_a_distance_and_turns_with_the_map(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a) == distance(turned(a), turned(b)) == distance(mirrored(a), mirrored(b))
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert distance(moved(a, c), moved(b, c)) == distance(a, b)


@given(hexes, st.integers(0, 5))
def test_disk_and_ring_are_what_walking_finds(center: Hex, n: int) -> None:
    within = flood(center, n)
    assert len(disk(center, n)) == len(within) == 1 + 3 * n * (n + 1)
    assert set(disk(center, n)) == within
    assert set(ring(center, n)) == {h for h in within if distance(center, h) == n}
    assert len(ring(center, n)) == max(1, 6 * n)


def test_a_ring_runs_clockwise_from_the_top_and_the_first_is_the_neighbours() -> None:
    assert ring(Hex(3, 4), 1) == neighbors(Hex(3, 4))
    second = ring(Hex(0, 0), 2)
    assert second[0] == Hex(0, -2)
    assert all(distance(a, b) == 1 for a, b in zip(second, second[1:] + second[:1], strict=True))


def test_a_ring_of_negative_radius_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="radius -1"):
        ring(Hex(0, 0), -1)


@given(hexes, hexes)
def test_a_line_is_one_step_a_hex_and_the_same_both_ways(a: Hex, b: Hex) -> None:
    steps = line(a, b)
    assert len(steps) == distance(a, b) + 1
    assert (steps[0], steps[-1]) == ((a,), (b,))
    assert steps == line(b, a)[::-1]
    for i, step in enumerate(steps):
        assert 1 <= len(step) <= 2
        assert list(step) == sorted(step)
        assert all(distance(a, h) == i and distance(h, b) == len(steps) - 1 - i for h in step)


@given(hexes, hexes, hexes)
def test_a_line_turns_mirrors_and_moves_with_the_map(a: Hex, b: Hex, c: Hex) -> None:
    steps = [set(step) for step in line(a, b)]
    assert [set(s) for s in line(turned(a), turned(b))] == [{turned(h) for h in s} for s in steps]
    assert [set(s) for s in line(mirrored(a), mirrored(b))] == [{mirrored(h) for h in s} for s in steps]
    assert [set(s) for s in line(moved(a, c), moved(b, c))] == [{moved(h, c) for h in s} for s in steps]


@pytest.mark.parametrize(
    ("to", "steps"),
    [
        (Hex(0, 0), ((Hex(0, 0),),)),
        (Hex(3, 0), ((Hex(0, 0),), (Hex(1, 0),), (Hex(2, 0),), (Hex(3, 0),))),
        (Hex(1, 1), ((Hex(0, 0),), (Hex(0, 1), Hex(1, 0)), (Hex(1, 1),))),
        (Hex(3, 1), ((Hex(0, 0),), (Hex(1, 0),), (Hex(1, 1), Hex(2, 0)), (Hex(2, 1),), (Hex(3, 1),))),
    ],
)
def test_a_line_names_both_hexes_where_it_runs_along_a_hexside(to: Hex, steps: tuple[tuple[Hex, ...], ...]) -> None:
    assert line(Hex(0, 0), to) == steps
