"""Wake-ups between processes on one PostgreSQL database: LISTEN and NOTIFY. On SQLite there is one bot, which wakes itself.

A wake-up is told when its transaction is committed, never before, and once however often it was said. It is a hint and no
message: who missed one finds the same at their next look.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from sqlalchemy import func, select

from storage.db import Storage, Transaction

Topic: TypeAlias = Literal["letters", "clock", "shards", "threads", "removed"]
"""Letters wait in the outbox; the clock has something to look at (a deadline was made or moved, somebody is ready); a range of
shards was taken or let go; private threads of a server that another process looks after are to be seen to; somebody was taken out
of the database."""
CHANNEL: Final = "admiralty"
ME: Final = secrets.token_hex(8)
"""What a process says is not for itself."""
AGAIN_SECONDS: Final = 5

log = logging.getLogger(__name__)


async def wake(tx: Transaction, topic: Topic) -> None:
    """Wake the other processes when this transaction is committed."""
    if tx.dialect.name == "postgresql":
        await tx.execute(select(func.pg_notify(CHANNEL, f"{topic} {ME}")))


async def listen(storage: Storage, heard: Mapping[Topic, Callable[[], object]]) -> None:
    """Call what stands for a topic each time another process says it, until cancelled; returns at once where there is no
    other process. A connection that was lost is made anew, and then everything is looked at."""
    while (notices := storage.engine.notices(CHANNEL)) is not None:
        try:
            async with contextlib.aclosing(notices):
                async for said in notices:
                    topic, _, who = said.partition(" ")
                    for name, work in heard.items():
                        if not said or (name == topic and who != ME):
                            work()
        except Exception:
            log.exception("The database does not tell what other processes do; asking again in %s s.", AGAIN_SECONDS)
            await asyncio.sleep(AGAIN_SECONDS)
