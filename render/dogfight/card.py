"""A jet's card as a picture: every field of JET-X03, boxes ticked, spent and crossed as on paper."""

from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw

from render.canvas.panel import Pen, blank
from render.canvas.png import Picture, picture_of
from render.canvas.stamps import tone
from render.canvas.strokes import Strokes
from render.canvas.theme import Rgb, ThemeName, drawable, fit_size, length, mix, rgb
from render.dogfight.frame import FUEL_COLOUR, SHOT_COLOUR, is_heavy, jet_sign, looks_of, sky_palette, sky_theme
from render.dogfight.text import HEADINGS, card_text, fuel_warning
from render.words.safe_text import LONGEST_ALT
from rules.air_force.changes import card, grid, max_speed
from rules.air_force.jets import Jet
from rules.air_force.tables_of import MANEUVERABILITY_CLASSES, SPEED_FACTORS, Aircraft, number, tables
from rules.air_force.view import DogfightView
from rules.values import Value

CARD_WIDTH: Final = 900
MARGIN: Final = 30
HEAD_HEIGHT: Final = 150
ROW_HEIGHT: Final = 54
LABEL_WIDTH: Final = 210
BOX_SIZE: Final = 36
GAP: Final = 6
Mark: TypeAlias = Literal["on", "off", "tick", "cross"]


class CardRow(Value):
    """One line of the card: its name, boxes with their words and marks, and a note behind them."""

    name: str
    boxes: tuple[tuple[str, Mark], ...]
    note: str = ""
    ink: Rgb | None = None


def draw_card(view: DogfightView, jet: Jet, *, theme: ThemeName = "dark") -> Picture:
    """A jet's card as the view has it; the same view, the same bytes. GameError for an unknown theme."""
    return picture_of(_painted(view, jet, theme), " ".join(card_text(view, jet).split("\n"))[:LONGEST_ALT].strip())


def rows_of(view: DogfightView, jet: Jet) -> tuple[CardRow, ...]:
    """The card's lines, top to bottom."""
    known = view.known
    kind, fastest = card(known, jet), max_speed(known, jet)
    low, high = number(known.options, "altitude_min"), number(known.options, "altitude_max")
    keep = tables(known.options)["JET-T04"].cell(kind.maneuverability, "keep")
    hits = number(known.options, "hits_to_destroy")
    state = jet.fate or ("stalled" if jet.stalled else "flying")
    boxes = (*jet.maneuvers.boxes, ("Burner", jet.afterburner))
    hard: list[tuple[str, Mark]] = [(name, "tick" if ticked else "off") for name, ticked in boxes]
    speeds = range(max(kind.max_speed, jet.speed) + 1)
    return (
        CardRow(
            "Maneuverability",
            _chosen(MANEUVERABILITY_CLASSES, kind.maneuverability),
            f"a turn roll keeps the {keep} of 3 dice",
        ),
        CardRow("Energy Factor", _chosen(SPEED_FACTORS, kind.factor), "dice above it add Speed"),
        CardRow(
            "Speed",
            tuple((str(at), "on" if at == jet.speed else "cross" if at > fastest else "off") for at in speeds),
            f"maximum {fastest}" + (", less by a hit" if fastest < kind.max_speed else ""),
        ),
        CardRow("Altitude", _chosen(range(low, high + 1), jet.altitude)),
        CardRow(
            "Heading", _chosen(range(1, 7), jet.heading), f"{HEADINGS[jet.heading]}, hex {grid(known).number(jet.at)}"
        ),
        CardRow("This turn", tuple(hard)),
        CardRow(
            "Hits", tuple(("", "cross" if at < jet.hits else "off") for at in range(hits)), state, rgb(SHOT_COLOUR)
        ),
        *_stores(view, jet, kind),
    )


def _chosen(all_of_them: tuple[str, ...] | range, one: str | int) -> tuple[tuple[str, Mark], ...]:
    return tuple((str(each), "on" if each == one else "off") for each in all_of_them)


def _stores(view: DogfightView, jet: Jet, kind: Aircraft) -> tuple[CardRow, ...]:
    """Fuel and attacks left; other sides' are not known."""
    if jet.stores is None:
        return (CardRow("Fuel, guns, missiles", (), "not known to you"),)
    start = max(number(view.known.options, "fuel_start"), jet.stores.fuel)
    low = ": little" if fuel_warning(jet) else ""
    return (
        CardRow("Fuel", _left_boxes(jet.stores.fuel, start), f"{jet.stores.fuel} left{low}", rgb(FUEL_COLOUR)),
        CardRow("Guns", _left_boxes(jet.stores.guns, max(kind.guns, jet.stores.guns)), "" if kind.guns else "none"),
        CardRow(
            "Missiles",
            _left_boxes(jet.stores.missiles, max(kind.missiles, jet.stores.missiles)),
            "" if kind.missiles else "none",
        ),
    )


def _left_boxes(left: int, whole: int) -> tuple[tuple[str, Mark], ...]:
    return tuple(("", "on" if at < left else "cross") for at in range(whole))


def _painted(view: DogfightView, jet: Jet, theme: ThemeName) -> Image.Image:
    known = view.known
    look = sky_theme(theme, day=known.sun != "night")
    looks = looks_of(view, look)
    palette = sky_palette(look, looks)
    rows = rows_of(view, jet)
    height = HEAD_HEIGHT + len(rows) * ROW_HEIGHT + MARGIN
    image = blank(CARD_WIDTH, height, palette)
    pen = Pen(image, palette)
    banner, kind = looks[jet.side], card(known, jet)
    name = drawable(jet.name, 40, jet.id) or jet.id
    head = f"{jet.id}  {name}"
    pen.write(head, MARGIN, 46, fit_size(head, 38, CARD_WIDTH - 220), banner.colour)
    pen.write(f"{kind.name} · in service {kind.service}", MARGIN, 88, 24, look.ink)
    pen.write(f"{banner.name} · turn {known.now.turn}", MARGIN, 120, 20, look.soft, bold=False)
    number_of = sorted(known.sides).index(jet.side)
    sign = jet_sign(banner, number_of, 1, 48, palette, own=jet.side == view.side, heavy=is_heavy(view, jet))
    sign.put(image, CARD_WIDTH - 96, 76)
    draw = ImageDraw.Draw(image)
    edge = tone(palette, look.panel_edge)
    draw.line((MARGIN, HEAD_HEIGHT - 8, CARD_WIDTH - MARGIN, HEAD_HEIGHT - 8), fill=edge)
    for at, row in enumerate(rows):
        _row(pen, row, HEAD_HEIGHT + 20 + at * ROW_HEIGHT, banner.colour)
    draw.rectangle((0, 0, CARD_WIDTH - 1, height - 1), outline=edge, width=2)
    return image


def _row(pen: Pen, row: CardRow, y: int, colour: Rgb) -> None:
    theme, palette, draw = pen.theme, pen.palette, ImageDraw.Draw(pen.image)
    pen.write(row.name, MARGIN, y, 22, theme.soft)
    x, ink = MARGIN + LABEL_WIDTH, row.ink or colour
    strokes = Strokes(pen.image, palette, theme.panel)
    for text, mark in row.boxes:
        wide = max(BOX_SIZE, round(length(text, 20)) + 18)
        box = (x, y - BOX_SIZE // 2, x + wide, y + BOX_SIZE // 2)
        filled = mark in {"on", "tick"}
        fill = tone(palette, mix(theme.panel, ink, 0.35) if filled else theme.panel)
        draw.rectangle(box, fill=fill, outline=tone(palette, ink if filled else theme.faint), width=3 if filled else 1)
        if text:
            pen.write(text, x + wide / 2, y, 20, theme.ink if filled else theme.soft, at="m", bold=filled)
        if mark == "cross":
            strokes.line([(x + 8, y - 10), (x + wide - 8, y + 10)], rgb(SHOT_COLOUR), 3)
            strokes.line([(x + 8, y + 10), (x + wide - 8, y - 10)], rgb(SHOT_COLOUR), 3)
        x += wide + GAP
    if row.note:
        left = x + 12 if row.boxes else x
        pen.write(row.note, left, y, fit_size(row.note, 20, CARD_WIDTH - MARGIN - left), theme.soft, bold=False)
