"""How charts look: a calm ground, and lines told apart by colour, dash and marker, whatever eyes read them."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from render.canvas.theme import Rgb, rgb
from rules.errors import GameError
from rules.values import Value

Marker: TypeAlias = Literal["disc", "square", "triangle"]


class Stroke(Value):
    """One line of a panel: colour (Okabe and Ito's), dash in pixels (0 is solid) and marker."""

    colour: Rgb
    dash: int
    marker: Marker


class Look(Value):
    """A theme of charts; the three strokes of each panel stand out from `ground` by 3 to 1 at least."""

    ground: Rgb
    panel: Rgb
    rule: Rgb
    ink: Rgb
    soft: Rgb
    strokes: tuple[Stroke, Stroke, Stroke]


def _look(ground: int, panel: int, rule: int, ink: int, soft: int, lines: tuple[int, int, int]) -> Look:
    one, two, three = map(rgb, lines)
    strokes = Stroke(one, 0, "disc"), Stroke(two, 14, "square"), Stroke(three, 5, "triangle")
    return Look(rgb(ground), rgb(panel), rgb(rule), rgb(ink), rgb(soft), strokes)


LOOKS: Final[Mapping[str, Look]] = {
    "dark": _look(0x10131A, 0x171B24, 0x2B3140, 0xF2F4F8, 0xAEB6C4, (0x56B4E9, 0xE69F00, 0x2BC49A)),
    "light": _look(0xFBFAF7, 0xFFFFFF, 0xDDD9CF, 0x1B1F27, 0x565E6C, (0x0072B2, 0xB35900, 0x00795A)),
}


def look_named(name: str) -> Look:
    """A theme by name; GameError with those there are."""
    if name not in LOOKS:
        raise GameError(f"There is no chart theme of that name; choose {' or '.join(LOOKS)}.")
    return LOOKS[name]
