"""One sub-command carried out: settings read, the log set up, its module imported, its errors told in one sentence.

The log goes to standard error: plain lines, or one JSON object a line for whatever collects logs.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from datetime import UTC, datetime
from importlib import import_module
from types import TracebackType
from typing import Any, Final

from cogs.shell.log_redaction import redact
from installed import extra_of, how_to_install, missing
from rules.values import GameError
from settings import Settings, SettingsError, check_extras, read_settings
from storage.errors import StorageError
from umpire.services.observer import facts_now
from umpire.services.workers import WorkerError


class EndedError(Exception):
    """The program ends with this sentence and exit status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


PLAIN_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
QUIET_LOGGERS: Final = ("alembic", "apscheduler", "procrastinate", "psycopg.pool")

log = logging.getLogger("admiralty")


class JsonLines(logging.Formatter):
    """A record as one JSON object: time (UTC), level, logger, message; where it is known game, turn, letter and command, and the
    code that a player was told; of an exception its kind (error) and where it came from (traceback)."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, ASCII alone."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, str | int] = {"time": at, "level": record.levelname, "logger": record.name}
        told["message"] = record.getMessage()
        told.update(facts_now())
        if isinstance(code := getattr(record, "code", None), str):
            told["code"] = code
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
        traceback = record.exc_text or (self.formatException(record.exc_info) if record.exc_info else "")
        if traceback:
            told["traceback"] = traceback
        if record.stack_info:
            told["stack"] = record.stack_info
        return json.dumps(told)


def set_up(settings: Settings) -> None:
    """Log to standard error as the operator wants it, without secrets."""
    logging.basicConfig(level=settings.log_level, format=PLAIN_FORMAT)
    if settings.log_json:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())
        logging.captureWarnings(True)
        sys.excepthook = _log_uncaught
    for library in QUIET_LOGGERS:
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLogger().level))
    redact(settings.token)


def refuse(text: str, *, as_json: bool) -> None:
    """Say on standard error, in the form of its other lines, why the program ends."""
    if as_json:
        log.critical(text)
    else:
        print(f"✗ {text}", file=sys.stderr)


def _log_uncaught(kind: type[BaseException], wrong: BaseException, where: TracebackType | None) -> None:
    """What nobody caught, as a line of the log and not as a bare traceback."""
    log.critical("The program ends by a fault.", exc_info=(kind, wrong, where))


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


PRIVATE_UMASK: Final = 0o077
"""What is made is its owner's alone: the database, its journal and all files beside it hold seeds, salts and orders."""


EXAMINES: Final = "doctor"
"""What tells of settings that cannot be used among other things, and does not end by them."""


def start(module: str, function: str, args: argparse.Namespace) -> int:
    """Read the settings, carry out a function of a module of this folder, give its exit status."""
    as_json = False
    os.umask(PRIVATE_UMASK | os.umask(PRIVATE_UMASK))
    try:
        settings = read_settings(os.environ)
        set_up(settings)
        as_json = settings.log_json
        if function != EXAMINES:
            check_extras(settings)
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
    except ModuleNotFoundError as wrong:
        extra = extra_of(wrong.name or "")
        if extra is None:
            raise
        refuse(f"{missing(extra, 'This command')} {how_to_install(extra)}", as_json=as_json)
        return 2
    except OSError as wrong:
        refuse(f"{wrong.filename or 'A file'} cannot be used: {wrong.strerror or wrong}.", as_json=as_json)
        return 2
