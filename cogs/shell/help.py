"""/help: short answers by topic, with buttons from each to the others."""

from collections.abc import Mapping

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from cogs.campaign.common.campaign_context import seat_or_none
from cogs.common.answers import replace_message, say
from cogs.common.autocomplete import choices_from
from cogs.common.bot_services import Interaction, bot_services
from cogs.common.buttons import ButtonData, Handler, tap
from cogs.common.panels import Panel
from cogs.shell.help_texts import TOPICS
from rules.cluster_war.state.settings import Settings
from rules.errors import GameError, quoted
from umpire.campaign.views import side_views

COLOUR = 0x2F4B7C
FIRST = "start"
FLY = (FIRST, "dogfight")
"""Topics that offer a newcomer's first game at a press."""
A_ROW = 5


def help_panel(topic: str, settings: Settings) -> Panel:
    """One topic and the buttons to all; GameError with the topics there are."""
    wanted = topic.strip().casefold()
    if wanted not in TOPICS:
        raise GameError(f"There is no help on {quoted(topic)}. Topics: {', '.join(TOPICS)}.")
    heading, text = TOPICS[wanted]
    buttons = [
        tap(name, ButtonData("help", "", 0, name), style=_style(name == wanted), disabled=name == wanted)
        for name in TOPICS
    ]
    rows: list[ui.ActionRow[ui.LayoutView]] = [
        ui.ActionRow(*buttons[at : at + A_ROW]) for at in range(0, len(buttons), A_ROW)
    ]
    if wanted in FLY:
        first = tap("Fly a first dogfight", ButtonData("df-first", "", 0), style=discord.ButtonStyle.success, emoji="✈")
        rows.insert(0, ui.ActionRow(first))
    return Panel(ui.Container(ui.TextDisplay(f"### {heading}\n{text(settings)}"), *rows, accent_colour=COLOUR))


async def topic_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The topics."""
    return choices_from(((f"{name}: {heading}", name) for name, (heading, _) in TOPICS.items()), typed)


@app_commands.command(name="help", description="How to play: your first five minutes, orders, maps, dice, and more")
@app_commands.describe(topic="What about (leave out for your first five minutes)")
@app_commands.autocomplete(topic=topic_option)
async def help_command(interaction: Interaction, topic: str = FIRST) -> None:
    """Show a topic to the asker alone."""
    await say(interaction, panel=help_panel(topic, await settings_here(interaction)))


async def settings_here(interaction: Interaction) -> Settings:
    """This campaign's settings for whoever plays in it, the printed ones elsewhere."""
    seat = await seat_or_none(interaction)
    if seat is None:
        return Settings()
    try:
        return (await side_views.view(bot_services(interaction).services, seat)).settings
    except GameError:
        return Settings()


async def help_tap(interaction: Interaction, data: ButtonData) -> None:
    """A button to another topic."""
    await replace_message(interaction, help_panel(data.rest, await settings_here(interaction)))


def _style(present: bool) -> discord.ButtonStyle:  # one private caller
    return discord.ButtonStyle.primary if present else discord.ButtonStyle.secondary


TAPS: Mapping[str, Handler] = {"help": help_tap}
