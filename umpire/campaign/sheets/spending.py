"""What a seat sees, with what its orders given so far would spend: what the economics sheet is made of."""

from collections.abc import Mapping

from rules.cluster_war.planning.check import plan_sheet
from rules.cluster_war.state.names import BudgetLine
from rules.cluster_war.state.view import View
from umpire.campaign.sheets.order_sheet import read_sheet
from umpire.campaign.views import side_views
from umpire.games.games import get_game
from umpire.games.seat import Seat
from umpire.services.services import Services


async def view_and_spending(services: Services, seat: Seat) -> tuple[View, Mapping[BudgetLine, int]]:
    """A player's view and the CPs that the orders on their sheet come to, by budget line; nothing in a campaign that is over."""
    if (await get_game(services, seat.game_id)).status == "finished":
        return await side_views.view(services, seat), {}
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
    planned, _, _ = plan_sheet(sheet.view, sheet.standing)
    return sheet.view, planned.spent
