"""Battalions: the printed roster, their price, size and ratings, whether one can be raised; and psychics in designs
(CW-15.0-13, CW-15.0-15, 6.5)."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Final

from rules.cluster_war.model.psionics.abilities import Ability, abilities_of, all_abilities
from rules.cluster_war.model.psionics.units import draft_word, may_combine, psi_trait, unit_ability
from rules.cluster_war.model.race_design import effects
from rules.cluster_war.model.state.common import DesignProblem, Settings, tables
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.drafts import NO_RACE, Builder, Gear, GroundDraft, Price, PriceLine, number
from rules.values import GameError, Value, changed, none_such, quoted

PSI_CLOAK: Final = psi_trait("cloaking")
"""A unit that its psychics cloak is a cloaked unit (CW-15.1-15)."""


def draft_abilities(words: Iterable[str], settings: Settings) -> tuple[Ability, ...]:
    """The psionic abilities among a draft's multipliers or a battalion's abilities, as often as they stand there."""
    found = (unit_ability(word, settings) for word in words)
    return tuple(ability for ability in found if ability is not None)


def psi_traits(words: Iterable[str], settings: Settings) -> tuple[str, ...]:
    """What a design's traits say of the psionic abilities its draft names: "psi:screaming"."""
    return tuple(dict.fromkeys(psi_trait(ability.id) for ability in draft_abilities(words, settings)))


def read_ability(text: str, settings: Settings) -> str:
    """A draft's word for the ability that a player names; GameError with those that units can have."""
    found = unit_ability(draft_word_of(text), settings)
    if found is None:
        known = (ability.name for ability in all_abilities(settings).values() if "unit" in ability.scales)
        raise none_such("psionic ability of units", text, known, "CW-15.0-13")
    return draft_word(found)


def draft_word_of(text: str) -> str:
    """A name with the word before it by which drafts tell psionic abilities from others."""
    return f"psi {text.strip()}"


def psionic_problems(
    words: Iterable[str], builder: Builder, settings: Settings, *, crewless: bool
) -> Iterator[DesignProblem]:
    """Why a unit with these abilities is refused to its maker, one sentence each (CW-15.0-01, -13, -15, -17)."""
    found = draft_abilities(words, settings)
    if not found:
        return
    if not settings.psionics:
        yield DesignProblem("There are no psionics in this campaign.", "CW-15.0-01")
        return
    names = [ability.name for ability in found]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield DesignProblem(f"Psionic {name} is there twice; once is enough.", "CW-15.0-13")
    if crewless:
        yield DesignProblem("Machines have no psionic abilities: psychics are a living crew.", "CW-15.0-17")
    race = builder.race or NO_RACE
    known = abilities_of(race, builder.technologies, settings)
    for ability in dict.fromkeys(found):
        if ability.id not in known:
            yield DesignProblem(f"Your race has no {ability.name}: no unit can be trained in it.", "CW-15.0-13")
    if not may_combine(race, (ability.id for ability in found)):
        together = " and ".join(dict.fromkeys(names))
        yield DesignProblem(f"{together} in one unit need approval (`/psi combine` asks for it).", "CW-15.0-15")


GROUND_UNITS_TABLE: Final = "CW-TAB-GROUND"
GROUND_ABILITIES_TABLE: Final = "CW-TAB-GROUND-ABILITY"
UNIT_SIZES_TABLE: Final = "CW-TAB-UNIT-SIZE"
MINEFIELD: Final = "Ground minefield"
CREW_MEMBERS: Final = "Crew Members"
FORMULA_RULING: Final = "CW-6.5-07"
FORMULA: Final = "formula"
HEAVY_FROM: Final = 10
HUGE_FROM: Final = 20
TOO_LARGE: Final = 30
HEAVY_SUIT_AR: Final = 7
HEAVY_SUIT_DR: Final = 5
FANATIC: Final = "Suicidal Fanatic"
CHAMELEON: Final = "Chameleon"
TROOPS: Final[Mapping[Gear, effects.TroopKind]] = {
    "foot": "foot",
    "suit": "power armor",
    "vehicle": "mechanized",
    "aerospace": "mechanized",
}
POWER_ARMOR_UNITS: Final = frozenset(
    {"Light Power Armor", "Light Power Marine", "Heavy Power Armor", "Heavy Power Marine"}
)
FLYING_UNITS: Final = frozenset({"Light Fighter", "Heavy Fighter", "Heavy Fighter ASAT"})
ORDINALS: Final = {0: "no", 1: "first", 2: "second"}
CLOAKING_TECHNOLOGY: Final = "Cloaking Technology"
WILD_UNIT: Final = "Wild"


class Size(Value):
    """A battalion's size: barracks + cargo bays; the bays are also its factory hull (CW-6.5-15, CW-6.5-16)."""

    barracks: int
    cargo: int

    @property
    def total(self) -> int:
        """What it takes of a military base's rating (CW-6.5-01)."""
        return self.barracks + self.cargo


def roster(settings: Settings) -> tuple[str, ...]:
    """The printed units that can be raised, in printed order, and the minefield (CW-6.5-06, CW-A-27)."""
    return (*(name for name in tables(settings)[GROUND_UNITS_TABLE].keys if name != CREW_MEMBERS), MINEFIELD)


def roster_unit(name: str, settings: Settings) -> GroundDraft:
    """A printed unit as a draft, whatever its capitals; GameError if there is none such (CW-6.5-06)."""
    found = [unit for unit in roster(settings) if unit.casefold() == name.strip().casefold()]
    if not found:
        raise GameError(f"There is no printed unit {quoted(name)}.", rule="CW-6.5-06")
    if found[0] == MINEFIELD:
        return _minefield(settings)
    row = tables(settings)[GROUND_UNITS_TABLE].row(found[0])
    notes = (note for note in row["notes"].split(", ") if note and not note.endswith("gen or higher"))
    return GroundDraft(
        id="".join(word[0] for word in found[0].replace("(", "").split()).upper(),
        name=found[0],
        ar_ranged=int(row["AR_ranged"]),
        ar_close=int(row["AR_close"]),
        dr_ranged=int(row["DR_ranged"]),
        dr_close=int(row["DR_close"]),
        abilities=tuple(note.title() for note in notes),
        gear=_gear(found[0], int(row["size_cargo"])),
        based_on=found[0],
    )


def _minefield(settings: Settings) -> GroundDraft:
    ratings = tables(settings)["CW-TAB-COMPONENTS"].cell(MINEFIELD, "capacity or effect")
    attack, defense = ratings.split(",")[0].removeprefix("AR ").split(" DR ")
    (ranged, close), (far, near) = attack.split("/"), defense.split("/")
    return GroundDraft("GM", MINEFIELD, int(ranged), int(close), int(far), int(near), based_on=MINEFIELD)


def _gear(name: str, cargo: int) -> Gear:
    if name in POWER_ARMOR_UNITS:
        return "suit"
    if name in FLYING_UNITS:
        return "aerospace"
    return "vehicle" if cargo else "foot"


def generation_needed(unit: GroundDraft) -> int:
    """The technology generation it takes: 1 for power suits; 2 for heavy suits, and for tanks that fly (CW-6.5-11)."""
    if unit.gear == "suit":
        light = (
            max(unit.ar_ranged, unit.ar_close) < HEAVY_SUIT_AR and max(unit.dr_ranged, unit.dr_close) < HEAVY_SUIT_DR
        )
        return 1 if light else 2
    return 2 if unit.gear == "vehicle" and unit.has("Air Mobile") else 0


def is_as_printed(unit: GroundDraft, settings: Settings) -> bool:
    """Whether it differs in nothing from the printed unit it comes from."""
    if not unit.based_on:
        return False
    printed = roster_unit(unit.based_on, settings)
    same = {a.strip().casefold() for a in unit.abilities} == {a.casefold() for a in printed.abilities}
    return same and unit.ratings == printed.ratings and unit.gear == printed.gear


def ground_price(unit: GroundDraft, settings: Settings, race: Race | None = None) -> Price:
    """What one battalion costs: the printed price if it is the printed unit, otherwise the formula (CW-6.5-07).

    `settings.rulings["CW-6.5-07"] = "formula"` computes them all. Racial bonuses cost nothing (CW-6.5-09).
    """
    if unit.based_on == MINEFIELD and is_as_printed(unit, settings):
        flat = tables(settings)["CW-TAB-COMPONENTS"].fraction(MINEFIELD, "CP cost")
        return Price((PriceLine(flat, "price of a ground minefield", "CW-A-27"),))
    if is_as_printed(unit, settings) and settings.rulings.get(FORMULA_RULING) != FORMULA:
        printed = tables(settings)[GROUND_UNITS_TABLE].fraction(unit.based_on, "CPs_printed")
        return Price((PriceLine(printed, f"printed price of {unit.based_on}", "CW-6.5-06"),))
    return Price(tuple(formula_lines(unit, settings, race)))


def formula_lines(unit: GroundDraft, settings: Settings, race: Race | None = None) -> Iterable[PriceLine]:
    """The lines of the formula: all four ratings added, then each multiplier's share, then the rounding (CW-6.5-07)."""
    ratings = Fraction(sum(unit.ratings))
    yield PriceLine(
        ratings, f"AR {unit.ar_ranged}/{unit.ar_close} and DR {unit.dr_ranged}/{unit.dr_close}", "CW-6.5-07"
    )
    exact = ratings
    for ability in unit.abilities:
        name, share = ability_share(ability, settings)
        if name == CHAMELEON and is_natural_chameleon(unit, race, settings):
            yield PriceLine(Fraction(0), "natural chameleons", "CW-6.5-10")
            continue
        exact += ratings * share
        rule = "CW-15.0-13" if unit_ability(name, settings) else "CW-6.5-08"
        yield PriceLine(ratings * share, f"{name}: {number(share)} of {number(ratings)}", rule)
    if exact.denominator != 1:
        yield PriceLine(ceil(exact) - exact, "rounded up to whole CPs", "CW-6.5-07")


def ability_share(ability: str, settings: Settings) -> tuple[str, Fraction]:
    """A special ability's name and multiplier; GameError names those there are (CW-6.5-08, for psychics CW-15.0-13)."""
    psionic = unit_ability(ability, settings)
    if psionic is not None:
        return draft_word(psionic), psionic.ground_share
    table = tables(settings)[GROUND_ABILITIES_TABLE]
    key = table.key_like(ability)
    if key is None:
        raise none_such("special ability", ability, table.keys, "CW-6.5-08")
    return key, table.fraction(key, "multiplier")


def is_natural_chameleon(unit: GroundDraft, race: Race | None, settings: Settings) -> bool:
    """Whether the race's own skin does it: on foot, not in suits or vehicles (CW-6.5-10)."""
    if race is None or unit.android:
        return False
    return effects.is_chameleon(effects.effects_of(race, (), settings), TROOPS[unit.gear])


def size_of(unit: GroundDraft, settings: Settings) -> Size:
    """Barracks and cargo bays (CW-6.5-15); GameError for a unit so large that it must be a vehicle or ship of its own."""
    table = tables(settings)[UNIT_SIZES_TABLE]
    foot, light, heavy, huge, larger = table.keys
    highest = max(unit.ratings)
    if unit.based_on != MINEFIELD and is_as_printed(unit, settings):
        row = tables(settings)[GROUND_UNITS_TABLE].row(unit.based_on)
        return Size(int(row["size_barracks"]), int(row["size_cargo"]))
    if unit.based_on == MINEFIELD:
        return Size(0, table.number(light, "cargo bays"))
    if highest >= TOO_LARGE:
        raise GameError(
            f"A battalion with a rating of {highest} is too large: {table.cell(larger, 'cargo bays')}.",
            rule="CW-6.5-15",
        )
    if highest >= HUGE_FROM:
        row_name = huge
    elif highest >= HEAVY_FROM:
        row_name = heavy
    else:
        row_name = foot if unit.gear == "foot" else light
    return Size(1, table.number(row_name, "cargo bays"))


def factory_hull(unit: GroundDraft, settings: Settings) -> int:
    """Factory hull in the turn it is bought: its gear, and one more for androids (CW-6.5-16, CW-6.5-21)."""
    return size_of(unit, settings).cargo + int(unit.android)


def effective_ratings(unit: GroundDraft, builder: Builder, settings: Settings) -> tuple[int, int, int, int]:
    """AR ranged, AR close, DR ranged, DR close as they count in battle: what race and technologies add for nothing.

    Androids have no body of the race, its technologies they do have (CW-6.5-09). Fanatics trade defense for close
    attack (CW-6.5-13). Nothing falls below 0.
    """
    maker = changed(builder, race=None) if unit.android else builder
    own = effects.GroundRatings(*unit.ratings)
    if unit.has(FANATIC):
        own = changed(own, ar_close=own.ar_close + 2, dr_ranged=own.dr_ranged - 1, dr_close=own.dr_close - 1)
    found = effects.with_race(own, maker.effects(settings), TROOPS[unit.gear], settings=settings)
    return found.ar_ranged, found.ar_close, found.dr_ranged, found.dr_close


def fights_close_in_gear(unit: GroundDraft) -> bool:
    """Whether it has its full ratings in boarding and close combat: on foot and in power suits it does (CW-6.5-14)."""
    return unit.gear in {"foot", "suit"}


def check_ground(unit: GroundDraft, builder: Builder, settings: Settings) -> tuple[DesignProblem, ...]:
    """Everything wrong with a battalion; empty when it can be raised and needs no advice."""
    found = [
        *_ratings(unit, settings),
        *_abilities(unit, builder, settings),
        *psionic_problems(unit.abilities, builder, settings, crewless=unit.android),
        *_technology(unit, builder, settings),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda problem: not problem.refused))


def _ratings(unit: GroundDraft, settings: Settings) -> Iterable[DesignProblem]:
    if not unit.name.strip() or not unit.id.strip():
        yield DesignProblem("A battalion needs a name and a short id such as MTK.", "CW-6.5-06")
    if min(unit.ratings) < 0:
        yield DesignProblem("No AR or DR is below 0.", "CW-6.5-07")
    elif not any(unit.ratings):
        yield DesignProblem("A unit without AR and DR fights nobody: give it ratings.", "CW-6.5-07")
    try:
        if unit.based_on:
            roster_unit(unit.based_on, settings)
        size_of(unit, settings)
    except GameError as error:
        yield DesignProblem(str(error), error.rule or GROUND_UNITS_TABLE)


def _abilities(unit: GroundDraft, builder: Builder, settings: Settings) -> Iterable[DesignProblem]:
    names = []
    for ability in unit.abilities:
        try:
            names.append(ability_share(ability, settings)[0])
        except GameError as error:
            yield DesignProblem(str(error), error.rule or "CW-6.5-08")
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield DesignProblem(f"{name} is there twice; once is enough.", "CW-6.5-08")
    if "Cloaking" in names and not builder.effects(settings).has(CLOAKING_TECHNOLOGY):
        yield DesignProblem(f"Cloaking on the ground needs the technology {CLOAKING_TECHNOLOGY}.", "CW-6.5-12")
    if unit.gear == "aerospace" and "Air Mobile" not in names:
        yield DesignProblem("Aerospace fighters are air mobile: give them the ability.", "CW-A-04")
    if WILD_UNIT in names:
        yield DesignProblem("Wild units are hard to lead and may turn on their makers.", "CW-6.5-28", refused=False)


def _technology(unit: GroundDraft, builder: Builder, settings: Settings) -> Iterable[DesignProblem]:
    needed = generation_needed(unit)
    if builder.generation < needed:
        yield DesignProblem(f"{unit.name} needs {ORDINALS[needed]} generation technology or higher.", "CW-6.5-11")
    if unit.android and not builder.effects(settings).has(effects.ANDROIDS):
        yield DesignProblem(f"Androids need the technology {effects.ANDROIDS}.", "CW-6.5-21")
