"""The column beside a battle's field: whose map, every craft with what is left of it, compass, the whole map in small."""

from collections.abc import Iterable, Mapping
from typing import Final

from PIL import ImageDraw

from render.battle.battle_map.objects import Hull, PlacedUnits, craft_sign, seeker_sign, side_banners
from render.battle.battle_map.text import seen_by
from render.canvas.hex_field import TACTICAL_GRID, HexField, Region
from render.canvas.panel import LEAST_LETTER_HEIGHT, PanelLayout, Pen, compass, inset, joint
from render.canvas.stamps import FIRE_COLOURS, WORLD_COLOURS, light_of, tone
from render.canvas.strokes import Strokes
from render.canvas.theme import clip_text, drawable, fit_size, length, mix, rgb
from rules.pentagon_war.geometry import letter
from rules.pentagon_war.movement.thrust import kilometres
from rules.pentagon_war.shipyard.pricing import boxes_left, built
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, SideId, UnitId
from rules.values import Value

LINE_HEIGHT: Final = 16.0
CRAFT_HEIGHT: Final = 20.0
"""How high a line of words is, and one of a craft with its bar, in pixels of the preview."""
LETTERING: Final = 14.0
"""The smallest words of a battle's pictures, so that they are read on a telephone too, in pixels of the preview."""
COMPASS_SIZE: Final = 54.0
FACINGS: Final = tuple(letter(facing) for facing in range(6))
"""As craft and orders name them (PW-M02)."""
GONE_WORDS: Final[Mapping[str, str]] = {"disengaged": "left", "docked": "aboard"}


class CraftRow(Value):
    """A craft's place in the column: left end, middle of its words, right end."""

    unit: UnitId
    x: int
    y: int
    right: int


class RosterLayout(Value):
    """Where each side's heading and each craft stands; a side's heading alone where there are too many craft."""

    heads: tuple[tuple[SideId, int], ...]
    rows: tuple[CraftRow, ...]
    named: bool
    end: int


def roster_of(
    all_craft: Mapping[UnitId, Craft], sides: Iterable[SideId], sheet: PanelLayout, top: int, room: int
) -> RosterLayout:
    """One column of craft by name, two of ids, or sides alone, whichever fits into so many pixels below `top`."""
    first, last = sheet.column
    line, tall, gap = sheet.px(LINE_HEIGHT), sheet.px(CRAFT_HEIGHT), sheet.px(8)
    order = sorted(sides)
    own = {
        side: sorted((u for u in all_craft if all_craft[u].side == side), key=lambda u: (len(u), u)) for side in order
    }
    for across in (1, 2, 0):
        high = len(order) * (line + sheet.px(4)) + sum(-(-len(own[side]) // across) * tall for side in order if across)
        if high <= room or not across:
            break
    wide = (last - first - (gap if across == 2 else 0)) // max(across, 1)
    heads: list[tuple[SideId, int]] = []
    rows: list[CraftRow] = []
    y = top
    for side in order:
        heads.append((side, y + line // 2))
        y += line + sheet.px(2)
        for number, unit in enumerate(own[side] if across else ()):
            x = first + number % across * (wide + gap)
            rows.append(CraftRow(unit, x, y + number // across * tall + sheet.px(6.5), x + wide))
        y += (-(-len(own[side]) // across) * tall if across else 0) + sheet.px(2)
    return RosterLayout(tuple(heads), tuple(rows), across == 1, y)


def heads(pen: Pen, sheet: PanelLayout, roster: RosterLayout, view: BattleView) -> None:
    """Each side's sign, name and craft left."""
    banners = side_banners(view, pen.theme)
    order = sorted(banners)
    first, last = sheet.column
    radius = sheet.px(6)
    for side, y in roster.heads:
        hull = Hull(banners[side], order.index(side), radius, side == view.side, bare=True)
        craft_sign(hull, 1, pen.palette).put(pen.image, first + radius, y)
        many = str(sum(not c.fate for c in view.known.craft.values() if c.side == side))
        right = last - round(length(many, sheet.letter))
        pen.write(many, right, y, sheet.letter, pen.theme.ink)
        x = first + round(2.7 * radius)
        name = clip_text(drawable(banners[side].name, 28, side), sheet.letter, right - x - sheet.px(3))
        pen.write(name, x, y, sheet.letter, banners[side].colour)


def names(pen: Pen, sheet: PanelLayout, roster: RosterLayout, all_craft: Mapping[UnitId, Craft]) -> None:
    """Each craft's id and, where there is room, its name."""
    size = sheet.letter
    for row in roster.rows:
        it = all_craft[row.unit]
        ink = pen.theme.faint if it.fate else pen.theme.ink
        x = pen.write(it.id, row.x, row.y, size, ink) + sheet.px(3)
        name = drawable(it.name, 24)
        if roster.named and name and name != it.id:
            room = row.right - x - round(length("aboard" if it.fate else "888", size)) - sheet.px(4)
            pen.write(clip_text(name, size, room, bold=False), x, row.y, size, pen.theme.soft, bold=False)


def bars(
    pen: Pen,
    sheet: PanelLayout,
    roster: RosterLayout,
    view: BattleView,
    boxes: Mapping[UnitId, int],
    most: Mapping[UnitId, int],
    lost: Mapping[UnitId, int],
) -> None:
    """What is left of each craft, as a number and a bar; what it just lost, in the accent's colour."""
    theme, palette, draw = pen.theme, pen.palette, ImageDraw.Draw(pen.image)
    banners, size = side_banners(view, theme), sheet.letter
    below, thick = sheet.px(8), sheet.px(2)
    for row in roster.rows:
        found = view.known.craft.get(row.unit)
        if found is None:
            continue
        many = 0 if found.fate else boxes.get(row.unit, 0)
        shown = GONE_WORDS.get(found.fate, "lost") if found.fate else str(many)
        pen.write(shown, row.right, row.y, size, theme.faint if found.fate else theme.ink, at="r")
        whole = max(most.get(row.unit, 1), 1)
        y = row.y + below
        wide = row.right - row.x
        draw.rectangle((row.x, y, row.right, y + thick), fill=tone(palette, theme.panel_edge))
        end = row.x + round(wide * min(many / whole, 1))
        if many:
            draw.rectangle((row.x, y, max(end, row.x + 1), y + thick), fill=tone(palette, banners[found.side].colour))
        if lost.get(row.unit):
            more = row.x + round(wide * min((many + lost[row.unit]) / whole, 1))
            draw.rectangle((end, y, max(more, end + 1), y + thick), fill=tone(palette, theme.accent))


def column(pen: Pen, sheet: PanelLayout, field: HexField, view: BattleView, things: PlacedUnits, step: str) -> None:
    """All of a map's column; `step` is what the moment is called."""
    first, last = sheet.column
    line = sheet.px(LINE_HEIGHT)
    y = draw_viewer(pen, sheet, view)
    if step:
        small = _fitting(sheet, step)
        pen.write(clip_text(step, small, last - first, bold=False), first, y, small, pen.theme.soft, bold=False)
        y += line
    foot = orientation(pen, sheet, field, view)
    foot = _legend(pen, sheet, view, things, foot)
    all_craft = view.known.craft
    roster = roster_of(all_craft, view.known.sides, sheet, y, foot - y - sheet.px(3))
    heads(pen, sheet, roster, view)
    names(pen, sheet, roster, all_craft)
    shown = {row.unit for row in roster.rows}
    boxes = {unit: sum(boxes_left(all_craft[unit]).values()) for unit in shown}
    most = {unit: sum(built(all_craft[unit].design).values()) for unit in shown}
    bars(pen, sheet, roster, view, boxes, most, {})


def _fitting(sheet: PanelLayout, text: str) -> int:
    """The column's lettering, or smaller where a line is long; never smaller than any picture's."""
    first, last = sheet.column
    return max(fit_size(text, sheet.letter, last - first), sheet.px(LEAST_LETTER_HEIGHT))


def draw_viewer(pen: Pen, sheet: PanelLayout, view: BattleView) -> int:
    """Whose view it is; where the next line stands."""
    first, last = sheet.column
    who = view.known.sides.get(view.side or "")
    text = f"seen by {drawable(who.name, 32, who.id) if who else seen_by(view)}"
    colour = side_banners(view, pen.theme)[who.id].colour if who else pen.theme.soft
    y = sheet.top + sheet.px(11)
    small = _fitting(sheet, text)
    pen.write(clip_text(text, small, last - first), first, y, small, colour)
    return y + sheet.px(LINE_HEIGHT)


def orientation(pen: Pen, sheet: PanelLayout, field: HexField, view: BattleView) -> int:
    """Compass, scale and the whole map in small at the column's foot; where they begin."""
    first, last = sheet.column
    theme, size = pen.theme, sheet.letter
    high = sheet.px(COMPASS_SIZE)
    y = sheet.bottom - sheet.px(9)
    pen.write(f"1 hex = {kilometres(1)} km", first, y, size, theme.soft, bold=False)
    top = y - sheet.px(8) - high
    pen.image.paste(compass(sheet, high // 2, FACINGS, pen.palette), (first, top))
    whole = whole_map(view, field.region)
    if whole != field.region:
        banners = side_banners(view, theme)
        dots = [
            (
                body.at,
                sheet.px(2 + max(body.radius, 0)),
                rgb(FIRE_COLOURS[1]) if body.star else mix(rgb(WORLD_COLOURS["sea"]), theme.ink, 0.2),
            )
            for body in view.known.bodies.values()
            if not body.destroyed and body.edge is None
        ]
        dots += [(c.at, sheet.px(2), banners[c.side].colour) for c in view.known.craft.values() if not c.fate]
        x = first + high + sheet.px(8)
        inset(pen.image, (x, top, last - x, high), (whole, field.region), dots, pen.palette)
    return top - sheet.px(3)


def whole_map(view: BattleView, shown: Region) -> Region:
    """All there is: what is shown, the map within its edge, every craft and body."""
    known = view.known
    whole = shown
    if known.edge is not None:
        whole = joint(whole, Region(*known.edge))
    places = [c.at for c in known.craft.values() if not c.fate]
    places += [body.at for body in known.bodies.values() if not body.destroyed and body.edge is None]
    for here in places:
        column, row = TACTICAL_GRID.offset(here)
        whole = joint(whole, Region(column, row, column, row))
    return whole


def _legend(pen: Pen, sheet: PanelLayout, view: BattleView, things: PlacedUnits, foot: int) -> int:
    """The signs that are on this map, explained, from `foot` upwards; where they begin."""
    theme = pen.theme
    strokes = Strokes(pen.image, pen.palette, theme.panel)
    banners = side_banners(view, theme)
    radius, wide = sheet.px(5), sheet.px(15)
    first = sheet.column[0]
    middle = first + wide // 2
    wanted = [kind for kind in ("bolt", "drone", "missile") if any(swarm.kind == kind for swarm in things.swarms)]
    wanted += ["beam"] * bool(view.known.locks)
    wanted += ["hidden"] * any(ship.craft.hidden for ship in things.ships)
    wanted += ["drift"] * any(ship.craft.velocity.a or ship.craft.velocity.c for ship in things.ships)
    y = foot - sheet.px(LINE_HEIGHT) // 2
    for kind in wanted:
        match kind:
            case "bolt" | "drone" | "missile" as flying:
                seeker_sign(flying, banners[min(banners)], 1, radius, pen.palette).put(pen.image, middle, y)
                text = str(flying)
            case "beam":
                dashes = sheet.px(3), sheet.px(1.5)
                strokes.line([(first, y), (first + wide, y)], light_of(theme, "beam"), sheet.px(1.5), dashes)
                text = "magnetic beam"
            case "hidden":
                strokes.ring((middle, y), radius, theme.ink, sheet.px(0.8), (4, 4))
                text = "hidden from others"
            case _:
                strokes.arrow((first, y), (first + wide, y), theme.soft, sheet.px(1), sheet.px(5))
                text = "one turn's drift"
        pen.write(text, first + wide + sheet.px(4), y, sheet.letter, theme.soft, bold=False)
        y -= sheet.px(LINE_HEIGHT)
    return y + sheet.px(LINE_HEIGHT) // 2
