"""The sea as a picture: both ships with their names, course and hull, and a line of words above."""

from typing import Final

from render.canvas.hex_field import field_for
from render.canvas.hex_ground import hexes
from render.canvas.panel import Pen, Sheet, blank
from render.canvas.png import Picture, picture_of
from render.canvas.region import Region
from render.canvas.stamps import tactical_palette
from render.canvas.strokes import Strokes, turned, words
from render.canvas.theme import ThemeName, side_looks, theme_named
from sea_duel.rules import SEA, Duel
from sea_duel.words import alt

COLOURS: Final = (0x6FB7FF, 0xFF8A5C)
OUTLINE: Final = ((0, -1.2), (0.4, -0.4), (0.4, 0.8), (0.2, 1.1), (-0.2, 1.1), (-0.4, 0.8), (-0.4, -0.4))
"""A ship whose bow is up, in radii."""
SHEET: Final = Sheet(1100)


def draw(duel: Duel, title: str, theme: ThemeName) -> Picture:
    """The map; the same duel, the same bytes. GameError for an unknown theme."""
    look = theme_named(theme)
    banners = side_looks(duel.ships, COLOURS, look)
    palette = tactical_palette(look, tuple(banners.values()))
    image = blank(SHEET.width, SHEET.height, palette)
    Pen(image, palette).write(f"{title}, turn {duel.now.turn}", SHEET.px(8), SHEET.top // 2, SHEET.letter, look.ink)
    field = field_for(Region(1, 1, SEA.columns, SEA.rows), SHEET.width, SHEET.height - SHEET.top)
    ground = hexes(field, palette, SHEET.letter, (1, 1, SEA.columns, SEA.rows)).copy()
    same_hex = len({ship.at for ship in duel.ships.values()}) == 1
    for side, ship in duel.ships.items():
        (x, y), ink = field.center(ship.at), banners[side].colour
        x += (-1 if side == "blue" else 1) * SHEET.px(6 if same_hex else 0)
        hull = [(x + dx, y + dy) for dx, dy in turned(OUTLINE, ship.heading, SHEET.radius)]
        Strokes(ground, palette).shape(hull, ink if ship.hull else look.faint)
        label = words(f"{ship.name} {ship.hull}", SHEET.letter, look.ink, palette)
        up = (-1 if side == "blue" else 1) * SHEET.px(18)
        label.put(ground, min(max(x - label.size[0] // 2, 0), ground.width - label.size[0]), y + up)
    image.paste(ground, ((SHEET.width - ground.width) // 2, SHEET.top))
    return picture_of(image, alt(duel))
