"""Psionic abilities, and which of them a race has (CW-15.0-02 to CW-15.0-04, CW-15.0-11, CW-15.0-17, CW-15.1-01).

A race's record says so by entries: "Psionic Ability +2" is the trait, "Psionic Ability: Screaming" a discipline, "(racial)"
behind it that the whole race has what trained units have otherwise. Technologies of the same words count as well.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race, Side
from rules.cluster_war.model.state.tables_of import overridden, tables, tables_with
from rules.tables import several
from rules.values import Value

Scale: TypeAlias = Literal["racial", "unit", "individual"]
AbilityId: TypeAlias = str
SCALES: Final[tuple[Scale, ...]] = get_args(Scale)
"""Who may have an ability: a society, trained units, or a single officer, the psionic adept (CW-15.0-11)."""

TRAIT: Final = "Psionic Ability"
IMMUNE: Final = "Immune to Psionics"
"""What a race's record says if no psionic influence reaches it (CW-15.0-04)."""
RACIAL: Final = "(racial)"
MACHINES: Final = ("mechanized", "machine")
COMBINATION: Final = "Psionic Combination"
ABILITIES: Final = "CW-TAB-PSIONICS"
NUMBERS: Final = "CW-TAB-PSI-NUMBERS"
FIRST: Final = "telepathy"
"""What the first level of the trait gives (CW-15.0-02)."""
EMPATHY: Final = "empathy"
"""What a race may have in its place, to the same effect (CW-3.1-22)."""
USUAL: Final = Settings()

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

    def needs_approval(self, settings: Settings = USUAL) -> bool:
        """Whether the game master must allow it: level 3 (CW-15.1-23)."""
        return self.level > psi_number("highest level without the game master", settings)


def psi_number(what: str, settings: Settings = USUAL) -> int:
    """A number of CW-TAB-PSI-NUMBERS."""
    return tables(settings)[NUMBERS].number(what, "number")


def all_abilities(settings: Settings = USUAL) -> Mapping[AbilityId, Ability]:
    """Every ability by its id ("combat-precognition"), in the order of the table (CW-15.1-01)."""
    return _all(overridden(settings))


@lru_cache(maxsize=32)
def _all(overrides: tuple[tuple[str, str], ...]) -> Mapping[AbilityId, Ability]:
    table = tables_with(overrides)[ABILITIES]
    found = {}
    for name, row in table.named_rows():
        scales = tuple(scale for scale in SCALES if scale in several(row["scale"]))
        unit, ground = table.fraction(name, "unit share"), table.fraction(name, "ground share")
        key = name.casefold().replace(" ", "-")
        about = row["does"], row["ruled by"], row["on minds"] == "yes"
        found[key] = Ability(key, name, int(row["level"]), scales, unit, ground, *about)
    return found


def ability_named(text: str, settings: Settings = USUAL) -> Ability | None:
    """The ability that a text means ("combat precognition", "psi:screaming", "Screaming (racial)"), None if it is none."""
    words = " ".join(text.casefold().replace(RACIAL, " ").removeprefix("racial ").replace("-", " ").split())
    words = re.sub(r"^psi(?:onic)?[ :]\s*", "", words)
    return all_abilities(settings).get((FIRST if words == EMPATHY else words).replace(" ", "-"))


def named_abilities(text: str) -> tuple[str, ...]:
    """The words of a list of abilities ("telepathy; racial screaming"), as they were written."""
    return tuple(part.strip() for part in _SEPARATORS.split(text) if part.strip())


def race_entry(ability: Ability, *, racial: bool = False) -> str:
    """How a race's record names an ability, or a technology that research gave; `racial` for the whole race."""
    both = racial and "unit" in ability.scales
    return f"{TRAIT}: {ability.name}{f' {RACIAL}' if both else ''}"


def is_machine(race: Race) -> bool:
    """Whether it is a race of machines, which never has psionic abilities (CW-15.0-17)."""
    return race.biology.casefold().startswith(MACHINES)


def is_immune(race: Race) -> bool:
    """Whether psionic influence does not reach the race: it is flagged so (CW-15.0-04)."""
    return immune_by((*race.abilities, *race.bonuses))


def immune_by(entries: Iterable[str]) -> bool:
    """Whether a list of entries, such as those of a race of the game master's, says so (CW-15.0-04)."""
    return any(entry.strip().casefold().startswith(IMMUNE.casefold()) for entry in entries)


def abilities_of(race: Race, technologies: Iterable[str] = (), settings: Settings = USUAL) -> tuple[AbilityId, ...]:
    """The abilities a race has, as ids in the order of the table; none where psionics are off (CW-15.0-01) or for machines.

    The trait itself brings telepathy along (CW-15.0-02).
    """
    return tuple(ability for ability, _ in _held(race, tuple(technologies), settings))


def racial_abilities(race: Race, technologies: Iterable[str] = (), settings: Settings = USUAL) -> tuple[AbilityId, ...]:
    """Those of a race's abilities that are part of its society (CW-15.0-11, CW-15.0-12)."""
    return tuple(ability for ability, racial in _held(race, tuple(technologies), settings) if racial)


def has(race: Race, ability: AbilityId, technologies: Iterable[str] = (), settings: Settings = USUAL) -> bool:
    """Whether a race has an ability, of whatever scale."""
    return ability in abilities_of(race, technologies, settings)


def side_abilities(side: Side, settings: Settings = USUAL) -> tuple[AbilityId, ...]:
    """The abilities of an empire: its race's, and those it found by research."""
    return abilities_of(side.race, side.technologies, settings)


def side_has(side: Side, ability: AbilityId, settings: Settings = USUAL) -> bool:
    """Whether an empire has an ability, of whatever scale."""
    return has(side.race, ability, side.technologies, settings)


def side_racial(side: Side, ability: AbilityId, settings: Settings = USUAL) -> bool:
    """Whether an ability is part of an empire's society."""
    return ability in racial_abilities(side.race, side.technologies, settings)


def _held(race: Race, technologies: tuple[str, ...], settings: Settings) -> tuple[tuple[AbilityId, bool], ...]:
    if not settings.psionics or is_machine(race):
        return ()
    return _found((*race.abilities, *technologies), overridden(settings))


@lru_cache(maxsize=512)
def _found(entries: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> tuple[tuple[AbilityId, bool], ...]:
    known, racial = _all(overrides), dict[AbilityId, bool]()
    settings = Settings(overrides=dict(overrides))
    for entry in entries:
        match = _ENTRY.fullmatch(entry.strip())
        if match is None:
            continue
        for word in (FIRST, *named_abilities(match["named"] or match["listed"] or "")):
            ability = ability_named(word, settings)
            if ability is not None:
                whole = "unit" not in ability.scales or "racial" in word.casefold()
                racial[ability.id] = racial.get(ability.id, False) or whole
    return tuple((ability, racial[ability]) for ability in known if ability in racial)
