"""Time zones as people write them. A zone is a place; an offset or an abbreviation leads to places, with the right sign."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.values import GameError, NotationError, quoted

OF_THE_COMPUTER: Final = frozenset({"localtime", "factory", "posixrules"})
"""Names for whatever zone the bot's computer has."""
ALL_YEAR: Final[Mapping[str, tuple[str, str]]] = {
    "est": ("America/New_York", "America/Panama"),
    "mst": ("America/Denver", "America/Phoenix"),
    "hst": ("America/Adak", "Pacific/Honolulu"),
}
"""Zones that are called like a place's winter time and keep it all year: the place with summer time, and one without."""
ABBREVIATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "et": ("America/New_York",), "edt": ("America/New_York",), "ct": ("America/Chicago",), "cdt": ("America/Chicago",),
    "cst": ("America/Chicago", "Asia/Shanghai"), "mt": ("America/Denver",), "mdt": ("America/Denver",),
    "pt": ("America/Los_Angeles",), "pst": ("America/Los_Angeles",), "pdt": ("America/Los_Angeles",),
    "akst": ("America/Anchorage",), "akdt": ("America/Anchorage",), "hdt": ("America/Adak",),
    "ast": ("America/Halifax", "America/Puerto_Rico"), "adt": ("America/Halifax",),
    "nst": ("America/St_Johns",), "ndt": ("America/St_Johns",),
    "brt": ("America/Sao_Paulo",), "art": ("America/Argentina/Buenos_Aires",), "clt": ("America/Santiago",),
    "clst": ("America/Santiago",), "bst": ("Europe/London",), "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "idt": ("Asia/Jerusalem",), "west": ("Europe/Lisbon",), "cest": ("Europe/Berlin",), "mez": ("Europe/Berlin",),
    "mesz": ("Europe/Berlin",), "eest": ("Europe/Helsinki",), "msk": ("Europe/Moscow",), "trt": ("Europe/Istanbul",),
    "sast": ("Africa/Johannesburg",), "eat": ("Africa/Nairobi",), "cat": ("Africa/Maputo",), "wat": ("Africa/Lagos",),
    "gst": ("Asia/Dubai",), "pkt": ("Asia/Karachi",), "npt": ("Asia/Kathmandu",), "ict": ("Asia/Bangkok",),
    "wib": ("Asia/Jakarta",), "sgt": ("Asia/Singapore",), "myt": ("Asia/Kuala_Lumpur",), "pht": ("Asia/Manila",),
    "hkt": ("Asia/Hong_Kong",), "jst": ("Asia/Tokyo",), "kst": ("Asia/Seoul",), "awst": ("Australia/Perth",),
    "acst": ("Australia/Adelaide", "Australia/Darwin"), "acdt": ("Australia/Adelaide",),
    "aest": ("Australia/Sydney", "Australia/Brisbane"), "aedt": ("Australia/Sydney",),
    "nzst": ("Pacific/Auckland",), "nzdt": ("Pacific/Auckland",),
}  # fmt: skip
WELL_KNOWN: Final = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage", "America/Halifax",
    "America/St_Johns", "America/Bogota", "America/Jamaica", "America/Mexico_City", "America/Phoenix", "America/Puerto_Rico",
    "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Pacific/Honolulu", "Atlantic/Azores", "Europe/London",
    "Africa/Abidjan", "Africa/Lagos", "Europe/Berlin", "Europe/Helsinki", "Africa/Johannesburg", "Africa/Cairo",
    "Europe/Istanbul", "Europe/Moscow", "Africa/Nairobi", "Asia/Tehran", "Asia/Dubai", "Asia/Kabul", "Asia/Karachi",
    "Asia/Tashkent", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Yangon", "Asia/Bangkok", "Asia/Jakarta",
    "Asia/Shanghai", "Asia/Singapore", "Australia/Perth", "Australia/Eucla", "Asia/Tokyo", "Asia/Seoul", "Australia/Darwin",
    "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney", "Pacific/Noumea", "Pacific/Auckland", "Pacific/Tongatapu",
)  # fmt: skip
"""Places that are suggested before others."""
MOST_SHOWN: Final = 3
_OFFSET: Final = re.compile(r"(etc/)?(?:gmt|utc|z)? ?([+\N{MINUS SIGN}-]) ?([0-9]{1,2})(?::?([0-9]{2}))?")


@lru_cache(maxsize=64)
def zone_of(name: str) -> ZoneInfo:
    """The time zone of this name ("Europe/Berlin"); GameError if this computer knows none, which an update may cause."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as wrong:
        raise GameError(
            f"The bot's computer knows no time zone {quoted(name)}. Let its operator run `make setup`, which installs the "
            "time zones, or give another schedule, like `weekly Sunday 20:00 UTC`."
        ) from wrong


@lru_cache(maxsize=1)
def zones() -> Mapping[str, str]:
    """The time zones that a schedule may name, by lower-case name. Those whose sign or name says something else than people mean
    are left out: Etc/GMT+5, EST, localtime."""
    left_out = {*OF_THE_COMPUTER, *ALL_YEAR}
    return {
        name.lower(): name
        for name in sorted(available_timezones())
        if name.lower() not in left_out and not (_offset_in(name) and name.lower().startswith("etc/"))
    }


def parse_zone(word: str) -> str:
    """The zone's own spelling. NotationError, with places, if a schedule cannot name it."""
    known, lower = zones(), " ".join(word.split()).strip("()").lower()
    if (name := known.get(lower.replace(" ", "_"))) is not None:
        return name
    if lower == "z" or _offset_in(lower) == timedelta(0):
        return "UTC"
    if lower in OF_THE_COMPUTER:
        raise NotationError(
            f"{quoted(word)} is the zone of whatever computer the bot runs on. Write a place, like Europe/Berlin."
        )
    if lower in ALL_YEAR:
        summer, winter = ALL_YEAR[lower]
        raise NotationError(
            f"Which {word.upper()}? Write {summer}, which has summer time, or {winter}, which has none."
        )
    if lower in ABBREVIATIONS:
        raise NotationError(f"{quoted(word)} is not a place. Write {_listed(ABBREVIATIONS[lower])}.")
    if offset := _offset_in(lower):
        raise NotationError(_places_at(word, offset))
    cities = {name.rsplit("/", 1)[-1]: full for name, full in known.items()}
    near = [known[n] for n in get_close_matches(lower[:64], known, MOST_SHOWN)]
    near += [cities[n] for n in get_close_matches(lower[:64].replace(" ", "_"), cities, MOST_SHOWN)]
    hint = (
        f" Did you mean {_listed(tuple(dict.fromkeys(near[:MOST_SHOWN])))}?"
        if near
        else " Write one like Europe/Berlin."
    )
    raise NotationError(f"There is no time zone {quoted(word)}.{hint}")


def _offset_in(word: str) -> timedelta | None:
    """How far ahead of UTC an offset is (behind: less than nothing); None if this is none, or nothing at all.

    The names Etc/GMT+5 have the opposite sign of what everybody else writes.
    """
    found = _OFFSET.fullmatch(word.lower())
    if found is None:
        return None
    far = timedelta(hours=int(found[3]), minutes=int(found[4] or 0))
    return far if (found[2] == "+") == (found[1] is None) else -far


def _places_at(word: str, offset: timedelta) -> str:
    """Where clocks are so far from UTC, all the year or in winter."""
    known = zones().values()
    fixed, winter = list[str](), list[str]()
    for name in (
        *(name for name in WELL_KNOWN if name in known),
        *(name for name in known if "/" in name and not name.startswith(("Etc/", "Antarctica/"))),
    ):
        if name not in WELL_KNOWN and (fixed or winter):
            continue
        year = [datetime(2026, month, 1, tzinfo=UTC).astimezone(zone_of(name)).utcoffset() for month in (1, 7)]
        offsets = {there for there in year if there is not None}
        if offsets == {offset}:
            fixed.append(name)
        elif offset == min(offsets):
            winter.append(name)
    hours, minutes = divmod(int(abs(offset).total_seconds()) // 60, 60)
    far = f"{hours} hour{'' if hours == 1 else 's'}" + (f" {minutes} minutes" if minutes else "")
    said = f"{quoted(word)} is {far} {'ahead of' if offset > timedelta(0) else 'behind'} UTC, and no place."
    if not fixed and not winter:
        return f"{said} No place has that time. Write one like Europe/Berlin."
    all_year = f" All the year it is {_listed(tuple(dict.fromkeys(fixed))[:MOST_SHOWN])}." if fixed else ""
    in_winter = f" In winter it is {_listed(tuple(dict.fromkeys(winter))[:MOST_SHOWN])}." if winter else ""
    return f"{said} Write a place.{all_year}{in_winter}"


def _listed(places: tuple[str, ...]) -> str:
    return places[0] if len(places) == 1 else f"{', '.join(places[:-1])} or {places[-1]}"
