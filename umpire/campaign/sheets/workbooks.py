"""A player's workbook: the pages it is made of, with what the orders so far would spend, and a filled one that is sent back.

A workbook that a player sends is read in a process of its own: the bot never opens what a stranger made.
"""

from collections.abc import Mapping

from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import BudgetLine
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.sheets.holdings import Sheet
from rules.cluster_war.play.sheets.workbook import all_sheets
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.values import GameError
from umpire.campaign.sheets.order_sheet import read_sheet
from umpire.campaign.sheets.receipt import StandingLine, standing_lines, standing_page
from umpire.campaign.sheets.workbook_reader import FRESH, orders_of
from umpire.campaign.views import side_views
from umpire.games.games import get_game
from umpire.games.seat import Seat
from umpire.services.foreign import TooMuchError
from umpire.services.services import Services
from umpire.services.workers import WorkerError


async def view_and_spending(services: Services, seat: Seat) -> tuple[View, Mapping[BudgetLine, int]]:
    """A player's view and the CPs that the orders on their sheet come to, by budget line; nothing in a campaign that is over."""
    view, spent, _ = await _read(services, seat)
    return view, spent


async def sheets_of(services: Services, seat: Seat) -> tuple[View, tuple[Sheet, ...]]:
    """A player's view and the pages of their workbook: all sheets, and their standing orders if they have any."""
    view, spent, standing = await _read(services, seat)
    return view, (*all_sheets(view, spent), *((standing_page(standing),) if standing else ()))


async def _read(services: Services, seat: Seat) -> tuple[View, Mapping[BudgetLine, int], tuple[StandingLine, ...]]:
    if (await get_game(services, seat.game_id)).status == "finished":
        return await side_views.view(services, seat), {}, ()
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
    planned, _, _ = plan_sheet(sheet.view, sheet.standing, warn=False)
    return sheet.view, planned.spent, standing_lines(sheet.stands, sheet.names)


async def read_upload(services: Services, data: bytes, names: Names) -> tuple[list[Order], list[str], bool]:
    """Orders of a filled workbook, what was understood cell by cell, and whether every cell was. GameError, in one
    sentence: it is no such file, damaged, or takes more time or memory than a workbook may."""
    try:
        return await services.foreign.run(orders_of, data, names, urgent=True)
    except TooMuchError as wrong:
        raise GameError(f"{wrong} {FRESH}") from wrong
    except WorkerError as wrong:
        raise GameError(f"That file broke the program that read it; nothing was changed. {FRESH}") from wrong
