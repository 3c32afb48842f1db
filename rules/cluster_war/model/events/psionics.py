"""What psychics saw, and what became of them (chapter 15)."""

from rules.cluster_war.model.events.event import SideEvent
from rules.cluster_war.model.state.names import FleetId, HexId, ShipId
from rules.cluster_war.model.state.psionics import HowTheyTravel


class Foreseen(SideEvent):
    """A glimpse of what may come, in the game master's words (CW-15.1-08)."""

    text: str


class PsychicsRecover(SideEvent):
    """Psychics came through hyperspace asleep, and are out of action until the end of a week (CW-15.0-06)."""

    fleet: FleetId
    name: str
    hex: HexId
    ships: tuple[ShipId, ...]
    how: HowTheyTravel
    until: int


class PsychicsInsane(SideEvent):
    """Psychics came through hyperspace awake (CW-15.0-06)."""

    fleet: FleetId
    name: str
    hex: HexId
    ships: tuple[ShipId, ...]


class PsychicsPrepared(SideEvent):
    """How psychics aboard a fleet's ships pass through hyperspace from now on (CW-15.0-05)."""

    fleet: FleetId
    name: str
    ships: tuple[ShipId, ...]
    how: HowTheyTravel


class TelepathsSent(SideEvent):
    """A team of telepaths took up its task at a ship or project, came home, or was lost with its ship (CW-15.1-11)."""

    task: str
    name: str
