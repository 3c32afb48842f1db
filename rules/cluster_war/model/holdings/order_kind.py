"""A kind of order in one row: its class, when it takes effect, how it is read, written, planned and carried out."""

from collections.abc import Callable
from enum import IntEnum
from typing import Generic, TypeAlias, TypeVar

from rules.cluster_war.model.events.event import SideEvent
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import Groups, Names
from rules.cluster_war.model.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, changed

O = TypeVar("O", bound=Order)  # noqa: E741 # an order's own class
Step: TypeAlias = Callable[[TurnState], object] | Callable[[TurnState, int], None]


class Phase(IntEnum):
    """When in the turn an order takes effect, the earliest first (CW-18.0-01)."""

    TAKE_BACK = 0
    OFFER = 1
    ACCEPT = 2
    ORGANISE = 3
    MISSION = 4
    UNLOAD = 5
    LOAD = 6
    SPEND = 7
    RESEARCH = 8
    MOVE = 9
    FOUND = 10
    WORDS = 11


def telling(work: Callable[[Holdings, O], SideEvent]) -> Callable[[TurnState, SignedOrder, O], None]:
    """How the turn carries out an order that `work` works out: the giver is told what came of it, by this order."""

    def carry_out(turn: TurnState, signed: SignedOrder, order: O) -> None:
        event = work(TurnHoldings(turn, signed.side), order)
        turn.say(changed(event, cause=changed(event.cause, order=signed.id), seen_by=(event.side,)))

    return carry_out


class Together(Value, Generic[O]):
    """Orders of a kind that are not carried out one by one, but all in a step of the turn."""

    step: Step


class OrderKind(Value, Generic[O]):
    """All that the game knows of one kind of order.

    `command` is the slash command that gives it. A line of text is `verb` and what `pattern` matches, like `example`;
    `read` makes the order of the pattern's groups, `write` a line of the order. `plan` applies it to its giver's
    picture, `carry_out` to the turn; both raise GameError, with nothing changed, when it cannot be.
    """

    type: type[O]
    phase: Phase
    command: str
    example: str
    pattern: str
    read: Callable[[Groups], O]
    write: Callable[[O, Names], str]
    plan: Callable[[PlannedState, O], Preview]
    carry_out: Callable[[TurnState, SignedOrder, O], None] | Together[O]

    @property
    def verb(self) -> str:
        """The word that a line of text begins with."""
        return self.example.partition(" ")[0]
