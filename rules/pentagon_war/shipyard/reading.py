"""Reading the pieces of a design's text: numbers, names, lists. Each refusal is one sentence."""

import re
from typing import Final

from rules.errors import NotationError, quoted

MOST: Final = 2560
LONGEST_NAME: Final = 40
MOST_PARTS: Final = 200
NAME_MARKS: Final = " -'."
NOTE_MARKS: Final = " -'.,:;!?()/%"
_NUMBER: Final = re.compile(r"[0-9]{1,4}", re.ASCII)


def number(text: str, what: str) -> int:
    """A whole number from 0 to `MOST`."""
    if not _NUMBER.fullmatch(text) or int(text) > MOST:
        raise NotationError(f"`{what}:` takes a whole number from 0 to {MOST}, not {quoted(text)}.")
    return int(text)


def numbers(text: str, what: str, count: int, wanted: str) -> tuple[int, ...]:
    """So many whole numbers, parted by spaces, commas or slashes."""
    found = [piece for piece in re.split(r"[\s,/]+", text) if piece]
    if len(found) != count:
        raise NotationError(f"`{what}:` takes {wanted}, not {quoted(text)}.")
    return tuple(number(piece, what) for piece in found)


def pair(text: str, what: str) -> tuple[int, int]:
    """Two whole numbers joined by a plus sign: "3 + 2"."""
    first, plus, second = text.partition("+")
    if not plus:
        raise NotationError(f"`{what}:` takes two numbers, like `{what}: 3 + 2`, not {quoted(text)}.")
    return number(first.strip(), what), number(second.strip(), what)


def parts(text: str, what: str) -> tuple[str, ...]:
    """The pieces of a list, parted by commas; empty for no text."""
    pieces = tuple(piece.strip() for piece in text.split(",")) if text else ()
    if len(pieces) > MOST_PARTS:
        raise NotationError(f"`{what}:` lists {len(pieces)} things; {MOST_PARTS} are the most.")
    return pieces


def some(piece: str, what: str) -> tuple[int, str]:
    """A number and what follows it: "2 laser" is (2, "laser"); without a number it is one."""
    head, _, rest = piece.partition(" ")
    if head and head[0].isdigit():
        return number(head, what), rest.strip().lower()
    return 1, piece.lower()


def free_text(text: str, what: str, longest: int = LONGEST_NAME, marks: str = NAME_MARKS) -> str:
    """A name or note: letters, digits, spaces and plain punctuation, so that it can be shown anywhere."""
    tidy = " ".join(text.split())
    if not is_free_text(tidy, longest, marks):
        raise NotationError(
            f"`{what}:` takes 1 to {longest} letters, digits, spaces and plain punctuation, not {quoted(text)}."
        )
    return tidy


def is_free_text(text: str, longest: int, marks: str = NAME_MARKS) -> bool:
    """Whether a text may stand as a name or note."""
    return 0 < len(text) <= longest and all(c.isalnum() or c in marks for c in text)


def counted(number: int, thing: str) -> str:
    """ "1 box", "3 boxes": a number with its thing in the right form."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}es" if thing.endswith(("x", "s", "ch")) else f"{number} {thing}s"
