"""The games this program plays, by name."""

from collections.abc import Mapping
from typing import Final

from rules.values import GameError, quoted
from umpire.systems.campaign_entry import CAMPAIGNS
from umpire.systems.contract import System
from umpire.systems.tactical_entries import BATTLES, DOGFIGHTS

FIRST: Final[System] = CAMPAIGNS
"""The game of capsules that name none: they were written when there was no other."""
_ALL: Final[tuple[System, ...]] = (CAMPAIGNS, BATTLES, DOGFIGHTS)
SYSTEMS: Final[Mapping[str, System]] = {system.name: system for system in _ALL}


def system_of(name: str) -> System:
    """The game of this name; GameError for one that this version does not play."""
    if name not in SYSTEMS:
        raise GameError(f"This version plays no game called {quoted(name)}.")
    return SYSTEMS[name]
