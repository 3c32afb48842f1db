"""Whether a PostgreSQL server is only away, so that waiting helps: it is being started or stopped, its machine or the way to it
is down, it has no connection to spare. What it refuses, such as a password, waiting does not mend.

libpq gives no SQLSTATE for a connection that was not made, and the server's words are in its own language. So libpq's ping is
asked (what `pg_isready` does), which knows a server that takes nobody yet from one that has answered.
"""

import asyncio
from typing import Any, Final

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping

PASSING: Final = frozenset({"57P01", "57P02", "57P03", "53300", "55P03", "40001", "40P01"})
"""It is being stopped, has crashed, is being started; has no connection left; a lock, a collision, a deadlock."""
LINE: Final = "08"
"""The class of faults of the connection."""
FULL: Final = ("too many", "connection slots are reserved")
"""How a server says, in English, that it has no connection left for this user."""
PING_SECONDS: Final = 2
"""libpq's least. psycopg's binary lets nothing else run meanwhile; but who is pinged has just answered or refused to."""


def is_passing(wrong: BaseException) -> bool:
    """Whether a connection that had been made was lost, or its server cannot do just now what it was told."""
    if not isinstance(wrong, psycopg.OperationalError):
        return False
    state = wrong.sqlstate
    return state is None or state in PASSING or state.startswith(LINE)


async def is_away(wrong: BaseException | None, address: str, **settings: Any) -> bool:
    """Whether a server that could not be used at the start is away just now; `address` and `settings` are those of the connection
    that was tried."""
    if wrong is None or not is_passing(wrong) or not isinstance(wrong, psycopg.OperationalError):
        return False
    if wrong.sqlstate is not None or wrong.pgconn is None:  # its name is not known, it did not answer in time
        return True
    if _is_full(wrong) or not await _answers(address):
        return True
    try:  # it may have come back just now
        line = await psycopg.AsyncConnection.connect(address, **settings)
    except psycopg.OperationalError as again:
        return again.pgconn is None or _is_full(again) or not await _answers(address)
    except psycopg.Error:
        return False
    await line.close()
    return True


async def _answers(address: str) -> bool:
    """Whether a server takes connections there, if only to refuse them; or the address is none at all."""
    try:
        asked = make_conninfo(address, connect_timeout=PING_SECONDS).encode()
    except psycopg.ProgrammingError:
        return True
    return await asyncio.to_thread(PGconn.ping, asked) in {Ping.OK, Ping.NO_ATTEMPT}


def _is_full(wrong: psycopg.Error) -> bool:
    return any(words in str(wrong) for words in FULL)
