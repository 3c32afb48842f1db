"""What a race has, by name and level: read from a design or, in play, from its record and technologies (CW-3.1)."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.race_design.choices import choices
from rules.cluster_war.race_design.sheet import USUAL
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race
from rules.cluster_war.state.tables_of import tables

OVERCOME: Final = "Overcome "
_TRAIT: Final = re.compile(r"(?P<name>.+?)(?: \((?P<detail>.*)\))?(?: \+(?P<level>\d{1,4}))?")


def traits(entries: Iterable[str]) -> Mapping[str, int]:
    """Entries of a record by name, levels added up: "Warp +2" and "Micro jump (leap)" have one name each."""
    found: dict[str, int] = {}
    for entry in entries:
        match = _TRAIT.fullmatch(entry.strip())
        if match:
            found[match["name"]] = found.get(match["name"], 0) + int(match["level"] or 1)
    return found


def details(entries: Iterable[str]) -> Mapping[str, str]:
    """What stands in brackets behind an entry's name."""
    matches = (_TRAIT.fullmatch(entry.strip()) for entry in entries)
    return {match["name"]: match["detail"] for match in matches if match and match["detail"]}


def levels_of(race: Race, technologies: Iterable[str], settings: Settings = USUAL) -> Mapping[str, int]:
    """All that a race has, by name and level, without the disadvantages it has overcome (CW-3.1-81).

    An entry that counts as another (stealth as cloaking, CW-3.2-02) is listed under both names.
    """
    known = tuple(technologies)
    standing = standing_disadvantages(race, known, settings)
    found = dict(traits((*race.abilities, *race.bonuses, *race.drives, *standing, *known)))
    extras = tables(settings)["CW-TAB-RACE-EXTRAS"]
    for name in extras.keys:
        counts_as = extras.cell(name, "counts as")
        if counts_as and name in found:
            found[counts_as] = max(found[name], found.get(counts_as, 0))
    return found


def standing_disadvantages(race: Race, technologies: Iterable[str], settings: Settings = USUAL) -> tuple[str, ...]:
    """The disadvantages a race still has: most end with a technology (CW-3.1-72, CW-3.1-81)."""
    known = set(traits(technologies))
    return tuple(d for d in race.disadvantages if not known & set(cures(d, settings)))


def cures(disadvantage: str, settings: Settings = USUAL) -> tuple[str, ...]:
    """The technologies any one of which ends a disadvantage, custom ones included.

    What only changed the start, like Low Industry, is over when the campaign begins and has none.
    """
    name = next(iter(traits((disadvantage,))), disadvantage)
    if name not in choices(settings):
        return (f"{OVERCOME}{name}",)
    for table in ("CW-TAB-RACIAL-DISADV", "CW-TAB-TECH-DISADV"):
        printed = tables(settings)[table]
        if name in printed.keys:
            ended = printed.cell(name, "ended by")
            return (ended, f"{OVERCOME}{name}") if ended else ()
    return (f"{OVERCOME}{name}",)
