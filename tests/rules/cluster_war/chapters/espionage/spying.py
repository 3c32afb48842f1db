"""Two empires that have met, operations between them, and dice that show what a test wants."""

from typing import Final, TypeVar

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Knowledge
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Roller
from rules.values import Roll, Value, changed
from tests.rules.cluster_war.build import sheet, small

E = TypeVar("E", bound=Event)
H: Final = "humans"
V: Final = "vermin"
GOAL: Final = "count the ships at their home"
BY_DEFAULT: Final = Settings(rulings={"CW-10.0-04": DEFAULT_RULING})


class Shown(Value, Roller):
    """Dice that all show one number, as far as they have it."""

    face: int

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """As `Roller.roll`."""
        return Roll(key, sides, (min(self.face, sides),) * count)


def met(settings: Settings = BY_DEFAULT, sides: tuple[SideId, ...] = (H, V), **more: object) -> GameState:
    """Rich empires that have all met; the dice decide on operations unless other settings are given."""
    state = small(sides, settings=settings)
    rich = {key: changed(found, treasury=50_000) for key, found in state.sides.items()}
    known = {key: Knowledge(met=tuple(s for s in sides if s != key)) for key in sides}
    return changed(state, sides=rich, knowledge=known, **more)  # type: ignore[arg-type] # GameState's own fields


def running(kind: str = "fleets", step: int = 3, **more: object) -> Operation:
    """An operation of the Humans' against the Vermin in its last step, with money in it."""
    one = Operation("humans-S1", H, V, kind, "Nightfall", GOAL, step=step, cps=1000, spent=1000)
    return changed(one, **more)  # type: ignore[arg-type] # keywords are Operation's own fields


def with_operation(state: GameState, *operations: Operation) -> GameState:
    """The state with these operations."""
    return changed(state, operations={**state.operations, **{one.id: one for one in operations}})


def play(
    state: GameState, face: int, *orders: Order, others: tuple[Order, ...] = ()
) -> tuple[GameState, tuple[Event, ...]]:
    """A whole month of these orders, the Humans' and the Vermin's, under dice that show `face`."""
    given = (*sheet(H, *orders, turn=state.turn), *sheet(V, *others, turn=state.turn))
    done = adjudicate(state, given, Shown(face))
    return done.state, done.events


def told(events: tuple[Event, ...], kind: type[E], side: SideId) -> list[E]:
    """The events of a kind that a side was told of."""
    return [event for event in events if isinstance(event, kind) and side in event.seen_by]
