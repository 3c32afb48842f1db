"""Government and society: ten choices that describe an empire and never change its CPs (CW-16.0)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.cluster_war.race_design.choices import society_lists
from rules.cluster_war.race_design.sheet import USUAL, RaceSheet
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race
from rules.errors import GameError, IllegalOrderError, quoted


def choose_society(
    sheet: RaceSheet, title: str, option: str, consent: bool = False, settings: Settings = USUAL
) -> RaceSheet:
    """The sheet with one list decided, or open again with option "" (CW-16.0-02).

    GameError for a list or entry that is none; IllegalOrderError on an approved sheet without the GM's consent.
    """
    lists = society_lists(settings)
    if title not in lists:
        raise GameError(f"{quoted(title)} is no list of government and society; there are {', '.join(lists)}.")
    if option and option not in lists[title]:
        raise GameError(f"{quoted(option)} is not in {title}; there are {', '.join(lists[title])}.")
    if sheet.status == "approved" and not consent:
        raise IllegalOrderError(f"{title} changes only with the GM's consent now.", rule="CW-16.0-02")
    society = {name: chosen for name, chosen in sheet.society.items() if name != title}
    return replace(sheet, society={**society, title: option} if option else society)


def profile(race: Race) -> Mapping[str, str]:
    """A race's choices by list, from its record."""
    parts = (line.partition(": ") for line in race.society)
    return {title: option for title, _, option in parts}


def compare_profiles(ours: Race, theirs: Race, settings: Settings = USUAL) -> tuple[tuple[str, str, str], ...]:
    """Both profiles list by list, "" where nothing was chosen: what the GM weighs in special actions (CW-16.0-03)."""
    mine, other = profile(ours), profile(theirs)
    return tuple((title, mine.get(title, ""), other.get(title, "")) for title in society_lists(settings))
