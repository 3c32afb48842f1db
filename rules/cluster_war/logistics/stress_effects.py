"""What the game master may say a failed stress check comes to (CW-4.3-21)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.cluster_war.state.names import SideId
from rules.cluster_war.working.amendment import Amendment

Effect: TypeAlias = Literal["damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing"]


@dataclass(frozen=True, slots=True)
class StressEffect(Amendment):
    """What a failed stress check comes to for ships or bases (CW-4.3-21); `question` is settled with it.

    "return" sends ships to the nearest own colony, "surrender" gives them to the side `to`; without `to`, and with
    "rogue", "mutiny" and "retire", they leave the game's rolls and are the GM's to play.
    """

    units: tuple[str, ...]
    effect: Effect
    to: SideId = ""
    question: str = ""
