"""Lines of the Acceleration Record, both ways: "12: 5/3A+C+" (PW-M13)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.errors import NotationError, quoted
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.units import Craft

ENTRIES: Final = ("A+", "A+C+", "C+", "A-", "A-C-", "C-")
"""What is written for an acceleration toward A to F (PW-M05)."""

CHANGES: Final = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The signs of the A and C components toward A to F."""

MOST_DIGITS: Final = 6
LINE: Final = re.compile(
    r"(?:impulse\s+)?(?:(?P<impulse>\d{1,2})\s*:\s*)?"
    r"(?:(?P<whole>\d+)\s+(?P<over>\d+)/(?P<under>\d+)|(?P<top>\d+)(?:/(?P<bottom>\d+))?)?\s*"
    r"(?P<entry>[AC][+-](?:C[+-])?)(?P<evading>/EM)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One acceleration: toward which facing, at which multiple of standard, on which impulse (0: not said)."""

    facing: Facing
    multiple: Fraction = Fraction(1)
    evading: bool = False
    impulse: int = 0


def format_entry(facing: Facing, multiple: Fraction, *, evading: bool = False) -> str:
    """The entry as written, "5/3A+C+"; standard has no multiple, evasion adds /EM."""
    written = "" if multiple == 1 else str(multiple)
    return f"{written}{ENTRIES[facing % 6]}{'/EM' if evading else ''}"


def format_line(impulse: int, entry: str) -> str:
    """A line of the record: "12: 5/3A+C+"."""
    return f"{impulse}: {entry}"


def parse_entry(text: str) -> Entry:
    """An entry or a line as a player writes it, "5/3A+C+", "1 2/3 A+C+" or "12: A-"; NotationError says what is right."""
    found = LINE.fullmatch(text.strip())
    written = found["entry"].upper() if found else ""
    if found is None or written not in ENTRIES:
        raise NotationError(
            f"{quoted(text)} is no entry of an Acceleration Record; write A+, A-, C+, C-, A+C+ or A-C-, with a multiple"
            " before it if it is not standard, like 5/3A+C+."
        )
    return Entry(ENTRIES.index(written), _multiple(text, found), bool(found["evading"]), int(found["impulse"] or 0))


def _multiple(text: str, found: re.Match[str]) -> Fraction:
    numbers = [found[name] or "" for name in ("whole", "over", "under", "top", "bottom")]
    whole, over, under, top, bottom = numbers
    if any(len(number) > MOST_DIGITS for number in numbers) or any(n and not int(n) for n in (under, bottom)):
        raise NotationError(f"{quoted(text)} has no multiple that can be meant; write one like 2/3, 5/3 or 1 2/3.")
    if whole:
        return int(whole) + Fraction(int(over), int(under))
    return Fraction(int(top), int(bottom or 1)) if top else Fraction(1)


def format_components(craft: Craft) -> str:
    """The record's two component entries, "A 4 3/4, C -1/2"; /EM after each while the craft evades (PW-C10, PW-A12)."""
    mark = "/EM" if craft.evading else ""
    return f"A {mixed(craft.velocity.a)}{mark}, C {mixed(craft.velocity.c)}{mark}"


def mixed(value: Fraction) -> str:
    """A number as a whole and a proper fraction: "4 3/4", "-1/2", "3"."""
    whole, part = divmod(abs(value), 1)
    words = " ".join(str(piece) for piece in (whole, part) if piece) or "0"
    return f"-{words}" if value < 0 else words
