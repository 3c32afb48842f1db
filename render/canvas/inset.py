"""A whole map in small, with a frame where the picture's field lies in it."""

from collections.abc import Iterable

from PIL import Image, ImageDraw

from render.canvas.hex_field import GRID
from render.canvas.region import Region
from render.canvas.theme import Palette, Rgb
from render.canvas.tones import tone
from rules.hexes import Hex


def joint(one: Region, other: Region) -> Region:
    """The smallest rectangle that holds both."""
    return Region(
        min(one.first_column, other.first_column),
        min(one.first_row, other.first_row),
        max(one.last_column, other.last_column),
        max(one.last_row, other.last_row),
    )


def inset(
    image: Image.Image,
    box: tuple[int, int, int, int],
    maps: tuple[Region, Region],
    dots: Iterable[tuple[Hex, int, Rgb]],
    palette: Palette,
) -> None:
    """Draw the first of the `maps` into a box (left, top, width, height), and where the second lies in it.

    `dots` are hexes with a radius in pixels and a colour; those off the map are left out.
    """
    whole, shown = maps
    left, top, wide, tall = box
    theme, draw = palette.theme, ImageDraw.Draw(image)
    # A column is three units wide where a row is 3.4 high.
    across, down = whole.columns * 3.0, whole.rows * 3.4
    scale = min(wide / across, tall / down)
    x0, y0 = left + (wide - across * scale) / 2, top + (tall - down * scale) / 2

    def at(column: float, row: float) -> tuple[float, float]:
        return x0 + (column - whole.first_column) * 3.0 * scale, y0 + (row - whole.first_row) * 3.4 * scale

    corner = at(whole.last_column + 1, whole.last_row + 1)
    draw.rectangle((x0, y0, *corner), fill=tone(palette, theme.sky[0]), outline=tone(palette, theme.sector))
    for here, radius, colour in dots:
        column, row = GRID.offset(here)
        if whole.first_column <= column <= whole.last_column and whole.first_row <= row <= whole.last_row:
            x, y = at(column + 0.5, row + 0.5)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=tone(palette, colour))
    first, last = at(shown.first_column, shown.first_row), at(shown.last_column + 1, shown.last_row + 1)
    framed = (
        *(max(a, b) for a, b in zip(first, (x0, y0), strict=True)),
        *(min(a, b) for a, b in zip(last, corner, strict=True)),
    )
    draw.rectangle(framed, outline=tone(palette, theme.accent), width=3)
