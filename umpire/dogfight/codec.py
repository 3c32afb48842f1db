"""Dogfights in bytes and back."""

from typing import Final

from rules.air_force.events import EVENT_TYPES, Event
from rules.air_force.orders import ORDER_TYPES, SeatOrder
from rules.air_force.state import SCHEMA, Dogfight
from storage.tactical_orders import TacticalCodec

DOGFIGHT_CODEC: Final = TacticalCodec[Dogfight, SeatOrder, Event](
    "dogfight", Dogfight, SCHEMA, ORDER_TYPES, EVENT_TYPES
)
