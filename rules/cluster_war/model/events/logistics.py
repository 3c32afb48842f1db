"""What happened to cargo, supplies, munitions and stress (chapters 4.3 and 5)."""

from typing import Literal

from rules.cluster_war.model.events.event import FleetEvent, SideEvent
from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, ShipId, SideId


class AidLanded(SideEvent):
    """CPs were given to another empire at its colony. What the taker sees names no `fleet`, what the giver sees not
    whether they went into the "pool" or the colony's "store"."""

    taker: SideId
    fleet: FleetId
    colony: ColonyId
    cps: int
    into: Literal["", "pool", "store"]


class StoresMoved(FleetEvent):
    """Supply points or CPs of munitions came aboard a fleet or left it; `place` is the base, colony or fleet at the
    other end, "" for the grid's own plenty or the magazines of the ships there."""

    what: Literal["supplies", "munitions"]
    way: Literal["loaded", "unloaded", "handed over"]
    amount: int
    hex: HexId
    place: str


class FleetRearmed(FleetEvent):
    """Magazines of ships (or of a base, `fleet` "") were filled from stock in reach, for so many CPs (CW-4.3-08)."""

    hex: HexId
    cps: int
    ships: tuple[str, ...]


class SuppliesUsed(FleetEvent):
    """Units out of supply lived from what they had: points `needed`, `made` on the spot (from `cps` of stored CPs and from
    mines), `used` from stores, and points still aboard (CW-4.3-13). `short` were left without."""

    hex: HexId
    needed: int
    made: int
    cps: int
    used: int
    left: int
    short: tuple[str, ...]


class StressRose(FleetEvent):
    """Ships (or a base) got a stress tag or a higher one; `stress` is the highest among them (CW-4.3-19)."""

    hex: HexId
    ships: tuple[str, ...]
    stress: int


class StressEased(FleetEvent):
    """Ships (or a base) are in supply again and have no stress any more (CW-4.3-22)."""

    hex: HexId
    ships: tuple[str, ...]


class StressChecked(FleetEvent):
    """Ships (or a base) with a tag rolled 1d100, in the order of the cause's rolls; `failed` are those that rolled it or
    less (CW-4.3-20)."""

    hex: HexId
    ships: tuple[str, ...]
    failed: tuple[str, ...]


class StressSettled(FleetEvent):
    """What a failed stress check came to by default ruling (CW-4.3-21), in a sentence; no game master is asked."""

    hex: HexId
    ships: tuple[str, ...]
    effect: str
    text: str


class CraftTaken(FleetEvent):
    """Small craft came along with a fleet: as `ships`, or in crates when there are none."""

    place: str
    design: DesignId
    count: int
    ships: tuple[ShipId, ...]


class CraftLanded(FleetEvent):
    """Small craft are held at a colony or base now: `ships` are those that flew, the rest came in crates."""

    place: str
    design: DesignId
    count: int
    ships: tuple[ShipId, ...]


class CargoLoaded(FleetEvent):
    hex: HexId
    cps: int


class CargoUnloaded(FleetEvent):
    colony: ColonyId
    cps: int
    to_pool: bool
