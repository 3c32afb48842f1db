"""A letter as a panel (components V2): its text in parts, one large picture, files, buttons, and the line that finds it again."""

from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import ui

from cogs.common.buttons import DANGER, PRIMARY, SECONDARY, SUCCESS, ButtonData, button_for
from cogs.common.panels import button_row
from umpire.outbox.courier import File
from umpire.outbox.outbox import LINK, Letter

STYLES: Final = {"primary": PRIMARY, "secondary": SECONDARY, "success": SUCCESS, "danger": DANGER}
MOST_IN_ROW: Final = 5
PLACES: Final = "https://discord.com/channels"
EDGE: Final = 0xE8B04A
MOST_PARTS: Final = 16
"""Texts of one panel; Discord takes 40 components in all."""


def letter_panel(letter: Letter, files: Sequence[File]) -> ui.LayoutView:
    """What a letter's message shows; its files are to be sent with it."""
    text, _, ref = letter.text.rpartition("\n")
    view = ui.LayoutView(timeout=None)
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(part) for part in _parts(text)]
    pictures = [file for file in files if file.name.endswith((".png", ".gif"))]
    together = [file for file in pictures if not file.apart]
    for group in ([together] if together else []) + [[file] for file in pictures if file.apart]:
        shown = [discord.MediaGalleryItem(f"attachment://{p.name}", description=p.alt or None) for p in group]
        parts.append(ui.MediaGallery(*shown))
    buttons = _buttons(letter)
    parts += [button_row(*buttons[at : at + MOST_IN_ROW]) for at in range(0, len(buttons), MOST_IN_ROW)]
    view.add_item(ui.Container(*parts, accent_colour=EDGE))
    for file in files:
        if file not in pictures:
            view.add_item(ui.File(f"attachment://{file.name}"))
    view.add_item(ui.TextDisplay(ref))
    view.stop()
    return view


def simple_buttons(letter: Letter) -> discord.ui.View:
    """The buttons below a letter that is plain text; they are found by their custom ids, after a restart too."""
    view = discord.ui.View(timeout=None)
    for button in _buttons(letter):
        view.add_item(button)
    view.stop()
    return view


def shown_text(message: discord.Message) -> str:
    """Everything a message says in words, as plain content or in a panel."""
    return "\n".join([message.content, *_texts(message.components)]).strip()


def _buttons(letter: Letter) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    return [
        discord.ui.Button(label=one.label, url=f"{PLACES}/{one.rest}")
        if one.action == LINK
        else button_for(one.label, ButtonData(one.action, letter.game, one.opening, one.rest), style=STYLES[one.style])
        for one in letter.buttons
    ]


def _texts(components: Sequence[object]) -> Iterator[str]:
    for component in components:
        content = getattr(component, "content", None)
        if isinstance(content, str):
            yield content
        yield from _texts(getattr(component, "children", ()))


def _parts(text: str) -> list[str]:
    parts = [part.strip("\n") for part in text.split("\n\n") if part.strip()]
    if len(parts) > MOST_PARTS:
        parts = [*parts[: MOST_PARTS - 1], "\n\n".join(parts[MOST_PARTS - 1 :])]
    return parts or ["\u200b"]
