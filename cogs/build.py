"""/build: units from yards, factories and training bases, and the facilities themselves."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.kit import choices, choices_works
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from cogs.kit.choices import complete
from cogs.kit.here import names_here, player_here
from cogs.kit.lists import build_list, design_list
from cogs.kit.ordering import propose
from cogs.kit.words import ships_named
from rules.cluster_war.notation.names import Names
from rules.cluster_war.orders import BuildFacility, BuildUnits, ContinueBuild
from rules.cluster_war.orders_works import MakeMunitions, RefitUnits, RetoolFactory, ScrapUnits, SendBuild
from rules.cluster_war.state import DesignId, Leg, ShipId
from rules.cluster_war.unit_design.missiles import missiles_price
from rules.errors import GameError, NotationError
from umpire import views

colony_option = complete(choices.colonies)
design_option = complete(choices.designs)
build_option = complete(choices.builds)
site_option = complete(choices_works.sites)
held_option = complete(choices_works.held_units)
place_option = complete(choices.places)

ProductLine = Literal["munitions", "vehicles", "aircraft", "small craft", "naval", "androids"]


class BuildGroup(
    app_commands.Group, name="build", description="Build ships, small craft, troops, bases and facilities"
):
    """Construction orders and lists."""

    @app_commands.command(description="Build units of one of your designs at a colony")
    @app_commands.describe(
        design="What to build",
        at="At which colony or base",
        count="How many",
        using="Shipyard bays or ratings to use each turn (leave out: as many as are free)",
        paying="CPs to pay now (leave out: the full price)",
        fleet="Name of the fleet that new ships join or form",
        crash="Half the time: for twice the price, or at low quality",
        in_yard="Build small craft in shipyard bays instead of a factory",
    )
    @app_commands.autocomplete(design=design_option, at=site_option)
    async def units(
        self,
        interaction: Interaction,
        design: str,
        at: str,
        count: Range[int, 1, 200] = 1,
        using: Range[int, 1, 10000] | None = None,
        paying: Range[int, 0, 1000000] | None = None,
        fleet: Range[str, 0, 60] = "",
        crash: Literal["cost", "quality"] | None = None,
        in_yard: bool = False,
    ) -> None:
        names = await names_here(interaction)
        paid = -1 if paying is None else paying
        what, where = names.design(design), names.site(at)
        order = BuildUnits(where, what, count, using or 0, paid, fleet, crash or "", in_yard)
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

    @app_commands.command(description="Tool light industry for another product line; it stands still this turn")
    @app_commands.describe(
        amount="Light industry, in whole factories of 20",
        to="What it is to make",
        at="Where",
        from_="What it makes now (leave out: what stands idle)",
    )
    @app_commands.rename(from_="from")
    @app_commands.autocomplete(at=site_option)
    async def retool(
        self,
        interaction: Interaction,
        amount: Range[int, 1, 100000],
        to: ProductLine,
        at: str,
        from_: ProductLine | None = None,
    ) -> None:
        names = await names_here(interaction)
        await propose(interaction, RetoolFactory(names.site(at), amount, to, from_ or ""))

    @app_commands.command(description="Have factories make munitions into the stock of a colony or base")
    @app_commands.describe(
        at="Where",
        cps="Munitions in CPs",
        missiles="Or how many missiles; they are priced for you",
        warhead="Points of each warhead",
        effects="What is special about them, separated by commas: Heat, MIRV",
    )
    @app_commands.autocomplete(at=site_option)
    async def munitions(
        self,
        interaction: Interaction,
        at: str,
        cps: Range[int, 1, 100000] | None = None,
        missiles: Range[int, 1, 1000000] | None = None,
        warhead: Range[int, 1, 100] = 1,
        effects: Range[str, 0, 200] = "",
    ) -> None:
        names = await names_here(interaction)
        if (cps is None) == (missiles is None):
            raise GameError("Give either CPs of munitions or a number of missiles.", rule="CW-A-43")
        if missiles is not None and names.view.me is not None:
            wanted = tuple(part.strip() for part in effects.split(",") if part.strip())
            cps = missiles_price(names.view.me, missiles, warhead, wanted, names.view.settings)
        await propose(interaction, MakeMunitions(names.site(at), cps or 0))

    @app_commands.command(
        description="Refit ships, or units held at a place, to another design; the same again mends them"
    )
    @app_commands.describe(
        to="The design they become",
        at="At which colony or base",
        ships="The ships, separated by spaces (DD01 DD02)",
        units="Or the design of units held there",
        count="How many of those",
        using="Shipyard bays each turn (leave out: all it needs)",
    )
    @app_commands.autocomplete(to=design_option, at=site_option, units=held_option)
    async def refit(
        self,
        interaction: Interaction,
        to: str,
        at: str,
        ships: str = "",
        units: str = "",
        count: Range[int, 1, 10000] = 1,
        using: Range[int, 0, 10000] = 0,
    ) -> None:
        names = await names_here(interaction)
        keys, old, many = units_meant(names, ships, units, count)
        await propose(interaction, RefitUnits(names.site(at), names.design(to), keys, old, many, using))

    @app_commands.command(description="Scrap ships at a yard, or units held at a place, for half their CPs")
    @app_commands.describe(
        ships="The ships, separated by spaces (DD01 DD02)",
        units="Or the design of units held there",
        count="How many of those",
        at="Where (ships made to be scrapped need no yard: leave out)",
    )
    @app_commands.autocomplete(units=held_option, at=site_option)
    async def scrap(
        self,
        interaction: Interaction,
        ships: str = "",
        units: str = "",
        count: Range[int, 1, 10000] = 1,
        at: str = "",
    ) -> None:
        names = await names_here(interaction)
        keys, design, many = units_meant(names, ships, units, count)
        if design and not at:
            raise NotationError("Say with `at` where these units are held.")
        await propose(interaction, ScrapUnits(names.site(at) if at else "", keys, design, many))

    @app_commands.command(description="Send ships under construction somewhere as soon as they leave the yard")
    @app_commands.describe(
        build="Which construction",
        to="Where they end, as a hex (2034) or a name you know",
        via="Waypoints before that, separated by commas (0104, 0109)",
    )
    @app_commands.autocomplete(build=build_option, to=place_option)
    async def send(self, interaction: Interaction, build: str, to: str, via: str = "") -> None:
        names = await names_here(interaction)
        legs = tuple(Leg(names.hex(part)) for part in (*via.split(","), to) if part.strip())
        await propose(interaction, SendBuild(names.build(build), legs))


def units_meant(names: Names, ships: str, units: str, count: int) -> tuple[tuple[ShipId, ...], DesignId, int]:
    """Ships, or a design and a number of units of it; NotationError for both or neither."""
    if bool(ships.strip()) == bool(units.strip()):
        raise NotationError("Name either `ships` (DD01 DD02), or `units` by their design with a `count`.")
    return (ships_named(names, ships), "", 0) if ships.strip() else ((), names.design(units), count)
