"""The games that are played from stop to stop, by name; what workers are sent."""

from collections.abc import Collection, Mapping
from typing import Final

from games.known import parts
from rules.dice import Dice
from umpire.tactical_kinds.kind import Progress, TacticalKind

KINDS: Final[Mapping[str, TacticalKind]] = parts("kind")


MOST_NAMED: Final = 30
"""Characters in which games are listed where there is little room."""


def one_of_them(kinds: Collection[TacticalKind]) -> str:
    """Any one game of these kinds in words: "a duel or race"; "a game" where they are too many to name, or none."""
    names = [kind.noun if at == 0 else kind.words.short for at, kind in enumerate(kinds)]
    said = " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return said if 0 < len(said) <= MOST_NAMED else "a game"


def progress(system: str, packed: bytes, sent: bytes, seed: bytes, dice_name: str, turn: int) -> Progress:
    """Play a turn of a tactical game from its start with everything sent so far; see `TacticalKind.progress`."""
    return KINDS[system].progress(packed, sent, Dice(seed, dice_name, turn), turn)


def opening_stop(system: str, packed: bytes) -> Progress:
    """Who is asked when a turn of a tactical game opens; see `TacticalKind.opening_stop`."""
    return KINDS[system].opening_stop(packed)
