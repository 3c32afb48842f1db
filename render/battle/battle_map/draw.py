"""One side's tactical map of a battle as a picture, from its view alone."""

import math
from typing import Final, TypeAlias

from render.battle.battle_map import layers
from render.battle.battle_map.alt import battle_alt
from render.battle.battle_map.field import in_play
from render.battle.battle_map.frame import frame_for, framed
from render.battle.battle_map.glyphs import Hull, craft, looks, seeker
from render.battle.battle_map.ground import bodies
from render.battle.battle_map.layers import Canvas, place_of
from render.battle.battle_map.things import Ship, things_of
from render.canvas.fonts import drawable
from render.canvas.hex_field import field_for, fitted
from render.canvas.hex_ground import edge, hexes
from render.canvas.label_placing import Room
from render.canvas.marks import words
from render.canvas.png import Picture, picture_of
from render.canvas.region import Region
from render.canvas.theme import Rgb, ThemeName, mix, theme_named
from render.canvas.tones import tactical_palette
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.preview import Preview
from rules.pentagon_war.geometry import MAP
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import UnitId

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
    """The battle map as the view has it, fitted to what is in play or to a region; the same view, the same bytes.

    On request: a unit's firing arcs with its range bands, a line of fire between two units or hexes, the path of a
    programme (`plan`, of the craft `plan_of`). GameError for an unknown theme, or a unit that is not on this map.
    """
    known = view.known
    look = theme_named(theme)
    palette = tactical_palette(look, tuple(banner for _, banner in sorted(looks(view, look).items())))
    places = in_play(view) + [place.hex for place in (plan.path if plan else ())]
    places += [place_of(view, end) for end in line or ()]
    own = [it.at for it in known.craft.values() if it.side == view.side and not it.fate]
    field = field_for(region or fitted(places, known.edge, focus=own))
    things = things_of(view, field)
    frame = frame_for(field, len(known.sides))
    image = framed(field, frame, view, things, title, palette)
    ground = hexes(field, palette).copy()
    canvas = Canvas(ground, field, palette, things, Room(*field.size), Room(*field.size), view)
    if arcs_of:
        layers.arcs(canvas, arcs_of)
    bodies(ground, field, known.bodies if known.options.planets else {}, palette)
    if known.edge is not None:
        edge(ground, field, known.edge, palette)
    if line:
        layers.line_of_fire(canvas, line)
    if plan:
        layers.plotted(canvas, plan, plan_of)
    layers.drift(canvas)
    layers.locks(canvas)
    layers.shots(canvas)
    signs(canvas)
    layers.drift(canvas, short=True)
    labels(canvas)
    image.paste(ground, (frame.left, frame.top))
    return picture_of(image, battle_alt(view, title))


def signs(canvas: Canvas) -> None:
    """Everything that stands or flies on the map: craft first, what flies above them."""
    view, palette, unit = canvas.view, canvas.palette, canvas.field.unit
    banners = looks(view, palette.theme)
    order = sorted(banners)
    for ship in canvas.things.ships:
        it = ship.craft
        hull = Hull(banners[it.side], order.index(it.side), ship.radius, it.side == view.side, it.is_base)
        canvas.put(craft(hull, it.facing, palette), *ship.at)
        if it.hidden:
            canvas.strokes.ring(ship.at, ship.radius * 1.55, palette.theme.ink, max(unit * 0.1, 1.4), (4, 4))
    for swarm in canvas.things.swarms:
        canvas.put(seeker(swarm.kind, banners[swarm.side], swarm.heading, swarm.radius, palette), *swarm.at)
        if len(swarm.ids) > 1:
            size = max(round(unit * 0.75), 10)
            stamp = words(f"×{len(swarm.ids)}", size, banners[swarm.side].colour, palette)
            canvas.put(stamp, swarm.at[0] + round(swarm.radius * 0.9), swarm.at[1] + round(swarm.radius * 0.5))


def labels(canvas: Canvas) -> tuple[str, ...]:
    """Names, each where there is room, shorter where there is little, the viewer's own first; then what lies outside.

    What was written is given back.
    """
    view, palette, unit = canvas.view, canvas.palette, canvas.field.unit
    theme = palette.theme
    banners = looks(view, theme)
    size = max(round(unit * 0.85), min(canvas.image.width // 85, 14), 12)
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
    written += [_pointer(canvas, ship, banners[ship.craft.side].colour) for ship in outside]
    return tuple(filter(None, written))


def _label(canvas: Canvas, at: tuple[int, int], texts: tuple[str, ...], colour: Rgb, size: int, gap: int) -> str:
    """The longest of the texts that finds room; over lines only where there is no place beside them."""
    for room, text in [(canvas.room, text) for text in texts] + [(canvas.signs, text) for text in texts]:
        stamp = words(text, size, colour, canvas.palette)
        wide, tall = stamp.size
        found = room.place(at, (wide, tall), gap)
        if found is None:
            continue
        left, top, far = found
        for either in (canvas.room, canvas.signs):
            either.take(left, top, left + wide, top + tall)
        if far:
            end = min(max(at[0], left), left + wide), min(max(at[1], top), top + tall)
            away = max(math.hypot(end[0] - at[0], end[1] - at[1]), 1)
            start = min(gap * 0.72 / away, 1)
            begin = at[0] + (end[0] - at[0]) * start, at[1] + (end[1] - at[1]) * start
            canvas.strokes.line([begin, end], canvas.palette.theme.soft, 1.2)
        stamp.put(canvas.image, left - stamp.dx, top - stamp.dy)
        return text
    return ""


def _pointer(canvas: Canvas, ship: Ship, colour: Rgb) -> str:
    """A craft outside the picture: an arrow at the edge toward it, with its distance from the picture's middle hex."""
    wide, tall = canvas.field.size
    mx, my = wide / 2, tall / 2
    dx, dy = ship.at[0] - mx, ship.at[1] - my
    share = min((mx - 34) / abs(dx) if dx else 9, (my - 26) / abs(dy) if dy else 9)
    x, y = mx + dx * share, my + dy * share
    away = math.hypot(dx, dy)
    canvas.strokes.arrow((x, y), (x + dx / away * 22, y + dy / away * 22), colour, 2.4, 11)
    area = canvas.field.region
    middle = MAP.hex((area.first_column + area.last_column) // 2, (area.first_row + area.last_row) // 2)
    text = f"{ship.craft.id} {distance(middle, ship.craft.at)} hexes"
    return _label(canvas, (round(x), round(y)), (text,), colour, 13, 16)
