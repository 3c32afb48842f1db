"""Rows of interactions that had their effect: a second delivery of the same one has none."""

from sqlalchemy import bindparam, delete, insert, select

from storage.db import Transaction
from storage.errors import StaleStateError
from storage.queries import PreparedQuery, count_changed
from storage.schema import idempotency_keys

_SEEN = PreparedQuery(select(idempotency_keys.c.key).filter_by(key=bindparam("key")))
_ADD = insert(idempotency_keys)


async def is_used(tx: Transaction, key: str) -> bool:
    """Whether this interaction had its effect already."""
    return bool(await _SEEN.ask(tx, {"key": key}))


async def first(tx: Transaction, key: str, now: int) -> bool:
    """Note an interaction; False if it was noted before."""
    if await is_used(tx, key):
        return False
    await tx.execute(_ADD, {"key": key, "at": now})
    return True


async def take(tx: Transaction, key: str, now: int) -> None:
    """Note an interaction, if it has a key. StaleStateError if it was noted before."""
    if key and not await first(tx, key, now):
        raise StaleStateError(f"{key} had its effect meanwhile")


async def forget(tx: Transaction, before: int) -> int:
    """Delete interactions older than this moment (Discord's tokens live 15 minutes); how many."""
    return await count_changed(tx, delete(idempotency_keys).where(idempotency_keys.c.at < before))
