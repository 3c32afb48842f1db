"""What people read is plain English: the sentence shapes of docs/styling.md's table are in no text and on no page."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.test_docs import BLOCK, PAGES, ROOT, SPAN, read, texts

ROOMS: Final = ("cogs", "umpire", "render", "rules", "sandbox", "storage", "program")
SHAPES: Final = {
    "is no": r"(?:^|[}'\"”)`]|\b(?:[Tt]his|[Tt]hat|which)) is no (?!longer|more|such|room|way|other|use)(?:[a-z]|$)",
    "of yours": r"\bof (?:yours|the bot's)\b",
    "is told": r"\b(?:is|are|be) told\b|\btells (?:what|who|whether|how|where|of|its|price|their)\b",
    "any more": r"\bany more\b",
    "whoever": r"\b[Ww]ho(?:m)?ever\b",
    "mend": r"\b[Mm]end(?:s|ed|ing)?\b",
    "has it otherwise": r"\b(?:has it|comes? out|came out|play|played|has) otherwise\b",
    "stands": r"\bstands? (?:on|in|there|here|below|above|open|idle|still|twice)\b|\bas (?:it|things|they) stand",
    "the book": r"\b[Bb]y the book\b|\b[Tt]he book(?:'s word| has its word| rules,| answers| decided| decides| suggests)\b",
    "comes of": r"\b(?:comes?|came) of (?:it|that|them)\b|\bto come of\b|\bcomes about\b",
    "leave out": r"\b[Ll]eave out(?: for|:)",
    "desk": r"\b[Dd]esks?\b",
}
"""The shapes that docs/styling.md replaces, by their name there."""
SPELLINGS: Final = {
    "colour": r"(?<!#)\bcolor(?:s|ed|ing|less)?\b(?!:)",
    "grey": r"\bgray\b",
    "metre": r"\bmeters?\b",
    "neighbour": r"\bneighbor\w*",
    "behaviour": r"\bbehavior\w*",
    "favour, honour, labour, harbour": r"\b(?:favor|honor|labor(?!ator)|harbor)\w*",
    "catalogue": r"\bcatalogs?\b",
    "licence": r"\blicenses?\b",
    "organise, recognise, realise, summarise": r"\b(?:organiz|recogniz|realiz|summariz)\w+",
    "analyse": r"\banalyz\w+",
    "cancelled, travelled, modelled": r"\b(?:cancel|travel|model)(?:ed|ing)\b",
    "centre": r"\bcent(?:er)(?:s|ed)?\b",
    "armor": r"\barmour\w*",
    "defense": r"\bdefences?\b",
    "maneuver": r"\bmanoeuv\w+",
}
"""British, and the games' own words as they are printed; each with the spellings that it replaces."""
AS_PRINTED: Final = (
    r"(?:medical|communications|information) centers?|(?:an? |\b)center or command post|Open Font License"
)
"""The games' own words, and other people's names."""
ITSELF: Final = "docs/styling.md"


@cache
def program_texts() -> tuple[tuple[str, str], ...]:
    """Every text of the program that has a space, beside its file."""
    files = [ROOT / "bot.py", *(path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))]
    return tuple((str(path.relative_to(ROOT)), text) for path in files for text in texts(path) if " " in text)


@pytest.mark.parametrize("shape", SHAPES)
def test_no_text_of_the_program_has_it(shape: str) -> None:
    found = [f"{name}: {text.strip()[:120]}" for name, text in program_texts() if re.search(SHAPES[shape], text)]
    assert found == []


@pytest.mark.parametrize("shape", SHAPES)
def test_no_page_has_it(shape: str) -> None:
    found = [
        f"{path}: {hit[0]}"
        for page in PAGES
        if (path := str(page.relative_to(ROOT))) != ITSELF
        for hit in re.finditer(SHAPES[shape], read(page))
    ]
    assert found == []


@pytest.mark.parametrize("word", SPELLINGS)
def test_there_is_one_spelling(word: str) -> None:
    written = [*program_texts(), *((str(page.relative_to(ROOT)), prose(page)) for page in PAGES)]
    found = [
        f"{name}: {hit[0]}"
        for name, text in written
        if name != ITSELF and "{color:" not in text  # a style sheet
        for hit in re.finditer(SPELLINGS[word], re.sub(AS_PRINTED, "", text, flags=re.IGNORECASE), re.IGNORECASE)
    ]
    assert found == []


def prose(page: Path) -> str:
    """A page without its code and without where its links lead."""
    return re.sub(r"\]\([^)]*\)", "]", SPAN.sub("", BLOCK.sub("", read(page))))


def test_the_page_on_wording_has_all_of_them() -> None:
    page = read(Path(ROOT / ITSELF))
    assert [shape for shape in SHAPES if f"| {shape} |" not in page] == []
    assert [word for word in SPELLINGS if f"| {word} |" not in page] == []
