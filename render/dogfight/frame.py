"""What stands around a dogfight's map: the clock above, the ladder of altitudes beside, sides and signs below."""

from typing import Final

from PIL import Image, ImageDraw

from render.canvas.fonts import drawable, fitted, length
from render.canvas.hex_field import Field
from render.canvas.palette import Palette
from render.canvas.panel import Frame, Pen, blank, ruled
from render.canvas.strokes import Strokes
from render.canvas.theme import Banner, mix, rgb
from render.canvas.tones import tone
from render.dogfight import glyphs
from render.dogfight.look import SUNLIGHT
from rules.air_force.changes import card
from rules.air_force.jets import Jet
from rules.air_force.orders import PHASES
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView

NARROW: Final = 700
"""No picture is narrower: its words need room."""
HEAVY: Final = 4
"""Aircraft no faster than this have straight wings."""


def frame_for(field: Field) -> Frame:
    """Room for the words, in proportion to the picture so that a small preview can still be read."""
    wide, tall = field.size
    scale = max(wide / 800, 0.9)
    pad, ladder = round(34 * scale), ladder_of(scale)
    width = max(wide + 2 * pad + ladder, NARROW)
    bar, legend = round(84 * scale), round(84 * scale)
    return Frame(width, bar + tall + 2 * pad + legend, (width - ladder - wide) // 2, bar + pad, bar, legend, scale)


def ladder_of(scale: float) -> int:
    """How wide the ladder of altitudes is."""
    return round(128 * scale)


def is_heavy(view: DogfightView, jet: Jet) -> bool:
    """Whether a jet is a bomber or a transport."""
    return card(view.known, jet).max_speed <= HEAVY


def framed(
    field: Field, frame: Frame, view: DogfightView, looks: dict[str, Banner], title: str, palette: Palette
) -> Image.Image:
    """The picture with all but its field."""
    image = blank(frame.width, frame.height, palette)
    pen = Pen(image, palette)
    _bar(pen, frame, view, looks, title)
    _sun_edge(image, field, frame, view, palette)
    _ladder(pen, field, frame, view, looks)
    _legend(pen, frame, view, looks)
    return ruled(image, frame, palette)


def light_words(view: DogfightView) -> str:
    """Day or night, in a few words."""
    return "night" if view.known.sun == "night" else f"day, sun in the {view.known.sun}"


def phase_word(view: DogfightView) -> str:
    """The phase's name as a headline."""
    return "OVER" if view.known.winner is not None else PHASES[view.known.now.phase - 1].upper()


def _bar(pen: Pen, frame: Frame, view: DogfightView, looks: dict[str, Banner], title: str) -> None:
    known = view.known
    theme, scale = pen.theme, frame.scale
    margin, upper, lower = round(18 * scale), round(30 * scale), round(62 * scale)
    big, small = round(29 * scale), round(19 * scale)
    clock = f"TURN {known.now.turn} · {phase_word(view)}"
    pen.write(clock, frame.width - margin, upper, big, theme.accent, at="r")
    name = drawable(title or known.title, 48, "Dogfight") or "Dogfight"
    room = frame.width - 3 * margin - length(clock, big)
    pen.write(name, margin, upper, fitted(name, big, room), theme.ink)
    who = known.sides.get(view.side or "")
    told = f"seen by {drawable(who.name, 32, who.id)}" if who else "seen by all" if view.side else "everything is shown"
    pen.write(told, margin, lower, small, looks[who.id].colour if who else theme.soft)
    radius = round(9 * scale)
    light = light_words(view)
    x = frame.width - margin - length(light, small, bold=False)
    pen.write(light, x, lower, small, theme.soft, bold=False)
    sign = glyphs.moon if known.sun == "night" else glyphs.sun
    sign(radius, pen.palette, theme.panel).put(pen.image, round(x - 2.4 * radius), lower)


def _sun_edge(image: Image.Image, field: Field, frame: Frame, view: DogfightView, palette: Palette) -> None:
    """A band of light along the side of the map where the sun stands, with the sun on it."""
    if view.known.sun == "night":
        return
    wide, tall = field.size
    left, top = frame.left, frame.top
    thick = max(round(5 * frame.scale), 3)
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
    glyphs.sun(round(11 * frame.scale), palette, palette.theme.panel).put(image, *middle)


def _ladder(pen: Pen, field: Field, frame: Frame, view: DogfightView, looks: dict[str, Banner]) -> None:
    """Altitudes 9 to 1, each with the jets that fly there: sign, id and Speed."""
    known = view.known
    theme, scale = pen.theme, frame.scale
    low, high = number(known.options, "altitude_min"), number(known.options, "altitude_max")
    left = frame.width - ladder_of(scale) + round(8 * scale)
    right = frame.width - round(12 * scale)
    top, tall = frame.top + round(22 * scale), field.size[1] - round(22 * scale)
    step = tall / (high - low + 1)
    size = round(16 * scale)
    pen.write("ALTITUDE", (left + right) / 2, frame.top + round(2 * scale), size, theme.soft, at="m")
    line = Strokes(pen.image, pen.palette, theme.panel)
    order = sorted(known.sides)
    for altitude in range(low, high + 1):
        y = top + (high - altitude + 0.5) * step
        line.line([(left, y + step / 2), (right, y + step / 2)], theme.panel_edge, 1.4)
        here = [jet for _, jet in sorted(known.jets.items()) if jet.flying and jet.altitude == altitude]
        ink = theme.ink if here else mix(theme.panel, theme.soft, 0.5)
        pen.write(str(altitude), left + round(4 * scale), y, round(22 * scale), ink)
        radius = min(round(11 * scale), round(step / max(len(here), 1) / 2.4))
        for at, jet in enumerate(here):
            spot = round(y + (at - (len(here) - 1) / 2) * step / max(len(here), 1))
            banner = looks[jet.side]
            own, heavy = jet.side == view.side, is_heavy(view, jet)
            sign = glyphs.jet(banner, order.index(jet.side), 3, max(radius, 4), pen.palette, own=own, heavy=heavy)
            sign.put(pen.image, left + round(36 * scale), spot)
            told = f"{jet.id} S{jet.speed}"
            x = left + round(54 * scale)
            pen.write(told, x, spot, fitted(told, round(17 * scale), right - x), banner.colour)


def _legend(pen: Pen, frame: Frame, view: DogfightView, looks: dict[str, Banner]) -> None:
    theme, scale = pen.theme, frame.scale
    margin, size, small = round(18 * scale), round(19 * scale), round(16 * scale)
    y = frame.height - frame.legend + round(26 * scale)
    radius = round(13 * scale)
    wide = (frame.width - 2 * margin) // max(len(looks), 1)
    for at, (side, banner) in enumerate(sorted(looks.items())):
        x = margin + at * wide
        glyphs.jet(banner, at, 1, radius, pen.palette, own=side == view.side, heavy=False).put(pen.image, x + radius, y)
        flying = [jet for jet in view.known.jets.values() if jet.side == side and jet.flying]
        told = f"{drawable(banner.name, 28, side)}: {len(flying)} {'flying' if side == view.side else 'in sight'}"
        pen.write(told, x + round(2.6 * radius), y, fitted(told, size, wide - 3 * radius), banner.colour)
    told = "A altitude · S Speed · tinted: missiles reach · outlined: guns reach · lines: the last turns' contrails"
    y += round(33 * scale)
    pen.write(told, margin, y, fitted(told, small, frame.width - 2 * margin), theme.soft, bold=False)
