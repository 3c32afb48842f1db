"""A duel as a picture and in words: the map with its description and text twin, the log, headlines."""

from collections.abc import Iterable, Sequence
from typing import Final

from render.canvas.hex_field import Region, field_for
from render.canvas.hex_ground import hexes
from render.canvas.panel import PanelLayout, Pen, blank
from render.canvas.png import Picture, picture_of
from render.canvas.stamps import tactical_palette
from render.canvas.strokes import Strokes, turn_outline, words
from render.canvas.theme import ThemeName, side_looks, theme_named
from rules.hexes import distance
from sea_duel.duel import LAST_TURN, SEA, Duel, Event, Fired, Plot, Sailed, Ship

COLOURS: Final = (0x6FB7FF, 0xFF8A5C)
OUTLINE: Final = ((0, -1.2), (0.4, -0.4), (0.4, 0.8), (0.2, 1.1), (-0.2, 1.1), (-0.4, 0.8), (-0.4, -0.4))
"""A ship whose bow is up, in radii."""
SHEET: Final = PanelLayout(1100)
COURSES: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
RUDDER: Final = {-1: "to port", 0: "ahead", 1: "to starboard"}


def draw(duel: Duel, title: str, theme: ThemeName) -> Picture:
    """The map; the same duel, the same bytes. GameError for an unknown theme."""
    look = theme_named(theme)
    banners = side_looks(duel.ships, COLOURS, look)
    palette = tactical_palette(look, tuple(banners.values()))
    image = blank(SHEET.width, SHEET.height, palette)
    Pen(image, palette).write(f"{title}, turn {duel.now.turn}", SHEET.px(8), SHEET.top // 2, SHEET.letter, look.ink)
    field = field_for(Region(1, 1, SEA.columns, SEA.rows), SHEET.width, SHEET.height - SHEET.top)
    ground = hexes(field, palette, SHEET.letter, (1, 1, SEA.columns, SEA.rows)).copy()
    for sign, (side, ship) in zip((-1, 1), duel.ships.items(), strict=True):
        (x, y), ink = field.center(ship.at), banners[side].colour
        x += sign * SHEET.px(6)  # two in one hex are both seen
        hull = [(x + dx, y + dy) for dx, dy in turn_outline(OUTLINE, ship.heading, SHEET.radius)]
        Strokes(ground, palette).shape(hull, ink if ship.hull else look.faint)
        label = words(f"{ship.name} {ship.hull}", SHEET.letter, look.ink, palette)
        label.put(ground, min(max(x - label.size[0] // 2, 0), ground.width - label.size[0]), y + sign * SHEET.px(18))
    image.paste(ground, ((SHEET.width - ground.width) // 2, SHEET.top))
    return picture_of(image, text(duel).replace("\n", " ").strip())


def text(duel: Duel) -> str:
    """The map in words, a fact a line; the picture is described by it, too."""
    blue, red = duel.ships["blue"], duel.ships["red"]
    when = f"Turn {duel.now.turn} of {LAST_TURN}" if duel.winner is None else ended(duel)
    return f"{when}.\n{_ship(blue)}.\n{_ship(red)}.\n{distance(blue.at, red.at)} hexes between them.\n"


def _ship(ship: Ship) -> str:
    course = f"{COURSES[ship.heading]}, speed {ship.speed}, hull {ship.hull}"
    return f"{ship.name} at {SEA.name(ship.at)}, {course if ship.hull else 'sunk'}"


def ended(duel: Duel) -> str:
    """Who has won."""
    return f"{duel.ships[duel.winner].name} has won" if duel.winner else "The duel is a draw"


def plot_line(plot: Plot, ship: Ship) -> str:
    """A plot as its captain reads it."""
    return f"{RUDDER[plot.rudder]}, speed {plot.speed} ({COURSES[(ship.heading + plot.rudder) % 6]})"


def line(event: Event, duel: Duel) -> str:
    """What happened, as the log tells it."""
    match event:
        case Sailed():
            return f"{_ship(event.ship)}."
        case Fired():
            return f"{duel.ships[event.side].name} fires: {event.total}, {event.damage or 'no'} hits."
        case _:
            return f"**{ended(duel)}.**"


def headlines(duel: Duel, events: Sequence[Event]) -> Iterable[tuple[int, str]]:
    """What is worth telling who comes back, and how much it weighs (1 to 99)."""
    return [(50, line(event, duel)) for event in events if not isinstance(event, Sailed)]
