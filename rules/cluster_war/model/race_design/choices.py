"""Every entry a race may choose, with its price, from the printed tables; and what an attitude refuses, how it behaves and
what it asks of its force (CW-3.1-25 to CW-3.1-30, CW-3.1-05 to CW-3.1-82, CW-16.0-02)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.model.race_design.sheet import DEFAULT_SETTINGS, ENTRY_SECTIONS, Finding, RaceSheet, Section
from rules.cluster_war.model.state.common import DesignProblem, Settings, tables
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS
from rules.tables import Row, Table, split_cell
from rules.values import GameError, IllegalOrderError, Value, changed, quoted

Deed: TypeAlias = Literal["weapons research", "conquest", "first strike"]
DEED_KINDS: Final[tuple[Deed, ...]] = get_args(Deed)
XENOPHOBIC: Final = "Xenophobic"
NEUTRAL: Final = "Neutral"


def attitude_row(attitude: str, settings: Settings = DEFAULT_SETTINGS) -> Row:
    """The row of CW-TAB-ATTITUDES for a record's attitude ("Hostile, Xenophobic"); Neutral where it names none."""
    table = tables(settings)["CW-TAB-ATTITUDES"]
    names = [name for name in attitude.split(", ") if name in table.keys and name != XENOPHOBIC]
    return table.row(names[0] if names else NEUTRAL)


def deed_refused(attitude: str, deed: Deed, settings: Settings = DEFAULT_SETTINGS) -> DesignProblem | None:
    """Why a race's attitude forbids a deed, or None (CW-3.1-25, CW-3.1-26)."""
    row = attitude_row(attitude, settings)
    if deed not in split_cell(row["refuses"]):
        return None
    return DesignProblem(f"The attitude {attitude} rules out {deed}.", row["rule"])


def shows(deed: Deed, text: str, settings: Settings = DEFAULT_SETTINGS) -> bool:
    """Whether the words of an order show a deed, by CW-TAB-DEEDS."""
    row, words = tables(settings)["CW-TAB-DEEDS"].row(deed), text.casefold()
    found = any(word in words for word in split_cell(row["words"]))
    return found and not any(word in words for word in split_cell(row["but not"]))


def order_refused(race: Race, deed: Deed, text: str, settings: Settings = DEFAULT_SETTINGS) -> DesignProblem | None:
    """Why the race's attitude forbids an order with these words, or None (CW-3.1-25, CW-3.1-26)."""
    found = deed_refused(race.attitude, deed, settings)
    return found if found is not None and shows(deed, text, settings) else None


def check_deed(race: Race, deed: Deed, text: str, settings: Settings = DEFAULT_SETTINGS) -> None:
    """IllegalOrderError if an order shows a deed that the race's attitude refuses."""
    found = order_refused(race, deed, text, settings)
    if found is not None:
        raise IllegalOrderError(found.text, rule=found.rule)


def against_attitude(race: Race, text: str, settings: Settings = DEFAULT_SETTINGS) -> DesignProblem | None:
    """What in plain words the race's attitude refuses, for the game master who rules on them; or None."""
    return next((p for deed in DEED_KINDS if (p := order_refused(race, deed, text, settings)) is not None), None)


class Conduct(Value):
    """How a race meets others, what it does when attacked, and how much of its force is armed: any, most or all."""

    meets_others: str
    attacked: str
    armed: str


def conduct(attitude: str, settings: Settings = DEFAULT_SETTINGS) -> Conduct:
    """The behaviour for a record's attitude, such as "Hostile, Xenophobic"; a suggestion for the GM."""
    row = attitude_row(attitude, settings)
    meets = row["if xenophobic"] if XENOPHOBIC in attitude.split(", ") else row["meets others"]
    return Conduct(meets, row["attacked"], row["armed"])


def unarmed_design_refused(attitude: str, armed: bool, settings: Settings = DEFAULT_SETTINGS) -> Finding | None:
    """Why a design without weapons is refused to a race that arms everything, or None (CW-3.1-29)."""
    row = attitude_row(attitude, settings)
    if armed or row["armed"] != "all":
        return None
    return Finding(f"A race with the attitude {attitude} arms all its units; this design has no weapon.", row["rule"])


def arming_warning(attitude: str, armed: Iterable[bool], settings: Settings = DEFAULT_SETTINGS) -> Finding | None:
    """A warning where a Hostile race has not armed more than half of its units, one flag each; or None (CW-3.1-28)."""
    row, flags = attitude_row(attitude, settings), tuple(armed)
    if row["armed"] == "any" or not flags or 2 * sum(flags) > len(flags):
        return None
    return Finding(
        f"Only {sum(flags)} of {len(flags)} units are armed; the attitude {attitude} asks for most.", row["rule"]
    )


STANDARD_SUFFIX: Final = " (standard)"
SECOND_STAGE: Final = "Second stage"
GRAVITY: Final = "Gravity"
GRAVITY_KEPT: Final = "Gravity kept"
HOME_TABLES: Final = {
    "Size": "CW-TAB-AP-HOME-SIZE",
    "Temperature": "CW-TAB-AP-HOME-TEMP",
    "Environment": "CW-TAB-AP-HOME-ENV",
    "Planetary conditions": "CW-TAB-AP-HOME-PLANET",
}
WORMHOLE: Final = "Wormhole"
WORMHOLE_FOR_MESSAGES: Final = 20
"""What a wormhole drive costs where natural wormholes carry messages alone (CW-4.0-24)."""
FTL: Final = "FTL drives"
STL: Final = "STL drives"
Part: TypeAlias = Section | Literal["home", "biology", "attitude", "society"]


class RaceChoice(Value):
    """One line of the checklist. `ap` is the price of the first level, `further` of each other; negative gives back.

    `most` None is any number of levels; `gm_levels` means that more than one needs the GM; `approval` that any does.
    `excludes` may end in a star for every name that begins so.
    """

    name: str
    part: Part
    group: str
    ap: int
    further: int = 0
    most: int | None = 1
    gm_levels: bool = False
    approval: bool = False
    effect: str = ""
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    rule: str = "CW-3.1-02"

    def price(self, level: int) -> int:
        """Signed advantage points of so many levels."""
        return self.ap + self.further * (level - 1)


class ChoiceGroup(Value):
    """One step of the guided form: pick "one" of the choices, or "any" number of them."""

    title: str
    pick: Literal["one", "any"]
    choices: tuple[RaceChoice, ...]
    hint: str = ""


def choices(settings: Settings = DEFAULT_SETTINGS) -> Mapping[str, RaceChoice]:
    """All entries that can stand on a sheet, by name, this campaign's prices applied."""
    return _choices(tuple(sorted(settings.overrides.items())), settings.natural_wormholes == "communication")


@lru_cache(maxsize=32)
def _choices(overrides: tuple[tuple[str, str], ...], messages_only: bool) -> Mapping[str, RaceChoice]:
    found = {choice.name: choice for choice in _entries(tables(Settings(overrides=dict(overrides))))}
    drive = found[WORMHOLE]
    if messages_only and drive.ap > WORMHOLE_FOR_MESSAGES:
        found[WORMHOLE] = changed(drive, ap=WORMHOLE_FOR_MESSAGES, rule="CW-4.0-24")
    return found


def catalogue(settings: Settings = DEFAULT_SETTINGS) -> tuple[ChoiceGroup, ...]:
    """All that can be chosen, in the order of the checklist, as a guided form asks for it."""
    printed = tables(settings)
    groups: list[ChoiceGroup] = []
    for title, name in HOME_TABLES.items():
        rows = printed[name].rows
        digits = (RaceChoice(d, "home", title, int(ap), effect=words, rule="CW-3.1-05") for d, words, ap in rows)
        groups.append(ChoiceGroup(title, "one", tuple(digits)))
    table = printed["CW-TAB-BIOLOGY"]
    biologies = tuple(RaceChoice(name, "biology", "Biology", 0, rule=table.rule) for name in table.keys)
    groups.append(ChoiceGroup("Biology", "one", biologies))
    attitudes = tuple(_attitudes(printed["CW-TAB-ATTITUDES"]))
    groups.append(ChoiceGroup("Attitude", "one", attitudes, f"{XENOPHOBIC} is added to one of the others."))
    for choice in choices(settings).values():
        if groups[-1].title != choice.group:
            groups.append(ChoiceGroup(choice.group, "one" if choice.group == FTL else "any", ()))
        last = groups[-1]
        groups[-1] = ChoiceGroup(last.title, last.pick, (*last.choices, choice), last.hint)
    for title, options in society_lists(settings).items():
        lines = tuple(RaceChoice(o, "society", title, 0, rule="CW-16.0-02") for o in options)
        groups.append(ChoiceGroup(title, "one", lines, "One or none; it never changes CPs."))
    return tuple(groups)


def society_lists(settings: Settings = DEFAULT_SETTINGS) -> Mapping[str, tuple[str, ...]]:
    """The ten lists of government and society with their entries (CW-16.0-02)."""
    lists: dict[str, tuple[str, ...]] = {}
    for title, option in tables(settings)["CW-16.0-T01"].rows:
        lists[title] = (*lists.get(title, ()), option)
    return lists


def home_digit(title: str, digit: str, settings: Settings = DEFAULT_SETTINGS) -> Row | None:
    """The printed line for one character of a home world's code; None if it is no such character (CW-3.1-05)."""
    table = tables(settings)[HOME_TABLES[title]]
    return next((table.row(key) for key in table.keys if digit and digit in _digits(key)), None)


def _digits(key: str) -> str:
    low, _, high = key.partition("-")
    return STEP_DIGITS[STEP_DIGITS.index(low) : STEP_DIGITS.index(high or low) + 1]


def _attitudes(table: Table) -> Iterator[RaceChoice]:
    for name, row in table.named_rows():
        refused = f"never: {row['refuses']}; " if row["refuses"] else ""
        words = f"{refused}meets others: {row['meets others']}; attacked: {row['attacked']}; armed: {row['armed']}"
        text = "fears all that is strange" if name == XENOPHOBIC else words
        yield RaceChoice(name, "attitude", "Attitude", int(row["AP printed"]), effect=text, rule=row["rule"])


def _entries(printed: Mapping[str, Table]) -> Iterator[RaceChoice]:
    yield from _section(printed["CW-TAB-ABILITIES"], "abilities", "Racial abilities")
    yield from _section(printed["CW-TAB-START-BONUS"], "bonuses", "Starting bonuses")
    yield from _section(printed["CW-TAB-TECH"], "technologies", "Technologies")
    yield from _drives(printed)
    yield from _section(printed["CW-TAB-RACIAL-DISADV"], "disadvantages", "Racial disadvantages")
    yield from _section(printed["CW-TAB-TECH-DISADV"], "disadvantages", "Technological disadvantages")
    yield from _extras(printed["CW-TAB-RACE-EXTRAS"])


def _section(table: Table, part: Section, group: str) -> Iterator[RaceChoice]:
    for name, row in table.named_rows():
        ap = -int(row["AP gained"]) if "AP gained" in row else int(row["AP"])
        requires = split_cell(row.get("requires", ""))
        bought = tuple(r for r in requires if r in table.keys)
        yield RaceChoice(
            name=name,
            part=part,
            group=group,
            ap=ap,
            further=ap,
            most=_most(row["levels"]),
            gm_levels=row["levels"] == "gm",
            approval=bought != requires,
            effect=row["effect"] if "effect" in row else row["gives"],
            requires=bought,
            excludes=split_cell(row.get("excludes", "")),
            rule=row["rule"],
        )


def _most(cell: str) -> int | None:
    return int(cell) if cell.isdecimal() else None


def _drives(printed: Mapping[str, Table]) -> Iterator[RaceChoice]:
    ftl, rules, stl = printed["CW-TAB-FTL"], printed["CW-TAB-FTL-RULES"], printed["CW-TAB-STL"]
    for name in ftl.keys:
        if not name.endswith(STANDARD_SUFFIX):
            row, more = ftl.row(name), rules.row(name)
            yield RaceChoice(
                name=name,
                part="drives",
                group=FTL,
                ap=int(row["AP"]),
                further=int(more["further AP"]),
                most=_most(more["levels"]),
                approval=True,
                effect=row["notes"],
                rule=more["rule"],
            )
    for name in stl.keys:
        if not name.endswith(STANDARD_SUFFIX):
            row = stl.row(name)
            yield RaceChoice(name, "drives", STL, int(row["AP"]), approval=True, effect=row["notes"], rule=row["rule"])


def _extras(table: Table) -> Iterator[RaceChoice]:
    for name, row in table.named_rows():
        yield RaceChoice(
            name=name,
            part=next(section for section in ENTRY_SECTIONS if section == row["section"]),
            group="Of the worked races",
            ap=int(row["AP"]),
            approval=True,
            effect=row["effect"],
            rule=row["rule"],
        )


def choose_society(
    sheet: RaceSheet, title: str, option: str, consent: bool = False, settings: Settings = DEFAULT_SETTINGS
) -> RaceSheet:
    """The sheet with one list decided, or open again with option "" (CW-16.0-02).

    GameError for a list or entry that is none; IllegalOrderError on an approved sheet without the GM's consent.
    """
    lists = society_lists(settings)
    if title not in lists:
        raise GameError(f"{quoted(title)} is not a list of government and society; there are {', '.join(lists)}.")
    if option and option not in lists[title]:
        raise GameError(f"{quoted(option)} is not in {title}; there are {', '.join(lists[title])}.")
    if sheet.status == "approved" and not consent:
        raise IllegalOrderError(f"{title} changes only with the GM's consent now.", rule="CW-16.0-02")
    society = {name: chosen for name, chosen in sheet.society.items() if name != title}
    return changed(sheet, society={**society, title: option} if option else society)


def profile(race: Race) -> Mapping[str, str]:
    """A race's choices by list, from its record."""
    parts = (line.partition(": ") for line in race.society)
    return {title: option for title, _, option in parts}


def compare_profiles(
    ours: Race, theirs: Race, settings: Settings = DEFAULT_SETTINGS
) -> tuple[tuple[str, str, str], ...]:
    """Both profiles list by list, "" where nothing was chosen: what the GM weighs in special actions (CW-16.0-03)."""
    mine, other = profile(ours), profile(theirs)
    return tuple((title, mine.get(title, ""), other.get(title, "")) for title in society_lists(settings))
