"""What stands around a picture's field: a landscape sheet, the panel of words, the rose of directions, the whole map in small."""

import math
from collections.abc import Iterable
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.hex_field import TACTICAL_GRID, Region
from render.canvas.stamps import DrawingCache, Stamp, tone
from render.canvas.strokes import Strokes, words
from render.canvas.theme import Palette, Rgb, Weight, length
from rules.hexes import Hex
from rules.values import Value

PREVIEW: Final = (550, 350)
"""Pixels that Discord gives a single picture at most."""
LEAST_LETTER_HEIGHT: Final = 11
"""Lettering is at least so large in the preview, in pixels of the typeface's size."""
LEAST_MARK_SIZE: Final = 24
"""What moves on a map is at least so many pixels across in the preview."""
PICTURE_WIDTH: Final = 1100
PICTURE_SHAPE: Final = (11, 7)
"""Width to height."""
COLUMN_WIDTH: Final = 146
BAR_HEIGHT: Final = 31
FOOT_HEIGHT: Final = 24
BADGE_WIDTH: Final = 80
PADDING: Final = 4
"""The column beside the field, the bar above it, the line below it, what Discord's ALT badge covers at the left of that line on a
phone, and the space around the field, in pixels of the preview."""


def shown_at(width: int, height: int) -> float:
    """The scale at which Discord shows a picture of this size; never above 1."""
    return min(PREVIEW[0] / width, PREVIEW[1] / height, 1.0)


class PanelLayout(Value):
    """A landscape picture of some width: a bar, the field's box, a column of words beside it, perhaps a foot.

    `lettering` is the size of its smallest words in pixels of the preview.
    """

    width: int
    foot: bool = False
    lettering: float = LEAST_LETTER_HEIGHT

    @property
    def height(self) -> int:
        """In pixels, as all here."""
        return round(self.width * PICTURE_SHAPE[1] / PICTURE_SHAPE[0])

    def px(self, shown: float) -> int:
        """So many pixels of the picture that Discord shows at least `shown` of them."""
        return math.ceil(shown / shown_at(self.width, self.height) - 1e-9)

    @property
    def letter(self) -> int:
        """The smallest lettering."""
        return self.px(self.lettering)

    @property
    def radius(self) -> int:
        """The smallest radius of what moves on a map."""
        return self.px(LEAST_MARK_SIZE / 2)

    @property
    def top(self) -> int:
        """Where the field's box and the column begin, below the bar."""
        return self.px(BAR_HEIGHT)

    @property
    def bottom(self) -> int:
        """Where they end."""
        return self.height - (self.px(FOOT_HEIGHT) if self.foot else 0)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the room for the field."""
        pad = self.px(PADDING)
        return pad, self.top + pad, self.width - self.px(COLUMN_WIDTH) - 2 * pad, self.bottom - self.top - 2 * pad

    @property
    def column(self) -> tuple[int, int]:
        """Left and right end of the words beside the field."""
        return self.width - self.px(COLUMN_WIDTH), self.width - self.px(2 * PADDING)


class Pen:
    """Words on the panel of one picture."""

    def __init__(self, image: Image.Image, palette: Palette) -> None:
        self.image = image
        self.palette = palette
        self.theme = palette.theme

    def stamp(self, text: str, size: int, ink: Rgb, *, bold: bool = True) -> Stamp:
        """A line of words, to be put by its left end."""
        weight: Weight = "Semibold" if bold else "Regular"
        return words(text, size, ink, self.palette, weight=weight, ground=self.theme.panel)

    def write(self, text: str, x: float, y: float, size: int, ink: Rgb, *, at: str = "l", bold: bool = True) -> int:
        """Write with the left (l), middle (m) or right (r) end at `x`, the capitals' middle at `y`; where more may follow."""
        wide = length(text, size, bold=bold)
        left = round(x - {"l": 0.0, "m": wide / 2, "r": wide}[at])
        stamp = self.stamp(text, size, ink, bold=bold)
        stamp.put(self.image, left, round(y))
        return left + stamp.size[0]


def blank(width: int, height: int, palette: Palette) -> Image.Image:
    """A picture that is all panel."""
    image = Image.new("P", (width, height), tone(palette, palette.theme.panel))
    image.putpalette(palette.image.getpalette() or [])
    return image


COMPASS_CACHE: Final = DrawingCache[Image.Image](8)


@COMPASS_CACHE.keeps
def compass(sheet: PanelLayout, radius: int, names: tuple[str, ...], palette: Palette) -> Image.Image:
    """The six directions clockwise from straight up, each with its name or, for "", a longer arrow; kept, so never draw on
    it. The first is the accent's colour."""
    image = blank(2 * radius, 2 * radius, palette)
    pen, strokes, size = Pen(image, palette), Strokes(image, palette, palette.theme.panel), sheet.letter
    for facing, name in enumerate(names):
        turn = math.tau * facing / len(names)
        dx, dy = math.sin(turn), -math.cos(turn)
        inner, at = radius - sheet.px(11 if name else 4), radius - sheet.px(4.5)
        ink = palette.theme.accent if facing == 0 else palette.theme.soft
        start, end = (radius + dx * 4, radius + dy * 4), (radius + dx * inner, radius + dy * inner)
        strokes.arrow(start, end, ink, sheet.px(0.8), sheet.px(4))
        if name:
            pen.write(name, radius + dx * at, radius + dy * at, size, ink, at="m")
    return image


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
        column, row = TACTICAL_GRID.offset(here)
        if whole.first_column <= column <= whole.last_column and whole.first_row <= row <= whole.last_row:
            x, y = at(column + 0.5, row + 0.5)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=tone(palette, colour))
    first, last = at(shown.first_column, shown.first_row), at(shown.last_column + 1, shown.last_row + 1)
    framed = (
        *(max(a, b) for a, b in zip(first, (x0, y0), strict=True)),
        *(min(a, b) for a, b in zip(last, corner, strict=True)),
    )
    draw.rectangle(framed, outline=tone(palette, theme.accent), width=3)
