"""The reason that is written beside what a host or the game master changes."""

from rules.errors import GameError


def clean_reason(reason: str) -> str:
    """A reason as one line; GameError if there is none or it is too long."""
    why = " ".join(reason.split())
    if not 1 <= len(why) <= LONGEST_REASON or not why.isprintable():
        raise GameError(f"Give a reason in 1 to {LONGEST_REASON} ordinary characters; it is kept with the change.")
    return why


LONGEST_REASON = 500
