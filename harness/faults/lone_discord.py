"""A sandbox in a process of its own, for a bot that is killed beside it: `... lone_discord STATE_FILE`.

Prints its address and the bot's token on one line; ends at SIGTERM.
"""

import asyncio
import signal
import sys

from sandbox.app import Sandbox


async def serve(state: str) -> None:
    """Serve until told to stop."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    sandbox = await Sandbox.start(state)
    try:
        print(sandbox.url, sandbox.token, flush=True)
        await stop.wait()
    finally:
        await sandbox.stop()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
