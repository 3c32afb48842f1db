"""A field's hexes: cells, numbers, edge."""

from collections.abc import Iterable, Iterator
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.hex_field import TACTICAL_GRID, HexField
from render.canvas.stamps import DrawingCache, ramp, tone
from render.canvas.strokes import words
from render.canvas.theme import Palette, mix, width
from rules.hexes import Hex, neighbors

GROUND_CACHE: Final = DrawingCache[Image.Image](24_000_000, lambda image: image.width * image.height)
HEX_TILES: Final = DrawingCache[Image.Image](64)
SUPERSAMPLING: Final = 4


@GROUND_CACHE.keeps
def hexes(
    field: HexField, palette: Palette, letter: int, bounds: tuple[int, int, int, int] | None = None
) -> Image.Image:
    """The empty map of a region; kept, so never draw on it.

    Hexes are numbered in letters of the size `letter`, as many of them as can be read; with `bounds`, the first and last
    column and row of the map, its edge is drawn.
    """
    wide, tall = field.size
    image = Image.new("P", (wide, tall), tone(palette, palette.theme.sky[0]))
    unit, half = field.unit, field.half
    tile = _tile(unit, half, palette)
    # One period holds an odd column and half of each even one beside it.
    shift = 0 if field.region.first_column % 2 else 3 * unit
    for x in range(-shift, wide, 6 * unit):
        for y in range(0, tall, 2 * half):
            image.paste(tile, (x, y))
    _outside_cells(image, field, palette)
    _numbers(image, field, palette, letter)
    if bounds is not None:
        edge(image, field, bounds, palette)
    return image


@HEX_TILES.keeps
def _tile(unit: int, half: int, palette: Palette) -> Image.Image:
    """What repeats: 6 units wide and one cell high, drawn finely with all that reaches into it."""
    wide, tall = 6 * unit, 2 * half
    sheet = Image.new("L", (wide * SUPERSAMPLING, tall * SUPERSAMPLING))
    draw = ImageDraw.Draw(sheet)
    for column in range(-1, 4):
        for row in range(-2, 3):
            x = column * 3 * unit + 2 * unit
            y = row * 2 * half + half + (half if column % 2 else 0)
            corners = [(x - unit, y - half), (x + unit, y - half), (x + 2 * unit, y)]
            draw.line(
                [(cx * SUPERSAMPLING, cy * SUPERSAMPLING) for cx, cy in corners],
                fill=255,
                width=SUPERSAMPLING + unit // 12,
            )
            low = [(x + 2 * unit, y), (x + unit, y + half)]
            draw.line(
                [(cx * SUPERSAMPLING, cy * SUPERSAMPLING) for cx, cy in low], fill=255, width=SUPERSAMPLING + unit // 12
            )
    theme = palette.theme
    cover = sheet.reduce(SUPERSAMPLING).point(list(ramp(palette, mix(theme.grid, theme.sector, 0.3), theme.sky[0])))
    return Image.frombytes("P", cover.size, cover.tobytes())


def _outside_cells(image: Image.Image, field: HexField, palette: Palette) -> None:
    """The tiles fill a rectangle; beyond the ragged rim of hexes it is the panel's colour."""
    beyond = Image.new("1", image.size, 1)
    draw = ImageDraw.Draw(beyond)
    area, (wide, tall) = field.region, field.size
    draw.rectangle((2 * field.unit, field.half, wide - 2 * field.unit - 1, tall - field.half - 1), fill=0)
    for column, row in area.places():
        if column in {area.first_column, area.last_column} or row in {area.first_row, area.last_row}:
            draw.polygon(_corners(field, *field.middle(column, row)), fill=0)
    image.paste(tone(palette, palette.theme.panel), (0, 0, *image.size), beyond)


def _numbers(image: Image.Image, field: HexField, palette: Palette, size: int) -> None:
    faint = mix(palette.theme.faint, palette.theme.sky[0], 0.3)
    for (x, y), name in hex_numbers(field, size):
        stamp = words(name, size, faint, palette, weight="Regular", ground=palette.theme.sky[0])
        stamp.put(image, x - stamp.size[0] // 2, y)


def hex_numbers(field: HexField, size: int) -> Iterator[tuple[tuple[int, int], str]]:
    """The hexes that have a number in this size, and the middle of where it stands.

    Every hex where there is room at its top, else each fifth or tenth column and row, in the middle of its hex. Hexes beyond
    the printed map have numbers of another style, which are written where no others are.
    """
    wide = width("0000", size, "Regular")
    each = 2 * field.unit >= wide
    every = 1 if each else 5 if 15 * field.unit >= 1.6 * wide else 10 if 30 * field.unit >= 1.6 * wide else 20
    area = field.region
    found: list[tuple[tuple[int, int], str]] = []
    for column in range(-(-area.first_column // every) * every, area.last_column + 1, every):
        for row in range(-(-area.first_row // every) * every, area.last_row + 1, every):
            name = TACTICAL_GRID.name(TACTICAL_GRID.hex(column, row))
            x, y = field.middle(column, row)
            long = width(name, size, "Regular")
            if each and long <= wide:
                found.append(((x, y - field.half + round(size * 0.7)), name))
            elif not each and long / 2 < x < field.size[0] - long / 2 and size / 2 < y < field.size[1] - size / 2:
                found.append(((x, y), name))
    printed = [each for each in found if each[1].isdecimal()]
    yield from printed or found


def cell(field: HexField, here: Hex) -> list[tuple[int, int]]:
    """The corners of a hex on the picture."""
    return _corners(field, *field.center(here))


def _corners(field: HexField, x: int, y: int) -> list[tuple[int, int]]:
    u, h = field.unit, field.half
    return [(x - u, y - h), (x + u, y - h), (x + 2 * u, y), (x + u, y + h), (x - u, y + h), (x - 2 * u, y)]


def hex_mask(field: HexField, hexes: Iterable[Hex]) -> Image.Image:
    """A one-bit image of the field with these hexes set."""
    mask = Image.new("1", field.size)
    draw = ImageDraw.Draw(mask)
    for here in hexes:
        draw.polygon(cell(field, here), fill=1)
    return mask


def tint(image: Image.Image, field: HexField, hexes: Iterable[Hex], table: bytes) -> None:
    """Lay a palette's table over some hexes of a field's picture."""
    image.paste(image.point(list(table)), (0, 0), hex_mask(field, hexes))


def edge(image: Image.Image, field: HexField, bounds: tuple[int, int, int, int], palette: Palette) -> None:
    """Hexes beyond the map's edge are darkened, and the edge is drawn."""
    beyond = [at for at in field.region.places() if not _inside(bounds, *at)]
    if not beyond:
        return
    mask = Image.new("1", field.size)
    dark = ImageDraw.Draw(mask)
    for column, row in beyond:
        dark.polygon(_corners(field, *field.middle(column, row)), fill=1)
    image.paste(image.point(list(palette.tints[1])), (0, 0), mask)
    ink = tone(palette, palette.theme.accent)
    line = ImageDraw.Draw(image)
    near = (bounds[0] - 1, bounds[1] - 1, bounds[2] + 1, bounds[3] + 1)
    for column, row in beyond:
        if not _inside(near, column, row):
            continue
        here = TACTICAL_GRID.hex(column, row)
        corners = cell(field, here)
        for side, there in enumerate(neighbors(here)):
            if _inside(bounds, *TACTICAL_GRID.offset(there)) and field.holds(there):
                line.line((corners[side], corners[(side + 1) % 6]), fill=ink, width=2)


def _inside(bounds: tuple[int, int, int, int], column: int, row: int) -> bool:
    return bounds[0] <= column <= bounds[2] and bounds[1] <= row <= bounds[3]
