"""What people type, made plain before anything reads it: signs that phones, office programs and other keyboards put in.

`tidy` changes nothing that a reader could see, so it fits every text. `straight` also writes quotes, dashes and comparisons as
the notations have them. `order_line` is for a line of notation that was copied with its number."""

import re
import unicodedata
from typing import Final

OPENING_QUOTES: Final = {"“": "”", "„": "“”", "‟": "”", "«": "»", "»": "«", "〝": "〞"}
"""Typographic double quotes, each with what may close it."""
QUOTES: Final = {*OPENING_QUOTES, "”", "〞"}
DASHES: Final = "‐‑‒–—―−﹣－"
PLAIN_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys("’‘‛´", "'"),
        **dict.fromkeys(QUOTES, '"'),
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
    }
)
LINE_ENDS: Final = re.compile("\r\n|[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
BLANK_CHARACTERS: Final = "\t\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0"
INVISIBLE_CHARACTERS: Final = "\u00ad\u180e\u200b\u2060\ufeff"
"""Marks that phones and web pages put in: soft hyphens, byte order marks. Joiners stay, which emojis are made of, and so do marks
of direction: what holds one is refused, for nobody can see what it says."""
_BLANK, _UNSEEN = re.compile(f"[{BLANK_CHARACTERS}]"), re.compile(f"[{INVISIBLE_CHARACTERS}]")
_FULL_WIDTH: Final = re.compile("[\uff01-\uff5e]")
_ODD_CHARACTER: Final = re.compile(
    rf"[{BLANK_CHARACTERS}{INVISIBLE_CHARACTERS}{''.join(QUOTES)}{re.escape(DASHES)}\r\v\f\x1c\x1d\x1e\x85\u2028\u2029’‘‛´≤≥≠\uff01-\uff5e]"
)
"""What `straight` may have to change, Unicode forms apart."""
_STRAIGHT: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SINGLE: Final = re.compile(r"‘[^‘\n]*?’(?!\w)")
LIST_MARK: Final = re.compile(r"[ ]*(?:▸ )?(?:\[\d{1,3}\]|\d{1,3}[.)]|[-*•])[ ]+(?=[^\W_]|`)")


def tidy(text: str) -> str:
    """The same text with composed letters, `\\n` as line end and plain spaces, without marks that nobody sees."""
    composed = LINE_ENDS.sub("\n", unicodedata.normalize("NFC", text))
    return composed if composed.isascii() and "\t" not in composed else _BLANK.sub(" ", _UNSEEN.sub("", composed))


def straight(text: str) -> str:
    """`tidy` text with straight quotes, hyphens and `<=` for typographic ones; full-width letters and digits become plain.

    What stands in straight double quotes already stays as it is. A passage in typographic quotes is put into straight ones,
    and straight ones in it are escaped as in JSON.
    """
    if not _ODD_CHARACTER.search(text) and unicodedata.is_normalized("NFC", text):
        return text
    plain, at, begun = list[str](), 0, 0
    while at < len(text):
        end = _passage_end(text, at)
        if end > at + 1:
            plain += (_straight(text[begun:at]), _in_quotes(text[at:end]))
            begun = end
        at = end
    return "".join((*plain, _straight(text[begun:])))


def _straight(text: str) -> str:
    """A text without quoted passages."""
    return _FULL_WIDTH.sub(lambda sign: chr(ord(sign[0]) - 0xFEE0), tidy(text).translate(PLAIN_SIGNS))


def _in_quotes(passage: str) -> str:
    """A quoted passage in straight quotes."""
    if passage[0] == '"':
        return passage
    inner = tidy(passage[1:-1]).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'


def _passage_end(text: str, at: int) -> int:
    """Behind the quoted passage that begins at `at`, or behind the sign there if none does."""
    first = text[at]
    if first == '"':
        found = _STRAIGHT.match(text, at)
        return found.end() if found else at + 1
    if first == "‘" and (at == 0 or not text[at - 1].isalnum()):
        closing = _SINGLE.match(text, at)
        return closing.end() if closing else at + 1
    for last in range(at + 1, len(text) if first in OPENING_QUOTES else 0):
        if text[last] in OPENING_QUOTES[first]:
            return last + 1
        if text[last] == "\n":
            break
    return at + 1


def order_line(text: str) -> str:
    """`straight` text, each line without the number, dot or backticks it was copied with: `4. move ...` is `move ...`.

    A copied number has a dot or brackets and stands before a letter: `3 turn B` of a programme keeps its own.
    """
    return "\n".join(_uncopied(line) for line in straight(text).split("\n"))


def _uncopied(line: str) -> str:
    bare = LIST_MARK.sub("", line, count=1)
    code = re.fullmatch(r"\s*`([^`]*)`\s*", bare)
    return code[1] if code else bare


def folded(text: str) -> str:
    """A text as names are compared: without regard to capitals, blanks around it, and the signs that `straight` makes plain."""
    return " ".join(tidy(straight(text)).split()).casefold()
