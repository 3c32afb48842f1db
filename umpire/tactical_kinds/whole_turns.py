"""Games that ask once a turn, at its beginning, and play it when every player has answered (or was answered for)."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rules.dice import Dice
from rules.values import changed_by_name
from storage.codec import pack, unpack
from storage.tactical_orders import TacticalCodec, TacticalEvent, TacticalState, decode_sent
from umpire.tactical_kinds.kind import OpenQuestion, Progress


class WholeTurnState(TacticalState, Protocol):
    """A state that keeps which sides people play."""

    @property
    def players(self) -> tuple[str, ...]: ...


S = TypeVar("S", bound=WholeTurnState)
O = TypeVar("O")  # noqa: E741 - S, O, E: state, order, event
E = TypeVar("E", bound=TacticalEvent)


class PlayedTurn(NamedTuple, Generic[S, E]):
    """What a turn came to: the state at the next one's beginning and what happened; or, before anything has, the sides that are
    asked."""

    state: S
    events: tuple[E, ...] = ()
    asked: tuple[str, ...] = ()


class WholeTurns(Generic[S, O, E]):
    """`progress`, `opening_stop` and `seated` of such a game, from its codec and the function that plays a turn with all that was
    sent, as pairs of side and order. `question` says what is asked of a side."""

    def __init__(
        self,
        codec: TacticalCodec[S, O, E],
        run: Callable[[S, Sequence[tuple[str, O]], Dice], PlayedTurn[S, E]],
        question: str,
    ) -> None:
        self._codec = codec
        self._run = run
        self._question = question

    def progress(self, packed: bytes, sent: bytes, dice: Dice, turn: int) -> Progress:
        """As `TacticalKind.progress`."""
        state = self._codec.read(unpack(packed))
        if state.winner is not None:
            return Progress(packed, (), (), "", done=True, winner=state.winner)
        if state.now.turn != turn:
            raise ValueError(f"it is at turn {state.now.turn}, not {turn}")
        orders = [(one.side, self._codec.orders.decode(one.order)) for one in decode_sent(sent)]
        played = self._run(state, orders, dice)
        if played.asked:
            return self._waiting(packed, state, played.asked)
        after, events = pack(self._codec.write(played.state)), map(self._codec.events.encode, played.events)
        winner = played.state.winner
        then = None if winner is not None else self.opening_stop(after)
        return Progress(after, tuple(events), (), "", done=True, winner=winner, then=then, playing=state.players)

    def opening_stop(self, packed: bytes) -> Progress:
        """As `TacticalKind.opening_stop`: every player is asked."""
        state = self._codec.read(unpack(packed))
        return self._waiting(packed, state, state.players)

    def seated(self, packed: bytes, players: tuple[str, ...]) -> bytes:
        """The state with these players."""
        state: Any = self._codec.read(unpack(packed))
        return pack(self._codec.write(changed_by_name(state, {"players": players})))

    def _waiting(self, packed: bytes, state: S, sides: tuple[str, ...]) -> Progress:
        asked = tuple(OpenQuestion(side, "", self._question) for side in sides)
        return Progress(packed, (), asked, f"turn-{state.now.turn}", done=False, playing=state.players)
