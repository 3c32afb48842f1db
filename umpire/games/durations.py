"""How long something takes, as people write it: `48h`, `2 days`, `1 day 12 hours`, `week`. Read here alone, for every command."""

import re
from typing import Final

from rules.values import NotationError, quoted

UNIT_MINUTES: Final = {"week": 7 * 24 * 60, "day": 24 * 60, "hour": 60, "minute": 1}
"""Minutes of each unit, the longest first."""
UNIT_ABBREVIATIONS: Final = {
    "w": "week", "wk": "week", "wks": "week", "d": "day", "h": "hour", "hr": "hour", "hrs": "hour", "m": "minute",
    "min": "minute", "mins": "minute",
}  # fmt: skip
DURATION_EXAMPLES: Final = "`48h`, `2 days`, `1 day 12 hours` or `2 weeks`"
MONTH_HAS_NO_LENGTH: Final = "A month has no fixed length. Write it in weeks or days, like `4 weeks`."
_LEAD: Final = re.compile(r"(?:in|for|\+)\s*(?=[0-9a-z])")
_PART: Final = re.compile(r"(?:([0-9]{1,6})\s*)?([a-z]+)(?:\s*(?:,|and)\s*|\s*)")
_BARE: Final = re.compile(r"[0-9]{1,6}")


def parse_minutes(text: str, unit: str = "") -> int:
    """Minutes of a duration; a number alone is so many of `unit`, if there is one. NotationError with what is wrong."""
    words = " ".join(text.split()).casefold()
    words = words[found.end() :] if (found := _LEAD.match(words)) else words
    if unit and _BARE.fullmatch(words):
        return int(words) * UNIT_MINUTES[unit]
    total, at, met = 0, 0, set[str]()
    while at < len(words):
        part = _PART.match(words, at)
        name = "" if part is None else _unit(part[2])
        if part is None or not name or name in met:
            is_month = part is not None and part[2].rstrip("s") in {"month", "mo"}
            raise NotationError(
                MONTH_HAS_NO_LENGTH
                if is_month
                else f"A length of time is written like {DURATION_EXAMPLES}, not {quoted(text)}."
            )
        total += int(part[1] or 1) * UNIT_MINUTES[name]
        met.add(name)
        at = part.end()
    if not met:
        raise NotationError(f"A length of time is written like {DURATION_EXAMPLES}, not {quoted(text)}.")
    return total


def is_duration(text: str) -> bool:
    """Whether a text begins with a number and names units of time, so that it can only be meant as a length."""
    words = " ".join(text.split()).casefold()
    words = words[found.end() :] if (found := _LEAD.match(words)) else words
    names = re.findall(r"[a-z]+", words)
    return words[:1].isdecimal() and bool(names) and all(name == "and" or _unit(name) for name in names)


def parse_hours(text: str, unit: str = "hour") -> int:
    """The same in hours. NotationError also for what is no whole number of them."""
    minutes = parse_minutes(text, unit)
    if minutes % 60:
        raise NotationError(f"Write whole hours, not {quoted(text)}.")
    return minutes // 60


def parse_days(text: str) -> int:
    """The same in days. NotationError also for what is no whole number of them."""
    minutes = parse_minutes(text)
    if minutes % UNIT_MINUTES["day"]:
        raise NotationError(f"Write whole days, not {quoted(text)}.")
    return minutes // UNIT_MINUTES["day"]


def format_hours(hours: int) -> str:
    """So many hours in the largest whole units: "week", "2 days", "36 hours"."""
    for unit, length in UNIT_MINUTES.items():
        if length >= 60 and hours and hours * 60 % length == 0:
            number = hours * 60 // length
            return unit if number == 1 else f"{number} {unit}s"
    return f"{hours} hours"


def format_length(minutes: int) -> str:
    """So many minutes in the largest whole units, with their number: "1 week", "2 days", "36 hours"; as `parse_minutes` reads
    them."""
    unit, length = next((unit, length) for unit, length in UNIT_MINUTES.items() if minutes % length == 0)
    number = minutes // length
    return f"{number} {unit}{'' if number == 1 else 's'}"


def parse_reminders(text: str) -> tuple[int, ...]:
    """Hours before a deadline to remind at, as `24 h, 3 h`, `1 day, 3 hours` or `none`. NotationError with what is wrong."""
    if " ".join(text.split()).casefold() in {"", "none"}:
        return ()
    hours = [parse_hours(part) for part in text.split(",") if part.strip()]
    return tuple(dict.fromkeys(hours))


def format_reminders(hours: tuple[int, ...]) -> str:
    """As `parse_reminders` reads them."""
    return ", ".join(f"{number} h" for number in hours) or "none"


def _unit(word: str) -> str:
    name = UNIT_ABBREVIATIONS.get(word, word.removesuffix("s"))
    return name if name in UNIT_MINUTES else ""
