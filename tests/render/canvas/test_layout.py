"""Where hexes lie: exact tiling, odd columns lower, regions that stay on the map."""

import pytest
from PIL import Image

from render.campaign.cluster_map.layout import (
    BAR_HEIGHT,
    FOOT_HEIGHT,
    LANDSCAPE_HEIGHT,
    SQUARE_HEIGHT,
    hex_mask,
    insets,
    layout_for,
    own_region,
    region_around,
    viewport,
    whole_region,
)
from render.canvas.hex_field import Region, column_row, hex_id
from render.canvas.panel import PICTURE_WIDTH, PREVIEW
from rules.values import GameError, NotationError, changed
from tests.render.campaign.scene import late_game


@pytest.mark.parametrize(("unit", "half"), [(10, 17), (11, 19), (17, 29), (21, 36), (30, 51)])
def test_cells_tile_the_plane(unit: int, half: int) -> None:
    """Every pixel of a row belongs to exactly one hex: a cell's right end meets its neighbour's left end."""
    rows = insets(unit, half)
    assert len(rows) == 2 * half
    assert all(rows[y] + rows[y + half] == unit for y in range(half))


@pytest.mark.parametrize("region", [Region(1, 1, 6, 5), Region(4, 3, 9, 8)])
def test_masks_neither_overlap_nor_leave_gaps(region: Region) -> None:
    """The masks of single hexes add up to the mask of all, and to as many pixels."""
    layout = layout_for(region)
    every = hex_mask(layout, region.ids())
    single = sum(_lit(hex_mask(layout, [here])) for here in region.ids())
    assert _lit(every) == single == len(region.ids()) * _lit(hex_mask(layout, [next(iter(region.ids()))]))
    assert every.getpixel((every.width // 2, every.height // 2))


def _lit(mask: Image.Image) -> int:
    return sum(mask.histogram()[1:])


@pytest.mark.rule("CW-2.0-02")
def test_odd_columns_lie_half_a_hex_lower() -> None:
    """A hex in an odd column is drawn half a hex below its neighbours of the same row."""
    layout = layout_for(Region(1, 1, 70, 70))
    assert layout.center("0512")[1] - layout.center("0412")[1] == layout.half
    assert layout.center("0512")[0] - layout.center("0412")[0] == 3 * layout.unit
    assert layout.center("0412")[1] == layout.center("0612")[1]


@pytest.mark.parametrize("size", [10, 50, 60, 70, 80, 90, 100])
def test_every_cluster_fits_a_picture_about_as_high_as_wide(size: int) -> None:
    layout = layout_for(Region(1, 1, size, size))
    assert layout.field[0] <= PICTURE_WIDTH
    assert layout.field[1] + BAR_HEIGHT + FOOT_HEIGHT <= layout.height <= SQUARE_HEIGHT
    assert layout.unit >= 3
    assert pytest.approx(PREVIEW[1] / PREVIEW[0]) == LANDSCAPE_HEIGHT / PICTURE_WIDTH


@pytest.mark.parametrize("center", ["0101", "3535", "7001", "1870"])
@pytest.mark.parametrize("radius", [1, 2, 5, 12, 35])
def test_a_viewport_lies_on_the_map_and_has_the_same_scale_everywhere(center: str, radius: int) -> None:
    """It holds its middle and is moved at the map's edge rather than cut."""
    view = late_game()
    region = viewport(view, center, radius)
    assert region.holds(center)
    assert 1 <= region.first_column <= region.last_column <= view.columns
    assert 1 <= region.first_row <= region.last_row <= view.rows
    assert region.rows >= min(2 * radius + 1, view.rows)
    middle = viewport(view, "3535", radius)
    assert (region.columns, region.rows) == (middle.columns, middle.rows)
    assert layout_for(region).unit == layout_for(middle).unit


@pytest.mark.rule("CW-2.0-01")
def test_hundredth_columns_are_written_00() -> None:
    """00 is the 100th, both ways."""
    assert column_row("0000") == (100, 100)
    assert hex_id(100, 7) == "0007"


def test_regions_are_cut_at_the_edge() -> None:
    """A viewport at a corner keeps to the map; one off the map is refused with a sentence."""
    view = late_game()
    assert region_around(view, "0101", 6) == Region(1, 1, 7, 7)
    assert region_around(view, "7070", 2) == Region(68, 68, 70, 70)
    with pytest.raises(NotationError, match="off the map"):
        region_around(view, "7171", 3)
    with pytest.raises(GameError, match="1 to 35"):
        region_around(view, "2034", 0)


def test_mine_holds_everything_of_mine() -> None:
    """Colonies, fleets, their way and their goal are inside; without anything it is all of the map."""
    view = late_game()
    region = own_region(view)
    assert all(region.holds(c.hex) for c in view.colonies.values())
    assert all(region.holds(leg.to) for f in view.fleets.values() for leg in f.route)
    assert all(region.holds(f.transit.to) for f in view.fleets.values() if f.transit)
    assert own_region(changed(view, colonies={}, fleets={})) == whole_region(view)
