"""Orders to yards, factories, bases and mines, and where shortfalls should fall (chapters 5 to 7)."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.cluster_war.state.names import BaseId, BuildId, ColonyId, DesignId, FleetId, ShipId
from rules.cluster_war.state.units import Leg


@dataclass(frozen=True, slots=True)
class SendBuild:
    """Where ships under construction go as soon as they leave the yard (CW-6.0-07): a route for their new fleet."""

    build: BuildId
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class RetoolFactory:
    """Change `amount` of a place's light industry to another product line; it stands still this turn (CW-6.1-09).

    `old` is the line given up, "" for whichever stands idle.
    """

    colony: ColonyId
    amount: int
    line: str
    old: str = ""


@dataclass(frozen=True, slots=True)
class MakeMunitions:
    """Have factories make munitions for so many CPs, into the place's stock (CW-6.1-11)."""

    colony: ColonyId
    cps: int


@dataclass(frozen=True, slots=True)
class RefitUnits:
    """Refit ships that are at a yard, or `count` units of design `old` held there, to another design (CW-6.6-01).

    The same design again mends crash-built units (CW-6.7-06). `capacity` is the bays a turn, 0 for all it needs.
    """

    colony: ColonyId
    design: DesignId
    ships: tuple[ShipId, ...] = ()
    old: DesignId = ""
    count: int = 0
    capacity: int = 0


@dataclass(frozen=True, slots=True)
class ScrapUnits:
    """Scrap ships at a yard, or `count` units of a design held there, for half their CPs (CW-6.6-06).

    Ships made for it are scrapped where they are, with `colony` "" (CW-6.6-07).
    """

    colony: ColonyId
    ships: tuple[ShipId, ...] = ()
    design: DesignId = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Dismantle:
    """Take something apart and put it aboard a fleet in the same hex: a base (`what` its design, or "" where `place` is
    the base itself), or shipyard bays with `what` "shipyard" (CW-6.0-04, CW-5.1-08)."""

    fleet: FleetId
    place: str
    what: str = ""
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Assemble:
    """Put a base together where the fleet is, from its parts or from CPs in the fleet's bays, or put up shipyard bays
    from parts (`what` "shipyard") at the own colony there; it stands at the month's end (CW-7.0-12).

    `orbit` 0 is deep space.
    """

    fleet: FleetId
    what: str
    orbit: int = 0
    amount: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class TowBase:
    """Take an assembled base in tow: `place` is the base, or a colony that holds one of `design` (CW-5.1-08)."""

    fleet: FleetId
    place: str
    design: DesignId = ""


@dataclass(frozen=True, slots=True)
class ReleaseBase:
    """Let a towed base go where it is now, into an orbit there or into deep space with orbit 0."""

    base: BaseId
    orbit: int = 0


@dataclass(frozen=True, slots=True)
class MineWorld:
    """Set a fleet's mining stations to work on a world in its hex, strip-mining it if wished; orbit 0 ends it
    (CW-7.1-01). What they collect counts from the next turn."""

    fleet: FleetId
    orbit: int
    strip: bool = False


@dataclass(frozen=True, slots=True)
class StripMine:
    """Have a colony or mining base strip-mine its world from the next turn, or stop (CW-7.1-05)."""

    place: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class Priorities:
    """Where a shortfall should fall: budget lines, the first to be cut first (CW-5.0-26)."""

    lines: tuple[str, ...]


WorksOrder: TypeAlias = (
    SendBuild
    | RetoolFactory
    | MakeMunitions
    | RefitUnits
    | ScrapUnits
    | Dismantle
    | Assemble
    | TowBase
    | ReleaseBase
    | MineWorld
    | StripMine
    | Priorities
)
