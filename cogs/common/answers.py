"""Answering: one reply to an interaction, whatever its length, to its giver alone unless said otherwise."""

import io
import logging
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import discord

from cogs.common.bot_services import Interaction
from cogs.common.files import FILE_BYTES, fitting
from cogs.common.outages import FAILED
from cogs.common.read_marks import telling, with_text
from storage.db import saved_here
from umpire.outbox.courier import File

log = logging.getLogger(__name__)

MOST_TEXT = 2000
QUIET = discord.AllowedMentions.none()


def sent_files(files: Iterable[File], most: int = FILE_BYTES) -> list[discord.File]:
    """Files as discord.py sends them, once, none larger than so many bytes."""
    return [discord.File(io.BytesIO(f.data), f.name, description=f.alt[:1024] or None) for f in fitting(files, most)]


def begun(text: str, where: str = "the file") -> str:
    """As much of a text as a message takes, cut at a line's end; the rest is in a file beside it."""
    return (
        text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 60].rsplit("\n", 1)[0] + f"\n… the rest is in {where}."
    )


async def defer(interaction: Interaction, *, public: bool = False) -> None:
    """Tell Discord that the answer takes a moment, unless it was told; suggestions are never late.

    What is saved already is gone through with, even if Discord cannot be told.
    """
    if interaction.type is discord.InteractionType.autocomplete or interaction.response.is_done():
        return
    try:
        await interaction.response.defer(ephemeral=not public, thinking=True)
    except FAILED as wrong:
        if not saved_here():
            raise
        log.warning("Discord could not be told that an answer takes a moment: %s", wrong)


async def say(
    interaction: Interaction,
    text: str = "",
    *,
    panel: discord.ui.LayoutView | None = None,
    buttons: discord.ui.View | None = None,
    files: Sequence[File] = (),
    public: bool = False,
) -> None:
    """Answer once: text (a file where it is longer than a message), or a panel, with files. Pings nobody."""
    if len(text) > MOST_TEXT:
        files = (*files, File("answer.md", text.encode()))
        text = begun(text)
    if public:
        await _answer(interaction, text, panel, buttons, files, public=True)
        return
    async with telling(interaction, partial(defer, interaction), panel) as since:
        if since and panel is not None:
            panel = with_text(panel, since)
        elif since:
            told = f"{since}\n\n{text}"
            if len(told) > MOST_TEXT and not any(f.name.endswith((".md", ".txt")) for f in files):
                files = (*files, File("answer.md", text.encode()))
            text = _shortened(told)
        await _answer(interaction, text, panel, buttons, files, public=False)


async def _answer(
    interaction: Interaction,
    text: str,
    panel: discord.ui.LayoutView | None,
    buttons: discord.ui.View | None,
    files: Sequence[File],
    *,
    public: bool,
) -> None:
    sent = sent_files(files, interaction.filesize_limit)
    if panel is not None:
        await _send_panel(interaction, panel, sent, public=public)
    elif interaction.response.is_done():
        await interaction.edit_original_response(content=text, attachments=sent, view=buttons, allowed_mentions=QUIET)
    elif buttons is not None:
        await interaction.response.send_message(
            text, files=sent, view=buttons, ephemeral=not public, allowed_mentions=QUIET
        )
    else:
        await interaction.response.send_message(text, files=sent, ephemeral=not public, allowed_mentions=QUIET)


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 2].rsplit("\n", 1)[0] + "\n…"


async def say_more(interaction: Interaction, text: str, files: Sequence[File]) -> None:
    """A further message below the answer, to its giver alone."""
    sent = sent_files(files, interaction.filesize_limit)
    await interaction.followup.send(text, files=sent, ephemeral=True, allowed_mentions=QUIET)


async def _send_panel(
    interaction: Interaction, panel: discord.ui.LayoutView, files: list[discord.File], *, public: bool
) -> None:
    if interaction.response.is_done():
        await interaction.edit_original_response(view=panel, attachments=files, allowed_mentions=QUIET)
    else:
        await interaction.response.send_message(view=panel, files=files, ephemeral=not public, allowed_mentions=QUIET)


async def show_panel(interaction: Interaction, panel: discord.ui.LayoutView) -> None:
    """In place of the panel that was pressed, if only its presser sees it; else as an answer of its own."""
    flags = None if interaction.message is None else interaction.message.flags
    if flags is not None and flags.ephemeral and flags.components_v2 and not interaction.response.is_done():
        await replace_message(interaction, panel)
    else:
        await say(interaction, panel=panel)


async def replace_message(
    interaction: Interaction, panel: discord.ui.LayoutView, files: Sequence[File] | None = None
) -> None:
    """Answer a button by changing the message it is on; its files too, if any are given."""
    flags = None if interaction.message is None else interaction.message.flags
    if flags is None or not flags.ephemeral:  # what others may read tells nothing of it
        await _replace(interaction, panel, files)
        return
    async with telling(interaction, partial(_seen, interaction), panel) as since:
        await _replace(interaction, with_text(panel, since) if since else panel, files)


async def _replace(interaction: Interaction, panel: discord.ui.LayoutView, files: Sequence[File] | None) -> None:
    sent: dict[str, Any] = {} if files is None else {"attachments": sent_files(files, interaction.filesize_limit)}
    if interaction.message is not None and not interaction.message.flags.components_v2:
        sent["content"] = (
            None  # a sentence with a button, as errors are, becomes a panel: Discord takes no content beside one
        )
    if interaction.response.is_done():
        await interaction.edit_original_response(view=panel, allowed_mentions=QUIET, **sent)
    else:
        await interaction.response.edit_message(view=panel, allowed_mentions=QUIET, **sent)


async def _seen(interaction: Interaction) -> None:
    """Tell Discord that the message that was pressed will change in a moment."""
    if not interaction.response.is_done():
        await interaction.response.defer()
