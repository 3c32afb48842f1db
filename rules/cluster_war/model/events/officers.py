"""What happened to flag officers and graded crews (chapter 17)."""

from rules.cluster_war.model.events.event import Event, SideEvent
from rules.cluster_war.model.state.common import HexId, ShipId, SideId
from rules.cluster_war.model.state.war import BattleId, Grade, OfficerId


class OfficerRecruited(SideEvent):
    """An officer joined the pool with these ratings; `talents` are those they have, `asked` what the game master must allow."""

    officer: OfficerId
    name: str
    site: str
    cps: int
    strategy: int
    command: int
    attack: int
    defense: int
    talents: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


class OfficerPosted(SideEvent):
    """An officer took up a post on a unit; without a post they are in the pool again."""

    officer: OfficerId
    name: str
    post: str
    unit: str


class OfficerRanked(SideEvent):
    """An officer's rank went from `was` to `rank`."""

    officer: OfficerId
    name: str
    was: int
    rank: int


class OfficerLost(SideEvent):
    """An officer was lost with the unit they served on."""

    officer: OfficerId
    name: str
    unit: str


class OfficerTookOver(SideEvent):
    """The next in rank took over a post in which another was lost."""

    officer: OfficerId
    name: str
    post: str
    unit: str


class WitsMatched(Event):
    """The admirals of a battle matched their wits: each side's total, and by how much the first is ahead. The game master's
    alone: they choose what the advantage buys (CW-17.1-24)."""

    battle: BattleId
    hex: HexId
    totals: tuple[tuple[SideId, int], ...]
    winner: SideId
    difference: int


class CrewMoved(SideEvent):
    """Two ships exchanged their crews; the one that came to `to` counts as `grade` for now."""

    ship: ShipId
    to: ShipId
    grade: Grade


class CrewPromoted(SideEvent):
    """A ship's crew has earned a grade."""

    ship: ShipId
    grade: Grade
