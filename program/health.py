"""`health`: whether the bot or the worker of this computer goes, from the database alone, for a container's health check."""

import argparse
import asyncio
import socket
import time

from settings import Settings
from umpire.services.doctor import Check
from umpire.services.pulse import check_here


async def health(settings: Settings, args: argparse.Namespace) -> int:
    """Say how it is in one line; 0 if it goes, 1 otherwise. It asks no Discord and changes nothing."""
    looked = check_workers_here if args.worker else check_bot_here
    check = await asyncio.to_thread(looked, settings)
    print(check.line())
    return 0 if check.ok else 1


def check_bot_here(settings: Settings) -> Check:
    """Whether a bot of this computer keeps deadlines and sends letters."""
    return check_here(settings.database_for("admiralty.db"), int(time.time()))


def check_workers_here(settings: Settings) -> Check:
    """Whether a worker of this computer has been heard of lately. StorageError where its queue cannot be asked."""
    from storage.jobs import workers_in  # noqa: PLC0415 # its queue is loaded by those who use it

    host = socket.gethostname()
    found = [one for one in workers_in(settings.database_for("admiralty.db")) if one.name.partition(":")[0] == host]
    if not found:
        return Check("Worker", False, f"none of {host} has been heard of")
    return Check("Worker", True, f"heard of {min(one.ago for one in found):.0f} s ago")
