"""The typeface of the pictures: Source Sans Pro (SIL Open Font Licence), Pillow's own where it is not installed."""

import unicodedata
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

from PIL import ImageFont

from render.words.safe_text import bare

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
    line = bare(text, limit).replace("\uff20", "@")
    shown: list[str] = []
    lost = 0
    for character in line:
        if has_glyph(character):
            shown.append(character)
            continue
        simple = "".join(c for c in unicodedata.normalize("NFKD", character) if has_glyph(c) and c != " ")
        shown.append(simple)
        lost += not simple
    result = " ".join("".join(shown).split())
    return result if result and lost * 2 <= len(line) else otherwise


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight) -> float:
    """How long a line of words in this weight is in pixels."""
    return font(size, weight).getlength(text)


def length(text: str, size: int, *, bold: bool = True) -> float:
    """How long a line of words is in pixels."""
    return width(text, size, "Semibold" if bold else "Regular")


def fitted(text: str, size: int, room: float) -> int:
    """The size, made smaller as far as 9 until the words fit."""
    return round(fit(text, size, room, "Semibold", 9).size)


def fit(text: str, size: int, room: float, weight: Weight, least: int) -> Font:
    """The typeface at this size, or smaller as far as `least` until the words fit."""
    while size > least and width(text, size, weight) > room:
        size -= 1
    return font(size, weight)


def clipped(text: str, size: int, room: float, *, bold: bool = True) -> str:
    """The words, or as many of their letters as fit, with an ellipsis."""
    if length(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and length(f"{kept.rstrip()}…", size, bold=bold) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…" if kept else ""
