"""The frames of a replay: the map at each impulse with trails, shots and fire, and what is left of every craft beside it."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageDraw

from render.battle.battle_map.draw import labels, signs
from render.battle.battle_map.frame import moment
from render.battle.battle_map.glyphs import Hull, craft, looks
from render.battle.battle_map.ground import bodies
from render.battle.battle_map.layers import Canvas, kind_of, locks
from render.battle.battle_map.things import Spot, Things, things_of
from render.battle.replay.track import Scene
from render.canvas import animation
from render.canvas.fonts import drawable, length
from render.canvas.fonts import fitted as fitted_size
from render.canvas.hex_field import Field, field_for, fitted
from render.canvas.hex_ground import edge, hexes
from render.canvas.label_placing import Room
from render.canvas.marks import blast, spark, words
from render.canvas.palette import Palette
from render.canvas.panel import Pen, blank
from render.canvas.safe_text import count
from render.canvas.strokes import Point, Strokes
from render.canvas.theme import Rgb, ThemeName, mix, theme_named
from render.canvas.tones import light_of, tactical_palette, tone
from rules.hexes import Hex
from rules.pentagon_war.changes import units
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import UnitId, WeaponId

ROW: Final = 21
MARGIN: Final = 12


@dataclass(frozen=True, slots=True)
class Sizes(animation.Sizes):
    """And how wide the bars stand, in how many columns."""

    column: int
    columns: int
    rows: tuple[tuple[UnitId, Spot], ...] = ()
    most: tuple[tuple[UnitId, int], ...] = ()
    """Where each craft's line begins, and the boxes it began with."""


def paint_frames(scenes: tuple[Scene, ...], size: int, *, title: str, theme: ThemeName) -> list[Image.Image]:
    """A palette picture for each scene, all of one size and one palette, about `size` pixels wide at most."""
    look = theme_named(theme)
    view = scenes[0].view
    palette = tactical_palette(look, tuple(banner for _, banner in sorted(looks(view, look).items())))
    sizes = _sizes(scenes, size)
    still = _still(scenes, sizes, title, palette)
    box = (sizes.left, sizes.top, sizes.left + sizes.field.size[0], sizes.top + sizes.field.size[1])
    bare = still.crop(box)
    frames, turn, ground = [], 0, bare
    for scene in scenes:
        if scene.moment.turn != turn:
            turn, ground = scene.moment.turn, bare.copy()
        image = still.copy()
        image.paste(_map(ground, scene, sizes, palette), box[:2])
        _clock(image, scene, sizes, palette)
        frames.append(image)
        _trails(Strokes(ground, palette), scene, sizes.field, 0.62)
    return frames


def _roll(scenes: tuple[Scene, ...]) -> tuple[UnitId, ...]:
    """Every craft ever on the map, by side."""
    craft = {unit: it for scene in scenes for unit, it in scene.view.known.craft.items()}
    return tuple(sorted(craft, key=lambda unit: (craft[unit].side, len(unit), unit)))


def _sizes(scenes: tuple[Scene, ...], size: int) -> Sizes:
    places = [here for scene in scenes for here in _places(scene.view)]
    places += [here for scene in scenes for _, path in scene.trails for here in path]
    places += [burst.hex for scene in scenes for burst in scene.bursts]
    region = fitted(places, scenes[0].view.known.edge, margin=1)
    scale = max(size / 720, 0.6)
    top, foot, row = round(52 * scale), round(34 * scale), round(ROW * scale)
    column = round(172 * scale)
    rows = len(_roll(scenes))
    most_tall = round(size * 1.05)
    columns = 1 if rows * row <= most_tall else 2
    field = field_for(region, size - columns * column - 3 * MARGIN, most_tall)
    tall = max(field.size[1], -(-rows // columns) * row + MARGIN)
    width = max(field.size[0] + columns * column + 3 * MARGIN, round(420 * scale))
    most: dict[UnitId, int] = {}
    for scene in scenes:
        for unit, boxes in scene.boxes.items():
            most.setdefault(unit, boxes + scene.lost.get(unit, 0))
    sizes = Sizes(
        field,
        width,
        height=top + tall + foot,
        top=top,
        left=MARGIN,
        foot=foot,
        scale=scale,
        column=column,
        columns=columns,
    )
    return replace(sizes, rows=tuple(_rows(scenes, sizes).items()), most=tuple(most.items()))


def _places(view: BattleView) -> list[Hex]:
    known = view.known
    found = [it.at for it in known.craft.values() if not it.fate]
    return found + [it.at for units in (known.drones, known.missiles, known.bolts) for it in units.values()]


def _still(scenes: tuple[Scene, ...], sizes: Sizes, title: str, palette: Palette) -> Image.Image:
    """What no frame changes: the map's ground with its bodies, the title, the craft's names."""
    theme, view = palette.theme, scenes[0].view
    image = blank(sizes.width, sizes.height, palette)
    ground = hexes(sizes.field, palette).copy()
    bodies(ground, sizes.field, view.known.bodies if view.known.options.planets else {}, palette)
    if view.known.edge is not None:
        edge(ground, sizes.field, view.known.edge, palette)
    image.paste(ground, (sizes.left, sizes.top))
    big = round(21 * sizes.scale)
    name = drawable(title or view.known.title, 48, "Battle") or "Battle"
    room = sizes.width - 3 * MARGIN - length("TURN 88 · IMPULSE 88", big)
    Pen(image, palette).write(name, MARGIN, sizes.top // 2, fitted_size(name, big, room), theme.ink)
    for unit, (x, y) in sizes.rows:
        found = next(scene.view.known.craft[unit] for scene in scenes if unit in scene.view.known.craft)
        banner = looks(view, theme)[found.side]
        number = sorted(view.known.sides).index(found.side)
        radius = round(7 * sizes.scale)
        hull = Hull(banner, number, radius, found.side == view.side, found.is_base)
        craft(hull, 0, palette).put(image, x + radius, y)
    return image


def _rows(scenes: tuple[Scene, ...], sizes: Sizes) -> Mapping[UnitId, Spot]:
    """Where each craft's line begins."""
    units = _roll(scenes)
    rows = -(-len(units) // sizes.columns) if units else 1
    left = sizes.left + sizes.field.size[0] + MARGIN
    row = round(ROW * sizes.scale)
    return {
        unit: (left + number // rows * sizes.column, sizes.top + row // 2 + 2 + number % rows * row)
        for number, unit in enumerate(units)
    }


def _ending(pen: Pen, text: str, x: int, y: int, size: int, ink: Rgb) -> None:
    """Write so that the last letter ends at `x`."""
    stamp = pen.stamp(text, size, ink)
    stamp.put(pen.image, x - stamp.size[0], y)


def _map(still: Image.Image, scene: Scene, sizes: Sizes, palette: Palette) -> Image.Image:
    """The field of one frame; `still` has the trails of the turn so far."""
    ground, field = still.copy(), sizes.field
    things = things_of(scene.view, field)
    short = tuple(replace(ship, label=ship.short) for ship in things.ships)
    room, marks = Room(*field.size), Room(*field.size)
    canvas = Canvas(ground, field, palette, replace(things, ships=short), room, marks, scene.view)
    _trails(canvas.strokes, scene, field, 0.0)
    for burst in scene.bursts:
        if burst.great:
            blast(max(round(field.unit * 1.9), 9), palette).put(ground, *field.center(burst.hex))
    locks(canvas)
    signs(canvas)
    _shots(canvas, scene)
    for burst in scene.bursts:
        if not burst.great:
            blast(max(round(field.unit * 0.9), 5), palette).put(ground, *field.center(burst.hex))
    labels(canvas)
    return ground


def _trails(strokes: Strokes, scene: Scene, field: Field, dim: float) -> None:
    """The way units went: bright for this impulse, then faint for the rest of the turn."""
    theme, view = strokes.palette.theme, scene.view
    banners = looks(view, theme)
    for unit, path in scene.trails:
        side = _side_of(view, unit)
        if side:
            colour = mix(mix(theme.sky[0], banners[side].colour, 0.75), theme.sky[0], dim)
            points = [field.center(here) for here in path]
            small = unit not in view.known.craft
            width = max(field.unit * (0.12 if small or dim else 0.22), 1.4)
            strokes.line(points, colour, width, (3, 3) if small else None)


def _side_of(view: BattleView, unit: UnitId) -> str:
    """The side of a unit, or of the craft it was launched from."""
    known = units(view.known).get(unit)
    owner = view.known.craft.get(unit.partition(".")[0])
    return known.side if known else owner.side if owner else ""


def _shots(canvas: Canvas, scene: Scene) -> None:
    """Hits are solid lines that end in a star, misses broken ones that end in a ring; letters name weapons and hits.

    Lines between the same two places run side by side, those the other way on the other side.
    """
    unit, theme = canvas.field.unit, canvas.palette.theme
    volleys: dict[tuple[Spot, Spot], Counter[tuple[WeaponId, bool]]] = {}
    for shot in scene.shots:
        start = _spot(canvas.things, scene, canvas.field, shot.unit)
        end = _spot(canvas.things, scene, canvas.field, shot.target.partition("/")[0])
        if start is not None and end is not None:
            volley = volleys.setdefault((start, end), Counter())
            volley[shot.weapon, True] += shot.hits
            volley[shot.weapon, False] += shot.shots - shot.hits
    for (start, end), volley in sorted(volleys.items()):
        weapons = sorted({weapon for weapon, _ in volley})
        for number, weapon in enumerate(weapons):
            light = light_of(theme, kind_of(weapon)) if weapon else theme.ink
            wide = max(unit * 0.16, 2) if weapon else 1.4
            first, last = _beside(start, end, 2.5 + number * (wide + 2))
            hit = volley[weapon, True] > 0
            if start != end:
                canvas.strokes.line([first, last], light, wide, None if hit else (5, 5))
            spot = round(last[0]), round(last[1])
            if hit:
                spark(max(round(unit * 0.7), 6), light, canvas.palette).put(canvas.image, *spot)
            else:
                canvas.strokes.ring(spot, max(unit * 0.5, 4), light, 1.6)
    tags = Room(canvas.room.width, canvas.room.height)
    for (start, end), volley in sorted(volleys.items()):
        _tag(canvas, volley, start, end, tags)


def _beside(start: Spot, end: Spot, away: float) -> tuple[Point, Point]:
    """The line between two places, moved so far to its right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = max(math.hypot(dx, dy), 1)
    ox, oy = -dy / along * away, dx / along * away
    return (start[0] + ox, start[1] + oy), (end[0] + ox, end[1] + oy)


def _tag(canvas: Canvas, volley: Counter[tuple[WeaponId, bool]], start: Spot, end: Spot, tags: Room) -> None:
    """The weapons' letters and how many of their shots hit, beside the line; over signs if need be, never over other tags."""
    parts = []
    for weapon in sorted({weapon for weapon, _ in volley if weapon}):
        hits, shots = volley[weapon, True], volley[weapon, True] + volley[weapon, False]
        parts.append(weapon if shots == hits == 1 else f"{weapon} {hits}/{shots}")
    if not parts or start == end:
        return
    theme = canvas.palette.theme
    stamp = words(", ".join(parts), max(round(canvas.field.unit * 0.75), 11), theme.ink, canvas.palette)
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = math.hypot(dx, dy)
    # Far enough to the side that the words' box stays off the line, whichever way it runs.
    away = 6 + (abs(dy) * stamp.size[0] + abs(dx) * stamp.size[1]) / (2 * along)
    first, last = _beside(start, end, away + len(parts) * 2)
    for room in (canvas.room, tags):
        for share in (0.35, 0.5, 0.22, 0.65, 0.1, 0.8):
            x = round(first[0] + (last[0] - first[0]) * share - stamp.size[0] / 2)
            y = round(first[1] + (last[1] - first[1]) * share - stamp.size[1] / 2)
            if room.free(x, y, x + stamp.size[0], y + stamp.size[1], soft=False):
                for either in (canvas.room, tags):
                    either.take(x, y, x + stamp.size[0], y + stamp.size[1])
                stamp.put(canvas.image, x - stamp.dx, y - stamp.dy)
                return


def _spot(things: Things, scene: Scene, field: Field, unit: UnitId) -> Spot | None:
    found = things.spots.get(unit)
    if found is None and unit in scene.places:
        return field.center(scene.places[unit])
    return found


def _clock(image: Image.Image, scene: Scene, sizes: Sizes, palette: Palette) -> None:
    """The moment above, the bars beside, and below what this impulse came to."""
    theme, scale, pen = palette.theme, sizes.scale, Pen(image, palette)
    _ending(pen, moment(scene.moment)[0], sizes.width - MARGIN, sizes.top // 2, round(21 * scale), theme.accent)
    told = summary(scene)
    size = fitted_size(told, round(15 * scale), sizes.width - 2 * MARGIN)
    pen.write(told, MARGIN, sizes.height - sizes.foot // 2, size, theme.ink)
    most, draw = dict(sizes.most), ImageDraw.Draw(image)
    banners = looks(scene.view, theme)
    for unit, (x, y) in sizes.rows:
        found = scene.view.known.craft.get(unit)
        if found is None:
            continue
        gone, at = bool(found.fate), x + round(18 * scale)
        ink = theme.faint if gone else theme.ink
        pen.write(unit, at, y, round(13 * scale), ink)
        left, right = at + round(34 * scale), x + sizes.column - round(40 * scale)
        boxes = scene.boxes.get(unit, 0)
        told = {"disengaged": "left", "docked": "aboard"}.get(found.fate, "lost") if gone else str(boxes)
        _ending(pen, told, x + sizes.column - round(6 * scale), y, round(13 * scale), ink)
        half = max(round(4 * scale), 2)
        draw.rectangle((left, y - half, right, y + half), fill=tone(palette, theme.panel_edge))
        share = 0 if gone else boxes / max(most.get(unit, 1), 1)
        if share > 0:
            end = left + max(round((right - left) * share), 1)
            draw.rectangle((left, y - half, end, y + half), fill=tone(palette, banners[found.side].colour))
        if scene.lost.get(unit):
            end = left + round((right - left) * share)
            more = left + round((right - left) * min(share + scene.lost[unit] / max(most.get(unit, 1), 1), 1))
            draw.rectangle((end, y - half, max(more, end + 1), y + half), fill=tone(palette, theme.accent))


def summary(scene: Scene) -> str:
    """What an impulse came to, in one short line."""
    direct = [shot for shot in scene.shots if shot.weapon]
    parts = []
    if direct:
        shots, hits = sum(shot.shots for shot in direct), sum(shot.hits for shot in direct)
        parts.append(f"{count(shots, 'shot')}, {count(hits, 'hit')}")
    guard = sum(shot.shots for shot in scene.shots if not shot.weapon)
    if guard:
        parts.append(f"{guard} point defense")
    worst = sorted(scene.lost.items(), key=lambda item: (-item[1], item[0]))[:4]
    parts += [f"{unit} loses {count(boxes, 'box', 'boxes')}" for unit, boxes in worst]
    parts += [f"{unit} is gone" for unit in scene.places if unit in scene.view.known.craft]
    strikes = sum(not burst.great for burst in scene.bursts)
    if strikes:
        parts.append(f"{count(strikes, 'seeker')} gone in fire")
    text = " · ".join(parts)
    return text or ("under way" if scene.trails else "at the start" if not scene.moment.impulse else "quiet")
