"""An empire's history as a picture: CPs, colonies, and fleets and ships over the turns, a panel for each unit."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.charts.alt import history_alt
from render.campaign.charts.look import Look, Stroke, look_named
from render.campaign.charts.points import Point, figure
from render.canvas.fonts import drawable, font
from render.canvas.png import Picture, picture_of
from render.canvas.theme import Rgb
from rules.values import Value

WIDTH: Final = 1200
HEAD: Final = 92
PANEL: Final = 250
GAP: Final = 22
LEFT, RIGHT, TOP, BOTTOM = 92, 212, 44, 34
FINE: Final = 2
"""The picture is drawn this many times larger and made smaller, so that lines are smooth."""

COLOURS: Final = 64
MOST_STEPS: Final = 4
"""Steps of a scale."""


class Panel(Value):
    """Lines that share a unit and a scale, by the names of a point's figures."""

    title: str
    figures: tuple[str, ...]


PANELS: Final = (
    Panel("CPs", ("income", "production", "treasury")),
    Panel("Colonies", ("colonies",)),
    Panel("Fleets and ships", ("ships", "fleets")),
)


def draw_history(points: Sequence[Point], empire: str, campaign: str, theme: str = "dark") -> Picture:
    """The chart of these turns, oldest first; the same points always give the same bytes. GameError for a bad theme.

    ValueError without any point.
    """
    if not points:
        raise ValueError("a history has at least one turn")
    look = look_named(theme)
    height = HEAD + len(PANELS) * (PANEL + GAP)
    image = Image.new("RGB", (WIDTH * FINE, height * FINE), look.ground)
    draw = ImageDraw.Draw(image)
    write(draw, (28, 18), drawable(empire, 48, "Empire"), look.ink, 30, bold=True)
    span = f"turns {points[0].turn} to {points[-1].turn}" if len(points) > 1 else f"turn {points[0].turn}"
    write(draw, (28, 58), f"{drawable(campaign, 48, 'Cluster War')} · {span}, at each turn's start", look.soft, 19)
    for number, panel in enumerate(PANELS):
        _panel(draw, look, panel, points, HEAD + number * (PANEL + GAP))
    small = image.resize((WIDTH, height), Image.Resampling.LANCZOS)
    flat = small.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return picture_of(flat, history_alt(points, empire, campaign))


def _panel(draw: ImageDraw.ImageDraw, look: Look, panel: Panel, points: Sequence[Point], top: int) -> None:
    box = (20, top, WIDTH - 20, top + PANEL)
    draw.rounded_rectangle([v * FINE for v in box], radius=10 * FINE, fill=look.panel)
    write(draw, (36, top + 10), panel.title, look.ink, 20, bold=True)
    x0, x1, y0, y1 = LEFT, WIDTH - RIGHT, top + TOP, top + PANEL - BOTTOM
    most = max(figure(p, name) for name in panel.figures for p in points)
    apart = step(most)
    ceiling = max(apart * -(-most // apart), apart)
    for value in range(0, ceiling + 1, apart):
        y = y1 - (y1 - y0) * value / ceiling
        draw.line([(x0 * FINE, y * FINE), (x1 * FINE, y * FINE)], fill=look.rule, width=FINE)
        write(draw, (x0 - 12, y), f"{value:,}".replace(",", " "), look.soft, 16, anchor="rm")
    xs = across(points, x0, x1)
    every = max(1, -(-len(points) // 16))
    for x, point in list(zip(xs, points, strict=True))[::every]:
        write(draw, (x, y1 + 7), str(point.turn), look.soft, 16, anchor="ma")
    ends: list[tuple[float, str, Rgb]] = []
    for name, how in zip(panel.figures, look.strokes, strict=False):
        way = [(x, y1 - (y1 - y0) * figure(p, name) / ceiling) for x, p in zip(xs, points, strict=True)]
        stroke(draw, way, how)
        for x, y in way[::every]:
            mark(draw, x, y, how)
        mark(draw, *way[-1], how)
        ends.append((way[-1][1], f"{name} {figure(points[-1], name):,}".replace(",", " "), how.colour))
    label_ends(draw, ends, x1 + 16, y0, y1)


def label_ends(draw: ImageDraw.ImageDraw, ends: list[tuple[float, str, Rgb]], x: int, low: int, high: int) -> None:
    """Each line's name and last value beside its end, moved apart where they would touch."""
    ends.sort(key=lambda end: end[0])
    last = low - 22.0
    places = []
    for y, text, colour in ends:
        last = max(y, last + 22)
        places.append((last, text, colour))
    over = max(0.0, (places[-1][0] if places else 0) - high)
    for y, text, colour in places:
        write(draw, (x, y - over), text, colour, 18, anchor="lm", bold=True)


def across(points: Sequence[Point], x0: int, x1: int) -> list[float]:
    """Where each point lies between two ends."""
    first, last = points[0].turn, points[-1].turn
    if first == last:
        return [(x0 + x1) / 2] * len(points)
    return [x0 + (x1 - x0) * (p.turn - first) / (last - first) for p in points]


def step(most: int) -> int:
    """A round distance between lines of the scale: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for lead in (1, 2, 5):
            if most <= lead * power * MOST_STEPS:
                return lead * power
        power *= 10


def stroke(draw: ImageDraw.ImageDraw, way: list[tuple[float, float]], how: Stroke) -> None:
    """A line, solid or dashed, dashes running on round the corners."""
    width = 3 * FINE
    if not how.dash:
        draw.line([(x * FINE, y * FINE) for x, y in way], fill=how.colour, width=width, joint="curve")
        return
    gone = 0.0
    for (xa, ya), (xb, yb) in pairwise(way):
        length = hypot(xb - xa, yb - ya)
        at = 0.0
        while at < length:
            phase = (gone + at) % (2 * how.dash)
            upto = min(length, at + (how.dash if phase < how.dash else 2 * how.dash) - phase)
            if phase < how.dash:
                ends = [(xa + (xb - xa) * t / length, ya + (yb - ya) * t / length) for t in (at, upto)]
                draw.line([(x * FINE, y * FINE) for x, y in ends], fill=how.colour, width=width)
            at = upto if upto > at else at + 0.5
        gone += length


def mark(draw: ImageDraw.ImageDraw, x: float, y: float, how: Stroke) -> None:
    """The marker of a line at a point of it."""
    r, cx, cy = 5 * FINE, x * FINE, y * FINE
    match how.marker:
        case "disc":
            draw.ellipse([cx - r, cy - r, cx + r, cy + r], fill=how.colour)
        case "square":
            draw.rectangle([cx - r, cy - r, cx + r, cy + r], fill=how.colour)
        case "triangle":
            draw.polygon([(cx, cy - r * 1.2), (cx - r * 1.1, cy + r), (cx + r * 1.1, cy + r)], fill=how.colour)


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    colour: Rgb,
    size: int,
    *,
    anchor: str = "la",
    bold: bool = False,
) -> None:
    """Words, in the units of the finished picture."""
    face = font(size * FINE, "Semibold" if bold else "Regular")
    draw.text((at[0] * FINE, at[1] * FINE), text, fill=colour, font=face, anchor=anchor)
