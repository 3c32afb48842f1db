"""Orders that a turn was too early for: they go on to the next turn's sheet, in the transaction that opens it."""

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.model.events.turn import OrderWaits
from rules.values import changed
from storage import events, orders
from storage.db import Transaction
from storage.orders import OrderRow
from storage.turns import TurnRow


async def carry_over(tx: Transaction, done: TurnRow, opened: TurnRow) -> None:
    """Put the orders of the turn that is done which still wait on the sheets of the turn that opens.

    The giver stays who gave them. One that is there already, from before the turn was undone, counts again as it was.
    """
    given = orders.standing_rows(await orders.of_turn(tx, done.game, done.turn))
    early = [row for row in given if isinstance(row.order, FoundColony) and row.order.waits]
    if not early:
        return
    happened = await events.of_opening(tx, done.game, done.opening)
    waiting = {found.event.cause.order for found in happened if isinstance(found.event, OrderWaits)}
    known = list(await orders.of_turn(tx, done.game, opened.turn))
    added: list[OrderRow] = []
    again: list[OrderRow] = []
    for row in (row for row in early if row.id in waiting):
        same = [r for r in known if r.side == row.side and r.order == row.order]
        if same:
            again += [changed(r, withdrawn_at=None, withdrawn_why="") for r in same[:1] if r.withdrawn_why == "undone"]
            continue
        number = 1 + max((r.number for r in (*known, *added) if r.side == row.side), default=0)
        added.append(changed(row, id=f"{row.side}-{opened.turn}-{number}", turn=opened.turn, number=number))
    await orders.add(tx, added)
    await orders.save(tx, again)
