"""The games this program plays, by name."""

from collections.abc import Mapping
from typing import Final

from games.known import parts
from rules.values import GameError, quoted
from umpire.systems.contract import System

SYSTEMS: Final[Mapping[str, System]] = parts("system")


def system_of(name: str) -> System:
    """The game of this name; GameError for one that this version does not play."""
    if name not in SYSTEMS:
        raise GameError(f"This version plays no game called {quoted(name)}.")
    return SYSTEMS[name]
