"""Days as people write them, in a time zone: "today", "Friday", "24 December", "2026-12-24", "24.12.", "10 days"."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from rules.errors import NotationError, quoted
from umpire.games.schedule import DAYS, zone_of

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
EXAMPLES: Final = "`24 December`, `2026-12-24`, `Friday`, `tomorrow` or `10 days`"
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DOTS: Final = re.compile(r"([0-9]{1,2})\.\s?([0-9]{1,2})\.(?:\s?([0-9]{4}))?")
_SPAN: Final = re.compile(r"(?:in |for |\+ ?)?([0-9]{1,3}) ?(days?|d|weeks?|w)", re.IGNORECASE)
_NAMED: Final = re.compile(
    r"(?:([0-9]{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})|([a-z]{3,9}) ([0-9]{1,2})(?:st|nd|rd|th)?),?(?: ([0-9]{4}))?"
)


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
    if span := _SPAN.fullmatch(words):
        return base + timedelta(days=int(span[1]) * (7 if span[2].startswith("w") else 1))
    weekdays = [at for at, name in enumerate(DAYS) if len(words) >= 3 and name.lower().startswith(words)]
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
    raise NotationError(f"A day is written like {EXAMPLES}, not {quoted(text)}.")


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


def begins(day: date, zone: str) -> int:
    """When a day begins in a time zone, in UTC seconds; where midnight is skipped, the first moment after."""
    return int(datetime.combine(day, time(0), zone_of(zone)).astimezone(UTC).timestamp())


def ends(day: date, zone: str) -> int:
    """When a day is over in a time zone, in UTC seconds."""
    return begins(day + timedelta(days=1), zone)


def shown(day: date) -> str:
    """A day in words: 24 December 2026."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
