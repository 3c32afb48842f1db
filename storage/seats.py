"""Rows of seats: who plays which side (slot 0), and the game masters (side "", slots 0, 1, ...)."""

from dataclasses import asdict, dataclass

from sqlalchemy import bindparam, delete, insert, select, update

from storage.db import Transaction
from storage.schema import seats

_FIND = select(seats).where(
    seats.c.game == bindparam("game"), seats.c.side == bindparam("side"), seats.c.slot == bindparam("slot")
)
_OF_GAME = select(seats).where(seats.c.game == bindparam("game")).order_by(seats.c.side, seats.c.slot)
_WITH_THREAD = select(seats).where(seats.c.thread_id == bindparam("thread"))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat; `user_id` None is open. `thread_id` is where its packets go, or `dm` by direct message."""

    game: str
    side: str
    slot: int
    user_id: int | None
    thread_id: int | None = None
    dm: bool = False
    away: bool = False


async def add(tx: Transaction, row: SeatRow) -> None:
    """Insert a seat."""
    await tx.execute(insert(seats).values(asdict(row)))


async def of_game(tx: Transaction, game: str) -> tuple[SeatRow, ...]:
    """A game's seats: game masters first, then by side."""
    return tuple(SeatRow(*row) for row in await tx.execute(_OF_GAME, {"game": game}))


async def of_user(tx: Transaction, user_id: int) -> tuple[SeatRow, ...]:
    """All seats a user holds, in all games."""
    query = select(seats).where(seats.c.user_id == user_id).order_by(seats.c.game, seats.c.side, seats.c.slot)
    return tuple(SeatRow(*row) for row in await tx.execute(query))


async def with_thread(tx: Transaction, thread_id: int) -> SeatRow | None:
    """The seat whose private thread this is."""
    row = (await tx.execute(_WITH_THREAD, {"thread": thread_id})).first()
    return None if row is None else SeatRow(*row)


async def find(tx: Transaction, game: str, side: str, slot: int = 0) -> SeatRow | None:
    """One seat."""
    row = (await tx.execute(_FIND, {"game": game, "side": side, "slot": slot})).first()
    return None if row is None else SeatRow(*row)


async def seat_user(tx: Transaction, game: str, side: str, was: int | None, now: int | None) -> bool:
    """Give a player's seat to another user (None: hold it open) if `was` still holds it; whether it happened."""
    holder = seats.c.user_id.is_(None) if was is None else seats.c.user_id == was
    query = update(seats).where(seats.c.game == game, seats.c.side == side, seats.c.slot == 0, holder)
    return (await tx.execute(query.values(user_id=now, away=False))).rowcount == 1


async def change(tx: Transaction, row: SeatRow) -> None:
    """Save where a seat's packets go, and whether its holder is away."""
    query = update(seats).where(seats.c.game == row.game, seats.c.side == row.side, seats.c.slot == row.slot)
    await tx.execute(query.values(thread_id=row.thread_id, dm=row.dm, away=row.away))


async def remove(tx: Transaction, game: str, side: str, slot: int) -> None:
    """Delete a seat (a game master who steps down)."""
    await tx.execute(delete(seats).where(seats.c.game == game, seats.c.side == side, seats.c.slot == slot))
