"""What a panel holds already, and what is put on it when it is sent: a text above, buttons below."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord

MOST_IN_PANEL: Final = 3900
MOST_PARTS: Final = 40
"""Discord takes so many components in one message."""
BUTTONS_A_ROW: Final = 4
"""Buttons side by side: four are read on a phone."""


def text_of(panel: discord.ui.LayoutView) -> str:
    """All its texts."""
    return "\n".join(item.content for item in panel.walk_children() if isinstance(item, discord.ui.TextDisplay))


def labels_of(items: Iterable[discord.ui.Item[Any]]) -> set[str]:
    """What the buttons among them say."""
    return {item.label for item in items if isinstance(item, discord.ui.Button) and item.label}


def fits(panel: discord.ui.LayoutView, text: str) -> bool:
    """Whether a panel has room for one more text."""
    return len(text_of(panel)) + len(text) <= MOST_IN_PANEL


def with_text(panel: discord.ui.LayoutView, text: str) -> discord.ui.LayoutView:
    """The panel with a text above it."""
    below = list(panel.children)
    panel.clear_items().add_item(discord.ui.TextDisplay(text))
    for item in below:
        panel.add_item(item)
    return panel


def add_buttons(panel: discord.ui.LayoutView, buttons: Sequence[discord.ui.Button[discord.ui.LayoutView]]) -> None:
    """Put rows of buttons at the end of a panel, as many of them as there is room for."""
    place = next((item for item in reversed(panel.children) if isinstance(item, discord.ui.Container)), panel)
    for at in range(0, len(buttons), BUTTONS_A_ROW):
        row = buttons[at : at + BUTTONS_A_ROW]
        if panel.total_children_count + len(row) + 1 > MOST_PARTS:
            return
        place.add_item(discord.ui.ActionRow(*row))
