"""Names that players gave, made safe to repeat: nobody is pinged, no sentence is turned round, no markup runs on."""

import re
import unicodedata
from typing import Final

LONGEST_NAME: Final = 80
LONGEST_WORD: Final = 25
LONGEST_ALT: Final = 1024
"""Discord takes no more characters as a picture's description."""
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LOOKALIKES: Final = str.maketrans({"@": "\uff20", "<": "\u2039", ">": "\u203a", "`": "'"})
_MARKUP: Final = re.compile(r"([\\*_~|#\[\]])")
_LIST: Final = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")


def bare(text: str, limit: int = LONGEST_NAME) -> str:
    """One line of visible characters, at most `limit` of them; for pictures, alt texts and code blocks. A sentence, whose limit
    is longer than a name's, ends at a word's end."""
    kept: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        if category == "Zs" or character in "\t\r\n\u2028\u2029":
            kept.append(" ")
        elif category not in _HIDDEN:
            marks = marks + 1 if category in {"Mn", "Me"} else 0
            if marks <= 2:
                kept.append(character)
    line = " ".join("".join(kept).split()).replace("`", "'").replace("@", "\uff20")
    if len(line) <= limit:
        return line
    short = line[: max(limit - 1, 0)]
    blank = f"{short}{line[len(short)]}".rfind(" ", limit - LONGEST_WORD) if limit > LONGEST_NAME else -1
    return short[: blank if blank > 0 else None].rstrip(" ,;:") + "…"


def plain(text: str, limit: int = LONGEST_NAME) -> str:
    """One line that Discord shows as it stands: no mention, link, code, heading or right-to-left trick survives.

    `limit` counts characters before the backslashes that neutralise markup are put in.
    """
    line = bare(text, limit).translate(_LOOKALIKES).replace("://", ": //")
    return _LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", line))


def paragraphs(text: str, limit: int = 3_500) -> str:
    """The game master's longer words: line ends stay, everything else as in `plain`."""
    lines = [plain(line, limit) for line in re.split(r"\r\n|[\n\r\u2028\u2029]", text)]
    words = "\n".join(lines).strip()
    while "\n\n\n" in words:
        words = words.replace("\n\n\n", "\n\n")
    return words if len(words) <= limit else words[: limit - 1].rstrip("\\ \n") + "…"


def count(number: int, one: str, many: str = "") -> str:
    """`1 ship`, `3 ships`; `many` for plurals that are not one + s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def capitalise(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def format_list(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def fit_facts(facts: list[str]) -> str:
    """As many facts as fit into a picture's description, never a part of one."""
    text = ""
    for fact in facts:
        longer = f"{text} {fact}".strip()
        if fact and len(longer) <= LONGEST_ALT:
            text = longer
    return text
