"""A sandbox in a process of its own, so that it takes no time from what is measured: lines of JSON both ways. And the bot that is
connected to it."""

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from program.application import Application
from program.connection import connect
from sandbox.connect import sealed_connector

PROJECT_FOLDER = Path(__file__).parents[2]
Line = dict[str, Any]


@contextlib.asynccontextmanager
async def beside(module: str, *words: str, patience: float) -> AsyncIterator[tuple[Process, Line]]:
    """A module run beside this program, and what it said first (TimeoutError after `patience` seconds)."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *words, stdin=PIPE, stdout=PIPE, cwd=PROJECT_FOLDER, limit=1 << 26
    )
    try:
        yield process, await read_line(process, patience)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 10)
        except TimeoutError:
            process.kill()
            await process.wait()


async def read_line(process: Process, patience: float) -> Line:
    """The next line of the process."""
    assert process.stdout is not None
    found: Line = json.loads(await asyncio.wait_for(process.stdout.readline(), patience))
    return found


async def write_line(process: Process, **words: object) -> None:
    """A line for the process."""
    assert process.stdin is not None
    process.stdin.write((json.dumps(words) + "\n").encode())
    await process.stdin.drain()


@contextlib.asynccontextmanager
async def on_line(app: Application, token: str, stamp: Path, patience: float) -> AsyncIterator[None]:
    """The bot connected to the sandbox that it is pointed at, its deliverer at work, until the block ends; TimeoutError after
    `patience` seconds."""
    connected = asyncio.create_task(connect(app, token, stamp, connector=sealed_connector, guild_ready_timeout=0.05))
    try:
        async with asyncio.timeout(patience):
            while app.bot.deliverer._loop is None:
                if connected.done():
                    connected.result()
                await asyncio.sleep(0.02)
        yield
    finally:
        connected.cancel()
        await asyncio.gather(connected, return_exceptions=True)
