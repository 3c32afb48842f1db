"""One side's map of a dogfight as a picture, from its view alone."""

import math
from typing import Final

from PIL import Image

from render.canvas.hex_field import Field, field_for, fitted
from render.canvas.hex_ground import NUMBERED, edge, hexes
from render.canvas.label_placing import Room
from render.canvas.marks import words
from render.canvas.palette import Palette
from render.canvas.png import Picture, picture_of
from render.canvas.region import Region
from render.canvas.strokes import Strokes
from render.canvas.theme import Banner, ThemeName, mix, rgb
from render.dogfight import glyphs, sky
from render.dogfight.frame import frame_for, framed, is_heavy
from render.dogfight.look import SHOT, looks_of, sky_palette, sky_theme
from render.dogfight.text import dogfight_alt
from rules.air_force.jets import Jet
from rules.air_force.view import DogfightView
from rules.hexes import Hex

WIDE: Final = 940
TALL: Final = 900
LARGEST: Final = 30
"""Units of a cell at most; one hex is four of them wide."""


def draw_dogfight(view: DogfightView, *, theme: ThemeName = "dark", title: str = "") -> Picture:
    """The map as the view has it, fitted to what flies; the same view, the same bytes. GameError for an unknown theme."""
    look = sky_theme(theme, day=view.known.sun != "night")
    looks = looks_of(view, look)
    palette = sky_palette(look, looks)
    field = field_of(view)
    frame = frame_for(field)
    image = framed(field, frame, view, looks, title, palette)
    image.paste(paint_field(view, field, looks, palette), (frame.left, frame.top))
    return picture_of(image, dogfight_alt(view, title))


def field_of(view: DogfightView) -> Field:
    """The part of the map that holds all that flies and where it can be in a turn."""
    known = view.known
    places: list[Hex] = []
    for jet in known.jets.values():
        if jet.flying or jet.fate == "shot down":
            places += [jet.at, *(spot.hex for spot in jet.trail if spot.turn >= known.now.turn - 1)]
    region = fitted(places, (1, 1, known.columns, known.rows), margin=3)
    more = region.rows - region.columns
    if more > 0:  # a picture wider than it is high is shown larger
        middle = (region.first_column + region.last_column) / 2
        first = max(0, min(round(middle - region.rows / 2), known.columns + 1 - region.rows))
        last = min(first + region.rows, known.columns + 1)
        region = Region(first, region.first_row, last, region.last_row)
    return field_for(region, WIDE, TALL, LARGEST)


def paint_field(
    view: DogfightView, field: Field, looks: dict[str, Banner], palette: Palette, *, reach: bool = True
) -> Image.Image:
    """The map alone: ground, sight, reach of the viewer's jets, contrails, jets and their labels."""
    known = view.known
    image = hexes(field, palette).copy()
    edge(image, field, (1, 1, known.columns, known.rows), palette)
    sky.veil(image, field, view, palette)
    for _, jet in sorted(known.jets.items()):
        if reach and jet.flying and jet.side == view.side and jet.crew == "player":
            sky.reach(image, field, view, jet, palette, palette.theme.accent)
    sky.contrails(image, field, view, looks, palette)
    room = Room(*field.size)
    jets = [jet for _, jet in sorted(known.jets.items())]
    radius = radius_of(field)
    for jet in jets:
        x, y = field.center(jet.at)
        room.take(x - radius, y - radius, x + radius, y + radius)
        for spot in jet.trail:
            x, y = field.center(spot.hex)
            room.take(x - field.unit, y - field.unit, x + field.unit, y + field.unit, soft=True)
    for jet in jets:
        if jet.flying:
            put_jet(image, field, view, jet, looks, palette)
        elif jet.fate in {"shot down", "crashed"}:
            glyphs.wreck(max(round(radius * 0.8), 7), rgb(SHOT), palette).put(image, *field.center(jet.at))
    if field.unit >= NUMBERED:
        for column, row in field.region.places():
            x, y = field.middle(column, row)
            room.take(x - field.unit, y - field.half, x + field.unit, y - field.half + field.unit, soft=True)
    for jet in sorted(jets, key=lambda one: (one.side != view.side, one.id)):
        if jet.flying or jet.fate == "shot down":
            label(image, field, jet, looks[jet.side], room, palette)
    return image


def radius_of(field: Field) -> int:
    """How large a jet is drawn."""
    return max(round(field.unit * 1.45), 9)


def put_jet(
    image: Image.Image, field: Field, view: DogfightView, jet: Jet, looks: dict[str, Banner], palette: Palette
) -> None:
    """A jet where it is, aside of others in its hex; with its flame, and a ring of smoke when it is hit."""
    radius = radius_of(field)
    x, y = spot_of(field, view, jet)
    if jet.afterburner:
        glyphs.flame(jet.heading, radius, palette).put(image, x, y)
    number = sorted(view.known.sides).index(jet.side)
    own, heavy = jet.side == view.side, is_heavy(view, jet)
    glyphs.jet(looks[jet.side], number, jet.heading, radius, palette, own=own, heavy=heavy).put(image, x, y)
    if jet.hits:
        Strokes(image, palette).ring((x, y), radius * 1.25, rgb(SHOT), max(field.unit * 0.12, 1.6), (5, 4))


def spot_of(field: Field, view: DogfightView, jet: Jet) -> tuple[int, int]:
    """Where a jet is drawn: the middle of its hex, or beside it if others share it (JET-X06)."""
    x, y = field.center(jet.at)
    same = sorted(other.id for other in view.known.jets.values() if other.flying and other.at == jet.at)
    if len(same) < 2 or jet.id not in same:
        return x, y
    angle = math.tau * same.index(jet.id) / len(same)
    away = field.unit * 0.9
    return round(x - away * math.cos(angle)), round(y - away * math.sin(angle) * 0.8)


def label(image: Image.Image, field: Field, jet: Jet, banner: Banner, room: Room, palette: Palette) -> None:
    """A jet's id, altitude and Speed beside it, shorter where there is little room."""
    theme = palette.theme
    size = max(round(field.size[0] * 0.034), 15)
    colour = mix(banner.colour, theme.ink, 0.4)
    gone = f"{jet.id} {jet.fate}"
    state = " stalled" if jet.stalled else ""
    texts = (
        (f"{jet.id}  A{jet.altitude} S{jet.speed}{state}", f"A{jet.altitude} S{jet.speed}") if jet.flying else (gone,)
    )
    x, y = field.center(jet.at)
    radius = radius_of(field)
    for text in texts:
        stamp = words(text, size, colour, palette)
        found = room.place((x, y), stamp.size, round(radius * 1.2) + 4)
        if found is None:
            continue
        left, top, far = found
        if far:
            wide, tall = stamp.size
            end = min(max(x, left), left + wide), min(max(y, top), top + tall)
            Strokes(image, palette).line([(x, y), end], theme.soft, 1.2)
        stamp.put(image, left - stamp.dx, top - stamp.dy)
        return
