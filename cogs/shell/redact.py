"""The bot's token never reaches a log: it is replaced in every record before any handler sees it."""

import logging
from collections.abc import Callable
from typing import Any

MARK = "[token]"


def redact(token: str) -> None:
    """Replace the token in the text and the traceback of every log record made from now on, by whatever logger."""
    if not token:
        return
    before: Callable[..., logging.LogRecord] = logging.getLogRecordFactory()

    def make(*args: Any, **kwargs: Any) -> logging.LogRecord:
        return clean(before(*args, **kwargs), token)

    logging.setLogRecordFactory(make)


def clean(record: logging.LogRecord, token: str) -> logging.LogRecord:
    """The record without the token: in its message, its arguments and its exception."""
    try:
        said = record.getMessage()
    except (TypeError, ValueError, KeyError):  # arguments that do not fit: keep none of them, show the bare text
        record.msg, record.args = f"{record.msg} [unreadable arguments]", ()
        said = record.getMessage()
    if token in said:
        record.msg, record.args = hide(said, token), ()
    if record.exc_info:
        told = logging.Formatter().formatException(record.exc_info)
        if token in told:
            # A formatter takes the text that is there, and others would write the exception out again.
            record.exc_text, record.exc_info = hide(told, token), None
    return record


def hide(text: str, token: str) -> str:
    """A text without the token."""
    return text.replace(token, MARK) if token else text
