"""Every way a player can be told no: one sentence each, always fit to be shown as it stands."""

from collections.abc import Iterable
from typing import Final, TypeVar

from rules.values import Value

SHOWN: Final = 40
MOST_NAMED: Final = 8


class Meant(Value):
    """A word that names nothing, and what its writer may have meant: `lead` says so, `names` are all that they may be
    told of, `there` is how the list of them begins, and `tail` is what else to say.

    The error's own text lists the first names in their usual order, the same on every machine; whoever shows it to a
    person puts the nearest first (umpire/services/nearest.py).
    """

    lead: str
    word: str
    there: str
    names: tuple[str, ...]
    tail: str = ""


class GameError(Exception):
    """What the player did cannot be done; the text says why, `rule` is the ledger id it rests on, if any, and `meant` what
    a word that names nothing may have meant."""

    def __init__(self, message: str, *, rule: str | None = None, meant: Meant | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.meant = meant


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
    return unknown(GameError, f"There is no {what} {quoted(text)}.", text, "There are", known, rule=rule)


Refusal = TypeVar("Refusal", bound=GameError)


def unknown(
    kind: type[Refusal],
    lead: str,
    word: str,
    there: str,
    names: Iterable[str],
    *,
    tail: str = "",
    rule: str | None = None,
) -> Refusal:
    """What to raise for a word that names nothing: `lead`, then "`there`: " and the first of the names.

    `names` are only those that whoever wrote the word may know of, for all of them may be shown.
    """
    meant = Meant(lead, word, there, tuple(dict.fromkeys(names)), tail)
    return kind(listing(meant, meant.names), rule=rule, meant=meant)


def listing(meant: Meant, names: tuple[str, ...], more: str = "") -> str:
    """The sentence of a word that names nothing, with names in the order given; `more` stands after its lead."""
    shown = f"{', '.join(names[:MOST_NAMED]) or 'none'}{' …' if len(names) > MOST_NAMED else '.'}"
    return " ".join(
        part for part in (meant.lead, more, f"{meant.there}: {shown}" if meant.there else "", meant.tail) if part
    )


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
