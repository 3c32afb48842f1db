"""Colours of the pictures: three themes, and how each side is told apart by colour, pattern and letter."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

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


def _hues(*values: int) -> dict[str, Rgb]:
    """Colours of the spectral classes, hottest first."""
    return dict(zip("OBAFGKM", map(rgb, values), strict=True))


DARK: Final = Theme(
    name="dark",
    sky=(rgb(0x080C1A), rgb(0x0A0F1E), rgb(0x0D1324), rgb(0x11172C)),
    specks=(rgb(0x2C3656), rgb(0x65739A)),
    grid=rgb(0x1C2743),
    sector=rgb(0x3A4C78),
    ink=rgb(0xF1F4FD),
    soft=rgb(0xA3B0D0),
    faint=rgb(0x6B7AA3),
    halo=rgb(0x05070F),
    panel=rgb(0x0D1326),
    panel_edge=rgb(0x2B3A61),
    accent=rgb(0xE7C377),
    stars=_hues(0x7C9BFF, 0xA9C2FF, 0xE8EEFF, 0xFFF6D6, 0xFFDF6B, 0xFFA24D, 0xFF6347),
    core=rgb(0xFFFFFF),
    nebula=rgb(0x8A5BD6),
    storms={"Ion": rgb(0x3FC6E8), "Mag": rgb(0xE05BB5), "Grv": rgb(0x59D08C), "Rad": rgb(0xC7D64A)},
    rock=rgb(0x9C8F82),
    void=rgb(0x000000),
    fog=rgb(0x05070E),
    remembered=0.26,
    never=0.42,
    tint=0.17,
    pattern=0.34,
    glow=0.55,
)
LIGHT: Final = Theme(
    name="light",
    sky=(rgb(0xFBF8F0), rgb(0xF9F5EB), rgb(0xF6F1E6), rgb(0xF2ECDF)),
    specks=(rgb(0xE3DBC8), rgb(0xC9BFA8)),
    grid=rgb(0xDDD5C3),
    sector=rgb(0xA99D84),
    ink=rgb(0x1B2133),
    soft=rgb(0x4C556B),
    faint=rgb(0x7D8090),
    halo=rgb(0xFFFDF8),
    panel=rgb(0xEFE8D8),
    panel_edge=rgb(0xBFB294),
    accent=rgb(0x8A5A12),
    stars=_hues(0x3357D6, 0x5B86E5, 0x8FA3C4, 0xD9C98A, 0xE8B21E, 0xE5812A, 0xCF3B2A),
    core=rgb(0xFFFFFF),
    nebula=rgb(0x9A6FD0),
    storms={"Ion": rgb(0x1590B5), "Mag": rgb(0xB8338C), "Grv": rgb(0x238A55), "Rad": rgb(0x7F8A12)},
    rock=rgb(0x8A7C6C),
    void=rgb(0x14161F),
    fog=rgb(0xA9A69F),
    remembered=0.22,
    never=0.42,
    tint=0.15,
    pattern=0.36,
    glow=0.20,
)
COLOUR_BLIND: Final = Theme(
    name="colour-blind",
    sky=(rgb(0x0B0D12),) * 4,  # a calm ground: no clouds
    specks=(rgb(0x333842), rgb(0x6A7080)),
    grid=rgb(0x252A34),
    sector=rgb(0x4A5263),
    ink=rgb(0xFFFFFF),
    soft=rgb(0xB9C0CC),
    faint=rgb(0x858D9B),
    halo=rgb(0x050608),
    panel=rgb(0x12151C),
    panel_edge=rgb(0x3A414E),
    accent=rgb(0xF0E442),
    stars=_hues(0x56B4E9, 0x8FD0F2, 0xFFFFFF, 0xFFF9C4, 0xF0E442, 0xE69F00, 0xD55E00),
    core=rgb(0xFFFFFF),
    nebula=rgb(0x6C7FA8),
    storms={"Ion": rgb(0x56B4E9), "Mag": rgb(0xCC79A7), "Grv": rgb(0x009E73), "Rad": rgb(0xF0E442)},
    rock=rgb(0x9A9A9A),
    void=rgb(0x000000),
    fog=rgb(0x060709),
    remembered=0.26,
    never=0.42,
    tint=0.17,
    pattern=0.38,
    glow=0.50,
    # Okabe and Ito's colours, in an order that keeps neighbours apart in lightness too.
    sides=tuple(map(rgb, (0x56B4E9, 0xE69F00, 0x009E73, 0xCC79A7, 0xF0E442, 0x0072B2, 0xD55E00, 0xBBBBBB))),
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
