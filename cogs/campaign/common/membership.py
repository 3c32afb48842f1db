"""Who takes part: an open seat taken, and whom Discord offers the game master's commands."""

from typing import Any, Final

import discord
from discord import app_commands

from cogs.campaign.common.named_buttons import named_view
from cogs.common.command_names import command_tree
from cogs.common.interactions import Interaction, bot_services, defer, say
from cogs.common.members import let_back_in
from cogs.common.picked_members import roles_of
from cogs.common.thread_keeper import see_to_threads
from render.words.safe_text import format_list, plain
from umpire.campaign.founding.welcome import welcome_player
from umpire.campaign.turn import changed_sides
from umpire.games import seats
from umpire.games.games import Game
from umpire.games.seat import Seat


async def take_seat(interaction: Interaction, game: Game, side: str) -> None:
    """Seat whoever asks, and tell the channel of it. What is refused is for the asker's eyes alone; whoever has a seat and comes
    back to the server is let into its thread all the same."""
    bot = bot_services(interaction)
    for held in await seats.seats(bot.services, game.id):
        if held.user_id == interaction.user.id:
            await let_back_in(interaction, Seat(game.id, held.side, held.user_id))
    seat = await changed_sides.join(bot.services, game.id, interaction.user.id, side, roles_of(interaction))
    await defer(interaction, public=True)
    problems = await see_to_threads(interaction.client, game)
    await welcome_player(bot.services, seat)
    bot.deliverer.wake()
    name = next(flag.name for flag in game.sides if flag.id == seat.side)
    ready = "." if problems else "; the side's private thread is ready."
    text = f"{interaction.user.mention} leads **{plain(name)}** in {plain(game.name)}{ready}"
    if game.is_open:
        text += " The race comes next: /race design."
    said = "\n".join([text, *(f"⚠ {p}" for p in problems)])
    await say(interaction, said, public=True, buttons=named_view(game, text), named=True)


HOW_TO_SEE_GM_COMMANDS: Final = (
    "Discord shows the game master's commands ({names}) only to members with Manage Server. A server manager opens them to "
    "{who} under Server Settings, Integrations, {bot}. Until then: the dashboard's buttons run every turn, and in a direct "
    "message with me all of them work."
)


def how_to_see(
    interaction: Interaction, master: discord.Member | discord.User, role: discord.Role | None = None
) -> str:
    """What is said of a game master, or of a role of game masters, whom Discord does not offer their commands in this server;
    "" if it does."""
    names = hidden_names(command_tree(interaction))
    if not names or not isinstance(master, discord.Member):
        return ""
    own = master == interaction.user
    bits = interaction.permissions if own else master.guild_permissions
    who = [] if bits.manage_guild else ["you or one of your roles" if own else master.mention]
    who += [] if role is None or role.permissions.manage_guild else [f"members of {role.mention}"]
    bot = interaction.client.application
    return (
        HOW_TO_SEE_GM_COMMANDS.format(
            names=format_list(names), who=format_list(who), bot=bot.name if bot else "this bot"
        )
        if who
        else ""
    )


def hidden_names(tree: app_commands.CommandTree[Any]) -> list[str]:
    """The commands that Discord offers to members with Manage Server alone, as they are written."""
    found = (command for command in tree.get_commands() if isinstance(command, app_commands.Group))
    return [f"`/{command.name}`" for command in found if command.default_permissions is not None]


def where_now(interaction: Interaction, game: Game) -> str:
    """Where a campaign of this server is, and the way out if its channel is gone."""
    if interaction.guild is None or interaction.guild.get_channel_or_thread(game.channel_id) is not None:
        return f"in <#{game.channel_id}>"
    return f"has lost its channel (in another one, /campaign repair campaign:{game.id} move_here:true moves it there)"
