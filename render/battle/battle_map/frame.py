"""What stands around a battle map: its title and the moment above it, the column of words beside it."""

from typing import Final

from PIL import Image, ImageDraw

from render.battle.battle_map import roster
from render.battle.battle_map.things import Things
from render.canvas.fonts import clipped, drawable, length
from render.canvas.hex_field import Field
from render.canvas.panel import Pen, Sheet, blank
from render.canvas.stamps import tone
from render.canvas.theme import Palette
from rules.pentagon_war.turn.steps import BEGINNING_OF_TURN, END_OF_TURN, step_at
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Moment

BIG: Final = 14.0
"""The title's lettering in pixels of the preview."""


def moment(now: Moment) -> tuple[str, str]:
    """The clock in big letters, and the step under it."""
    name = step_at(now).name
    if now.impulse == BEGINNING_OF_TURN:
        return f"TURN {now.turn} · START", name
    if now.impulse == END_OF_TURN:
        return f"TURN {now.turn} · END", name
    return f"TURN {now.turn} · IMPULSE {now.impulse}", name


def framed(sheet: Sheet, field: Field, view: BattleView, things: Things, title: str, palette: Palette) -> Image.Image:
    """The picture with all but its field."""
    image = blank(sheet.width, sheet.height, palette)
    pen = Pen(image, palette)
    clock, step = moment(view.known.now)
    if view.known.winner is not None:
        victor = view.known.sides.get(view.known.winner)
        step = f"{drawable(victor.name, 32, victor.id)} wins" if victor else "a draw"
    headline(pen, sheet, view, title, clock)
    pen.write(clock, sheet.column[1], sheet.top // 2, sheet.px(BIG), palette.theme.accent, at="r")
    roster.column(pen, sheet, field, view, things, step)
    return image


def headline(pen: Pen, sheet: Sheet, view: BattleView, title: str, clock: str) -> None:
    """The battle's name above the field, as much of it as leaves room for the clock."""
    big, left = sheet.px(BIG), sheet.box[0] + sheet.px(2)
    name = drawable(title or view.known.title, 48, "Battle") or "Battle"
    room = sheet.column[1] - left - length(clock, big) - sheet.px(12)
    pen.write(clipped(name, big, room), left, sheet.top // 2, big, pen.theme.ink)
    edge = tone(pen.palette, pen.theme.panel_edge)
    ImageDraw.Draw(pen.image).line((0, sheet.top - 1, sheet.width, sheet.top - 1), fill=edge, width=2)


def corner(sheet: Sheet, field: Field) -> tuple[int, int]:
    """Where the field's upper left lies in the picture: in the middle of its box."""
    left, top, wide, tall = sheet.box
    return left + (wide - field.size[0]) // 2, top + (tall - field.size[1]) // 2
