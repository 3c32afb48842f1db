"""Lists for autocomplete: choosing 25 pairs by what was typed; and options that commands of several games have."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Annotated, Any, TypeAlias

from discord.app_commands import Choice

from cogs.common.interactions import Interaction
from render.canvas.theme import ThemeName
from rules.values import GameError, NotationError, quoted
from umpire.services.nearest import nearest

MOST_CHOICES = 25


LONGEST = 100


NOT_HELD = 3


Pair: TypeAlias = tuple[str, str]
"""What is shown, and what is sent as the option's value."""


Completer: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


def choices_from(pairs: Iterable[Pair], typed: str) -> list[Choice[str]]:
    """The 25 pairs that fit best what was typed: those that begin with it, then those that hold it at a word's beginning,
    then those that hold it at all; where there is none, those that come nearest to it."""
    wanted = typed.strip().casefold()
    known = list(pairs)
    ranks = [_rank(text.casefold(), value.casefold(), wanted) for text, value in known]
    fit = sorted((place for place, rank in enumerate(ranks) if rank < NOT_HELD), key=lambda place: ranks[place])
    chosen = fit or nearest(typed, [text for text, _ in known])
    return [Choice(name=short(known[place][0]), value=known[place][1][:LONGEST]) for place in chosen[:MOST_CHOICES]]


def _rank(text: str, value: str, wanted: str) -> int:
    if text.startswith(wanted) or value.startswith(wanted):
        return 0
    at = text.find(wanted)
    if at < 0:
        return NOT_HELD
    return 2 if text[at - 1].isalnum() else 1


def short(text: str) -> str:
    """A label that a suggestion can hold, cut between words."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rsplit(' ', 1)[0]}…"


def plain_text(text: str) -> str:
    """A player's name for something, as safe text without markdown escapes: choices are shown as they stand."""
    return "".join(c for c in text if c.isprintable())


def fixed(pairs: Callable[[], Iterable[Pair]]) -> Completer:
    """Suggestions that are the same for everybody."""

    async def callback(_: Interaction, typed: str) -> list[Choice[str]]:
        return choices_from(pairs(), typed)

    return callback


def asked(lister: Callable[[Interaction], Awaitable[Iterable[Pair]]]) -> Completer:
    """Suggestions that must be looked up; an empty list instead of an error."""

    async def callback(interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            return choices_from(await lister(interaction), typed)
        except GameError:
            return []

    return callback


ThemeOption = Annotated[ThemeName, "Colours"]


def number_of(text: str) -> int:
    """An order's number as typed or picked; NotationError for anything else."""
    digits = text.strip().rstrip(".")
    if not digits.isdecimal() or not digits.isascii() or not 1 <= len(digits) <= 4 or not int(digits):
        raise NotationError(f"{quoted(text)} is no order's number; /orders show numbers them.")
    return int(digits)
