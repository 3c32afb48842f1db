"""Many games stored and nobody playing: how long the bot takes to start, what it holds in memory, what it does meanwhile.

    python -m harness.bench.idle 1000

The games are copies of one of six empires whose first turn is open (`game_copies.py`), the sandbox is a process of its own.
Measure with one game, too: what a game more costs is the difference.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from harness.bench.crowd import Watch
from harness.bench.rush import PATIENCE_SECONDS, SIX_EMPIRES, copy_game, discord_of, looked_at, make_game, until_told
from harness.bench.separate_sandbox import on_line
from program.application import open_application
from sandbox.connect import pointed_at
from settings import Settings

PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
IDLE_SECONDS: Final = 40.0


def memory_held() -> float:
    """Bytes that this process holds in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES


async def evening(folder: Path, args: argparse.Namespace) -> None:
    """One game made, begun and told; copied; then the bot starts with all of them."""
    settings, database, stamp = Settings(data=folder, workers=2), folder / "idle.db", folder / "commands.sha256"
    async with discord_of(args, args.players) as (_, hello):
        with pointed_at(hello["url"]):
            async with open_application(settings, str(database)) as app:
                game = await make_game(app.bot.services, hello, SIX_EMPIRES, begun=True)
                async with on_line(app, hello["token"], stamp, PATIENCE_SECONDS):
                    await until_told(database, 0)
            copy_game(database, game, hello)
            start, spent, watch = time.monotonic(), time.process_time(), Watch()
            watching = asyncio.create_task(watch.look())
            async with (
                open_application(settings, str(database)) as app,
                on_line(app, hello["token"], stamp, PATIENCE_SECONDS),
            ):
                ready, ready_spent = time.monotonic() - start, time.process_time() - spent
                await asyncio.wait_for(looked_at(app), PATIENCE_SECONDS)
                looked, looked_spent = time.monotonic() - start, time.process_time() - spent
                lag, watch.lag, idle = watch.lag, 0.0, time.process_time()
                await asyncio.sleep(IDLE_SECONDS)
                print(
                    f"{args.games} games: on line after {ready:.1f} s ({ready_spent:.1f} of processor time), all threads seen to "
                    f"after {looked:.1f} s ({looked_spent:.1f}), longest stop meanwhile {lag * 1000:.0f} ms; "
                    f"{memory_held() / 1e6:.1f} MB after {IDLE_SECONDS:.0f} s more, in which "
                    f"it spent {time.process_time() - idle:.2f} s and stood still for {watch.lag * 1000:.0f} ms at most",
                    flush=True,
                )
            watching.cancel()


def main() -> int:
    """One line."""
    parser = argparse.ArgumentParser(prog="python -m harness.bench.idle", description=__doc__.split("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=1000)
    args = parser.parse_args()
    args.players, args.latency, args.buckets = 6, 0.0, False
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(evening(Path(folder), args))
    return 0


if __name__ == "__main__":
    sys.exit(main())
