"""/gm seat: players replaced, seats kept open and played, the game master's work shared."""

from typing import Annotated, Literal, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.offered import how_to_see
from cogs.campaign.gm.choices import side_option
from cogs.campaign.gm.governors import NOBODY, charter_of, set_governor, show_plan
from cogs.campaign.gm.handlers import announce, gm_context
from cogs.campaign.gm.texts import name_of, sheet_text
from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, bot_services
from cogs.common.command_factory import command
from cogs.common.context import member_of
from cogs.common.thread_keeper import see_to_threads
from render.words.safe_text import plain
from rules.cluster_war.play.governors.profile import Strength
from umpire.campaign.sheets import orders
from umpire.campaign.turn import new_player
from umpire.games import seats
from umpire.games.seat_history import seen_before

Side = Annotated[str, "Which side", side_option]
Leader: TypeAlias = Literal["explorer", "trader", "builder", "raider", "conqueror", "hermit", "nobody"]
Person: TypeAlias = discord.Member | discord.User
"""Whoever can be picked: a member in a server; in a direct message nobody but its two."""


def with_problems(text: str, problems: list[str]) -> str:
    """What was done, and what could not be done beside it."""
    return "\n".join([text, *(f"⚠ {problem}" for problem in problems)])


class SeatGroup(
    app_commands.Group,
    name="seat",
    description="Seats: replace players, keep seats open and play them, share your work",
):
    """Who sits where, and orders for seats nobody holds."""

    @command("Take a seat from its player and keep it open; you can give its orders")
    async def hold(self, interaction: Interaction, side: Side) -> None:
        gm = await gm_context(interaction, blind=True)
        wanted = gm.side(side)
        await defer(interaction)
        before = await seats.hold_open(gm.services, gm.seat, wanted)
        problems = await see_to_threads(interaction.client, gm.game, only={wanted})
        text = (
            f"✔ The seat of **{name_of(gm.game, wanted)}** is open (it was <@{before.user_id}>'s). Its orders stay; "
            "/gm seat order and /gm seat ready act for it, /gm seat governor has the bot lead it, /campaign join or /gm seat "
            "replace fills it."
        )
        await say(interaction, with_problems(text, problems))

    @command("Give a seat to another player; its orders, reports and thread stay with it")
    async def replace(self, interaction: Interaction, side: Side, member: Annotated[Person, "The new player"]) -> None:
        gm = await gm_context(interaction, blind=True)
        wanted, roles = gm.side(side), [role.id for role in member_of(member).roles]
        await defer(interaction)
        before = await new_player.replace_player(gm.services, gm.seat, wanted, member.id, roles)
        seen = await seen_before(gm.services, gm.game.id, member.id, wanted)
        problems = await see_to_threads(interaction.client, gm.game)
        was = f" (before: <@{before.user_id}>)" if before.user_id is not None else ""
        text = f"✔ {member.mention} leads **{name_of(gm.game, wanted)}** now{was}."
        if seen:
            problems = [f"They have seen secrets of this game before, {seen}.", *problems]
        await say(interaction, with_problems(text, problems))

    @command("Have the bot lead an open seat, in a character of your choice; or nobody")
    async def governor(
        self,
        interaction: Interaction,
        side: Side,
        character: Annotated[Leader, "What it is like; nobody takes the governor away"],
        strength: Annotated[Strength, "How well it judges; all see and pay the same"] = "even",
    ) -> None:
        gm = await gm_context(interaction, blind=True)
        await defer(interaction)
        charter = None if character == NOBODY else charter_of(f"{character}.{strength}")
        done = await set_governor(gm, gm.side(side), charter)
        announce(interaction)
        await say(interaction, done)

    @command("What the governor of a side plans, with its reasons")
    async def plan(
        self,
        interaction: Interaction,
        side: Side,
        turn: Annotated[Range[int, 1, 9999] | None, "Which turn; the last one it governed if left out"] = None,
    ) -> None:
        gm = await gm_context(interaction)
        await show_plan(interaction, gm, gm.side(side), turn)

    @command("Make somebody game master beside you")
    async def add_gm(
        self, interaction: Interaction, member: Annotated[Person, "Who; they will see everything"]
    ) -> None:
        gm = await gm_context(interaction, blind=True)
        await defer(interaction)
        await seats.add_gm(gm.services, gm.seat, member_of(member).id)
        problems = await see_to_threads(interaction.client, gm.game)
        text = f"✔ {member.mention} is game master of {plain(gm.game.name)} too."
        problems += [hint] if (hint := how_to_see(interaction, member)) else []
        await say(interaction, with_problems(text, problems))

    @command("Take a game master's seat away; the last one stays")
    async def remove_gm(self, interaction: Interaction, member: Annotated[discord.User, "Who"]) -> None:
        gm = await gm_context(interaction, blind=True)
        await defer(interaction)
        await seats.remove_gm(gm.services, gm.seat, member.id)
        problems = await see_to_threads(interaction.client, gm.game, only={""})
        text = f"✔ {member.mention} is no longer game master of {plain(gm.game.name)}."
        await say(interaction, with_problems(text, problems))

    @command("Give an order for a side whose seat is open")
    async def order(
        self,
        interaction: Interaction,
        side: Side,
        line: Annotated[Range[str, 1, 2000], 'The order, like: move "1st Fleet" to 2034 (see /help notation)'],
    ) -> None:
        gm = await gm_context(interaction)
        seat = await seats.stand_in(gm.services, gm.seat, gm.side(side))
        now, key = gm.game.opening, str(interaction.id)
        receipt = await orders.enter_line(gm.services, seat, line, expect=now, idempotency_key=key)
        await say(interaction, f"✔ Order given.\n{sheet_text(gm.game, receipt)}")

    @command("Declare an open seat's orders ready, or not ready after all")
    async def ready(
        self, interaction: Interaction, side: Side, ready: Annotated[bool, "No: you want to change something"] = True
    ) -> None:
        gm = await gm_context(interaction)
        seat = await seats.stand_in(gm.services, gm.seat, gm.side(side))
        now, key = gm.game.opening, str(interaction.id)
        receipt = await orders.set_ready(gm.services, seat, ready, expect=now, idempotency_key=key)
        bot_services(interaction).clock.poke()
        await say(interaction, sheet_text(gm.game, receipt))
