"""The program's log on standard error: plain lines, or one JSON object a line for whatever collects logs."""

import json
import logging
import sys
from datetime import UTC, datetime
from types import TracebackType
from typing import Final

from cogs.shell.redact import redact
from settings import Settings
from umpire.services.about import facts_now

PLAIN: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
QUIET: Final = ("alembic", "apscheduler", "procrastinate", "psycopg.pool")

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
    logging.basicConfig(level=settings.log_level, format=PLAIN)
    if settings.log_json:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())
        logging.captureWarnings(True)
        sys.excepthook = _told
    for library in QUIET:
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLogger().level))
    redact(settings.token)


def refuse(text: str, *, as_json: bool) -> None:
    """Say on standard error, in the form of its other lines, why the program ends."""
    if as_json:
        log.critical(text)
    else:
        print(f"✗ {text}", file=sys.stderr)


def _told(kind: type[BaseException], wrong: BaseException, where: TracebackType | None) -> None:
    """What nobody caught, as a line of the log and not as a bare traceback."""
    log.critical("The program ends by a fault.", exc_info=(kind, wrong, where))
