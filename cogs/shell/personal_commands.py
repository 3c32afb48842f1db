"""What a person decides for themselves: /digest, /notify and /privacy."""

import logging
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from discord import app_commands
from discord.app_commands import Choice

from cogs.common.components import (
    DANGER,
    ButtonData,
    Handler,
    SelectHandler,
    button_for,
    check_asked,
    option,
    select_for,
)
from cogs.common.interactions import (
    Interaction,
    bot_services,
    defer,
    replace_message,
    say,
    server_of,
    services_of,
    show_panel,
)
from cogs.common.panels import Panel, text_panel
from cogs.common.threads import show_out
from render.words.safe_text import count, plain
from rules.values import GameError, WrongPhaseError
from storage.errors import StorageError
from storage.notifications import USUAL_PREFERENCE, DigestRow, PingPreference
from umpire import people
from umpire.games import games
from umpire.news import digest_preference_of as digest_of
from umpire.news import once_now
from umpire.news import set_digest_preference as set_digest
from umpire.outbox.courier import File
from umpire.outbox.outbox import ALLOWANCES, preference_of, set_preference
from umpire.people import Stake
from umpire.tactical_kinds.known import KINDS, one_of_them

How: TypeAlias = Literal["daily", "weekly", "off", "now"]
GREY: Final = 0x5B6472
DIGEST_NAMES: Final[Mapping[How, str]] = {
    "daily": "Every day",
    "weekly": "Every week",
    "off": "Never",
    "now": "Once, now",
}
DIGEST_MEANINGS: Final[Mapping[How, str]] = {
    "daily": "One message a day, where anything happened.",
    "weekly": "One message a week, where anything happened.",
    "off": "None, as long as you do not ask for it.",
    "now": "What happened since you last looked, as one message.",
}
DIGESTS_OFFERED: Final = [Choice(name=name, value=how) for how, name in DIGEST_NAMES.items()]
DIGEST_SENT: Final = "✔ On its way, by direct message."
NO_NEWS: Final = "Nothing has happened in your games here since you last looked at them, so there is nothing to send."


@app_commands.command(name="digest", description="All your games on this server in one direct message, daily or weekly")
@app_commands.describe(how="Without it you see what holds now, and a list to choose from")
@app_commands.choices(how=DIGESTS_OFFERED)
@app_commands.allowed_contexts(guilds=True, dms=False)
async def digest_command(interaction: Interaction, how: Choice[str] | None = None) -> None:
    """Show or change how often the giver gets a digest, or send one now."""
    server_of(interaction)
    await defer(interaction)
    done = "" if how is None else await _set_digest(interaction, _how_in(how.value))
    await say(interaction, panel=await _digest_panel(interaction, done))


async def digest_chosen(interaction: Interaction, _: ButtonData, values: Sequence[str]) -> None:
    """A choice from the list."""
    server_of(interaction)
    done = await _set_digest(interaction, _how_in(values[0] if values else ""))
    await replace_message(interaction, await _digest_panel(interaction, done))


async def _set_digest(interaction: Interaction, how: How) -> str:
    """Do what was chosen; what came of it, in a sentence."""
    services, guild, user = services_of(interaction), server_of(interaction), interaction.user.id
    if how == "now":
        if not await once_now(services, guild, user, str(interaction.id)):
            return NO_NEWS
        bot_services(interaction).deliverer.wake()
        return DIGEST_SENT
    await set_digest(services, guild, user, how)
    return "✔ Kept."


async def _digest_panel(interaction: Interaction, done: str) -> Panel:
    row = await digest_of(services_of(interaction), server_of(interaction), interaction.user.id)
    lines = [
        f"### Your digest: {_digest_now(row)}",
        *([done] if done else []),
        "All your games on this server in one direct message: what happened, links to the reports, what waits for you. It comes "
        "only where anything happened, calls you only if your pings (/notify) are set to everything, and ends by itself if you "
        "take no direct messages from me.",
    ]
    now = None if row is None else row.every
    options = [option(name, how, DIGEST_MEANINGS[how], chosen=how == now) for how, name in DIGEST_NAMES.items()]
    return Panel(GREY, "\n".join(lines), select_for("How often?", ButtonData("digest", "", 0), options))


def _digest_now(row: DigestRow | None) -> str:
    match row:
        case DigestRow(every="daily" | "weekly" as every):
            return f"{DIGEST_NAMES[every].lower()}, next <t:{row.next_at}:R>"
        case DigestRow(every="closed"):
            return f"switched off <t:{row.changed_at}:R>, since I may not write to you directly"
        case _:
            return "never"


def _how_in(value: str) -> How:
    for how in DIGEST_NAMES:
        if how == value:
            return how
    raise GameError("This list cannot be read; use /digest again.")


DIGEST_SELECTS: Mapping[str, SelectHandler] = {"digest": digest_chosen}


PING_NAMES: Final[Mapping[PingPreference, str]] = {
    "all": "Everything",
    "few": "Only what cannot wait",
    "none": "Nothing",
}
TACTICAL: Final = one_of_them(KINDS.values())
"""A game that waits for somebody more than once a turn."""
PING_MEANINGS: Final[Mapping[PingPreference, str]] = {
    "all": f"Results, reminders, words for you, and whenever {TACTICAL} waits for you.",
    "few": f"Results, the last reminder, a deadline that comes sooner, {TACTICAL} once a turn.",
    "none": "Everything still arrives, and nothing calls you to it.",
}
PINGS_OFFERED: Final = [
    Choice(name=f"{name}{' (as usual)' if wish == USUAL_PREFERENCE else ''}", value=wish)
    for wish, name in PING_NAMES.items()
]


@app_commands.command(name="notify", description="What you are named (pinged) for on this server; nobody else is asked")
@app_commands.describe(what="Without it you see what holds now, and a list to choose from")
@app_commands.choices(what=PINGS_OFFERED)
@app_commands.allowed_contexts(guilds=True, dms=False)
async def notify_command(interaction: Interaction, what: Choice[str] | None = None) -> None:
    """Show or change what the giver is named for."""
    guild = await _guild_of(interaction, "")
    if what is not None:
        await set_preference(services_of(interaction), guild, interaction.user.id, _pings_in(what.value))
    await say(interaction, panel=await _pings_panel(interaction, guild, "", changed=what is not None))


async def pings_shown(interaction: Interaction, data: ButtonData) -> None:
    """The button Pings: the same list, for the presser's eyes alone."""
    guild = await _guild_of(interaction, data.game)
    await show_panel(interaction, await _pings_panel(interaction, guild, data.game, changed=False))


async def pings_chosen(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """A choice from the list."""
    guild = await _guild_of(interaction, data.game)
    await set_preference(services_of(interaction), guild, interaction.user.id, _pings_in(values[0] if values else ""))
    await replace_message(interaction, await _pings_panel(interaction, guild, data.game, changed=True))


async def _guild_of(interaction: Interaction, game: str) -> int:
    """The server that is meant: where the giver is or, in a direct message, the game's whose letter was pressed."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    found = (await games.get_game(services_of(interaction), game)).guild_id if game else 0
    if not found:
        raise WrongPhaseError("What you are named for is kept for each server: use /notify in the server you mean.")
    return found


async def _pings_panel(interaction: Interaction, guild: int, game: str, *, changed: bool) -> Panel:
    wish = await preference_of(services_of(interaction), guild, interaction.user.id)
    most = {kind: allowance.most for kind, allowance in ALLOWANCES.items()}
    text = (
        f"### Pings on this server: {PING_NAMES[wish].lower()}\n"
        f"{'✔ Kept. ' if changed else ''}{PING_MEANINGS[wish]}\n"
        "All letters arrive whatever you choose here; a ping only calls you to one. It holds for all your games on this server, "
        "and goes with you, not with the seat. While you are away (/campaign away) nothing of that campaign pings you.\n"
        f"-# In one turn at most: {most['result']} for the result, {most['reminder'] + most['last']} for reminders, "
        f"{most['message']} for words to you, an hour apart, {most['sooner']} for a deadline that comes sooner, {most['turn']} "
        f"when {TACTICAL} waits. What is above that comes without a ping."
    )
    options = [option(name, key, PING_MEANINGS[key], chosen=key == wish) for key, name in PING_NAMES.items()]
    return Panel(GREY, text, select_for("What do you want to be named for?", ButtonData("notify", game, 0), options))


def _pings_in(value: str) -> PingPreference:
    for wish in PING_NAMES:
        if wish == value:
            return wish
    raise GameError("This list cannot be read; use /notify again.")


PING_BUTTONS: Mapping[str, Handler] = {"notify": pings_shown}
PING_SELECTS: Mapping[str, SelectHandler] = {"notify": pings_chosen}


log = logging.getLogger(__name__)

BLUE: Final = 0x2F4B7C
RED: Final = 0xB03A2E
GREEN: Final = 0x009E73
MOST_STAKES: Final = 12
PRIVACY_TEXT: Final = (
    "### What is kept, and why\n"
    "• Your Discord id, with the seats you hold: to know whose orders are whose, and where your reports go. No names.\n"
    "• Your orders, what you wrote in them and in forms, letters, drawings, squadrons, and what you rolled: they are the game.\n"
    "• Who did what and when: so that a game master can answer for a game. Times, commands, reasons; your game master reads it.\n"
    "• The bot's own letters to you, with the ids of their messages: so that none is lost or sent twice. How often it named "
    "you, and what you want to be named for. A refused form's text, for a day.\n"
    "• Nothing else: the bot reads no messages and lists no members. It stays until you or the operator remove it."
)
"""Five lines; docs/guide-operator.md says the same at length."""


def _privacy_data(action: str, rest: str = "") -> ButtonData:
    return ButtonData(action, "", 0, rest)


@app_commands.command(name="privacy", description="What is kept of you and why; get it as a file, or have it removed")
async def privacy_command(interaction: Interaction) -> None:
    """Say it, with the two buttons."""
    buttons = (
        button_for("What is kept of me", _privacy_data("privacy-file")),
        button_for("Remove my data", _privacy_data("privacy-ask"), style=DANGER),
    )
    await say(interaction, panel=text_panel(PRIVACY_TEXT, BLUE, buttons))


async def kept_button(interaction: Interaction, _: ButtonData) -> None:
    """All that is kept of the one who asks, for them alone."""
    await defer(interaction)
    data = await people.kept_of(services_of(interaction), interaction.user.id)
    await say(interaction, "All that is kept of you, for you alone.", files=[File("kept-of-me.json", data)])


async def ask_removal(interaction: Interaction, _: ButtonData) -> None:
    """What removal would do, and a yes."""
    found = await people.stakes(services_of(interaction), interaction.user.id)
    buttons = (
        button_for("Yes, remove all of it", _privacy_data("privacy-yes", str(interaction.user.id)), style=DANGER),
        button_for("Keep it", _privacy_data("privacy-no")),
    )
    await replace_message(interaction, text_panel(removal_question(found), RED, buttons))


def removal_question(found: Sequence[Stake]) -> str:
    """What would happen to each game, and what removal cannot reach."""
    lines = ["### Remove everything that is kept of you?"]
    playing = [stake for stake in found if stake.unfinished]
    for stake in playing[:MOST_STAKES]:
        sides = " and ".join(f"**{plain(name)}**" for name in stake.seats if name)
        if sides:
            lines.append(f"• {plain(stake.name)}: {sides} is open, and the game master is asked to fill the seat.")
        if stake.only_master:
            lines.append(
                f"• {plain(stake.name)}: you are its only game master. It will have **none** until somebody who manages the "
                "server hands it over. Rather make somebody else its game master first."
            )
        elif "" in stake.seats:
            lines.append(f"• {plain(stake.name)}: the other game masters go on without you.")
    if len(playing) > MOST_STAKES:
        lines.append(f"• … and {count(len(playing) - MOST_STAKES, 'game')} more.")
    lines += [
        "• You are taken out of your private threads; drawings, squadrons, drafts and what you rolled with `/roll` are deleted.",
        "• In orders, letters and logs you become “former player 1”. What you wrote for a game stays part of it: it goes on, and "
        "its dice and turns can still be checked.",
        "• Messages on Discord are Discord's; backups are the operator's.",
        "This cannot be taken back, and nobody can give you your seats again but a game master.",
    ]
    return "\n".join(lines)


async def remove_all(interaction: Interaction, data: ButtonData) -> None:
    """The yes: out of the threads first, while it is still known which they are; then out of the database."""
    check_asked(data, interaction.user.id)
    await interaction.response.defer()
    bot, user = bot_services(interaction), interaction.user.id
    threads = await people.private_threads(bot.services, user)
    out_of = [one for one in threads if not await show_out(interaction.client, one, user)]
    try:
        done = await people.remove(bot.services, user, out_of)
    except StorageError as busy:
        log.warning("A person's data is removed, but the file is not written anew yet: %s", busy)
        raise GameError(
            "It is removed, but the file could not be cleaned yet; please press the button once more."
        ) from busy
    bot.clock.poke()
    bot.deliverer.wake()
    text = f"### Done\nNothing about you is kept now ({count(done.rows, 'entry', 'entries')} in {count(done.games, 'game')})."
    if done.words_kept:
        text += "\nOne thing stays: a word that you gave for a turn's dice holds your id, and everybody checks those dice by it."
    if len(out_of) < len(threads):
        text += (
            "\nYou could not be taken out of every private thread, so that thread is closed: nothing more is written there. "
            "Leave it yourself."
        )
    await replace_message(interaction, text_panel(text, GREEN))


async def nothing_removed(interaction: Interaction, _: ButtonData) -> None:
    """Nothing is done."""
    await replace_message(interaction, text_panel("Nothing was removed.", 0x808080))


PRIVACY_BUTTONS: Final[Mapping[str, Handler]] = {
    "privacy-file": kept_button,
    "privacy-ask": ask_removal,
    "privacy-yes": remove_all,
    "privacy-no": nothing_removed,
}
