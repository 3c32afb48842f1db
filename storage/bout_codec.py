"""Battles and dogfights to bytes and back, by the same rules as a campaign's states and orders (`storage.codec`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import msgspec

from rules.air_force import events as flight_events
from rules.air_force import orders as flight_orders
from rules.air_force import state as air_force
from rules.changes import changed_by_name
from rules.pentagon_war import events as battle_events
from rules.pentagon_war import orders as battle_orders
from rules.pentagon_war import rulesets
from rules.pentagon_war import state as pentagon_war
from storage.codec import Union, decode_value, encode_value, readable, ruleset_of, to_document
from storage.errors import StorageError

S = TypeVar("S", pentagon_war.Battle, air_force.Dogfight)
O = TypeVar("O")  # noqa: E741 - S, O, E: state, order, event
E = TypeVar("E")


LATER_LINES: Final = ("acts", "screen", "take")
"""Lines of a programme that there were not at first: where there are none of them they are left out, as before. So is the
heading of a fire line that has none."""


def _without_empty(programme: dict[str, Any]) -> None:
    for name in LATER_LINES:
        if not programme[name]:
            del programme[name]
    for line in programme["fire"]:
        if line["heading"] is None:
            del line["heading"]


class _Orders(Union[O]):
    """Orders whose programmes are written without the later kinds of lines that they do not have."""

    def encode(self, value: O) -> bytes:
        if not isinstance(value, battle_orders.SetProgramme):
            return super().encode(value)
        document = to_document(value)
        _without_empty(document["programme"])
        return encode_value((type(value).__name__, document))


class BoutCodec(Generic[S, O, E]):
    """The states, orders and events of one game's bouts, to bytes and back. Reading raises StorageError: damaged or newer.

    `unnamed` is the ruleset of states that name none, where states name theirs: they were saved when there was one. `later`
    are fields that came after the first states were saved; one that says nothing is left out, so that bytes stay as they were.
    """

    def __init__(
        self,
        name: str,
        kind: type[S],
        schema: int,
        orders: Iterable[type[O]],
        events: Iterable[type[E]],
        *,
        unnamed: str = "",
        later: tuple[str, ...] = (),
    ) -> None:
        self._name = name
        self._kind: type[S] = kind
        self._schema = schema
        self._unnamed = unnamed
        self._later = later
        self.orders = _Orders("order", orders)
        self.events = Union("event", events)

    def write(self, bout: S) -> bytes:
        """A bout as canonical JSON: equal bouts give equal bytes."""
        document = to_document(bout)
        if self._unnamed and document["ruleset"] == self._unnamed:
            del document["ruleset"]
        for name in self._later:
            if document[name] is None:
                del document[name]
        for body in document.get("bodies", {}).values():
            for later in ("star", "radiation"):
                if not body[later]:
                    del body[later]
        for programme in document.get("programmes", {}).values():
            _without_empty(programme)
        return encode_value(document)

    def read(self, data: bytes) -> S:
        """The bout in these bytes."""
        bout = decode_value(self._kind, data)
        if self._unnamed and not ruleset_of(data):
            bout = changed_by_name(bout, {"ruleset": self._unnamed})
        if bout.schema > self._schema:
            raise StorageError(
                f"This {self._name} was saved by a newer version (schema {bout.schema}, this knows {self._schema})."
            )
        return bout


BATTLE_CODEC: Final = BoutCodec[pentagon_war.Battle, battle_orders.SeatOrder, battle_events.Event](
    "battle",
    pentagon_war.Battle,
    pentagon_war.SCHEMA,
    battle_orders.ORDER_TYPES,
    battle_events.EVENT_TYPES,
    unnamed=rulesets.FIRST,
    later=("crews", "standing", "enlisted"),
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
