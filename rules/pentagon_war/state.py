"""A battle at one moment: units, clock, what waits for later segments. Frozen; the segments' modules make the next one."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules.hexes import Hex
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import Programme, Stance
from rules.pentagon_war.units import Aim, Body, Bolt, Craft, Drone, Lock, Missile, Moment, SideId, UnitId, WeaponId
from rules.values import Roll, Value, field

SCHEMA: Final = 1
Pace: TypeAlias = Literal["programme", "segments", "steps"]
"""Where captains are asked besides a turn's beginning: by their stop lines, also where something is worth deciding, or at
every step at which a unit of theirs may decide anything (ruling R-054)."""


class Shot(Value):
    """One announced direct-fire shot, binding from segment 8 (PW-B72); `salvo` joins a narrow salvo's weapons (PW-B69)."""

    craft: UnitId  # or a drone
    weapon: WeaponId
    target: UnitId
    salvo: str = ""
    doubled: bool = False


class Blow(Value):
    """External damage waiting for segment 11: what struck whom, on which side (PW-B50 to PW-B54)."""

    target: UnitId
    source: UnitId
    weapon: str
    side: int
    points: int
    seeker: bool = False
    side_choice: int = 0  # the other side of a tie, for the owner to choose (PW-B26); 0 for none
    acid: bool = False  # acid gum: it goes on eating at the side it strikes (PW-S128)
    rolls: tuple[Roll, ...] = ()  # the die for the side, in the target's own hex (PW-B53)


class BattleSide(Value):
    """One side: its name, and the points it began with (PW-S01, PW-B87)."""

    id: SideId
    name: str
    points: int = 0
    initiative: int = 0


class Ask(Value):
    """The battle waits for a side to decide about a craft, and why."""

    side: SideId
    craft: UnitId
    reason: str
    rule: str = ""


class Crews(Value):
    """How the crews of a campaign's battle shoot, which is each side's own secret: by how many percent points a craft's fire is
    better than usual, how many of them are one pip of its dice, who is taken by surprise in the first turn, and which craft are
    squadrons of how many."""

    aim: Mapping[UnitId, int]
    pip: int
    surprised: tuple[UnitId, ...] = ()
    many: Mapping[UnitId, int] = field(default_factory=dict)


class Wish(Value):
    """What the orders of one part of a side say: its craft, the boxes they began with, the percentage of these whose loss makes
    it leave (0: none does), whether it `leaves` at all events, whether it follows who flees, and which of its craft are gone
    as soon as they leave."""

    units: tuple[UnitId, ...]
    boxes: int
    withdraw_at: int = 0
    leaves: bool = False
    pursue: bool = False
    skips: tuple[UnitId, ...] = ()


class StartingOrders(Value):
    """The orders with which a campaign's battle began, which are each side's own secret: by how many percent points more a
    craft's fire is better in the first turn, and what the parts of sides want where no captain is there."""

    opening: Mapping[UnitId, int] = field(default_factory=dict)
    wishes: tuple[Wish, ...] = ()


class Enlisted(Value):
    """Of which squadron a craft of a battle is, under which id there, and the points that a hangar took to fill its tanks since
    it last fought (PW-S27): they count with its price."""

    squadron: str
    craft: UnitId
    points: int = 0


class Battle(Value):
    """Everything about one battle. Mappings are by unit id; a craft that is gone stays, with its `fate`."""

    sides: Mapping[SideId, BattleSide]
    craft: Mapping[UnitId, Craft]
    options: Options = field(default_factory=Options)
    title: str = ""
    now: Moment = field(default_factory=Moment)
    drones: Mapping[UnitId, Drone] = field(default_factory=dict)
    missiles: Mapping[UnitId, Missile] = field(default_factory=dict)
    bolts: Mapping[UnitId, Bolt] = field(default_factory=dict)
    bodies: Mapping[UnitId, Body] = field(default_factory=dict)
    locks: tuple[Lock, ...] = ()
    shots: tuple[Shot, ...] = ()
    blows: tuple[Blow, ...] = ()
    apart: Mapping[str, Hex] = field(default_factory=dict)
    """ "X1>Y1": the difference of hexes (q, r of X1 minus Y1) when the two last stood in different ones (PW-B53)."""
    programmes: Mapping[UnitId, Programme] = field(default_factory=dict)
    stances: Mapping[UnitId, Stance] = field(default_factory=dict)
    players: tuple[SideId, ...] = ()
    """Sides with a person: they are asked; the others are played by stances alone."""
    pace: Pace = "programme"
    waiting: tuple[Ask, ...] = ()
    last_turn: int = 0  # 0: no limit (PW-C02)
    edge: tuple[int, int, int, int] | None = None  # first column, first row, last column, last row (PW-M26)
    winner: str | None = None  # a side, "" for a draw, None while it goes on
    salts: Mapping[SideId, str] = field(default_factory=dict)
    """What makes a side's secret words, at the end of the keys of rolls that it alone may know of: `changes.secret_key`."""
    schema: int = field(default_factory=lambda: SCHEMA)  # always written
    system: str = "pentagon_war"
    """By which rules it is played; one that names none is played by the first (`storage.tactical_orders`)."""
    crews: Crews | None = None
    """Of a campaign's battle; left out of what is saved where there are none (`storage.tactical_orders`)."""
    standing: StartingOrders | None = None
    """Of a campaign's battle, as `crews`."""
    aims: tuple[Aim, ...] | None = None
    """What sides are to do to win, the first that is decided ends the battle; left out of what is saved where there are none."""
    enlisted: Mapping[UnitId, Enlisted] | None = None
    """The craft that squadrons brought; left out of what is saved where there are none, and in nobody's view."""
