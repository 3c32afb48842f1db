"""/notify: what a person wants to be named (pinged) for on this server, in all games and for all seats of theirs."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import app_commands
from discord.app_commands import Choice

from cogs.common.answers import replace_message, say, show_panel
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import ButtonData, Handler
from cogs.common.panels import Panel
from cogs.common.selects import SelectHandler, option, select_for
from rules.errors import GameError, WrongPhaseError
from storage.pings import USUAL, Wish
from umpire.games import games
from umpire.outbox.pings import ALLOWANCES
from umpire.outbox.wishes import set_wish, wish_of

GREY: Final = 0x5B6472
NAMES: Final[Mapping[Wish, str]] = {"all": "Everything", "few": "Only what cannot wait", "none": "Nothing"}
MEANS: Final[Mapping[Wish, str]] = {
    "all": "Results, reminders, words for you, and whenever a battle or dogfight waits for you.",
    "few": "Results, the last reminder, a deadline that comes sooner, a battle or dogfight once a turn.",
    "none": "Everything still arrives, and nothing calls you to it.",
}
OFFERED: Final = [
    Choice(name=f"{name}{' (as usual)' if wish == USUAL else ''}", value=wish) for wish, name in NAMES.items()
]


@app_commands.command(name="notify", description="What you are named (pinged) for on this server; nobody else is asked")
@app_commands.describe(what="Without it you see what holds now, and a list to choose from")
@app_commands.choices(what=OFFERED)
@app_commands.allowed_contexts(guilds=True, dms=False)
async def notify_command(interaction: Interaction, what: Choice[str] | None = None) -> None:
    """Show or change what the giver is named for."""
    guild = await _guild_of(interaction, "")
    if what is not None:
        await set_wish(services_of(interaction), guild, interaction.user.id, _wish_in(what.value))
    await say(interaction, panel=await _panel(interaction, guild, "", changed=what is not None))


async def shown(interaction: Interaction, data: ButtonData) -> None:
    """The button Pings: the same list, for the presser's eyes alone."""
    guild = await _guild_of(interaction, data.game)
    await show_panel(interaction, await _panel(interaction, guild, data.game, changed=False))


async def chosen(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """A choice from the list."""
    guild = await _guild_of(interaction, data.game)
    await set_wish(services_of(interaction), guild, interaction.user.id, _wish_in(values[0] if values else ""))
    await replace_message(interaction, await _panel(interaction, guild, data.game, changed=True))


async def _guild_of(interaction: Interaction, game: str) -> int:
    """The server that is meant: where the giver is or, in a direct message, the game's whose letter was pressed."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    found = (await games.get_game(services_of(interaction), game)).guild_id if game else 0
    if not found:
        raise WrongPhaseError("What you are named for is kept for each server: use /notify in the server you mean.")
    return found


async def _panel(interaction: Interaction, guild: int, game: str, *, changed: bool) -> Panel:
    wish = await wish_of(services_of(interaction), guild, interaction.user.id)
    most = {kind: allowance.most for kind, allowance in ALLOWANCES.items()}
    text = (
        f"### Pings on this server: {NAMES[wish].lower()}\n"
        f"{'✔ Kept. ' if changed else ''}{MEANS[wish]}\n"
        "All letters arrive whatever you choose here; a ping only calls you to one. It holds for all your games on this server, "
        "and goes with you, not with the seat. While you are away (/campaign away) nothing of that campaign pings you.\n"
        f"-# In one turn at most: {most['result']} for the result, {most['reminder'] + most['last']} for reminders, "
        f"{most['message']} for words to you, an hour apart, {most['sooner']} for a deadline that comes sooner, {most['turn']} "
        "when a battle or dogfight waits. What is above that comes without a ping."
    )
    options = [option(name, key, MEANS[key], chosen=key == wish) for key, name in NAMES.items()]
    return Panel(GREY, text, select_for("What do you want to be named for?", ButtonData("notify", game, 0), options))


def _wish_in(value: str) -> Wish:
    for wish in NAMES:
        if wish == value:
            return wish
    raise GameError("This list cannot be read; use /notify again.")


BUTTONS: Mapping[str, Handler] = {"notify": shown}
SELECTS: Mapping[str, SelectHandler] = {"notify": chosen}
