"""What psychics saw, what became of them, and what their minds did in battles, over distances and to the senses of others
(chapter 15)."""

from rules.cluster_war.model.events.event import FleetEvent, SideEvent
from rules.cluster_war.model.state.common import FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.psionics import HowTheyTravel
from rules.cluster_war.model.state.war import BattleId


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


class MindsInBattle(SideEvent):
    """By `how` (an ability, or what holds a crew) so many of the side's units were so many points harder to hit."""

    battle: BattleId
    hex: HexId
    week: int
    how: str
    units: int
    points: int


class SurpriseForeseen(SideEvent):
    """The side would have been taken by surprise, but its combat precogs were warned (CW-15.1-04)."""

    battle: BattleId
    hex: HexId
    week: int


class SurpriseSprung(SideEvent):
    """The side came in silence and took its enemies by surprise (CW-15.1-13)."""

    battle: BattleId
    hex: HexId
    week: int


class LastWordsHeard(SideEvent):
    """Nobody came back from a battle, but telepaths aboard told those at home (CW-15.1-12)."""

    battle: BattleId
    hex: HexId
    week: int
    ships: tuple[ShipId, ...]


class DowsersFelt(FleetEvent):
    """Dowsers aboard felt what only a survey would have found (CW-15.1-06); `found` are lines of the survey sheet."""

    hex: HexId
    week: int
    found: tuple[str, ...]


class WordsOverheard(SideEvent):
    """Telepaths of `side` caught psionic messages of another, in the game master's words (CW-15.1-14)."""

    of: SideId
    text: str


class ListenersNoticed(SideEvent):
    """Telepaths of `side` noticed that somebody listened to them (CW-15.1-14)."""


class MindsBent(SideEvent):
    """What an ability of level 3 did, as `side` knows it: to its own, or as its own doing (CW-15.1-24 to CW-15.1-27)."""

    ability: str
    text: str
