"""/race: the form of a race and its starting package, for its player alone."""

from collections.abc import Iterable
from typing import Annotated

from discord import app_commands

from cogs.campaign.common.campaign_context import player_here
from cogs.campaign.race.handlers import answer, unit_form
from cogs.campaign.race.panel import whole_text
from cogs.common.command_factory import Pair, command, lookup, plain_text
from cogs.common.components import ButtonData, open_form
from cogs.common.interactions import Interaction, bot_services, say, services_of
from rules.values import GameError
from umpire.campaign.founding import races


async def design_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The designs of the asker's own package."""
    paper = await races.my_race(services_of(interaction), await player_here(interaction))
    return ((f"{plain_text(d.name)} ({d.id}, {d.cost} CPs)", d.id) for d in paper.sheet.package.designs)


design_option = lookup(design_pairs)


class RaceGroup(app_commands.Group, name="race", description="Design your race before the cluster is made"):
    """What a player does before there is a map."""

    @command("Your race's form: home world, abilities, technologies, drives and all the rest")
    async def design(self, interaction: Interaction) -> None:
        await answer(interaction, "sum")

    @command("Your starting package: colonies, facilities, ships, forces, designs")
    async def package(self, interaction: Interaction) -> None:
        await answer(interaction, "pack")

    @command("Write a design for your starting package, or change one")
    async def unit(
        self,
        interaction: Interaction,
        design: Annotated[str, "One of your package's designs; default: a new one", design_option] = "",
    ) -> None:
        seat = await player_here(interaction)
        paper = await races.my_race(services_of(interaction), seat)
        if design and all(d.id != design.upper() for d in paper.sheet.package.designs):
            raise GameError("There is no such design in your package; pick one from the list, or leave it out.")
        control = ButtonData("race-design", seat.game_id, 0, design.upper())
        await open_form(interaction, await unit_form(interaction, control))

    @command("Your whole race sheet as text, with everything left to fix")
    async def show(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, whole_text(await races.my_race(services_of(interaction), seat)))

    @command("Hand your race in")
    async def submit(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        bot = bot_services(interaction)
        await races.submit(bot.services, seat)
        bot.deliverer.wake()
        await answer(interaction, "sum")
