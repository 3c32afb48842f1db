"""`run`: the bot on the real Discord; and how a bot is connected to any."""

import argparse
import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextvars import Context
from pathlib import Path
from typing import Any

import aiohttp
import discord

from cogs.common.outages import is_outage
from cogs.shell.background_tasks import FAULT_EXIT_CODE, HungError
from cogs.shell.client import AdmiraltyClient, ShardedClient, faults_in
from cogs.shell.rate_limits import AnswerTimes
from games.known import ENTRY_POINT_GROUP, GAMES
from program.application import Application, open_application, overseen, seen_by, writable
from program.data_folder import lock_data_folder
from program.start import EndedError
from rules.values import GameError
from settings import Settings, SettingsError, ShardPlan, check_kept
from storage import games
from storage.address import DatabaseAddress
from storage.db import Storage
from umpire.services import memory
from umpire.services.processes import LOGIN_SECONDS, ShardLease
from umpire.services.task_end import end

log = logging.getLogger("admiralty")

UNSHARDED = ShardPlan()
RECONNECT_SECONDS = (2, 5, 15, 60)
ASK_DOCTOR = "`bot.py doctor` shows what is wrong."
UNREACHABLE = (OSError, aiohttp.ClientError, discord.GatewayNotFound, AttributeError, TypeError)
"""What discord.py gives up with where Discord or the way to it is down, besides answers of 5xx and 429; the last two where
its first connection breaks before it has a socket, and where a proxy's page comes in place of Discord's answer."""


async def connect(
    app: Application,
    token: str,
    stamp: Path,
    *,
    connector: Callable[[], aiohttp.BaseConnector] | None = None,
    plan: ShardPlan = UNSHARDED,
    lease: ShardLease | None = None,
    **options: Any,
) -> None:
    """Run the bot until it is stopped; a first connection that fails, or that Discord has a fault of its own at, is tried
    again (discord.py gives up on it). `connector` makes the way to Discord, anew for each try. With a `lease` it connects when a
    range of shards is its own, and waits again when that is lost. Workers are ready before that, so nobody waits for their
    imports. GameError where the database holds a game that this program cannot play, HungError if something in the bot hangs."""
    await check_games(app.bot.services.storage)
    await app.workers.warm()
    memory.settle()
    tidying = asyncio.create_task(memory.collect_when_idle(), context=Context())
    try:
        await _go_on_line(app, token, stamp, connector, plan, lease, options)
    finally:
        await end((tidying,))


async def check_games(storage: Storage) -> None:
    """GameError if there is a game without a record: its players would wait for a clock that never looks at it."""
    async with storage.reading() as tx:
        unknown = [name for name in await games.systems(tx) if name not in GAMES]
    if unknown:
        raise GameError(
            f'The database holds games of "{unknown[0]}", which this program cannot play. Install the package that registers '
            f"it ({ENTRY_POINT_GROUP}) beside this program, as where the game was begun; it can play {', '.join(GAMES)}."
        )


async def _go_on_line(
    app: Application,
    token: str,
    stamp: Path,
    connector: Callable[[], aiohttp.BaseConnector] | None,
    plan: ShardPlan,
    lease: ShardLease | None,
    options: Mapping[str, Any],
) -> None:
    seen = app.bot.services.seen
    for attempt in range(sys.maxsize):
        ids = tuple(range(plan.first, plan.last + 1)) if lease is None else await lease.take()
        way = None if connector is None else connector()
        timed = AnswerTimes(seen, sharded=plan.total > 1) if seen.looks else None
        given = {"connector": way, "timed": timed, "login": None if lease is None else lease.login, **options}
        if plan.total > 1:
            client: AdmiraltyClient = ShardedClient(
                app.bot, stamp, shard_ids=list(ids), shard_count=plan.total, **given
            )
        else:
            client = AdmiraltyClient(app.bot, stamp, **given)
        app.courier.client = client
        try:
            async with _renewed(lease, client), client:
                await client.start(token)
        except (*UNREACHABLE, discord.HTTPException) as wrong:
            if not (isinstance(wrong, UNREACHABLE) or is_outage(wrong) or is_turned_away(wrong)):
                raise
            wait = RECONNECT_SECONDS[min(attempt, len(RECONNECT_SECONDS) - 1)]
            log.warning("Discord could not be reached (%s); trying again in %s s.", type(wrong).__name__, wait)
            await asyncio.sleep(wait)
        else:
            if client.running.hung is not None:
                raise client.running.hung
            if lease is None or lease.is_held:
                return


def is_turned_away(wrong: BaseException) -> bool:
    """Whether the guard of Discord's network, or a proxy on the way, does not let this address through for now."""
    return isinstance(wrong, discord.HTTPException) and wrong.status == 403 and not wrong.code


@contextlib.asynccontextmanager
async def _renewed(lease: ShardLease | None, client: AdmiraltyClient) -> AsyncIterator[None]:
    """The lease renewed for the length of a block; the client is cut off if it is lost."""
    if lease is None:
        yield
        return
    keeping = asyncio.create_task(lease.keep(client.cut), context=Context())
    try:
        yield
    finally:
        if lease.is_held:
            await end((keeping,))
        await asyncio.gather(keeping, return_exceptions=True)


async def connected(app: Application, token: str, stamp: Path, **options: Any) -> None:
    """The same, for a sub-command. EndedError, in one sentence, if Discord does not know the token or refuses the bot for good,
    or something in the bot hangs."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        await connect(app, token, stamp, **options)
    except discord.LoginFailure as wrong:
        raise EndedError(str(wrong), 2) from wrong
    except (discord.PrivilegedIntentsRequired, discord.ConnectionClosed) as wrong:
        raise EndedError(f"{closed_for_good(wrong)} {ASK_DOCTOR}", 2) from wrong
    except discord.HTTPException as wrong:
        raise EndedError(f"Discord refuses the bot: {faults_in(wrong)}. {ASK_DOCTOR}", 2) from wrong
    except HungError as wrong:
        raise EndedError(str(wrong), FAULT_EXIT_CODE) from wrong


def closed_for_good(wrong: discord.ClientException) -> str:
    """Why Discord's gateway lets the bot in no more, so that a restart is of no use."""
    if isinstance(wrong, discord.ConnectionClosed):
        return f"Discord's gateway has closed the connection for good (code {wrong.code})."
    return "Discord's gateway wants a privileged intent that the application does not have."


async def run(settings: Settings, _: argparse.Namespace) -> int:
    """The bot on the real Discord. A database server that is away at the start is waited for."""
    if not settings.token:
        raise SettingsError(
            "DISCORD_TOKEN is not set. Put it into the environment or into .env, or try `make play` without one."
        )
    where = settings.database_for("admiralty.db")
    if where.is_server:  # which several processes of one bot share, and may share a data folder
        writable(settings.data)
        return await _run_on(where, settings)
    with contextlib.ExitStack() as folders:
        for folder in dict.fromkeys((settings.data.resolve(), where.path.resolve().parent)):
            say = folders.enter_context(lock_data_folder(folder, "run"))
            say(f"on the database {where.shown}")
        return await _run_on(where, settings)


async def _run_on(where: DatabaseAddress, settings: Settings) -> int:
    stamp = settings.data / "commands.sha256"
    if not settings.database:
        check_kept(settings.data / "admiralty.db", stamp)
    async with (
        open_application(settings, where, seen=seen_by(settings), waits=True) as app,
        overseen(settings, app, where),
    ):
        gm_open = settings.gm_commands == "everybody"
        async with leased(app, settings.shards, where) as lease:
            await connected(app, settings.token, stamp, plan=settings.shards, lease=lease, gm_open=gm_open)
    return 0


@contextlib.asynccontextmanager
async def leased(
    app: Application, plan: ShardPlan, database: DatabaseAddress, apart: float = LOGIN_SECONDS
) -> AsyncIterator[ShardLease | None]:
    """This process's lease, let go at the end; None where the database is a file, which one bot has to itself. No shard is this
    process's before it has taken one."""
    if not database.is_server:
        yield None
        return
    app.bot.services.shards.mine = frozenset()
    lease = ShardLease(app.bot.services, plan, app.bot.clock.poke, apart=apart)
    try:
        yield lease
    finally:
        await lease.let_go()
