"""Battles and dogfights to bytes and back, by the same rules as a campaign's states and orders (`storage.codec`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import msgspec

from rules.pentagon_war.events import EVENT_TYPES, Event
from rules.pentagon_war.orders import ORDER_TYPES, SeatOrder
from rules.pentagon_war.state import SCHEMA, Battle
from storage.codec import Union, decode_value, encode_value
from storage.errors import StorageError


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


_orders: Final = Union[SeatOrder]("order", ORDER_TYPES)
_events: Final = Union[Event]("event", EVENT_TYPES)
_sent: Final = msgspec.json.Decoder(list[_Row])


def encode_battle(battle: Battle) -> bytes:
    """A battle as canonical JSON: equal battles give equal bytes."""
    return encode_value(battle)


def decode_battle(data: bytes) -> Battle:
    """The battle in these bytes; StorageError if damaged or newer."""
    battle = decode_value(Battle, data)
    if battle.schema > SCHEMA:
        raise StorageError(f"This battle was saved by a newer version (schema {battle.schema}, this knows {SCHEMA}).")
    return battle


def encode_battle_order(order: SeatOrder) -> bytes:
    """An order of a battle as `["Rotate", {...}]`."""
    return _orders.encode(order)


def decode_battle_order(data: bytes) -> SeatOrder:
    """The order in these bytes; StorageError if damaged or newer."""
    return _orders.decode(data)


def encode_battle_event(event: Event) -> bytes:
    """An event of a battle as `["Fired", {...}]`."""
    return _events.encode(event)


def decode_battle_event(data: bytes) -> Event:
    """The event in these bytes; StorageError if damaged or newer."""
    return _events.decode(data)


def encode_sent(sent: Iterable[Sent]) -> bytes:
    """A turn's sheets as one JSON list, sorted by side and number."""
    ordered = sorted(sent, key=lambda one: (one.side, one.number))
    return msgspec.json.encode([_Row(one.side, one.number, msgspec.Raw(one.order)) for one in ordered])


def decode_sent(data: bytes) -> tuple[Sent, ...]:
    """The sheets in these bytes; StorageError if damaged."""
    try:
        return tuple(Sent(row.side, row.number, bytes(row.order)) for row in _sent.decode(data))
    except msgspec.DecodeError as wrong:
        raise StorageError(f"A saved order sheet cannot be read: {wrong}.") from wrong
