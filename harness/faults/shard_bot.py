"""The real bot on some shards, all but its Discord: `... shard_bot SANDBOX_URL`, settings and FAULTS_TOKEN in the environment.
With FAULTS_HOST it takes itself to be on a computer of that name, so that nobody on this one can tell whether it still lives.

Prints "ready" when the bot is on line and has looked at its threads; logs when it stands by. Ends at SIGTERM.
"""

import asyncio
import logging
import os
import socket
import sys

from program.application import open_application
from program.connection import connect, leased
from program.start import until_stopped
from sandbox.connect import pointed_at, sealed_connector
from settings import read_settings

APART_SECONDS = 0.05


async def say() -> None:
    """It is on line."""
    print("ready", flush=True)


async def run(url: str) -> int:
    """Run until stopped."""
    settings = read_settings(os.environ, None)
    where = settings.database_for("admiralty.db")
    async with open_application(settings, where) as app, leased(app, settings.shards, where, APART_SECONDS) as lease:
        with pointed_at(url):
            await connect(
                app,
                os.environ["FAULTS_TOKEN"],
                settings.data / "commands.sha256",
                plan=settings.shards,
                lease=lease,
                begin=say,
                connector=sealed_connector,
                guild_ready_timeout=0.2,
            )
    return 0


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("umpire.services.processes").setLevel(logging.INFO)
    host = os.environ.get("FAULTS_HOST", "")
    if host:
        socket.gethostname = lambda: host
    sys.exit(asyncio.run(until_stopped(run(sys.argv[1]))))
