"""What all pages of the wizard are made of."""

from typing import TypeAlias

from discord import ui

from cogs.common.buttons import TapData
from umpire.games.games import Game

Item: TypeAlias = ui.Item[ui.LayoutView]


def data(game: Game, action: str, rest: str = "") -> TapData:
    """What a control of the wizard carries."""
    return TapData(action, game.id, game.opening, rest)
