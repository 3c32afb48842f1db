"""A turn or a whole battle as an animated GIF below two million bytes: the map at each impulse, and what is left."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.battle.battle_map import draw
from render.battle.battle_map.layers import BattleCanvas, kind_of, locks, stars_near
from render.battle.battle_map.objects import PlacedUnits, side_banners, things_of
from render.battle.battle_map.roster import (
    LETTERING,
    RosterLayout,
    bars,
    draw_viewer,
    heads,
    names,
    orientation,
    roster_of,
)
from render.battle.battle_map.text import craft_lines, seen_by
from render.battle.battle_map.worlds import draw_worlds
from render.battle.replay.track import BattleScene, join_scenes, scenes
from render.canvas.animation import ANIMATION_WIDTH, Replay, small_enough
from render.canvas.hex_field import HexField, fit_region, most_of, numbered_bounds, zoom_field
from render.canvas.hex_ground import hexes
from render.canvas.label_placement import Spot, TakenCells
from render.canvas.panel import BADGE_WIDTH, PanelLayout, Pen, blank
from render.canvas.stamps import light_of, tactical_palette, tone
from render.canvas.strokes import Point, Strokes, blast, spark, words
from render.canvas.theme import Palette, ThemeName, clip_text, mix, theme_named
from render.words.safe_text import bare, count, fit_facts
from rules.hexes import Hex
from rules.pentagon_war.changes import units
from rules.pentagon_war.events import Event
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, UnitId, WeaponId
from rules.values import Value, changed

ROSTER_ROW_HEIGHT: Final = 26.0
COMPASS_ROOM: Final = 76.0
"""Where the craft begin in the column, and how much of it the compass takes, in pixels of the preview."""
CAPTION_LINES: Final = 14.0
"""The lettering of what happened."""


class ReplayLayout(Value):
    """What all frames share: the picture's sheet, its field and where that lies, the craft beside it, and the boxes each
    began with."""

    sheet: PanelLayout
    field: HexField
    roster: RosterLayout
    most: Mapping[UnitId, int]


def paint_frames(scenes: tuple[BattleScene, ...], size: int, *, title: str, theme: ThemeName) -> list[Image.Image]:
    """A palette picture for each scene, all of one palette, `size` pixels wide, laid out as the map is."""
    look = theme_named(theme)
    view = scenes[0].view
    palette = tactical_palette(look, tuple(banner for _, banner in sorted(side_banners(view, look).items())))
    layout = layout_of(scenes, size)
    still = _still(scenes, layout, title, palette)
    left, top = draw.corner(layout.sheet, layout.field)
    wide, tall = layout.field.size
    bare = still.crop((left, top, left + wide, top + tall))
    frames, turn, ground = [], 0, bare
    for scene in scenes:
        if scene.moment.turn != turn:
            turn, ground = scene.moment.turn, bare.copy()
        image = still.copy()
        image.paste(_map(ground, scene, layout, palette), (left, top))
        _clock(image, scene, layout, palette)
        frames.append(image)
        _trails(Strokes(ground, palette), scene, layout.field, 0.62)
    return frames


def _all_craft(scenes: tuple[BattleScene, ...]) -> dict[UnitId, Craft]:
    """Every craft ever on the map, as it was seen first."""
    found: dict[UnitId, Craft] = {}
    for scene in scenes:
        for unit, it in scene.view.known.craft.items():
            found.setdefault(unit, it)
    return found


def layout_of(scenes: tuple[BattleScene, ...], size: int) -> ReplayLayout:
    """The field that holds all that moves in any scene, and the column of craft, on a sheet of this width."""
    view = scenes[0].view
    sheet = PanelLayout(size, foot=True, lettering=LETTERING)
    _, _, wide, tall = sheet.box
    places = [here for scene in scenes for here in _places(scene.view)]
    places += [here for scene in scenes for _, path in scene.trails for here in path]
    places += [burst.hex for scene in scenes for burst in scene.bursts]
    own = [it.at for it in scenes[-1].view.known.craft.values() if it.side == view.side and not it.fate]
    edge_of = view.known.edge
    bounds = edge_of or numbered_bounds(places)
    field = zoom_field(fit_region(places, bounds, margin=1, focus=own, most=most_of(wide, tall)), wide, tall, bounds)
    most: dict[UnitId, int] = {}
    for scene in scenes:
        for unit, boxes in scene.boxes.items():
            most.setdefault(unit, boxes + scene.lost.get(unit, 0))
    top = sheet.top + sheet.px(ROSTER_ROW_HEIGHT)
    room = sheet.bottom - top - sheet.px(COMPASS_ROOM)
    return ReplayLayout(sheet, field, roster_of(_all_craft(scenes), view.known.sides, sheet, top, room), most)


def _places(view: BattleView) -> list[Hex]:
    known = view.known
    found = [it.at for it in known.craft.values() if not it.fate]
    found += stars_near(view)
    return found + [it.at for units in (known.drones, known.missiles, known.bolts) for it in units.values()]


def _still(scenes: tuple[BattleScene, ...], layout: ReplayLayout, title: str, palette: Palette) -> Image.Image:
    """What no frame changes: the map's ground with its bodies, the title, the craft's names, the compass."""
    sheet, field, view = layout.sheet, layout.field, scenes[0].view
    image = blank(sheet.width, sheet.height, palette)
    ground = hexes(field, palette, sheet.letter, view.known.edge).copy()
    draw_worlds(ground, field, view.known.bodies if view.known.options.planets else {}, palette, view.known.edge)
    image.paste(ground, draw.corner(sheet, field))
    pen = Pen(image, palette)
    draw.headline(pen, sheet, view, title, "TURN 88 · IMPULSE 88")
    draw_viewer(pen, sheet, view)
    names(pen, sheet, layout.roster, _all_craft(scenes))
    orientation(pen, sheet, field, view)
    line = tone(palette, palette.theme.panel_edge)
    ImageDraw.Draw(image).line((0, sheet.bottom, sheet.width, sheet.bottom), fill=line, width=2)
    return image


def _map(still: Image.Image, scene: BattleScene, layout: ReplayLayout, palette: Palette) -> Image.Image:
    """The field of one frame; `still` has the trails of the turn so far."""
    ground, field = still.copy(), layout.field
    things = things_of(scene.view, field, layout.sheet.radius)
    short, lost = (tuple(changed(ship, label=ship.short) for ship in ships) for ships in (things.ships, things.wrecks))
    room, marks = TakenCells(*field.size), TakenCells(*field.size)
    canvas = BattleCanvas(
        ground,
        field,
        palette,
        changed(things, ships=short, wrecks=lost),
        room=room,
        signs=marks,
        view=scene.view,
        letter=layout.sheet.letter,
    )
    _trails(canvas.strokes, scene, field, 0.0)
    for burst in scene.bursts:
        if burst.great:
            blast(max(round(field.unit * 1.9), layout.sheet.radius), palette).put(ground, *field.center(burst.hex))
    locks(canvas)
    draw.signs(canvas)
    _shots(canvas, scene)
    for burst in scene.bursts:
        if not burst.great:
            blast(max(round(field.unit * 0.9), layout.sheet.radius // 2), palette).put(ground, *field.center(burst.hex))
    draw.labels(canvas)
    return ground


def _trails(strokes: Strokes, scene: BattleScene, field: HexField, dim: float) -> None:
    """The way units went: bright for this impulse, then faint for the rest of the turn."""
    theme, view = strokes.palette.theme, scene.view
    banners = side_banners(view, theme)
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


def _shots(canvas: BattleCanvas, scene: BattleScene) -> None:
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
            wide = max(unit * 0.16, canvas.letter * 0.14, 2) if weapon else 1.8
            first, last = _beside(start, end, 2.5 + number * (wide + 2))
            hit = volley[weapon, True] > 0
            if start != end:
                canvas.strokes.line([first, last], light, wide, None if hit else (5, 5))
            spot = round(last[0]), round(last[1])
            if hit:
                spark(max(round(unit * 0.7), canvas.letter // 2, 6), light, canvas.palette).put(canvas.image, *spot)
            else:
                canvas.strokes.ring(spot, max(unit * 0.5, canvas.letter * 0.36, 4), light, 2)
    tags = TakenCells(canvas.room.width, canvas.room.height)
    for (start, end), volley in sorted(volleys.items()):
        _tag(canvas, volley, start, end, tags)


def _beside(start: Spot, end: Spot, away: float) -> tuple[Point, Point]:
    """The line between two places, moved so far to its right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = max(math.hypot(dx, dy), 1)
    ox, oy = -dy / along * away, dx / along * away
    return (start[0] + ox, start[1] + oy), (end[0] + ox, end[1] + oy)


def _tag(
    canvas: BattleCanvas, volley: Counter[tuple[WeaponId, bool]], start: Spot, end: Spot, tags: TakenCells
) -> None:
    """The weapons' letters and how many of their shots hit, beside the line; over signs if need be, never over other tags."""
    parts = []
    for weapon in sorted({weapon for weapon, _ in volley if weapon}):
        hits, shots = volley[weapon, True], volley[weapon, True] + volley[weapon, False]
        parts.append(weapon if shots == hits == 1 else f"{weapon} {hits}/{shots}")
    if not parts or start == end:
        return
    theme = canvas.palette.theme
    stamp = words(", ".join(parts), max(round(canvas.field.unit * 0.75), canvas.letter, 11), theme.ink, canvas.palette)
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


def _spot(things: PlacedUnits, scene: BattleScene, field: HexField, unit: UnitId) -> Spot | None:
    found = things.spots.get(unit)
    if found is None and unit in scene.places:
        return field.center(scene.places[unit])
    return found


def _clock(image: Image.Image, scene: BattleScene, layout: ReplayLayout, palette: Palette) -> None:
    """The moment above, the bars beside, and below what this impulse came to."""
    sheet, pen = layout.sheet, Pen(image, palette)
    pen.write(
        draw.moment(scene.moment)[0],
        sheet.column[1],
        sheet.top // 2,
        sheet.px(draw.BIG_LETTERS),
        palette.theme.accent,
        at="r",
    )
    left, size = sheet.px(BADGE_WIDTH), sheet.px(CAPTION_LINES)
    text = clip_text(format_summary(scene), size, sheet.column[1] - left)
    pen.write(text, left, (sheet.bottom + sheet.height) // 2, size, palette.theme.ink)
    heads(pen, sheet, layout.roster, scene.view)
    bars(pen, sheet, layout.roster, scene.view, scene.boxes, layout.most, scene.lost)


def format_summary(scene: BattleScene) -> str:
    """What an impulse came to, in one short line."""
    direct = [shot for shot in scene.shots if shot.weapon]
    parts = [f"{unit} is gone" for unit in scene.places if unit in scene.view.known.craft]
    if direct:
        shots, hits = sum(shot.shots for shot in direct), sum(shot.hits for shot in direct)
        parts.append(f"{count(shots, 'shot')}, {count(hits, 'hit')}")
    guard = sum(shot.shots for shot in scene.shots if not shot.weapon)
    if guard:
        parts.append(f"{guard} point defense")
    worst = sorted(scene.lost.items(), key=lambda item: (-item[1], item[0]))[:4]
    parts += [f"{unit} loses {count(boxes, 'box', 'boxes')}" for unit, boxes in worst]
    strikes = sum(not burst.great for burst in scene.bursts)
    if strikes:
        parts.append(f"{count(strikes, 'seeker')} gone in fire")
    text = " · ".join(parts)
    return text or ("under way" if scene.trails else "at the start" if not scene.moment.impulse else "quiet")


def make_replay(
    start_view: BattleView,
    events: Iterable[Event],
    *,
    title: str = "",
    theme: ThemeName = "dark",
    size: int = ANIMATION_WIDTH,
    end_view: BattleView | None = None,
) -> Replay:
    """A frame for each impulse from the viewer's first view on; the same view and events, the same bytes.

    `size` is the width in pixels, made smaller (and quiet impulses passed over) where the file would grow too large.
    `end_view`, a later view of the same viewer, tells who craft are that come to light; the map as it then is stands
    still at the end. GameError for an unknown theme.
    """
    told = scenes(start_view, events, end_view)
    return small_enough(
        told,
        size,
        join_scenes,
        lambda shown, wide: paint_frames(shown, wide, title=title, theme=theme),
        _replay_alt(told, title, end_view),
        None if end_view is None else lambda wide: draw.paint_battle_map(end_view, draw.ShownField(theme, title), wide),
    )


def _replay_alt(shown: Sequence[BattleScene], title: str, end: BattleView | None) -> str:
    """What happened, impulse by impulse, and the map at the end, at most 1,024 characters."""
    first, last = shown[0], shown[-1]
    name = bare(title or first.view.known.title, 60) or "Battle"
    turns = f"turn {first.moment.turn}"
    if last.moment.turn != first.moment.turn:
        turns = f"turns {first.moment.turn} to {last.moment.turn}"
    facts = [f"{name}: replay of {turns} as seen by {seen_by(first.view)}."]
    left = [f"{unit} {boxes}" for unit, boxes in sorted(last.boxes.items()) if boxes]
    if left:
        facts.append(f"Boxes left at its end: {', '.join(left)}.")
    several = first.moment.turn != last.moment.turn
    for scene in shown[1:]:
        if not scene.quiet:
            turn = f"Turn {scene.moment.turn}, impulse" if several else "Impulse"
            facts.append(f"{turn} {scene.moment.impulse}: {format_summary(scene)}.")
    if end is not None:
        facts += [f"At its end the map stops, {format_moment(end.known.now)}.", *craft_lines(end)]
    return fit_facts(facts)
