"""Empires over time against each other: a panel for each figure, a line for each empire."""

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.charts.draw import (
    BOTTOM,
    COLOURS,
    FINE,
    GAP,
    LEFT,
    PANEL,
    RIGHT,
    TOP,
    WIDTH,
    label_ends,
    mark,
    step,
    stroke,
    write,
)
from render.campaign.charts.look import Look, Marker, Stroke, look_named
from render.canvas.fonts import drawable
from render.canvas.png import Picture, picture_of
from render.canvas.theme import Banner, Rgb
from render.words.safe_text import bare, fitting
from rules.values import Value

HEAD: Final = 20
MARKERS: Final[tuple[Marker, ...]] = ("disc", "square", "triangle")
DASHES: Final = (0, 0, 14, 14, 5, 5)


class Rival(Value):
    """An empire's figures by turn, one row for each panel."""

    banner: Banner
    rows: tuple[Mapping[int, int], ...]


def draw_rivals(rivals: Sequence[Rival], panels: Sequence[str], theme: str = "light") -> Picture:
    """The chart of these empires; the same figures, the same bytes. GameError for a bad theme, ValueError for nobody."""
    turns = sorted({turn for rival in rivals for row in rival.rows for turn in row})
    if not turns:
        raise ValueError("a chart shows at least one empire in one turn")
    look = look_named(theme)
    height = HEAD + len(panels) * (PANEL + GAP)
    image = Image.new("RGB", (WIDTH * FINE, height * FINE), look.ground)
    draw = ImageDraw.Draw(image)
    for number, title in enumerate(panels):
        _panel(draw, look, title, rivals, number, turns)
    small = image.resize((WIDTH, height), Image.Resampling.LANCZOS)
    flat = small.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return picture_of(flat, rivals_alt(rivals, panels))


def _panel(
    draw: ImageDraw.ImageDraw, look: Look, title: str, rivals: Sequence[Rival], number: int, turns: Sequence[int]
) -> None:
    top = HEAD + number * (PANEL + GAP)
    draw.rounded_rectangle([v * FINE for v in (20, top, WIDTH - 20, top + PANEL)], radius=10 * FINE, fill=look.panel)
    write(draw, (36, top + 10), title, look.ink, 20, bold=True)
    x0, x1, y0, y1 = LEFT, WIDTH - RIGHT, top + TOP, top + PANEL - BOTTOM
    most = max((value for rival in rivals for value in rival.rows[number].values()), default=0)
    apart = step(most)
    ceiling = max(apart * -(-most // apart), apart)
    for value in range(0, ceiling + 1, apart):
        y = y1 - (y1 - y0) * value / ceiling
        draw.line([(x0 * FINE, y * FINE), (x1 * FINE, y * FINE)], fill=look.rule, width=FINE)
        write(draw, (x0 - 12, y), f"{value:,}".replace(",", " "), look.soft, 16, anchor="rm")
    first, last = turns[0], turns[-1]
    every = max(1, -(-len(turns) // 16))
    places = {turn: x0 + (x1 - x0) * (turn - first) / max(last - first, 1) for turn in turns}
    for turn in turns[::every]:
        write(draw, (places[turn], y1 + 7), str(turn), look.soft, 16, anchor="ma")
    ends: list[tuple[float, str, Rgb]] = []
    for at, rival in enumerate(rivals):
        row = rival.rows[number]
        how = Stroke(rival.banner.colour, DASHES[at % len(DASHES)], MARKERS[at % len(MARKERS)])
        way = [(places[turn], y1 - (y1 - y0) * value / ceiling) for turn, value in sorted(row.items())]
        if not way:
            continue
        stroke(draw, way, how)
        for x, y in way[:: max(every, 1)]:
            mark(draw, x, y, how)
        mark(draw, *way[-1], how)
        ends.append((way[-1][1], drawable(rival.banner.name, 17, rival.banner.letter), rival.banner.colour))
    label_ends(draw, ends, x1 + 16, y0, y1)


def rivals_alt(rivals: Sequence[Rival], panels: Sequence[str]) -> str:
    """The chart in words, at most 1,024 characters."""
    facts = []
    for number, title in enumerate(panels):
        ends = [f"{bare(r.banner.name, 40)} {r.rows[number][max(r.rows[number])]}" for r in rivals if r.rows[number]]
        facts.append(f"{title} at the end: {', '.join(ends)}.")
    return fitting(["Empires over time.", *facts])
