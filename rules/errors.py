"""Every way a player can be told no: one sentence each, always fit to be shown as it stands."""

from collections.abc import Iterable
from typing import Final

SHOWN: Final = 40


class GameError(Exception):
    """What the player did cannot be done; the text says why, `rule` is the ledger id it rests on, if any."""

    def __init__(self, message: str, *, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class NotationError(GameError):
    """The text cannot be read: it is written wrong."""


class AmbiguousOrderError(GameError):
    """The text can be read in more than one way."""


class IllegalOrderError(GameError):
    """The order can be read and the rules forbid it; give `rule`."""


class WrongPhaseError(GameError):
    """The game is not at the point where this can be done."""


class NotYoursError(GameError):
    """The thing belongs to another side, or to nobody this player knows of."""


def none_such(what: str, text: str, known: Iterable[str], rule: str | None = None) -> GameError:
    """What to raise for a word that names none of those there are; it lists them."""
    return GameError(f"There is no {what} {quoted(text)}; there are {', '.join(known)}.", rule=rule)


def quoted(text: str, limit: int = SHOWN) -> str:
    """A player's own text made safe to repeat in an answer: inline code of at most `limit` characters.

    Control and formatting characters (line ends, right-to-left marks) and backticks are replaced, so that nothing in
    it can leave the inline code, ping anybody or turn the sentence round.
    """
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    safe = "".join(_safe(c) for c in shown).strip()
    return f"`{safe}`" if safe else "an empty text"


def _safe(character: str) -> str:
    if character == "`":
        return "'"
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
