"""What is told of a turn as a whole: orders that failed, questions for the game master, and the game master's word."""

from rules.cluster_war.model.events.event import Event, SideEvent
from rules.cluster_war.model.state.common import HexId


class OrderFailed(SideEvent):
    """An order that was legal when given could not be carried out; nothing was lost by it."""

    reason: str


class OrderWaits(SideEvent):
    """An order that this turn was too early for stays on its giver's sheet."""

    reason: str


class QuestionRaised(Event):
    """Something waits for the GM: see `GameState.questions`."""

    question: str
    kind: str
    text: str
    hex: HexId


class Narrated(Event):
    """The GM's words."""

    text: str


class Amended(Event):
    """The GM changed something; `text` says what in a sentence fit for those who may see it."""

    text: str
