"""Orders that assemble, dismantle and tow bases (CW-5.1, CW-7.0)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import BaseId, DesignId, FleetId


@dataclass(frozen=True, slots=True)
class Dismantle(Order):
    """Take something apart and put it aboard a fleet in the same hex: a base (`what` its design, or "" where `place` is
    the base itself), or shipyard bays with `what` "shipyard" (CW-6.0-04, CW-5.1-08)."""

    fleet: FleetId
    place: str
    what: str = ""
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Assemble(Order):
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
class TowBase(Order):
    """Take an assembled base in tow: `place` is the base, or a colony that holds one of `design` (CW-5.1-08)."""

    fleet: FleetId
    place: str
    design: DesignId = ""


@dataclass(frozen=True, slots=True)
class ReleaseBase(Order):
    """Let a towed base go where it is now, into an orbit there or into deep space with orbit 0."""

    base: BaseId
    orbit: int = 0
