"""The psionic disciplines of a race that is being designed (CW-15.0-02, CW-15.0-03, CW-15.0-12, CW-15.0-17, CW-15.1-23).

They are the detail of its entry Psionic Ability: a level for each, telepathy or empathy first. One of level 3 is an entry of
the player's own, "Psionic Ability: Slaver", which the game master prices and allows.
"""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.model.psionics.abilities import (
    FIRST,
    RACIAL,
    TRAIT,
    Ability,
    ability_named,
    all_abilities,
    named_abilities,
    race_entry,
)
from rules.cluster_war.model.race_design.sheet import USUAL, CustomEntry, Finding, RaceSheet
from rules.cluster_war.model.state.settings import Settings
from rules.errors import quoted

MACHINE: Final = "Mechanized"
OWN: Final = f"{TRAIT}:"
"""How a custom entry begins that is a discipline of level 3."""


def own_disciplines(sheet: RaceSheet) -> tuple[CustomEntry, ...]:
    """The entries of the player's own that are psionic disciplines (CW-15.1-23)."""
    return tuple(c for c in sheet.custom if c.section == "abilities" and c.name.casefold().startswith(OWN.casefold()))


def disciplines(sheet: RaceSheet, settings: Settings = USUAL) -> tuple[tuple[Ability, bool], ...]:
    """The disciplines that a sheet's trait names, each once, and whether the whole race is to have it; unknown words left out."""
    entry, found = sheet.entry(TRAIT), dict[Ability, bool]()
    for word in named_abilities(entry.detail) if entry is not None else ():
        ability = ability_named(word, settings)
        if ability is not None:
            found[ability] = "racial" in word.casefold() and "unit" in ability.scales
    return tuple(found.items())


def written(sheet: RaceSheet, settings: Settings = USUAL) -> Iterator[str]:
    """The disciplines of a sheet as `offered` writes them, telepathy with the trait itself."""
    if sheet.entry(TRAIT) is not None:
        yield all_abilities(settings)[FIRST].name
    yield from (
        f"{ability.name} {RACIAL}" if racial else ability.name for ability, racial in disciplines(sheet, settings)
    )
    for custom in own_disciplines(sheet):
        ability = ability_named(custom.name.partition(":")[2], settings)
        if ability is not None:
            yield ability.name


def record_entries(sheet: RaceSheet, settings: Settings = USUAL) -> Iterator[str]:
    """What the race's record says of its disciplines, beside the trait itself; those of level 3 stand there by their entry."""
    for ability, racial in disciplines(sheet, settings):
        yield race_entry(ability, racial=racial)


def psionic_findings(sheet: RaceSheet, settings: Settings = USUAL) -> Iterator[Finding]:
    """Everything wrong with a sheet's psionics."""
    entry, own = sheet.entry(TRAIT), own_disciplines(sheet)
    if entry is None and not own:
        return
    if not settings.psionics:
        yield Finding("There are no psionics in this campaign.", "CW-15.0-01")
        return
    if sheet.biology.startswith(MACHINE):
        yield Finding("Machines can never have psionic abilities.", "CW-15.0-17")
    if entry is None:
        yield Finding(f"{own[0].name} needs {TRAIT}, which is not on the sheet.", "CW-15.0-02")
    for custom in own:
        ability = ability_named(custom.name.partition(":")[2], settings)
        if ability is None:
            yield _unknown(custom.name.partition(":")[2], settings)
        elif not ability.needs_approval(settings):
            yield Finding(f"{ability.name} needs no entry of its own: name it with {TRAIT}.", "CW-15.0-03")
    if entry is None:
        return
    words = named_abilities(entry.detail)
    named = [(word, ability_named(word, settings)) for word in words]
    for word, ability in named:
        if ability is None:
            yield _unknown(word, settings)
        elif ability.needs_approval(settings):
            yield Finding(
                f"{ability.name} is of level {ability.level}: add it as an entry of your own, {quoted(race_entry(ability))}, "
                "for the game master to price.",
                "CW-15.1-23",
            )
        elif "racial" in word.casefold() and "racial" not in ability.scales:
            yield Finding(f"{ability.name} is trained in units; no race has it as a whole.", "CW-15.0-11")
    yield from _count(entry.level, [ability.id for _, ability in named if ability is not None])


def _count(level: int, ids: list[str]) -> Iterator[Finding]:
    bought = len({*ids, FIRST})
    for twice in dict.fromkeys(i for i in ids if ids.count(i) > 1):
        yield Finding(f"{twice} is named twice.", "CW-15.0-03")
    if bought > level:
        yield Finding(
            f"{bought} disciplines with telepathy, which comes with the trait: {TRAIT} must be taken {bought} times, not "
            f"{level}.",
            "CW-15.0-03",
        )
    elif bought < level:
        yield Finding(
            f"{TRAIT} +{level} pays for {level - 1} disciplines beside telepathy; {bought - 1} named.", "CW-15.0-03"
        )


def _unknown(word: str, settings: Settings) -> Finding:
    known = ", ".join(ability.name for ability in all_abilities(settings).values())
    return Finding(f"There is no discipline {quoted(word.strip())}; there are {known}.", "CW-15.0-03")


def offered(settings: Settings = USUAL) -> tuple[tuple[str, str], ...]:
    """What a designer may choose from: how each is written, and what it is and costs in words."""
    found = []
    for ability in all_abilities(settings).values():
        price = "game master's price" if ability.needs_approval(settings) else "5 AP"
        kind = "whole race" if ability.scales == ("racial",) else "trained units"
        if ability.id == FIRST:
            price, kind = "with the trait", "whole race"
        found.append((ability.name, f"level {ability.level}, {price}, {kind}: {ability.does}"))
        if len(ability.scales) > 1 and not ability.needs_approval(settings):
            found.append((f"{ability.name} {RACIAL}", f"level {ability.level}, {price}, whole race: {ability.does}"))
    return tuple(found)
