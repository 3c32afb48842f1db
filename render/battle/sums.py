"""A roll's sum in words: the dice, every modifier with its reason, what they make, what was needed."""

from typing import Final

from render.words.safe_text import plain
from rules.events import Cause, Modifier

MINUS: Final = "\u2212"


def signed(one: Modifier) -> str:
    """A modifier with its sign and its reason: "−3 (range 5)"."""
    return f"{MINUS if one.value < 0 else '+'}{abs(one.value)} ({plain(one.reason, 120)})"


def dice_sum(cause: Cause) -> str:
    """A modified roll: "3+3 +1 (size class 1) −6 (range 10) = 1"; "" where nothing was rolled."""
    if not cause.rolls:
        return ""
    faces = "+".join(str(face) for face in cause.rolls[0].faces)
    terms = "".join(f" {signed(one)}" for one in cause.modifiers)
    return f"{faces}{terms} = {total_of(cause)}"


def total_of(cause: Cause) -> int:
    """The first roll with all modifiers."""
    return cause.rolls[0].total + sum(one.value for one in cause.modifiers)


def bare_sum(cause: Cause) -> str:
    """The same where the reasons stand beside it already: "6 +1 −6 = 1"."""
    terms = "".join(f" {MINUS if one.value < 0 else '+'}{abs(one.value)}" for one in cause.modifiers)
    return f"{cause.rolls[0].total}{terms} = {total_of(cause)}" if cause.rolls and terms else ""


def number_sum(cause: Cause, number: int) -> str:
    """A number that a die must not exceed, with what made it: "3 (point defense boxes) −1 (shots before this one) = 2"."""
    if len(cause.modifiers) < 2:
        return str(number)
    first, *rest = cause.modifiers
    terms = "".join(f" {signed(one)}" for one in rest)
    return f"{first.value} ({plain(first.reason, 120)}){terms} = {number}"
