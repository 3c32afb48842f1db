"""Whether a race design keeps the rules: its running total, its psionic disciplines, and a sentence for everything that is
wrong (CW-3.1, CW-15.0-02, CW-15.0-03, CW-15.0-12, CW-15.0-17, CW-15.1-23).

Nothing here raises for a player's draft, however wrong it is.

Disciplines are the detail of the entry Psionic Ability: a level for each, telepathy or empathy first. One of level 3 is an
entry of the player's own, "Psionic Ability: Slaver", which the game master prices and allows.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from rules.cluster_war.model.psionics.abilities import (
    FIRST_LEVEL,
    RACIAL_SUFFIX,
    TRAIT,
    Ability,
    ability_named,
    all_abilities,
    named_abilities,
    race_entry,
)
from rules.cluster_war.model.race_design.choices import (
    FTL,
    GRAVITY,
    GRAVITY_KEPT,
    HOME_TABLES,
    SECOND_STAGE,
    STL,
    XENOPHOBIC,
    RaceChoice,
    choices,
    home_digit,
    society_lists,
)
from rules.cluster_war.model.race_design.effects import lacks_velocity
from rules.cluster_war.model.race_design.sheet import DEFAULT_SETTINGS, CustomEntry, Finding, RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS
from rules.values import Value, quoted

MECHANIZED_BIOLOGY: Final = "Mechanized"
DISCIPLINE_PREFIX: Final = f"{TRAIT}:"
"""How a custom entry begins that is a discipline of level 3."""


def own_disciplines(sheet: RaceSheet) -> tuple[CustomEntry, ...]:
    """The entries of the player's own that are psionic disciplines (CW-15.1-23)."""
    return tuple(
        c
        for c in sheet.custom
        if c.section == "abilities" and c.name.casefold().startswith(DISCIPLINE_PREFIX.casefold())
    )


def disciplines(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> tuple[tuple[Ability, bool], ...]:
    """The disciplines that a sheet's trait names, each once, and whether the whole race is to have it; unknown words left out."""
    entry, found = sheet.entry(TRAIT), dict[Ability, bool]()
    for word in named_abilities(entry.detail) if entry is not None else ():
        ability = ability_named(word, settings)
        if ability is not None:
            found[ability] = "racial" in word.casefold() and "unit" in ability.scales
    return tuple(found.items())


def written_disciplines(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> Iterator[str]:
    """The disciplines of a sheet as `offered` writes them, telepathy with the trait itself."""
    if sheet.entry(TRAIT) is not None:
        yield all_abilities(settings)[FIRST_LEVEL].name
    yield from (
        f"{ability.name} {RACIAL_SUFFIX}" if racial else ability.name
        for ability, racial in disciplines(sheet, settings)
    )
    for custom in own_disciplines(sheet):
        ability = ability_named(custom.name.partition(":")[2], settings)
        if ability is not None:
            yield ability.name


def record_entries(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> Iterator[str]:
    """What the race's record says of its disciplines, beside the trait itself; those of level 3 stand there by their entry."""
    for ability, racial in disciplines(sheet, settings):
        yield race_entry(ability, racial=racial)


def psionic_findings(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> Iterator[Finding]:
    """Everything wrong with a sheet's psionics."""
    entry, own = sheet.entry(TRAIT), own_disciplines(sheet)
    if entry is None and not own:
        return
    if not settings.psionics:
        yield Finding("There are no psionics in this campaign.", "CW-15.0-01")
        return
    if sheet.biology.startswith(MECHANIZED_BIOLOGY):
        yield Finding("Machines can never have psionic abilities.", "CW-15.0-17")
    if entry is None:
        yield Finding(f"{own[0].name} needs {TRAIT}, which is not on the sheet.", "CW-15.0-02")
    for custom in own:
        ability = ability_named(custom.name.partition(":")[2], settings)
        if ability is None:
            yield _no_discipline(custom.name.partition(":")[2], settings)
        elif not ability.needs_approval(settings):
            yield Finding(f"{ability.name} needs no entry of its own: name it with {TRAIT}.", "CW-15.0-03")
    if entry is None:
        return
    words = named_abilities(entry.detail)
    named = [(word, ability_named(word, settings)) for word in words]
    for word, ability in named:
        if ability is None:
            yield _no_discipline(word, settings)
        elif ability.needs_approval(settings):
            yield Finding(
                f"{ability.name} is of level {ability.level}: add it as an entry of your own, {quoted(race_entry(ability))}, "
                "to be priced by a ruling.",
                "CW-15.1-23",
            )
        elif "racial" in word.casefold() and "racial" not in ability.scales:
            yield Finding(f"{ability.name} is trained in units; no race has it as a whole.", "CW-15.0-11")
    yield from _count(entry.level, [ability.id for _, ability in named if ability is not None])


def _count(level: int, ids: list[str]) -> Iterator[Finding]:
    bought = len({*ids, FIRST_LEVEL})
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


def _no_discipline(word: str, settings: Settings) -> Finding:
    known = ", ".join(ability.name for ability in all_abilities(settings).values())
    return Finding(f"There is no discipline {quoted(word.strip())}; there are {known}.", "CW-15.0-03")


def offered_choices(settings: Settings = DEFAULT_SETTINGS) -> tuple[tuple[str, str], ...]:
    """What a designer may choose from: how each is written, and what it is and costs in words."""
    found = []
    for ability in all_abilities(settings).values():
        price = "price by ruling" if ability.needs_approval(settings) else "5 AP"
        kind = "whole race" if ability.scales == ("racial",) else "trained units"
        if ability.id == FIRST_LEVEL:
            price, kind = "with the trait", "whole race"
        found.append((ability.name, f"level {ability.level}, {price}, {kind}: {ability.does}"))
        if len(ability.scales) > 1 and not ability.needs_approval(settings):
            racial = f"{ability.name} {RACIAL_SUFFIX}"
            found.append((racial, f"level {ability.level}, {price}, whole race: {ability.does}"))
    return tuple(found)


DEFAULT_LEVEL: Final = "1st Gen FTL"
PSI_MASTERY: Final = 3
WARHEADS: Final = "Missile/Railgun Warhead"
NO_MISSILES: Final = ("No Missile Technology", "No Railguns/Mass Drivers")
ENTRY_DETAILS: Final = {
    "Micro jump": ("skip or leap", "CW-3.1-63"),
    "Shape Shifting": ("the other form", "CW-3.1-23"),
}


class PointsLine(Value):
    """One line of the running total; `ap` is negative for points gained."""

    name: str
    ap: int


class SheetReport(Value):
    """What a design comes to. `problems` must be mended, `wants` wait for the GM, `flags` are for the GM alone."""

    budget: int
    lines: tuple[PointsLine, ...]
    problems: tuple[Finding, ...]
    wants: tuple[Finding, ...]
    flags: tuple[Finding, ...]

    @property
    def net(self) -> int:
        """Points paid less points given back (CW-3.1-02)."""
        return sum(line.ap for line in self.lines)

    @property
    def left(self) -> int:
        """Points still to spend; below 0 the design costs too much. Those left over are lost."""
        return self.budget - self.net


def tech_level(settings: Settings = DEFAULT_SETTINGS) -> str:
    """The campaign's technology level: the culture of its starting kit; 1st Gen FTL if that is not a printed one."""
    table = tables(settings)["CW-TAB-AP-BUDGET"]
    culture = tables(settings)["CW-TAB-START-KIT"].cell("culture", "amount").casefold()
    found = (key for key in table.keys if culture in {key.casefold(), table.cell(key, "culture").casefold()})
    return next(found, DEFAULT_LEVEL)


def budget(settings: Settings = DEFAULT_SETTINGS) -> int:
    """Advantage points for a design: by technology level alone, whatever the campaign gives else (CW-3.1-01, CW-3.0-08)."""
    return tables(settings)["CW-TAB-AP-BUDGET"].number(tech_level(settings), "AP")


def home_price(step: str, settings: Settings = DEFAULT_SETTINGS) -> int | None:
    """Advantage points of a home world's four digits together; None if it is no STEP code (CW-3.1-05)."""
    code = step.strip().upper()
    if len(code) != len(HOME_TABLES):
        return None
    rows = [home_digit(title, digit, settings) for title, digit in zip(HOME_TABLES, code, strict=True)]
    return sum(int(row["AP"]) for row in rows if row) if all(rows) else None


def generation_technologies(settings: Settings = DEFAULT_SETTINGS) -> tuple[str, ...]:
    """What every race of the campaign knows or lacks by its technology level alone: what designs ask for it reads
    (CW-6.5-11, CW-19.0-07); nothing at 1st Gen FTL."""
    named = tables(settings)["CW-TAB-AP-BUDGET"].cell(tech_level(settings), "technology")
    return (named,) if named else ()


def check_sheet(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> SheetReport:
    """The running total and every finding. Never raises (CW-3.1-01 to CW-3.1-06)."""
    known = choices(settings)
    lines = tuple(_lines(sheet, known, settings))
    most, net = budget(settings), sum(line.ap for line in lines)
    problems = [
        *_record(sheet, settings),
        *_entries(sheet, known),
        *_drives(sheet, known, settings),
        *_custom(sheet, known),
        *psionic_findings(sheet, settings),
    ]
    if net > most:
        text = f"The design costs {net} AP; a race of {tech_level(settings)} has {most}."
        problems.append(Finding(text, "CW-3.1-02"))
    return SheetReport(
        most, lines, tuple(problems), tuple(_wants(sheet, known)), tuple(odd_home(sheet.home_step, settings))
    )


def odd_home(step: str, settings: Settings = DEFAULT_SETTINGS) -> Iterator[Finding]:
    """What the GM should look at in a home world that nature would not make (CW-3.1-06)."""
    table, code = tables(settings)["CW-TAB-ODD-HOMES"], step.strip().upper()
    if len(code) != len(HOME_TABLES):
        return
    for _, row in table.named_rows():
        digits = zip(code, (row[c] for c in ("size", "temperature", "environment", "planet")), strict=True)
        if all(not wanted or digit in wanted for digit, wanted in digits):
            yield Finding(f"A home world {code} does not occur in nature: {row['why']}.", "CW-3.1-06")


def _lines(sheet: RaceSheet, known: Mapping[str, RaceChoice], settings: Settings) -> Iterator[PointsLine]:
    yield PointsLine(f"Home world {sheet.home_step}", home_price(sheet.home_step, settings) or 0)
    attitudes = tables(settings)["CW-TAB-ATTITUDES"]
    for name in sheet.attitudes():
        if name in attitudes.keys:
            yield PointsLine(name, attitudes.number(name, "AP printed"))
    for entry in sheet.entries:
        if entry.name in known:
            label = f"{entry.name} +{entry.level}" if entry.level > 1 else entry.name
            yield PointsLine(label, known[entry.name].price(max(1, entry.level)))
    for custom in sheet.custom:
        if custom.ruling != "refused":
            yield PointsLine(custom.name, custom.ap or 0)


def _record(sheet: RaceSheet, settings: Settings) -> Iterator[Finding]:
    """Name, home, biology, attitude and society."""
    if not sheet.name.strip():
        yield Finding("The race has no name yet.", "CW-3.2-05")
    if home_price(sheet.home_step, settings) is None:
        text = f"{quoted(sheet.home_step)} is not a home world: four characters of {STEP_DIGITS}, like 5555."
        yield Finding(text, "CW-3.1-05")
    printed = tables(settings)
    if sheet.biology not in printed["CW-TAB-BIOLOGY"].keys:
        names = ", ".join(printed["CW-TAB-BIOLOGY"].keys)
        yield Finding(f"{quoted(sheet.biology)} is not a biology; there are {names}.", "CW-3.1-07")
    usual = [name for name in printed["CW-TAB-ATTITUDES"].keys if name != XENOPHOBIC]
    if sheet.attitude == XENOPHOBIC:
        yield Finding(f"{XENOPHOBIC} is added to one of {', '.join(usual)}; choose one of them too.", "CW-3.1-30")
    elif sheet.attitude not in usual:
        yield Finding(f"{quoted(sheet.attitude)} is not an attitude; there are {', '.join(usual)}.", "CW-3.1-27")
    lists = society_lists(settings)
    for title, option in sheet.society.items():
        if title not in lists:
            yield Finding(f"{quoted(title)} is not a list of government and society.", "CW-16.0-02")
        elif option not in lists[title]:
            yield Finding(f"{quoted(option)} is not in {title}: {', '.join(lists[title])}.", "CW-16.0-02")


def _entries(sheet: RaceSheet, known: Mapping[str, RaceChoice]) -> Iterator[Finding]:
    taken = Counter(entry.name for entry in sheet.entries)
    for name, times in taken.items():
        if times > 1 and name in known:
            hint = "" if known[name].most == 1 else "; give it a level instead"
            yield Finding(f"{name} is on the sheet {times} times{hint}.", known[name].rule)
    for entry in {e.name: e for e in sheet.entries}.values():
        choice = known.get(entry.name)
        if choice is None:
            yield _unknown(entry.name, known)
            continue
        yield from _level(entry, choice)
        for needed in choice.requires:
            if needed not in taken:
                yield Finding(f"{entry.name} needs {needed}, which is not on the sheet.", "CW-3.1-03")
        for other in taken:
            if is_excluded(choice, other) and not (
                other in known and is_excluded(known[other], entry.name) and other < entry.name
            ):
                yield Finding(f"{entry.name} and {other} cannot go together.", choice.rule)
    if all(name in taken for name in NO_MISSILES):
        for name in taken:
            if name.startswith(WARHEADS):
                yield Finding(f"{name} is of no use without missiles and without railguns.", "CW-3.1-72")


def is_excluded(choice: RaceChoice, other: str) -> bool:
    """Whether a choice rules out the entry of that name."""
    return any(other == name or (name.endswith("*") and other.startswith(name[:-1])) for name in choice.excludes)


def _unknown(name: str, known: Mapping[str, RaceChoice]) -> Finding:
    near = get_close_matches(name, known, 1)
    hint = f"; is {near[0]} meant?" if near else "; something new goes in as a custom entry for the GM to price."
    return Finding(f"There is no entry {quoted(name)}{hint}", "CW-3.1-04")


def _level(entry: SheetEntry, choice: RaceChoice) -> Iterator[Finding]:
    if entry.level < 1:
        yield Finding(f"{entry.name} is at level {entry.level}; take it at least once or strike it.", choice.rule)
    elif choice.most is not None and entry.level > choice.most:
        often = "only once" if choice.most == 1 else f"at most {choice.most} times"
        yield Finding(f"{entry.name} can be taken {often}, not {entry.level} times.", choice.rule)
    if entry.name in ENTRY_DETAILS and not entry.detail.strip():
        what, rule = ENTRY_DETAILS[entry.name]
        yield Finding(f"{entry.name} needs a word: {what}.", rule)
    if entry.name == "Micro jump" and entry.detail.strip() not in {"", "skip", "leap"}:
        yield Finding(f"A micro jump drive skips or leaps; {quoted(entry.detail)} is neither.", "CW-3.1-63")


def _drives(sheet: RaceSheet, known: Mapping[str, RaceChoice], settings: Settings) -> Iterator[Finding]:
    """One FTL drive, one STL drive beside gravity at most, and the two fit each other (CW-3.1-55 to CW-3.1-62)."""
    drives = [known[e.name] for e in sheet.entries if e.name in known and known[e.name].part == "drives"]
    ftl = [choice.name for choice in drives if choice.group == FTL]
    stl = [choice.name for choice in drives if choice.group == STL and choice.name != GRAVITY_KEPT]
    kept = any(choice.name == GRAVITY_KEPT for choice in drives)
    if len(set(ftl)) > 1:
        yield Finding(f"A race has one FTL drive in place of the standard one, not {' and '.join(ftl)}.", "CW-3.1-55")
    if len(set(stl)) > 1:
        yield Finding(f"A race has one STL drive in place of the standard one, not {' and '.join(stl)}.", "CW-3.1-60")
    if kept and not stl:
        yield Finding(f"{GRAVITY_KEPT} is for races that take another STL drive; without one it is free.", "CW-3.1-61")
    flying = (*stl, GRAVITY) if kept or not stl else stl
    if lacks_velocity(ftl[0] if ftl else SECOND_STAGE, flying, settings):
        text = f"{stl[0]} gives no velocity, which {SECOND_STAGE} drives need; take another FTL drive or keep gravity."
        yield Finding(text, "CW-3.1-62")


def _custom(sheet: RaceSheet, known: Mapping[str, RaceChoice]) -> Iterator[Finding]:
    for name, times in Counter(custom.name for custom in sheet.custom).items():
        if not name.strip():
            yield Finding("A custom entry has no name.", "CW-3.1-04")
        elif name in known:
            yield Finding(f"{name} is on the checklist; take it from there.", "CW-3.1-04")
        elif times > 1:
            yield Finding(f"The custom entry {quoted(name)} is on the sheet {times} times.", "CW-3.1-04")
    for custom in sheet.custom:
        if custom.ruling == "refused":
            why = f": {custom.comment}" if custom.comment else "."
            yield Finding(f"The GM does not allow {quoted(custom.name)}{why}", "CW-3.1-04")


def _wants(sheet: RaceSheet, known: Mapping[str, RaceChoice]) -> Iterator[Finding]:
    """What the GM has still to agree to (CW-3.1-04)."""
    for custom in sheet.custom:
        rule = "CW-3.1-82" if custom.section == "disadvantages" else "CW-3.1-04"
        if custom.ruling == "open":
            needs = "a price and the GM's yes" if custom.ap is None else f"the GM's yes at {custom.ap} AP"
            yield Finding(f"{quoted(custom.name)} needs {needs}.", rule)
        elif custom.ruling == "approved" and custom.ap is None:
            yield Finding(f"{quoted(custom.name)} is allowed, but the GM has named no price.", rule)
    for entry in sheet.entries:
        choice = known.get(entry.name)
        if choice is None or entry.approved:
            continue
        if choice.approval:
            yield Finding(f"{entry.name} needs the GM's permission.", choice.rule)
        elif choice.gm_levels and entry.level > 1:
            yield Finding(f"{entry.name} more than once needs the GM's permission.", choice.rule)
        elif entry.name == "Psionic Ability" and entry.level >= PSI_MASTERY:
            yield Finding(f"{entry.name} at level {entry.level} needs the GM's permission.", choice.rule)
    if sheet.status != "approved":
        burdens = sum(known[e.name].part == "disadvantages" for e in sheet.entries if e.name in known)
        mind = f", above all its disadvantages ({burdens})" if burdens else ""
        yield Finding(f"The GM has yet to approve the design as a whole{mind}.", "CW-3.1-04")
