"""What an error is answered with: always what stands, and never that nothing was changed where something was."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest

from cogs.common.errors import sentence
from cogs.common.outages import is_outage
from rules.values import GameError
from storage import processes
from storage.db import Storage, saved_here, watch
from storage.errors import StaleStateError, StorageError
from tests.prepared import open_prepared


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    """A database."""
    async with await open_prepared(tmp_path / "a.db") as found:
        yield found


def answered(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises for an answer of Discord's."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    kind = discord.DiscordServerError if status >= 500 else kind
    response = cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason="for a test"))
    return kind(response, {"code": code, "message": "words of Discord"})


ERRORS: dict[str, Exception] = {
    "the line": aiohttp.ServerDisconnectedError(),
    "the line, by the system": ConnectionResetError(),
    "too slow": TimeoutError(),
    "503": answered(503),
    "429": answered(429),
    "limited": discord.RateLimited(90),
    "403": answered(403, 50013),
    "too late": answered(404, 10062),
    "stale": StaleStateError("changed"),
    "database": StorageError("locked"),
    "bug": KeyError("oops"),
}


@pytest.mark.parametrize("what", ERRORS)
@pytest.mark.parametrize("saved", [False, True, None])
async def test_nothing_was_changed_is_said_exactly_where_nothing_was(
    what: str, saved: bool | None, storage: Storage
) -> None:
    async def wish() -> str:
        if saved is not None:
            watch()
        async with storage.transaction() as tx:
            if saved:
                await processes.beat(tx, "somebody", 1)
        return sentence(ERRORS[what])

    text = (await asyncio.create_task(wish())).lower()
    assert text.startswith("⚠ ")
    nothing = "nothing was changed" in text
    assert nothing is (saved is False), text
    assert (("saved" in text) is (saved is True)) or what == "stale", text
    if saved is None:
        assert "look at the current state" in text


@pytest.mark.parametrize("what", ["the line", "503", "429", "limited", "too slow"])
def test_an_outage_is_no_bug_and_has_no_code(what: str) -> None:
    assert is_outage(ERRORS[what])
    assert "Discord did not answer me" in sentence(ERRORS[what])
    assert "operator" not in sentence(ERRORS[what])


def test_a_full_disk_is_not_told_as_discords_fault() -> None:
    assert not is_outage(OSError(28, "No space left on device"))


def test_a_game_error_is_its_own_sentence() -> None:
    assert sentence(GameError("No such fleet.")) == "⚠ No such fleet."


async def test_what_others_save_meanwhile_is_not_counted(storage: Storage) -> None:
    """Each wish is a task of its own; one that only reads has saved nothing, whatever is saved beside it."""

    async def wish(*, saves: bool) -> bool | None:
        watch()
        for _ in range(5):
            async with storage.transaction() as tx:
                if saves:
                    await processes.beat(tx, "somebody", 1)
        return saved_here()

    found = await asyncio.gather(wish(saves=True), wish(saves=False), wish(saves=True))
    assert list(found) == [True, False, True]


async def test_what_is_rolled_back_was_not_saved(storage: Storage) -> None:
    async def wish() -> None:
        async with storage.transaction() as tx:
            await processes.beat(tx, "somebody", 1)
            raise GameError("No.")

    watch()
    with pytest.raises(GameError):
        await wish()
    assert saved_here() is False
