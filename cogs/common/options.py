"""Options that commands of several games have."""

from typing import Annotated

from render.canvas.theme import ThemeName
from rules.errors import NotationError, quoted

ThemeOption = Annotated[ThemeName, "Colours"]


def number_of(text: str) -> int:
    """An order's number as typed or picked; NotationError for anything else."""
    digits = text.strip().rstrip(".")
    if not digits.isdecimal() or not digits.isascii() or not 1 <= len(digits) <= 4 or not int(digits):
        raise NotationError(f"{quoted(text)} is no order's number; /orders show numbers them.")
    return int(digits)
