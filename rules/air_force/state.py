"""A dogfight at one moment: jets, clock, what waits for the next decision. Frozen; the phases' modules make the next one."""

from collections.abc import Mapping
from typing import Final

from rules.air_force.jets import Jet, Sun
from rules.air_force.orders import JetId, Moment, SideId
from rules.air_force.tables_of import Options
from rules.values import Value, field

SCHEMA: Final = 1


class Side(Value):
    """One side: its name, as players read it."""

    id: SideId
    name: str


class Gain(Value):
    """An energy roll waiting for its jet's climb or dive: the Speed it offers (JET-E19)."""

    speed: int


class Flight(Value):
    """A move under way: hexes flown, hexsides turned before the next one, whether a rotation waits to be chosen."""

    moved: int = 0
    turned: int = 0
    choosing: bool = False
    split: bool = False


class Ask(Value):
    """The dogfight waits for a side to decide about a jet, and why."""

    side: SideId
    jet: JetId
    reason: str
    rule: str = ""


class Dogfight(Value):
    """Everything about one dogfight. Mappings are by id; a jet that is gone stays, with its `fate`.

    `queue` are the jets still to act in this phase, first first.
    """

    sides: Mapping[SideId, Side]
    jets: Mapping[JetId, Jet]
    sun: Sun
    options: Options = field(default_factory=Options)
    title: str = ""
    scenario: str = ""
    difficulty: str = ""
    columns: int = 24
    rows: int = 24
    now: Moment = field(default_factory=Moment)
    queue: tuple[JetId, ...] = ()
    order: tuple[JetId, ...] = ()
    """This turn's initiative, lowest first (JET-X02)."""
    gain: Gain | None = None
    flight: Flight | None = None
    players: tuple[SideId, ...] = ()
    """Sides with a person; their jets flown by a `player` ask that person, all others fly by the doctrine."""
    waiting: tuple[Ask, ...] = ()
    winner: str | None = None  # a side, "" for a draw, None while it goes on
    schema: int = field(default_factory=lambda: SCHEMA)  # always written
    system: str = "air_force"
