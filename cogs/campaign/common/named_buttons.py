"""Buttons below a public answer for the commands that it names, as below a letter."""

import discord

from cogs.common.components import ButtonData, button_for
from umpire.campaign.letter_buttons import buttons_of
from umpire.games.games import Game


def named_view(game: Game, text: str) -> discord.ui.View | None:
    """The buttons; None where the text names no command that has one."""
    made = buttons_of(text)
    if not made:
        return None
    view = discord.ui.View(timeout=None)
    for one in made:
        view.add_item(button_for(one.label, ButtonData(one.action, game.id, one.revision, one.rest)))
    view.stop()
    return view
