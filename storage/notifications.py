"""Rows of what people are told: what they want to be named for and how often they were, digests, and how far they have read."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from sqlalchemy import bindparam, delete, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.queries import PreparedQuery, columns, count_changed, every, one
from storage.schema import digests, ping_preferences, pings, read_marks

PingPreference: TypeAlias = Literal["all", "few", "none"]
USUAL_PREFERENCE: Final[PingPreference] = "all"


_PREFERENCE = PreparedQuery(
    select(ping_preferences.c.preference).filter_by(guild=bindparam("guild"), user_id=bindparam("user"))
)
_OF_TURN = PreparedQuery(
    select(pings.c.game, pings.c.revision, pings.c.user_id, pings.c.kind, pings.c.at)
    .filter_by(game=bindparam("game"), revision=bindparam("revision"), user_id=bindparam("user"))
    .order_by(pings.c.id)
)
_FORGET = delete(pings).where(pings.c.game == bindparam("of_game"), pings.c.revision < bindparam("before"))
_ADD = insert(pings)


class PingRow(Value):
    """Somebody was named once, for this kind of thing; `at` is in UTC seconds."""

    game: str
    revision: int
    user_id: int
    kind: str
    at: int


async def ping_preference(tx: Transaction, guild: int, user: int) -> PingPreference:
    """What a person of a server wants to be named for."""
    found = await _PREFERENCE.ask(tx, {"guild": guild, "user": user})
    return found[0][0] if found else USUAL_PREFERENCE


async def set_ping_preference(tx: Transaction, guild: int, user: int, wanted: PingPreference, now: int) -> None:
    """Keep what a person wants, in the place of what they wanted before."""
    await tx.execute(delete(ping_preferences).filter_by(guild=guild, user_id=user))
    await tx.execute(insert(ping_preferences).values(guild=guild, user_id=user, preference=wanted, changed_at=now))


async def pings_of_turn(tx: Transaction, game: str, revision: int, user: int) -> tuple[PingRow, ...]:
    """How often somebody was named in a playing of a turn, the oldest first."""
    return await every(tx, PingRow, _OF_TURN, {"game": game, "revision": revision, "user": user})


async def add_pings(tx: Transaction, rows: Sequence[PingRow]) -> None:
    """Count some of one game; those of its earlier turns are forgotten, since nothing asks for them."""
    if rows:
        await tx.execute(_FORGET, {"of_game": rows[0].game, "before": rows[0].revision})
        await tx.execute(_ADD, [columns(row) for row in rows])


DigestFrequency: TypeAlias = Literal["off", "daily", "weekly", "closed"]
"""How often; "closed" was switched off by itself, since nothing reaches its person."""
Marks: TypeAlias = Mapping[str, tuple[int, int]]
"""By "game/side": the revision, and how many of its events were told."""


class DigestRow(Value):
    """What a person wants in one server; `next_at` is in UTC seconds."""

    guild: int
    user_id: int
    every: DigestFrequency
    next_at: int
    marks: Marks
    changed_at: int


async def find_digest(tx: Transaction, guild: int, user_id: int) -> DigestRow | None:
    """What a person wants; None if they never said anything."""
    return await one(tx, DigestRow, select(digests).filter_by(guild=guild, user_id=user_id))


async def put_digest(tx: Transaction, row: DigestRow) -> None:
    """Keep what they want, in the place of the one before."""
    await tx.execute(delete(digests).filter_by(guild=row.guild, user_id=row.user_id))
    await tx.execute(insert(digests), columns(row) | {"marks": {key: list(mark) for key, mark in row.marks.items()}})


async def due_digests(tx: Transaction, now: int) -> tuple[DigestRow, ...]:
    """The digests whose moment has come, the oldest first."""
    query = select(digests).where(digests.c.every.in_(("daily", "weekly")), digests.c.next_at <= now)
    return await every(tx, DigestRow, query.order_by(digests.c.next_at, digests.c.user_id))


async def claim_digest(tx: Transaction, row: DigestRow, next_at: int, marks: Marks) -> bool:
    """Move a digest on to its next moment; False if another was first, or its person has changed their mind."""
    query = update(digests).filter_by(guild=row.guild, user_id=row.user_id, every=row.every, next_at=row.next_at)
    kept = {key: list(mark) for key, mark in marks.items()}
    return await count_changed(tx, query.values(next_at=next_at, marks=kept)) == 1


async def close_digest(tx: Transaction, guild: int, user_id: int, now: int) -> bool:
    """Switch a digest off because nothing reaches its person; whether it was on."""
    query = update(digests).filter_by(guild=guild, user_id=user_id).where(digests.c.every.in_(("daily", "weekly")))
    return await count_changed(tx, query.values(every="closed", changed_at=now)) == 1


class ReadMark(Value):
    """A person has been told of a side's game ("": the game master's) up to the turn of this revision, and of the first `seq`
    events of it that the side may see."""

    game: str
    side: str
    user_id: int
    revision: int
    seq: int
    at: int


async def find_read_mark(tx: Transaction, game: str, side: str, user_id: int) -> ReadMark | None:
    """A person's mark; None if they never looked."""
    query = select(read_marks).filter_by(game=game, side=side, user_id=user_id)
    return await one(tx, ReadMark, query)


async def put_read_mark(tx: Transaction, row: ReadMark) -> None:
    """Move a person's mark forward, never back."""
    place = update(read_marks).filter_by(game=row.game, side=row.side, user_id=row.user_id)
    at = read_marks.c
    behind = (at.revision < row.revision) | ((at.revision == row.revision) & (at.seq < row.seq))
    if await count_changed(tx, place.where(behind).values(revision=row.revision, seq=row.seq, at=row.at)):
        return
    if await find_read_mark(tx, row.game, row.side, row.user_id) is None:
        await tx.execute(insert(read_marks), columns(row))
