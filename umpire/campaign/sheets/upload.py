"""A workbook that a player sends, read in a process of its own: what a stranger made is never opened in the bot's."""

from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.errors import GameError
from umpire.campaign.sheets.workbook_reader import FRESH, orders_of
from umpire.services.foreign import TooMuchError
from umpire.services.services import Services
from umpire.services.workers import WorkerError


async def read_upload(services: Services, data: bytes, names: Names) -> tuple[list[Order], list[str], bool]:
    """Orders of a filled workbook, what was understood cell by cell, and whether every cell was. GameError, in one
    sentence: it is no such file, damaged, or takes more time or memory than a workbook may."""
    try:
        return await services.foreign.run(orders_of, data, names, urgent=True)
    except TooMuchError as wrong:
        raise GameError(f"{wrong} {FRESH}") from wrong
    except WorkerError as wrong:
        raise GameError(f"That file broke the program that read it; nothing was changed. {FRESH}") from wrong
