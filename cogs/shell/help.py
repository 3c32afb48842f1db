"""/help: short answers by topic, with buttons from each to the others."""

from collections.abc import Mapping
from typing import cast

from discord import app_commands, ui
from discord.app_commands import Choice

from cogs.common.answers import replace_message, say
from cogs.common.autocomplete import choices_from
from cogs.common.bot_services import Interaction
from cogs.common.buttons import PRIMARY, SECONDARY, ButtonClient, ButtonData, Handler, button_for
from cogs.common.help_topic import Topic
from cogs.common.panels import Panel, button_row
from rules.errors import GameError, quoted, unknown

COLOUR = 0x2F4B7C
FIRST = "start"
A_ROW = 5
STYLES = {True: PRIMARY, False: SECONDARY}


class HelpClient(ButtonClient):
    """A client that knows the topics, in the order in which they are offered."""

    topics: Mapping[str, Topic]


def topics_of(interaction: Interaction) -> Mapping[str, Topic]:
    """The topics of the client that received this interaction."""
    return cast("HelpClient", interaction.client).topics


async def help_panel(topics: Mapping[str, Topic], topic: str, interaction: Interaction | None) -> Panel:
    """One topic and the buttons to all; GameError with the topics there are."""
    wanted = topic.strip().casefold()
    if wanted not in topics:
        raise unknown(GameError, f"There is no help on {quoted(topic)}.", topic, "Topics", topics)
    found = topics[wanted]
    buttons = [
        button_for(name, ButtonData("help", "", 0, name), style=STYLES[name == wanted], disabled=name == wanted)
        for name in topics
    ]
    rows: list[ui.ActionRow[ui.LayoutView]] = [
        button_row(*buttons[at : at + A_ROW]) for at in range(0, len(buttons), A_ROW)
    ]
    if found.offer is not None:
        rows.insert(0, button_row(found.offer()))
    text = f"### {found.heading}\n{await found.text(interaction)}"
    return Panel(COLOUR, text, *rows)


async def topic_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The topics."""
    pairs = ((f"{name}: {topic.heading}", name) for name, topic in topics_of(interaction).items())
    return choices_from(pairs, typed)


@app_commands.command(name="help", description="How to play: your first five minutes, orders, maps, dice, and more")
@app_commands.describe(topic="What about (leave out for your first five minutes)")
@app_commands.autocomplete(topic=topic_option)
async def help_command(interaction: Interaction, topic: str = FIRST) -> None:
    """Show a topic to the asker alone."""
    await say(interaction, panel=await help_panel(topics_of(interaction), topic, interaction))


async def help_button(interaction: Interaction, data: ButtonData) -> None:
    """A button to another topic."""
    await replace_message(interaction, await help_panel(topics_of(interaction), data.rest, interaction))


BUTTONS: Mapping[str, Handler] = {"help": help_button}
