"""What psionic minds did: in battles, over distances, to the senses of others (chapter 15.1)."""

from dataclasses import dataclass

from rules.cluster_war.events.event import FleetEvent, SideEvent
from rules.cluster_war.state.names import FleetId, HexId, ShipId, SideId
from rules.cluster_war.state.war import BattleId


@dataclass(frozen=True, slots=True)
class MindsInBattle(SideEvent):
    """By `how` (an ability, or what holds a crew) so many of the side's units were so many points harder to hit."""

    battle: BattleId
    hex: HexId
    week: int
    how: str
    units: int
    points: int


@dataclass(frozen=True, slots=True)
class SurpriseForeseen(SideEvent):
    """The side would have been taken by surprise, but its combat precogs were warned (CW-15.1-04)."""

    battle: BattleId
    hex: HexId
    week: int


@dataclass(frozen=True, slots=True)
class SurpriseSprung(SideEvent):
    """The side came in silence and took its enemies by surprise (CW-15.1-13)."""

    battle: BattleId
    hex: HexId
    week: int


@dataclass(frozen=True, slots=True)
class LastWordsHeard(SideEvent):
    """Nobody came back from a battle, but telepaths aboard told those at home (CW-15.1-12)."""

    battle: BattleId
    hex: HexId
    week: int
    ships: tuple[ShipId, ...]


@dataclass(frozen=True, slots=True)
class DowsersFelt(FleetEvent):
    """Dowsers aboard felt what only a survey would have found (CW-15.1-06); `found` are lines of the survey sheet."""

    hex: HexId
    week: int
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GhostsChased(SideEvent):
    """What the game master alone reads: `side` went after ghosts (CW-15.1-16)."""

    ghost: FleetId
    hex: HexId
    week: int
