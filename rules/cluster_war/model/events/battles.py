"""What happened in battles, and what each side hears of it (CW-9.0-11, CW-9.7-01, CW-9.7-02)."""

from rules.cluster_war.model.events.event import Event, FleetEvent, SideEvent
from rules.cluster_war.model.state.common import DesignId, FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.war import BattleId, BattleKind, Engagement, Method
from rules.values import Value


class UnitCount(Value):
    """So many units of a side's, by the name of their design."""

    side: SideId
    name: str
    count: int


class UnitLoss(Value):
    """What a side has no longer after a battle: `count` units of one of its designs, or `cps` of its parts."""

    side: SideId
    what: DesignId
    count: int
    cps: int = 0


class PurseLoss(Value):
    """CPs of a side that went with what was lost: cargo, stores, work under way."""

    side: SideId
    cps: int


class EngagementSet(FleetEvent):
    """A fleet has orders for battle, or with `fleet` "" the whole empire its rules of engagement (CW-9.0-09)."""

    engagement: Engagement


class FleetEvaded(FleetEvent):
    """A fleet with orders to evade got away from those who would have attacked it (CW-9.7-05)."""

    name: str
    hex: HexId
    week: int


class QuarryEscaped(SideEvent):
    """Ships of `owner` that `side` would have attacked got away."""

    owner: SideId
    hex: HexId
    week: int


class BattleFought(SideEvent):
    """What a side's survivors tell of a battle: against whom, who held the place ("" for nobody), what they saw destroyed. `foe`
    is what they fought that is not an empire's, whose side is `NO_EMPIRE`. `struck` are the foes that the side opened fire on,
    `struck_by` those that opened fire on it."""

    battle: BattleId
    hex: HexId
    week: int
    kind: BattleKind
    method: Method
    foes: tuple[SideId, ...]
    winner: SideId
    story: tuple[str, ...] = ()
    seen_lost: tuple[UnitCount, ...] = ()
    foe: str = ""
    struck: tuple[SideId, ...] = ()
    struck_by: tuple[SideId, ...] = ()


class BattleLosses(FleetEvent):
    """Units that a fleet lost, or with `fleet` "" bases and the defenders of colonies. Nobody is left to tell of them where
    they were not `reported`: then it is not known what became of each, and all are `lost`."""

    battle: BattleId
    hex: HexId
    week: int
    name: str
    lost: tuple[str, ...]
    captured: tuple[str, ...] = ()
    defenders: tuple[UnitCount, ...] = ()
    reported: bool = True


class UnitsHurt(FleetEvent):
    """Units came out of a battle with components damaged or destroyed (CW-9.6)."""

    battle: BattleId
    hex: HexId
    name: str
    ships: tuple[str, ...]


class FleetFled(FleetEvent):
    """Ships left a battle and the hex."""

    battle: BattleId
    name: str
    ships: tuple[ShipId, ...]
    origin: HexId
    to: HexId
    week: int


class FleetPursued(FleetEvent):
    """A fleet whose orders let it followed those who fled (CW-9.0-13)."""

    battle: BattleId
    name: str
    origin: HexId
    to: HexId
    week: int


class PrizesTaken(FleetEvent):
    """Ships and bases of `owner` were captured, with `cps` in them, and have new numbers; the ships are `fleet`, "" for none."""

    battle: BattleId
    name: str
    hex: HexId
    week: int
    owner: SideId
    ships: tuple[ShipId, ...]
    designs: tuple[DesignId, ...]
    cps: int
    bases: tuple[str, ...] = ()


class DesignsSeen(SideEvent):
    """Survivors brought home what they saw of designs of `owner` that the side had never met (CW-9.7-02)."""

    owner: SideId
    hex: HexId
    week: int
    designs: tuple[str, ...]


class BattleSettled(Event):
    """A battle in full, for the game master: what became of its units by id, and what each side has no longer. `foe` as above."""

    battle: BattleId
    hex: HexId
    week: int
    kind: BattleKind
    method: Method
    sides: tuple[SideId, ...]
    winner: SideId
    destroyed: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    losses: tuple[UnitLoss, ...] = ()
    purses: tuple[PurseLoss, ...] = ()
    story: tuple[str, ...] = ()
    fleets: tuple[FleetId, ...] = ()
    foe: str = ""
