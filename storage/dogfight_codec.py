"""Dogfights to bytes and back, by the same rules as battles (`storage.bout_codec`)."""

from typing import Final

from rules.air_force.events import EVENT_TYPES, Event
from rules.air_force.orders import ORDER_TYPES, SeatOrder
from rules.air_force.state import SCHEMA, Dogfight
from storage.codec import Union, decode_value, encode_value
from storage.errors import StorageError

_orders: Final = Union[SeatOrder]("order", ORDER_TYPES)
_events: Final = Union[Event]("event", EVENT_TYPES)


def encode_dogfight(fight: Dogfight) -> bytes:
    """A dogfight as canonical JSON: equal dogfights give equal bytes."""
    return encode_value(fight)


def decode_dogfight(data: bytes) -> Dogfight:
    """The dogfight in these bytes; StorageError if damaged or newer."""
    fight = decode_value(Dogfight, data)
    if fight.schema > SCHEMA:
        raise StorageError(f"This dogfight was saved by a newer version (schema {fight.schema}, this knows {SCHEMA}).")
    return fight


def encode_dogfight_order(order: SeatOrder) -> bytes:
    """An order of a dogfight as `["Chase", {...}]`."""
    return _orders.encode(order)


def decode_dogfight_order(data: bytes) -> SeatOrder:
    """The order in these bytes; StorageError if damaged or newer."""
    return _orders.decode(data)


def encode_dogfight_event(event: Event) -> bytes:
    """An event of a dogfight as `["Fired", {...}]`."""
    return _events.encode(event)


def decode_dogfight_event(data: bytes) -> Event:
    """The event in these bytes; StorageError if damaged or newer."""
    return _events.decode(data)
