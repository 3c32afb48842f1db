"""One side's map of a dogfight as a picture, from its view alone: what can be seen and hit, contrails, jets."""

import math
from itertools import pairwise
from typing import Final

from PIL import Image

from render.canvas.hex_field import HexField, Region, fit_region, zoom_field
from render.canvas.hex_ground import cell, hex_numbers, hexes, tint
from render.canvas.label_placement import Spot, TakenCells, spread_apart
from render.canvas.panel import PICTURE_WIDTH, PanelLayout
from render.canvas.png import Picture, picture_of
from render.canvas.strokes import Strokes, words
from render.canvas.theme import Banner, Palette, Rgb, ThemeName, mix, rgb
from render.dogfight.frame import (
    SHOT_COLOUR,
    STANDARD_SHEET,
    draw_frame,
    flame_sign,
    frame_for,
    is_heavy,
    jet_sign,
    looks_of,
    room_for,
    sky_palette,
    sky_theme,
    wreck_sign,
)
from render.dogfight.text import dogfight_alt
from rules.air_force.changes import grid
from rules.air_force.jets import Jet, in_nose_cone, on_nose_line
from rules.air_force.orders import JetId
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.hexes import Hex, disk, distance

CONTRAIL_AGES: Final = (0.85, 0.5, 0.26)
"""How bright a contrail is by its age in turns; older ones are gone."""


def gun_hexes(view: DogfightView, jet: Jet) -> tuple[Hex, ...]:
    """The hexes on the nose line that a jet's guns reach, its own included (JET-X07); none without rounds."""
    if jet.stores is None or jet.stores.guns < 1 or jet.stalled:
        return ()
    most = number(view.known.options, "gun_range_max")
    return tuple(here for here in disk(jet.at, most) if on_nose_line(jet, here, most) is not None)


def missile_hexes(view: DogfightView, jet: Jet) -> tuple[Hex, ...]:
    """The hexes of the nose cone that a jet's missiles reach (JET-X09); none without missiles."""
    if jet.stores is None or jet.stores.missiles < 1 or jet.stalled:
        return ()
    low, high = number(view.known.options, "missile_range_min"), number(view.known.options, "missile_range_max")
    return tuple(here for here in disk(jet.at, high) if distance(jet.at, here) >= low and in_nose_cone(jet, here))


def draw_reach(image: Image.Image, field: HexField, view: DogfightView, jet: Jet, palette: Palette, ink: Rgb) -> None:
    """A jet's missile cone tinted, its gun line outlined."""
    board = grid(view.known)
    reached = (*missile_hexes(view, jet), *gun_hexes(view, jet))
    tint(image, field, (here for here in reached if board.contains(here) and field.holds(here)), palette.tints[0])
    strokes = Strokes(image, palette)
    for here in gun_hexes(view, jet):
        if here != jet.at and board.contains(here):
            corners = [(float(x), float(y)) for x, y in cell(field, here)]
            strokes.line([*corners, corners[0]], ink, max(field.unit * 0.1, 1.6))


def draw_veil(image: Image.Image, field: HexField, view: DogfightView, palette: Palette) -> None:
    """At night, what lies out of the sight of the viewer's own pilots is dimmed; everybody's for who looks on."""
    known = view.known
    if known.sun != "night":
        return
    sight = number(known.options, "night_sight")
    eyes = [
        jet.at for jet in known.jets.values() if jet.flying and (view.side not in known.sides or jet.side == view.side)
    ]
    board = grid(known)
    places = field.region.places()
    inside = [board.hex(c, r) for c, r in places if 1 <= c <= board.columns and 1 <= r <= board.rows]
    dark = (here for here in inside if all(distance(eye, here) > sight for eye in eyes))
    tint(image, field, dark, palette.tints[1])


def draw_contrails(
    image: Image.Image, field: HexField, view: DogfightView, looks: dict[str, Banner], palette: Palette
) -> None:
    """The way each jet came in the last turns, fainter and thinner with every turn."""
    strokes, sky = Strokes(image, palette), palette.theme.sky[0]
    for _, jet in sorted(view.known.jets.items()):
        spots = [(spot.turn, field.center(spot.hex)) for spot in jet.trail]
        spots.append((view.known.now.turn, field.center(jet.at)))
        banner = looks[jet.side]
        for age in reversed(range(len(CONTRAIL_AGES))):
            colour = mix(sky, mix(banner.colour, palette.theme.ink, 0.35), CONTRAIL_AGES[age])
            width = max(field.unit * (0.3 - 0.08 * age), 1.4)
            for (_, start), (turn, end) in pairwise(spots):
                if view.known.now.turn - turn == age and start != end:
                    strokes.line([start, end], colour, width)


def draw_dogfight(view: DogfightView, *, theme: ThemeName = "dark", title: str = "") -> Picture:
    """The map as the view has it, close up on what flies; the same view, the same bytes. GameError for an unknown theme."""
    return picture_of(paint_dogfight(view, theme=theme, title=title), dogfight_alt(view, title))


def paint_dogfight(
    view: DogfightView, *, theme: ThemeName = "dark", title: str = "", width: int = PICTURE_WIDTH
) -> Image.Image:
    """The map's picture, so many pixels wide."""
    look = sky_theme(theme, day=view.known.sun != "night")
    looks = looks_of(view, look)
    palette = sky_palette(look, looks)
    sheet = PanelLayout(width)
    field = field_of(view, sheet)
    frame = frame_for(field, sheet)
    image = draw_frame(field, frame, view, looks, title, palette)
    image.paste(paint_field(view, field, looks, palette, sheet), (frame.left, frame.top))
    return image


def field_of(view: DogfightView, sheet: PanelLayout = STANDARD_SHEET) -> HexField:
    """The part of the map that holds all that flies and where it can be in a turn."""
    known = view.known
    places: list[Hex] = []
    for jet in known.jets.values():
        if jet.flying or jet.fate == "shot down":
            places += [jet.at, *(spot.hex for spot in jet.trail if spot.turn >= known.now.turn - 1)]
    return field_around(view, places, sheet, margin=3)


def field_around(view: DogfightView, places: list[Hex], sheet: PanelLayout, margin: int) -> HexField:
    """These hexes with room around, as large as fits, and no more than the board."""
    edge_of = (1, 1, view.known.columns, view.known.rows)
    wide, tall = room_for(sheet)
    field = zoom_field(fit_region(places, edge_of, margin=margin), wide, tall, edge_of)
    area = field.region
    inside = Region(
        max(area.first_column, 0),
        max(area.first_row, 0),
        min(area.last_column, edge_of[2] + 1),
        min(area.last_row, edge_of[3] + 1),
    )
    return HexField(inside, field.unit, field.half)


def paint_field(
    view: DogfightView,
    field: HexField,
    looks: dict[str, Banner],
    palette: Palette,
    sheet: PanelLayout,
    *,
    reach: bool = True,
) -> Image.Image:
    """The map alone: ground, sight, reach of the viewer's jets, contrails, jets and their labels."""
    known = view.known
    image = hexes(field, palette, sheet.letter, (1, 1, known.columns, known.rows)).copy()
    draw_veil(image, field, view, palette)
    for _, jet in sorted(known.jets.items()):
        if reach and jet.flying and jet.side == view.side and jet.crew == "player":
            draw_reach(image, field, view, jet, palette, palette.theme.accent)
    draw_contrails(image, field, view, looks, palette)
    room = TakenCells(*field.size)
    jets = [jet for _, jet in sorted(known.jets.items())]
    radius = radius_of(field, sheet)
    spots = spots_of(field, view, radius)
    for jet in jets:
        x, y = spots.get(jet.id, field.center(jet.at))
        room.take(x - radius, y - radius, x + radius, y + radius)
        for spot in jet.trail:
            x, y = field.center(spot.hex)
            room.take(x - field.unit, y - field.unit, x + field.unit, y + field.unit, soft=True)
    for jet in jets:
        if jet.flying:
            put_jet(image, field, view, jet, spots[jet.id], radius, looks, palette)
        elif jet.fate in {"shot down", "crashed"}:
            wreck_sign(max(round(radius * 0.8), 7), rgb(SHOT_COLOUR), palette).put(image, *field.center(jet.at))
    for (x, y), name in hex_numbers(field, sheet.letter):
        wide, tall = sheet.letter * len(name) // 4 + 2, sheet.letter // 2
        room.take(x - wide, y - tall, x + wide, y + tall, soft=True)
    for jet in sorted(jets, key=lambda one: (one.side != view.side, one.id)):
        if jet.flying or jet.fate == "shot down":
            at = spots.get(jet.id, field.center(jet.at))
            _label(image, jet, at, radius, round(sheet.letter * LABEL_SCALE), looks[jet.side], room, palette)
    return image


def radius_of(field: HexField, sheet: PanelLayout) -> int:
    """How large a jet is drawn: no smaller than can be made out in the preview."""
    return max(round(field.unit * 1.45), sheet.radius)


def put_jet(
    image: Image.Image,
    field: HexField,
    view: DogfightView,
    jet: Jet,
    spot: Spot,
    radius: int,
    looks: dict[str, Banner],
    palette: Palette,
) -> None:
    """A jet at its spot, with its flame, and a ring of smoke when it is hit; moved aside, a line leads to its hex."""
    x, y = spot
    home = field.center(jet.at)
    if math.hypot(home[0] - x, home[1] - y) > radius:
        strokes = Strokes(image, palette)
        strokes.line([home, spot], looks[jet.side].colour, 2)
        strokes.ring(home, 4, looks[jet.side].colour, 3)
    if jet.afterburner:
        flame_sign(jet.heading, radius, palette).put(image, x, y)
    number = sorted(view.known.sides).index(jet.side)
    own, heavy = jet.side == view.side, is_heavy(view, jet)
    jet_sign(looks[jet.side], number, jet.heading, radius, palette, own=own, heavy=heavy).put(image, x, y)
    if jet.hits:
        Strokes(image, palette).ring((x, y), radius * 1.25, rgb(SHOT_COLOUR), max(field.unit * 0.12, 1.6), (5, 4))


def spots_of(field: HexField, view: DogfightView, radius: int) -> dict[JetId, Spot]:
    """Where each flying jet is drawn: the middle of its hex, or beside it if others share it or are near (JET-X06)."""
    jets = [jet for _, jet in sorted(view.known.jets.items()) if jet.flying]
    wanted: list[tuple[Spot, int]] = []
    for jet in jets:
        x, y = field.center(jet.at)
        same = [other.id for other in jets if other.at == jet.at]
        if len(same) > 1:
            angle = math.tau * same.index(jet.id) / len(same)
            away = field.unit * 0.9
            x, y = round(x - away * math.cos(angle)), round(y - away * math.sin(angle) * 0.8)
        wanted.append(((x, y), radius))
    return dict(zip((jet.id for jet in jets), spread_apart(wanted, field.size), strict=True))


LABEL_SCALE: Final = 1.5
"""A jet's label against the other letters of a picture: it has to be read on a phone."""


def climbed(jet: Jet) -> int:
    """How many levels a jet's latest change of altitude was up (down: negative), as far as its contrail tells."""
    if not jet.trail:
        return 0
    last = jet.trail[-1]
    before = next((spot for spot in reversed(jet.trail) if spot.turn < last.turn), last)
    return jet.altitude - (before if last.altitude == jet.altitude else last).altitude


def _label(
    image: Image.Image, jet: Jet, at: Spot, radius: int, size: int, banner: Banner, room: TakenCells, palette: Palette
) -> None:
    """A jet's id, altitude and Speed beside it in letters of this size, shorter where there is little room."""
    theme = palette.theme
    colour = mix(banner.colour, theme.ink, 0.4)
    gone = f"{jet.id} {jet.fate}"
    state = " stalled" if jet.stalled else ""
    change = climbed(jet)
    level = f"A{jet.altitude}{'↑' if change > 0 else '↓' if change < 0 else ''}"
    texts = (f"{jet.id} {level} S{jet.speed}{state}", f"{level} S{jet.speed}") if jet.flying else (gone,)
    x, y = at
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
