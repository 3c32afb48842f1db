"""All parts of a running bot but its Discord: built, and at the end put away in order."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextvars import Context
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.common.interactions import BotServices
from cogs.shell.courier import DiscordCourier
from program.service_manager import until_reached
from rules.values import Value
from settings import Settings, SettingsError
from storage.address import Where
from storage.db import Storage
from storage.processes import Topic, listen
from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.services.doctor import check_data
from umpire.services.ending import end
from umpire.services.memory import give_back
from umpire.services.monitoring import Observer
from umpire.services.processes import process_name
from umpire.services.rulebook import load_rulebook
from umpire.services.services import Services
from umpire.services.workers import Workers
from umpire.systems.known import SYSTEMS

if TYPE_CHECKING:
    from umpire.services.remote_work import Elsewhere

ROOT = Path(__file__).resolve().parents[1]
PRELOAD = ("umpire.campaign.views.packet_files", "umpire.campaign.sheets.maps", "umpire.campaign.turn.adjudication")


class Rig(Value):
    """All parts of a running bot."""

    bot: BotServices
    courier: DiscordCourier
    workers: "Workers | Elsewhere"


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def writable(folder: Path) -> None:
    """SettingsError if the bot cannot make files in its data folder."""
    check = check_data(folder)
    if not check.ok:
        raise SettingsError(f"The data folder {check.text}. {check.mend}")


@contextlib.asynccontextmanager
async def rigged(
    settings: Settings,
    database: Where,
    now: Callable[[], datetime] = utc_now,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    seen: Observer | None = None,
    *,
    waits: bool = False,
) -> AsyncIterator[Rig]:
    """Storage, workers, clock and deliverer, built and at the end put away in order. StorageError if there is no database;
    a server that is away just now is waited for if it `waits`. `seen` is told what the operator may watch."""
    give_back()
    storage = await (until_reached(lambda: Storage.open(database)) if waits else Storage.open(database))
    watcher = seen or Observer()
    local = Workers(settings.workers, preload=PRELOAD, seen=watcher)
    ending = contextlib.AsyncExitStack()
    try:
        workers = await ending.enter_async_context(_working(settings, local, watcher))
    except BaseException:
        await storage.close()
        raise
    process = process_name(entropy(4).hex())
    services = Services(storage=storage, workers=workers, now=now, entropy=entropy, seen=watcher, process=process)
    courier = DiscordCourier()
    bot = BotServices(
        services=services,
        clock=Clock(services),
        deliverer=Deliverer(services, courier),
        rulebook=load_rulebook(SYSTEMS),
    )
    heard: dict[Topic, Callable[[], object]] = {
        "letters": bot.deliverer.wake,
        "clock": bot.clock.poke,
        "shards": services.shards.moved.set,
        "threads": bot.unfinished.look_at_all,
        "removed": services.cache.clear,
    }
    woken = listen(storage, heard)
    listening = asyncio.create_task(woken, context=Context())
    try:
        yield Rig(bot, courier, workers)
    finally:
        await end((listening,))
        await bot.clock.stop()
        await bot.deliverer.stop()
        await ending.aclose()
        await storage.close()


@contextlib.asynccontextmanager
async def _working(settings: Settings, local: Workers, seen: Observer) -> AsyncIterator["Workers | Elsewhere"]:
    """The workers that the settings ask for. What asks elsewhere is imported only where it is asked for."""
    async with local:
        if settings.work == "here":
            yield local
            return
        asking = import_module("program.working")
        async with asking.asking(settings, local, seen) as workers:
            yield workers
