"""The games this program plays, by name."""

from collections.abc import Mapping
from typing import Final

from rules.errors import GameError, quoted
from umpire.systems.bout_entries import BATTLES, DOGFIGHTS
from umpire.systems.campaign_entry import Campaign
from umpire.systems.contract import System

CAMPAIGN: Final = Campaign()
SYSTEMS: Final[Mapping[str, System]] = {system.name: system for system in (CAMPAIGN, BATTLES, DOGFIGHTS)}


def system_of(name: str) -> System:
    """The game of this name; GameError for one that this version does not play."""
    if name not in SYSTEMS:
        raise GameError(f"This version plays no game called {quoted(name)}.")
    return SYSTEMS[name]
