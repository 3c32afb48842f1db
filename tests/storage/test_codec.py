"""Every order, event, amendment and state survives the way to bytes and back; what is damaged or newer is refused."""

import contextlib
import random
import types
import typing
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.all import EVENT_TYPES
from rules.cluster_war.model.events.battles import BattleFought
from rules.cluster_war.model.events.detection import FleetSighted, SystemLearned
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SCHEMA
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Leg
from rules.cluster_war.model.state.sides import Report
from rules.cluster_war.turn.gm.amend import AMENDMENT_TYPES
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.values import changed, fields
from storage import codec
from storage.errors import StorageError

SMALL = st.integers(min_value=-(2**53), max_value=2**53)
WORDS = st.text(max_size=12)


def values(kind: Any) -> st.SearchStrategy[Any]:  # one line per kind of annotation
    """Values of any annotation our dataclasses use; unlike hypothesis' own, Mapping and Fraction give what we store."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is str:
        return WORDS
    if kind is int:
        return SMALL
    if kind is bool:
        return st.booleans()
    if kind is Fraction:
        return st.fractions(min_value=0, max_value=1000)
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([st.none() if a is type(None) else values(a) for a in arguments])
    if origin is tuple and arguments[-1] is ...:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, arguments))
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=2)
    if kind is Report:
        return st.one_of([values(event) for event in (FleetSighted, SystemLearned, BattleFought)])
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{f.name: values(hints[f.name]) for f in fields(kind)})


def check_comes_back(kinds: codec.Union[Any], value: Any) -> None:
    """Written and read, it is equal, of its own class, and written the same once more."""
    data = kinds.encode(value)
    back = kinds.decode(data)
    assert back == value
    assert type(back) is type(value)
    assert kinds.encode(back) == data


@given(st.one_of([values(t) for t in ORDER_TYPES]))
def test_every_order_comes_back_as_it_was(order: Any) -> None:
    check_comes_back(codec.ORDERS, order)


@given(st.one_of([values(t) for t in EVENT_TYPES]))
def test_every_event_comes_back_as_it_was(event: Any) -> None:
    check_comes_back(codec.EVENTS, event)


@given(st.one_of([values(t) for t in AMENDMENT_TYPES]))
def test_every_amendment_comes_back_as_it_was(amendment: Any) -> None:
    check_comes_back(codec.AMENDMENTS, amendment)


@settings(max_examples=30)
@given(values(GameState))
def test_every_state_comes_back_as_it_was_and_packs(state: GameState) -> None:
    state = changed(state, schema=SCHEMA)
    data = codec.encode_state(state)
    assert codec.decode_state(codec.unpack(codec.pack(data))) == state
    assert codec.encode_state(codec.decode_state(data)) == data


@given(st.dictionaries(WORDS, SMALL, min_size=2, max_size=5))
def test_the_order_in_which_a_mapping_was_filled_does_not_show(counters: dict[str, int]) -> None:
    backwards = dict(reversed(counters.items()))
    assert codec.encode_value(counters) == codec.encode_value(backwards)


def test_a_drive_rating_is_written_as_a_fraction() -> None:
    design = Design("dd", "Destroyer", "ship", 10, 20, drive=Fraction(7, 2))
    assert b'"drive":"7/2"' in codec.encode_value(design)
    assert codec.decode_value(Design, codec.encode_value(design)) == design


@pytest.mark.parametrize("text", ["7/0", "x", "", "1e9", "7/2/3", "0x7", " 7", "9" * 50])
def test_what_is_no_fraction_is_refused(text: str) -> None:
    data = codec.encode_value(Design("dd", "D", "ship", 1, 1)).replace(b'"drive":"0"', f'"drive":"{text}"'.encode())
    with pytest.raises(StorageError, match="cannot be read"):
        codec.decode_value(Design, data)


def empty_state(**fields: Any) -> dict[str, Any]:
    """The JSON fields of the smallest state."""
    plain: dict[str, Any] = {
        "turn": 3,
        "settings": {},
        "cluster": {"columns": 5, "rows": 5, "systems": {}},
        "sides": {},
        "colonies": {},
        "fleets": {},
        "ships": {},
        "builds": {},
        "projects": {},
        "knowledge": {},
        "schema": SCHEMA,
    }
    return plain | fields


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"schema":1}', b"\xff\xfe", b'{"schema":"1"}'])
def test_a_damaged_state_is_refused(data: bytes) -> None:
    with pytest.raises(StorageError):
        codec.decode_state(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"fleet":"humans-F1","legs":[]}',
        b'{"type":"MoveFleet"}',
        b'{"type":"MoveFleet","fleet":7,"legs":[]}',
    ],
)
def test_a_damaged_order_is_refused(data: bytes) -> None:
    with pytest.raises(StorageError, match="cannot be read"):
        codec.ORDERS.decode(data)


def test_an_order_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(StorageError, match="Invalid value 'TeleportFleet'"):
        codec.ORDERS.decode(b'{"type":"TeleportFleet"}')


def test_only_the_unions_own_classes_are_written() -> None:
    with pytest.raises(TypeError, match="Leg is not of the kind order"):
        codec.ORDERS.encode(Leg("0101"))  # type: ignore[arg-type] # the wrong type is the test


def test_a_sheet_is_one_list_sorted_by_side_and_number() -> None:
    a = SignedOrder("vermin-1-1", "vermin", 1, MoveFleet("vermin-F1", (Leg("0101", ("DD01",)),)))
    b = SignedOrder("humans-1-2", "humans", 2, MoveFleet("humans-F1", ()))
    c = SignedOrder("humans-1-1", "humans", 1, MoveFleet("humans-F2", ()))
    assert codec.decode_signed(codec.encode_signed([a, b, c])) == (c, b, a)
    assert codec.encode_signed([a, b, c]) == codec.encode_signed([c, b, a])


def test_damaged_packing_is_refused() -> None:
    packed = codec.pack(b"x" * 1000)
    for damaged in (b"", packed[:-1], b"junk", packed[:4] + b"\0\0" + packed[6:]):
        with pytest.raises(StorageError, match="damaged"):
            codec.unpack(damaged)


def test_a_flipped_bit_never_reads_as_another_state() -> None:
    chance = random.Random(3)
    state = " ".join(f"ship {chance.randrange(1000)} at {chance.randrange(1000)}" for _ in range(2000)).encode()
    later = state.replace(b" 77", b" 78")
    packed, difference = codec.pack(state), codec.patch(state, later)
    for _ in range(150):
        for kept, read, whole in (
            (packed, codec.unpack, state),
            (difference, lambda data: codec.apply_patch(state, data), later),
        ):
            damaged = bytearray(kept)
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            with contextlib.suppress(StorageError):
                assert read(bytes(damaged)) == whole  # a bit that says nothing of the state
    with pytest.raises(StorageError, match="damaged"):
        codec.apply_patch(state.replace(b"5", b"6", 1), difference)


def test_the_states_of_the_largest_games_are_told_apart_too() -> None:
    chance = random.Random(4)
    state = chance.randbytes(3_000_000)
    later = state[:1_000_000] + b"something new" + state[1_000_000:]
    difference = codec.patch(state, later)
    assert len(difference) < 100_000
    assert codec.apply_patch(state, difference) == later


@pytest.mark.parametrize("schema", [SCHEMA - 1, SCHEMA + 1])
def test_a_state_of_another_schema_is_refused(schema: int) -> None:
    data = codec.encode_value(empty_state(schema=schema))
    with pytest.raises(StorageError, match=f"another version .schema {schema}, this program knows {SCHEMA}"):
        codec.decode_state(data)
    with pytest.raises(StorageError, match="another version"):
        codec.decode_questions(data)
