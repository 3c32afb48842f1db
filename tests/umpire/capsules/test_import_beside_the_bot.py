"""A game is imported beside a running bot: whoever writes meanwhile hardly waits; an import that fails has written nothing."""

import asyncio
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from harness.faults.programs import PROJECT_FOLDER
from rules.values import GameError
from storage import processes
from storage.db import Storage, Transaction
from storage.engine import ALL_SCOPE, Engine, Scope
from storage.schema import metadata
from tests.on_postgresql import address_of
from tests.umpire.capsules.capsule_kit import with_changed
from tests.umpire.kept import kept_capsule
from tests.umpire.world import GM, GUILD, services_on
from umpire.capsules import capsule_commands
from umpire.services.services import Services

AUDITED = b'{"record":"audit","at":1,"actor":"1","action":"x","detail":{"reason":"one of very many"}}\n'
WRITE_UNTIL_TOLD = """
import asyncio, select, sys

from storage import processes
from storage import processes
from storage.db import Storage, Transaction
from storage.engine import ALL_SCOPE, Engine, Scope

async def write():
    at = 0
    async with await Storage.open(sys.argv[1]) as storage:
        print("begun", flush=True)
        while not select.select([sys.stdin], [], [], 0.02)[0]:
            at += 1
            async with storage.transaction() as tx:
                await processes.beat(tx, "another", at)

asyncio.run(write())
"""


class WatchedStorage(Storage):
    """A database that notes of each of its transactions how often another process had written when it began, and the seconds
    that this process worked in it: those do not grow on a busy machine, as the time does."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.watched: list[tuple[int, float]] = []

    @asynccontextmanager
    async def transaction(self, scope: Scope = ALL_SCOPE) -> AsyncIterator[Transaction]:
        async with super().transaction(scope) as tx:
            written, begun = await processes.last_beat(tx, "another") or 0, time.process_time()
            yield tx
            self.watched.append((written, time.process_time() - begun))


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    async with await Storage.open(tmp_path / "admiralty.db") as storage:
        yield services_on(storage)[0]


async def everything(services: Services) -> dict[str, list[tuple[object, ...]]]:
    """All that the database holds, by table."""
    async with services.storage.reading() as tx:
        return {
            table.name: sorted((tuple(row) for row in await tx.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }


async def test_another_process_writes_all_the_while(tmp_path: Path) -> None:
    """It writes until the rows are copied, once, and less than half of the work is done while it has to wait."""
    data = await kept_capsule(5) + AUDITED * 120_000
    async with await WatchedStorage.open(tmp_path / "admiralty.db") as storage:
        services = services_on(storage)[0]
        command = (sys.executable, "-c", WRITE_UNTIL_TOLD, address_of(storage))
        another = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=PROJECT_FOLDER)
        assert another.stdout is not None
        await another.stdout.readline()
        begun = time.process_time()
        game = await capsule_commands.import_capsule(services, data, guild_id=GUILD, channel_id=5, gm_user_id=GM)
        worked = time.process_time() - begun
        await another.communicate(b"that is all\n")
        [(written, alone)] = storage.watched
        assert written > 20
        assert alone < worked / 2
        exported = await capsule_commands.export_capsule(services, game.id)
    assert exported.count(AUDITED) == 120_000


@pytest.mark.parametrize("where", ["its orders", "its audit log"])
async def test_an_import_that_fails_has_written_nothing(services: Services, where: str) -> None:
    before = await everything(services)
    if where == "its orders":
        bad = with_changed(await kept_capsule(5), "sheet", lambda r: r["orders"].append(r["orders"][0]))
    else:
        bad = with_changed(await kept_capsule(5), "audit", lambda r: r.update(at=2**63))
    with pytest.raises(GameError, match=where):
        await capsule_commands.import_capsule(services, bad, guild_id=GUILD, channel_id=5, gm_user_id=GM)
    assert await everything(services) == before


async def test_a_channel_that_was_taken_meanwhile_keeps_its_game(services: Services) -> None:
    async def imported() -> str:
        game = await capsule_commands.import_capsule(
            services, await kept_capsule(5), guild_id=GUILD, channel_id=5, gm_user_id=GM
        )
        return game.id

    done = await asyncio.gather(imported(), imported(), return_exceptions=True)
    assert sorted(isinstance(one, GameError) for one in done) == [False, True]
    assert len((await everything(services))["games"]) == 1
