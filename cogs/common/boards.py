"""Boards: posts whose panel and pictures are made when they are sent, of the game as it is then; one maker a kind of game."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from cogs.common.bot_services import BotClient, BotServices
from cogs.common.panels import Panel
from rules.values import Value
from umpire.outbox.courier import File
from umpire.outbox.outbox import Letter


class Board(Value):
    """What such a post shows."""

    panel: Panel
    files: tuple[File, ...] = ()


BoardMaker: TypeAlias = Callable[[BotServices, Letter], Awaitable[Board]]


class BoardClient(BotClient):
    """A client that knows how the boards of each system of games are made."""

    boards: Mapping[str, BoardMaker]
