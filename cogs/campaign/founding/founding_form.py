"""Founding a campaign: what is asked for, by the command's options or by its form, and the campaign that comes of it."""

from collections.abc import Mapping
from typing import Final

import discord

from cogs.campaign.common.campaign_texts import PATIENT_OPTIONS, ruled_by
from cogs.campaign.common.membership import how_to_see
from cogs.campaign.founding.handlers import panel_for
from cogs.common.components import ButtonData, Field, Form, FormMaker, number_in, open_form
from cogs.common.interactions import Interaction, bot_services, channel_of, defer
from cogs.common.thread_keeper import see_to_threads
from rules.values import GameError, changed
from umpire.campaign.founding.open_campaign import found_game
from umpire.campaign.founding.plan import plan_for
from umpire.campaign.founding.switches import parse_aim
from umpire.campaign.founding.welcome import welcome_master
from umpire.campaign.open_turn import SYSTEM
from umpire.games.new_game import NewGame, check_role, check_wish
from umpire.games.options import GameSettings, Options, Ruling, parse_schedule


def asked_for(
    interaction: Interaction, verb: str, name: str, schedule: str, options: Options, gm_role: discord.Role | None
) -> NewGame:
    """The campaign that is asked for, in the channel of the asking; GameError where there can be none."""
    guild, channel = interaction.guild_id, channel_of(interaction)
    if guild is None or not isinstance(channel, discord.TextChannel):
        raise GameError(f"{verb} a campaign in a text channel of a server.")
    settings = GameSettings(parse_schedule(schedule), options)
    role = None if gm_role is None else gm_role.id
    new = NewGame(SYSTEM, guild, channel.id, name, interaction.user.id, settings, role)
    check_role(new)
    check_wish(name, settings)
    return new


async def ask_founding(
    interaction: Interaction, schedule: str, seats: int, rulings: Ruling, gm_role: discord.Role | None, aim: str
) -> None:
    """Ask for the name that the command was given without, for the rhythm, and how the campaign ends; what its other options say
    stays as it is."""
    role = 0 if gm_role is None else gm_role.id
    form = await founding_form(interaction, ButtonData("found", "", 0, f"{seats}:{rulings}:{role}"))
    await open_form(interaction, form.filled({"schedule": schedule, "aim": aim}))


async def founding_form(_: Interaction, data: ButtonData) -> Form:
    """The form of `ask_founding`."""
    seats, rulings, role = data.rest.split(":")
    rhythm = "weekly Sunday 20:00 Europe/Berlin, every 48h, or none"
    fields = (
        Field("name", "What the campaign is called", "Like The Long Night", needed=True, most=80),
        Field("schedule", "When turns are due", rhythm, "none", needed=True, most=60),
        Field(
            "aim", "How it is won and ends", "24 turns, 60 % of the worlds, last (standing), or none", "none", most=40
        ),
    )

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        found = None if later.guild is None else later.guild.get_role(number_in(role, 20))
        wanted: Ruling = rulings  # type: ignore[assignment] # written by `ask_founding`
        await found_here(later, given["name"], given["schedule"], number_in(seats), wanted, found, given["aim"])

    return Form("Found a campaign", fields, sent, data)


async def found_here(
    interaction: Interaction,
    name: str,
    schedule: str,
    seats: int,
    rulings: Ruling,
    gm_role: discord.Role | None,
    aim: str,
) -> None:
    """Found a campaign in this channel, and show the wizard of its plan."""
    plan = plan_for(seats, is_led=rulings == "person", aim=parse_aim(aim))
    options = ruled_by(rulings, changed(PATIENT_OPTIONS, review=True))
    new = asked_for(interaction, "Found", name, schedule, options, gm_role)
    bot = bot_services(interaction)
    game = await found_game(bot.services, new, plan)
    await defer(interaction)
    hint = how_to_see(interaction, interaction.user, gm_role)
    problems = await see_to_threads(interaction.client, game)
    await welcome_master(bot.services, game.id, hint)
    bot.deliverer.wake()
    await panel_for(interaction, game.id)
    for problem in [*problems, *([hint] if hint else [])]:
        await interaction.followup.send(f"⚠ {problem}", ephemeral=True)


FORMS: Final[Mapping[str, FormMaker]] = {"found": founding_form}
