"""Errors of the database as they happen, for whoever counts them: of every engine of this process, whatever database it is of."""

import contextlib
from collections.abc import Callable, Iterator

from sqlalchemy import event
from sqlalchemy.engine import Engine, ExceptionContext


@contextlib.contextmanager
def errors_told(tell: Callable[[str], None]) -> Iterator[None]:
    """Within, `tell` is given the kind of each error that a driver raises: `OperationalError` (locked, full, damaged, gone),
    `IntegrityError` (two were at the same row), or another of DB-API's names."""

    def heard(context: ExceptionContext) -> None:
        tell(type(context.original_exception).__name__)

    event.listen(Engine, "handle_error", heard)
    try:
        yield
    finally:
        event.remove(Engine, "handle_error", heard)
