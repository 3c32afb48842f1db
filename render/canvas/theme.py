"""Colours of the pictures: three themes, and how each side is told apart by colour, pattern and letter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from render.canvas.fonts import drawable
from rules.errors import GameError
from rules.sides import Flag

Rgb: TypeAlias = tuple[int, int, int]
ThemeName: TypeAlias = Literal["dark", "light", "colour-blind"]
Pattern: TypeAlias = Literal["plain", "rising", "level", "dotted", "falling", "upright", "crossed", "pearled"]
PATTERNS: Final[tuple[Pattern, ...]] = (
    "rising", "dotted", "level", "falling", "upright", "crossed", "pearled", "plain",
)  # fmt: skip


def rgb(value: int) -> Rgb:
    """0x336699 as red, green and blue."""
    return value >> 16 & 255, value >> 8 & 255, value & 255


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """`a` with `share` (0 to 1) of it replaced by `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def brightness(colour: Rgb) -> float:
    """Relative luminance, 0 to 1 (sRGB weights on linearised channels)."""
    linear = [(c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Rgb, b: Rgb) -> float:
    """Contrast ratio of two colours, 1 to 21, as web accessibility defines it."""
    bright, dark = sorted((brightness(a), brightness(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """One look; there are three, compared by identity.

    `sky` are the empty tones from plain to cloudy, `specks` distant stars; `fog` and shares veil hexes.
    """

    name: ThemeName
    sky: tuple[Rgb, Rgb, Rgb, Rgb]
    specks: tuple[Rgb, Rgb]
    grid: Rgb
    sector: Rgb
    ink: Rgb
    soft: Rgb
    faint: Rgb
    halo: Rgb
    panel: Rgb
    panel_edge: Rgb
    accent: Rgb
    stars: Mapping[str, Rgb]
    core: Rgb
    nebula: Rgb
    storms: Mapping[str, Rgb]
    rock: Rgb
    void: Rgb
    fog: Rgb
    remembered: float
    never: float
    tint: float
    pattern: float
    glow: float
    sides: tuple[Rgb, ...] = ()


def _hues(names: Sequence[str], *values: int) -> dict[str, Rgb]:
    """Colours by spectral class, hottest first, or by kind of storm."""
    return dict(zip(names, map(rgb, values), strict=True))


STORMS: Final = ("Ion", "Mag", "Grv", "Rad")
OKABE_ITO: Final = (0x56B4E9, 0xE69F00, 0x009E73, 0xCC79A7, 0xF0E442, 0x0072B2, 0xD55E00, 0xBBBBBB)
"""In an order that keeps neighbours apart in lightness too."""
_LOOKS: Final[Mapping[str, tuple[object, object, object]]] = {
    "name": ("dark", "light", "colour-blind"),
    "sky": ((0x080C1A, 0x0A0F1E, 0x0D1324, 0x11172C), (0xFBF8F0, 0xF9F5EB, 0xF6F1E6, 0xF2ECDF), (0x0B0D12,) * 4),
    "specks": ((0x2C3656, 0x65739A), (0xE3DBC8, 0xC9BFA8), (0x333842, 0x6A7080)),
    "grid": (0x1C2743, 0xDDD5C3, 0x252A34),
    "sector": (0x3A4C78, 0xA99D84, 0x4A5263),
    "ink": (0xF1F4FD, 0x1B2133, 0xFFFFFF),
    "soft": (0xA3B0D0, 0x4C556B, 0xB9C0CC),
    "faint": (0x6B7AA3, 0x7D8090, 0x858D9B),
    "halo": (0x05070F, 0xFFFDF8, 0x050608),
    "panel": (0x0D1326, 0xEFE8D8, 0x12151C),
    "panel_edge": (0x2B3A61, 0xBFB294, 0x3A414E),
    "accent": (0xE7C377, 0x8A5A12, 0xF0E442),
    "stars": (
        _hues("OBAFGKM", 0x7C9BFF, 0xA9C2FF, 0xE8EEFF, 0xFFF6D6, 0xFFDF6B, 0xFFA24D, 0xFF6347),
        _hues("OBAFGKM", 0x3357D6, 0x5B86E5, 0x8FA3C4, 0xD9C98A, 0xE8B21E, 0xE5812A, 0xCF3B2A),
        _hues("OBAFGKM", 0x56B4E9, 0x8FD0F2, 0xFFFFFF, 0xFFF9C4, 0xF0E442, 0xE69F00, 0xD55E00),
    ),
    "core": (0xFFFFFF, 0xFFFFFF, 0xFFFFFF),
    "nebula": (0x8A5BD6, 0x9A6FD0, 0x6C7FA8),
    "storms": (
        _hues(STORMS, 0x3FC6E8, 0xE05BB5, 0x59D08C, 0xC7D64A),
        _hues(STORMS, 0x1590B5, 0xB8338C, 0x238A55, 0x7F8A12),
        _hues(STORMS, 0x56B4E9, 0xCC79A7, 0x009E73, 0xF0E442),
    ),
    "rock": (0x9C8F82, 0x8A7C6C, 0x9A9A9A),
    "void": (0x000000, 0x14161F, 0x000000),
    "fog": (0x05070E, 0xA9A69F, 0x060709),
    "remembered": (0.26, 0.22, 0.26),
    "never": (0.42, 0.42, 0.42),
    "tint": (0.17, 0.15, 0.17),
    "pattern": (0.34, 0.36, 0.38),
    "glow": (0.55, 0.20, 0.50),
    "sides": ((), (), OKABE_ITO),
}
"""Every field of a theme in the dark, the light and the colour-blind one, whose ground is calm: no clouds."""


def _look(value: object) -> object:
    """A number of the table as the colour it is, and each of several."""
    if isinstance(value, tuple):
        return tuple(map(_look, value))
    return rgb(value) if isinstance(value, int) else value


DARK, LIGHT, COLOUR_BLIND = (
    Theme(**{name: _look(row[at]) for name, row in _LOOKS.items()})  # type: ignore[arg-type] # the table has the fields
    for at in range(3)
)
THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (DARK, LIGHT, COLOUR_BLIND)}


def theme_named(name: str) -> Theme:
    """The theme of this name; GameError names those there are."""
    try:
        return THEMES[name]
    except KeyError:
        raise GameError(f"There is no such palette; choose {', '.join(THEMES)}.") from None


@dataclass(frozen=True, slots=True)
class Banner:
    """How a side looks: colour (fit for the theme), pattern and letter, all three different for each side."""

    side: str
    name: str
    colour: Rgb
    pattern: Pattern
    letter: str


def banners(flags: Mapping[str, Flag], theme: Theme, others: Mapping[str, Flag] | None = None) -> dict[str, Banner]:
    """Every side's look, by its place in the order of ids; so a side looks the same to everybody, every turn.

    `others`, races of the game master's, come after the sides, in the same way."""
    taken: set[str] = set()
    found: dict[str, Banner] = {}
    for index, (side, flag) in enumerate([*sorted(flags.items()), *sorted((others or {}).items())]):
        called = flag.name.removeprefix("The ") + side
        wishes = [c.upper() for c in called if c.isascii() and c.isalpha()]
        letter = next((c for c in [*wishes, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"] if c not in taken), "?")
        taken.add(letter)
        colour = theme.sides[index % len(theme.sides)] if theme.sides else _readable(rgb(flag.colour), theme)
        found[side] = Banner(side, flag.name, colour, PATTERNS[index % len(PATTERNS)], letter)
    return found


def _readable(colour: Rgb, theme: Theme) -> Rgb:
    """The nearest tone of a colour that stands out from the theme's sky."""
    toward = theme.ink
    for step in range(10):
        tone = mix(colour, toward, step / 10)
        if contrast(tone, theme.sky[0]) >= 3.6:
            return tone
    return toward


class Named(Protocol):
    """A side of any game."""

    @property
    def name(self) -> str:
        """As players read it."""


def side_looks(sides: Mapping[str, Named], colours: Sequence[int], theme: Theme) -> dict[str, Banner]:
    """Each side's colour, pattern and letter, by its place in the order of ids: the same to everybody."""
    flags = {
        side: Flag(side, drawable(sides[side].name, 40, side), colours[at % len(colours)])
        for at, side in enumerate(sorted(sides))
    }
    return banners(flags, theme)
