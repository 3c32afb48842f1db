"""How charts look: a calm ground, and lines told apart by colour, dash and marker, whatever eyes read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from render.canvas.theme import Rgb, rgb
from rules.errors import GameError

Marker: TypeAlias = Literal["disc", "square", "triangle"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of a panel: colour (Okabe and Ito's), dash in pixels (0 is solid) and marker."""

    colour: Rgb
    dash: int
    marker: Marker


@dataclass(frozen=True, slots=True)
class Look:
    """A theme of charts; the three strokes of each panel stand out from `ground` by 3 to 1 at least."""

    ground: Rgb
    panel: Rgb
    rule: Rgb
    ink: Rgb
    soft: Rgb
    strokes: tuple[Stroke, Stroke, Stroke]


def _strokes(one: int, two: int, three: int) -> tuple[Stroke, Stroke, Stroke]:
    return Stroke(rgb(one), 0, "disc"), Stroke(rgb(two), 14, "square"), Stroke(rgb(three), 5, "triangle")


LOOKS: Final[Mapping[str, Look]] = {
    "dark": Look(
        ground=rgb(0x10131A),
        panel=rgb(0x171B24),
        rule=rgb(0x2B3140),
        ink=rgb(0xF2F4F8),
        soft=rgb(0xAEB6C4),
        strokes=_strokes(0x56B4E9, 0xE69F00, 0x2BC49A),
    ),
    "light": Look(
        ground=rgb(0xFBFAF7),
        panel=rgb(0xFFFFFF),
        rule=rgb(0xDDD9CF),
        ink=rgb(0x1B1F27),
        soft=rgb(0x565E6C),
        strokes=_strokes(0x0072B2, 0xB35900, 0x00795A),
    ),
}


def look_named(name: str) -> Look:
    """A theme by name; GameError with those there are."""
    if name not in LOOKS:
        raise GameError(f"There is no chart theme of that name; choose {' or '.join(LOOKS)}.")
    return LOOKS[name]
