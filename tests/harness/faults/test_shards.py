"""Two bot processes on one PostgreSQL database, each with half of the servers; one of them is lost."""

import asyncio
from pathlib import Path

from harness.faults.reserve import STANDS_BY, relieved_evening
from harness.faults.shards import bot, harbour, killed_evening
from tests.on_postgresql import Server
from tests.patience import WAIT_SECONDS


async def test_a_process_is_killed_around_a_deadline_and_each_turn_order_and_letter_is_there_once(
    tmp_path: Path, postgresql_server: Server
) -> None:
    seen = await killed_evening(tmp_path, postgresql_server, kills=2, seed=3)
    assert (seen.times, seen.wrong) == (2, [])


async def test_each_process_answers_its_own_servers_and_a_stand_by_takes_those_of_one_that_is_lost(
    tmp_path: Path, postgresql_server: Server
) -> None:
    async with harbour(tmp_path, postgresql_server) as found:
        sessions = found.sandbox.gateway.sessions
        assert sorted(each.shard for each in sessions.values()) == [(0, 2), (1, 2)]
        assert [await found.order(place) for place in found.places] == [True, True]
        beside = bot(found.sandbox, tmp_path, found.database, "standby")
        starting = asyncio.create_task(beside.start())
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                while not any(STANDS_BY in line for line in beside.said):  # noqa: ASYNC110 # another process says so
                    await asyncio.sleep(0.05)
            assert len(sessions) == 2, "a stand-by does not log in"
            number = next(place for place in found.places if (place.guild_id or 0) >> 22 & 1)
            await found.bots["1"].kill()
            await starting
            assert await found.order(number), "the stand-by answers the servers of the one that was lost"
            await found.turned([0, 0])  # letters of its servers are sent
            assert await found.faults() == []
        finally:
            starting.cancel()
            await beside.end()


async def test_a_stand_by_that_is_killed_as_it_takes_over_is_itself_relieved(
    tmp_path: Path, postgresql_server: Server
) -> None:
    seen = await relieved_evening(tmp_path, postgresql_server, kills=2, seed=1)
    assert (seen.times, seen.wrong) == (2, [])
    assert "1 of them of a stand-by that took over" in seen.figures
