"""One sub-command carried out: settings read, its module imported, its errors told in one sentence."""

import argparse
import asyncio
import contextlib
import os
import signal
from collections.abc import Coroutine
from importlib import import_module
from typing import Any

from program.ending import EndedError
from program.logs import refuse, set_up
from rules.errors import GameError
from settings import SettingsError, read_settings
from storage.errors import StorageError
from umpire.services.workers import WorkerError


async def until_stopped(work: Coroutine[Any, Any, int]) -> int:
    """Do the work; SIGTERM (a service manager, `kill`) ends it as Ctrl+C does, with everything put away in order."""
    task = asyncio.ensure_future(work)
    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; there Ctrl+C is the way
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        print("Stopped. Everything is saved.")
        return 0


def start(module: str, function: str, args: argparse.Namespace) -> int:
    """Read the settings, carry out a function of a module of this folder, give its exit status."""
    as_json = False
    try:
        settings = read_settings(os.environ)
        set_up(settings)
        as_json = settings.log_json
        work = getattr(import_module(f"program.{module}"), function)
        return int(asyncio.run(until_stopped(work(settings, args))))
    except KeyboardInterrupt:
        print("Stopped. Everything is saved.")
        return 0
    except (SettingsError, StorageError, GameError, WorkerError) as wrong:
        refuse(str(wrong), as_json=as_json)
        return 2
    except EndedError as wrong:
        refuse(str(wrong), as_json=as_json)
        return wrong.status
    except OSError as wrong:
        refuse(f"{wrong.filename or 'A file'} cannot be used: {wrong.strerror or wrong}.", as_json=as_json)
        return 2
