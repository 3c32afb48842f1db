"""Psychics in hyperspace: who is aboard, whether they are put to sleep, and how they come out (CW-15.0-05, CW-15.0-06)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.psionics.abilities import psi_number
from rules.cluster_war.model.psionics.units import psychics_aboard, unit_abilities
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import DesignId, ShipId, short_id
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import overridden, tables_with
from rules.cluster_war.model.state.units import Ship
from rules.errors import IllegalOrderError
from rules.values import changed

TRAVEL: Final = "CW-15.0-05"
AFTER: Final = "CW-15.0-06"
DRIVES: Final = "CW-TAB-HYPERSPACE"


def is_hyperspace(drive: str, settings: Settings) -> bool:
    """Whether a drive passes through hyperspace; a campaign may say otherwise of each."""
    return _is_hyperspace(drive, overridden(settings))


@lru_cache(maxsize=256)
def _is_hyperspace(drive: str, overrides: tuple[tuple[str, str], ...]) -> bool:
    table = tables_with(overrides)[DRIVES]
    return drive in table.keys and table.cell(drive, "hyperspace") == "yes"


def has_psychics(designs: Mapping[DesignId, Design], settings: Settings) -> bool:
    """Whether any of these designs has psychics aboard."""
    return settings.psionics and any(unit_abilities(design, settings) for design in designs.values() if design.traits)


def with_psychics(ships: Iterable[Ship], designs: Mapping[DesignId, Design], settings: Settings) -> tuple[Ship, ...]:
    """Those of these ships that have psychics aboard."""
    if not has_psychics(designs, settings):
        return ()
    return tuple(ship for ship in ships if psychics_aboard(ship, designs, settings))


def check_asleep(name: str, drive: str, aboard: Iterable[Ship], settings: Settings) -> None:
    """IllegalOrderError if a fleet would take psychics, who are on the ships `aboard`, through hyperspace of whom nobody has
    said how they travel."""
    unsaid = [short_id(ship.id) for ship in aboard if not ship.psychics.travel]
    if unsaid and is_hyperspace(drive, settings):
        raise IllegalOrderError(
            f"{name} has psychics aboard {', '.join(unsaid)}, who cannot travel by hyperspace awake: order first whether "
            "they are drugged or frozen (/psi travel).",
            rule=TRAVEL,
        )


def come_out(ship: Ship, week: int, settings: Settings) -> Ship:
    """A ship with psychics at the end of a passage: they recover, or those who were awake are insane."""
    if ship.psychics.travel in {"drugged", "frozen"}:
        rest = week + psi_number("weeks of recovery after hyperspace", settings)
        return changed(ship, psychics=changed(ship.psychics, rest=rest))
    return changed(ship, psychics=changed(ship.psychics, insane=True))


def under(ships: Mapping[ShipId, Ship], arrives: int) -> dict[ShipId, Ship]:
    """Ships whose psychics are asleep until a passage ends: nothing of theirs counts on the way."""
    return {
        key: changed(ship, psychics=Psychics(ship.psychics.travel, arrives, ship.psychics.insane))
        for key, ship in ships.items()
        if ship.psychics.travel in {"drugged", "frozen"}
    }
