"""How far hexes of a map lie from the nearest of several places, and which lie around one."""

from hypothesis import given
from hypothesis import strategies as st

from rules import hexes
from rules.cluster_war.model.state.places import away_from, disk_on, distance, grid_of, hex_at, numbers
from rules.values import Value

COLUMNS, ROWS = 13, 9
HEXES = tuple(sorted(grid_of(COLUMNS, ROWS).number(hex_) for hex_ in grid_of(COLUMNS, ROWS).all_hexes()))


class Size(Value):
    """A map's size."""

    columns: int = COLUMNS
    rows: int = ROWS


@given(st.lists(st.sampled_from(HEXES), min_size=1, max_size=5, unique=True))
def test_away_from_several_places_is_the_distance_to_the_nearest(places: list[str]) -> None:
    found = away_from(COLUMNS, ROWS, tuple(places))
    assert found == {hex_: min(distance(Size(), hex_, place) for place in places) for hex_ in HEXES}


def test_nothing_is_near_no_place() -> None:
    assert away_from(COLUMNS, ROWS, ()) == {}


@given(st.integers(1, 100), st.integers(1, 100), st.one_of(st.integers(0, 8), st.integers(9, 40)), st.data())
def test_the_hexes_around_one_are_those_of_its_disk_that_are_on_the_map(
    columns: int, rows: int, n: int, data: st.DataObject
) -> None:
    grid = grid_of(columns, rows)
    center = data.draw(st.sampled_from(data.draw(st.sampled_from(numbers(columns, rows)))))
    around = hexes.disk(hex_at(columns, rows, center), n)
    assert disk_on(columns, rows, center, n) == tuple(
        sorted(grid.number(hex_) for hex_ in around if grid.contains(hex_))
    )


def test_the_numbers_of_a_map_are_those_of_its_hexes_column_by_column() -> None:
    down = numbers(100, 100)
    assert (down[0][0], down[0][99], down[99][0], down[99][99]) == ("0101", "0100", "0001", "0000")
    assert [number for column in down for number in column] == [
        grid_of(100, 100).number(hex_) for hex_ in grid_of(100, 100).all_hexes()
    ]
