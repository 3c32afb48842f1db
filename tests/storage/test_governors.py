"""Seats that the bot leads: who leads them, and what they made of each playing of a turn, kept and read back as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.play.governors.situation import AiMessage, GovernorMemory, GovernorPlan, ReasonedOrder
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.values import changed
from storage import games, governors, people, seats, turns
from storage.db import Storage
from storage.errors import StorageError
from storage.governors import BotTurnRow, GovernorRow, decode_memory, decode_plan, encode_memory, encode_plan
from storage.seats import SeatRow
from tests.storage.test_codec import WORDS, values
from tests.storage.test_repositories import GAME, TURN

RED = GovernorRow(GAME.id, "red", "raider", "hard")
BLUE = GovernorRow(GAME.id, "blue", "hermit", "easy", "deputy")
HOLD = ReasonedOrder(FreeText("Hold."), "It is told.", "peace", "yielding")
PLAN = GovernorPlan((HOLD,), ("Live.",), (AiMessage("red", "war", "No."),), GovernorMemory(7))
REASONED = st.builds(ReasonedOrder, st.one_of([values(kind) for kind in ORDER_TYPES]), WORDS, WORDS, WORDS)
PLANS = st.builds(
    GovernorPlan,
    st.lists(REASONED, max_size=3).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
    st.lists(values(AiMessage), max_size=2).map(tuple),
    values(GovernorMemory),
)


def bot_turn(revision: int, side: str, turn: int) -> BotTurnRow:
    """What the governor of a side made of a revision."""
    memory = GovernorMemory(turn, {"red": revision})
    return BotTurnRow(GAME.id, revision, side, "raider", "hard", "", memory, changed(PLAN, memory=memory), 5)


@given(values(GovernorMemory))
def test_every_memory_comes_back_as_it_was(memory: GovernorMemory) -> None:
    data = encode_memory(memory)
    assert decode_memory(data) == memory
    assert encode_memory(decode_memory(data)) == data


@given(PLANS)
def test_every_plan_comes_back_as_it_was(plan: GovernorPlan) -> None:
    data = encode_plan(plan)
    back = decode_plan(data, plan.memory)
    assert back == plan
    assert [type(o.order) for o in back.orders] == [type(o.order) for o in plan.orders]
    assert encode_plan(back) == data


def test_a_memory_from_before_a_field_was_known_has_what_it_is_at_first() -> None:
    assert decode_memory(b'{"turn":3}') == GovernorMemory(3)


@pytest.mark.parametrize("data", [b"", b"{}", b'{"orders":[{"order":["Nought",{}]}],"aims":[],"said":[]}'])
def test_a_damaged_plan_is_told_of(data: bytes) -> None:
    with pytest.raises(StorageError, match="plan"):
        decode_plan(data, GovernorMemory())


async def test_a_side_has_one_governor_the_last_one_put_there(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await governors.put(tx, RED)
        await governors.put(tx, BLUE)
        await governors.put(tx, changed(RED, character="trader"))
        await seats.add(tx, SeatRow(GAME.id, "blue", 0, 77))
        assert await governors.of_game(tx, GAME.id) == (BLUE, changed(RED, character="trader"))
        assert await governors.find(tx, GAME.id, "gold") is None
        await seats.seat_user(tx, GAME.id, "blue", 77, None)
        left = changed(BLUE, role="successor")
        assert await governors.find(tx, GAME.id, "blue") == left
        await governors.put(tx, left)
        assert await governors.find(tx, GAME.id, "blue") == left
        assert await governors.remove(tx, GAME.id, "blue")
        assert not await governors.remove(tx, GAME.id, "blue")


async def test_a_turn_waits_for_its_governors_while_it_is_open(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await turns.add(tx, TURN)
        assert await governors.pending_bot_turns(tx, GAME.system) == {}
        await governors.put(tx, RED)
        await governors.put(tx, BLUE)
        assert await governors.pending_bot_turns(tx, GAME.system) == {GAME.id: TURN.turn}
        assert await governors.pending_bot_turns(tx, "chess") == {}
        await governors.add_bot_turn(tx, bot_turn(1, "red", 7))
        assert await governors.pending_bot_turns(tx, GAME.system) == {GAME.id: TURN.turn}
        await governors.add_bot_turn(tx, bot_turn(1, "blue", 7))
        assert await governors.pending_bot_turns(tx, GAME.system) == {}
        await turns.add(tx, changed(TURN, revision=2, turn=8))
        await games.bump(tx, GAME.id, GAME.version, revision=2)
        assert await governors.pending_bot_turns(tx, GAME.system) == {GAME.id: 8}
        await turns.wait(tx, changed(TURN, revision=2, turn=8), {}, b"")
        assert await governors.pending_bot_turns(tx, GAME.system) == {}


async def test_memory_is_of_the_last_turn_that_counts(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        for revision, turn in ((1, 7), (2, 8), (3, 7)):
            await turns.add(tx, changed(TURN, revision=revision, turn=turn, redoes=1 if revision == 3 else None))
            await governors.add_bot_turn(tx, bot_turn(revision, "red", turn))
        assert (await governors.memory_before(tx, GAME.id, "red", 9)).grudges == {"red": 2}
        assert (await governors.memory_before(tx, GAME.id, "red", 8)).grudges == {"red": 3}
        assert await governors.memory_before(tx, GAME.id, "red", 7) == GovernorMemory()
        assert await governors.memory_before(tx, GAME.id, "blue", 9) == GovernorMemory()
        for revision, turn in ((1, 7), (2, 8)):
            await turns.set_state(tx, changed(TURN, revision=revision, turn=turn), "undone", 9)
        assert (await governors.memory_before(tx, GAME.id, "red", 9)).grudges == {"red": 3}
        assert await governors.bot_turns_of(tx, GAME.id, 2) == (bot_turn(2, "red", 8),)
        assert [row.revision for row in await governors.stored_bot_turns(tx, GAME.id)] == [1, 2, 3]


async def test_a_row_that_was_encoded_elsewhere_is_read_before_it_is_kept(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await turns.add(tx, TURN)
        await governors.add_bot_turn(tx, bot_turn(1, "red", 7))
        [kept] = await governors.stored_bot_turns(tx, GAME.id)
        await governors.add_stored_bot_turns(tx, [changed(kept, side="blue")])
        assert await governors.bot_turns_of(tx, GAME.id, 1) == (bot_turn(1, "blue", 7), bot_turn(1, "red", 7))
        with pytest.raises(StorageError, match="plan"):
            await governors.add_stored_bot_turns(tx, [changed(kept, side="gold", plan=b"?")])


async def test_a_deputy_succeeds_somebody_whose_data_is_removed(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await seats.add(tx, SeatRow(GAME.id, "blue", 0, 77))
        await seats.add(tx, SeatRow(GAME.id, "gold", 0, 78))
        await governors.put(tx, BLUE)
        await governors.put(tx, changed(BLUE, side="gold"))
        await people.take_out(tx, GAME.id, 77, 1)
        assert [row.role for row in await governors.of_game(tx, GAME.id)] == ["successor", "deputy"]
