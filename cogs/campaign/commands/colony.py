"""/colony: see colonies, found new ones, let them grow."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import names_here, reader_here, view_here
from cogs.campaign.common.choices import colony_option, growing_option
from cogs.campaign.common.option_values import world_of
from cogs.campaign.common.order_commands import order
from cogs.campaign.common.site_lists import colony_list, colony_sheet
from cogs.campaign.common.voyages import landing_option
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, StripMine
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order


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

    @order("Found a colony with CPs from a fleet's cargo, as soon as the fleet is there")
    def found(
        self,
        names: Names,
        fleet: Annotated[str, "The fleet that carries the CPs"],
        world: Annotated[str, "The world, hex-orbit (2034-3); it must be surveyed", landing_option],
        cps: Annotated[Range[int, 1, 100000] | None, "How many CPs to use (leave out: all that is useful)"] = None,
        name: Annotated[Range[str, 0, 60], "The colony's name"] = "",
    ) -> Order:
        hex_, orbit = world_of(world)
        return FoundColony(names.fleet(fleet), hex_, orbit, cps or 0, name)

    @order("Found a colony inside your supply grid without freighters, where the campaign allows it")
    def settle(
        self,
        names: Names,
        world: Annotated[str, "The world, hex-orbit (2034-3)"],
        cps: Annotated[Range[int, 1, 100000] | None, "How many CPs (leave out: the full price)"] = None,
        name: Annotated[Range[str, 0, 60], "Its name"] = "",
    ) -> Order:
        hex_, orbit = world_of(world)
        return SettleInGrid(hex_, orbit, cps or 0, name)

    @order("Spend CPs on the growth of a colony, up to its world's maximum")
    def expand(
        self,
        names: Names,
        colony: Annotated[str, "Which colony", growing_option],
        cps: Annotated[Range[int, 1, 100000], "How many CPs to spend"],
    ) -> Order:
        return ExpandColony(names.colony(colony), cps)

    @order("Strip-mine a colony's or mining base's world for more CPs, or stop; it harms the world")
    def strip(
        self, names: Names, at: Annotated[str, "Which colony or base"], on: Annotated[bool, "No: stop"] = True
    ) -> Order:
        return StripMine(names.site(at), on)
