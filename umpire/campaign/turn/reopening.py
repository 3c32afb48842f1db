"""How complete the order sheets of an imported campaign are."""

from rules.cluster_war.orders.order import SignedOrder
from storage import orders, sheets
from storage.db import Transaction
from storage.games import GameRow
from umpire.campaign.open_turn import present
from umpire.campaign.sheets.receipt import plan_of, state_of
from umpire.campaign.views.side_views import sight
from umpire.services.services import Services


async def judge_sheets(tx: Transaction, services: Services, row: GameRow) -> None:
    """Say of each sheet how complete it is; nobody is ready until they say so again."""
    turn = await present(tx, row)
    for sheet in await sheets.of_opening(tx, row.id, turn.opening):
        given = await orders.of_side(tx, row.id, turn.turn, sheet.side)
        standing = [SignedOrder(o.id, o.side, o.number, o.order) for o in given if o.withdrawn_at is None]
        view = (await sight(tx, services, row, turn, sheet.side)).view
        state = state_of(standing, plan_of(view, standing), declared=False)
        if state != sheet.state:
            await sheets.save(tx, sheet, state, sheet.word)
