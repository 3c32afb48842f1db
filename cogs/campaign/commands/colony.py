"""/colony: see colonies, found new ones, let them grow."""

from typing import Annotated

from discord import app_commands

from cogs.campaign.common.campaign_context import names_here, reader_here, view_here
from cogs.campaign.common.fleet_options import landing_option
from cogs.campaign.common.fleet_texts import colony_list, colony_sheet
from cogs.campaign.common.order_commands import COLONY, FLEET, SITE, WORLD, order_of
from cogs.campaign.common.order_options import colony_option, growing_option
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command, number, text
from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, StripMine


class ColonyGroup(app_commands.Group, name="colony", description="Your colonies: see them, found them, let them grow"):
    """Colony orders and lists."""

    @command("All your colonies with size, maximum and facilities")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, colony_list(await view_here(interaction)))

    @command("One colony: what it makes, builds and holds")
    async def show(self, interaction: Interaction, colony: Annotated[str, "Which colony", colony_option]) -> None:
        await reader_here(interaction)
        names = await names_here(interaction)
        await say(interaction, colony_sheet(names.view, names.colony(colony)))

    found = order_of(FoundColony, "Found a colony with CPs from a fleet's cargo, as soon as the fleet is there")(
        fleet=FLEET("The fleet that carries the CPs"),
        world=WORLD("The world, hex-orbit (2034-3); it must be surveyed", offers=landing_option),
        cps=number("How many CPs to use (leave out: all that is useful)", 1, 100000, default=0),
        name=text("The colony's name", 0, 60),
    )
    settle = order_of(
        SettleInGrid, "Found a colony inside your supply grid without freighters, where the campaign allows it"
    )(
        world=WORLD,
        cps=number("How many CPs (leave out: the full price)", 1, 100000, default=0),
        name=text("Its name", 0, 60),
    )
    expand = order_of(ExpandColony, "Spend CPs on the growth of a colony, up to its world's maximum")(
        colony=COLONY(offers=growing_option), cps=number("How many CPs to spend", 1, 100000)
    )
    strip = order_of(
        StripMine, "Strip-mine a colony's or mining base's world for more CPs, or stop; it harms the world"
    )(at=SITE("Which colony or base", to="place"), on="No: stop")
