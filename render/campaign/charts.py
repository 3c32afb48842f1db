"""Charts of a campaign with their words: an empire's history by turns, and empires over time against each other."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw

from render.canvas.png import Picture, picture_of
from render.canvas.theme import Banner, Rgb, drawable, font, rgb
from render.words.safe_text import LONGEST_ALT, bare, fit_facts
from rules.cluster_war.model.state.view import View
from rules.values import GameError, Value, asdict


class HistoryPoint(Value):
    """An empire at a turn's start: CPs a turn, CPs in the treasury, colonies, fleets, ships, and systems it knows."""

    turn: int
    production: int
    income: int
    treasury: int
    colonies: int
    fleets: int
    ships: int
    systems: int


def figure(point: HistoryPoint, name: str) -> int:
    """The figure of a point by its field's name."""
    return int(getattr(point, name))


def point_of(view: View) -> HistoryPoint:
    """The figures of a side's view."""
    money = view.income
    return HistoryPoint(
        turn=view.turn,
        production=money.production,
        income=money.production + money.trade + money.unusual,
        treasury=money.treasury,
        colonies=len(view.colonies),
        fleets=len(view.fleets),
        ships=len(view.ships),
        systems=sum(1 for system in view.systems.values() if system.level != "map"),
    )


Marker: TypeAlias = Literal["disc", "square", "triangle"]


class ChartStroke(Value):
    """One line of a panel: colour (Okabe and Ito's), dash in pixels (0 is solid) and marker."""

    colour: Rgb
    dash: int
    marker: Marker


class ChartLook(Value):
    """A theme of charts; the three strokes of each panel stand out from `ground` by 3 to 1 at least."""

    ground: Rgb
    panel: Rgb
    rule: Rgb
    ink: Rgb
    soft: Rgb
    strokes: tuple[ChartStroke, ChartStroke, ChartStroke]


def _look(ground: int, panel: int, rule: int, ink: int, soft: int, lines: tuple[int, int, int]) -> ChartLook:
    one, two, three = map(rgb, lines)
    strokes = ChartStroke(one, 0, "disc"), ChartStroke(two, 14, "square"), ChartStroke(three, 5, "triangle")
    return ChartLook(rgb(ground), rgb(panel), rgb(rule), rgb(ink), rgb(soft), strokes)


CHART_LOOKS: Final[Mapping[str, ChartLook]] = {
    "dark": _look(0x10131A, 0x171B24, 0x2B3140, 0xF2F4F8, 0xAEB6C4, (0x56B4E9, 0xE69F00, 0x2BC49A)),
    "light": _look(0xFBFAF7, 0xFFFFFF, 0xDDD9CF, 0x1B1F27, 0x565E6C, (0x0072B2, 0xB35900, 0x00795A)),
}


def look_named(name: str) -> ChartLook:
    """A theme by name; GameError with those there are."""
    if name not in CHART_LOOKS:
        raise GameError(f"There is no chart theme of that name; choose {' or '.join(CHART_LOOKS)}.")
    return CHART_LOOKS[name]


def history_alt(points: Sequence[HistoryPoint], empire: str, campaign: str) -> str:
    """What the chart shows, at most 1,024 characters."""
    facts = [
        f"{bare(campaign, 60)}: history of {bare(empire, 60)}, turns {points[0].turn} to {points[-1].turn}.",
        _format_change(points, "income", " CPs a turn"),
        _format_change(points, "treasury", " CPs"),
        *(_format_change(points, name) for name in ("colonies", "fleets", "ships")),
    ]
    return " ".join(facts)[:LONGEST_ALT]


def _format_change(points: Sequence[HistoryPoint], name: str, unit: str = "") -> str:
    first, last = figure(points[0], name), figure(points[-1], name)
    peak = max(points, key=lambda p: (figure(p, name), -p.turn))
    most = figure(peak, name)
    high = f", most {most} in turn {peak.turn}" if most > max(first, last) else ""
    return f"{name.capitalize()} from {first} to {last}{unit}{high}."


def history_table(points: Sequence[HistoryPoint], empire: str, campaign: str) -> str:
    """Every figure, one line a turn, in plain text."""
    head = ("turn", "production", "income", "treasury", "colonies", "fleets", "ships", "systems known")
    lines = [f"{bare(campaign, 60)}: {bare(empire, 60)}, at each turn's start", "", "  ".join(head)]
    lines += [
        "  ".join(str(cell).rjust(len(name)) for cell, name in zip(asdict(p).values(), head, strict=True))
        for p in points
    ]
    return "\n".join(lines) + "\n"


CHART_WIDTH: Final = 1200
HISTORY_HEAD: Final = 92
PANEL_HEIGHT: Final = 250
GAP: Final = 22
LEFT, RIGHT, TOP, BOTTOM = 92, 212, 44, 34
SUPERSAMPLING: Final = 2
"""The picture is drawn this many times larger and made smaller, so that lines are smooth."""

MOST_COLOURS: Final = 64
MOST_STEPS: Final = 4
"""Steps of a scale."""


class FigurePanel(Value):
    """Lines that share a unit and a scale, by the names of a point's figures."""

    title: str
    figures: tuple[str, ...]


HISTORY_PANELS: Final = (
    FigurePanel("CPs", ("income", "production", "treasury")),
    FigurePanel("Colonies", ("colonies",)),
    FigurePanel("Fleets and ships", ("ships", "fleets")),
)


def draw_history(points: Sequence[HistoryPoint], empire: str, campaign: str, theme: str = "dark") -> Picture:
    """The chart of these turns, oldest first; the same points always give the same bytes. GameError for a bad theme.

    ValueError without any point.
    """
    if not points:
        raise ValueError("a history has at least one turn")
    look = look_named(theme)
    height = HISTORY_HEAD + len(HISTORY_PANELS) * (PANEL_HEIGHT + GAP)
    image = Image.new("RGB", (CHART_WIDTH * SUPERSAMPLING, height * SUPERSAMPLING), look.ground)
    draw = ImageDraw.Draw(image)
    write_words(draw, (28, 18), drawable(empire, 48, "Empire"), look.ink, 30, bold=True)
    span = f"turns {points[0].turn} to {points[-1].turn}" if len(points) > 1 else f"turn {points[0].turn}"
    write_words(
        draw, (28, 58), f"{drawable(campaign, 48, 'Cluster War')} · {span}, at each turn's start", look.soft, 19
    )
    for number, panel in enumerate(HISTORY_PANELS):
        _history_panel(draw, look, panel, points, HISTORY_HEAD + number * (PANEL_HEIGHT + GAP))
    small = image.resize((CHART_WIDTH, height), Image.Resampling.LANCZOS)
    flat = small.quantize(MOST_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return picture_of(flat, history_alt(points, empire, campaign))


def _history_panel(
    draw: ImageDraw.ImageDraw, look: ChartLook, panel: FigurePanel, points: Sequence[HistoryPoint], top: int
) -> None:
    box = (20, top, CHART_WIDTH - 20, top + PANEL_HEIGHT)
    draw.rounded_rectangle([v * SUPERSAMPLING for v in box], radius=10 * SUPERSAMPLING, fill=look.panel)
    write_words(draw, (36, top + 10), panel.title, look.ink, 20, bold=True)
    x0, x1, y0, y1 = LEFT, CHART_WIDTH - RIGHT, top + TOP, top + PANEL_HEIGHT - BOTTOM
    most = max(figure(p, name) for name in panel.figures for p in points)
    apart = scale_step(most)
    ceiling = max(apart * -(-most // apart), apart)
    for value in range(0, ceiling + 1, apart):
        y = y1 - (y1 - y0) * value / ceiling
        draw.line(
            [(x0 * SUPERSAMPLING, y * SUPERSAMPLING), (x1 * SUPERSAMPLING, y * SUPERSAMPLING)],
            fill=look.rule,
            width=SUPERSAMPLING,
        )
        write_words(draw, (x0 - 12, y), f"{value:,}".replace(",", " "), look.soft, 16, anchor="rm")
    xs = across(points, x0, x1)
    every = max(1, -(-len(points) // 16))
    for x, point in list(zip(xs, points, strict=True))[::every]:
        write_words(draw, (x, y1 + 7), str(point.turn), look.soft, 16, anchor="ma")
    ends: list[tuple[float, str, Rgb]] = []
    for name, how in zip(panel.figures, look.strokes, strict=False):
        way = [(x, y1 - (y1 - y0) * figure(p, name) / ceiling) for x, p in zip(xs, points, strict=True)]
        draw_stroke(draw, way, how)
        for x, y in way[::every]:
            draw_marker(draw, x, y, how)
        draw_marker(draw, *way[-1], how)
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
        write_words(draw, (x, y - over), text, colour, 18, anchor="lm", bold=True)


def across(points: Sequence[HistoryPoint], x0: int, x1: int) -> list[float]:
    """Where each point lies between two ends."""
    first, last = points[0].turn, points[-1].turn
    if first == last:
        return [(x0 + x1) / 2] * len(points)
    return [x0 + (x1 - x0) * (p.turn - first) / (last - first) for p in points]


def scale_step(most: int) -> int:
    """A round distance between lines of the scale: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for lead in (1, 2, 5):
            if most <= lead * power * MOST_STEPS:
                return lead * power
        power *= 10


def draw_stroke(draw: ImageDraw.ImageDraw, way: list[tuple[float, float]], how: ChartStroke) -> None:
    """A line, solid or dashed, dashes running on round the corners."""
    width = 3 * SUPERSAMPLING
    if not how.dash:
        draw.line([(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in way], fill=how.colour, width=width, joint="curve")
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
                draw.line([(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in ends], fill=how.colour, width=width)
            at = upto if upto > at else at + 0.5
        gone += length


def draw_marker(draw: ImageDraw.ImageDraw, x: float, y: float, how: ChartStroke) -> None:
    """The marker of a line at a point of it."""
    r, cx, cy = 5 * SUPERSAMPLING, x * SUPERSAMPLING, y * SUPERSAMPLING
    match how.marker:
        case "disc":
            draw.ellipse([cx - r, cy - r, cx + r, cy + r], fill=how.colour)
        case "square":
            draw.rectangle([cx - r, cy - r, cx + r, cy + r], fill=how.colour)
        case "triangle":
            draw.polygon([(cx, cy - r * 1.2), (cx - r * 1.1, cy + r), (cx + r * 1.1, cy + r)], fill=how.colour)


def write_words(
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
    face = font(size * SUPERSAMPLING, "Semibold" if bold else "Regular")
    draw.text((at[0] * SUPERSAMPLING, at[1] * SUPERSAMPLING), text, fill=colour, font=face, anchor=anchor)


RIVALS_HEAD: Final = 20
RIVAL_MARKERS: Final[tuple[Marker, ...]] = ("disc", "square", "triangle")
RIVAL_DASHES: Final = (0, 0, 14, 14, 5, 5)


class EmpireFigures(Value):
    """An empire's figures by turn, one row for each panel."""

    banner: Banner
    rows: tuple[Mapping[int, int], ...]


def draw_rivals(rivals: Sequence[EmpireFigures], panels: Sequence[str], theme: str = "light") -> Picture:
    """The chart of these empires; the same figures, the same bytes. GameError for a bad theme, ValueError for nobody."""
    turns = sorted({turn for rival in rivals for row in rival.rows for turn in row})
    if not turns:
        raise ValueError("a chart shows at least one empire in one turn")
    look = look_named(theme)
    height = RIVALS_HEAD + len(panels) * (PANEL_HEIGHT + GAP)
    image = Image.new("RGB", (CHART_WIDTH * SUPERSAMPLING, height * SUPERSAMPLING), look.ground)
    draw = ImageDraw.Draw(image)
    for number, title in enumerate(panels):
        _rivals_panel(draw, look, title, rivals, number, turns)
    small = image.resize((CHART_WIDTH, height), Image.Resampling.LANCZOS)
    flat = small.quantize(MOST_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return picture_of(flat, rivals_alt(rivals, panels))


def _rivals_panel(
    draw: ImageDraw.ImageDraw,
    look: ChartLook,
    title: str,
    rivals: Sequence[EmpireFigures],
    number: int,
    turns: Sequence[int],
) -> None:
    top = RIVALS_HEAD + number * (PANEL_HEIGHT + GAP)
    draw.rounded_rectangle(
        [v * SUPERSAMPLING for v in (20, top, CHART_WIDTH - 20, top + PANEL_HEIGHT)],
        radius=10 * SUPERSAMPLING,
        fill=look.panel,
    )
    write_words(draw, (36, top + 10), title, look.ink, 20, bold=True)
    x0, x1, y0, y1 = LEFT, CHART_WIDTH - RIGHT, top + TOP, top + PANEL_HEIGHT - BOTTOM
    most = max((value for rival in rivals for value in rival.rows[number].values()), default=0)
    apart = scale_step(most)
    ceiling = max(apart * -(-most // apart), apart)
    for value in range(0, ceiling + 1, apart):
        y = y1 - (y1 - y0) * value / ceiling
        draw.line(
            [(x0 * SUPERSAMPLING, y * SUPERSAMPLING), (x1 * SUPERSAMPLING, y * SUPERSAMPLING)],
            fill=look.rule,
            width=SUPERSAMPLING,
        )
        write_words(draw, (x0 - 12, y), f"{value:,}".replace(",", " "), look.soft, 16, anchor="rm")
    first, last = turns[0], turns[-1]
    every = max(1, -(-len(turns) // 16))
    places = {turn: x0 + (x1 - x0) * (turn - first) / max(last - first, 1) for turn in turns}
    for turn in turns[::every]:
        write_words(draw, (places[turn], y1 + 7), str(turn), look.soft, 16, anchor="ma")
    ends: list[tuple[float, str, Rgb]] = []
    for at, rival in enumerate(rivals):
        row = rival.rows[number]
        how = ChartStroke(
            rival.banner.colour, RIVAL_DASHES[at % len(RIVAL_DASHES)], RIVAL_MARKERS[at % len(RIVAL_MARKERS)]
        )
        way = [(places[turn], y1 - (y1 - y0) * value / ceiling) for turn, value in sorted(row.items())]
        if not way:
            continue
        draw_stroke(draw, way, how)
        for x, y in way[:: max(every, 1)]:
            draw_marker(draw, x, y, how)
        draw_marker(draw, *way[-1], how)
        ends.append((way[-1][1], drawable(rival.banner.name, 17, rival.banner.letter), rival.banner.colour))
    label_ends(draw, ends, x1 + 16, y0, y1)


def rivals_alt(rivals: Sequence[EmpireFigures], panels: Sequence[str]) -> str:
    """The chart in words, at most 1,024 characters."""
    facts = []
    for number, title in enumerate(panels):
        ends = [f"{bare(r.banner.name, 40)} {r.rows[number][max(r.rows[number])]}" for r in rivals if r.rows[number]]
        facts.append(f"{title} at the end: {', '.join(ends)}.")
    return fit_facts(["Empires over time.", *facts])
