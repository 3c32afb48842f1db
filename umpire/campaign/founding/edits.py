"""What a player may do to their race, one function each: pure changes of a draft, with a sentence for bad input."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from rules.cluster_war.model.psionics.abilities import FIRST, TRAIT, ability_named, race_entry
from rules.cluster_war.model.race_design.attitudes import XENOPHOBIC
from rules.cluster_war.model.race_design.choices import HOME_TABLES, choices, choose_society
from rules.cluster_war.model.race_design.psionics import own_disciplines
from rules.cluster_war.model.race_design.sheet import SECTIONS, CustomEntry, Entry, RaceSheet, Section
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.worlds.step_codes import CODES
from rules.cluster_war.turn.setup.presets import preset
from rules.errors import GameError, quoted
from rules.values import changed as replace
from umpire.campaign.founding.peoples import check_name
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.games.new_game import MARKUP

LONGEST_NAME: Final = 40
LONGEST_TEXT: Final = 1_500
LONGEST_DETAIL: Final = 300
MOST_CUSTOM: Final = 12
MOST_LEVEL: Final = 60


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
    if marks := sorted(set(name + home_name) & MARKUP):
        raise GameError(f"These names stand in public posts and cannot hold {quoted(' '.join(marks))}.")
    check_name(line(name))
    sheet = replace(draft.sheet, name=line(name), home_nickname=line(nickname))
    return replace(draft, sheet=sheet, home_name=line(home_name))


def set_looks(draft: RaceDraft, body_form: str, diet: str, notes: str) -> RaceDraft:
    """Describe the race: its body, what it lives on, and its story (CW-3.1-08)."""
    body, food = line(body_form), line(diet)
    return replace(draft, sheet=replace(draft.sheet, body_form=body, diet=food, notes=text_of(notes)))


def set_home_digit(draft: RaceDraft, title: str, digit: str) -> RaceDraft:
    """Set one character of the home world's code (CW-3.1-05)."""
    if title not in HOME_TABLES or len(digit) != 1 or digit not in CODES:
        raise GameError(f"A home world has {', '.join(HOME_TABLES)}, each a character of {CODES}.", rule="CW-3.1-05")
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
    added = tuple(Entry(name) for name in offered if name in chosen and name not in held)
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
        level = len({FIRST, *(named[name].id for name in usual)})
        entries = (*rest, Entry(TRAIT, level, "; ".join(usual)))
    return replace(draft, sheet=replace(draft.sheet, entries=entries, custom=(*kept, *added)))


def set_society(draft: RaceDraft, title: str, option: str) -> RaceDraft:
    """Choose an entry of a list of government and society, or none with "" (CW-16.0-02)."""
    return replace(draft, sheet=choose_society(draft.sheet, title, option))


def add_custom(draft: RaceDraft, name: str, section: str, text: str) -> RaceDraft:
    """Add an entry of one's own, or write it anew; the game master prices it (CW-3.1-04)."""
    title = line(name)
    if not title:
        raise GameError("Give the entry a name.", rule="CW-3.1-04")
    if section not in SECTIONS:
        raise GameError(f"An entry belongs to {', '.join(SECTIONS)}, not to {quoted(section)}.", rule="CW-3.1-04")
    part: Section = next(known for known in SECTIONS if known == section)
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
        raise GameError(f"{quoted(text)} is no whole number from {low} to {high}.")
    return int(digits)


def biologies() -> tuple[str, ...]:
    """The biologies there are."""
    return tables(Settings())["CW-TAB-BIOLOGY"].keys
