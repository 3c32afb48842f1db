"""What a game master sets for their game, kept as one document with the game."""

from typing import Literal, TypeAlias

from rules.values import GameError, Value, field
from umpire.games.schedule import Schedule

MOST_REMINDERS = 5
MOST_EXTENSION_HOURS = 24 * 28
MOST_GRACE_MINUTES = 24 * 60
MOST_CREDIT_HOURS = 24 * 28
MOST_BANK_HOURS = 24 * 60
MOST_MISSED = 12
MOST_BOOK_HOURS = 24 * 28

Spectators: TypeAlias = Literal["nobody", "at-peace", "everybody"]
"""Who of the others may look on where some of a game's players fight in a thread of their own."""
Calendar: TypeAlias = Literal["all", "gm"]
"""Who reads in the calendar when a game's players are away: everybody, or its game master alone."""
DeputiesFrom: TypeAlias = Literal["outside", "players"]
"""Who may be a player's deputy: those who have no seat in the game and never had one, or its other players too."""
Ruling: TypeAlias = Literal["person", "book", "council"]
"""Who rules on what no rule covers: the game master; the book alone; or the players, by vote, where somebody asks in plain
words, and the book on all else."""


class Options(Value):
    """`review`: results are drafts until the game master publishes. `early`: the turn is resolved as soon as all are
    ready. `solo`: the game master may hold a player's seat. `reminder_hours` before each deadline; `grace_minutes` are
    waited after it for those who are not ready; `extension_hours` is how far one deadline may be put off in all;
    of the bot's own downtime at most `credit_hours` are given back. `spectators` of what a part of the players fight out are
    those who are at peace with all of these, or everybody.

    Absence (docs/guides/gm-handbook.md): each side has `bank_hours` in its bank and takes at most `bank_turn_hours` of them in a
    turn; with `bank_asks` the calendar takes what brings a deadline past an absence. After so many turns missed running a player
    is reminded, a deputy acts, the seat is open (`missed_…`; 0 is never).

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
    calendar: Calendar = "all"
    bank_hours: int = 0
    bank_turn_hours: int = 24
    bank_asks: bool = False
    missed_remind: int = 0
    missed_deputy: int = 0
    missed_open: int = 0
    deputies: DeputiesFrom = "outside"
    gm: Ruling = "person"
    book_hours: int = 0
    wall: bool = False

    @property
    def book_rules(self) -> bool:
        """Whether the book answers what nobody has answered in time."""
        return self.gm != "person" or self.book_hours > 0


class GameSettings(Value):
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
    if not (0 <= options.bank_hours <= MOST_BANK_HOURS and 1 <= options.bank_turn_hours <= MOST_BANK_HOURS):
        raise GameError(f"A bank holds 0 to {MOST_BANK_HOURS} hours, of which 1 or more can be taken in a turn.")
    steps = [step for step in (options.missed_remind, options.missed_deputy, options.missed_open) if step]
    if any(not 1 <= step <= MOST_MISSED for step in steps):
        raise GameError(f"A step comes after 1 to {MOST_MISSED} missed turns, or with 0 never.")
    if steps != sorted(set(steps)):
        raise GameError(
            "The steps come one after the other: the reminder after fewer missed turns than the deputy, and the open seat after "
            "more than both (0 leaves a step out)."
        )
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
