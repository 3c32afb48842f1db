"""Measuring lettering, and cutting it to a width."""

from render.canvas.fonts import font


def length(text: str, size: int, *, bold: bool = True) -> float:
    """How long a line of words is in pixels."""
    return font(size, "Semibold" if bold else "Regular").getlength(text)


def fitted(text: str, size: int, room: float) -> int:
    """The size, made smaller as far as 9 until the words fit."""
    while size > 9 and length(text, size) > room:
        size -= 1
    return size
