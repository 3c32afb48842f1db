"""Somebody tries what they may not do, or to know what nobody can know yet; and the whole table of such trials.

A fact of the other tables is heard or not. What is tried here is an act: it is refused, or it comes to nothing.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from playtest.player import GIVE_BUTTON
from rules.values import Value
from sandbox.human import Human
from sandbox.reply import Reply
from tests.e2e.kit import CHANNEL, Table, running_table

Play: TypeAlias = Callable[[Table], Awaitable[None]]
LAY_DOWN = "Lay it down"


class Trial(Value):
    """What is tried, and where it is promised that it comes to nothing (a page, with what it says)."""

    name: str
    promise: str
    play: Play


async def tried(trial: Trial, folder: Path) -> str:
    """Play a trial at a table of its own; "" if it came to nothing, or else what came of it."""
    async with running_table(folder) as table:
        try:
            await trial.play(table)
        except AssertionError as came:
            return str(came) or repr(came)
    return ""


def played(trial: Trial) -> str:
    """The same in this process, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(tried(trial, Path(own)))


async def give_line(human: Human, line: str) -> Reply:
    """An order by its line, as far as the giver gets with it."""
    preview = await human.slash(CHANNEL, "orders write", line=line)
    return await human.click(preview, GIVE_BUTTON) if has_button(preview, GIVE_BUTTON) else preview


async def laid(human: Human, line: str) -> Reply:
    """A standing order by its line, as far as the giver gets with it."""
    draft = await human.slash(CHANNEL, "orders standing", line=line)
    return await human.click(draft, LAY_DOWN) if has_button(draft, LAY_DOWN) else draft


def has_button(reply: Reply, label: str) -> bool:
    """Whether a button is below an answer."""
    return any(button.label == label for button in reply.buttons)


def refused(reply: Reply, words: str) -> None:
    """AssertionError unless somebody is told no, in a sentence with these words."""
    text = reply.text()
    assert text.startswith("⚠"), f"not refused: {text[:300]}"
    assert words in text, f"refused, but not with {words!r}: {text[:300]}"
