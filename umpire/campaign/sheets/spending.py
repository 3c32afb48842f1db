"""What a seat sees, with what its orders given so far would spend: what the economics sheet is made of."""

from collections.abc import Mapping

from rules.cluster_war.model.state.names import BudgetLine
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.sheets.book import all_sheets
from rules.cluster_war.play.sheets.types import Sheet
from rules.cluster_war.turn.planning.check import plan_sheet
from umpire.campaign.sheets.order_sheet import read_sheet
from umpire.campaign.sheets.standing_lines import Standing, standing_page, told
from umpire.campaign.views import side_views
from umpire.games.games import get_game
from umpire.games.seat import Seat
from umpire.services.services import Services


async def view_and_spending(services: Services, seat: Seat) -> tuple[View, Mapping[BudgetLine, int]]:
    """A player's view and the CPs that the orders on their sheet come to, by budget line; nothing in a campaign that is over."""
    view, spent, _ = await _read(services, seat)
    return view, spent


async def book_of(services: Services, seat: Seat) -> tuple[View, tuple[Sheet, ...]]:
    """A player's view and the pages of their workbook: all sheets, and their standing orders if they have any."""
    view, spent, standing = await _read(services, seat)
    return view, (*all_sheets(view, spent), *((standing_page(standing),) if standing else ()))


async def _read(services: Services, seat: Seat) -> tuple[View, Mapping[BudgetLine, int], tuple[Standing, ...]]:
    if (await get_game(services, seat.game_id)).status == "finished":
        return await side_views.view(services, seat), {}, ()
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
    planned, _, _ = plan_sheet(sheet.view, sheet.standing, warn=False)
    return sheet.view, planned.spent, told(sheet.stands, sheet.names)
