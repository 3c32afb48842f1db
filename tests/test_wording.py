"""What people read is plain English: the sentence shapes of docs/styling.md's table are in no text and on no page."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.test_docs import PAGES, ROOT, read, texts

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


def test_the_page_on_wording_has_all_of_them() -> None:
    page = read(Path(ROOT / ITSELF))
    assert [shape for shape in SHAPES if f"| {shape} |" not in page] == []
