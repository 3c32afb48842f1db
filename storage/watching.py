"""What is counted of a database: errors as they happen, of every engine of this process, whatever database it is of; and the
size of one on a server."""

import contextlib
from collections.abc import Callable, Iterator

from sqlalchemy import event
from sqlalchemy.engine import Engine, ExceptionContext

from storage.db import Transaction


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


async def bytes_on_server(tx: Transaction) -> int:
    """The size of the PostgreSQL database that a transaction is in."""
    return int((await tx.exec_driver_sql("SELECT pg_database_size(current_database())")).scalar_one())
