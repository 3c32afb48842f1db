"""When turns are due (weekly at a zone's local hour, or every so many hours), how people write schedules and days, and what
else a game master sets for their game, kept as one document with the game."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal, TypeAlias

from render.words.game_letters import BY_HAND, WHEN_ALL_READY
from rules.values import GameError, NotationError, Value, field, quoted
from umpire.games.durations import format_hours, is_duration, parse_days, parse_hours
from umpire.games.time_zones import parse_zone, zone_of

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MOST_HOURS: Final = 24 * 60
SCHEDULE_EXAMPLES: Final = "`weekly Sunday 20:00 Europe/Berlin`, `every 48h` or `none`"
DUE_PREFIX: Final = "Turns are due "
_WEEKLY: Final = re.compile(r"(?:weekly )?(?:on )?(?!weekly)(\S+) (?:at )?(\S+)(?: (.+))?", re.IGNORECASE)
_EVERY: Final = re.compile(r"every (.+)", re.IGNORECASE)
NO_SCHEDULE: Final = frozenset({"none", BY_HAND, WHEN_ALL_READY})
"""How a campaign without a schedule is spoken of."""
_TIME: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})")
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAY_EXAMPLES: Final = "`24 December`, `2026-12-24`, `Friday`, `tomorrow` or `10 days`"
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DOTS: Final = re.compile(r"([0-9]{1,2})\.\s?([0-9]{1,2})\.(?:\s?([0-9]{4}))?")
_NAMED: Final = re.compile(
    r"(?:([0-9]{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})|([a-z]{3,9}) ([0-9]{1,2})(?:st|nd|rd|th)?),?(?: ([0-9]{4}))?"
)


class Schedule(Value):
    """`kind` "weekly" uses weekday (0 is Monday), hour, minute and zone; "every" uses hours; with "none" the game
    master alone advances."""

    kind: Literal["none", "weekly", "every"] = "none"
    weekday: int = 0
    hour: int = 20
    minute: int = 0
    zone: str = "UTC"
    hours: int = 0

    def __str__(self) -> str:
        """As `parse_schedule` reads it."""
        match self.kind:
            case "none":
                return "none"
            case "every":
                return f"every {self.hours}h"
            case "weekly":
                return f"weekly {WEEKDAYS[self.weekday]} {self.hour:02}:{self.minute:02} {self.zone}"


def describe(schedule: Schedule) -> str:
    """The schedule in a few words, as players read it."""
    match schedule.kind:
        case "none":
            return BY_HAND
        case "every":
            return f"every {format_hours(schedule.hours)}"
        case "weekly":
            return f"{WEEKDAYS[schedule.weekday]}s at {schedule.hour:02}:{schedule.minute:02} ({schedule.zone})"


def describe_due(options: "Options", schedule: Schedule) -> str:
    """The same as players of a campaign read it: without a schedule and a game master who resolves turns, when all are ready."""
    return WHEN_ALL_READY if options.wall and schedule.kind == "none" else describe(schedule)


def interval(schedule: Schedule) -> timedelta:
    """The usual time between two deadlines; nothing without a schedule."""
    match schedule.kind:
        case "none":
            return timedelta(0)
        case "every":
            return timedelta(hours=schedule.hours)
        case "weekly":
            return timedelta(weeks=1)


def next_due(schedule: Schedule, now: datetime, last_due: datetime | None = None) -> datetime | None:
    """The deadline, in UTC, of a turn that opens at `now`; None without a schedule.

    Without `last_due` it is the first after `now`: the next such hour of the week, or so many hours from now. With the
    deadline before (`last_due`) the rhythm is kept from there, whether the turn ended early, late or in its grace: the
    first moment of the rhythm that leaves at least half an interval for orders.
    """
    now = now.astimezone(UTC)
    step = interval(schedule)
    match schedule.kind:
        case "none":
            return None
        case "weekly":
            return _next_weekly(schedule, now if last_due is None else now + step / 2)
        case "every":
            if last_due is None:
                return now + step
            last = last_due.astimezone(UTC)
            return last + ((now + step / 2 - last) // step + 1) * step


def _next_weekly(schedule: Schedule, after: datetime) -> datetime:
    """Strictly after; tries the days round it too, for an hour over which a zone skipped a whole day."""
    zone = zone_of(schedule.zone)
    at = time(schedule.hour, schedule.minute)
    day = after.astimezone(zone).date() - timedelta(days=2)
    day += timedelta(days=(schedule.weekday - day.weekday()) % 7)
    while True:
        # fold 0: over a gap the offset from before it (which adds the gap), of two equal hours the first.
        due = datetime.combine(day, at, zone).astimezone(UTC)
        if due > after:
            return due
        day += timedelta(days=7)


def check_schedule(schedule: Schedule) -> None:
    """GameError for a schedule that no clock can keep."""
    if schedule.kind == "every" and not 1 <= schedule.hours <= MOST_HOURS:
        raise GameError(f"Turns can be due every 1 to {MOST_HOURS} hours, not every {schedule.hours}.")
    if schedule.kind == "weekly":
        zone_of(schedule.zone)
        if not (0 <= schedule.weekday <= 6 and 0 <= schedule.hour <= 23 and 0 <= schedule.minute <= 59):
            raise GameError("A weekly deadline needs a weekday, an hour from 0 to 23 and a minute from 0 to 59.")


def parse_schedule(text: str) -> Schedule:
    """Read `weekly Sunday 20:00 Europe/Berlin`, `every 48h` or `none`, and whatever `describe` writes. NotationError with what
    is wrong."""
    words = " ".join(text.split()).removesuffix(".")
    words = words[len(DUE_PREFIX) :] if words.casefold().startswith(DUE_PREFIX.casefold()) else words
    if words.casefold() in NO_SCHEDULE:
        return Schedule()
    if every := _EVERY.fullmatch(words):
        hours = parse_hours(every[1])
        if not 1 <= hours <= MOST_HOURS:
            raise NotationError(f"Turns can be due every 1 to {MOST_HOURS} hours, not every {hours}.")
        return Schedule("every", hours=hours)
    if (weekly := _WEEKLY.fullmatch(words)) and (words.casefold().startswith("weekly") or _is_weekday(weekly[1])):
        hour, minute = _parse_time(weekly[2])
        if weekly[3] is None:
            raise NotationError("Which time zone? Name one, for instance `weekly Sunday 20:00 Europe/Berlin`.")
        return Schedule("weekly", _parse_weekday(weekly[1]), hour, minute, parse_zone(weekly[3]))
    if words.casefold() in {"monthly", "daily"}:
        raise NotationError(f"Write {'`every 4 weeks`' if words.casefold() == 'monthly' else '`every day`'}.")
    raise NotationError(f"A schedule is written like {SCHEDULE_EXAMPLES}, not {quoted(text)}.")


def _is_weekday(word: str) -> bool:
    return any(word.lower() in {name.lower(), f"{name.lower()}s", name.lower()[:3]} for name in WEEKDAYS)


def _parse_weekday(word: str) -> int:
    found = [i for i, name in enumerate(WEEKDAYS) if len(word) >= 2 and f"{name.lower()}s".startswith(word.lower())]
    if len(found) != 1:
        raise NotationError(f"{quoted(word)} is not a weekday. Write {', '.join(WEEKDAYS)}.")
    return found[0]


def _parse_time(word: str) -> tuple[int, int]:
    found = _TIME.fullmatch(word)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise NotationError(f"{quoted(word)} is not a time of day. Write hours and minutes from 00:00 to 23:59.")
    return int(found[1]), int(found[2])


def parse_day(text: str, today: date, since: date | None = None) -> date:
    """A day, the next of its kind where no year is given; a span counts from `since` if that is given, else from today.

    NotationError with what is wrong.
    """
    words = " ".join(text.split()).lower()
    base = since or today
    if words in {"today", "now"}:
        return today
    if words == "tomorrow":
        return today + timedelta(days=1)
    weekdays = [at for at, name in enumerate(WEEKDAYS) if len(words) >= 3 and name.lower().startswith(words)]
    if len(weekdays) == 1:
        return base + timedelta(days=(weekdays[0] - base.weekday()) % 7)
    if iso := _ISO.fullmatch(words):
        return _date(int(iso[1]), int(iso[2]), int(iso[3]), text)
    if dots := _DOTS.fullmatch(words):
        return _next(int(dots[1]), int(dots[2]), dots[3], base, text)
    if named := _NAMED.fullmatch(words):
        day, name = (named[1], named[2]) if named[1] else (named[4], named[3])
        months = [at for at, month in enumerate(MONTHS, 1) if month.lower().startswith(name)]
        if len(months) == 1:
            return _next(int(day), months[0], named[5], base, text)
    if is_duration(words):
        return base + timedelta(days=parse_days(words))
    raise NotationError(f"A day is written like {DAY_EXAMPLES}, not {quoted(text)}.")


def _next(day: int, month: int, year: str | None, base: date, text: str) -> date:
    """The day of this year, or of the next where it would be before `base`."""
    if year is not None:
        return _date(int(year), month, day, text)
    for later in range(9):  # the 29th of February comes every fourth year, or every eighth
        try:
            found = date(base.year + later, month, day)
        except ValueError:
            continue
        if found >= base:
            return found
    return _date(base.year, month, day, text)


def _date(year: int, month: int, day: int, text: str) -> date:
    try:
        return date(year, month, day)
    except ValueError as wrong:
        raise NotationError(f"There is no such day as {quoted(text)}.") from wrong


def today_in(now: datetime, zone: str) -> date:
    """What day it is in a time zone."""
    return now.astimezone(zone_of(zone)).date()


def day_begins(day: date, zone: str) -> int:
    """When a day begins in a time zone, in UTC seconds; where midnight is skipped, the first moment after."""
    return int(datetime.combine(day, time(0), zone_of(zone)).astimezone(UTC).timestamp())


def day_ends(day: date, zone: str) -> int:
    """When a day is over in a time zone, in UTC seconds."""
    return day_begins(day + timedelta(days=1), zone)


def format_day(day: date) -> str:
    """A day in words: 24 December 2026."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


MOST_REMINDERS = 5
MOST_EXTENSION_HOURS = 24 * 28
MOST_GRACE_MINUTES = 24 * 60
MOST_CREDIT_HOURS = 24 * 28
MOST_BANK_HOURS = 24 * 60
MOST_MISSED = 12
MOST_RULING_HOURS = 24 * 28

Spectators: TypeAlias = Literal["nobody", "at-peace", "everybody"]
"""Who of the others may look on where some of a game's players fight in a thread of their own."""
Calendar: TypeAlias = Literal["all", "gm"]
"""Who reads in the calendar when a game's players are away: everybody, or its game master alone."""
DeputiesFrom: TypeAlias = Literal["outside", "players"]
"""Who may be a player's deputy: those who have no seat in the game and never had one, or its other players too."""
Ruling: TypeAlias = Literal["person", "book", "council"]
"""Who rules on what no rule covers: the game master; the program alone, by default rulings; or the players, by vote, where
somebody asks in plain words, and default rulings on all else."""


class Options(Value):
    """`review`: results are drafts until the game master publishes. `early`: the turn is resolved as soon as all are
    ready. `solo`: the game master may hold a player's seat. `reminder_hours` before each deadline; `grace_minutes` are
    waited after it for those who are not ready; `extension_hours` is how far one deadline may be put off in all;
    of the bot's own downtime at most `credit_hours` are given back. `spectators` of what a part of the players fight out are
    those who are at peace with all of these, or everybody.

    Absence (docs/guides/gm-handbook.md): each side has `bank_hours` in its bank and takes at most `bank_turn_hours` of them in a
    turn; with `bank_asks` the calendar takes what brings a deadline past an absence. After so many turns missed running a player
    is reminded, a deputy acts, the seat is open (`missed_…`; 0 is never).

    `gm` rules. What waits for a ruling longer than `book_hours` has its default ruling; 0 is never where a person rules, else
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
    def has_default_rulings(self) -> bool:
        """Whether there is a default ruling on what nobody has answered in time."""
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
    if not 0 <= options.book_hours <= MOST_RULING_HOURS:
        raise GameError(f"Default rulings answer after 0 to {MOST_RULING_HOURS} hours.")
    if options.wall and options.gm == "person":
        raise GameError(
            "Here the game master may play, and sees no secrets, so no person can rule: choose default rulings, or a "
            "council of the players."
        )
    if options.wall and options.review:
        raise GameError(
            "Here the game master may play, and sees no secrets, so nobody can review results: leave review off."
        )
    if options.wall and not options.solo:
        raise GameError("Behind the wall the game master may play a side.")
