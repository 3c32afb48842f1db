"""`run`: the bot on the real Discord; and how a rig is connected to any."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord

from cogs.common.outages import is_outage
from cogs.shell.answer_times import AnswerTimes
from cogs.shell.client import AdmiraltyClient
from cogs.shell.running import FAULT, HungError
from program.ending import EndedError
from program.oversight import overseen, seen_by
from program.rig import Rig, rigged, writable
from settings import Settings, SettingsError, check_kept
from umpire.services import gc_tuning

log = logging.getLogger("admiralty")

RECONNECT_SECONDS = (2, 5, 15, 60)
UNREACHABLE = (OSError, aiohttp.ClientError, discord.GatewayNotFound, AttributeError)
"""What discord.py gives up with where Discord or the way to it is down, besides answers of 5xx and 429; the last one where its
first connection breaks before it has a socket."""


async def connect(
    rig: Rig, token: str, stamp: Path, *, connector: Callable[[], aiohttp.BaseConnector] | None = None, **options: Any
) -> None:
    """Run the bot until it is stopped; a first connection that fails, or that Discord has a fault of its own at, is tried
    again (discord.py gives up on it). `connector` makes the way to Discord, anew for each try. HungError if something in the bot
    hangs."""
    gc_tuning.settle()
    seen = rig.bot.services.seen
    for attempt in range(sys.maxsize):
        way = None if connector is None else connector()
        timed = AnswerTimes(seen) if seen.looks else None
        client = AdmiraltyClient(rig.bot, stamp, connector=way, timed=timed, **options)
        rig.courier.client = client
        try:
            async with client:
                await client.start(token)
        except (*UNREACHABLE, discord.HTTPException) as wrong:
            if not (isinstance(wrong, UNREACHABLE) or is_outage(wrong)):
                raise
            wait = RECONNECT_SECONDS[min(attempt, len(RECONNECT_SECONDS) - 1)]
            log.warning("Discord could not be reached (%s); trying again in %s s.", type(wrong).__name__, wait)
            await asyncio.sleep(wait)
        else:
            if client.running.hung is not None:
                raise client.running.hung
            return


async def connected(
    rig: Rig, token: str, stamp: Path, *, connector: Callable[[], aiohttp.BaseConnector] | None = None, **options: Any
) -> None:
    """The same, for a sub-command. EndedError if Discord does not know the token, or something in the bot hangs."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        await connect(rig, token, stamp, connector=connector, **options)
    except discord.LoginFailure as wrong:
        raise EndedError(str(wrong), 2) from wrong
    except HungError as wrong:
        raise EndedError(str(wrong), FAULT) from wrong


async def run(settings: Settings, _: argparse.Namespace) -> int:
    """The bot on the real Discord."""
    if not settings.token:
        raise SettingsError(
            "DISCORD_TOKEN is not set. Put it into the environment or into .env, or try `make play` without one."
        )
    writable(settings.data)
    stamp = settings.data / "commands.sha256"
    if not settings.database:
        check_kept(settings.data / "admiralty.db", stamp)
    where = settings.database_for("admiralty.db")
    async with rigged(settings, where, seen=seen_by(settings)) as rig, overseen(settings, rig, where):
        await connected(rig, settings.token, stamp, gm_open=settings.gm_commands == "everybody")
    return 0
