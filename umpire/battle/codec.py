"""Battles in bytes and back."""

from typing import Final

from rules.pentagon_war.events import EVENT_TYPES, Event
from rules.pentagon_war.orders import ORDER_TYPES, SeatOrder
from rules.pentagon_war.state import SCHEMA, Battle
from storage.tactical_orders import TacticalCodec

BATTLE_CODEC: Final = TacticalCodec[Battle, SeatOrder, Event]("battle", Battle, SCHEMA, ORDER_TYPES, EVENT_TYPES)
