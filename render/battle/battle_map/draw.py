"""One side's tactical map of a battle as a picture, from its view alone."""

import math
from functools import partial
from itertools import product
from typing import Final, TypeAlias

from PIL import Image

from render.battle.battle_map import layers
from render.battle.battle_map.alt import battle_alt
from render.battle.battle_map.frame import corner, framed
from render.battle.battle_map.ground import bodies
from render.battle.battle_map.layers import Canvas, in_play, place_of
from render.battle.battle_map.things import Hull, Ship, craft_sign, looks, seeker_sign, things_of
from render.canvas.fonts import drawable
from render.canvas.hex_field import Field, fitted, most_of, zoomed
from render.canvas.hex_ground import hexes, numbered
from render.canvas.label_placing import Place, Room, Spot
from render.canvas.panel import WIDE, Sheet
from render.canvas.png import Picture, picture_of
from render.canvas.region import Region
from render.canvas.stamps import Stamp, tactical_palette
from render.canvas.strokes import Point, words
from render.canvas.theme import Rgb, ThemeName, mix, theme_named
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.preview import Preview
from rules.pentagon_war.geometry import MAP
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import UnitId
from rules.values import Value

Line: TypeAlias = tuple[UnitId | Hex, UnitId | Hex]
CLOSE: Final = 16
"""From this unit on, what flies is named too."""


def draw_battle_map(
    view: BattleView,
    *,
    theme: ThemeName = "dark",
    title: str = "",
    region: Region | None = None,
    arcs_of: UnitId | None = None,
    line: Line | None = None,
    plan: Preview | None = None,
    plan_of: UnitId = "",
) -> Picture:
    """The battle map as the view has it, close up on what is in play or on a region; the same view, the same bytes.

    Landscape, for the size at which Discord shows it; where the map is larger, the whole of it stands small beside.
    On request: a unit's firing arcs with its range bands, a line of fire between two units or hexes, the path of a
    programme (`plan`, of the craft `plan_of`). GameError for an unknown theme, or a unit that is not on this map.
    """
    look = Shown(theme, title, region, arcs_of, line, plan, plan_of)
    return picture_of(paint_battle_map(view, look), battle_alt(view, title))


class Shown(Value):
    """What of a map is drawn, and how; as `draw_battle_map` takes it."""

    theme: ThemeName = "dark"
    title: str = ""
    region: Region | None = None
    arcs_of: UnitId | None = None
    line: Line | None = None
    plan: Preview | None = None
    plan_of: UnitId = ""


def paint_battle_map(view: BattleView, asked: Shown, width: int = WIDE) -> Image.Image:
    """The map's picture, so many pixels wide."""
    look = theme_named(asked.theme)
    palette = tactical_palette(look, tuple(banner for _, banner in sorted(looks(view, look).items())))
    sheet = Sheet(width)
    field = field_shown(view, asked, sheet)
    things = things_of(view, field, sheet.radius)
    image = framed(sheet, field, view, things, asked.title, palette)
    ground = hexes(field, palette, sheet.letter, view.known.edge).copy()
    canvas = Canvas(
        ground, field, palette, things, room=Room(*field.size), signs=Room(*field.size), view=view, letter=sheet.letter
    )
    keep_free(canvas)
    if asked.arcs_of:
        layers.arcs(canvas, asked.arcs_of)
    bodies(ground, field, view.known.bodies if view.known.options.planets else {}, palette, view.known.edge)
    if asked.line:
        layers.line_of_fire(canvas, asked.line)
    layers.drift(canvas)
    if asked.plan:
        layers.plotted(canvas, asked.plan, asked.plan_of)
    layers.locks(canvas)
    layers.shots(canvas)
    signs(canvas)
    layers.drift(canvas, short=True)
    labels(canvas)
    image.paste(ground, corner(sheet, field))
    return image


def field_shown(view: BattleView, asked: Shown, sheet: Sheet) -> Field:
    """The region asked for, or what is in play and what a plotted course and a line of fire reach, as large as fits."""
    known = view.known
    _, _, wide, tall = sheet.box
    if asked.region is not None:
        return zoomed(asked.region, wide, tall)
    places = in_play(view, bodies=False) + [place.hex for place in (asked.plan.path if asked.plan else ())]
    places += [place_of(view, end) for end in asked.line or ()]
    own = [it.at for it in known.craft.values() if it.side == view.side and not it.fate]
    area = fitted(places or in_play(view), known.edge, focus=own, most=most_of(wide, tall))
    return zoomed(area, wide, tall, known.edge)


def keep_free(canvas: Canvas) -> None:
    """Words keep off the signs that are to come, and off hex numbers where there is other room."""
    signed = [(ship.at, ship.radius) for ship in canvas.things.ships]
    signed += [(swarm.at, swarm.radius) for swarm in canvas.things.swarms]
    for (x, y), reach in signed:
        for room in (canvas.room, canvas.signs):
            room.take(x - reach, y - reach, x + reach, y + reach)
    for star in (body for body in canvas.view.known.bodies.values() if body.star):
        (x, y), reach = canvas.field.center(star.at), round(canvas.field.half * (2 * star.radius + 0.75))
        canvas.room.take(x - reach, y - reach, x + reach, y + reach)
    for (x, y), name in numbered(canvas.field, canvas.letter):
        wide, tall = canvas.letter * len(name) // 4 + 2, canvas.letter // 2
        canvas.room.take(x - wide, y - tall, x + wide, y + tall, soft=True)


def signs(canvas: Canvas) -> None:
    """Everything that stands or flies on the map: craft first, what flies above them."""
    view, palette, unit = canvas.view, canvas.palette, canvas.field.unit
    banners = looks(view, palette.theme)
    order = sorted(banners)
    for ship in canvas.things.ships:
        if math.hypot(ship.at[0] - ship.home[0], ship.at[1] - ship.home[1]) > max(ship.radius, unit):
            # Moved aside for another: a line leads back to where it is.
            colour = mix(palette.theme.sky[0], banners[ship.craft.side].colour, 0.75)
            canvas.strokes.line([ship.home, ship.at], colour, 2)
            canvas.strokes.ring(ship.home, 4, colour, 3)
    for ship in canvas.things.ships:
        it = ship.craft
        hull = Hull(banners[it.side], order.index(it.side), ship.radius, it.side == view.side, it.is_base)
        canvas.put(craft_sign(hull, it.facing, palette), *ship.at)
        if it.hidden:
            canvas.strokes.ring(ship.at, ship.radius * 1.55, palette.theme.ink, max(unit * 0.1, 1.4), (4, 4))
    for swarm in canvas.things.swarms:
        canvas.put(seeker_sign(swarm.kind, banners[swarm.side], swarm.heading, swarm.radius, palette), *swarm.at)
        if len(swarm.ids) > 1:
            size = max(round(unit * 0.75), canvas.letter, 10)
            stamp = words(f"×{len(swarm.ids)}", size, banners[swarm.side].colour, palette)
            canvas.put(stamp, swarm.at[0] + round(swarm.radius * 0.9), swarm.at[1] + round(swarm.radius * 0.5))


def labels(canvas: Canvas) -> tuple[str, ...]:
    """Names, each where there is room, shorter where there is little, the viewer's own first; then what lies outside.

    What was written is given back.
    """
    view, palette, unit = canvas.view, canvas.palette, canvas.field.unit
    theme = palette.theme
    banners = looks(view, theme)
    size = max(round(unit * 0.85), min(canvas.image.width // 85, 14), canvas.letter, 12)
    wanted: list[tuple[int, tuple[int, int], tuple[str, ...], Rgb, int]] = []  # the last is how far off words begin
    for ship in canvas.things.ships:
        colour = mix(banners[ship.craft.side].colour, theme.ink, 0.45)
        first = 0 if ship.craft.side == view.side else 1
        wanted.append((first, ship.at, (ship.label, ship.short), colour, round(ship.radius * 1.5) + 4))
    for body in view.known.bodies.values():
        if not body.destroyed and body.edge is None and canvas.field.holds(body.at):
            spot = canvas.field.center(body.at)
            wide = round(canvas.field.half * (2 * max(body.radius, 0) + 0.6))
            wanted.append((2, spot, (drawable(body.name, 20, body.id),), theme.soft, wide + 10))
    if unit >= CLOSE:
        single = [swarm for swarm in canvas.things.swarms if len(swarm.ids) == 1]
        wanted += [(3, swarm.at, swarm.ids, theme.soft, swarm.radius + 6) for swarm in single]
    written = [_label(canvas, at, texts, colour, size, gap) for _, at, texts, colour, gap in sorted(wanted)]
    outside = [ship for ship in canvas.things.ships if not canvas.field.holds(ship.craft.at)]
    pointed = [(ship, _pointer(canvas, ship, banners[ship.craft.side].colour)) for ship in outside]
    written += [_distance(canvas, ship, at, banners[ship.craft.side].colour) for ship, at in pointed]
    return tuple(filter(None, written))


def _label(canvas: Canvas, at: tuple[int, int], texts: tuple[str, ...], colour: Rgb, size: int, gap: int) -> str:
    """The longest of the texts that finds room; over lines only where there is no place beside them, and with a leading line
    across a sign or other words only where there is no room at all without."""
    last_resort: tuple[str, Stamp, Place] | None = None
    for room, text in product((canvas.room, canvas.signs), texts):
        stamp = words(text, size, colour, canvas.palette)
        found, other = room.places(at, stamp.size, gap, partial(_leads, canvas, at, stamp.size, gap))
        if found is not None:
            _write(canvas, at, stamp, found, gap)
            return text
        if other is not None and last_resort is None:
            last_resort = text, stamp, other
    if last_resort is None:
        return ""
    text, stamp, other = last_resort
    _write(canvas, at, stamp, other, gap)
    return text


def _write(canvas: Canvas, at: Spot, stamp: Stamp, place: Place, gap: int) -> None:
    """Words at a place, which is taken then, and the line that leads there."""
    left, top, far = place
    wide, tall = stamp.size
    for room in (canvas.room, canvas.signs):
        room.take(left, top, left + wide, top + tall)
    if far:
        canvas.strokes.line(_leader(at, (left, top), stamp.size, gap * 0.72), canvas.palette.theme.soft, 1.2)
    stamp.put(canvas.image, left - stamp.dx, top - stamp.dy)


def _leader(at: Spot, corner: Spot, size: tuple[int, int], off: float) -> tuple[Point, Point]:
    """The line from a sign to the nearest point of its label, whose upper left is `corner`; it begins so far off the middle."""
    end = min(max(at[0], corner[0]), corner[0] + size[0]), min(max(at[1], corner[1]), corner[1] + size[1])
    start = min(off / max(math.dist(at, end), 1), 1)
    return (at[0] + (end[0] - at[0]) * start, at[1] + (end[1] - at[1]) * start), end


def _leads(canvas: Canvas, at: Spot, size: tuple[int, int], gap: int, left: int, top: int) -> bool:
    """Whether the leading line to a label there would cross no words and no sign but the corners of its own."""
    return canvas.signs.free_along(*_leader(at, (left, top), size, gap * 1.2))


def _pointer(canvas: Canvas, ship: Ship, colour: Rgb) -> tuple[int, int]:
    """A craft outside the picture: an arrow at the edge toward it; where that begins."""
    wide, tall = canvas.field.size
    mx, my = wide / 2, tall / 2
    dx, dy = ship.at[0] - mx, ship.at[1] - my
    size = max(canvas.letter, 13)
    share = min((mx - 2.6 * size) / abs(dx) if dx else 9, (my - 2 * size) / abs(dy) if dy else 9)
    x, y = mx + dx * share, my + dy * share
    away = math.hypot(dx, dy)
    tip = x + dx / away * 1.7 * size, y + dy / away * 1.7 * size
    canvas.strokes.arrow((x, y), tip, colour, 2.4, 0.85 * size)
    canvas.avoid((x, y), tip)
    return round(x), round(y)


def _distance(canvas: Canvas, ship: Ship, at: tuple[int, int], colour: Rgb) -> str:
    """What stands beside such an arrow: who it is, and how far from the picture's middle hex."""
    area = canvas.field.region
    middle = MAP.hex((area.first_column + area.last_column) // 2, (area.first_row + area.last_row) // 2)
    size = max(canvas.letter, 13)
    return _label(
        canvas, at, (f"{ship.craft.id} {distance(middle, ship.craft.at)} hexes", ship.craft.id), colour, size, size
    )
