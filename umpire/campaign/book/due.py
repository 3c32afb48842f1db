"""How long what waits for the game master has waited, and whether that is as long as the campaign lets it."""

from typing import Final

from storage import audit, papers
from storage.games import GameRow
from storage.papers import PaperRow
from umpire.games.games import settings_of
from umpire.services.services import Services

RESUMED: Final = "game.resumed"


async def is_due(services: Services, row: GameRow, asked: int | None, hours: int | None = None) -> bool:
    """Whether what was asked then has waited as long as it may, the campaign's hours unless others are given; the time begins
    anew when a pause is over."""
    hours = settings_of(row).options.book_hours if hours is None else hours
    return not hours or asked is None or services.seconds() >= await due_at(services, row, asked, hours)


async def due_at(services: Services, row: GameRow, asked: int, hours: int) -> int:
    """When what was asked then will have waited so many hours, in UTC seconds."""
    async with services.storage.reading() as tx:
        pauses = await audit.of_actions(tx, row.id, RESUMED)
    return max([asked, *(act.at for act in pauses)]) + hours * 3600


async def waiting(services: Services, row: GameRow, kind: papers.Kind) -> list[PaperRow]:
    """Papers that were handed in, and whose time is over."""
    async with services.storage.reading() as tx:
        found = [paper for paper in await papers.of_game(tx, row.id, kind) if paper.state == "submitted"]
    return [paper for paper in found if await is_due(services, row, paper.changed_at)]
