"""Battles and dogfights in bytes and back, by the same rules as a campaign's states and orders; and their orders.

The orders are in the same table as a campaign's: encoded, numbered by side within the turn.
"""

from collections.abc import Iterable
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.json import Decoder
from sqlalchemy import insert, select, update

from rules.air_force import events as flight_events
from rules.air_force import orders as flight_orders
from rules.air_force import state as air_force
from rules.pentagon_war import events as battle_events
from rules.pentagon_war import orders as battle_orders
from rules.pentagon_war import state as pentagon_war
from rules.values import Value
from storage.codec import Union, decode_value, encode_value, readable
from storage.db import Transaction
from storage.errors import StorageError
from storage.queries import columns, every
from storage.schema import orders

S = TypeVar("S", pentagon_war.Battle, air_force.Dogfight)
O = TypeVar("O")  # noqa: E741 - S, O, E: state, order, event
E = TypeVar("E")


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


BATTLE_CODEC: Final = TacticalCodec[pentagon_war.Battle, battle_orders.SeatOrder, battle_events.Event](
    "battle",
    pentagon_war.Battle,
    pentagon_war.SCHEMA,
    battle_orders.ORDER_TYPES,
    battle_events.EVENT_TYPES,
)
DOGFIGHT_CODEC: Final = TacticalCodec[air_force.Dogfight, flight_orders.SeatOrder, flight_events.Event](
    "dogfight", air_force.Dogfight, air_force.SCHEMA, flight_orders.ORDER_TYPES, flight_events.EVENT_TYPES
)


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
    def closes(self) -> bool:
        """Whether the side said with it that it is done with a stop."""
        return _kind(self.order) == "Continue"

    @property
    def at_once(self) -> bool:
        """Whether it counts without a word that the side is done: somebody has taken the side."""
        return _kind(self.order) == "TakeCommand"

    @property
    def sent(self) -> Sent:
        """The order as the rules take it."""
        return Sent(self.side, self.number, self.order)


class _Tagged(Struct):
    """What of an encoded order says which it is."""

    type: str


_TAGGED: Final = Decoder(_Tagged)


def _kind(order: bytes) -> str:
    """The class of an encoded order."""
    return _TAGGED.decode(order).type


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[SentRow, ...]:
    """All orders given for a turn, by side and number, withdrawn ones too."""
    given = orders.c
    query = select(given.side, given.number, given.order, given.entered_by, given.withdrawn_at)
    return await every(tx, SentRow, query.filter_by(game=game, turn=turn).order_by(given.side, given.number))


async def add(tx: Transaction, game: str, turn: int, row: SentRow, now: int) -> None:
    """Insert one order."""
    given = {"game": game, "id": f"{row.side}-{turn}-{row.number}", "turn": turn}
    given |= {"entered_at": now, "withdrawn_at": None, "withdrawn_why": ""}
    await tx.execute(insert(orders), columns(row) | given)


async def withdraw(tx: Transaction, game: str, turn: int, side: str, number: int, now: int, why: str) -> None:
    """Take one order back; it is kept."""
    query = update(orders).filter_by(game=game, turn=turn, side=side, number=number)
    await tx.execute(query.values(withdrawn_at=now, withdrawn_why=why))
