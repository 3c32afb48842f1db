"""Battles and dogfights to bytes and back, by the same rules as a campaign's states and orders (`storage.codec`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import msgspec

from rules.air_force import events as flight_events
from rules.air_force import orders as flight_orders
from rules.air_force import state as air_force
from rules.pentagon_war import events as battle_events
from rules.pentagon_war import orders as battle_orders
from rules.pentagon_war import state as pentagon_war
from storage.codec import Union, decode_value, encode_value, readable
from storage.errors import StorageError

S = TypeVar("S", pentagon_war.Battle, air_force.Dogfight)
O = TypeVar("O")  # noqa: E741 - S, O, E: state, order, event
E = TypeVar("E")


class BoutCodec(Generic[S, O, E]):
    """The states, orders and events of one game's bouts, to bytes and back. Reading raises StorageError: damaged or of another
    version."""

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

    def write(self, bout: S) -> bytes:
        """A bout as canonical JSON: equal bouts give equal bytes."""
        return encode_value(bout)

    def read(self, data: bytes) -> S:
        """The bout in these bytes."""
        bout = decode_value(self._kind, data)
        if bout.schema != self._schema:
            raise StorageError(
                f"This {self._name} was saved by another version (schema {bout.schema}, this knows {self._schema})."
            )
        return bout


BATTLE_CODEC: Final = BoutCodec[pentagon_war.Battle, battle_orders.SeatOrder, battle_events.Event](
    "battle",
    pentagon_war.Battle,
    pentagon_war.SCHEMA,
    battle_orders.ORDER_TYPES,
    battle_events.EVENT_TYPES,
)
DOGFIGHT_CODEC: Final = BoutCodec[air_force.Dogfight, flight_orders.SeatOrder, flight_events.Event](
    "dogfight", air_force.Dogfight, air_force.SCHEMA, flight_orders.ORDER_TYPES, flight_events.EVENT_TYPES
)


@dataclass(frozen=True, slots=True)
class Sent:
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
