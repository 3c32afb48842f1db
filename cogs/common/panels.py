"""Panels (components V2): text, receipts, advice beside choices, and boards, whose panel is made when they are sent."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeAlias

import discord
from discord import ui

from cogs.common.components import PRIMARY, SUCCESS, ButtonData, button_for
from cogs.common.interactions import BotClient, BotServices
from render.words.safe_text import plain
from rules.values import Value
from umpire.outbox.courier import File
from umpire.outbox.outbox import Letter

ORDER_LINE = 77
"""The component id of the text that holds an order's line, so that its button finds it after a restart."""
FENCE = "```"
MOST_TEXT = 3900
LONGEST_LINE = 100
"""Of a list: its label, its value and what is told below."""


Part: TypeAlias = str | ui.Item[ui.LayoutView]
"""What a panel shows: a text, a list, a row of buttons, a picture, a line across."""


class Panel(ui.LayoutView):
    """Parts one below the other beside a stripe of colour; only shown: buttons are found by their custom ids."""

    def __init__(self, colour: int, *parts: Part) -> None:
        super().__init__(timeout=None)
        shown = (ui.TextDisplay(part) if isinstance(part, str) else part for part in parts)
        self.add_item(ui.Container(*shown, accent_colour=colour))
        self.stop()


def text_panel(text: str, colour: int, buttons: Sequence[ui.Button[ui.LayoutView]] = ()) -> Panel:
    """A short text with up to five buttons."""
    return Panel(colour, clip_text(text, MOST_TEXT), *([button_row(*buttons)] if buttons else []))


def button_row(*buttons: ui.Button[ui.LayoutView]) -> ui.ActionRow[ui.LayoutView]:
    """Up to five buttons side by side."""
    return ui.ActionRow(*buttons)


def order_line(line: str) -> ui.TextDisplay[ui.LayoutView]:
    """A line in a code block that `line_in` finds again."""
    return ui.TextDisplay(fence_line(line), id=ORDER_LINE)


def fence_line(line: str) -> str:
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


def safe_sentence(text: str) -> str:
    """One of our sentences with players' names in it, made safe to show; long, since it may hold a whole order."""
    return plain(text, 2000)


def clip_text(text: str, most: int) -> str:
    """Text of at most `most` characters, cut at a line's end."""
    if len(text) <= most:
        return text
    return text[: most - 2].rsplit("\n", 1)[0] + "\n…"


def cut(text: str, most: int, where: str) -> str:
    """Text of at most `most` characters; where it is longer, "… (the rest: WHERE)" ends it."""
    if len(text) <= most:
        return text
    note = f"\n… (the rest: {where})"
    kept = text[: most - len(note)]
    return (kept.rsplit("\n", 1)[0] if "\n" in kept else kept.rstrip("\\ ")) + note


class PanelBoard(Value):
    """What such a post shows."""

    panel: Panel
    files: tuple[File, ...] = ()


BoardMaker: TypeAlias = Callable[[BotServices, Letter], Awaitable[PanelBoard]]


class BoardClient(BotClient):
    """A client that knows how the boards of each system of games are made."""

    boards: Mapping[str, BoardMaker]


STAR: Final = "★ "


class AdvisedChoice(Value):
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


def whole_clauses(text: str, most: int) -> str:
    """As many whole clauses of a text as `most` characters hold: those that "; " parts, else those that ", " parts; "" where the
    first is too long."""
    for mark in ("; ", ", "):
        kept = text
        while kept and (len(kept) > most or kept.count("(") > kept.count(")")):
            kept = kept.rpartition(mark)[0]
        if kept:
            return kept
    return ""


def advised_options(choices: Sequence[AdvisedChoice]) -> list[discord.SelectOption]:
    """A list's lines, each with its reason."""
    return [
        discord.SelectOption(
            label=f"{star(starred=one.starred)}{one.words}"[:LONGEST_LINE],
            value=one.key[:LONGEST_LINE],
            description=whole_clauses(one.reason, LONGEST_LINE) or None,
        )
        for one in choices
    ]
