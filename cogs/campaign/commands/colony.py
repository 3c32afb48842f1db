"""/colony: see colonies, found new ones, let them grow."""

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common import choices
from cogs.campaign.common.campaign_context import names_here, view_here
from cogs.campaign.common.choices import complete
from cogs.campaign.common.option_values import world_of
from cogs.campaign.common.order_commands import order
from cogs.campaign.common.site_lists import colony_list, colony_sheet
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.colonies.orders.mining import StripMine
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order

colony_option = complete(choices.colonies)


class ColonyGroup(app_commands.Group, name="colony", description="Your colonies: see them, found them, let them grow"):
    """Colony orders and lists."""

    @app_commands.command(name="list", description="All your colonies with size, maximum and facilities")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, colony_list(await view_here(interaction)))

    @app_commands.command(description="One colony: what it makes, builds and holds")
    @app_commands.describe(colony="Which colony")
    @app_commands.autocomplete(colony=colony_option)
    async def show(self, interaction: Interaction, colony: str) -> None:
        names = await names_here(interaction)
        await say(interaction, colony_sheet(names.view, names.colony(colony)))

    @order(
        "Found a colony with CPs from a fleet's cargo, as soon as the fleet is there",
        fleet="The fleet that carries the CPs",
        world="The world, hex-orbit (2034-3); it must be surveyed",
        cps="How many CPs to use (leave out: all that is useful)",
        name="The colony's name",
    )
    def found(
        self,
        names: Names,
        fleet: str,
        world: str,
        cps: Range[int, 1, 100000] | None = None,
        name: Range[str, 0, 60] = "",
    ) -> Order:
        hex_, orbit = world_of(world)
        return FoundColony(names.fleet(fleet), hex_, orbit, cps or 0, name)

    @order(
        "Found a colony inside your supply grid without freighters, where the campaign allows it",
        world="The world, hex-orbit (2034-3)",
        cps="How many CPs (leave out: the full price)",
        name="Its name",
    )
    def settle(
        self, names: Names, world: str, cps: Range[int, 1, 100000] | None = None, name: Range[str, 0, 60] = ""
    ) -> Order:
        hex_, orbit = world_of(world)
        return SettleInGrid(hex_, orbit, cps or 0, name)

    @order(
        "Spend CPs on the growth of a colony, up to its world's maximum",
        colony="Which colony",
        cps="How many CPs to spend",
    )
    def expand(self, names: Names, colony: str, cps: Range[int, 1, 100000]) -> Order:
        return ExpandColony(names.colony(colony), cps)

    @order(
        "Strip-mine a colony's or mining base's world for more CPs, or stop; it harms the world",
        at="Which colony or base",
        on="No: stop",
    )
    def strip(self, names: Names, at: str, on: bool = True) -> Order:
        return StripMine(names.site(at), on)
