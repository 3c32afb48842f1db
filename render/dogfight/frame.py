"""The look of a dogfight's map: colours of the sky, signs of jets, sun and moon; around it clock, ladder and legend."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.hex_field import HexField, Region
from render.canvas.panel import PICTURE_WIDTH, PanelLayout, Pen, blank, compass, inset, joint
from render.canvas.stamps import ARC_COLOUR, Brush, Stamp, tactical_palette, tone
from render.canvas.strokes import GLYPH_STORE, Strokes, solid, turn_outline
from render.canvas.theme import (
    Banner,
    Palette,
    Rgb,
    Theme,
    ThemeName,
    clip_text,
    drawable,
    length,
    mix,
    rgb,
    side_looks,
    theme_named,
)
from rules.air_force.changes import card
from rules.air_force.jets import Jet
from rules.air_force.orders import PHASES, SideId
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.values import Value, changed

SIDE_COLOURS: Final = (0x8CF0FF, 0xFF8A5C, 0xC9E36B, 0xE7A6F2)
SUNLIGHT: Final = (0xFFF3C4, 0xFFD45E, 0xF2A03D)
MOON_COLOUR: Final = 0xDDE4F2
FUEL_COLOUR: Final = 0x5FD08A
SHOT_COLOUR: Final = 0xFF5A5A
_SKIES: Final[Mapping[tuple[ThemeName, bool], tuple[int, int, int, int, int]]] = {
    ("dark", True): (0x17395C, 0x295279, 0x477AA8, 0x9CC0DF, 0x071423),
    ("dark", False): (0x080C1A, 0x1C2743, 0x3A4C78, 0x6B7AA3, 0x05070F),
    ("light", True): (0xE8F2FB, 0xC4D8E9, 0x86A6C2, 0x5F7A94, 0xFBFDFF),
    ("light", False): (0xDCDDE8, 0xBFC1D2, 0x9496AE, 0x6C6E85, 0xF4F4FA),
    ("colour-blind", True): (0x14293D, 0x274158, 0x4B6C8A, 0x9DB6CC, 0x050B12),
    ("colour-blind", False): (0x0B0D12, 0x252A34, 0x4A5263, 0x858D9B, 0x050608),
}
"""By theme and whether it is day: sky, hex lines, stronger lines, faint words, outlines."""


@lru_cache(maxsize=8)
def sky_theme(name: ThemeName, *, day: bool) -> Theme:
    """A theme with the sky of the day or of the night. GameError for an unknown theme."""
    theme = theme_named(name)
    sky, grid, sector, faint, halo = map(rgb, _SKIES[name, day])
    return changed(theme, sky=(sky,) * 4, grid=grid, sector=sector, faint=faint, halo=halo)


def looks_of(view: DogfightView, theme: Theme) -> dict[SideId, Banner]:
    """Each side's colour and letter."""
    return side_looks(view.known.sides, SIDE_COLOURS, theme)


def sky_palette(theme: Theme, sides: Mapping[SideId, Banner]) -> Palette:
    """The fixed palette of a dogfight's pictures."""
    inks: list[Rgb] = [theme.sky[0], *map(rgb, (*SUNLIGHT, MOON_COLOUR, FUEL_COLOUR, SHOT_COLOUR))]
    return tactical_palette(theme, tuple(banner for _, banner in sorted(sides.items())), tuple(inks))


SWEPT_WING: Final = (
    (0, -1.15), (0.13, -0.82), (0.17, -0.32), (0.98, 0.3), (0.98, 0.5), (0.2, 0.3), (0.17, 0.66), (0.5, 0.92),
    (0.5, 1.06), (0.1, 0.98), (-0.1, 0.98), (-0.5, 1.06), (-0.5, 0.92), (-0.17, 0.66), (-0.2, 0.3), (-0.98, 0.5),
    (-0.98, 0.3), (-0.17, -0.32), (-0.13, -0.82),
)  # fmt: skip
DELTA_WING: Final = (
    (0, -1.15), (0.15, -0.75), (0.2, -0.35), (0.92, 0.72), (0.92, 0.88), (0.24, 0.8), (0.12, 1.02), (-0.12, 1.02),
    (-0.24, 0.8), (-0.92, 0.88), (-0.92, 0.72), (-0.2, -0.35), (-0.15, -0.75),
)  # fmt: skip
STRAIGHT_WING: Final = (
    (0, -1.1), (0.18, -0.85), (0.2, -0.2), (1.1, -0.02), (1.1, 0.18), (0.2, 0.2), (0.16, 0.72), (0.5, 0.86),
    (0.5, 1.02), (-0.5, 1.02), (-0.5, 0.86), (-0.16, 0.72), (-0.2, 0.2), (-1.1, 0.18), (-1.1, -0.02), (-0.2, -0.2),
    (-0.18, -0.85),
)  # fmt: skip
OUTLINES: Final = (SWEPT_WING, DELTA_WING)
"""One outline a side, nose up; a heavy aircraft has straight wings whichever side it is on."""


@GLYPH_STORE.keeps
def jet_sign(
    banner: Banner, number: int, heading: int, radius: int, palette: Palette, *, own: bool, heavy: bool
) -> Stamp:
    """A jet's sign, nose along its heading (1 is up, clockwise); own jets have a bright rim, burning ones are drawn over."""
    theme = palette.theme
    brush = Brush(radius * 3 + 8, radius * 3 + 8)
    outline = STRAIGHT_WING if heavy else OUTLINES[number % len(OUTLINES)]
    solid(brush, _grown(outline, heading, radius, 3.2 if own else 2.2), theme.halo)
    if own:
        solid(brush, _grown(outline, heading, radius, 1.8), theme.ink)
    solid(brush, turn_outline(outline, heading - 1, radius), banner.colour)
    canopy = ((0, -0.62), (0.1, -0.4), (0, -0.16), (-0.1, -0.4))
    solid(brush, turn_outline(canopy, heading - 1, radius), theme.halo)
    return brush.stamp(palette.image, theme.sky[0])


@GLYPH_STORE.keeps
def flame_sign(heading: int, radius: int, palette: Palette) -> Stamp:
    """What an afterburner leaves behind the tail."""
    brush = Brush(radius * 4 + 8, radius * 4 + 8)
    for reach, colour in ((2.0, SUNLIGHT[2]), (1.6, SUNLIGHT[1]), (1.3, SUNLIGHT[0])):
        solid(brush, turn_outline(((-0.2, 0.9), (0.2, 0.9), (0, reach)), heading - 1, radius), rgb(colour))
    return brush.stamp(palette.image, palette.theme.sky[0])


@GLYPH_STORE.keeps
def wreck_sign(radius: int, colour: Rgb, palette: Palette) -> Stamp:
    """A cross where a jet went down."""
    brush = Brush(radius * 2 + 8, radius * 2 + 8)
    for wide, ink in ((radius * 0.62, palette.theme.halo), (radius * 0.3, colour)):
        for sign in (-1, 1):
            ends = [(-radius * 0.7, -sign * radius * 0.7), (radius * 0.7, sign * radius * 0.7)]
            brush.line(ends, wide, (*ink, 255))
    return brush.stamp(palette.image, palette.theme.sky[0])


@GLYPH_STORE.keeps
def sun_sign(radius: int, palette: Palette, ground: Rgb) -> Stamp:
    """The sun with its rays."""
    brush = Brush(radius * 4, radius * 4)
    for ray in range(12):
        angle = math.tau * ray / 12
        x, y = math.sin(angle), math.cos(angle)
        ends = [(x * radius * 1.22, y * radius * 1.22), (x * radius * 1.75, y * radius * 1.75)]
        brush.line(ends, radius * 0.24, (*rgb(SUNLIGHT[1]), 255))
    brush.disc(0, 0, radius, (*rgb(SUNLIGHT[1]), 255))
    brush.disc(0, 0, radius * 0.72, (*rgb(SUNLIGHT[0]), 255))
    return brush.stamp(palette.image, ground)


@GLYPH_STORE.keeps
def moon_sign(radius: int, palette: Palette, ground: Rgb) -> Stamp:
    """A crescent: it is night."""
    brush = Brush(radius * 3, radius * 3)
    colour = mix(rgb(MOON_COLOUR), palette.theme.ink, 0.35) if palette.theme.name == "light" else rgb(MOON_COLOUR)
    brush.disc(0, 0, radius, (*colour, 255))
    brush.disc(radius * 0.45, -radius * 0.25, radius * 0.85, (*ground, 255))
    return brush.stamp(palette.image, ground)


def _grown(outline: Sequence[tuple[float, float]], heading: int, radius: int, more: float) -> list[tuple[float, float]]:
    """The outline with a rim of `more` pixels outwards from its middle."""
    points = turn_outline(outline, heading - 1, radius)
    grown = []
    for x, y in points:
        away = max(math.hypot(x, y), 1)
        grown.append((x * (1 + more / away), y * (1 + more / away)))
    return grown


STANDARD_SHEET: Final = PanelLayout(PICTURE_WIDTH)
HEAVY_SHEET: Final = 4
"""Aircraft no faster than this have straight wings."""
AROUND_JETS: Final = 15.0
"""The room around the field for the sun, in pixels of the preview."""
BIG_LETTERS: Final = 14.0
LINE_HEIGHT: Final = 14.0
RUNG_HEIGHT: Final = 17.0
"""How high the title's letters, a line and a rung of the ladder are."""
ROSE_SIZE: Final = 38.0
NORTH_UP: Final = ("N", "", "", "", "", "")
"""The rose of headings, and which of them is named: all is told from north."""


class DogfightFrame(Value):
    """The picture's sheet, where the field's upper left lies in it, and the left and right end of the column of words."""

    sheet: PanelLayout
    left: int
    top: int
    first: int
    last: int


def room_for(sheet: PanelLayout) -> tuple[int, int]:
    """Width and height that the field may have."""
    around = sheet.px(AROUND_JETS)
    return sheet.column[0] - 2 * around, sheet.bottom - sheet.top - 2 * around


def frame_for(field: HexField, sheet: PanelLayout = STANDARD_SHEET) -> DogfightFrame:
    """The field at the left in the middle of its height; a narrow one leaves the column more room."""
    wide, tall = field.size
    around = sheet.px(AROUND_JETS)
    top = sheet.top + (sheet.bottom - sheet.top - tall) // 2
    return DogfightFrame(sheet, around, top, around + wide + around + sheet.px(3), sheet.column[1])


def is_heavy(view: DogfightView, jet: Jet) -> bool:
    """Whether a jet is a bomber or a transport."""
    return card(view.known, jet).max_speed <= HEAVY_SHEET


def draw_frame(
    field: HexField,
    frame: DogfightFrame,
    view: DogfightView,
    looks: dict[str, Banner],
    title: str,
    palette: Palette,
    text: str = "",
) -> Image.Image:
    """The picture with all but its field; on a sheet with a foot, `told` stands there."""
    sheet = frame.sheet
    image = blank(sheet.width, sheet.height, palette)
    pen = Pen(image, palette)
    _bar(pen, frame, view, title)
    _sun_edge(image, field, frame, view, palette)
    y = _head(pen, frame, view, looks)
    y = _ladder(pen, frame, view, looks, y)
    _legend(pen, frame, field, view, looks, y)
    if sheet.foot:
        left, size = frame.sheet.px(6), sheet.px(12.5)
        edge = tone(palette, palette.theme.panel_edge)
        ImageDraw.Draw(image).line((0, sheet.bottom, sheet.width, sheet.bottom), fill=edge, width=2)
        words = clip_text(drawable(text, 160), size, frame.last - left)
        pen.write(words, left, (sheet.bottom + sheet.height) // 2, size, palette.theme.ink)
    return image


def light_words(view: DogfightView) -> str:
    """Day or night, in a few words."""
    return "night" if view.known.sun == "night" else f"day, sun in the {view.known.sun}"


def phase_word(view: DogfightView) -> str:
    """The phase's name as a headline."""
    return "OVER" if view.known.winner is not None else PHASES[view.known.now.phase - 1].upper()


def _bar(pen: Pen, frame: DogfightFrame, view: DogfightView, title: str) -> None:
    known, theme, sheet = view.known, pen.theme, frame.sheet
    big, left, y = sheet.px(BIG_LETTERS), sheet.px(6), sheet.top // 2
    clock = f"TURN {known.now.turn} · {phase_word(view)}"
    pen.write(clock, frame.last, y, big, theme.accent, at="r")
    name = drawable(title or known.title, 48, "Dogfight") or "Dogfight"
    pen.write(clip_text(name, big, frame.last - left - length(clock, big) - sheet.px(12)), left, y, big, theme.ink)
    edge = tone(pen.palette, theme.panel_edge)
    ImageDraw.Draw(pen.image).line((0, sheet.top - 1, sheet.width, sheet.top - 1), fill=edge, width=2)


def _head(pen: Pen, frame: DogfightFrame, view: DogfightView, looks: dict[str, Banner]) -> int:
    """Whose view it is and the light; where the next line stands."""
    known, sheet, size = view.known, frame.sheet, frame.sheet.letter
    y, room = sheet.top + sheet.px(11), frame.last - frame.first
    who = known.sides.get(view.side or "")
    text = f"seen by {drawable(who.name, 32, who.id)}" if who else "seen by all" if view.side else "everything is shown"
    pen.write(clip_text(text, size, room), frame.first, y, size, looks[who.id].colour if who else pen.theme.soft)
    y += sheet.px(LINE_HEIGHT)
    radius = sheet.px(4.5)
    sign = moon_sign if known.sun == "night" else sun_sign
    sign(radius, pen.palette, pen.theme.panel).put(pen.image, frame.first + round(1.8 * radius), y)
    pen.write(light_words(view), frame.first + round(4.2 * radius), y, size, pen.theme.soft, bold=False)
    return y + sheet.px(LINE_HEIGHT)


def _sun_edge(image: Image.Image, field: HexField, frame: DogfightFrame, view: DogfightView, palette: Palette) -> None:
    """A band of light along the side of the map where the sun stands, with the sun on it."""
    if view.known.sun == "night":
        return
    wide, tall = field.size
    left, top = frame.left, frame.top
    thick = frame.sheet.px(2.3)
    draw = ImageDraw.Draw(image)
    middle = {
        "north": (left + wide // 2, top - 2 * thick), "south": (left + wide // 2, top + tall + 2 * thick),
        "west": (left - 2 * thick, top + tall // 2), "east": (left + wide + 2 * thick, top + tall // 2),
    }[view.known.sun]  # fmt: skip
    for step, colour in enumerate(SUNLIGHT):
        ink, a, b = tone(palette, rgb(colour)), step * thick, (step + 1) * thick - 1
        box = {
            "north": (left, top - b, left + wide, top - a), "south": (left, top + tall + a, left + wide, top + tall + b),
            "west": (left - b, top, left - a, top + tall), "east": (left + wide + a, top, left + wide + b, top + tall),
        }[view.known.sun]  # fmt: skip
        draw.rectangle(box, fill=ink)
    sun_sign(frame.sheet.px(5.5), palette, palette.theme.panel).put(image, *middle)


def _ladder(pen: Pen, frame: DogfightFrame, view: DogfightView, looks: dict[str, Banner], y: int) -> int:
    """Altitudes 9 to 1, each with the jets that fly there, sign, id and Speed; where it ends."""
    known, theme, sheet = view.known, pen.theme, frame.sheet
    low, high = number(known.options, "altitude_min"), number(known.options, "altitude_max")
    left, right, size, step = frame.first, frame.last, sheet.letter, sheet.px(RUNG_HEIGHT)
    pen.write("ALTITUDE", left, y, size, theme.soft)
    line = Strokes(pen.image, pen.palette, theme.panel)
    order, radius = sorted(known.sides), sheet.px(7)
    first = left + sheet.px(12)
    top = y + sheet.px(LINE_HEIGHT) // 2
    for altitude in range(low, high + 1):
        middle = top + round((high - altitude + 0.5) * step)
        under = middle + step / 2
        line.line([(left, under), (right, under)], theme.panel_edge, 1.4)
        here = [jet for _, jet in sorted(known.jets.items()) if jet.flying and jet.altitude == altitude]
        pen.write(str(altitude), left, middle, size, theme.ink if here else mix(theme.panel, theme.soft, 0.5))
        longest = max((length(f"{jet.id} S{jet.speed}", size) for jet in here), default=0.0)
        short = len(here) * (longest + 2.6 * radius) > right - first
        x = float(first)
        for at, jet in enumerate(here):
            banner, shown = looks[jet.side], jet.id if short else f"{jet.id} S{jet.speed}"
            wide = 2.2 * radius + length(shown, size)
            if x + wide > right:
                pen.write(f"+{len(here) - at}", right, middle, size, theme.soft, at="r")
                break
            own, heavy = jet.side == view.side, is_heavy(view, jet)
            sign = jet_sign(banner, order.index(jet.side), 3, radius, pen.palette, own=own, heavy=heavy)
            sign.put(pen.image, round(x + radius), middle)
            pen.write(shown, x + 2.2 * radius, middle, size, banner.colour)
            x += wide + 0.7 * radius
    return top + (high - low + 1) * step + sheet.px(10)


def _legend(
    pen: Pen, frame: DogfightFrame, field: HexField, view: DogfightView, looks: dict[str, Banner], y: int
) -> None:
    """The sides with what they have in the air, the signs of this map, the six headings, and the whole board in small."""
    theme, sheet, size = pen.theme, frame.sheet, frame.sheet.letter
    radius, line = sheet.px(7), sheet.px(LINE_HEIGHT)
    for at, (side, banner) in enumerate(sorted(looks.items())):
        jet_sign(banner, at, 1, radius, pen.palette, own=side == view.side, heavy=False).put(
            pen.image, frame.first + radius, y
        )
        flying = [jet for jet in view.known.jets.values() if jet.side == side and jet.flying]
        many = f"{len(flying)} {'flying' if side == view.side else 'in sight'}"
        pen.write(many, frame.last, y, size, theme.soft, at="r", bold=False)
        x = frame.first + round(2.6 * radius)
        room = frame.last - length(many, size, bold=False) - x - sheet.px(4)
        pen.write(clip_text(drawable(banner.name, 28, side), size, room), x, y, size, banner.colour)
        y += line
    y += sheet.px(2)
    top = y - line // 2
    draw, strokes = ImageDraw.Draw(pen.image), Strokes(pen.image, pen.palette, theme.panel)
    half, wide = sheet.px(4.5), sheet.px(12)
    signs = ["A altitude  S Speed"]
    signs += [] if sheet.foot else ["missiles reach", "guns reach"]
    for shown in signs:
        x = frame.first + wide + sheet.px(4)
        box = (frame.first, y - half, frame.first + wide, y + half)
        if shown.startswith("A "):
            x = frame.first
        elif shown.startswith("m"):
            draw.rectangle(
                box, fill=tone(pen.palette, mix(theme.sky[0], ARC_COLOUR, 0.24)), outline=tone(pen.palette, theme.grid)
            )
        else:
            ends = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]), (box[0], box[1])]
            strokes.line([(float(a), float(b)) for a, b in ends], theme.accent, sheet.px(1))
        pen.write(shown, x, y, size, theme.soft, bold=False)
        y += line
    rose = sheet.px(ROSE_SIZE)
    pen.image.paste(compass(sheet, rose // 2, NORTH_UP, pen.palette), (frame.first, y - line // 2 + sheet.px(1)))
    board = Region(1, 1, view.known.columns, view.known.rows)
    if joint(board, field.region) != field.region:
        dots = [(jet.at, sheet.px(1.7), looks[jet.side].colour) for jet in view.known.jets.values() if jet.flying]
        left = max(frame.first + sheet.px(92), frame.last - sheet.px(52))
        high = min(sheet.px(50), sheet.bottom - sheet.px(4) - top - line)
        inset(pen.image, (left, top + line, frame.last - left, high), (board, field.region), dots, pen.palette)
