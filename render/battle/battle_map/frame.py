"""What stands around a battle map: whose map, the moment and the scale above it, sides and signs below."""

from typing import Final

from PIL import Image

from render.battle.battle_map.alt import seen_by
from render.battle.battle_map.glyphs import Hull, craft, looks, seeker
from render.battle.battle_map.things import Things
from render.canvas.fonts import drawable, fitted, length
from render.canvas.hex_field import Field
from render.canvas.hex_ground import NUMBERED
from render.canvas.palette import Palette
from render.canvas.panel import Frame, Pen, blank, ruled
from render.canvas.strokes import Strokes
from render.canvas.theme import Rgb
from render.canvas.tones import light_of
from rules.pentagon_war.movement.records import kilometres
from rules.pentagon_war.turn.steps import BEGINNING_OF_TURN, END_OF_TURN, step_at
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Moment

NARROW: Final = 620
"""No picture is narrower: its words need room."""
RULER: Final = 22


def frame_for(field: Field, sides: int) -> Frame:
    """Room for the words, in proportion to the picture so that a small preview can still be read."""
    wide, tall = field.size
    ruler = RULER if field.unit < NUMBERED else 0
    width = max(wide + 2 * ruler, NARROW)
    scale = max(width / 900, 0.9)
    bar, rows = round(74 * scale), 1 + -(-sides // 4)
    legend = round((14 + 34 * rows) * scale)
    return Frame(width, bar + tall + 2 * ruler + legend, (width - wide) // 2, bar + ruler, bar, legend, scale)


def moment(now: Moment) -> tuple[str, str]:
    """The clock in big letters, and the step under it."""
    name = step_at(now).name
    if now.impulse == BEGINNING_OF_TURN:
        return f"TURN {now.turn} · START", name
    if now.impulse == END_OF_TURN:
        return f"TURN {now.turn} · END", name
    return f"TURN {now.turn} · IMPULSE {now.impulse}", name


def framed(field: Field, frame: Frame, view: BattleView, things: Things, title: str, palette: Palette) -> Image.Image:
    """The picture with all but its field."""
    image = blank(frame.width, frame.height, palette)
    pen = Pen(image, palette)
    _bar(pen, frame, view, title)
    if field.unit < NUMBERED:
        _rulers(pen, frame, field)
    _legend(pen, frame, view, things)
    return ruled(image, frame, palette)


def _right(pen: Pen, text: str, x: int, y: int, size: int, ink: Rgb, *, bold: bool = True) -> None:
    """Write so that it ends at `x`."""
    pen.write(text, x - round(length(text, size, bold=bold)), y, size, ink, bold=bold)


def _bar(pen: Pen, frame: Frame, view: BattleView, title: str) -> None:
    known = view.known
    theme, scale = pen.theme, frame.scale
    margin, upper, lower = round(16 * scale), round(26 * scale), round(56 * scale)
    clock, step = moment(known.now)
    if known.winner is not None:
        victor = known.sides.get(known.winner)
        step = f"{drawable(victor.name, 32, victor.id)} wins" if victor else "a draw"
    big, small = round(26 * scale), round(16 * scale)
    _right(pen, clock, frame.width - margin, upper, big, theme.ink)
    _right(pen, step, frame.width - margin, lower, small, theme.soft, bold=False)
    name = drawable(title or known.title, 48, "Battle") or "Battle"
    room = frame.width - 3 * margin - length(clock, big)
    pen.write(name, margin, upper, fitted(name, big, room), theme.ink)
    who = known.sides.get(view.side or "")
    told = f"seen by {drawable(who.name, 32, who.id) if who else seen_by(view)}"
    colour = looks(view, theme)[who.id].colour if who else theme.soft
    x = pen.write(told, margin, lower, small, colour)
    pen.write(f"  ·  1 hex = {kilometres(1)} km", x, lower, small, theme.soft, bold=False)


def _rulers(pen: Pen, frame: Frame, field: Field) -> None:
    """Column and row numbers along the edges, as close as they can be read."""
    area, ink = field.region, pen.theme.soft
    wide, tall = field.size
    every = next(n for n in (1, 2, 5, 10, 20) if n * 3 * field.unit >= 26 or n == 20)
    for column in range(area.first_column, area.last_column + 1):
        if column % every == 0:
            x = frame.left + field.middle(column, area.first_row)[0]
            text = f"{column:02}"
            for y in (frame.top - RULER // 2, frame.top + tall + RULER // 2):
                pen.write(text, x - round(length(text, 12) / 2), y, 12, ink)
    for row in range(area.first_row, area.last_row + 1):
        if row % every == 0:
            y = frame.top + field.middle(area.first_column, row)[1]
            text = f"{row:02}"
            _right(pen, text, frame.left - 3, y, 12, ink)
            pen.write(text, frame.left + wide + 3, y, 12, ink)


def _legend(pen: Pen, frame: Frame, view: BattleView, things: Things) -> None:
    theme, scale = pen.theme, frame.scale
    size, margin = round(16 * scale), round(16 * scale)
    top = frame.height - frame.legend + round(24 * scale)
    banners = looks(view, theme)
    wide = (frame.width - 2 * margin) // min(max(len(banners), 1), 4)
    radius = round(12 * scale)
    for number, (side, banner) in enumerate(sorted(banners.items())):
        x, y = margin + number % 4 * wide, top + number // 4 * round(34 * scale)
        craft(Hull(banner, number, radius, side == view.side), 1, pen.palette).put(pen.image, x + radius, y)
        left = sum(not c.fate for c in view.known.craft.values() if c.side == side)
        told = f"{drawable(banner.name, 28, side)}  {left}"
        at = x + round(2.6 * radius)
        pen.write(told, at, y, fitted(told, size, wide - 3 * radius), banner.colour)
    y = top + (-(-len(banners) // 4)) * round(34 * scale)
    x = margin
    sample = banners[min(banners)] if banners else None
    strokes = Strokes(pen.image, pen.palette)
    small = round(14 * scale)
    if any(ship.craft.velocity.a or ship.craft.velocity.c for ship in things.ships):
        strokes.arrow((x, y), (x + 30 * scale, y), theme.soft, 2 * scale, 9 * scale)
        x = pen.write("one turn's drift", x + round(38 * scale), y, small, theme.soft, bold=False) + margin
    for kind in ("missile", "drone", "bolt"):
        if sample and any(swarm.kind == kind for swarm in things.swarms):
            sign = seeker(kind, sample, 1, round(8 * scale), pen.palette)
            sign.put(pen.image, x + round(8 * scale), y)
            x = pen.write(kind, x + round(20 * scale), y, small, theme.soft, bold=False) + margin
    if view.known.locks:
        strokes.line([(x, y), (x + 30 * scale, y)], light_of(theme, "beam"), 3 * scale, (5 * scale, 3 * scale))
        x = pen.write("magnetic beam", x + round(38 * scale), y, small, theme.soft, bold=False) + margin
    if any(ship.craft.hidden for ship in things.ships):
        strokes.ring((x + 8 * scale, y), 7 * scale, theme.ink, 1.6 * scale, (3 * scale, 3 * scale))
        x = pen.write("hidden from the others", x + round(22 * scale), y, small, theme.soft, bold=False) + margin
