"""What a game master sets for their game, kept as one document with the game."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.errors import GameError
from umpire.games.schedule import Schedule

MOST_REMINDERS = 5
MOST_EXTENSION_HOURS = 24 * 28
MOST_GRACE_MINUTES = 24 * 60
MOST_CREDIT_HOURS = 24 * 28
MOST_BOOK_HOURS = 24 * 28


Spectators: TypeAlias = Literal["nobody", "at-peace", "everybody"]
"""Who of the others may look on where some of a game's players fight in a thread of their own."""
Ruling: TypeAlias = Literal["person", "book", "council"]
"""Who rules on what no rule covers: the game master; the book alone; or the players, by vote, where somebody asks in plain
words, and the book on all else."""


@dataclass(frozen=True, slots=True)
class Options:
    """`review`: results are drafts until the game master publishes. `early`: the turn is resolved as soon as all are
    ready. `solo`: the game master may hold a player's seat. `reminder_hours` before each deadline; `grace_minutes` are
    waited after it for those who are not ready; `extension_hours` is how far one deadline may be put off in all;
    of the bot's own downtime at most `credit_hours` are given back. `spectators` of what a part of the players fight out are
    those who are at peace with all of these, or everybody.

    `gm` rules. What waits for a ruling longer than `book_hours` is answered by the book; 0 is never where a person rules, else
    at once. `wall`: the game master's seat tells no secret, so that whoever holds it may play, too (`solo`); it stays up until
    the game is over."""

    review: bool = False
    early: bool = True
    solo: bool = False
    reminder_hours: tuple[int, ...] = (24, 3)
    grace_minutes: int = 0
    extension_hours: int = 72
    credit_hours: int = 24
    spectators: Spectators = "nobody"
    gm: Ruling = "person"
    book_hours: int = 0
    wall: bool = False

    @property
    def book_rules(self) -> bool:
        """Whether the book answers what nobody has answered in time."""
        return self.gm != "person" or self.book_hours > 0


@dataclass(frozen=True, slots=True)
class GameSettings:
    """A game's schedule and options."""

    schedule: Schedule = field(default_factory=Schedule)
    options: Options = field(default_factory=Options)


def check_options(options: Options) -> None:
    """GameError for options that cannot be kept."""
    if len(options.reminder_hours) > MOST_REMINDERS or any(not 1 <= h <= 24 * 28 for h in options.reminder_hours):
        raise GameError(f"Give at most {MOST_REMINDERS} reminders, each 1 to {24 * 28} hours before the deadline.")
    if not 0 <= options.grace_minutes <= MOST_GRACE_MINUTES:
        raise GameError(f"The grace after a deadline is 0 to {MOST_GRACE_MINUTES} minutes.")
    if not 0 <= options.extension_hours <= MOST_EXTENSION_HOURS:
        raise GameError(f"A deadline can be put off by 0 to {MOST_EXTENSION_HOURS} hours in all.")
    if not 0 <= options.credit_hours <= MOST_CREDIT_HOURS:
        raise GameError(f"Of downtime, 0 to {MOST_CREDIT_HOURS} hours can be given back.")
    if not 0 <= options.book_hours <= MOST_BOOK_HOURS:
        raise GameError(f"The book's word is taken after 0 to {MOST_BOOK_HOURS} hours.")
    if options.wall and options.gm == "person":
        raise GameError(
            "Here the game master may play, and sees no secrets, so no person can rule: have the book do it, or a council of the "
            "players."
        )
    if options.wall and options.review:
        raise GameError(
            "Here the game master may play, and sees no secrets, so nobody can review results: leave review off."
        )
    if options.wall and not options.solo:
        raise GameError("Behind the wall the game master may play a side.")
