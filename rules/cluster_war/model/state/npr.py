"""The summary record of a race that the game master runs; nothing here is counted to the last CP (CW-19.0-02).

This module imports nothing of the state, which holds these records. Hexes are numbers as printed, sides are slugs.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules.values import Value, field

Role: TypeAlias = Literal["home guard", "patrol", "scout", "traders", "raiders"]
Pace: TypeAlias = Literal["slow", "steady", "fast"]
PACES: Final[tuple[Pace, ...]] = ("slow", "steady", "fast")
ROLES: Final[tuple[Role, ...]] = ("home guard", "patrol", "scout", "traders", "raiders")
RELATIONS: Final = ("war", "hostile", "wary", "neutral", "cordial", "friendly", "allied")
"""By relation from -3 to +3."""

LONGEST_LOG: Final = 60
"""Lines of what its months brought that a profile keeps."""
WORST_RELATION: Final = -3
BEST_RELATION: Final = 3


class NprForce(Value):
    """A fleet in summary: ships and hull spaces, and what it is for. `id` is unique within its race ("1")."""

    id: str
    name: str
    hex: str
    ships: int
    hull: int
    role: Role = "patrol"


class NprColony(Value):
    """A world the race holds: where, and its name; its size in CPs (0: an even share of the race's production) and the battalions
    that defend it (-1: as many as its size lets expect)."""

    hex: str
    orbit: int
    name: str = ""
    size: int = 0
    garrison: int = -1

    @property
    def id(self) -> str:
        return f"{self.hex}-{self.orbit}"


class Npr(Value):
    """A non-player race (CW-19.0-16): home world, territory, production, growth chart and what it is like.

    `growth` is a chart of percents of growth by turn, its last cell repeated; empty, the dice of its `pace` decide.
    `ceiling` is where growth ends, 0 for never. `relations` run from -3 (war) to +3 (allied) by player side.
    `goals` are technologies it works at, in order. `sites` are worlds it is likely to settle ("2034-3").
    `story` and `notes` are the game master's own and never told (CW-19.0-17). `advanced` is the last turn it took;
    `log` what its last turns brought. `salt` is part of the key of its rolls, so that nobody can work them out.
    """

    id: str
    name: str
    home: str
    gross: int
    colour: int = 0x9A9A9A
    pace: Pace = "steady"
    growth: tuple[int, ...] = ()
    ceiling: int = 0
    attitude: str = "Neutral"
    home_step: str = ""
    territory: tuple[str, ...] = ()
    colonies: tuple[NprColony, ...] = ()
    forces: tuple[NprForce, ...] = ()
    relations: Mapping[str, int] = field(default_factory=dict)
    technologies: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    explored: tuple[str, ...] = ()
    culture: str = ""
    story: str = ""
    notes: str = ""
    advanced: int = 0
    turns: int = 0
    settled_at: int = 0
    log: tuple[str, ...] = ()
    salt: str = ""


def relation_word(value: int) -> str:
    """A relation in words."""
    return RELATIONS[max(WORST_RELATION, min(BEST_RELATION, value)) - WORST_RELATION]


def guarded_by(npr: Npr, hex_: str) -> bool:
    """Whether a race has ships in a hex that fight: scouts and traders do not."""
    return any(f.hex == hex_ and f.ships and f.role not in {"scout", "traders"} for f in npr.forces)
