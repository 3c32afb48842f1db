"""What happened to damage: repair begun, done and broken off (9.6)."""

from rules.cluster_war.model.events.event import SideEvent
from rules.cluster_war.model.state.names import HexId


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
