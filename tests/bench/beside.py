"""A sandbox in a process of its own, so that it takes no time from what is measured: lines of JSON both ways."""

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
Line = dict[str, Any]


@contextlib.asynccontextmanager
async def beside(module: str, *words: str, patience: float) -> AsyncIterator[tuple[Process, Line]]:
    """A module run beside this program, and what it said first (TimeoutError after `patience` seconds)."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *words, stdin=PIPE, stdout=PIPE, cwd=ROOT, limit=1 << 26
    )
    try:
        yield process, await heard(process, patience)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 10)
        except TimeoutError:
            process.kill()
            await process.wait()


async def heard(process: Process, patience: float) -> Line:
    """The next line of the process."""
    assert process.stdout is not None
    found: Line = json.loads(await asyncio.wait_for(process.stdout.readline(), patience))
    return found


async def said(process: Process, **words: object) -> None:
    """A line for the process."""
    assert process.stdin is not None
    process.stdin.write((json.dumps(words) + "\n").encode())
    await process.stdin.drain()
