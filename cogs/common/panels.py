"""Panels (components V2): the preview of an order before it is given, and the receipt after every change."""

from collections.abc import Sequence

import discord
from discord import ui

from render.canvas.safe_text import plain

ORDER_LINE = 77
"""The component id of the text that holds an order's line, so that its button finds it after a restart."""
FENCE = "```"
MOST_TEXT = 3900


class Panel(ui.LayoutView):
    """A layout that is only shown: its buttons are found by their custom ids, so it need not be kept in memory."""

    def __init__(self, *items: ui.Item[ui.LayoutView]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()


def text_panel(text: str, colour: int, buttons: Sequence[ui.Button[ui.LayoutView]] = ()) -> Panel:
    """A short text with up to five buttons."""
    row: list[ui.Item[ui.LayoutView]] = [ui.ActionRow(*buttons)] if buttons else []
    return Panel(ui.Container(ui.TextDisplay(clipped(text, MOST_TEXT)), *row, accent_colour=colour))


def fenced(line: str) -> str:
    """An order's line in a code block."""
    return f"{FENCE}\n{line}\n{FENCE}"


def line_in(message: discord.Message | None) -> str:
    """The order's line in a preview panel's message, "" when it holds none."""
    for component in message.components if message else ():
        for child in getattr(component, "children", (component,)):
            if getattr(child, "id", None) == ORDER_LINE:
                content = str(getattr(child, "content", ""))
                return content.removeprefix(f"{FENCE}\n").removesuffix(f"\n{FENCE}")
    return ""


def said(text: str) -> str:
    """One of our sentences with players' names in it, made safe to show; long, since it may hold a whole order."""
    return plain(text, 2000)


def clipped(text: str, most: int) -> str:
    """Text of at most `most` characters, cut at a line's end."""
    if len(text) <= most:
        return text
    return text[: most - 30].rsplit("\n", 1)[0] + "\n… (more in /orders show)"
