"""What stands around a dogfight's map: the clock above; the ladder of altitudes, sides and signs beside."""

from typing import Final

from PIL import Image, ImageDraw

from render.canvas.fonts import clipped, drawable, length
from render.canvas.hex_field import Field
from render.canvas.panel import WIDE, Pen, Sheet, blank, compass, inset, joint
from render.canvas.region import Region
from render.canvas.stamps import ARC, tone
from render.canvas.strokes import Strokes
from render.canvas.theme import Banner, Palette, mix, rgb
from render.dogfight.glyphs import jet_sign, moon_sign, sun_sign
from render.dogfight.look import SUNLIGHT
from rules.air_force.changes import card
from rules.air_force.jets import Jet
from rules.air_force.orders import PHASES
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.values import Value

STANDARD: Final = Sheet(WIDE)
HEAVY: Final = 4
"""Aircraft no faster than this have straight wings."""
AROUND: Final = 15.0
"""The room around the field for the sun, in pixels of the preview."""
BIG: Final = 14.0
LINE: Final = 14.0
RUNG: Final = 17.0
"""How high the title's letters, a line and a rung of the ladder are."""
ROSE: Final = 38.0
NORTH_UP: Final = ("N", "", "", "", "", "")
"""The rose of headings, and which of them is named: all is told from north."""


class Frame(Value):
    """The picture's sheet, where the field's upper left lies in it, and the left and right end of the column of words."""

    sheet: Sheet
    left: int
    top: int
    first: int
    last: int


def room_for(sheet: Sheet) -> tuple[int, int]:
    """Width and height that the field may have."""
    around = sheet.px(AROUND)
    return sheet.column[0] - 2 * around, sheet.bottom - sheet.top - 2 * around


def frame_for(field: Field, sheet: Sheet = STANDARD) -> Frame:
    """The field at the left in the middle of its height; a narrow one leaves the column more room."""
    wide, tall = field.size
    around = sheet.px(AROUND)
    top = sheet.top + (sheet.bottom - sheet.top - tall) // 2
    return Frame(sheet, around, top, around + wide + around + sheet.px(3), sheet.column[1])


def is_heavy(view: DogfightView, jet: Jet) -> bool:
    """Whether a jet is a bomber or a transport."""
    return card(view.known, jet).max_speed <= HEAVY


def framed(
    field: Field,
    frame: Frame,
    view: DogfightView,
    looks: dict[str, Banner],
    title: str,
    palette: Palette,
    told: str = "",
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
        words = clipped(drawable(told, 160), size, frame.last - left)
        pen.write(words, left, (sheet.bottom + sheet.height) // 2, size, palette.theme.ink)
    return image


def light_words(view: DogfightView) -> str:
    """Day or night, in a few words."""
    return "night" if view.known.sun == "night" else f"day, sun in the {view.known.sun}"


def phase_word(view: DogfightView) -> str:
    """The phase's name as a headline."""
    return "OVER" if view.known.winner is not None else PHASES[view.known.now.phase - 1].upper()


def _bar(pen: Pen, frame: Frame, view: DogfightView, title: str) -> None:
    known, theme, sheet = view.known, pen.theme, frame.sheet
    big, left, y = sheet.px(BIG), sheet.px(6), sheet.top // 2
    clock = f"TURN {known.now.turn} · {phase_word(view)}"
    pen.write(clock, frame.last, y, big, theme.accent, at="r")
    name = drawable(title or known.title, 48, "Dogfight") or "Dogfight"
    pen.write(clipped(name, big, frame.last - left - length(clock, big) - sheet.px(12)), left, y, big, theme.ink)
    edge = tone(pen.palette, theme.panel_edge)
    ImageDraw.Draw(pen.image).line((0, sheet.top - 1, sheet.width, sheet.top - 1), fill=edge, width=2)


def _head(pen: Pen, frame: Frame, view: DogfightView, looks: dict[str, Banner]) -> int:
    """Whose view it is and the light; where the next line stands."""
    known, sheet, size = view.known, frame.sheet, frame.sheet.letter
    y, room = sheet.top + sheet.px(11), frame.last - frame.first
    who = known.sides.get(view.side or "")
    told = f"seen by {drawable(who.name, 32, who.id)}" if who else "seen by all" if view.side else "everything is shown"
    pen.write(clipped(told, size, room), frame.first, y, size, looks[who.id].colour if who else pen.theme.soft)
    y += sheet.px(LINE)
    radius = sheet.px(4.5)
    sign = moon_sign if known.sun == "night" else sun_sign
    sign(radius, pen.palette, pen.theme.panel).put(pen.image, frame.first + round(1.8 * radius), y)
    pen.write(light_words(view), frame.first + round(4.2 * radius), y, size, pen.theme.soft, bold=False)
    return y + sheet.px(LINE)


def _sun_edge(image: Image.Image, field: Field, frame: Frame, view: DogfightView, palette: Palette) -> None:
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


def _ladder(pen: Pen, frame: Frame, view: DogfightView, looks: dict[str, Banner], y: int) -> int:
    """Altitudes 9 to 1, each with the jets that fly there, sign, id and Speed; where it ends."""
    known, theme, sheet = view.known, pen.theme, frame.sheet
    low, high = number(known.options, "altitude_min"), number(known.options, "altitude_max")
    left, right, size, step = frame.first, frame.last, sheet.letter, sheet.px(RUNG)
    pen.write("ALTITUDE", left, y, size, theme.soft)
    line = Strokes(pen.image, pen.palette, theme.panel)
    order, radius = sorted(known.sides), sheet.px(7)
    first = left + sheet.px(12)
    top = y + sheet.px(LINE) // 2
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
            banner, told = looks[jet.side], jet.id if short else f"{jet.id} S{jet.speed}"
            wide = 2.2 * radius + length(told, size)
            if x + wide > right:
                pen.write(f"+{len(here) - at}", right, middle, size, theme.soft, at="r")
                break
            own, heavy = jet.side == view.side, is_heavy(view, jet)
            sign = jet_sign(banner, order.index(jet.side), 3, radius, pen.palette, own=own, heavy=heavy)
            sign.put(pen.image, round(x + radius), middle)
            pen.write(told, x + 2.2 * radius, middle, size, banner.colour)
            x += wide + 0.7 * radius
    return top + (high - low + 1) * step + sheet.px(10)


def _legend(pen: Pen, frame: Frame, field: Field, view: DogfightView, looks: dict[str, Banner], y: int) -> None:
    """The sides with what they have in the air, the signs of this map, the six headings, and the whole board in small."""
    theme, sheet, size = pen.theme, frame.sheet, frame.sheet.letter
    radius, line = sheet.px(7), sheet.px(LINE)
    for at, (side, banner) in enumerate(sorted(looks.items())):
        jet_sign(banner, at, 1, radius, pen.palette, own=side == view.side, heavy=False).put(
            pen.image, frame.first + radius, y
        )
        flying = [jet for jet in view.known.jets.values() if jet.side == side and jet.flying]
        many = f"{len(flying)} {'flying' if side == view.side else 'in sight'}"
        pen.write(many, frame.last, y, size, theme.soft, at="r", bold=False)
        x = frame.first + round(2.6 * radius)
        room = frame.last - length(many, size, bold=False) - x - sheet.px(4)
        pen.write(clipped(drawable(banner.name, 28, side), size, room), x, y, size, banner.colour)
        y += line
    y += sheet.px(2)
    top = y - line // 2
    draw, strokes = ImageDraw.Draw(pen.image), Strokes(pen.image, pen.palette, theme.panel)
    half, wide = sheet.px(4.5), sheet.px(12)
    signs = ["A altitude  S Speed"]
    signs += [] if sheet.foot else ["missiles reach", "guns reach"]
    for told in signs:
        x = frame.first + wide + sheet.px(4)
        box = (frame.first, y - half, frame.first + wide, y + half)
        if told.startswith("A "):
            x = frame.first
        elif told.startswith("m"):
            draw.rectangle(
                box, fill=tone(pen.palette, mix(theme.sky[0], ARC, 0.24)), outline=tone(pen.palette, theme.grid)
            )
        else:
            ends = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]), (box[0], box[1])]
            strokes.line([(float(a), float(b)) for a, b in ends], theme.accent, sheet.px(1))
        pen.write(told, x, y, size, theme.soft, bold=False)
        y += line
    rose = sheet.px(ROSE)
    pen.image.paste(compass(sheet, rose // 2, NORTH_UP, pen.palette), (frame.first, y - line // 2 + sheet.px(1)))
    board = Region(1, 1, view.known.columns, view.known.rows)
    if joint(board, field.region) != field.region:
        dots = [(jet.at, sheet.px(1.7), looks[jet.side].colour) for jet in view.known.jets.values() if jet.flying]
        left = max(frame.first + sheet.px(92), frame.last - sheet.px(52))
        high = min(sheet.px(50), sheet.bottom - sheet.px(4) - top - line)
        inset(pen.image, (left, top + line, frame.last - left, high), (board, field.region), dots, pen.palette)
