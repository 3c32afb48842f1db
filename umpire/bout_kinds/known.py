"""The games that are played in bouts, by name; what workers are sent."""

from collections.abc import Mapping
from typing import Final

from rules.dice import Dice
from umpire.bout_kinds.battle import BATTLES
from umpire.bout_kinds.dogfight import DOGFIGHTS
from umpire.bout_kinds.kind import BoutKind, Progress

KINDS: Final[Mapping[str, BoutKind]] = {kind.name: kind for kind in (BATTLES, DOGFIGHTS)}


def progress(system: str, packed: bytes, sent: bytes, seed: bytes, dice_name: str, turn: int) -> Progress:
    """Play a turn of a bout from its start with everything sent so far; see `BoutKind.progress`."""
    return KINDS[system].progress(packed, sent, Dice(seed, dice_name, turn), turn)


def opening_stop(system: str, packed: bytes) -> Progress:
    """Who is asked when a turn of a bout opens; see `BoutKind.opening_stop`."""
    return KINDS[system].opening_stop(packed)
