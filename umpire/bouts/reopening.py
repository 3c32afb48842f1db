"""A bout's turn opened again with other dice: what was plotted for its beginning stands, and nobody has confirmed it."""

from storage import bout_orders, sheets
from storage.db import Transaction
from umpire.bouts.standing import play, read_case
from umpire.services.services import Services


async def reopen_sheets(tx: Transaction, game: str, turn: int, now: int, why: str) -> None:
    """Withdraw each side's first `Continue` of a turn and everything after it; all of it stays on record.

    The stops that came after the turn's beginning may never come again under other dice, so what answered them is void.
    """
    rows = [row for row in await bout_orders.of_turn(tx, game, turn) if row.withdrawn_at is None]
    for side in sorted({row.side for row in rows}):
        own = [row for row in rows if row.side == side]
        closed = min((row.number for row in own if row.closes), default=None)
        for row in own:
            if closed is not None and row.number >= closed:
                await bout_orders.withdraw(tx, game, turn, side, row.number, now, why)


async def set_waiting(tx: Transaction, services: Services, game: str) -> None:
    """Say of each sheet of the open turn whether its side is waited for, by playing as far as the orders reach."""
    case = await read_case(tx, game)
    result = await play(services, case)
    asked = {one.side for one in result.asked}
    for sheet in await sheets.of_opening(tx, game, case.turn.opening):
        await sheets.save(tx, sheet, "none" if sheet.side in asked else "ready", sheet.word)
