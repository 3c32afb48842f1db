"""What players may write into an order: names, plain words, amounts."""

from typing import Final

from rules.errors import IllegalOrderError

LONGEST_TEXT: Final = 1500
LONGEST_NAME: Final = 60


def checked_name(name: str) -> str:
    """A name without odd white space, 1 to 60 printable characters; IllegalOrderError."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME:
        raise IllegalOrderError(f"A name has 1 to {LONGEST_NAME} characters; this has {len(tidy)}.", rule="CW-4.1-12")
    if not tidy.isprintable():
        raise IllegalOrderError("A name may hold only printable characters.", rule="CW-4.1-12")
    return tidy


def check_amount(cps: int) -> None:
    """IllegalOrderError for less than one CP (CW-5.0-19)."""
    if cps < 1:
        raise IllegalOrderError("Give the number of CPs, at least 1.", rule="CW-5.0-19")
