"""/privacy: what is kept and why, all that is kept of whoever asks, and its removal."""

import logging
from collections.abc import Mapping, Sequence
from typing import Final

from discord import app_commands

from cogs.common.answers import defer, replace_message, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import DANGER, ButtonData, Handler, button_for, check_asked
from cogs.common.panels import text_panel
from cogs.common.threads import show_out
from render.words.safe_text import count, plain
from rules.errors import GameError
from storage.errors import StorageError
from umpire.outbox.courier import File
from umpire.people import kept, removal
from umpire.people.removal import Stake

log = logging.getLogger(__name__)

BLUE: Final = 0x2F4B7C
RED: Final = 0xB03A2E
GREEN: Final = 0x009E73
MOST_TOLD: Final = 12
TEXT: Final = (
    "### What is kept, and why\n"
    "• Your Discord id, with the seats you hold: to know whose orders are whose, and where your reports go. No names.\n"
    "• Your orders, what you wrote in them and in forms, letters, drawings, squadrons, and what you rolled: they are the game.\n"
    "• Who did what and when: so that a game master can answer for a game. Times, commands, reasons; your game master reads it.\n"
    "• The bot's own letters to you, with the ids of their messages: so that none is lost or sent twice. How often it named "
    "you, and what you want to be named for. A refused form's text, for a day.\n"
    "• Nothing else: the bot reads no messages and lists no members. It stays until you or the operator remove it."
)
"""Five lines; docs/guide-operator.md says the same at length."""


def _data(action: str, rest: str = "") -> ButtonData:
    return ButtonData(action, "", 0, rest)


@app_commands.command(name="privacy", description="What is kept of you and why; get it as a file, or have it removed")
async def privacy_command(interaction: Interaction) -> None:
    """Say it, with the two buttons."""
    buttons = (
        button_for("What is kept of me", _data("privacy-file")),
        button_for("Remove my data", _data("privacy-ask"), style=DANGER),
    )
    await say(interaction, panel=text_panel(TEXT, BLUE, buttons))


async def kept_button(interaction: Interaction, _: ButtonData) -> None:
    """All that is kept of the one who asks, for them alone."""
    await defer(interaction)
    data = await kept.kept_of(services_of(interaction), interaction.user.id)
    await say(interaction, "All that is kept of you, for you alone.", files=[File("kept-of-me.json", data)])


async def ask(interaction: Interaction, _: ButtonData) -> None:
    """What removal would do, and a yes."""
    found = await removal.stakes(services_of(interaction), interaction.user.id)
    buttons = (
        button_for("Yes, remove all of it", _data("privacy-yes", str(interaction.user.id)), style=DANGER),
        button_for("Keep it", _data("privacy-no")),
    )
    await replace_message(interaction, text_panel(question(found), RED, buttons))


def question(found: Sequence[Stake]) -> str:
    """What would happen to each game, and what removal cannot reach."""
    lines = ["### Remove everything that is kept of you?"]
    playing = [stake for stake in found if stake.unfinished]
    for stake in playing[:MOST_TOLD]:
        sides = " and ".join(f"**{plain(name)}**" for name in stake.seats if name)
        if sides:
            lines.append(f"• {plain(stake.name)}: {sides} stands open, and the game master is told to fill the seat.")
        if stake.only_master:
            lines.append(
                f"• {plain(stake.name)}: you are its only game master. It will have **none** until somebody who manages the "
                "server hands it over. Rather make somebody else its game master first."
            )
        elif "" in stake.seats:
            lines.append(f"• {plain(stake.name)}: the other game masters go on without you.")
    if len(playing) > MOST_TOLD:
        lines.append(f"• … and {count(len(playing) - MOST_TOLD, 'game')} more.")
    lines += [
        "• You are taken out of your private threads; drawings, squadrons, drafts and what you rolled with `/roll` are deleted.",
        "• In orders, letters and logs you become “former player 1”. What you wrote for a game stays part of it: it goes on, and "
        "its dice and turns can still be checked.",
        "• Messages on Discord are Discord's; backups are the operator's.",
        "This cannot be taken back, and nobody can give you your seats again but a game master.",
    ]
    return "\n".join(lines)


async def remove(interaction: Interaction, data: ButtonData) -> None:
    """The yes: out of the threads first, while it is still known which they are; then out of the database."""
    check_asked(data, interaction.user.id)
    await interaction.response.defer()
    bot, user = bot_services(interaction), interaction.user.id
    left: list[str] = []
    for seat in await removal.rooms(bot.services, user):
        left += await show_out(interaction.client, seat.thread_id, user)
    try:
        done = await removal.remove(bot.services, user)
    except StorageError as busy:
        log.warning("A person's data is removed, but the file is not written anew yet: %s", busy)
        raise GameError(
            "It is removed, but the file could not be cleaned yet; please press the button once more."
        ) from busy
    bot.clock.poke()
    bot.deliverer.wake()
    text = f"### Done\nNothing is kept of you any more ({count(done.rows, 'entry', 'entries')} in {count(done.games, 'game')})."
    if done.words_kept:
        text += "\nOne thing stays: a word that you gave for a turn's dice holds your id, and everybody checks those dice by it."
    if left:
        text += (
            "\nYou could not be taken out of every private thread; leave it yourself, nothing more is written there."
        )
    await replace_message(interaction, text_panel(text, GREEN))


async def keep(interaction: Interaction, _: ButtonData) -> None:
    """Nothing is done."""
    await replace_message(interaction, text_panel("Nothing was removed.", 0x808080))


BUTTONS: Final[Mapping[str, Handler]] = {
    "privacy-file": kept_button,
    "privacy-ask": ask,
    "privacy-yes": remove,
    "privacy-no": keep,
}
