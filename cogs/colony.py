"""/colony: see colonies, found new ones, let them grow."""

from discord import app_commands
from discord.app_commands import Range

from cogs.kit import choices, choices_works
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from cogs.kit.choices import complete
from cogs.kit.here import names_here, player_here
from cogs.kit.lists import colony_list, colony_sheet
from cogs.kit.ordering import propose
from cogs.kit.words import world_of
from rules.cluster_war.orders import ExpandColony, FoundColony, SettleInGrid
from rules.cluster_war.orders_works import StripMine
from umpire import views

fleet_option = complete(choices.fleets)
colony_option = complete(choices.colonies)
world_option = complete(choices.worlds)
site_option = complete(choices_works.sites)


class ColonyGroup(app_commands.Group, name="colony", description="Your colonies: see them, found them, let them grow"):
    """Colony orders and lists."""

    @app_commands.command(name="list", description="All your colonies with size, maximum and facilities")
    async def list_(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, colony_list(await views.view(bench_of(interaction).desk, seat)))

    @app_commands.command(description="One colony: what it makes, builds and holds")
    @app_commands.describe(colony="Which colony")
    @app_commands.autocomplete(colony=colony_option)
    async def show(self, interaction: Interaction, colony: str) -> None:
        names = await names_here(interaction)
        await say(interaction, colony_sheet(names.view, names.colony(colony)))

    @app_commands.command(description="Found a colony with CPs from a fleet's cargo, as soon as the fleet is there")
    @app_commands.describe(
        fleet="The fleet that carries the CPs",
        world="The world, hex-orbit (2034-3); it must be surveyed",
        cps="How many CPs to use (leave out: all that is useful)",
        name="The colony's name",
    )
    @app_commands.autocomplete(fleet=fleet_option, world=world_option)
    async def found(
        self,
        interaction: Interaction,
        fleet: str,
        world: str,
        cps: Range[int, 1, 100000] | None = None,
        name: Range[str, 0, 60] = "",
    ) -> None:
        names = await names_here(interaction)
        hex_, orbit = world_of(world)
        await propose(interaction, FoundColony(names.fleet(fleet), hex_, orbit, cps or 0, name))

    @app_commands.command(
        description="Found a colony inside your supply grid without freighters, where the campaign allows it"
    )
    @app_commands.describe(
        world="The world, hex-orbit (2034-3)", cps="How many CPs (leave out: the full price)", name="Its name"
    )
    @app_commands.autocomplete(world=world_option)
    async def settle(
        self,
        interaction: Interaction,
        world: str,
        cps: Range[int, 1, 100000] | None = None,
        name: Range[str, 0, 60] = "",
    ) -> None:
        hex_, orbit = world_of(world)
        await propose(interaction, SettleInGrid(hex_, orbit, cps or 0, name))

    @app_commands.command(description="Spend CPs on the growth of a colony, up to its world's maximum")
    @app_commands.describe(colony="Which colony", cps="How many CPs to spend")
    @app_commands.autocomplete(colony=colony_option)
    async def expand(self, interaction: Interaction, colony: str, cps: Range[int, 1, 100000]) -> None:
        names = await names_here(interaction)
        await propose(interaction, ExpandColony(names.colony(colony), cps))

    @app_commands.command(
        description="Strip-mine a colony's or mining base's world for more CPs, or stop; it harms the world"
    )
    @app_commands.describe(at="Which colony or base", on="No: stop")
    @app_commands.autocomplete(at=site_option)
    async def strip(self, interaction: Interaction, at: str, on: bool = True) -> None:
        names = await names_here(interaction)
        await propose(interaction, StripMine(names.site(at), on))
