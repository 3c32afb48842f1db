"""Options and fields that are lengths of time: typed by the one grammar of durations, with lengths to choose from."""

from collections.abc import Callable
from typing import Final

from discord.app_commands import Choice, Range

from cogs.common.command_factory import Completer, choices_from
from cogs.common.interactions import Interaction
from rules.values import GameError, NotationError, quoted
from umpire.games.durations import format_length, parse_hours, parse_minutes

DURATION_TEXT = Range[str, 1, 40]
"""What an option of a length of time takes; left out it is ""."""
NO_DURATION: Final = "none"
HOURS_OFFERED: Final = (6, 12, 24, 36, 48, 72, 168, 336)
"""Hours that are offered."""
GRACE_MINUTES_OFFERED: Final = (15, 30, 60, 120, 360)
"""Minutes that are offered."""


def hours_offered(*usual: int) -> Completer:
    """Lengths of so many hours to choose from (0: "none"), or of the usual ones; a length that was typed stands first."""
    return _offered([_written(hours * 60) for hours in usual or HOURS_OFFERED], lambda typed: parse_hours(typed) * 60)


def minutes_offered(*usual: int) -> Completer:
    """The same of so many minutes."""
    return _offered(
        [_written(minutes) for minutes in usual or GRACE_MINUTES_OFFERED], lambda typed: parse_minutes(typed, "minute")
    )


def _offered(lengths: list[str], read: Callable[[str], int]) -> Completer:
    async def callback(_: Interaction, typed: str) -> list[Choice[str]]:
        try:
            own = [_written(read(typed))]
        except NotationError:
            return choices_from(((length, length) for length in lengths), typed)
        return [Choice(name=length, value=length) for length in dict.fromkeys([*own, *lengths])]

    return callback


def _written(minutes: int) -> str:
    return format_length(minutes) if minutes else NO_DURATION


def hours_in(text: str, least: int, most: int) -> int:
    """The hours of a length of time, a number alone being hours; "none" is 0, and where `least` is below 0, a minus may stand in
    front. GameError for what is no length of whole hours, or out of these bounds."""
    words = text.strip()
    sign = -1 if least < 0 and words.startswith("-") else 1
    hours = sign * (0 if words.casefold() == NO_DURATION else parse_hours(words.removeprefix("-" if sign < 0 else "")))
    return _checked(text, hours, least, most, "hours")


def minutes_in(text: str, least: int, most: int) -> int:
    """The same in minutes."""
    minutes = 0 if text.strip().casefold() == NO_DURATION else parse_minutes(text, "minute")
    return _checked(text, minutes, least, most, "minutes")


def _checked(text: str, length: int, least: int, most: int, unit: str) -> int:
    if not least <= length <= most:
        raise GameError(f"Write {least} to {most} {unit}, not {quoted(text)}.")
    return length
