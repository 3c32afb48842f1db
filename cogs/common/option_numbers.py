"""A number out of what was typed or chosen."""

from rules.errors import NotationError, quoted


def number_of(text: str) -> int:
    """An order's number as typed or picked; NotationError for anything else."""
    digits = text.strip().rstrip(".")
    if not digits.isdecimal() or not digits.isascii() or not 1 <= len(digits) <= 4 or not int(digits):
        raise NotationError(f"{quoted(text)} is no order's number; /orders show numbers them.")
    return int(digits)
