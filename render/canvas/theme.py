"""How the pictures look: typeface (Source Sans Pro, SIL Open Font Licence; Pillow's own where it is not installed), colours
by theme, how sides are told apart, and palettes of 256 colours with tables that tint or veil them."""

import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, Protocol, TypeAlias

from PIL import Image, ImageFont

from render.words.safe_text import bare
from rules.values import Flag, GameError, Value

Weight: TypeAlias = Literal["Light", "Regular", "Semibold", "Bold", "Black"]
Font: TypeAlias = ImageFont.FreeTypeFont


def folder() -> Path | None:
    """Where the typeface's files are; None if the package is not installed."""
    spec = find_spec("font_source_sans_pro")
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) / "files" if places else None


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Regular") -> Font:
    """The typeface at a size in pixels."""
    files = folder()
    if files is not None:
        return ImageFont.truetype(files / f"SourceSansPro-{weight}.ttf", size)
    fallback = ImageFont.load_default(size=size)
    if not isinstance(fallback, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType, so no text can be drawn; install its ordinary wheel")
    return fallback


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether the typeface can draw a character."""
    drawn = font(16)
    return character == " " or bytes(drawn.getmask(character)) != bytes(drawn.getmask("\uffff"))


def drawable(text: str, limit: int, otherwise: str = "") -> str:
    """A name as the typeface can show it: accents dropped where it lacks them; `otherwise` if too little is left."""
    composed = unicodedata.normalize("NFC", bare(text, limit))
    line = _without_marks(composed).replace("\uff20", "@")
    shown: list[str] = []
    lost = 0
    for character in line:
        if has_glyph(character):
            shown.append(character)
            continue
        letters = _without_marks(unicodedata.normalize("NFKD", character))
        simple = "".join(c for c in letters if has_glyph(c) and c != " ")
        shown.append(simple)
        lost += not simple
    result = " ".join("".join(shown).split())
    if lost:  # nothing stands where a sign was left out
        result = re.sub(r" +([,.;:!?])", r"\1", result)
    return result if result and lost * 2 <= len(line) else otherwise


def _without_marks(text: str) -> str:
    """A mark that no letter has taken up is drawn as a box of its own, although the typeface has it by itself."""
    return "".join(character for character in text if not unicodedata.combining(character))


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight) -> float:
    """How long a line of words in this weight is in pixels."""
    return font(size, weight).getlength(text)


def length(text: str, size: int, *, bold: bool = True) -> float:
    """How long a line of words is in pixels."""
    return width(text, size, "Semibold" if bold else "Regular")


def fit_size(text: str, size: int, room: float) -> int:
    """The size, made smaller as far as 9 until the words fit."""
    return round(fit(text, size, room, "Semibold", 9).size)


def fit(text: str, size: int, room: float, weight: Weight, least: int) -> Font:
    """The typeface at this size, or smaller as far as `least` until the words fit."""
    while size > least and width(text, size, weight) > room:
        size -= 1
    return font(size, weight)


def clip_text(text: str, size: int, room: float, *, bold: bool = True) -> str:
    """The words, or as many of their letters as fit, with an ellipsis."""
    if length(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and length(f"{kept.rstrip()}…", size, bold=bold) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…" if kept else ""


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


class Theme(Value, eq=False):
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
    lit: float
    remembered: float
    never: float
    tint: float
    pattern: float
    glow: float
    sides: tuple[Rgb, ...] = ()


def _look(value: object) -> object:
    """A number of the table as the colour it is, and each of several."""
    if isinstance(value, list):
        return tuple(map(_look, value))
    if isinstance(value, dict):
        return {key: _look(one) for key, one in value.items()}
    return rgb(value) if isinstance(value, int) else value


_TABLE: Final = tomllib.loads(Path(__file__).with_name("themes.toml").read_text(encoding="utf-8"))
DARK, LIGHT, COLOUR_BLIND = (
    Theme(**{name: _look(row[at]) for name, row in _TABLE.items()})  # type: ignore[arg-type] # the table has the fields
    for at in range(3)
)
THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (DARK, LIGHT, COLOUR_BLIND)}


def theme_named(name: str) -> Theme:
    """The theme of this name; GameError names those there are."""
    try:
        return THEMES[name]
    except KeyError:
        raise GameError(f"There is no such palette; choose {', '.join(THEMES)}.") from None


class Banner(Value):
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


MOST_COLOURS = 256


class Palette(Value, eq=False):
    """Colours in order, the image Pillow quantises to, and tables from index to index; compared by `key` alone."""

    theme: Theme
    key: str
    colours: tuple[Rgb, ...]
    image: Image.Image
    base: int
    lit: bytes
    remembered: bytes
    never: bytes
    tints: tuple[bytes, ...]
    marked: tuple[bytes, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Palette) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def index(self, colour: Rgb) -> int:
        """The index of the colour nearest to `colour`."""
        return nearest(self.colours, colour)

    def ramp(self, ink: Rgb, ground: Rgb) -> bytes:
        """A table from coverage (0 to 255) to the index of `ink` over `ground`, in five steps."""
        steps = [nearest(self.colours, mix(ground, ink, step / 4)) for step in range(5)]
        return bytes(steps[(value * 4 + 127) // 255] for value in range(256))


@lru_cache(maxsize=4096)
def nearest(colours: tuple[Rgb, ...], wanted: Rgb) -> int:
    """The index of the colour that looks most like `wanted`; of several that do, the first."""
    return all_nearest(colours, (wanted,))[0]


def all_nearest(colours: tuple[Rgb, ...], wanted: Iterable[Rgb]) -> list[int]:
    """For each of `wanted` the index of the colour that looks most like it, by `nearest`.

    Green counts most, so colours are looked at in order of their green, from where it is nearest, until it alone is too far."""
    by_green = _by_green(colours)
    found: dict[Rgb, int] = {}
    indices: list[int] = []
    for colour in wanted:
        if colour not in found:
            found[colour] = _nearest(by_green, colour)
        indices.append(found[colour])
    return indices


@lru_cache(maxsize=32)
def _by_green(colours: tuple[Rgb, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Green, index, red and blue of each colour, in that order."""
    return tuple(sorted((green, index, red, blue) for index, (red, green, blue) in enumerate(colours)))


def _nearest(by_green: tuple[tuple[int, int, int, int], ...], wanted: Rgb) -> int:
    red, green, blue = wanted
    at = bisect_left(by_green, (green,))
    best, found = 1 << 30, 0
    for going in (by_green[at:], by_green[at - 1 :: -1] if at else ()):
        for g, index, r, b in going:
            above = 6 * (g - green) ** 2
            if above > best:
                break
            away = above + 3 * (r - red) ** 2 + 2 * (b - blue) ** 2
            if away < best or (away == best and index < found):
                best, found = away, index
    return found
