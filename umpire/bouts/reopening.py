"""A bout's turn opened again with other dice: what was plotted for its beginning stands, and nobody has confirmed it."""

from storage import audit, bout_orders, sheets, turns
from storage.db import Transaction
from storage.games import GameRow
from umpire.bouts.standing import STOPPED, play, read_case
from umpire.games.turn_rows import present
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


async def resume(tx: Transaction, services: Services, row: GameRow, *, renewed: bool) -> None:
    """Take up the open turn of an imported bout: where it last stopped, as its audit log tells, and whom it waits for.

    With a `renewed` seed what was confirmed is open again. It is played as far as the orders reach.
    """
    stops = [
        act.detail for act in await audit.of_actions(tx, row.id, STOPPED) if act.detail.get("opening") == row.opening
    ]
    if stops:
        await turns.set_stop(tx, row.id, row.opening, str(stops[-1]["stop"]))
    if renewed:
        await reopen_sheets(tx, row.id, (await present(tx, row)).turn, services.seconds(), "imported")
    case = await read_case(tx, row.id)
    asked = {one.side for one in (await play(services, case)).asked}
    for sheet in await sheets.of_opening(tx, row.id, case.turn.opening):
        await sheets.save(tx, sheet, "none" if sheet.side in asked else "ready", sheet.word)
