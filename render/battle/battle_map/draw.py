"""One side's tactical map of a battle as a picture, from its view alone: ground, bodies, signs, labels, frame."""

import math
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.battle.battle_map import layers, roster
from render.battle.battle_map.layers import BattleCanvas, in_play, place_of
from render.battle.battle_map.objects import (
    Hull,
    PlacedShip,
    PlacedUnits,
    craft_sign,
    seeker_sign,
    side_banners,
    things_of,
    wreck_sign,
)
from render.battle.battle_map.text import battle_alt
from render.battle.battle_map.worlds import draw_worlds
from render.canvas.hex_field import HexField, Region, fit_region, most_of, numbered_bounds, zoom_field
from render.canvas.hex_ground import hex_numbers, hexes
from render.canvas.label_placement import LabelPlace, Spot, TakenCells
from render.canvas.panel import PICTURE_WIDTH, PanelLayout, Pen, blank
from render.canvas.png import Picture, picture_of
from render.canvas.stamps import Stamp, tactical_palette, tone
from render.canvas.strokes import Point, words
from render.canvas.theme import Palette, Rgb, ThemeName, clip_text, drawable, length, mix, theme_named
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.preview import Preview
from rules.pentagon_war.changes import placed_things
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.turn.steps import BEGINNING_OF_TURN, END_OF_TURN, step_at
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Moment, UnitId
from rules.values import Value

BIG_LETTERS: Final = 14.0
"""The title's lettering in pixels of the preview."""


def moment(now: Moment) -> tuple[str, str]:
    """The clock in big letters, and the step under it."""
    name = step_at(now).name
    if now.impulse == BEGINNING_OF_TURN:
        return f"TURN {now.turn} · START", name
    if now.impulse == END_OF_TURN:
        return f"TURN {now.turn} · END", name
    return f"TURN {now.turn} · IMPULSE {now.impulse}", name


def draw_frame(
    sheet: PanelLayout, field: HexField, view: BattleView, things: PlacedUnits, title: str, palette: Palette
) -> Image.Image:
    """The picture with all but its field."""
    image = blank(sheet.width, sheet.height, palette)
    pen = Pen(image, palette)
    clock, step = moment(view.known.now)
    if view.known.winner is not None:
        victor = view.known.sides.get(view.known.winner)
        step = f"{drawable(victor.name, 32, victor.id)} wins" if victor else "a draw"
    headline(pen, sheet, view, title, clock)
    pen.write(clock, sheet.column[1], sheet.top // 2, sheet.px(BIG_LETTERS), palette.theme.accent, at="r")
    roster.column(pen, sheet, field, view, things, step)
    return image


def headline(pen: Pen, sheet: PanelLayout, view: BattleView, title: str, clock: str) -> None:
    """The battle's name above the field, as much of it as leaves room for the clock."""
    big, left = sheet.px(BIG_LETTERS), sheet.box[0] + sheet.px(2)
    name = drawable(title or view.known.title, 48, "Battle") or "Battle"
    room = sheet.column[1] - left - length(clock, big) - sheet.px(12)
    pen.write(clip_text(name, big, room), left, sheet.top // 2, big, pen.theme.ink)
    edge = tone(pen.palette, pen.theme.panel_edge)
    ImageDraw.Draw(pen.image).line((0, sheet.top - 1, sheet.width, sheet.top - 1), fill=edge, width=2)


def corner(sheet: PanelLayout, field: HexField) -> tuple[int, int]:
    """Where the field's upper left lies in the picture: in the middle of its box."""
    left, top, wide, tall = sheet.box
    return left + (wide - field.size[0]) // 2, top + (tall - field.size[1]) // 2


RangeLine: TypeAlias = tuple[UnitId | Hex, UnitId | Hex]
CLOSE_HEXES: Final = 16
"""From this unit on, what flies is named too."""


def draw_battle_map(
    view: BattleView,
    *,
    theme: ThemeName = "dark",
    title: str = "",
    region: Region | None = None,
    arcs_of: UnitId | None = None,
    line: RangeLine | None = None,
    plan: Preview | None = None,
    plan_of: UnitId = "",
    close_to: tuple[UnitId, ...] = (),
) -> Picture:
    """The battle map as the view has it, close up on what is in play or on a region; the same view, the same bytes.

    Landscape, for the size at which Discord shows it; where the map is larger, the whole of it stands small beside.
    On request: a unit's firing arcs with its range bands, a line of fire between two units or hexes, the path of a
    programme (`plan`, of the craft `plan_of`), the map close up on some units and that path alone (`close_to`). GameError for an
    unknown theme, or a unit that is not on this map.
    """
    look = ShownField(
        theme=theme,
        title=title,
        region=region,
        arcs_of=arcs_of,
        line=line,
        plan=plan,
        plan_of=plan_of,
        close_to=close_to,
    )
    return picture_of(paint_battle_map(view, look), battle_alt(view, title))


class ShownField(Value):
    """What of a map is drawn, and how; as `draw_battle_map` takes it."""

    theme: ThemeName = "dark"
    title: str = ""
    region: Region | None = None
    arcs_of: UnitId | None = None
    line: RangeLine | None = None
    plan: Preview | None = None
    plan_of: UnitId = ""
    close_to: tuple[UnitId, ...] = ()


def paint_battle_map(view: BattleView, asked: ShownField, width: int = PICTURE_WIDTH) -> Image.Image:
    """The map's picture, so many pixels wide."""
    look = theme_named(asked.theme)
    palette = tactical_palette(look, tuple(banner for _, banner in sorted(side_banners(view, look).items())))
    sheet = PanelLayout(width, lettering=roster.LETTERING)
    field = field_shown(view, asked, sheet)
    things = things_of(view, field, sheet.radius, frozenset({asked.plan_of, asked.arcs_of or ""}))
    image = draw_frame(sheet, field, view, things, asked.title, palette)
    ground = hexes(field, palette, sheet.letter, view.known.edge).copy()
    canvas = BattleCanvas(
        ground,
        field,
        palette,
        things,
        room=TakenCells(*field.size),
        signs=TakenCells(*field.size),
        view=view,
        letter=sheet.letter,
    )
    keep_free(canvas)
    if asked.arcs_of:
        layers.arcs(canvas, asked.arcs_of)
    draw_worlds(ground, field, view.known.bodies if view.known.options.planets else {}, palette, view.known.edge)
    if asked.line:
        layers.line_of_fire(canvas, asked.line)
    layers.drift(canvas)
    if asked.plan:
        layers.draw_plot(canvas, asked.plan, asked.plan_of)
    layers.locks(canvas)
    layers.shots(canvas)
    signs(canvas)
    layers.drift(canvas, short=True)
    labels(canvas)
    image.paste(ground, corner(sheet, field))
    return image


def field_shown(view: BattleView, asked: ShownField, sheet: PanelLayout) -> HexField:
    """The region asked for, or what is in play and what a plotted course and a line of fire reach, as large as fits."""
    known = view.known
    _, _, wide, tall = sheet.box
    if asked.region is not None:
        return zoom_field(asked.region, wide, tall)
    there = placed_things(known)
    places = [there[unit].at for unit in asked.close_to if unit in there] or in_play(view, bodies=False)
    places += [place.hex for place in (asked.plan.path if asked.plan else ())]
    places += [place_of(view, end) for end in asked.line or ()]
    own = [it.at for it in known.craft.values() if it.side == view.side and not it.fate]
    places = places or in_play(view)
    bounds = known.edge or numbered_bounds(places)
    area = fit_region(places, bounds, focus=own, most=most_of(wide, tall))
    return zoom_field(area, wide, tall, bounds)


def keep_free(canvas: BattleCanvas) -> None:
    """Words keep off the signs that are to come, and off hex numbers where there is other room."""
    signed = [(ship.at, ship.radius) for ship in (*canvas.things.ships, *canvas.things.wrecks)]
    signed += [(swarm.at, swarm.radius) for swarm in canvas.things.swarms]
    for (x, y), reach in signed:
        for room in (canvas.room, canvas.signs):
            room.take(x - reach, y - reach, x + reach, y + reach)
    for star in (body for body in canvas.view.known.bodies.values() if body.star):
        (x, y), reach = canvas.field.center(star.at), round(canvas.field.half * (2 * star.radius + 0.75))
        canvas.room.take(x - reach, y - reach, x + reach, y + reach)
    for (x, y), name in hex_numbers(canvas.field, canvas.letter):
        wide, tall = canvas.letter * len(name) // 4 + 2, canvas.letter // 2
        canvas.room.take(x - wide, y - tall, x + wide, y + tall, soft=True)


def signs(canvas: BattleCanvas) -> None:
    """Everything that stands or flies on the map: craft first, what flies above them."""
    view, palette, unit = canvas.view, canvas.palette, canvas.field.unit
    banners = side_banners(view, palette.theme)
    order = sorted(banners)
    for ship in canvas.things.wrecks:
        canvas.put(wreck_sign(banners[ship.craft.side], order.index(ship.craft.side), ship.radius, palette), *ship.at)
    for ship in canvas.things.ships:
        for other in ship.more:
            canvas.strokes.ring(canvas.field.center(other.at), 3, banners[other.side].colour, 4)
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
        if ship.more:
            _times(canvas, 1 + len(ship.more), ship.at, ship.radius, banners[it.side].colour)
    for swarm in canvas.things.swarms:
        canvas.put(seeker_sign(swarm.kind, banners[swarm.side], swarm.heading, swarm.radius, palette), *swarm.at)
        if len(swarm.ids) > 1:
            _times(canvas, len(swarm.ids), swarm.at, swarm.radius, banners[swarm.side].colour)


def _times(canvas: BattleCanvas, many: int, at: Spot, radius: int, colour: Rgb) -> None:
    """How many one sign stands for, at its lower right."""
    size = max(round(canvas.field.unit * 0.75), canvas.letter, 10)
    stamp = words(f"×{many}", size, colour, canvas.palette)
    canvas.put(stamp, at[0] + round(radius * 0.9), at[1] + round(radius * 0.5))


def labels(canvas: BattleCanvas) -> tuple[str, ...]:
    """Names, each where there is room, shorter where there is little, the viewer's own first; then what lies outside.

    What was written is given back.
    """
    view, palette, unit = canvas.view, canvas.palette, canvas.field.unit
    theme = palette.theme
    banners = side_banners(view, theme)
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
    if unit >= CLOSE_HEXES:
        single = [swarm for swarm in canvas.things.swarms if len(swarm.ids) == 1]
        wanted += [(3, swarm.at, swarm.ids, theme.soft, swarm.radius + 6) for swarm in single]
    written = [_label(canvas, at, texts, colour, size, gap) for _, at, texts, colour, gap in sorted(wanted)]
    written += [_label(canvas, *each) for each in _lost_labels(canvas, size)]
    outside = [ship for ship in canvas.things.ships if not canvas.field.holds(ship.craft.at)]
    pointed = [(ship, _pointer(canvas, ship, banners[ship.craft.side].colour)) for ship in outside]
    written += [_distance(canvas, ship, at, banners[ship.craft.side].colour) for ship, at in pointed]
    return tuple(filter(None, written))


def _lost_labels(canvas: BattleCanvas, size: int) -> Iterator[tuple[Spot, tuple[str, ...], Rgb, int, int]]:
    """What is written at wrecks, where the others have left room."""
    for wreck in canvas.things.wrecks:
        texts = (f"{wreck.label}, lost", f"{wreck.craft.id}, lost")
        yield wreck.at, texts, canvas.palette.theme.soft, size, round(wreck.radius * 1.2) + 4


def _label(canvas: BattleCanvas, at: tuple[int, int], texts: tuple[str, ...], colour: Rgb, size: int, gap: int) -> str:
    """The longest of the texts that finds room; over lines only where there is no place beside them, and with a leading line
    across a sign or other words only where there is no room at all without."""
    last_resort: tuple[str, Stamp, LabelPlace] | None = None
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


def _write(canvas: BattleCanvas, at: Spot, stamp: Stamp, place: LabelPlace, gap: int) -> None:
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


def _leads(canvas: BattleCanvas, at: Spot, size: tuple[int, int], gap: int, left: int, top: int) -> bool:
    """Whether the leading line to a label there would cross no words and no sign but the corners of its own."""
    return canvas.signs.free_along(*_leader(at, (left, top), size, gap * 1.2))


def _pointer(canvas: BattleCanvas, ship: PlacedShip, colour: Rgb) -> tuple[int, int]:
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


def _distance(canvas: BattleCanvas, ship: PlacedShip, at: tuple[int, int], colour: Rgb) -> str:
    """What stands beside such an arrow: who it is, and how far from the picture's middle hex."""
    area = canvas.field.region
    middle = BATTLE_MAP.hex((area.first_column + area.last_column) // 2, (area.first_row + area.last_row) // 2)
    size = max(canvas.letter, 13)
    return _label(
        canvas, at, (f"{ship.craft.id} {distance(middle, ship.craft.at)} hexes", ship.craft.id), colour, size, size
    )
