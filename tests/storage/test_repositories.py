"""The rows that others count on: claimed once, given back when a process died, reported once, kept in order."""

import asyncio
import contextvars
import random

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from rules.values import changed
from storage import audit, deadlines, events, games, idempotency_keys, outbox, processes, sheets, snapshots, turns
from storage.codec import pack
from storage.db import Storage, Transaction
from storage.deadlines import DueRow
from storage.engine import ROWS_SCOPE
from storage.errors import StaleStateError, StorageError
from storage.events import RollRow
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from tests.storage.letters import put_letter

OUTSIDE = contextvars.copy_context()
GAME = GameRow("g2b4", 2**62, 2**62 + 1, "Spiral", "cluster_war", "running", 1, 1, {"b": 1, "a": [2]}, {}, 100, None)
TURN = TurnRow("g2b4", 1, 7, "g2b4", b"s" * 32, "c", None, "open", 0, 100, None, None, None, {}, None)


@pytest.fixture
async def tx_storage(storage: Storage) -> Storage:
    """A database with one running game and one open turn."""
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await turns.add(tx, TURN)
    return storage


async def test_a_row_comes_back_as_it_was_put_in(tx_storage: Storage) -> None:
    async with tx_storage.reading() as tx:
        assert await games.find(tx, "g2b4") == GAME
        assert await games.of_guild(tx, 2**62) == (GAME,)
        assert await turns.find(tx, "g2b4", 1) == TURN
        assert await games.find(tx, "none") is None


async def test_only_one_of_two_savers_of_the_same_version_wins(tx_storage: Storage) -> None:
    async def save(name: str) -> int:
        async with tx_storage.transaction() as tx:
            return await games.bump(tx, "g2b4", 1, name=name)

    got = await asyncio.gather(save("one"), save("two"), return_exceptions=True)
    assert sorted(type(g).__name__ for g in got) == ["StaleStateError", "int"]


async def test_a_turn_is_resolved_once_and_only_with_the_orders_that_were_read(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        assert await turns.touch(tx, "g2b4", 1)
    with pytest.raises(StaleStateError):
        await resolve(tx_storage, TURN)
    await resolve(tx_storage, changed(TURN, changes=1))
    with pytest.raises(StaleStateError):
        await resolve(tx_storage, changed(TURN, changes=1))
    async with tx_storage.transaction() as tx:
        assert not await turns.touch(tx, "g2b4", 1)


async def resolve(storage: Storage, turn: TurnRow) -> None:
    async with storage.transaction() as tx:
        await turns.resolve(tx, turn, "published", 200, {"humans": "x"}, b"[]")


async def test_rows_of_a_game_that_does_not_exist_are_refused(tx_storage: Storage) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        await add_turn(tx_storage, changed(TURN, game="none"))


async def add_turn(storage: Storage, turn: TurnRow) -> None:
    async with storage.transaction() as tx:
        await turns.add(tx, turn)


async def test_an_undone_revision_does_not_stand(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        await turns.set_state(tx, TURN, "undone", 300)
        assert await turns.current_row(tx, "g2b4", 7) is None
        again = changed(TURN, revision=2, redoes=1)
        await turns.add(tx, again)
        assert await turns.current_row(tx, "g2b4", 7) == again
        assert [row.revision for row in await turns.of_game(tx, "g2b4")] == [1, 2]


async def deadline(tx: Transaction, due: int = 1000) -> int:
    made = await deadlines.add(tx, "g2b4", 1, 7, due)
    await deadlines.add_reminders(tx, made, due, (60, 600, 60, 950), 100)
    return made


async def test_a_deadline_is_claimed_once_when_due_and_given_back_if_its_claimer_dies(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        made = await deadline(tx)
        assert await deadlines.claim_due(tx, [made], 999) == ()
        assert [row.id for row in await deadlines.claim_due(tx, [made], 1000)] == [made]
        assert await deadlines.claim_due(tx, [made], 1001) == ()
        assert await deadlines.release_claims(tx, 1000, 2000) == 0
        assert await deadlines.release_claims(tx, 1001, 2000) == 1
        assert await deadlines.claim_due(tx, [made], 2001) != ()
        assert await deadlines.release_claims(tx, 1001, 2001) == 0
        assert await deadlines.release_claims(tx, 1001, 2000) == 1  # in the future, as far as the clock now says
        assert [row.id for row in await deadlines.claim_due(tx, [made], 1001)] == [made]
        await deadlines.close(tx, "g2b4", 1, "done")
        assert await deadlines.current(tx, "g2b4", 1) is None
        last = await deadlines.last(tx, "g2b4", 1)
        assert last is not None
        assert last.state == "done"


async def test_only_running_games_have_anything_due(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        made = await deadline(tx)
        assert [row.id for row in await deadlines.due(tx, 1000)] == [made]
        assert await deadlines.next_after(tx, 0) == 1000
        assert await deadlines.due_reminders(tx, 940) == (DueRow(made, "g2b4", GAME.guild_id, 400),)
        assert await deadlines.next_reminder(tx) == 400
        await games.bump(tx, "g2b4", 1, status="paused")
        assert await deadlines.due(tx, 1000) == ()
        assert await deadlines.next_after(tx, 0) is None
        assert await deadlines.due_reminders(tx, 940) == ()
        assert await deadlines.claim_reminders(tx, made, 940) == ()
        assert await deadlines.next_reminder(tx) is None


async def test_a_reminder_is_given_once_and_moves_with_its_deadline(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        made = await deadline(tx)
        assert [(r.before_seconds, r.at, r.done) for r in await deadlines.reminders_of(tx, made)] == [
            (950, 50, True),
            (600, 400, False),
            (60, 940, False),
        ]
        assert await deadlines.claim_reminders(tx, made, 399) == ()
        assert await deadlines.claim_reminders(tx, made, 400) == (600,)
        assert await deadlines.claim_reminders(tx, made, 400) == ()
        assert await deadlines.move(tx, made, 2000, 1000, "holidays")
        await deadlines.move_reminders(tx, made, 2000, 500)
        assert [(r.at, r.done) for r in await deadlines.reminders_of(tx, made)] == [
            (1050, False),
            (1400, False),
            (1940, False),
        ]
        assert await deadlines.claim_reminders(tx, made, 1500) == (950, 600)
        await deadlines.close(tx, "g2b4", 1, "done")
        assert await deadlines.claim_reminders(tx, made, 2000) == ()


async def test_what_is_told_at_a_deadline_is_told_once_and_is_no_reminder(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        made = await deadline(tx)
        assert not await deadlines.is_marked(tx, made, 0)
        assert await deadlines.mark(tx, made, 0, 1000)
        assert not await deadlines.mark(tx, made, 0, 1000)
        assert await deadlines.is_marked(tx, made, 0)
        await deadlines.move_reminders(tx, made, 2000, 1000)
        assert not await deadlines.is_marked(tx, made, 0)
        assert await deadlines.claim_reminders(tx, made, 2000) == (950, 600, 60)
        assert await deadlines.due_reminders(tx, 2000) == ()
        assert await deadlines.mark(tx, made, 0, 2000)


async def post(tx: Transaction, nonce: str, edit_key: str = "") -> int:
    return await put_letter(tx, "g2b4", {"kind": "channel", "id": 2**62}, {"text": "hi"}, edit_key, nonce, 100)


async def test_letters_go_out_in_order_each_claimed_once(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        first, second = await post(tx, "a"), await post(tx, "b")
        assert [row.id for row in await outbox.of_game(tx, "g2b4", "pending")] == [first, second]
        assert await outbox.claim(tx, first, 110)
        assert not await outbox.claim(tx, first, 110)
        await outbox.sent(tx, first, 555, 120)
        await outbox.claim(tx, second, 121)
        await outbox.retry(tx, second, 500, "busy")
        [row] = await outbox.of_game(tx, "g2b4", "pending")
        assert (row.state, row.attempts, row.error, row.seq, row.target["id"]) == ("pending", 1, "busy", 2, 2**62)
        assert row.not_before == 500
        await outbox.failed(tx, second, "channel gone")
        assert await outbox.of_game(tx, "g2b4", "pending") == ()
        await outbox.retarget(tx, second, {"kind": "dm", "id": 5})
        assert await outbox.revive(tx, "g2b4", 600) == 1
        assert [row.target for row in await outbox.of_game(tx, "g2b4", "pending")] == [{"kind": "dm", "id": 5}]


async def test_letters_claimed_by_a_dead_process_are_given_back(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        letter = await post(tx, "a")
        await outbox.claim(tx, letter, 110)
        assert await outbox.release_claims(tx, 110, 200) == 0
        assert await outbox.release_claims(tx, 111, 200, [letter]) == 0
        assert await outbox.release_claims(tx, 111, 200) == 1
        await outbox.claim(tx, letter, 201)
        assert await outbox.release_claims(tx, 110, 200, [letter]) == 0
        assert await outbox.release_claims(tx, 110, 200) == 1
        assert await outbox.claim(tx, letter, 200)


async def test_the_last_message_sent_under_a_key_is_the_one_to_edit(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        for nonce, message in (("a", 1), ("b", 2)):
            letter = await post(tx, nonce, "sheet/humans")
            await outbox.claim(tx, letter, 110)
            await outbox.sent(tx, letter, message, 120)
        await post(tx, "c", "sheet/humans")
        found = await outbox.message_with(tx, "g2b4", "sheet/humans")
        assert found is not None
        assert found.message_id == 2
        assert await outbox.message_with(tx, "g2b4", "other") is None


async def test_the_same_nonce_is_never_used_twice(tx_storage: Storage) -> None:
    async def twice() -> None:
        async with tx_storage.transaction() as tx:
            await post(tx, "a")
            await post(tx, "a")

    with pytest.raises(IntegrityError, match=r"(?i)unique constraint .*outbox[._]nonce"):
        await twice()


async def test_a_problem_is_reported_once_until_it_is_mended(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        assert await audit.report_problem(tx, "g2b4", "dm-closed", "11", 100)
        assert not await audit.report_problem(tx, "g2b4", "dm-closed", "11", 101)
        assert await audit.report_problem(tx, "g2b4", "dm-closed", "12", 101)
        assert [p.subject for p in await audit.open_problems(tx, "g2b4")] == ["11", "12"]
        assert await audit.close_problem(tx, "g2b4", "dm-closed", "11", 200) == 1
        assert await audit.close_problem(tx, "g2b4", "dm-closed", "11", 200) == 0
        assert await audit.report_problem(tx, "g2b4", "dm-closed", "11", 300)


async def test_an_interaction_counts_once_and_is_forgotten_after_a_while(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        assert await idempotency_keys.first(tx, "i1", 100)
        assert not await idempotency_keys.first(tx, "i1", 101)
        await idempotency_keys.take(tx, "", 101)
        assert await idempotency_keys.forget(tx, 100) == 0
        assert await idempotency_keys.forget(tx, 101) == 1
        await idempotency_keys.take(tx, "i1", 102)
    with pytest.raises(StaleStateError):
        await take(tx_storage, "i1")


async def take(storage: Storage, key: str) -> None:
    async with storage.transaction() as tx:
        await idempotency_keys.take(tx, key, 200)


async def test_processes_are_told_apart_by_their_heartbeats(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        await processes.beat(tx, "one", 100)
        await processes.beat(tx, "two", 150)
        await processes.beat(tx, "one", 120)
        assert [await processes.last_beat(tx, p) for p in ("one", "two", "three", None)] == [120, 150, None, 150]


async def test_rolls_come_back_in_order(tx_storage: Storage) -> None:
    row = RollRow("g2b4", 1, "roll/11/1", 6, "humans", 11, "3d6", (1, 6, 3), 100)
    async with tx_storage.transaction() as tx:
        await events.add_rolls(tx, [changed(row, key="roll/11/2", at=101), row])
        assert [r.key for r in await events.rolls_of(tx, "g2b4", 1)] == ["roll/11/1", "roll/11/2"]
        assert (await events.rolls_of(tx, "g2b4", 1))[0] == row
        assert len(await events.roll_keys_by(tx, "g2b4", 1, 11)) == 2


async def test_a_sheet_saved_by_two_is_saved_by_one(tx_storage: Storage) -> None:
    async with tx_storage.transaction() as tx:
        await sheets.add(tx, "g2b4", 1, ("humans", "vermin"))
        (humans, _) = await sheets.of_revision(tx, "g2b4", 1)
        assert await sheets.save(tx, humans, "ready", "onward") == 1
        found = await sheets.find(tx, "g2b4", 1, "humans")
        assert found is not None
        assert (found.state, found.word) == ("ready", "onward")
        with pytest.raises(StaleStateError):
            await sheets.save(tx, humans, "none", "")


async def test_snapshots_are_packed_and_never_overwritten(tx_storage: Storage) -> None:
    key = SnapshotKey("g2b4", 1, "start", 0)
    async with tx_storage.transaction() as tx:
        await snapshots.add_packed(tx, key, pack(b'{"x":1}'))
        assert await snapshots.load(tx, key) == b'{"x":1}'
        assert await snapshots.load_packed(tx, key) != b'{"x":1}'
        assert await snapshots.latest(tx, "g2b4", 1, "start") == key
        assert await snapshots.latest(tx, "g2b4", 1, "draft") is None
        with pytest.raises(KeyError):
            await snapshots.load(tx, changed(key, seq=1))
    with pytest.raises(IntegrityError, match=r"(?i)unique"):
        await overwrite(tx_storage, key)


async def overwrite(storage: Storage, key: SnapshotKey) -> None:
    async with storage.transaction() as tx:
        await snapshots.add_packed(tx, key, pack(b"{}"))


async def test_a_database_kept_locked_by_another_program_is_said_so(storage: Storage) -> None:
    await waits_no_longer_than_a_moment(storage)
    async with await Storage.open(storage.where) as other, other.transaction():

        async def write() -> None:
            async with storage.transaction(ROWS_SCOPE) as tx:
                await processes.beat(tx, "bot", 1)

        task = asyncio.get_running_loop().create_task(write(), context=OUTSIDE)
        with pytest.raises(
            StorageError, match=r"cannot be used: (database is locked|canceling statement due to lock timeout)"
        ):
            await task


async def waits_no_longer_than_a_moment(storage: Storage) -> None:
    """The writers' connection from now on."""
    async with storage.transaction() as tx:
        sqlite = tx.dialect.name == "sqlite"
        await tx.exec_driver_sql("PRAGMA busy_timeout = 100" if sqlite else "SET lock_timeout = 100")


async def test_states_of_one_game_are_kept_as_what_differs_and_read_whole(tx_storage: Storage) -> None:
    chance = random.Random(7)
    state = bytearray(chance.randbytes(60_000).hex().encode())
    told: dict[SnapshotKey, bytes] = {}
    async with tx_storage.transaction() as tx:
        for revision in range(2, 2 * snapshots.PATCHES_A_WHOLE + 5):
            await turns.add(tx, changed(TURN, revision=revision))
            for _ in range(30):
                state[chance.randrange(len(state))] = chance.randrange(32, 127)
            key = SnapshotKey("g2b4", revision, "start", 0)
            told[key] = bytes(state)
            await snapshots.add_packed(tx, key, pack(told[key]))
    async with tx_storage.reading() as tx:
        assert [await snapshots.load(tx, key) for key in told] == list(told.values())
        sizes = [size for (size,) in await tx.execute(text("SELECT length(state) FROM snapshots ORDER BY revision"))]
        whole = len(pack(bytes(state)))
        kept_whole = [size for size in sizes if size > whole // 2]
        assert len(kept_whole) == 3
        assert sum(sizes) < 5 * whole


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            "DELETE FROM snapshots WHERE revision = 2",
            "start 0 of revision 3 .* start 0 of revision 2, and that is missing",
        ),
        ("UPDATE snapshots SET base_revision = 3, base_phase = 'start', base_seq = 0", "that is not kept whole"),
    ],
)
async def test_a_state_whose_base_is_gone_is_told_as_a_damaged_game(
    tx_storage: Storage, damage: str, said: str
) -> None:
    state = random.Random(7).randbytes(60_000).hex().encode()
    async with tx_storage.transaction() as tx:
        for revision in (2, 3):
            await turns.add(tx, changed(TURN, revision=revision))
            await snapshots.add_packed(tx, SnapshotKey("g2b4", revision, "start", 0), pack(state + b"%d" % revision))
        await tx.execute(text(damage))
    async with tx_storage.reading() as tx:
        with pytest.raises(StorageError, match=f"A saved game is damaged: .*{said}"):
            await snapshots.load(tx, SnapshotKey("g2b4", 3, "start", 0))
