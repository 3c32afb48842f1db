"""What raids, blockades and bombardment did (chapters 9.2, 9.4, 9.5). Raider and victim hear of it in events of their own."""

from collections.abc import Mapping

from rules.cluster_war.model.events.event import Event, FleetEvent, SideEvent
from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.war import Cargo
from rules.values import field


class RaidBegun(FleetEvent):
    """A fleet set out on a raid along these hexes (CW-9.5-01)."""

    path: tuple[HexId, ...]
    cargo: Cargo


class TrafficSought(Event):
    """A raider's roll in a hex where somebody's CPs move: for the game master alone, since a roll tells of a route."""

    raider: SideId
    fleet: FleetId
    victim: SideId
    hex: HexId
    week: int
    chance: int
    caught: bool


class TrafficCaught(FleetEvent):
    """Raiders caught freighters of `victim` with so many CPs, and took `taken` of them aboard (CW-9.5-13 to CW-9.5-15)."""

    victim: SideId
    hex: HexId
    week: int
    cps: int
    taken: int


class TrafficLost(SideEvent):
    """A side lost freighters with CPs of a colony's traffic; `by` is "" where it did not see whose raiders they were."""

    colony: ColonyId
    hex: HexId
    week: int
    cps: int
    by: SideId = ""


class FreighterRobbed(FleetEvent):
    """A side's own freighters lost the CPs they carried to raiders (CW-9.5-07)."""

    hex: HexId
    week: int
    cps: int
    by: SideId = ""


class RaidersFaced(FleetEvent):
    """Raiders found defenders of `foe` where they looked for prey, or an escort on it (CW-9.5-05, CW-9.5-12); for the fleet's
    side, which is the raider's or the escort's."""

    foe: SideId
    hex: HexId
    week: int
    escort: bool


class RaidLossesMet(SideEvent):
    """How a side met what raids cost it: from what it had left, by cuts, and `unmet` not at all (CW-9.5-14, CW-9.5-16)."""

    cps: int
    pool: int
    cut: int
    unmet: int


class BlockadeChanged(SideEvent):
    """A colony is cut off by a fleet of `by`, or no longer (CW-9.2-02); told to its owner and to the one who does it."""

    colony: ColonyId
    name: str
    owner: SideId
    by: SideId
    on: bool


class WorldBombarded(FleetEvent):
    """A fleet fired on a world for so many weeks, with so many points of damage (CW-9.4-01); `text` says what came of it."""

    hex: HexId
    orbit: int
    target: str
    weeks: int
    damage: int
    text: str


class ColonyBombarded(SideEvent):
    """What a bombardment took from a colony. `lost` is its size in CPs, `units` of its garrison, `refits` units in works, and
    `works`, `store` and `facilities` what went with them; `by` is "" where its side did not see who fired."""

    colony: ColonyId
    name: str
    target: str
    damage: int
    size: int
    lost: int
    destroyed: bool
    by: SideId = ""
    facilities: Mapping[str, int] = field(default_factory=dict)
    units: Mapping[DesignId, int] = field(default_factory=dict)
    refits: Mapping[DesignId, int] = field(default_factory=dict)
    works: int = 0
    store: int = 0
    ships: tuple[ShipId, ...] = ()


class PlanetDestroyed(SideEvent):
    """A world was broken up, and asteroids are left (CW-9.4-10); for a side that sees or knows it."""

    hex: HexId
    orbit: int
    step: str
    max_cp: int
