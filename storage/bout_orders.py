"""The orders of battles and dogfights, in the same table as a campaign's: encoded, numbered by side within the turn."""

from dataclasses import dataclass

from sqlalchemy import insert, select, update

from storage.bout_codec import Sent
from storage.db import Transaction
from storage.schema import orders


@dataclass(frozen=True, slots=True)
class SentRow:
    """One order; withdrawn ones stay."""

    side: str
    number: int
    order: bytes
    entered_by: int
    withdrawn_at: int | None = None

    @property
    def closes(self) -> bool:
        """Whether the side said with it that it is done with a stop."""
        return self.order.startswith(b'["Continue"')

    @property
    def sent(self) -> Sent:
        """The order as the rules take it."""
        return Sent(self.side, self.number, self.order)


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[SentRow, ...]:
    """All orders given for a turn, by side and number, withdrawn ones too."""
    query = (
        select(orders.c.side, orders.c.number, orders.c.order, orders.c.entered_by, orders.c.withdrawn_at)
        .where(orders.c.game == game, orders.c.turn == turn)
        .order_by(orders.c.side, orders.c.number)
    )
    return tuple(SentRow(*row) for row in await tx.execute(query))


async def add(tx: Transaction, game: str, turn: int, row: SentRow, now: int) -> None:
    """Insert one order."""
    await tx.execute(
        insert(orders).values(
            game=game,
            id=f"{row.side}-{turn}-{row.number}",
            turn=turn,
            side=row.side,
            number=row.number,
            order=row.order,
            entered_by=row.entered_by,
            entered_at=now,
            withdrawn_at=None,
            withdrawn_why="",
        )
    )


async def withdraw(tx: Transaction, game: str, turn: int, side: str, number: int, now: int, why: str) -> None:
    """Take one order back; it is kept."""
    query = update(orders).where(
        orders.c.game == game, orders.c.turn == turn, orders.c.side == side, orders.c.number == number
    )
    await tx.execute(query.values(withdrawn_at=now, withdrawn_why=why))
