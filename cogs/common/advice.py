"""Advice beside choices, alike in every game: a star before what is advised, a button for it, and a list of all."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from cogs.common.components import PRIMARY, SUCCESS, ButtonData, button_for
from rules.values import Value

STAR: Final = "★ "


class Advised(Value):
    """One choice as it is shown: its words, the reason for it, its key, and whether it is advised."""

    words: str
    reason: str
    key: str
    starred: bool = False


def star(*, starred: bool) -> str:
    """What stands before a choice."""
    return STAR if starred else ""


def starred_button(words: str, data: ButtonData, *, starred: bool) -> ui.Button[ui.LayoutView]:
    """A button for a choice, green for what is advised."""
    return button_for(f"{star(starred=starred)}{words}", data, style=SUCCESS if starred else PRIMARY)


def advised_options(choices: Sequence[Advised]) -> list[discord.SelectOption]:
    """A list's lines, each with its reason."""
    return [
        discord.SelectOption(
            label=f"{star(starred=one.starred)}{one.words}"[:100],
            value=one.key[:100],
            description=one.reason[:100] or None,
        )
        for one in choices
    ]
