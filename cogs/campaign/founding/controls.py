"""What all pages of the wizard are made of."""

from typing import TypeAlias

from discord import ui

from cogs.common.buttons import ButtonData
from umpire.games.games import Game

Item: TypeAlias = ui.Item[ui.LayoutView]


def data(game: Game, action: str, rest: str = "") -> ButtonData:
    """What a control of the wizard carries."""
    return ButtonData(action, game.id, game.opening, rest)
