"""One handler for every error of every command and button. Players get a sentence; bugs get a short code that is logged."""

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import TypeAlias

import discord
from discord import app_commands

from cogs.common.answers import MOST_TEXT, QUIET, sent_files
from cogs.common.bot_services import Interaction
from rules.errors import GameError
from storage.errors import StaleStateError, StorageError
from umpire.outbox.courier import File
from umpire.services.nearest import worded

Below: TypeAlias = Callable[[int], tuple[str, Sequence[File]]]
"""What stands under a sentence, for so many characters of room: text and files."""
log = logging.getLogger(__name__)

ANSWERS: tuple[tuple[type[Exception], str], ...] = (
    (StaleStateError, "Somebody changed the campaign at the same moment; nothing was lost. Please do it once more."),
    (app_commands.NoPrivateMessage, "This works in a server, not in a direct message."),
    (app_commands.MissingPermissions, "You need the Manage Server permission for that."),
    (app_commands.CommandOnCooldown, "Slower, please; try again in a moment."),
    (app_commands.CommandNotFound, "That command is no longer offered; Discord will update its list soon."),
    (app_commands.CommandSignatureMismatch, "That command has just changed; type it again."),
    (app_commands.TransformerError, "One of the values could not be read; pick one from the list."),
)
"""What is said for errors that are nobody's bug."""


async def answer_error(
    interaction: Interaction, error: Exception, below: Below | None = None, buttons: discord.ui.View | None = None
) -> None:
    """Answer whatever went wrong: a GameError with its own sentence and rule, a known case, or a code for the log.

    `below` gives what stands under the sentence, for the room that is left there, and `buttons` are under that.
    """
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    said = sentence(cause, interaction)
    more, files = ("", ()) if below is None else below(MOST_TEXT - len(said) - 1)
    await _tell(interaction, f"{said}\n{more}" if more else said, buttons, files)


def sentence(error: BaseException, interaction: Interaction | None = None) -> str:
    """The sentence an error is answered with; an unknown one is logged under the short code it names."""
    if isinstance(error, GameError):
        return f"⚠ {worded(error)}" + (f" `{error.rule}`" if error.rule else "")
    for kind, text in ANSWERS:
        if isinstance(error, kind):
            return f"⚠ {text}"
    if isinstance(error, discord.NotFound) and error.code == 10062:
        log.warning("An answer came too late for Discord.")
        return "⚠ That took too long for Discord; please do it once more. Nothing was lost."
    code = secrets.token_hex(3).upper()
    command = interaction.command.qualified_name if interaction and interaction.command else "a button"
    log.error("Unexpected error %s in %s", code, command, exc_info=error)
    if isinstance(error, StorageError):
        return f"⚠ I cannot use my database just now; nothing was changed. Should it stay so, tell your operator: `{code}`."
    return f"⚠ Something went wrong on our side and nothing was changed. Should it happen again, tell your operator: `{code}`."


async def _tell(
    interaction: Interaction, text: str, buttons: discord.ui.View | None, files: Sequence[File] = ()
) -> None:
    sent = sent_files(files)
    try:
        if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(
                content=text, view=buttons, attachments=sent, allowed_mentions=QUIET
            )
            return
        shown = buttons if buttons is not None else discord.utils.MISSING
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True, view=shown, files=sent, allowed_mentions=QUIET)
        else:
            await interaction.response.send_message(
                text, ephemeral=True, view=shown, files=sent, allowed_mentions=QUIET
            )
    except discord.HTTPException as lost:
        log.warning("An error's answer could not be sent: %s", lost)
