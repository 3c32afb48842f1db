"""One handler for every error of every command and button. Players get a sentence that says what stands; bugs get a short
code that is logged."""

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import discord
from discord import app_commands

from cogs.common.command_names import moved_text
from cogs.common.interactions import MOST_TEXT, NO_MENTIONS, Interaction, below_text, sent_files
from cogs.common.outages import FAILURES, is_outage
from cogs.common.refusals import full
from rules.values import GameError
from storage.db import saved_here
from storage.errors import StaleStateError, StorageError
from umpire.outbox.courier import File
from umpire.services.nearest import format_refusal

Below: TypeAlias = Callable[[int], tuple[str, Sequence[File]]]
"""What stands under a sentence, for so many characters of room: text and files."""
log = logging.getLogger(__name__)

ERROR_ANSWERS: tuple[tuple[type[Exception], str], ...] = (
    (app_commands.NoPrivateMessage, "This works in a server, not in a direct message."),
    (app_commands.MissingPermissions, "You need the Manage Server permission for that."),
    (app_commands.CommandOnCooldown, "Slower, please; try again in a moment."),
    (app_commands.CommandSignatureMismatch, "That command has just changed; type it again."),
    (app_commands.TransformerError, "One of the values could not be read; pick one from the list."),
)
"""What is said for errors that are nobody's bug and come before anything is done."""

LOOK_FIRST: Final = "look at the current state before you do it again"
OUTAGE_TEXTS: Final = {
    False: "Discord did not answer me, and nothing was changed. Please try again.",
    True: "Discord did not answer me, but what you asked for is saved; do not do it again. What is still missing of it, such "
    "as a thread or a post, I finish by myself.",
    None: f"Discord did not answer me; {LOOK_FIRST}.",
}
TOO_LATE: Final = {
    False: "That took too long for Discord, and nothing was changed. Please try again.",
    True: "That took too long for Discord to show my answer, but what you asked for is saved; do not do it again.",
    None: f"That took too long for Discord; {LOOK_FIRST}.",
}
STALE_TEXTS: Final = {
    False: "Somebody changed the campaign at the same moment, so nothing was changed. Please try again.",
    True: f"Somebody changed the campaign at the same moment, when a part of this was saved; {LOOK_FIRST}.",
    None: f"Somebody changed the campaign at the same moment; {LOOK_FIRST}.",
}
DATABASE_TEXTS: Final = {
    False: "I cannot use my database just now; nothing was changed.",
    True: f"I cannot use my database just now, and a part of this was saved before; {LOOK_FIRST}.",
    None: f"I cannot use my database just now; {LOOK_FIRST}.",
}
DISCORD_TEXTS: Final = {
    False: "Discord refused what I tried, and nothing was changed.",
    True: f"What you asked for is saved, but Discord refused what I tried after that; {LOOK_FIRST}.",
    None: f"Discord refused what I tried; {LOOK_FIRST}.",
}
BUG_TEXTS: Final = {
    False: "Something went wrong on our side and nothing was changed.",
    True: f"Something went wrong on our side, but not before something was saved; {LOOK_FIRST}.",
    None: f"Something went wrong on our side; {LOOK_FIRST}.",
}
"""Each by whether anything was saved for the one who asked; None where that is not known."""


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
    """The sentence an error is answered with, which says truly whether anything was saved; an unknown error is logged under
    the short code it names."""
    if isinstance(error, GameError):
        return f"⚠ {format_refusal(error)}" + (f" `{error.rule}`" if error.rule else "")
    if isinstance(error, app_commands.CommandNotFound):
        return f"⚠ {moved_text(error, interaction)}"
    for kind, text in ERROR_ANSWERS:
        if isinstance(error, kind):
            return f"⚠ {text}"
    saved = saved_here()
    if isinstance(error, StaleStateError):
        return f"⚠ {STALE_TEXTS[saved]}"
    if isinstance(error, discord.NotFound) and error.code == 10062:
        log.warning("An answer came too late for Discord.")
        return f"⚠ {TOO_LATE[saved]}"
    if why := full(error):
        log.warning("Discord refused something: %s", error)
        return f"⚠ {DISCORD_TEXTS[saved]} Why: {why}, then do it again."
    command = interaction.command.qualified_name if interaction and interaction.command else "a button"
    if is_outage(error):
        log.warning("Discord failed in %s: %s: %s", command, type(error).__name__, error)
        return f"⚠ {OUTAGE_TEXTS[saved]}"
    code = secrets.token_hex(3).upper()
    log.error("Unexpected error %s in %s", code, command, exc_info=error, extra={"code": code})
    if isinstance(error, StorageError):
        return f"⚠ {DATABASE_TEXTS[saved]} Should it stay so, tell your operator: `{code}`."
    known = DISCORD_TEXTS if isinstance(error, discord.HTTPException) else BUG_TEXTS
    return f"⚠ {known[saved]} Should it happen again, tell your operator: `{code}`."


async def _tell(
    interaction: Interaction, text: str, buttons: discord.ui.View | None, files: Sequence[File] = ()
) -> None:
    sent = sent_files(files)
    buttons = await below_text(interaction, text, buttons)
    try:
        if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(
                content=text, view=buttons, attachments=sent, allowed_mentions=NO_MENTIONS
            )
            return
        shown = buttons if buttons is not None else discord.utils.MISSING
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True, view=shown, files=sent, allowed_mentions=NO_MENTIONS)
        else:
            await interaction.response.send_message(
                text, ephemeral=True, view=shown, files=sent, allowed_mentions=NO_MENTIONS
            )
    except FAILURES as lost:
        log.warning("An error's answer could not be sent: %s", lost)
    except Exception:
        log.exception("What Discord said to an error's answer could not be read.")
