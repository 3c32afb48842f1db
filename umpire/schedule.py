"""When a game's turns are due: a weekly hour in a time zone, or every so many hours; how players write it.

Deadlines are absolute instants. A weekly hour follows the zone's own clocks, so it moves in UTC when clocks are changed:
- an hour that does not exist (clocks go forward over it) is reached by adding the gap: 02:30 becomes 03:30;
- an hour that comes twice (clocks go back) means the first of the two, as in calendars (RFC 5545).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.errors import GameError, NotationError, quoted

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
MOST_HOURS: Final = 24 * 60
MOST_REMINDERS: Final = 5
MOST_GRACE_MINUTES: Final = 24 * 60
MOST_CAP_HOURS: Final = 24 * 60
EXAMPLES: Final = "`weekly Sunday 20:00 Europe/Berlin` or `every 48h`"


@dataclass(frozen=True, slots=True)
class Weekly:
    """Each week on a weekday (0 is Monday) at a local hour and minute of an IANA zone."""

    weekday: int
    hour: int
    minute: int
    zone: str

    def __str__(self) -> str:
        return f"weekly {WEEKDAYS[self.weekday]} {self.hour:02}:{self.minute:02} {self.zone}"


@dataclass(frozen=True, slots=True)
class Every:
    """Each `hours` hours, counted in real time from `anchor`."""

    hours: int
    anchor: datetime = EPOCH

    def __str__(self) -> str:
        return f"every {self.hours}h"


Beat: TypeAlias = Weekly | Every


@dataclass(frozen=True, slots=True)
class Schedule:
    """A game's rhythm and its manners.

    `reminders` are hours before the deadline. For `grace_minutes` after it orders of the tardy are still taken.
    `early`: a turn ends as soon as every seat is ready. `review`: the GM sees the result before it is published.
    A turn is extended by at most `extend_cap_hours` in all; downtime gives back at most `credit_cap_hours` at a time.
    """

    beat: Beat
    reminders: tuple[int, ...] = (24, 3)
    grace_minutes: int = 0
    early: bool = True
    review: bool = False
    extend_cap_hours: int = 168
    credit_cap_hours: int = 24

    def __str__(self) -> str:
        return str(self.beat)


DEFAULT: Final = Schedule(Weekly(6, 20, 0, "UTC"))


def next_due(schedule: Schedule, after: datetime) -> datetime:
    """The first instant of the grid strictly after `after` (aware), in UTC, to the second."""
    match schedule.beat:
        case Weekly(weekday, hour, minute, zone):
            return _next_weekly(weekday, time(hour, minute), _zone(zone), after.astimezone(UTC))
        case Every(hours, anchor):
            step = timedelta(hours=hours)
            return anchor.astimezone(UTC) + ((after.astimezone(UTC) - anchor) // step + 1) * step


def due_for_new_turn(schedule: Schedule, opened: datetime) -> datetime:
    """The deadline of a turn that opens at `opened`: the first of the grid that leaves at least half an interval.

    So a turn that ended early, or was published late, still leaves time for orders.
    """
    return next_due(schedule, opened + interval(schedule) / 2)


def interval(schedule: Schedule) -> timedelta:
    """The usual time between two deadlines."""
    match schedule.beat:
        case Weekly():
            return timedelta(weeks=1)
        case Every(hours):
            return timedelta(hours=hours)


def _next_weekly(weekday: int, at: time, zone: ZoneInfo, after: datetime) -> datetime:
    """Tries the days round `after`: no clock change moves an hour by more than a day."""
    day = after.astimezone(zone).date() - timedelta(days=2)
    day += timedelta(days=(weekday - day.weekday()) % 7)
    while True:
        # fold 0: in a gap the offset from before it (which adds the gap), of two equal hours the first.
        due = datetime.combine(day, at, zone).astimezone(UTC)
        if due > after:
            return due
        day += timedelta(days=7)


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as wrong:
        raise GameError(f"This computer knows no time zone {quoted(name)}; set the schedule anew.") from wrong


_WEEKLY: Final = re.compile(r"weekly\s+(?:on\s+)?(\S+)\s+(?:at\s+)?(\S+)(?:\s+(\S+))?", re.IGNORECASE)
_EVERY: Final = re.compile(r"every\s+(\d{1,6})\s*(hours?|h|days?|d)", re.IGNORECASE)
_TIME: Final = re.compile(r"(\d{1,2}):(\d{2})")


def parse_schedule(text: str, *, anchor: datetime = EPOCH) -> Schedule:
    """Read `weekly Sunday 20:00 Europe/Berlin` or `every 48h` (hours counted from `anchor`); the rest is the usual.

    Raises NotationError with what is wrong and an example.
    """
    words = " ".join(text.split())
    if weekly := _WEEKLY.fullmatch(words):
        hour, minute = _parse_time(weekly[2])
        if weekly[3] is None:
            raise NotationError("Which time zone? Name one, for instance `weekly Sunday 20:00 Europe/Berlin`.")
        return Schedule(Weekly(_parse_weekday(weekly[1]), hour, minute, parse_zone(weekly[3])))
    if every := _EVERY.fullmatch(words):
        hours = int(every[1]) * (24 if every[2].lower().startswith("d") else 1)
        if not 1 <= hours <= MOST_HOURS:
            raise NotationError(f"A turn can take from 1 to {MOST_HOURS} hours, not {hours}.")
        return Schedule(Every(hours, anchor.astimezone(UTC)))
    raise NotationError(f"A schedule is written like {EXAMPLES}, not {quoted(text)}.")


def _parse_weekday(word: str) -> int:
    found = [i for i, name in enumerate(WEEKDAYS) if len(word) >= 2 and name.lower().startswith(word.lower())]
    if len(found) != 1:
        raise NotationError(f"{quoted(word)} is no weekday. Write {', '.join(WEEKDAYS)}.")
    return found[0]


def _parse_time(word: str) -> tuple[int, int]:
    found = _TIME.fullmatch(word)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise NotationError(f"{quoted(word)} is no time of day. Write hours and minutes from 00:00 to 23:59.")
    return int(found[1]), int(found[2])


@lru_cache(maxsize=1)
def zones() -> Mapping[str, str]:
    """All IANA zones this computer knows, by lower-case name; for autocomplete too."""
    return {name.lower(): name for name in sorted(available_timezones())}


def parse_zone(word: str) -> str:
    """The zone's own spelling. NotationError, with near names, if there is no such zone."""
    known = zones()
    if (name := known.get(word.lower())) is not None:
        return name
    cities = {lower.rsplit("/", 1)[-1]: name for lower, name in known.items()}
    near = [known[n] for n in get_close_matches(word.lower()[:64], known, 3)]
    near += [cities[n] for n in get_close_matches(word.lower()[:64], cities, 3)]
    hint = " Did you mean " + " or ".join(dict.fromkeys(near[:3])) + "?" if near else " Write one like Europe/Berlin."
    raise NotationError(f"There is no time zone {quoted(word)}.{hint}")


def checked(schedule: Schedule) -> Schedule:
    """The schedule itself, reminders in order. Raises GameError for what no game should have."""
    within = 0 <= schedule.grace_minutes <= MOST_GRACE_MINUTES
    if not within:
        raise GameError(f"Grace can be 0 to {MOST_GRACE_MINUTES} minutes, not {schedule.grace_minutes}.")
    for name, hours in (("extension", schedule.extend_cap_hours), ("credit for downtime", schedule.credit_cap_hours)):
        if not 0 <= hours <= MOST_CAP_HOURS:
            raise GameError(f"The longest {name} can be 0 to {MOST_CAP_HOURS} hours, not {hours}.")
    if len(schedule.reminders) > MOST_REMINDERS:
        raise GameError(f"A turn can have at most {MOST_REMINDERS} reminders.")
    longest = int(interval(schedule).total_seconds()) // 3600
    wrong = [hours for hours in schedule.reminders if not 1 <= hours <= longest]
    if wrong:
        raise GameError(f"A reminder comes 1 to {longest} hours before the deadline, not {wrong[0]}.")
    if isinstance(schedule.beat, Weekly):
        _zone(schedule.beat.zone)
    ordered = tuple(sorted(set(schedule.reminders), reverse=True))
    return Schedule(
        schedule.beat,
        ordered,
        schedule.grace_minutes,
        schedule.early,
        schedule.review,
        schedule.extend_cap_hours,
        schedule.credit_cap_hours,
    )


def schedule_to_document(schedule: Schedule) -> dict[str, Any]:
    """As plain JSON values, for a game's settings."""
    match schedule.beat:
        case Weekly(weekday, hour, minute, zone):
            beat: dict[str, Any] = {"weekday": weekday, "hour": hour, "minute": minute, "zone": zone}
        case Every(hours, anchor):
            beat = {"hours": hours, "anchor": int(anchor.timestamp())}
    return {
        "beat": beat,
        "reminders": list(schedule.reminders),
        "grace_minutes": schedule.grace_minutes,
        "early": schedule.early,
        "review": schedule.review,
        "extend_cap_hours": schedule.extend_cap_hours,
        "credit_cap_hours": schedule.credit_cap_hours,
    }


def schedule_from_document(document: Mapping[str, Any]) -> Schedule:
    """Read what `schedule_to_document` wrote; what is missing is the usual."""
    saved = document["beat"]
    beat: Beat = (
        Every(saved["hours"], datetime.fromtimestamp(saved["anchor"], UTC))
        if "hours" in saved
        else Weekly(saved["weekday"], saved["hour"], saved["minute"], saved["zone"])
    )
    usual = Schedule(beat)
    return Schedule(
        beat,
        tuple(document.get("reminders", usual.reminders)),
        document.get("grace_minutes", usual.grace_minutes),
        document.get("early", usual.early),
        document.get("review", usual.review),
        document.get("extend_cap_hours", usual.extend_cap_hours),
        document.get("credit_cap_hours", usual.credit_cap_hours),
    )
