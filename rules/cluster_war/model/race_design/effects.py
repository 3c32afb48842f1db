"""What a race has, by name and level, and what that changes in the game, with the drives it has in place of the standard ones
(CW-3.1, CW-3.1-55 to CW-3.1-65)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.race_design.choices import (
    FTL,
    GRAVITY,
    GRAVITY_KEPT,
    SECOND_STAGE,
    STANDARD_SUFFIX,
    STL,
    choices,
)
from rules.cluster_war.model.race_design.sheet import DEFAULT_SETTINGS, Finding
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.sides import Race
from rules.tables import Table, split_cell
from rules.values import Value

OVERCOME_PREFIX: Final = "Overcome "
_TRAIT: Final = re.compile(r"(?P<name>.+?)(?: \((?P<detail>.*)\))?(?: \+(?P<level>\d{1,4}))?")
UNSTACKED_EFFECTS: Final = frozenset({"step_reduction", "integration_weeks", "takeover_weeks", "cloak_percent"})
EXTRA_INTELLIGENCE: Final = "Extra Intelligence"
ANDROIDS: Final = "Battle Computers III: Androids"


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


def levels_of(race: Race, technologies: Iterable[str], settings: Settings = DEFAULT_SETTINGS) -> Mapping[str, int]:
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


def standing_disadvantages(
    race: Race, technologies: Iterable[str], settings: Settings = DEFAULT_SETTINGS
) -> tuple[str, ...]:
    """The disadvantages a race still has: most end with a technology (CW-3.1-72, CW-3.1-81)."""
    known = set(traits(technologies))
    return tuple(d for d in race.disadvantages if not known & set(cures(d, settings)))


def cures(disadvantage: str, settings: Settings = DEFAULT_SETTINGS) -> tuple[str, ...]:
    """The technologies any one of which ends a disadvantage, custom ones included.

    What only changed the start, like Low Industry, is over when the campaign begins and has none.
    """
    name = next(iter(traits((disadvantage,))), disadvantage)
    if name not in choices(settings):
        return (f"{OVERCOME_PREFIX}{name}",)
    for table in ("CW-TAB-RACIAL-DISADV", "CW-TAB-TECH-DISADV"):
        printed = tables(settings)[table]
        if name in printed.keys:
            ended = printed.cell(name, "ended by")
            return (ended, f"{OVERCOME_PREFIX}{name}") if ended else ()
    return (f"{OVERCOME_PREFIX}{name}",)


Cloak: TypeAlias = Literal["", "psi", "stealth"]


class Numbers(Value):
    """Everything that is a plain number; 0 where the race has nothing of the kind. Percentages are whole points.

    Damage and points are per component; accuracy, defence and chances are added to the roll's target. `accuracy` comes with the
    computers that are aboard, `crew_accuracy` with whoever fires.
    """

    accuracy: int = 0
    crew_accuracy: int = 0
    enemy_accuracy: int = 0
    small_craft_defense: int = 0
    step_reduction: int = 0
    research_cps_percent: int = 0
    research_chance: int = 0
    espionage_resistance: int = 0
    integration_weeks: int = 0
    takeover_weeks: int = 0
    armor_points: int = 0
    beam_damage: int = 0
    torpedo_damage: int = 0
    warhead_damage: int = 0
    intercept: int = 0
    shield_points: int = 0
    cloak_percent: int = 0


class RaceEffects(Value):
    """A race in play. `owned` are all its entries and technologies by level, weapon variants among them (CW-3.1-38)."""

    numbers: Numbers
    owned: Mapping[str, int]
    disadvantages: tuple[str, ...]
    cloak: Cloak = ""

    def has(self, name: str, level: int = 1) -> bool:
        """Whether the race has an entry or technology at that level."""
        return self.owned.get(name, 0) >= level


def effects_of(race: Race, technologies: Iterable[str], settings: Settings = DEFAULT_SETTINGS) -> RaceEffects:
    """What a race's record and its technologies, those researched included, change."""
    known = tuple(technologies)
    owned = levels_of(race, known, settings)
    cloak: Cloak = ""
    if "Cloaking Technology" in owned:
        cloak = "psi" if "Psionic Ability" in owned and "Stealth Technology" not in owned else "stealth"
    return RaceEffects(
        numbers=_numbers(owned, settings),
        owned=owned,
        disadvantages=standing_disadvantages(race, known, settings),
        cloak=cloak,
    )


def _numbers(owned: Mapping[str, int], settings: Settings) -> Numbers:
    table = tables(settings)["CW-TAB-RACE-NUMBERS"]
    most = tables(settings)["CW-TAB-ABILITIES"]
    sums: dict[str, int] = {}
    for _, row in table.named_rows():
        level, quantity = owned.get(row["entry"], 0), row["quantity"]
        if row["entry"] == EXTRA_INTELLIGENCE:
            level = min(level, most.number(EXTRA_INTELLIGENCE, "levels"))
        if quantity in UNSTACKED_EFFECTS:
            level = min(level, 1)
        sums[quantity] = sums.get(quantity, 0) + level * int(row["amount"])
    return Numbers(**sums)


def integrated_week(race: RaceEffects, conquered_week: int) -> int | None:
    """The week a conquered population has joined the group mind; None for a race without one (CW-3.1-18, CW-3.1-19)."""
    weeks = [w for w in (race.numbers.takeover_weeks, race.numbers.integration_weeks) if w]
    return conquered_week + min(weeks) if weeks else None


def assembled_turn(race: RaceEffects, built_turn: int) -> int | None:
    """The turn in which hull modules built in `built_turn` are put together; None without the technology (CW-3.1-51)."""
    return built_turn + 1 if race.has("Modular Construction") else None


def may_regenerate(race: RaceEffects, what: Literal["armor", "shield"], biological: bool, destroyed: bool) -> bool:
    """Whether damage comes back by itself, at the GM's rate: living armour, burnt-out shields (CW-3.1-52)."""
    if what == "armor":
        return race.has("Regenerating Armor") and biological and not destroyed
    return race.has("Regenerating Shields") and not destroyed


def disruptor_damage(points: int, target: Literal["shields", "components"]) -> int:
    """What a shield disruptor's points do: double to shields, nothing to components (CW-3.1-39)."""
    return 2 * points if target == "shields" else 0


def feature_problems(
    race: RaceEffects, features: Iterable[str], settings: Settings = DEFAULT_SETTINGS
) -> Iterator[Finding]:
    """Why components and features ("resistant armor", "crewless ship") are refused to this race, one sentence each."""
    for feature in features:
        yield from _lacking(race, feature, settings)
        yield from _given_up(race, feature, settings)


def fires_at_one_target(race: RaceEffects) -> bool:
    """Whether all fire of a unit but point defence goes at one target a combat round (CW-3.1-79)."""
    return "No Multi-targeting" in traits(race.disadvantages)


def needs_crew_quarters(race: RaceEffects, android_crew: bool) -> bool:
    """Whether a ship's crew takes quarters; androids do not, yet mend damage and keep order aboard (CW-3.1-36)."""
    return not (android_crew and race.has(ANDROIDS))


def _lacking(race: RaceEffects, feature: str, settings: Settings) -> Iterator[Finding]:
    table = tables(settings)["CW-TAB-TECH-NEEDS"]
    wanted = feature.strip().casefold()
    for _, row in table.named_rows():
        level = int(row["level"])
        if row["feature"].casefold() == wanted and not race.has(row["technology"], level):
            at = f" at level {level}" if level > 1 else ""
            yield Finding(f"Without {row['technology']}{at} there is no {row['feature']}.", row["rule"])


def _given_up(race: RaceEffects, feature: str, settings: Settings) -> Iterator[Finding]:
    table = tables(settings)["CW-TAB-TECH-DISADV"]
    wanted = feature.strip().casefold()
    for name in traits(race.disadvantages):
        if name in table.keys and wanted in split_cell(table.cell(name, "refuses")):
            text = f"The race gave that up ({name}) and has not learned it since: {feature.strip()}."
            yield Finding(text, table.cell(name, "rule"))


TroopKind: TypeAlias = Literal["crew", "foot", "power armor", "mechanized"]


class GroundRatings(Value):
    """Attack and defence of a unit, ranged and close (CW-TAB-GROUND)."""

    ar_ranged: int
    ar_close: int
    dr_ranged: int
    dr_close: int


class TroopModifier(Value):
    """What one entry adds, all its levels together, and why."""

    reason: str
    rule: str
    change: GroundRatings


def troop_modifiers(
    race: RaceEffects, kind: TroopKind, repelling_boarders: bool = False, settings: Settings = DEFAULT_SETTINGS
) -> Iterator[TroopModifier]:
    """What the race adds to a unit of this kind, entry by entry; it never changes the unit's price."""
    table = tables(settings)["CW-TAB-RACE-TROOPS"]
    for name, row in table.named_rows():
        level = race.owned.get(name, 0)
        if level and row[kind] == "yes" and (repelling_boarders or not row["when"]):
            numbers = (level * int(row[c]) for c in ("AR ranged", "AR close", "DR ranged", "DR close"))
            yield TroopModifier(f"{name} +{level}" if level > 1 else name, row["rule"], GroundRatings(*numbers))


def with_race(
    base: GroundRatings,
    race: RaceEffects,
    kind: TroopKind,
    repelling_boarders: bool = False,
    settings: Settings = DEFAULT_SETTINGS,
) -> GroundRatings:
    """A unit's ratings with all that its race adds, none below 0 (CW-3.1-69)."""
    changes = [m.change for m in troop_modifiers(race, kind, repelling_boarders, settings)]
    return GroundRatings(
        ar_ranged=max(0, base.ar_ranged + sum(c.ar_ranged for c in changes)),
        ar_close=max(0, base.ar_close + sum(c.ar_close for c in changes)),
        dr_ranged=max(0, base.dr_ranged + sum(c.dr_ranged for c in changes)),
        dr_close=max(0, base.dr_close + sum(c.dr_close for c in changes)),
    )


def is_chameleon(race: RaceEffects, kind: TroopKind) -> bool:
    """Whether a unit hides by nature, free of charge: light troops only, not in power armor (CW-3.1-09, CW-3.1-24)."""
    return race.has("Chameleon") and kind == "foot"


def moves_mobile(race: RaceEffects, kind: TroopKind) -> bool:
    """Whether foot troops move at the mobile rate because the race flies or swims (CW-3.1-16, CW-3.1-24)."""
    return race.has("Flight") and kind == "foot"


FUEL_ROW: Final = "cargo bay (starship scale)/reaction fuel points (3.1)"


class FtlDrive(Value):
    """An FTL drive. `more_hexes` is warp cruise speed bought above the base, in hexes a month (CW-3.1-56).

    `rounds` is the least number of combat rounds that the way in takes to open; `entry` what others notice (CW-3.1-57).
    """

    name: str
    more_hexes: int
    rounds: int
    entry: str
    notes: str


class StlDrive(Value):
    """An STL drive. `fuel` is points a component burns at each use, `boost` acceleration to begin with (CW-3.1-65).

    `jump_hexes` and `charging_rounds` are a micro jump drive's, in tactical hexes and combat rounds (CW-3.1-63).
    """

    name: str
    fuel: int
    boost: int
    jump_hexes: int
    charging_rounds: int
    notes: str


def ftl_drive(race: Race, settings: Settings = DEFAULT_SETTINGS) -> FtlDrive:
    """The race's FTL drive; second stage unless it took another (CW-3.1-55)."""
    known, owned = choices(settings), traits(race.drives)
    name = next((n for n in owned if n in known and known[n].group == FTL), SECOND_STAGE)
    rules, speeds = tables(settings)["CW-TAB-FTL-RULES"], tables(settings)["CW-TAB-FTL"]
    row, notes = rules.row(_printed(name, rules)), speeds.cell(_printed(name, speeds), "notes")
    return FtlDrive(name, max(0, owned.get(name, 1) - 1), int(row["forms in rounds"]), row["entry"], notes)


def stl_drives(race: Race, settings: Settings = DEFAULT_SETTINGS) -> tuple[StlDrive, ...]:
    """The race's STL drives: gravity, or another in its place, or both (CW-3.1-60, CW-3.1-61)."""
    known, owned = choices(settings), traits(race.drives)
    others = [n for n in owned if n in known and known[n].group == STL and n != GRAVITY_KEPT]
    names = [*others, *([GRAVITY] if GRAVITY_KEPT in owned or not others else [])]
    return tuple(_stl(name, details(race.drives).get(name, ""), settings) for name in names)


def _stl(name: str, detail: str, settings: Settings) -> StlDrive:
    table = tables(settings)["CW-TAB-STL"]
    row = table.row(_printed(name, table))
    jumps = tables(settings)["CW-TAB-MICRO-JUMP"]
    hexes, rounds, notes = 0, 0, row["notes"]
    if detail in jumps.keys:
        hexes, rounds = jumps.number(detail, "tactical hexes"), jumps.number(detail, "charging rounds")
        notes = f"{notes}; {jumps.cell(detail, 'notes')}"
    return StlDrive(name, int(row["fuel"]), int(row["boost"]), hexes, rounds, notes)


def fuel_burnt(drive: StlDrive, components: int, uses: int = 1) -> int:
    """Fuel points that so many drive components burn; 0 for drives that need none (CW-3.1-64)."""
    return drive.fuel * components * uses


def fuel_held(cargo_bays: int, settings: Settings = DEFAULT_SETTINGS) -> int:
    """Fuel points that cargo bays hold (CW-3.1-64)."""
    return cargo_bays * tables(settings)["CW-TAB-CAPACITY"].number(FUEL_ROW, "capacity")


def may_boost(drive: StlDrive, fires_heavy: bool) -> bool:
    """Whether a drive may boost in a round: turbo-warp not together with heavy draining weapons (CW-3.1-65)."""
    return drive.boost > 0 and not fires_heavy


def lacks_velocity(ftl: str, stl: Iterable[str], settings: Settings = DEFAULT_SETTINGS) -> bool:
    """Whether no STL drive gives the velocity that the FTL drive needs: jumping drives do not (CW-3.1-62)."""
    rules, printed = tables(settings)["CW-TAB-FTL-RULES"], tables(settings)["CW-TAB-STL"]
    needs = rules.cell(_printed(ftl, rules), "velocity") == "yes"
    return needs and all(printed.cell(_printed(name, printed), "jumps") == "yes" for name in stl)


def _printed(name: str, table: Table) -> str:
    return name if name in table.keys else name + STANDARD_SUFFIX
