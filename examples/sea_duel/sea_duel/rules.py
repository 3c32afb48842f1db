"""What a duel is made of: ships, what captains send, and what happens. Frozen values; `turn.py` makes the next ones."""

from collections.abc import Mapping
from typing import Final

from rules.hexes import Grid, Hex
from rules.values import EVERYONE, Cause, Value, field

SCHEMA: Final = 1
SEA: Final = Grid(15, 11, "even")
HULL: Final = 5
FASTEST: Final = 3
LAST_TURN: Final = 12
RUDDER: Final = {-1: "to port", 0: "ahead", 1: "to starboard"}
COURSES: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")


class Ship(Value):
    """One ship; `heading` is a direction of `rules.hexes`, 0 to 5, clockwise from north."""

    name: str
    at: Hex
    heading: int
    speed: int = 2
    hull: int = HULL


class Moment(Value):
    """Where the duel stands."""

    turn: int = 1


class Duel(Value):
    """A duel at one moment; ships by their side. `players` are the sides that a person holds."""

    ships: Mapping[str, Ship]
    players: tuple[str, ...] = ()
    winner: str | None = None
    now: Moment = field(default_factory=Moment)
    schema: int = field(default_factory=lambda: SCHEMA)


class Order(Value, tag=True):
    """What a captain may send."""


class Plot(Order):
    """Hexsides turned (-1 is to port), then hexes sailed. `by_captain`: the bot captain plots instead."""

    rudder: int = 0
    speed: int = 0
    by_captain: bool = False


class Strike(Order):
    """Strike the colours: the duel is lost at once."""


class Event(Value, tag=True, kw_only=True):
    """What happened to a side's ship, and why; there are no secrets once a turn is played."""

    side: str
    cause: Cause
    seen_by: tuple[str, ...] = (EVERYONE,)


class Sailed(Event):
    """The ship lies at `at` now, on its new course."""

    at: Hex
    heading: int
    speed: int


class Fired(Event):
    """The ship's salvo; `total` are its dice with their modifiers."""

    total: int
    damage: int


class Struck(Event):
    """The ship gives up."""


class Ended(Event):
    """The duel is over; `side` has won ("" for a draw)."""


def begun() -> Duel:
    """The two ships as they meet."""
    blue, red = SEA.hex(4, 6), SEA.hex(12, 6)
    return Duel({"blue": Ship("HMS Amber", blue, 1), "red": Ship("SMS Rook", red, 4)})
