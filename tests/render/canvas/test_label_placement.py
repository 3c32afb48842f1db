"""Labels never lie over one another or over a sign."""

from hypothesis import given
from hypothesis import strategies as st

from render.canvas.label_placement import CELL_PIXELS, TakenCells

SPOTS = st.lists(
    st.tuples(st.integers(0, 399), st.integers(0, 299), st.integers(5, 120), st.integers(8, 30)), max_size=40
)


@given(SPOTS)
def test_placed_labels_do_not_overlap(spots: list[tuple[int, int, int, int]]) -> None:
    """Whatever is asked for, what is placed is inside the field and apart from all placed before."""
    room = TakenCells(400, 300)
    room.take(100, 100, 160, 140)
    placed = [(100, 100, 160, 140)]
    for x, y, wide, tall in spots:
        found = room.place((x, y), (wide, tall), 12)
        if found is None:
            continue
        left, top, _ = found
        box = (left, top, left + wide, top + tall)
        assert left >= 0
        assert top >= 0
        assert box[2] <= 400
        assert box[3] <= 300
        assert all(box[0] >= b[2] or b[0] >= box[2] or box[1] >= b[3] or b[1] >= box[3] for b in placed)
        placed.append(box)


def test_numbers_are_written_over_only_when_there_is_no_other_room() -> None:
    """A soft place is avoided while there is a free one, and used when there is none."""
    room = TakenCells(120, 60)
    room.take(60, 0, 120, 60, soft=True)
    first = room.place((60, 30), (40, 12), 6)
    assert first is not None
    assert first[0] + 40 <= 60
    room.take(0, 0, 60, 60)
    second = room.place((60, 30), (40, 12), 6)
    assert second is not None
    assert second[0] >= 60 - CELL_PIXELS


def test_a_copy_is_filled_on_its_own() -> None:
    """What is taken in a copy stays free in the room it came from."""
    room = TakenCells(60, 60)
    room.copy().take(0, 0, 60, 60)
    assert room.free(0, 0, 60, 60)


def test_a_place_that_no_line_can_lead_to_comes_after_all_others() -> None:
    crowded = TakenCells(200, 100)
    crowded.take(70, 20, 130, 80)  # the sign, and no room close to it
    at, size = (100, 50), (20, 12)
    plain = crowded.copy().place(at, size, 20)
    assert plain is not None
    assert plain[2], "it stands off, so a line leads to it"
    other, _ = crowded.places(at, size, 20, lambda left, top: (left, top) != plain[:2])
    assert other is not None
    assert other[:2] != plain[:2]
    assert crowded.places(at, size, 20, lambda _left, _top: False) == (None, plain)
    near, _ = TakenCells(200, 100).places(at, size, 20, lambda _left, _top: False)
    assert near is not None, "close to its sign it needs no line"
    assert not near[2]


def test_a_line_is_free_where_it_meets_nothing() -> None:
    room = TakenCells(100, 100)
    room.take(40, 0, 60, 80)
    assert not room.free_along((10, 50), (90, 50))
    assert room.free_along((10, 50), (35, 50))
    assert room.free_along((10, 90), (90, 90))
    assert not room.free_along((10, 90), (110, 90)), "it leaves the field"
