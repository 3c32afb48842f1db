"""What befell sides in systems: traps, scenes, monsters, worm holes (B, 12.1, 14)."""

from rules.cluster_war.model.events.event import Event, FleetEvent, SideEvent
from rules.cluster_war.model.state.common import FleetId, HexId, ShipId
from rules.cluster_war.model.state.places import SceneId


class TrapSprung(Event):
    """A trap closed on somebody: what it did, for the game master, who alone knows whether anybody is left to tell."""

    hex: HexId
    week: int
    trap: str
    fleets: tuple[FleetId, ...]
    text: str


class TrapMet(SideEvent):
    """What a side's survivors tell of a trap, or of what fell on them unasked."""

    hex: HexId
    week: int
    text: str
    lost: tuple[ShipId, ...] = ()


class ContactLost(FleetEvent):
    """Nothing more is heard of a fleet; nobody is left to tell why (CW-13.0-04)."""

    name: str
    ships: tuple[ShipId, ...]
    hex: HexId
    week: int


class SceneOpened(SideEvent):
    """A side has met or found something, and may say what it does about it."""

    scene: SceneId
    kind: str
    hex: HexId
    week: int
    usual: str


class SceneEnded(SideEvent):
    """What came of a scene: the choice, what is told, the ships that were lost, and the CPs that came into the purse."""

    scene: SceneId
    kind: str
    hex: HexId
    choice: str
    text: str
    lost: tuple[ShipId, ...] = ()
    cps: int = 0


class MissilesStruck(SideEvent):
    """Missiles of an alien battery struck a side's ships or colony in a hex; whence they came, nobody saw (CW-B-24)."""

    hex: HexId
    week: int
    target: str
    text: str
    lost: tuple[ShipId, ...] = ()


class FleetHeld(FleetEvent):
    """A fleet could not do what it was to do, since something holds it (CW-B-22, CW-B-23)."""

    name: str
    hex: HexId
    week: int
    until: int
    why: str


class HolePassed(FleetEvent):
    """A fleet went into a worm hole whose far end nobody of its side knew (CW-14.0-32)."""

    name: str
    hex: HexId
    week: int
