"""The orders of battles and dogfights, in the same table as a campaign's: encoded, numbered by side within the turn."""

from typing import Final

from msgspec import Struct
from msgspec.json import Decoder
from sqlalchemy import insert, select, update

from rules.values import Value
from storage.bout_codec import Sent
from storage.db import Transaction
from storage.queries import columns, every
from storage.schema import orders


class SentRow(Value):
    """One order; withdrawn ones stay."""

    side: str
    number: int
    order: bytes
    entered_by: int
    withdrawn_at: int | None = None

    @property
    def closes(self) -> bool:
        """Whether the side said with it that it is done with a stop."""
        return _kind(self.order) == "Continue"

    @property
    def at_once(self) -> bool:
        """Whether it counts without a word that the side is done: somebody has taken the side."""
        return _kind(self.order) == "TakeCommand"

    @property
    def sent(self) -> Sent:
        """The order as the rules take it."""
        return Sent(self.side, self.number, self.order)


class _Tagged(Struct):
    """What of an encoded order says which it is."""

    type: str


_TAGGED: Final = Decoder(_Tagged)


def _kind(order: bytes) -> str:
    """The class of an encoded order."""
    return _TAGGED.decode(order).type


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[SentRow, ...]:
    """All orders given for a turn, by side and number, withdrawn ones too."""
    given = orders.c
    query = select(given.side, given.number, given.order, given.entered_by, given.withdrawn_at)
    return await every(tx, SentRow, query.filter_by(game=game, turn=turn).order_by(given.side, given.number))


async def add(tx: Transaction, game: str, turn: int, row: SentRow, now: int) -> None:
    """Insert one order."""
    given = {"game": game, "id": f"{row.side}-{turn}-{row.number}", "turn": turn}
    given |= {"entered_at": now, "withdrawn_at": None, "withdrawn_why": ""}
    await tx.execute(insert(orders), columns(row) | given)


async def withdraw(tx: Transaction, game: str, turn: int, side: str, number: int, now: int, why: str) -> None:
    """Take one order back; it is kept."""
    query = update(orders).filter_by(game=game, turn=turn, side=side, number=number)
    await tx.execute(query.values(withdrawn_at=now, withdrawn_why=why))
