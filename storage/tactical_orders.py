"""Tactical games in bytes and back, by the same rules as a campaign's states and orders; and their orders.

The orders are in the same table as a campaign's: encoded, numbered by side within the turn.
"""

from collections.abc import Iterable
from typing import Final, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.json import Decoder
from sqlalchemy import insert, select, update

from rules.values import Cause, SeenEvent, Value
from storage.codec import Union, decode_value, encode_value, readable
from storage.db import Transaction
from storage.errors import StorageError
from storage.queries import columns, every
from storage.schema import orders


class TacticalMoment(Protocol):
    """Where in a turn a tactical game stands."""

    @property
    def turn(self) -> int: ...


class TacticalState(Protocol):
    """What every state of a tactical game has; `winner` is a side, "" for a draw, None until it is over."""

    @property
    def schema(self) -> int: ...

    @property
    def winner(self) -> str | None: ...

    @property
    def now(self) -> TacticalMoment: ...


class TacticalEvent(SeenEvent, Protocol):
    """An event of a tactical game: who may see it, and why it happened."""

    @property
    def cause(self) -> Cause: ...


S = TypeVar("S", bound=TacticalState)
O = TypeVar("O")  # noqa: E741 - S, O, E: state, order, event
E = TypeVar("E", bound=TacticalEvent)


class TacticalCodec(Generic[S, O, E]):
    """The states, orders and events of one game's tactical games, to bytes and back. Reading raises StorageError: damaged or of
    another version."""

    def __init__(
        self,
        name: str,
        kind: type[S],
        schema: int,
        orders: Iterable[type[O]],
        events: Iterable[type[E]],
    ) -> None:
        self._name = name
        self._kind: type[S] = kind
        self._schema = schema
        self.orders = Union("order", orders)
        self.events = Union("event", events)

    def write(self, tactical: S) -> bytes:
        """A tactical game as canonical JSON: equal tactical games give equal bytes."""
        return encode_value(tactical)

    def read(self, data: bytes) -> S:
        """The tactical game in these bytes."""
        tactical = decode_value(self._kind, data)
        if tactical.schema != self._schema:
            raise StorageError(
                f"This {self._name} was saved by another version (schema {tactical.schema}, this knows {self._schema})."
            )
        return tactical


class Sent(Value):
    """One order of a side's sheet, still encoded."""

    side: str
    number: int
    order: bytes


class _Row(msgspec.Struct):
    side: str
    number: int
    order: msgspec.Raw


_sent: Final = msgspec.json.Decoder(list[_Row])


def encode_sent(sent: Iterable[Sent]) -> bytes:
    """A turn's sheets as one JSON list, sorted by side and number."""
    ordered = sorted(sent, key=lambda one: (one.side, one.number))
    return msgspec.json.encode([_Row(one.side, one.number, msgspec.Raw(one.order)) for one in ordered])


def decode_sent(data: bytes) -> tuple[Sent, ...]:
    """The sheets in these bytes; StorageError if damaged."""
    with readable("order sheet"):
        return tuple(Sent(row.side, row.number, bytes(row.order)) for row in _sent.decode(data))


class SentRow(Value):
    """One order; withdrawn ones stay."""

    side: str
    number: int
    order: bytes
    entered_by: int
    withdrawn_at: int | None = None

    @property
    def sent(self) -> Sent:
        """The order as the rules take it."""
        return Sent(self.side, self.number, self.order)


class _Tagged(Struct):
    """What of an encoded order says which it is."""

    type: str


_TAGGED: Final = Decoder(_Tagged)


def class_of(order: bytes) -> str:
    """The name of the class of an encoded order."""
    return _TAGGED.decode(order).type


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[SentRow, ...]:
    """All orders given for a turn, by side and number, withdrawn ones too."""
    given = orders.c
    query = select(given.side, given.number, given.order, given.entered_by, given.withdrawn_at)
    return await every(tx, SentRow, query.filter_by(game=game, turn=turn).order_by(given.side, given.number))


async def add(tx: Transaction, game: str, turn: int, row: SentRow, now: int) -> None:
    """Insert one order."""
    given = {"game": game, "id": f"{row.side}-{turn}-{row.number}", "turn": turn}
    given |= {"entered_at": now, "withdrawn_at": None, "withdrawn_why": "", "source": ""}
    await tx.execute(insert(orders), columns(row) | given)


async def withdraw(tx: Transaction, game: str, turn: int, side: str, number: int, now: int, why: str) -> None:
    """Take one order back; it is kept."""
    query = update(orders).filter_by(game=game, turn=turn, side=side, number=number)
    await tx.execute(query.values(withdrawn_at=now, withdrawn_why=why))
