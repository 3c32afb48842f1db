"""Standing orders are kept and read back as they were, with what they gave in each playing of a turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.play.standing_orders.conditions import CONDITION_TYPES
from rules.cluster_war.play.standing_orders.goals import GOAL_TYPES, KeepReserve
from rules.cluster_war.play.standing_orders.lines import StandingOrder, StandingSheet, Until
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.values import changed
from storage import games, orders, turns
from storage.db import Storage
from storage.errors import StaleStateError, StorageError
from storage.orders import StandingRow, decode_standing, encode_standing
from tests.storage.test_codec import WORDS, values
from tests.storage.test_repositories import GAME, TURN

ORDERS = st.builds(
    StandingOrder,
    number=st.integers(1, 99),
    does=st.one_of([values(kind) for kind in (*ORDER_TYPES, *GOAL_TYPES)]),
    when=st.lists(st.one_of([values(kind) for kind in CONDITION_TYPES]), max_size=3).map(tuple),
    until=values(Until),
    paused=st.booleans(),
    given=st.integers(0, 99),
    succeeded=st.integers(0, 99),
    ended=WORDS,
)
TOLD = st.dictionaries(st.integers(0, 99), WORDS, max_size=3)
SHEETS = st.builds(
    StandingSheet,
    st.lists(ORDERS, max_size=3).map(tuple),
    st.dictionaries(WORDS, st.integers(1, 99), max_size=3),
    st.dictionaries(WORDS, WORDS, max_size=3),
    TOLD,
    TOLD,
)
FIRST = StandingRow(GAME.id, 0, "red", 0, StandingSheet((StandingOrder(1, KeepReserve(5)),)), 5)


@given(SHEETS)
def test_every_list_comes_back_as_it_was(sheet: StandingSheet) -> None:
    data = encode_standing(sheet)
    back = decode_standing(data)
    assert back == sheet
    assert [type(one.does) for one in back.orders] == [type(one.does) for one in sheet.orders]
    assert encode_standing(back) == data


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b'{"orders":[{"number":1,"does":["Nonsense",{}]}]}', b'{"orders":[{"number":1}]}', b'{"waits":{"a":"b"}}'],
)  # fmt: skip
def test_what_is_damaged_is_told(data: bytes) -> None:
    with pytest.raises(StorageError):
        decode_standing(data)


async def test_of_two_who_save_one_list_one_wins(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await turns.add(tx, TURN)
        await orders.add_standing(tx, changed(FIRST, revision=TURN.revision))
        row = await orders.find_standing(tx, GAME.id, TURN.revision, "red")
        assert row is not None
        after = await orders.save_standing(tx, changed(row, sheet=StandingSheet()))
        assert (after.version, after.sheet) == (1, StandingSheet())
        with pytest.raises(StaleStateError):
            await orders.save_standing(tx, row)
        assert await orders.newest_standing(tx, GAME.id, TURN.revision + 3, "red") == after
        assert await orders.newest_standing(tx, GAME.id, TURN.revision, "blue") is None
