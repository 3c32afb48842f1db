"""How good a side's long range sensors and cloaks are: what it began with, and what research adds (CW-12.0-04, CW-12.0-09)."""

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.race_design.effects import levels_of
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race, Side
from rules.cluster_war.model.state.tables_of import overridden, tables

SENSORS: Final = "CW-TAB-SENSOR-TECH"
LEVELS: Final = "CW-TAB-DETECTION"
CLOAKING: Final = "Cloaking Technology"
BASIC: Final = "basic cloak"
Use: TypeAlias = Literal["against cloaks", "reach"]


def is_full(settings: Settings) -> bool:
    """Whether cloaks hide everybody and ships may vanish; otherwise cloaks hide raiders alone, as in earlier campaigns."""
    return settings.detection == "full"


def number(what: str, settings: Settings) -> int:
    """A number of CW-TAB-DETECTION by its situation; 0 where there is no such row."""
    table = tables(settings)[LEVELS]
    return table.number(what, "levels") if what in table.keys else 0


def lrs_level(owner: Side, settings: Settings, use: Use = "against cloaks") -> int:
    """The level of a side's long range sensors: what it began with, and what it has learned by research (CW-12.0-09)."""
    return owner.lrs_level + (researched(owner, settings, use) if is_full(settings) else 0)


def cloak_level(owner: Side, settings: Settings) -> int:
    """The level of a side's cloaks: the basic one, and one more for each further level of its technology (CW-12.0-09)."""
    known = _levels(owner.race, owner.technologies, overridden(settings)).get(CLOAKING, 0)
    return number(BASIC, settings) + max(0, known - 1)


def researched(owner: Side, settings: Settings, use: Use) -> int:
    """Levels of LRS that a side's technologies add, by CW-TAB-SENSOR-TECH."""
    known, table = _levels(owner.race, owner.technologies, overridden(settings)), tables(settings)[SENSORS]
    names = {name.casefold(): level for name, level in known.items()}
    return sum(names.get(name.casefold(), 0) * table.number(name, use) for name in table.keys)


@lru_cache(maxsize=512)
def _levels(race: Race, technologies: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> dict[str, int]:
    return dict(levels_of(race, technologies, Settings(overrides=dict(overrides))))
