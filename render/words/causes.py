"""The rule, modifiers and dice behind an event."""

from render.words.safe_text import plain
from rules.values import Cause, Modifier, Roll


def format_cause(cause: Cause) -> str:
    """The cause of an event of any game in one line: its rule, modifiers, dice, the referee's word."""
    reasons = [", ".join(_modifier(modifier) for modifier in cause.modifiers)] if cause.modifiers else []
    reasons += [format_dice(roll) for roll in cause.rolls]
    if cause.override:
        reasons.append(f"the referee's word: {plain(cause.override, 300)}")
    text = "; ".join(reasons)
    return f"{cause.rule}: {text}" if cause.rule and text else cause.rule or text


def _modifier(modifier: Modifier) -> str:
    sign = "−" if modifier.value < 0 else "+"
    return f"{sign}{abs(modifier.value)} {plain(modifier.reason, 120)}"


def format_dice(roll: Roll) -> str:
    """So many dice, their faces, and what they make."""
    faces = " + ".join(str(face) for face in roll.faces)
    total = f" = {roll.total}" if len(roll.faces) > 1 else ""
    return f"{len(roll.faces)}d{roll.sides}: {faces}{total}"
