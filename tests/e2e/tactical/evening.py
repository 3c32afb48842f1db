"""An evening with each tactical game of this repository, as `tests/e2e/GAME/evening.py` begins it.

Such a module has `begin`, which begins a game for Ada, who makes it, and Vik, and gives its id and its thread; `play_some`, which
plays a little of its first turn; `NEW`, what `new` is given for a game of Ada alone; and `READING`, the commands that only show.
"""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from games.known import GAMES
from playtest.player import Player, refusal
from sandbox.model import Channel
from sandbox.reply import Reply, SeenMessage
from tests.e2e.kit import Table
from umpire.games import games

OURS: Final = sorted(game.folder for game in GAMES.values() if game.kind and game.face.startswith("cogs."))
"""The folders of these games, which are the names of their command groups, too."""


def module_of(game: str) -> ModuleType:
    """A game's own `evening.py`; the error names the file where there is none."""
    return import_module(f"tests.e2e.{game}.evening")


@dataclass
class Evening:
    """A game for Ada, who made it, and Vik, in its thread."""

    table: Table
    group: str
    game_id: str
    thread: Channel

    async def use(self, who: str, command: str, **options: Any) -> Reply:
        """One of the game's commands."""
        return await Player(self.table.human(who), self.thread).use(f"{self.group} {command}", **options)

    async def refused(self, who: str, command: str, **options: Any) -> str:
        """The same, which must be answered by one clear sentence to its giver alone."""
        return refusal(await self.use(who, command, **options))

    async def press(self, who: str, shown: SeenMessage, label: str) -> Reply:
        """A button."""
        return await Player(self.table.human(who), self.thread).press(shown, label)

    async def status(self) -> str:
        """Of the game's row."""
        return (await games.get_game(self.table.services, self.game_id)).status

    async def play_some(self) -> None:
        """A little of the first turn is played."""
        await module_of(self.group).play_some(self.table, self.thread, self.game_id)


async def played(table: Table, game: str) -> Evening:
    """A game of two that has begun."""
    game_id, thread = await module_of(game).begin(table)
    return Evening(table, game, game_id, thread)
