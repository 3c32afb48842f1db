"""The games that are played from stop to stop, by name; what workers are sent."""

from collections.abc import Mapping
from typing import Final

from games.known import parts
from rules.dice import Dice
from umpire.tactical_kinds.kind import Progress, TacticalKind

KINDS: Final[Mapping[str, TacticalKind]] = parts("kind")


def progress(system: str, packed: bytes, sent: bytes, seed: bytes, dice_name: str, turn: int) -> Progress:
    """Play a turn of a tactical game from its start with everything sent so far; see `TacticalKind.progress`."""
    return KINDS[system].progress(packed, sent, Dice(seed, dice_name, turn), turn)


def opening_stop(system: str, packed: bytes) -> Progress:
    """Who is asked when a turn of a tactical game opens; see `TacticalKind.opening_stop`."""
    return KINDS[system].opening_stop(packed)
