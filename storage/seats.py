"""Rows of seats: who plays which side (slot 0), and the game masters (side "", slots 0, 1, ...)."""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, insert, select, update

from rules.values import Value
from storage import votes
from storage.db import Transaction
from storage.queries import PreparedQuery, columns, count_changed, every, one
from storage.schema import attendance, seats

_FIND = PreparedQuery(select(seats).filter_by(game=bindparam("game"), side=bindparam("side"), slot=bindparam("slot")))
_OF_GAME = PreparedQuery(select(seats).filter_by(game=bindparam("game")).order_by(seats.c.side, seats.c.slot))
_MASTERS = (
    select(seats)
    .where(seats.c.side == "", seats.c.game.in_(bindparam("games", expanding=True)))
    .order_by(seats.c.game, seats.c.slot)
)
_WITH_THREAD = PreparedQuery(select(seats).filter_by(thread_id=bindparam("thread")))


class SeatRow(Value):
    """One seat; `user_id` None is open. `thread_id` is where its packets go, or `dm` by direct message; `atlas` is whether its
    holder wants the atlas with each of them; `deputy_id` is who acts for the holder now, None while nobody does."""

    game: str
    side: str
    slot: int
    user_id: int | None
    thread_id: int | None = None
    dm: bool = False
    away: bool = False
    atlas: bool = False
    deputy_id: int | None = None


async def add(tx: Transaction, row: SeatRow) -> None:
    """Insert a seat."""
    await tx.execute(insert(seats), columns(row))


async def of_game(tx: Transaction, game: str) -> tuple[SeatRow, ...]:
    """A game's seats: game masters first, then by side."""
    return await every(tx, SeatRow, _OF_GAME, {"game": game})


async def masters(tx: Transaction, games: Collection[str]) -> tuple[SeatRow, ...]:
    """The game masters' seats of these games, in their order."""
    return await every(tx, SeatRow, _MASTERS, {"games": list(games)}) if games else ()


async def of_user(tx: Transaction, user_id: int) -> tuple[SeatRow, ...]:
    """All seats a user holds, in all games."""
    query = select(seats).filter_by(user_id=user_id).order_by(seats.c.game, seats.c.side, seats.c.slot)
    return await every(tx, SeatRow, query)


async def with_thread(tx: Transaction, thread_id: int) -> SeatRow | None:
    """The seat whose private thread this is."""
    return await one(tx, SeatRow, _WITH_THREAD, {"thread": thread_id})


async def find(tx: Transaction, game: str, side: str, slot: int = 0) -> SeatRow | None:
    """One seat."""
    return await one(tx, SeatRow, _FIND, {"game": game, "side": side, "slot": slot})


async def seat_user(tx: Transaction, game: str, side: str, was: int | None, now: int | None) -> bool:
    """Give a player's seat to another user (None: hold it open) if `was` still holds it; whether it happened."""
    holder = seats.c.user_id.is_(None) if was is None else seats.c.user_id == was
    query = update(seats).where(seats.c.game == game, seats.c.side == side, seats.c.slot == 0, holder)
    done = await count_changed(tx, query.values(user_id=now, away=False, atlas=False, deputy_id=None)) == 1
    if done:  # what was arranged was arranged by whoever held it
        arranged = update(attendance).filter_by(game=game, side=side)
        await tx.execute(arranged.values(named_id=None, returned_at=None, document={}))
        await votes.withdraw(tx, game, side)
    return done


async def set_deputy(tx: Transaction, game: str, side: str, was: int | None, now: int | None) -> bool:
    """Let somebody act for a seat's holder (None: nobody any more) if `was` is who does so far; whether it happened."""
    present = seats.c.deputy_id.is_(None) if was is None else seats.c.deputy_id == was
    query = update(seats).where(seats.c.game == game, seats.c.side == side, seats.c.slot == 0, present)
    return await count_changed(tx, query.values(deputy_id=now)) == 1


async def change(tx: Transaction, row: SeatRow) -> None:
    """Save where a seat's packets go and what goes with them, and whether its holder is away."""
    query = update(seats).filter_by(game=row.game, side=row.side, slot=row.slot)
    await tx.execute(query.values(thread_id=row.thread_id, dm=row.dm, away=row.away, atlas=row.atlas))


async def remove(tx: Transaction, game: str, side: str, slot: int) -> None:
    """Delete a seat (a game master who steps down)."""
    await tx.execute(delete(seats).filter_by(game=game, side=side, slot=slot))
