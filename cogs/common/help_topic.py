"""A topic of /help: its heading, and its text for whoever asks."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from cogs.common.interactions import Interaction
from rules.values import Value

Text: TypeAlias = Callable[[Interaction | None], Awaitable[str]]
"""What is said to whoever asks; to None what is said to somebody who plays in no game."""
Offer: TypeAlias = Callable[[Interaction | None], Awaitable[discord.ui.Button[discord.ui.LayoutView] | None]]
"""The button of something to do at once, for whoever asks; None where there is none for them."""


class Topic(Value):
    """One topic; `order` is its place among all games' topics, the smallest first; `offer` makes a button that stands above
    those that lead to other topics."""

    order: int
    heading: str
    text: Text
    offer: Offer | None = None


def fixed_text(text: Callable[[], str]) -> Text:
    """The same text for everybody."""

    async def said(_: Interaction | None) -> str:
        return text()

    return said
