"""Psionic abilities: which of them a race has, which technologies draw on them, and what they change for those who deal with a
society that has them (CW-15.0-02 to CW-15.0-04, CW-15.0-11, CW-15.0-17, CW-15.1-01, CW-15.0-07 to CW-15.0-10, CW-15.0-16,
CW-15.1-10, CW-15.1-11, CW-15.1-18, CW-15.1-20, CW-15.1-22).

A race's record says so by entries: "Psionic Ability +2" is the trait, "Psionic Ability: Screaming" a discipline, "(racial)"
behind it that the whole race has what trained units have otherwise. Technologies of the same words count as well.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.model.state.common import Settings, ShipId, overrides_of, tables, tables_with
from rules.cluster_war.model.state.sides import Race, Side, has_trait
from rules.tables import split_cell
from rules.values import Modifier, Value

Scale: TypeAlias = Literal["racial", "unit", "individual"]
AbilityId: TypeAlias = str
SCALES: Final[tuple[Scale, ...]] = get_args(Scale)
"""Who may have an ability: a society, trained units, or a single officer, the psionic adept (CW-15.0-11)."""

TRAIT: Final = "Psionic Ability"
PSIONIC_IMMUNITY: Final = "Immune to Psionics"
"""What a race's record says if no psionic influence reaches it (CW-15.0-04)."""
RACIAL_SUFFIX: Final = "(racial)"
MACHINES: Final = ("mechanized", "machine")
COMBINATION: Final = "Psionic Combination"
PSIONICS_TABLE: Final = "CW-TAB-PSIONICS"
PSI_NUMBERS_TABLE: Final = "CW-TAB-PSI-NUMBERS"
FIRST_LEVEL: Final = "telepathy"
"""What the first level of the trait gives (CW-15.0-02)."""
EMPATHY: Final = "empathy"
"""What a race may have in its place, to the same effect (CW-3.1-22)."""
DEFAULT_SETTINGS: Final = Settings()

_ENTRY: Final = re.compile(rf"{TRAIT}\b(?:\s*\+?\d+)?\s*(?::\s*(?P<named>.+)|\((?P<listed>.+)\))?", re.IGNORECASE)
_SEPARATORS: Final = re.compile(r"[;,/]| and ")


class Ability(Value):
    """A psionic ability: `unit_share` and `ground_share` are what a unit that uses it pays more (CW-15.0-13); one that is
    `direct` acts on other minds, which may be immune to it (CW-15.0-04)."""

    id: AbilityId
    name: str
    level: int
    scales: tuple[Scale, ...]
    unit_share: Fraction
    ground_share: Fraction
    does: str
    rule: str
    direct: bool = False

    def needs_approval(self, settings: Settings = DEFAULT_SETTINGS) -> bool:
        """Whether the game master must allow it: level 3 (CW-15.1-23)."""
        return self.level > psi_number("highest level without the game master", settings)


def psi_number(what: str, settings: Settings = DEFAULT_SETTINGS) -> int:
    """A number of CW-TAB-PSI-NUMBERS."""
    return tables(settings)[PSI_NUMBERS_TABLE].number(what, "number")


def all_abilities(settings: Settings = DEFAULT_SETTINGS) -> Mapping[AbilityId, Ability]:
    """Every ability by its id ("combat-precognition"), in the order of the table (CW-15.1-01)."""
    return _all(overrides_of(settings))


@lru_cache(maxsize=32)
def _all(overrides: tuple[tuple[str, str], ...]) -> Mapping[AbilityId, Ability]:
    table = tables_with(overrides)[PSIONICS_TABLE]
    found = {}
    for name, row in table.named_rows():
        scales = tuple(scale for scale in SCALES if scale in split_cell(row["scale"]))
        unit, ground = table.fraction(name, "unit share"), table.fraction(name, "ground share")
        key = name.casefold().replace(" ", "-")
        about = row["does"], row["ruled by"], row["on minds"] == "yes"
        found[key] = Ability(key, name, int(row["level"]), scales, unit, ground, *about)
    return found


def ability_named(text: str, settings: Settings = DEFAULT_SETTINGS) -> Ability | None:
    """The ability that a text means ("combat precognition", "psi:screaming", "Screaming (racial)"), None if it is none."""
    words = " ".join(text.casefold().replace(RACIAL_SUFFIX, " ").removeprefix("racial ").replace("-", " ").split())
    words = re.sub(r"^psi(?:onic)?[ :]\s*", "", words)
    return all_abilities(settings).get((FIRST_LEVEL if words == EMPATHY else words).replace(" ", "-"))


def named_abilities(text: str) -> tuple[str, ...]:
    """The words of a list of abilities ("telepathy; racial screaming"), as they were written."""
    return tuple(part.strip() for part in _SEPARATORS.split(text) if part.strip())


def race_entry(ability: Ability, *, racial: bool = False) -> str:
    """How a race's record names an ability, or a technology that research gave; `racial` for the whole race."""
    both = racial and "unit" in ability.scales
    return f"{TRAIT}: {ability.name}{f' {RACIAL_SUFFIX}' if both else ''}"


def is_machine(race: Race) -> bool:
    """Whether it is a race of machines, which never has psionic abilities (CW-15.0-17)."""
    return race.biology.casefold().startswith(MACHINES)


def is_immune(race: Race) -> bool:
    """Whether psionic influence does not reach the race: it is flagged so (CW-15.0-04)."""
    return immune_by((*race.abilities, *race.bonuses))


def immune_by(entries: Iterable[str]) -> bool:
    """Whether a list of entries, such as those of a race of the game master's, says so (CW-15.0-04)."""
    return any(entry.strip().casefold().startswith(PSIONIC_IMMUNITY.casefold()) for entry in entries)


def abilities_of(
    race: Race, technologies: Iterable[str] = (), settings: Settings = DEFAULT_SETTINGS
) -> tuple[AbilityId, ...]:
    """The abilities a race has, as ids in the order of the table; none where psionics are off (CW-15.0-01) or for machines.

    The trait itself brings telepathy along (CW-15.0-02).
    """
    return tuple(ability for ability, _ in _abilities_of_race(race, tuple(technologies), settings))


def racial_abilities(
    race: Race, technologies: Iterable[str] = (), settings: Settings = DEFAULT_SETTINGS
) -> tuple[AbilityId, ...]:
    """Those of a race's abilities that are part of its society (CW-15.0-11, CW-15.0-12)."""
    return tuple(ability for ability, racial in _abilities_of_race(race, tuple(technologies), settings) if racial)


def has_ability(
    race: Race, ability: AbilityId, technologies: Iterable[str] = (), settings: Settings = DEFAULT_SETTINGS
) -> bool:
    """Whether a race has an ability, of whatever scale."""
    return ability in abilities_of(race, technologies, settings)


def side_abilities(side: Side, settings: Settings = DEFAULT_SETTINGS) -> tuple[AbilityId, ...]:
    """The abilities of an empire: its race's, and those it found by research."""
    return abilities_of(side.race, side.technologies, settings)


def side_has(side: Side, ability: AbilityId, settings: Settings = DEFAULT_SETTINGS) -> bool:
    """Whether an empire has an ability, of whatever scale."""
    return has_ability(side.race, ability, side.technologies, settings)


def side_racial(side: Side, ability: AbilityId, settings: Settings = DEFAULT_SETTINGS) -> bool:
    """Whether an ability is part of an empire's society."""
    return ability in racial_abilities(side.race, side.technologies, settings)


def _abilities_of_race(
    race: Race, technologies: tuple[str, ...], settings: Settings
) -> tuple[tuple[AbilityId, bool], ...]:
    if not settings.psionics or is_machine(race):
        return ()
    return _abilities_in((*race.abilities, *technologies), overrides_of(settings))


@lru_cache(maxsize=512)
def _abilities_in(
    entries: tuple[str, ...], overrides: tuple[tuple[str, str], ...]
) -> tuple[tuple[AbilityId, bool], ...]:
    known, racial = _all(overrides), dict[AbilityId, bool]()
    settings = Settings(overrides=dict(overrides))
    for entry in entries:
        match = _ENTRY.fullmatch(entry.strip())
        if match is None:
            continue
        for word in (FIRST_LEVEL, *named_abilities(match["named"] or match["listed"] or "")):
            ability = ability_named(word, settings)
            if ability is not None:
                whole = "unit" not in ability.scales or "racial" in word.casefold()
                racial[ability.id] = racial.get(ability.id, False) or whole
    return tuple((ability, racial[ability]) for ability in known if ability in racial)


PSIONIC_TECHNOLOGY_RULING: Final = "CW-15.0-16"
"""The campaign's ruling under this id lists the technologies that the game master has marked as psionic, with semicolons."""
BEINGS: Final = "Psionic beings"
"""What a side holds that has members of a psionic race, or a monster, to study (CW-15.0-08)."""
COUNTER_TECHNOLOGY: Final = "Psionic Counter"
"""How a technology is called that makes one ability of others useless (CW-15.0-10): "Psionic Counter: Screaming"."""
RESEARCHED: Final = "Psionic Technology"
"""The research by which a race without the trait comes to know psionics (CW-15.0-08)."""


def marked_technologies(settings: Settings) -> tuple[str, ...]:
    """The technologies that the game master has marked as psionic (CW-15.0-16)."""
    return split_cell(settings.rulings.get(PSIONIC_TECHNOLOGY_RULING, ""))


def draws_on_psionics(technology: str, settings: Settings) -> bool:
    """Whether a technology, at whatever level, is marked as psionic."""
    return any(has_trait((technology,), name) for name in marked_technologies(settings))


def knows_psionics(owner: Side, settings: Settings) -> bool:
    """Whether a side has psionics of its own, or has researched them (CW-15.0-16)."""
    return bool(side_abilities(owner, settings)) or has_trait(owner.technologies, RESEARCHED)


def may_study(owner: Side) -> bool:
    """Whether a side has psionic beings to study: the game master gave them to it (CW-15.0-08)."""
    return BEINGS in owner.materials


def counter_entry(ability: Ability) -> str:
    """The technology that counters an ability."""
    return f"{COUNTER_TECHNOLOGY}: {ability.name}"


def is_reached(owner: Side, ability: AbilityId, settings: Settings) -> bool:
    """Whether an ability of others that acts on minds has an effect on a side's people: not if its race is immune (CW-15.0-04)
    or a race of machines, or has a technical counter (CW-15.0-10)."""
    found = all_abilities(settings)[ability]
    if not found.direct:
        return True
    if is_immune(owner.race) or is_machine(owner.race):
        return False
    wanted = counter_entry(found).casefold()
    return all(technology.casefold() != wanted for technology in owner.technologies)


HARMONY: Final = (
    "Its people understand each other: civil strife is much less likely, work goes on with less friction, and strangers are "
    "known at once (CW-15.1-18)."
)
"""What harmonizing does that no number says."""


def against_intelligence(
    target: Side, settings: Settings, *, infiltration: bool = False, at: str = ""
) -> tuple[Modifier, ...]:
    """What a target's psionics change in the chance, in percent, of an operation of others against it: telepathy
    (CW-15.1-10), a security team at the ship or project `at` (CW-15.1-11), harmonizing against those that infiltrate
    (CW-15.1-18)."""
    found: list[Modifier] = []
    if side_has(target, "telepathy", settings):
        lost = psi_number("telepathy against intelligence", settings)
        found.append(Modifier(-lost, "a telepathic society (CW-15.1-10)"))
        if at and any(team.task == "security" and team.at == at for team in target.telepaths):
            more = psi_number("a team of telepaths against intelligence", settings)
            found.append(Modifier(-more, "a team of telepaths on guard there (CW-15.1-11)"))
    if infiltration and side_racial(target, "harmonizing", settings):
        lost = psi_number("harmonizing against infiltration", settings)
        found.append(Modifier(-lost, "strangers stand out in a society of one mind (CW-15.1-18)"))
    return tuple(found)


def at_first_contact(
    ours: Side, ships: Collection[ShipId], settings: Settings, *, reached: bool = True
) -> Iterator[Modifier]:
    """What a side's psionics change, in points, when it meets strangers with these ships; `reached` is whether theirs are
    minds that it can reach at all. A hint for the game master: what comes of a first contact is theirs to say."""
    if side_racial(ours, "translating", settings):
        yield Modifier(psi_number("translating at first contact", settings), "translating (CW-15.1-22)")
    if any(team.task == "contact" and team.at in ships for team in ours.telepaths):
        yield Modifier(psi_number("a team of telepaths at first contact", settings), "a team of telepaths (CW-15.1-11)")
    if reached and side_racial(ours, "screaming", settings):
        yield Modifier(psi_number("screaming at first contact", settings), "a screaming race repels (CW-15.1-20)")
