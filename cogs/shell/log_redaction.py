"""Secrets never reach a log: they are replaced in every record before any handler sees it.

These are the bot's token, the tokens of interactions (with which anybody could answer in the bot's place for a quarter of an
hour), and passwords within addresses (of a database, of a proxy).
"""

import logging
import re
from collections.abc import Callable
from typing import Any, Final

HIDDEN_MARK = "[token]"
HIDDEN_PATTERNS: Final = (
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s'\"?]+"), rf"\1{HIDDEN_MARK}"),
    (
        re.compile(r"""(['"](?:token|access_token|authorization)['"]\s*:\s*)(['"])(?:(?!\2).)*\2""", re.IGNORECASE),
        rf"\1\2{HIDDEN_MARK}\2",
    ),
    (re.compile(r"(\w://[^/\s:@]*:)[^/\s@]+@"), r"\1[password]@"),
    (re.compile(r"([?&](?:password|passfile|sslpassword)=)[^&\s'\"]+"), r"\1[password]"),
)
"""What is a secret by where it stands, and what is written in its place."""


def redact(token: str) -> None:
    """Replace the bot's token ("": it has none) and all other secrets in the text and the traceback of every log record made from
    now on, by whatever logger."""
    before: Callable[..., logging.LogRecord] = logging.getLogRecordFactory()

    def make(*args: Any, **kwargs: Any) -> logging.LogRecord:
        return clean(before(*args, **kwargs), token)

    logging.setLogRecordFactory(make)


def clean(record: logging.LogRecord, token: str) -> logging.LogRecord:
    """The record without secrets: in its message, its arguments, its exception and its stack."""
    try:
        said = record.getMessage()
    except (TypeError, ValueError, KeyError):  # arguments that do not fit: keep none of them, show the bare text
        record.msg, record.args = f"{record.msg} [unreadable arguments]", ()
        said = record.getMessage()
    shown = hide(said, token)
    if shown != said:
        record.msg, record.args = shown, ()
    if record.exc_info:
        told = logging.Formatter().formatException(record.exc_info)
        if hide(told, token) != told:
            # A formatter takes the text that is there, and others would write the exception out again.
            record.exc_text, record.exc_info = hide(told, token), None
    if record.stack_info:
        record.stack_info = hide(record.stack_info, token)
    return record


def hide(text: str, token: str) -> str:
    """A text without secrets."""
    for where, shown in HIDDEN_PATTERNS:
        text = where.sub(shown, text)
    return text.replace(token, HIDDEN_MARK) if token else text
