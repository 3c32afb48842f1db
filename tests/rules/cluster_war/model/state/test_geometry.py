"""How far hexes of a map lie from the nearest of several places."""

from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.model.state.places import away_from, distance, grid_of
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
