"""What a bot with shards tells of them: each by its number, none that another process has, and nothing it does not know."""

import asyncio
import json
import math
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.gateway import Gateway
from sandbox.gateway_session import Socket
from settings import Settings, ShardPlan
from storage import processes
from storage.address import DatabaseAddress
from storage.processes import RangeRow
from tests.oversight.kit import Overseen, overseen_bot, until
from tests.oversight.test_board import LOOKED_UP
from umpire.services import processes as service_processes

OTHER = "elsewhere:1:x"


def shows(bot: Overseen, **figures: float) -> Callable[[], Awaitable[bool]]:
    """Whether the page says just this."""

    async def so() -> bool:
        said = [await bot.figure(f"admiralty_{name}") for name in figures]
        return all(
            math.isnan(is_) if math.isnan(wanted) else is_ == wanted
            for is_, wanted in zip(said, figures.values(), strict=True)
        )

    return so


async def test_one_shard_that_is_away_is_not_made_good_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two cannot come back, while the first is lost and resumed."""
    free = asyncio.Event()
    free.set()
    really = Gateway._frame

    async def frame(gateway: Gateway, socket: Socket, raw: str | bytes) -> None:
        said = json.loads(raw)
        if said["op"] == 6 and gateway.sessions[said["d"]["session_id"]].shard == (1, 2):
            await free.wait()
        await really(gateway, socket, raw)

    monkeypatch.setattr(Gateway, "_frame", frame)
    async with overseen_bot(tmp_path, Settings(workers=0, shards=ShardPlan(2, 0, 1))) as bot:
        await until(shows(bot, shards=2, shards_held=2, shards_connected=2, gateway_connected=1))
        assert await bot.value("admiralty_gateway_events_total", event="ready") == 2, "each is counted once"
        assert await bot.value("admiralty_gateway_events_total", event="lost") == 0
        free.clear()
        bot.sandbox.gateway.drop_sockets()

        async def resumed() -> bool:
            return await bot.value("admiralty_gateway_events_total", event="resumed") == 1

        await until(resumed)
        assert await bot.value("admiralty_gateway_events_total", event="lost") == 2
        assert await shows(bot, shards_held=2, shards_connected=1, gateway_connected=0)()
        free.set()
        await until(shows(bot, shards_connected=2, gateway_connected=1))


async def test_a_stand_by_is_not_a_bot_that_has_lost_its_connection(
    tmp_path: Path, postgresql: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits, takes a range whose holder has let go, loses it again, and tells each."""
    monkeypatch.setattr(service_processes, "LEASE_RETRY_SECONDS", 0.1)
    monkeypatch.setattr(service_processes, "RENEW_SECONDS", 0.3)
    wanted = Settings(workers=0, database=DatabaseAddress.of(postgresql()), shards=ShardPlan(2, stands_by=True))
    waits: dict[str, Any] = {
        "shards_held": 0, "shards_connected": 0, "servers": 0, "gateway_connected": math.nan, "gateway_latency_seconds": math.nan,
    }  # fmt: skip
    async with overseen_bot(tmp_path, wanted, waits=True) as bot:
        storage = bot.app.bot.services.storage

        async def held_elsewhere() -> None:
            async with storage.transaction() as tx:
                now = int(await processes.database_clock(tx))
                await processes.put_range(tx, RangeRow(0, 1, 2, OTHER, now))

        async with storage.transaction() as tx:
            assert await processes.ranges(tx) == ()
        assert await shows(bot, shards=2, database_readable=1, **waits)(), "nothing is known to take over"
        unknown = {one.name for one in await bot.samples() if math.isnan(one.value)}
        assert unknown.isdisjoint(LOOKED_UP)
        assert unknown == {
            f"admiralty_{name}" for name in ("gateway_connected", "gateway_latency_seconds", "backup_age_seconds")
        }
        await held_elsewhere()
        await asyncio.sleep(0.3)
        assert await shows(bot, shards=2, **waits)()
        async with storage.transaction() as tx:
            await processes.let_go_ranges(tx, OTHER)
        await until(shows(bot, shards_held=2, shards_connected=2, gateway_connected=1, servers=1))
        await held_elsewhere()
        await until(shows(bot, shards=2, database_readable=1, **waits))
        assert bot.app.courier.found is not None, "there was a client, and nothing of it is told any more"


async def test_a_bot_whose_client_is_closed_has_its_shard_and_no_connection(tmp_path: Path) -> None:
    async with overseen_bot(tmp_path, Settings(workers=0)) as bot:
        client = bot.app.courier.client
        await client.close()
        assert await shows(bot, shards=1, shards_held=1, shards_connected=0, gateway_connected=0, servers=0)()
        assert math.isnan(await bot.figure("admiralty_gateway_latency_seconds"))
