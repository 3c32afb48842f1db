"""Letters put into a game's outbox by hand, and what became of them."""

from typing import Final

from storage import audit, outbox
from storage.outbox import OutboxRow
from tests.umpire.table import CHANNEL, THREADS, Message
from umpire.games.games import Game
from umpire.outbox.outbox import Letter, Recipe, Target, enqueue
from umpire.services.services import Services

HERE: Final = Target("channel", CHANNEL)
HUMANS: Final = Target("thread", THREADS["humans"])
MASTER: Final = Target("thread", THREADS[""])


async def write(
    services: Services,
    game: Game,
    *texts: str,
    to: Target = HERE,
    side: str = "",
    key: str = "",
    files: tuple[Recipe, ...] = (),
    mentions: tuple[int, ...] = (),
    instead: bool = False,
) -> None:
    """Put a letter into the outbox for each text."""
    async with services.storage.transaction() as tx:
        for text in texts:
            await enqueue(
                tx, services, Letter("notice", game.id, 1, side, to, text, files, mentions, key, instead=instead)
            )


async def rows(services: Services, game: Game, *states: outbox.OutboxState) -> tuple[OutboxRow, ...]:
    """The game's letters in these states."""
    async with services.storage.reading() as tx:
        return await outbox.of_game(tx, game.id, *states)


async def open_problems(services: Services, game: Game) -> list[tuple[str, str]]:
    """Kind and subject of what is not mended yet."""
    async with services.storage.reading() as tx:
        return [(problem.kind, problem.subject) for problem in await audit.open_problems(tx, game.id)]


def texts_of(messages: list[Message]) -> list[str]:
    """The texts without the line that finds them again."""
    return [message.text.rsplit("\n-# ref ", 1)[0] for message in messages]
