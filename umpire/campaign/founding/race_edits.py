"""What a player may do to their race and its starting package (CW-3.0-03), one function each.

They are pure changes of a draft, with a sentence for bad input.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rules.cluster_war.model.psionics.abilities import FIRST_LEVEL, TRAIT, ability_named, race_entry
from rules.cluster_war.model.race_design.check import own_disciplines
from rules.cluster_war.model.race_design.choices import HOME_TABLES, XENOPHOBIC, choices, choose_society
from rules.cluster_war.model.race_design.sheet import (
    ENTRY_SECTIONS,
    CustomEntry,
    Facilities,
    PlannedColony,
    PlannedFleet,
    RaceSheet,
    Section,
    SheetEntry,
    StartPackage,
)
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS, check_step
from rules.cluster_war.turn.setup.presets import preset
from rules.values import GameError, IllegalOrderError, changed, quoted, unknown
from rules.values import changed as replace
from umpire.campaign.founding.ai_races import check_name
from umpire.campaign.founding.race_draft import DraftDesign, RaceDraft, draw, kit, usual_kit
from umpire.games.new_game import MARKUP_CHARACTERS

LONGEST_NAME: Final = 40
LONGEST_TEXT: Final = 1_500
LONGEST_DETAIL: Final = 300
MOST_CUSTOM: Final = 12
MOST_LEVEL: Final = 60
MOST_CPS: Final = 100_000
MOST_COLONIES: Final = 30
MOST_DESIGNS: Final = 40
MOST_FLEETS: Final = 20
FACILITIES: Final = {
    "shipyard_bays": "Shipyard bays",
    "light_industry": "Light industry",
    "heavy_industry": "Heavy industry",
    "training": "Training base beside the free one",
    "science_stations": "Science stations",
}
_COUNT: Final = re.compile(r"(\d{1,5})\s*[x×]?\s+([A-Za-z][A-Za-z0-9]{0,5})")
_COLONY: Final = re.compile(r"(\d{1,5})(?:\s+\(([0-9Xx]{4})\))?(?:\s+(.+))?")


def use_preset(draft: RaceDraft, name: str) -> RaceDraft:
    """Begin from a printed race, as a draft of one's own; the package and home name stay."""
    printed = preset(name)
    sheet = replace(printed, status="draft", gm_comment="", package=draft.sheet.package)
    return replace(draft, sheet=replace(sheet, entries=tuple(replace(e, approved=False) for e in sheet.entries)))


def blank(draft: RaceDraft) -> RaceDraft:
    """Begin anew with an empty checklist; the package stays."""
    return replace(draft, sheet=RaceSheet(package=draft.sheet.package))


def set_names(draft: RaceDraft, name: str, nickname: str, home_name: str) -> RaceDraft:
    """Name the race, its home world's kind, and the home world."""
    if marks := sorted(set(name + home_name) & MARKUP_CHARACTERS):
        raise GameError(f"These names are in public posts and cannot hold {quoted(' '.join(marks))}.")
    check_name(line(name))
    sheet = replace(draft.sheet, name=line(name), home_nickname=line(nickname))
    return replace(draft, sheet=sheet, home_name=line(home_name))


def set_looks(draft: RaceDraft, body_form: str, diet: str, notes: str) -> RaceDraft:
    """Describe the race: its body, what it lives on, and its story (CW-3.1-08)."""
    body, food = line(body_form), line(diet)
    return replace(draft, sheet=replace(draft.sheet, body_form=body, diet=food, notes=text_of(notes)))


def set_home_digit(draft: RaceDraft, title: str, digit: str) -> RaceDraft:
    """Set one character of the home world's code (CW-3.1-05)."""
    if title not in HOME_TABLES or len(digit) != 1 or digit not in STEP_DIGITS:
        raise GameError(
            f"A home world has {', '.join(HOME_TABLES)}, each a character of {STEP_DIGITS}.", rule="CW-3.1-05"
        )
    code = draft.sheet.home_step.strip().upper()
    code = code if len(code) == len(HOME_TABLES) else "5555"
    at = list(HOME_TABLES).index(title)
    return replace(draft, sheet=replace(draft.sheet, home_step=code[:at] + digit + code[at + 1 :]))


def set_biology(draft: RaceDraft, biology: str) -> RaceDraft:
    """Choose a biology (CW-3.1-07)."""
    return replace(draft, sheet=replace(draft.sheet, biology=line(biology)))


def set_attitude(draft: RaceDraft, chosen: Sequence[str]) -> RaceDraft:
    """Choose an attitude, and Xenophobic beside it or not (CW-3.1-30)."""
    usual = [name for name in chosen if name != XENOPHOBIC]
    if len(usual) != 1:
        raise GameError(f"Choose one attitude, and {XENOPHOBIC} with it if you like.", rule="CW-3.1-30")
    return replace(draft, sheet=replace(draft.sheet, attitude=usual[0], xenophobic=XENOPHOBIC in chosen))


def choose(draft: RaceDraft, offered: Sequence[str], chosen: Sequence[str]) -> RaceDraft:
    """Of the entries that were offered have those chosen and no others; levels and details of kept ones stay."""
    known = choices()
    strange = [name for name in chosen if name not in known or name not in offered]
    if strange:
        raise GameError(f"There is no entry {quoted(strange[0])} here.", rule="CW-3.1-03")
    kept = tuple(e for e in draft.sheet.entries if e.name not in offered or e.name in chosen)
    held = {entry.name for entry in kept}
    added = tuple(SheetEntry(name) for name in offered if name in chosen and name not in held)
    return replace(draft, sheet=replace(draft.sheet, entries=(*kept, *added)))


def set_entry(draft: RaceDraft, name: str, level: str, detail: str) -> RaceDraft:
    """Say how often an entry is taken, and what it leaves open (a discipline, a form)."""
    number = whole(level, 1, MOST_LEVEL)
    if draft.sheet.entry(name) is None:
        raise GameError(f"{quoted(name)} is not on your sheet.", rule="CW-3.1-03")
    changed = tuple(
        replace(e, level=number, detail=line(detail, LONGEST_DETAIL), approved=False) if e.name == name else e
        for e in draft.sheet.entries
    )
    return replace(draft, sheet=replace(draft.sheet, entries=changed))


def set_disciplines(draft: RaceDraft, chosen: Sequence[str]) -> RaceDraft:
    """Have these psionic disciplines and no others: those of level 1 and 2 with the trait, which is taken once for each and for
    telepathy; of level 3 each as an entry that the game master prices (CW-15.0-02, CW-15.0-03, CW-15.1-23)."""
    words = {name: ability_named(name) for name in chosen}
    strange = [name for name, ability in words.items() if ability is None]
    if strange:
        raise GameError(f"There is no discipline {quoted(strange[0])}.", rule="CW-15.0-03")
    named = {name: ability for name, ability in words.items() if ability is not None}
    usual = [name for name, ability in named.items() if not ability.needs_approval()]
    rest = tuple(entry for entry in draft.sheet.entries if entry.name != TRAIT)
    own = {race_entry(ability): ability for ability in named.values() if ability.needs_approval()}
    kept = tuple(c for c in draft.sheet.custom if c not in own_disciplines(draft.sheet) or c.name in own)
    held = {custom.name for custom in kept}
    added = tuple(CustomEntry(name, "abilities", a.does) for name, a in own.items() if name not in held)
    entries = rest
    if named:
        level = len({FIRST_LEVEL, *(named[name].id for name in usual)})
        entries = (*rest, SheetEntry(TRAIT, level, "; ".join(usual)))
    return replace(draft, sheet=replace(draft.sheet, entries=entries, custom=(*kept, *added)))


def set_society(draft: RaceDraft, title: str, option: str) -> RaceDraft:
    """Choose an entry of a list of government and society, or none with "" (CW-16.0-02)."""
    return replace(draft, sheet=choose_society(draft.sheet, title, option))


def add_custom(draft: RaceDraft, name: str, section: str, text: str) -> RaceDraft:
    """Add an entry of one's own, or write it anew; the game master prices it (CW-3.1-04)."""
    title = line(name)
    if not title:
        raise GameError("Give the entry a name.", rule="CW-3.1-04")
    if section not in ENTRY_SECTIONS:
        raise GameError(f"An entry belongs to {', '.join(ENTRY_SECTIONS)}, not to {quoted(section)}.", rule="CW-3.1-04")
    part: Section = next(known for known in ENTRY_SECTIONS if known == section)
    others = tuple(c for c in draft.sheet.custom if c.name != title)
    if len(others) >= MOST_CUSTOM:
        raise GameError(f"A race has at most {MOST_CUSTOM} entries of its own.", rule="CW-3.1-04")
    made = CustomEntry(title, part, text_of(text, 500))
    return replace(draft, sheet=replace(draft.sheet, custom=(*others, made)))


def drop_custom(draft: RaceDraft, name: str) -> RaceDraft:
    """Strike an entry of one's own."""
    custom = tuple(c for c in draft.sheet.custom if c.name != name)
    if custom == draft.sheet.custom:
        raise GameError(f"{quoted(name)} is not on your sheet.", rule="CW-3.1-04")
    return replace(draft, sheet=replace(draft.sheet, custom=custom))


def line(text: str, longest: int = LONGEST_NAME) -> str:
    """One tidy line; GameError if it is too long or holds what cannot be shown."""
    words = " ".join(unicodedata.normalize("NFC", text).split())
    if len(words) > longest or not words.isprintable():
        raise GameError(f"Write at most {longest} ordinary characters, not {quoted(text)}.")
    return words


def text_of(text: str, longest: int = LONGEST_TEXT) -> str:
    """Several lines of text; GameError if it is too long."""
    lines = [" ".join(part.split()) for part in text.strip().splitlines()]
    words = "\n".join("".join(c for c in part if c.isprintable()) for part in lines)
    if len(words) > longest:
        raise GameError(f"Write at most {longest} characters; this is {len(words)}.")
    return words


def whole(text: str, low: int, high: int) -> int:
    """A whole number as written; GameError outside low to high."""
    digits = text.strip()
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 9 or not low <= int(digits) <= high:
        raise GameError(f"{quoted(text)} is not a whole number from {low} to {high}.")
    return int(digits)


def biologies() -> tuple[str, ...]:
    """The biologies there are."""
    return tables(Settings())["CW-TAB-BIOLOGY"].keys


def use_kit(draft: RaceDraft, name: str, settings: Settings) -> RaceDraft:
    """Take a ready roster, "" for the one that suits best; designs of one's own are dropped."""
    package = kit(name, draft.sheet, settings) if name else usual_kit(draft.sheet, settings)
    kept = draft.sheet.package
    package = changed(package, home_cps=kept.home_cps, colonies=kept.colonies)
    return changed(draft, sheet=changed(draft.sheet, package=package), units={})


def empty_package(draft: RaceDraft) -> RaceDraft:
    """Begin the package anew."""
    return changed(draft, sheet=changed(draft.sheet, package=StartPackage()), units={})


def set_facilities(draft: RaceDraft, values: Mapping[str, str]) -> RaceDraft:
    """Set what stands on the home world beside the free training base."""
    built = draft.sheet.package.facilities
    numbers = {name: whole(values.get(name, "") or "0", 0, MOST_CPS) for name in FACILITIES}
    made = Facilities(**numbers, garrison=built.garrison)
    return _packed(draft, changed(draft.sheet.package, facilities=made))


def set_units(draft: RaceDraft, ships: str, garrison: str) -> RaceDraft:
    """Set how many of each design there are at the start, a line each: "2 DD"; ships may stand in named fleets."""
    package = draft.sheet.package
    built = changed(package.facilities, garrison=read_counts(draft, garrison))
    total, fleets = read_fleets(draft, ships)
    return _packed(draft, changed(package, ships=total, fleets=fleets, facilities=built))


def set_colonies(draft: RaceDraft, home: str, colonies: str) -> RaceDraft:
    """Set the home world's CPs (empty: as usual) and the first colonies, a line each: "120 (5566) New Haven"."""
    size = whole(home, 1, MOST_CPS) if home.strip() else 0
    package = changed(draft.sheet.package, home_cps=size, colonies=read_colonies(colonies))
    return _packed(draft, package)


def put_unit(draft: RaceDraft, text: UnitText, settings: Settings) -> tuple[RaceDraft, DraftDesign]:
    """Add a design, or write it anew under the same id; GameError if it cannot be read or has no price."""
    drawn = draw(changed(text, id=text.id.upper()), draft.sheet, settings)
    if drawn.design is None:
        wrong = next((p for p in drawn.problems if p.refused), None)
        raise IllegalOrderError(
            wrong.text if wrong else "It has no price yet.", rule=wrong.rule if wrong else "CW-6.6-09"
        )
    package, made = draft.sheet.package, drawn.design
    ids = [design.id for design in package.designs]
    if made.id not in ids and len(ids) >= MOST_DESIGNS:
        raise GameError(f"A package has at most {MOST_DESIGNS} designs; drop one first.", rule="CW-3.0-06")
    designs = tuple(made if d.id == made.id else d for d in package.designs)
    designs = designs if made.id in ids else (*designs, made)
    units = {**draft.units, made.id: drawn.text}
    return changed(_packed(draft, changed(package, designs=designs)), units=units), drawn


def drop_design(draft: RaceDraft, name: str) -> RaceDraft:
    """Strike a design, and the units planned of it."""
    package = draft.sheet.package
    if all(design.id != name for design in package.designs):
        raise GameError(f"There is no design {quoted(name)} in your package.", rule="CW-3.0-06")
    garrison = {d: n for d, n in package.facilities.garrison.items() if d != name}
    package = changed(
        package,
        designs=tuple(d for d in package.designs if d.id != name),
        ships={d: n for d, n in package.ships.items() if d != name},
        facilities=changed(package.facilities, garrison=garrison),
        drawn_from={d: t for d, t in package.drawn_from.items() if d != name},
        fleets=_without(package.fleets, name),
    )
    return changed(_packed(draft, package), units={d: t for d, t in draft.units.items() if d != name})


def read_counts(draft: RaceDraft, text: str) -> Mapping[str, int]:
    """Numbers of units as written; GameError for a line that is none, or a design that is not in the package."""
    known = {design.id.casefold(): design.id for design in draft.sheet.package.designs}
    found: Counter[str] = Counter()
    for part in _lines(text.replace(",", "\n")):
        read = _COUNT.fullmatch(part)
        if read is None:
            raise GameError(
                f"{quoted(part)} is not a number of units; write a line for each, like: 2 DD.", rule="CW-3.0-03"
            )
        name = known.get(read[2].casefold())
        if name is None:
            lead = f"There is no design {quoted(read[2])}."
            raise unknown(GameError, lead, read[2], "There are", known.values(), rule="CW-3.0-06")
        if int(read[1]):
            found[name] += int(read[1])
    return found


def read_fleets(draft: RaceDraft, text: str) -> tuple[Mapping[str, int], tuple[PlannedFleet, ...]]:
    """Ships as written: all of them by design, and the fleets that are named: "Scouts: 2 SC, 1 SV".

    A name holds for the lines below it too. Ships above the first name are left to the rule of `first_fleets`.
    """
    parts: dict[str, list[str]] = {"": []}
    name = ""
    for row in text.splitlines():
        title, colon, rest = row.partition(":")
        if colon:
            name = line(title, LONGEST_NAME)
            if not name or name.casefold() in {known.casefold() for known in parts}:
                raise GameError(
                    f"{quoted(title.strip())} is not a new name of a fleet; write Scouts: 2 SC.", rule="CW-4.1-12"
                )
            parts[name] = []
        parts[name].append(rest if colon else row)
    if len(parts) - 1 > MOST_FLEETS:
        raise GameError(f"A package names at most {MOST_FLEETS} fleets.", rule="CW-4.1-12")
    read = {name: read_counts(draft, "\n".join(rows)) for name, rows in parts.items()}
    total = dict(sum((Counter(counts) for counts in read.values()), Counter[str]()))
    return total, tuple(PlannedFleet(name, counts) for name, counts in read.items() if name and counts)


def write_fleets(package: StartPackage) -> str:
    """Ships as `read_fleets` reads them."""
    left = Counter(package.ships)
    for fleet in package.fleets:
        left.subtract(fleet.ships)
    loose = write_counts(+left)
    named = [f"{f.name}: {', '.join(write_counts(f.ships).splitlines())}" for f in package.fleets]
    return "\n".join([*([loose] if loose else []), *named])


def _without(fleets: tuple[PlannedFleet, ...], design: str) -> tuple[PlannedFleet, ...]:
    kept = (changed(f, ships={d: n for d, n in f.ships.items() if d != design}) for f in fleets)
    return tuple(fleet for fleet in kept if fleet.ships)


def write_counts(counts: Mapping[str, int]) -> str:
    """Numbers of units as `read_counts` reads them."""
    return "\n".join(f"{number} {design}" for design, number in counts.items())


def read_colonies(text: str) -> tuple[PlannedColony, ...]:
    """First colonies as written; GameError for a line that is none."""
    found = []
    for part in _lines(text):
        read = _COLONY.fullmatch(part)
        if read is None or not int(read[1]):
            raise GameError(
                f"{quoted(part)} is not a colony; write its CPs and its name: 120 New Haven.", rule="CW-3.0-03"
            )
        step = check_step(read[2].upper()) if read[2] else ""
        found.append(PlannedColony(int(read[1]), line(read[3] or ""), step))
    if len(found) > MOST_COLONIES:
        raise GameError(f"An empire begins with at most {MOST_COLONIES} colonies.", rule="CW-3.0-03")
    return tuple(found)


def write_colonies(colonies: tuple[PlannedColony, ...]) -> str:
    """First colonies as `read_colonies` reads them."""
    return "\n".join(
        " ".join([str(c.cps), *([f"({c.step})"] if c.step else []), *([c.name] if c.name else [])]) for c in colonies
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _packed(draft: RaceDraft, package: StartPackage) -> RaceDraft:
    return changed(draft, sheet=changed(draft.sheet, package=package))
