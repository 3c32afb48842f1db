"""Values to bytes and back: JSON with sorted keys, so that equal values are equal bytes.

Fields that have their defaults are left out (`rules.values`). Orders, events and amendments name their class as their "type". A
state names its schema.
"""

import re
import typing
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

import msgspec
import zstandard

from rules.cluster_war.model.events.all import EVENT_TYPES
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import SCHEMA
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.sides import Report
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import AMENDMENT_TYPES
from rules.cluster_war.turn.registry import ORDER_TYPES
from storage.errors import StorageError

T = TypeVar("T")
H = TypeVar("H", GameState, "_WithQuestions")

PACK_LEVEL: Final = 3
SMALLEST_WINDOW: Final = 17
LARGEST_WINDOW: Final = 27
"""Powers of two: how many bytes a difference may reach back over."""
MOST_BYTES: Final = 256 * 1024 * 1024
_FRACTION: Final = re.compile(r"-?\d{1,40}(/[1-9]\d{0,39})?")


def any_of(types: Iterable[type]) -> Any:
    """A type for msgspec: one of these classes, told apart by their tags."""
    return typing.Union[tuple(sorted(types, key=lambda kind: kind.__name__))]  # noqa: UP007 # it is made of a list


AnyEvent: Final = any_of(EVENT_TYPES)


def _to_plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no place in a saved game")


def _from_plain(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    if kind is Report:
        return msgspec.convert(value, AnyEvent, dec_hook=_from_plain)
    raise ValueError(f"not a {kind.__name__}: {value!r}")


_encoder: Final = msgspec.json.Encoder(enc_hook=_to_plain, order="sorted")


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Tells of what cannot be read as a StorageError."""
    try:
        yield
    except (msgspec.DecodeError, ValueError, KeyError) as wrong:
        raise StorageError(f"A saved {what} cannot be read: {wrong}.") from wrong


class _Head(msgspec.Struct):
    schema: int


class _WithQuestions(_Head):
    questions: tuple[Question, ...] = ()


_head: Final = msgspec.json.Decoder(_Head)
_asked: Final = msgspec.json.Decoder(_WithQuestions, dec_hook=_from_plain)
_state: Final = msgspec.json.Decoder(GameState, dec_hook=_from_plain)


def encode_state(state: GameState) -> bytes:
    """The state as canonical JSON: equal states give equal bytes."""
    return _encoder.encode(state)


def decode_state(data: bytes) -> GameState:
    """The state in these bytes. Raises StorageError: saved by another version, or damaged."""
    return _of_this_schema(_state, data)


def decode_questions(data: bytes) -> tuple[Question, ...]:
    """The questions of the state in these bytes, without making the rest of it; errors as for the whole."""
    return _of_this_schema(_asked, data).questions


def _of_this_schema(decoder: "msgspec.json.Decoder[H]", data: bytes) -> H:
    """What the bytes of a state hold. Their schema alone is read only where they cannot be read as today's."""
    with readable("game"):
        try:
            made = decoder.decode(data)
        except msgspec.ValidationError:
            _check(_head.decode(data).schema)
            raise
        _check(made.schema)
        return made


def _check(schema: int) -> None:
    if schema != SCHEMA:
        raise StorageError(f"This game was saved by another version (schema {schema}, this program knows {SCHEMA}).")


class Union(Generic[T]):
    """The codec of a union of values, told apart by class name: a value is `{"type": "MoveFleet", ...}`."""

    def __init__(self, kind: str, types: Iterable[type[T]]) -> None:
        self._kind = kind
        self._types = frozenset(types)
        self._decoder = msgspec.json.Decoder(any_of(self._types), dec_hook=_from_plain)

    def holds(self, kind: type) -> bool:
        """Whether a class is one of the union."""
        return kind in self._types

    def encode(self, value: T) -> bytes:
        """A value with its class name; TypeError for a class that is none of the union."""
        if type(value) not in self._types:
            raise TypeError(f"{type(value).__name__} is not of the kind {self._kind}")
        return _encoder.encode(value)

    def decode(self, data: bytes) -> T:
        """The value in these bytes; StorageError if damaged or of a kind that only a newer version knows."""
        with readable(self._kind):
            made: T = self._decoder.decode(data)
            return made


ORDERS: Final = Union[Order]("order", ORDER_TYPES)
EVENTS: Final = Union[Event]("event", EVENT_TYPES)
AMENDMENTS: Final = Union[Amendment]("amendment", AMENDMENT_TYPES)


class _Signed(SignedOrder):
    order: any_of(ORDER_TYPES)  # type: ignore[valid-type] # read from the registry


_signed: Final = msgspec.json.Decoder(list[_Signed], dec_hook=_from_plain)


def encode_signed(orders: Iterable[SignedOrder]) -> bytes:
    """A turn's signed orders as one JSON list, sorted by side and number."""
    return _encoder.encode(sorted(orders, key=lambda o: (o.side, o.number)))


def decode_signed(data: bytes) -> tuple[SignedOrder, ...]:
    """The signed orders of a turn; StorageError if damaged or newer."""
    with readable("order sheet"):
        return tuple(SignedOrder(o.id, o.side, o.number, o.order) for o in _signed.decode(data))


def encode_value(value: object) -> bytes:
    """Any value of plain fields (settings, letters, targets) as canonical JSON."""
    return _encoder.encode(value)


def decode_value(kind: type[T], data: bytes) -> T:
    """The value of a class in these bytes; StorageError if damaged."""
    with readable(kind.__name__):
        return msgspec.json.decode(data, type=kind, dec_hook=_from_plain)


def to_document(value: object) -> Any:
    """A value as plain mappings, lists, texts and numbers, for a column that holds a JSON document."""
    return msgspec.to_builtins(value, enc_hook=_to_plain, order="sorted")


def from_document(kind: type[T], document: object) -> T:
    """The value of a class in such a document; StorageError if it does not fit."""
    with readable(kind.__name__):
        return msgspec.convert(document, kind, dec_hook=_from_plain)


def pack(data: bytes) -> bytes:
    """Squeeze a state for the database and for workers; a checksum tells if its bytes are damaged later."""
    return zstandard.ZstdCompressor(PACK_LEVEL, write_checksum=True).compress(data)


def unpack(data: bytes) -> bytes:
    """Undo `pack`; StorageError if damaged or larger than any game can be."""
    return _expanded(data)


def patch(base: bytes, data: bytes) -> bytes:
    """What differs between two states: small if they are much the same. `apply_patch` undoes it."""
    # Of a larger base than its tables were made for the library would look at the end alone.
    window = min(max((len(base) + len(data)).bit_length(), SMALLEST_WINDOW), LARGEST_WINDOW)
    known = zstandard.ZstdCompressionParameters.from_level(
        PACK_LEVEL, window_log=window, hash_log=window - 2, chain_log=window - 2, write_checksum=True
    )
    return zstandard.ZstdCompressor(compression_params=known, dict_data=_as_dictionary(base)).compress(data)


def apply_patch(base: bytes, difference: bytes) -> bytes:
    """The state of which `patch` told the difference from `base`; StorageError if damaged or larger than any game can be."""
    return _expanded(difference, _as_dictionary(base))


def _as_dictionary(base: bytes) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def _expanded(data: bytes, base: zstandard.ZstdCompressionDict | None = None) -> bytes:
    try:
        if zstandard.frame_content_size(data) > MOST_BYTES:
            raise StorageError("A saved game is far too large.")
        return zstandard.ZstdDecompressor(dict_data=base).decompress(data)
    except zstandard.ZstdError as wrong:
        raise StorageError(f"A saved game is damaged: {wrong}.") from wrong
