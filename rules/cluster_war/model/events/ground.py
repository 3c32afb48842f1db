"""What happened on worlds that are fought over (CW-9.2, CW-9.3). The sides concerned hear of it, nobody else."""

from collections.abc import Mapping
from typing import Literal

from rules.cluster_war.model.events.event import Event, SideEvent
from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, SideId
from rules.values import Value, field


class TroopsLanded(SideEvent):
    """A fleet put its ground forces down: `at` a surface hex, `hot` where the enemy stood; `units` by name and number.

    The world's owner is told by an event of their own, without the fleet and the order.
    """

    world: ColonyId
    hex: HexId
    at: HexId
    week: int
    units: tuple[tuple[str, int], ...]
    rounds: int
    hot: bool = False
    fleet: FleetId = ""


class ForcesMustered(SideEvent):
    """A colony's garrison took to the field."""

    world: ColonyId
    week: int
    count: int


class ForcesMarched(SideEvent):
    """Forces of one kind went from one surface hex to another in a week."""

    world: ColonyId
    name: str
    count: int
    start: HexId
    at: HexId
    week: int


class GroundAttack(Value):
    """One attack in a fight: whose unit on whose, at what reach, both totals or (for fire by accuracy) the chance and hits;
    `dice` of the event's rolls are its own, in order."""

    side: SideId
    attacker: str
    other: SideId
    target: str
    reach: Literal["ranged", "close"]
    attack: int
    defense: int
    points: int = 0
    killed: bool = False
    direction: str = ""
    dice: int = 0


class GroundFought(Event):
    """A week's fight in a surface hex: battalions there, teams lost and units destroyed by side, and every attack."""

    world: ColonyId
    hex: HexId
    at: HexId
    week: int
    city: str
    sides: tuple[SideId, ...]
    units: Mapping[SideId, int]
    lost: Mapping[SideId, int] = field(default_factory=dict)
    destroyed: Mapping[SideId, int] = field(default_factory=dict)
    blows: tuple[GroundAttack, ...] = ()
    hot: bool = False


class GroundUnitsLost(SideEvent):
    """Units of a side that are no more: destroyed, starved, given up, or put into others."""

    world: ColonyId
    design: DesignId
    count: int
    why: Literal["destroyed", "stress", "given up", "put into others", "burned"] = "destroyed"


class CityTaken(SideEvent):
    """A side holds an enemy's city, which supplies it."""

    world: ColonyId
    city: str
    week: int


class CityHarmed(SideEvent):
    """Forces in a city killed its people, or destroyed facilities, in CPs."""

    world: ColonyId
    city: str
    week: int
    task: Literal["civilians", "destroy"]
    cps: int


class WorldConquered(SideEvent):
    """A world changed hands: `side` has it now, `loser` had it. `works` are CPs in constructions that are lost with it,
    `store` those in its stores, which the new owner has."""

    world: ColonyId
    name: str
    hex: HexId
    loser: SideId
    size: int
    week: int
    works: int = 0
    store: int = 0


class InvasionBeaten(SideEvent):
    """No invader of this side is left on a world."""

    world: ColonyId
    week: int


class ArmyTired(SideEvent):
    """An army out of supply: its highest stress, the checks, and the teams that failed ones cost it."""

    world: ColonyId
    stress: int
    failed: int
    lost: int


class BattalionsReorganised(SideEvent):
    """Depleted battalions of one type put their teams together: teams before and after."""

    world: ColonyId
    name: str
    before: tuple[int, ...]
    after: tuple[int, ...]


class BattalionRefilled(SideEvent):
    """A depleted battalion is full again at a training base."""

    world: ColonyId
    name: str
    teams: int
    cps: int


class CityRebelled(SideEvent):
    """A city whose garrison is missing or too small rises."""

    world: ColonyId
    city: str
    needed: int
    there: int


class MilitiaRaised(SideEvent):
    """A city in rebellion has raised a militia unit."""

    world: ColonyId
    city: str


class RebellionEnded(SideEvent):
    """A city is quiet again."""

    world: ColonyId
    city: str


class ForcesShelled(SideEvent):
    """A fleet of `side` fired on the forces of `target` on a world for a week, from orbit; target "" where it saw none.

    `teams` are combat teams lost in all, `destroyed` whole units. Those under fire have an event of their own, without the
    fleet and the order.
    """

    world: ColonyId
    week: int
    target: SideId
    shots: int
    hits: int
    teams: int
    destroyed: int
    fleet: FleetId = ""


class ForcesEmbarked(SideEvent):
    """A fleet took forces off a world, `units` by name and number."""

    world: ColonyId
    units: tuple[tuple[str, int], ...]
    fleet: FleetId
