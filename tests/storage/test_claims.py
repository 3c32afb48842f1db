"""What is claimed is one's who comes first, and nobody waits for it; and one process wakes another when something was saved."""

import asyncio
import contextvars
import subprocess
import sys
from collections import Counter

import pytest

from storage import deadlines, games, outbox, processes, turns
from storage.db import Storage
from storage.engine import ROWS_SCOPE, Scope
from storage.games import GameRow
from tests.storage.letters import put_letter
from tests.storage.test_db import ROOT

GAME = GameRow("g7k2", 1, 2, "Spiral Arm", "cluster_war", "running", 1, 1, {}, {}, 3, None)
LETTERS = 60


async def fill(storage: Storage) -> list[int]:
    """A game with letters; their row ids."""
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await turns.add(tx, turns.new_turn(GAME.id, 1, 1, b"seed", 3, ruleset="cluster-war-3/5"))
        return [await put_letter(tx, GAME.id, {}, {"text": f"{n}"}, "", f"{n}", 7) for n in range(LETTERS)]


async def take_all(storage: Storage, letters: list[int]) -> list[int]:
    """Claim letters, a few a transaction, until none is left; which were had."""
    had: list[int] = []
    for start in range(0, len(letters), 5):
        async with storage.transaction(ROWS_SCOPE) as tx:
            for letter in letters[start : start + 5]:
                if await outbox.claim(tx, letter, 8):
                    had.append(letter)
                await asyncio.sleep(0)
    return had


async def test_of_many_who_claim_each_letter_is_one_s(storage: Storage) -> None:
    ids = await fill(storage)
    async with await Storage.open(storage.where) as other:
        both = [take_all(each, order) for each in (storage, other) for order in (ids, ids[::-1], ids[7:] + ids[:7])]
        had = Counter(letter for took in await asyncio.gather(*both) for letter in took)
    assert had == dict.fromkeys(ids, 1)
    async with storage.reading() as tx:
        assert {(row.state, row.attempts) for row in await outbox.of_game(tx, GAME.id)} == {("sending", 1)}


async def test_a_claim_that_is_taken_back_is_anybody_s(storage: Storage) -> None:
    (letter, *_) = await fill(storage)

    async def dies() -> None:
        async with storage.transaction(ROWS_SCOPE) as tx:
            assert await outbox.claim(tx, letter, 8)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await dies()
    async with storage.transaction(ROWS_SCOPE) as tx:
        assert await outbox.claim(tx, letter, 9)
        assert not await outbox.claim(tx, letter, 9)


async def test_what_a_lost_process_claimed_is_put_back_and_what_one_that_lives_did_stays(storage: Storage) -> None:
    first, second, third, *_ = await fill(storage)
    async with storage.transaction() as tx:
        due = await deadlines.add(tx, GAME.id, 1, 1, 5)
        assert await deadlines.claim_due(tx, [due], 8, "lost")
        for letter, process in ((first, "lost"), (second, "lives"), (third, "")):
            assert await outbox.claim(tx, letter, 8, process)
        assert await processes.claimants(tx, processes.CLAIMED_LETTERS) == {"lost", "lives"}
        assert await processes.claimants(tx, processes.CLAIMED_DEADLINES) == {"lost"}
        assert await processes.release_claims(tx, processes.CLAIMED_LETTERS, ["lost"]) == 1
        assert await processes.release_claims(tx, processes.CLAIMED_DEADLINES, ["lost"]) == 1
        assert [row.id for row in await outbox.of_game(tx, GAME.id, "sending")] == [second, third]
        assert await processes.claimants(tx, processes.CLAIMED_DEADLINES) == frozenset()
        assert await outbox.release_claims(tx, 9, 99, (), "other") == 1, "nobody is named as who claimed the third"
        assert await outbox.release_claims(tx, 9, 99, (second,), "lives") == 0, "it is under way"
        assert await outbox.release_claims(tx, 9, 99, (), "lives") == 1


async def test_whoever_is_second_does_not_wait(postgresql_storage: Storage) -> None:
    storage = postgresql_storage
    first, second, *_ = await fill(storage)
    async with storage.transaction() as tx:
        due = await deadlines.add(tx, GAME.id, 1, 1, 5)
        await deadlines.add_reminders(tx, due, 9, (3,), 1)

    async def other() -> tuple[bool, bool, int]:
        async with storage.transaction(ROWS_SCOPE) as tx:
            one, two = [await outbox.claim(tx, letter, 8) is not None for letter in (first, second)]
            return one, two, len(await deadlines.claim_due(tx, [due], 8))

    async with storage.transaction(ROWS_SCOPE) as tx, asyncio.timeout(60):
        assert await outbox.claim(tx, first, 8)
        assert await deadlines.claim_due(tx, [due], 8)
        assert await asyncio.get_running_loop().create_task(other(), context=contextvars.Context()) == (False, True, 0)


SAY = """
import asyncio, sys
from storage import deadlines, outbox
from storage.db import Storage
from storage.outbox import NewLetter

async def main() -> None:
    async with await Storage.open(sys.argv[1]) as storage:
        try:
            async with storage.transaction() as tx:
                await outbox.add(tx, "g7k2", [NewLetter({}, {}, "", "never")], 7)
                raise ZeroDivisionError
        except ZeroDivisionError:
            pass
        async with storage.transaction() as tx:
            for n in range(3):
                await deadlines.add(tx, "g7k2", 1, 1, 9)

asyncio.run(main())
"""


async def test_what_another_process_saved_is_heard_once_and_what_it_took_back_never(
    postgresql_storage: Storage,
) -> None:
    storage = postgresql_storage
    await fill(storage)
    heard: list[str] = []
    begun, told = asyncio.Event(), asyncio.Event()

    def letters() -> None:
        heard.append("letters")
        begun.set()

    def clock() -> None:
        heard.append("clock")
        if len(heard) > 2:
            told.set()

    listening = asyncio.create_task(
        processes.listen(storage, {"clock": clock, "letters": letters}), context=contextvars.Context()
    )
    async with asyncio.timeout(120):
        await begun.wait()
        assert heard == ["clock", "letters"]  # both are looked at when listening begins
        async with storage.transaction() as tx:
            await processes.wake(tx, "letters")  # its own
        command = [sys.executable, "-c", SAY, storage.where]
        said = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (said.returncode, said.stderr) == (0, "")
        await told.wait()
    assert heard == ["clock", "letters", "clock"]
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening


async def test_who_listens_is_back_after_a_cut_and_looks_at_everything(
    postgresql_storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "RECONNECT_SECONDS", 0)
    heard = asyncio.Queue[str]()
    calls = {"clock": lambda: heard.put_nowait("clock"), "letters": lambda: heard.put_nowait("letters")}
    listening = asyncio.create_task(processes.listen(postgresql_storage, calls), context=contextvars.Context())  # type: ignore[arg-type]
    async with asyncio.timeout(120):
        assert {await heard.get(), await heard.get()} == {"clock", "letters"}
        async with postgresql_storage.transaction() as tx:
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%'"
            await tx.exec_driver_sql(query)
        assert {await heard.get(), await heard.get()} == {"clock", "letters"}
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


@pytest.mark.sqlite
async def test_on_a_file_there_is_nobody_to_listen_to(storage: Storage) -> None:
    async with asyncio.timeout(60):
        await processes.listen(storage, {})


async def test_two_games_are_written_side_by_side_and_one_is_not(storage: Storage) -> None:
    await fill(storage)

    async def add(game: str) -> None:
        for _ in range(10):
            async with storage.transaction(Scope(game)) as tx:
                row = await games.find(tx, GAME.id)
                assert row is not None
                await asyncio.sleep(0)
                await put_letter(tx, game, {}, {}, "", f"{game}/{asyncio.current_task()}/{_}", 7)

    async with storage.transaction() as tx:
        await games.add(tx, GameRow("h8", 1, 3, "Rim", "cluster_war", "running", 1, 1, {}, {}, 3, None))
    await asyncio.gather(*(add(game) for game in (GAME.id, "h8") for _ in range(5)))
    async with storage.reading() as tx:
        for game, before in ((GAME.id, LETTERS), ("h8", 0)):
            assert [row.seq for row in await outbox.of_game(tx, game)] == list(range(1, before + 51))
