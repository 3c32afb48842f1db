"""The real bot for `make soak`, with a clock that is put forward: `... weeks_bot SANDBOX_URL TOKEN FOLDER DATABASE`.

A line of JSON on stdin puts the clock `forward` by so many seconds and is answered with what the process holds. It ends with
stdin.
"""

import asyncio
import gc
import json
import logging
import sys
import threading
from pathlib import Path

from harness.bench.rush import PATIENCE_SECONDS, say
from harness.bench.separate_sandbox import on_line
from playtest.clock import ManualClock
from program.application import open_application
from sandbox.connect import pointed_at
from settings import Settings


def resources_held() -> dict[str, float]:
    """What this process holds, after rubbish was collected: MB, and numbers of the rest."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "MB": pages * 4096 / 1e6,
        "tasks": len(asyncio.all_tasks()),
        "threads": threading.active_count(),
        "open files": len(list(Path("/proc/self/fd").iterdir())),
    }


async def serve(url: str, token: str, folder: Path, database: str) -> None:
    """Serve until stdin ends."""
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    clock = ManualClock()
    async with open_application(Settings(data=folder, workers=2), database, now=clock.now) as app:
        with pointed_at(url):
            async with on_line(app, token, folder / "commands.sha256", PATIENCE_SECONDS):
                say(resources_held())
                while line := await lines.readline():
                    clock.forward(seconds=json.loads(line)["forward"])
                    app.bot.clock.poke()
                    say(resources_held())


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    asyncio.run(serve(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4]))
