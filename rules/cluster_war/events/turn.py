"""What is told of a turn as a whole: orders that failed, questions for the game master, and the game master's word."""

from dataclasses import dataclass

from rules.changes import quickly_made
from rules.cluster_war.events.event import Event, SideEvent
from rules.cluster_war.state.names import HexId


@quickly_made
@dataclass(frozen=True, slots=True)
class OrderFailed(SideEvent):
    """An order that was legal when given could not be carried out; nothing was lost by it."""

    reason: str


@dataclass(frozen=True, slots=True)
class OrderWaits(SideEvent):
    """An order that this turn was too early for stays on its giver's sheet."""

    reason: str


@dataclass(frozen=True, slots=True)
class QuestionRaised(Event):
    """Something waits for the GM: see `GameState.questions`."""

    question: str
    kind: str
    text: str
    hex: HexId


@dataclass(frozen=True, slots=True)
class Narrated(Event):
    """The GM's words."""

    text: str


@dataclass(frozen=True, slots=True)
class Amended(Event):
    """The GM changed something; `text` says what in a sentence fit for those who may see it."""

    text: str
