"""What happened in yards, factories and bases, and to damage that is repaired (chapter 6, 9.6)."""

from rules.cluster_war.model.events.event import BuildEvent, FleetEvent, SideEvent
from rules.cluster_war.model.state.common import BuildId, ColonyId, DesignId, FleetId, HexId, ShipId


class BuildStarted(BuildEvent):
    count: int
    price: int
    paid: int
    turns: int


class BuildProgressed(SideEvent):
    build: BuildId
    hull_left: int
    unpaid: int


class UnitsDelivered(BuildEvent):
    """Finished units: ships by id in `ships` (they form or join `fleet`), others as a count held at the colony.

    `week` is set where yards deliver by the week (CW-6.0-07).
    """

    count: int
    ships: tuple[ShipId, ...]
    fleet: FleetId
    week: int = 0


class FacilityBuilt(SideEvent):
    colony: ColonyId
    facility: str
    amount: int
    cps: int


class BuildHalted(BuildEvent):
    """Work stood still for want of a resource that the design needs (CW-5.0-27)."""

    resource: str


class FactoryRetooled(SideEvent):
    """Light industry stood still this month and makes `line` from the next (CW-6.1-09)."""

    colony: ColonyId
    amount: int
    line: str


class MunitionsMade(SideEvent):
    """Munitions for so many CPs were added to a place's stock, which now is `stock` (CW-6.1-11)."""

    colony: ColonyId
    cps: int
    stock: int


class RefitStarted(BuildEvent):
    """Units entered a yard or factory to become another design; paid in full (CW-6.6-01)."""

    count: int
    price: int
    turns: int


class UnitsRefitted(BuildEvent):
    """Units are of another design now, or mended: ships by id, others by count (CW-6.6-05, CW-6.7-06); a `count` of 0 for a refit
    that ends because none of its ships is left."""

    count: int
    ships: tuple[ShipId, ...]
    price: int


class UnitsScrapped(SideEvent):
    """Units are gone and gave `cps` (CW-6.6-06) to the pool, a store, or the bays of ships there ("pool", "store",
    "ships")."""

    hex: HexId
    design: DesignId
    count: int
    ships: tuple[ShipId, ...]
    cps: int
    to: str


class CrashFlawShown(SideEvent):
    """A crash-built ship was put to the test; if it `failed`, `fault` is what went out of order (CW-6.7-03)."""

    ship: ShipId
    occasion: str
    failed: bool
    fault: str


class PartsLoaded(FleetEvent):
    """A base or shipyard bays were taken apart; their parts, in CPs, are aboard a fleet (CW-6.0-04)."""

    hex: HexId
    what: str
    amount: int
    cps: int


class BaseAssembled(FleetEvent):
    """A base or shipyard bays stand where a fleet brought their parts or CPs; `from_parts` of the CPs were parts.

    `at` is the new base, or the colony that has it now.
    """

    hex: HexId
    orbit: int
    what: str
    amount: int
    cps: int
    from_parts: int
    at: str


class BaseTowed(FleetEvent):
    """A fleet took a base in tow, or let it go (CW-5.1-08)."""

    base: str
    hex: HexId
    orbit: int
    released: bool


class RepairBegun(SideEvent):
    """A fleet, colony or base, `by` with its `name`, works on units in a hex; `cps` are paid, and it takes so many `days`."""

    by: str
    name: str
    hex: HexId
    units: tuple[str, ...]
    cps: int
    days: int


class UnitRepaired(SideEvent):
    """The work on a unit is done; `left` components of it are still damaged or destroyed."""

    unit: str
    by: str
    name: str
    left: int


class RepairBroken(SideEvent):
    """A unit and who repaired it parted, or that one can repair no more; `cps` that were not used came back, to the pool or to
    where they came from (CW-9.6-10)."""

    unit: str
    by: str
    name: str
    cps: int
    to_pool: bool


class UpgradeInstalled(SideEvent):
    """Repair bays built in a small enhancement that the game master approved (CW-9.6-09)."""

    unit: str
    by: str
    name: str
    upgrade: str
