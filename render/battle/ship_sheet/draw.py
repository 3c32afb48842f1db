"""A Spacecraft Systems Display as a picture: boxes by group on the right, the hexagon of armor and the radar on the left."""

import math
from typing import Final

from PIL import Image, ImageDraw

from render.battle.ship_sheet.boxes import BoxGroup, BoxSheet, SheetBox, sheet_alt
from render.canvas.panel import Pen, blank
from render.canvas.png import Picture, picture_of
from render.canvas.stamps import Brush, DrawingCache, Stamp, tactical_palette, tone
from render.canvas.strokes import Strokes
from render.canvas.theme import Palette, Rgb, Theme, ThemeName, fit_size, length, mix, rgb, theme_named
from rules.pentagon_war.geometry import ARCS
from rules.values import Value

SHEET_WIDTH: Final = 1000
MARGIN: Final = 28
HEAD_HEIGHT: Final = 118
LEFT_WIDE: Final = 356
GAP: Final = 24
FOOT_HEIGHT: Final = 56
BADGE_WIDTH: Final = 180
"""How high the legend is, and what Discord's ALT badge covers at its left on a phone."""
BOX_CACHE: Final = DrawingCache[Stamp](3000)
FAMILY_COLOURS: Final = {
    "defence": 0x5AA9FF, "structure": 0xA9A294, "power": 0xE7C377, "drive": 0x5FD08A, "weapon": 0xFF7A6B,
    "seeker": 0xF2A65A, "control": 0xC58BF2,
}  # fmt: skip
BOX_SIZES: Final = ((70, 27), (150, 23), (280, 19), (700, 16))
"""Boxes on the right, and how large each is drawn; more than the last are smaller still."""


class _BoxGroup(Value):
    """A group placed: its upper left, and how many boxes stand in a row."""

    group: BoxGroup
    x: int
    y: int
    across: int


def draw_sheet(sheet: BoxSheet, theme: ThemeName = "dark") -> Picture:
    """A display as a picture; the same sheet, the same bytes. GameError for an unknown theme."""
    return picture_of(_painted(sheet, theme), sheet_alt(sheet))


def _painted(sheet: BoxSheet, theme: ThemeName) -> Image.Image:
    look = theme_named(theme)
    palette = tactical_palette(look, (), tuple(_family(name, look) for name in FAMILY_COLOURS))
    boxes = sum(len(group.boxes) for group in sheet.groups)
    size = next((size for most, size in BOX_SIZES if boxes <= most), 12)
    blocks, bottom = _placed(sheet.groups, size)
    form_top, left_bottom = _left_heights(sheet)
    height = max(bottom, left_bottom) + FOOT_HEIGHT + 12
    image = blank(SHEET_WIDTH, height, palette)
    pen = Pen(image, palette)
    _head(pen, sheet)
    _hexagon(pen, sheet)
    _radar(pen, sheet)
    _form(pen, sheet, form_top)
    for block in blocks:
        _group(pen, block, size)
    _legend(pen, height - FOOT_HEIGHT)
    edge = tone(palette, look.panel_edge)
    ImageDraw.Draw(image).rectangle((0, 0, SHEET_WIDTH - 1, height - 1), outline=edge, width=2)
    return image


def _family(name: str, theme: Theme) -> Rgb:
    colour = rgb(FAMILY_COLOURS[name])
    return mix(colour, theme.ink, 0.35) if theme.name == "light" else colour


def _put_box(pen: Pen, box: SheetBox, x: float, y: float, size: int, colour: Rgb, angle: float = 0.0) -> None:
    """A box with its middle at a point, turned by so many degrees."""
    _box(SheetBox(box.mark, _inside(box, size)), size, colour, angle, pen.palette).put(pen.image, round(x), round(y))


def _inside(box: SheetBox, size: int) -> str:
    """What there is room for in a box: an id, its number, or nothing; nothing under a cross or a slash but a number."""
    text = box.text
    if box.mark in {"destroyed", "spent"} and not text.isdigit():
        return ""
    if size >= 22 or len(text) <= 1:
        return text if size >= 14 else ""
    number = text.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return number if size >= 16 and len(number) <= 2 else ""


@BOX_CACHE.keeps
def _box(box: SheetBox, size: int, colour: Rgb, angle: float, palette: Palette) -> Stamp:
    """Whole: filled; crossed when destroyed, slashed when spent, dotted when emptied: the mark tells, not the colour."""
    theme = palette.theme
    brush = Brush(round(size * 1.5) + 2, round(size * 1.5) + 2)
    sin, cos = math.sin(math.radians(angle)), math.cos(math.radians(angle))

    def turned(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]

    half = size / 2 - 1
    corners = turned((-half, -half), (half, -half), (half, half), (-half, half))
    inner = half - max(size * 0.07, 1)
    within = turned((-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner))
    whole = box.mark == ""
    rim = colour if box.mark != "destroyed" else mix(theme.panel, colour, 0.6)
    brush.shape(corners, (*rim, 255))
    fill = mix(theme.panel, colour, 0.35) if whole else theme.panel
    brush.shape(within, (*fill, 255))
    thick = max(size * 0.11, 1.5)
    ink = theme.ink
    if box.text:
        shown = ink if whole else mix(theme.panel, theme.soft, 0.75)
        away = -size * 0.1 if box.mark == "dotted" else 0
        brush.text(away, away, box.text, size * (0.46 if len(box.text) < 3 else 0.38), shown, "Semibold")
    reach = half * 0.78
    match box.mark:
        case "destroyed":
            brush.line(turned((-reach, -reach), (reach, reach)), thick, (*ink, 255))
            brush.line(turned((-reach, reach), (reach, -reach)), thick, (*ink, 255))
        case "spent":
            brush.line(turned((-reach, reach), (reach, -reach)), thick, (*ink, 255))
        case "dotted":
            x, y = (half * 0.6, half * 0.6) if box.text else (0, 0)
            brush.disc(x, y, max(size * 0.15, 1.8), (*ink, 255))
        case "":
            pass
    return brush.stamp(palette.image, theme.panel)


def _head(pen: Pen, sheet: BoxSheet) -> None:
    theme = pen.theme
    points = f"{sheet.points} points"
    pen.write(points, SHEET_WIDTH - MARGIN, 36, 28, theme.accent, at="r")
    pen.write(
        f"size class {sheet.size} · {sheet.whole} of {sheet.boxes} boxes",
        SHEET_WIDTH - MARGIN,
        68,
        17,
        theme.soft,
        at="r",
    )
    room = SHEET_WIDTH - 3 * MARGIN - length(points, 28)
    pen.write(sheet.title, MARGIN, 36, fit_size(sheet.title, 32, room), theme.ink)
    pen.write(sheet.subtitle, MARGIN, 68, 17, theme.soft, bold=False)
    if sheet.state:
        pen.write(sheet.state, MARGIN, 94, fit_size(sheet.state, 16, SHEET_WIDTH - 2 * MARGIN), theme.ink, bold=False)
    ink = tone(pen.palette, theme.panel_edge)
    ImageDraw.Draw(pen.image).line((MARGIN, HEAD_HEIGHT - 8, SHEET_WIDTH - MARGIN, HEAD_HEIGHT - 8), fill=ink)


HEX_MIDDLE: Final = (MARGIN + LEFT_WIDE // 2, HEAD_HEIGHT + 196)
APOTHEM: Final = 104
ARMOR_BOX: Final = 14
RADAR_TOP: Final = HEAD_HEIGHT + 404


def _hexagon(pen: Pen, sheet: BoxSheet) -> None:
    """Armor outside the six sides, 1 ahead, clockwise; inside, what fires into each arc."""
    theme, (mx, my) = pen.theme, HEX_MIDDLE
    strokes = Strokes(pen.image, pen.palette, theme.panel)
    corners = [_polar(mx, my, 30 + 60 * n, APOTHEM / math.cos(math.pi / 6)) for n in range(6)]
    strokes.line([*corners, corners[0]], theme.soft, 2.2)
    for number in range(6):
        strokes.line(
            [_polar(mx, my, 60 * number, 12), _polar(mx, my, 60 * number, APOTHEM - 20)], theme.panel_edge, 1.4
        )
        x, y = _polar(mx, my, 60 * number, APOTHEM - 11)
        pen.write(str(number + 1), x, y, 14, theme.soft, at="m")
        _armor(pen, number, *sheet.armor[number])
        x, y = _polar(mx, my, 60 * number + 30, APOTHEM * 0.68)
        shown = sheet.arcs[number].split()
        lines = [" ".join(shown[at : at + 2]) for at in range(0, len(shown), 2)][:3]
        pen.write(ARCS[number], x, y - 8 * len(lines), 14, theme.ink if shown else theme.faint, at="m")
        for at, text in enumerate(lines):
            pen.write(text, x, y - 8 * len(lines) + 16 * (at + 1), 13, theme.soft, bold=False, at="m")
    strokes.shape([(mx, my - 11), (mx + 7, my + 9), (mx, my + 4), (mx - 7, my + 9)], theme.ink)


def _armor(pen: Pen, side: int, standing: int, built: int) -> None:
    """Rows of boxes along a side, the destroyed ones outermost; a number too where no row can hold them all."""
    (mx, my), colour = HEX_MIDDLE, _family("defence", pen.theme)
    size = ARMOR_BOX if built <= 28 else 10
    across = 7 if built <= 28 else 10
    shown = min(built, across * 4)
    angle = 60 * side
    for number in range(shown):
        row, place = divmod(number, across)
        in_row = min(across, shown - row * across)
        x, y = _polar(mx, my, angle, APOTHEM + 13 + row * (size + 2))
        x, y = _polar(x, y, angle + 90, (place - (in_row - 1) / 2) * (size + 2))
        whole = number < standing * shown / max(built, 1)
        _put_box(pen, SheetBox("" if whole else "destroyed"), x, y, size, colour, angle % 90)
    if built:
        rows = -(-shown // across)
        x, y = _polar(mx, my, angle, APOTHEM + 20 + rows * (size + 2))
        told = str(built) if standing == built else f"{standing}/{built}"
        pen.write(told, x, y, 12, pen.theme.soft, bold=False, at="m")


def _polar(x: float, y: float, degrees: float, away: float) -> tuple[float, float]:
    """A point so far away in a direction, clockwise from straight up."""
    return x + away * math.sin(math.radians(degrees)), y - away * math.cos(math.radians(degrees))


def _radar(pen: Pen, sheet: BoxSheet) -> None:
    _title(pen, "Radar", sheet.radar_note, MARGIN, RADAR_TOP, LEFT_WIDE, "")
    size = 27 if len(sheet.radar) <= 11 else 19
    colour = _family("control", pen.theme)
    across = LEFT_WIDE // (size + 3)
    for number, box in enumerate(sheet.radar):
        row, place = divmod(number, across)
        _put_box(pen, box, MARGIN + place * (size + 3) + size / 2, RADAR_TOP + 26 + row * (size + 3), size, colour)


def _left_heights(sheet: BoxSheet) -> tuple[int, int]:
    """Where the power form begins, and where the left side ends."""
    size = 27 if len(sheet.radar) <= 11 else 19
    rows = -(-len(sheet.radar) // (LEFT_WIDE // (size + 3)))
    top = RADAR_TOP + 34 + rows * (size + 3)
    lines = 1 if sheet.form is None else -(-len(sheet.form) // 2)
    return top, top + (0 if sheet.form is None else 22 + lines * 22)


def _form(pen: Pen, sheet: BoxSheet, top: int) -> None:
    if sheet.form is None:
        return
    _title(pen, "Power form", "capacitors this turn", MARGIN, top, LEFT_WIDE, "")
    half = LEFT_WIDE // 2
    for number, (name, value) in enumerate(sheet.form):
        x, y = MARGIN + number % 2 * half, top + 26 + number // 2 * 22
        last = name == "left"
        pen.write(name, x, y, 16, pen.theme.ink if last else pen.theme.soft, bold=last)
        pen.write(str(value), x + half - 26, y, 16, pen.theme.ink, at="r")


def _title(pen: Pen, name: str, note: str, x: int, y: int, wide: int, right: str) -> None:
    pen.write(name, x, y, 16, pen.theme.ink)
    if right:
        pen.write(right, x + wide, y, 15, pen.theme.soft, at="r")
    if note:
        at = x + round(length(name, 16)) + 10
        room = wide - (at - x) - (length(right, 15) + 10 if right else 0)
        pen.write(note, at, y, fit_size(note, 14, room), pen.theme.soft, bold=False)


def _placed(groups: tuple[BoxGroup, ...], size: int) -> tuple[list[_BoxGroup], int]:
    """Groups in two columns, each put where there is more room, and where the longer column ends."""
    left = MARGIN + LEFT_WIDE + GAP
    wide = (SHEET_WIDTH - MARGIN - left - GAP) // 2
    across = wide // (size + 3)
    ends = [HEAD_HEIGHT + 12, HEAD_HEIGHT + 12]
    heights = [32 + -(-len(group.boxes) // across) * (size + 3) for group in groups]
    # The first column takes groups in order until it holds half of it all.
    half, blocks, column = sum(heights) / 2, [], 0
    for group, height in zip(groups, heights, strict=True):
        if column == 0 and ends[0] - HEAD_HEIGHT - 12 + height / 2 > half:
            column = 1
        blocks.append(_BoxGroup(group, left + column * (wide + GAP), ends[column], across))
        ends[column] += height
    return blocks, max(ends)


def _group(pen: Pen, block: _BoxGroup, size: int) -> None:
    group, colour = block.group, _family(block.group.family, pen.theme)
    ready, all_boxes = group.ready, len(group.boxes)
    shown = str(all_boxes) if ready == all_boxes else f"{ready}/{all_boxes}"
    _title(pen, group.name, group.note, block.x, block.y, block.across * (size + 3), shown)
    for number, box in enumerate(group.boxes):
        row, place = divmod(number, block.across)
        x = block.x + place * (size + 3) + size / 2
        _put_box(pen, box, x, block.y + 14 + size / 2 + row * (size + 3), size, colour)


def _legend(pen: Pen, top: int) -> None:
    x, y = float(BADGE_WIDTH), top + 14
    colour = _family("structure", pen.theme)
    marks = (
        (SheetBox(), "whole"), (SheetBox("destroyed"), "destroyed"), (SheetBox("spent"), "spent"),
        (SheetBox("dotted"), "fired, emptied or discharged"),
    )  # fmt: skip
    for box, shown in marks:
        _put_box(pen, box, x + 10, y, 20, colour)
        pen.write(shown, x + 28, y, 15, pen.theme.soft, bold=False)
        x += 28 + length(shown, 15, bold=False) + 28
    pen.write("Inside the hexagon: what fires into each arc", BADGE_WIDTH, y + 22, 15, pen.theme.soft, bold=False)
