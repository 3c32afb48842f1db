"""/build: units from yards, factories and training bases, and the facilities themselves."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.kit import choices
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from cogs.kit.choices import complete
from cogs.kit.here import names_here, player_here
from cogs.kit.lists import build_list, design_list
from cogs.kit.ordering import propose
from rules.cluster_war.orders import BuildFacility, BuildUnits, ContinueBuild
from umpire import views

colony_option = complete(choices.colonies)
design_option = complete(choices.designs)
build_option = complete(choices.builds)


class BuildGroup(
    app_commands.Group, name="build", description="Build ships, small craft, troops, bases and facilities"
):
    """Construction orders and lists."""

    @app_commands.command(description="Build units of one of your designs at a colony")
    @app_commands.describe(
        design="What to build",
        at="At which colony",
        count="How many",
        using="Shipyard bays or ratings to use each turn (leave out: as many as are free)",
        paying="CPs to pay now (leave out: the full price)",
        fleet="Name of the fleet that new ships join or form",
    )
    @app_commands.autocomplete(design=design_option, at=colony_option)
    async def units(
        self,
        interaction: Interaction,
        design: str,
        at: str,
        count: Range[int, 1, 200] = 1,
        using: Range[int, 1, 10000] | None = None,
        paying: Range[int, 0, 1000000] | None = None,
        fleet: Range[str, 0, 60] = "",
    ) -> None:
        names = await names_here(interaction)
        paid = -1 if paying is None else paying
        order = BuildUnits(names.colony(at), names.design(design), count, using or 0, paid, fleet)
        await propose(interaction, order)

    @app_commands.command(
        name="continue", description="Change what a running construction gets: capacity each turn, and CPs"
    )
    @app_commands.describe(build="Which construction", using="Capacity each turn", paying="CPs to pay now")
    @app_commands.autocomplete(build=build_option)
    async def continue_(
        self,
        interaction: Interaction,
        build: str,
        using: Range[int, 0, 10000] | None = None,
        paying: Range[int, 0, 1000000] = 0,
    ) -> None:
        names = await names_here(interaction)
        await propose(interaction, ContinueBuild(names.build(build), -1 if using is None else using, paying))

    @app_commands.command(description="Have a colony build shipyard bays, industry, a training base or labs")
    @app_commands.describe(
        facility="What",
        amount="How much (factory and heavy in steps of 20, training in steps of 25)",
        at="At which colony",
    )
    @app_commands.autocomplete(at=colony_option)
    async def facility(
        self,
        interaction: Interaction,
        facility: Literal["shipyard", "factory", "heavy", "training", "lab"],
        amount: Range[int, 1, 1000],
        at: str,
    ) -> None:
        names = await names_here(interaction)
        await propose(interaction, BuildFacility(names.colony(at), facility, amount))

    @app_commands.command(description="What is under construction")
    async def queue(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, build_list(await views.view(bench_of(interaction).desk, seat)))

    @app_commands.command(description="Everything you can build, with prices")
    async def roster(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, design_list(await views.view(bench_of(interaction).desk, seat)))
