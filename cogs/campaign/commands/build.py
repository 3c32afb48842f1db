"""/build: units from yards, factories and training bases, and the facilities themselves."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common import choices, choices_bases
from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.choices import complete
from cogs.campaign.common.empire_lists import design_list
from cogs.campaign.common.option_values import legs_named, ships_named
from cogs.campaign.common.order_commands import order
from cogs.campaign.common.site_lists import build_list
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from rules.cluster_war.holdings.capacity import FacilityKind, ProductLine
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits
from rules.cluster_war.industry.orders.scrapping import ScrapUnits
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import DesignId, ShipId
from rules.cluster_war.unit_design.missiles import missiles_price
from rules.errors import GameError, NotationError

colony_option = complete(choices.colonies)
design_option = complete(choices.designs)
build_option = complete(choices.builds)
held_option = complete(choices_bases.held_units)
place_option = complete(choices.places)


class BuildGroup(
    app_commands.Group, name="build", description="Build ships, small craft, troops, bases and facilities"
):
    """Construction orders and lists."""

    @order(
        "Build units of one of your designs at a colony",
        lists={"design": design_option, "fleet": None},
        design="What to build",
        at="At which colony or base",
        count="How many",
        using="Shipyard bays or ratings to use each turn (leave out: as many as are free)",
        paying="CPs to pay now (leave out: the full price)",
        fleet="Name of the fleet that new ships join or form",
        crash="Half the time: for twice the price, or at low quality",
        in_yard="Build small craft in shipyard bays instead of a factory",
    )
    def units(
        self,
        names: Names,
        design: str,
        at: str,
        count: Range[int, 1, 200] = 1,
        using: Range[int, 1, 10000] | None = None,
        paying: Range[int, 0, 1000000] | None = None,
        fleet: Range[str, 0, 60] = "",
        crash: Literal["cost", "quality"] | None = None,
        in_yard: bool = False,
    ) -> Order:
        paid = -1 if paying is None else paying
        what, where = names.design(design), names.site(at)
        return BuildUnits(
            colony=where,
            design=what,
            count=count,
            capacity=using or 0,
            pay=paid,
            fleet=fleet,
            crash=crash or "",
            at_yard=in_yard,
        )

    @order(
        "Change what a running construction gets: capacity each turn, and CPs",
        lists={"build": build_option},
        build="Which construction",
        using="Capacity each turn",
        paying="CPs to pay now",
    )
    def continue_(
        self, names: Names, build: str, using: Range[int, 0, 10000] | None = None, paying: Range[int, 0, 1000000] = 0
    ) -> Order:
        return ContinueBuild(names.build(build), -1 if using is None else using, paying)

    @order(
        "Have a colony build shipyard bays, industry, a training base or labs",
        lists={"at": colony_option},
        facility="What",
        amount="How much (factory and heavy in steps of 20, training in steps of 25)",
        at="At which colony",
    )
    def facility(
        self,
        names: Names,
        facility: FacilityKind,
        amount: Range[int, 1, 1000],
        at: str,
    ) -> Order:
        return BuildFacility(names.colony(at), facility, amount)

    @app_commands.command(description="What is under construction")
    async def queue(self, interaction: Interaction) -> None:
        await say(interaction, build_list(await view_here(interaction)))

    @app_commands.command(description="Everything you can build, with prices")
    async def roster(self, interaction: Interaction) -> None:
        await say(interaction, design_list(await view_here(interaction)))

    @order(
        "Tool light industry for another product line; it stands still this turn",
        amount="Light industry, in whole factories of 20",
        to="What it is to make",
        at="Where",
        from_="What it makes now (leave out: what stands idle)",
    )
    def retool(
        self, names: Names, amount: Range[int, 1, 100000], to: ProductLine, at: str, from_: ProductLine | None = None
    ) -> Order:
        return RetoolFactory(names.site(at), amount, to, from_ or "")

    @order(
        "Have factories make munitions into the stock of a colony or base",
        at="Where",
        cps="Munitions in CPs",
        missiles="Or how many missiles; they are priced for you",
        warhead="Points of each warhead",
        effects="What is special about them, separated by commas: Heat, MIRV",
    )
    def munitions(
        self,
        names: Names,
        at: str,
        cps: Range[int, 1, 100000] | None = None,
        missiles: Range[int, 1, 1000000] | None = None,
        warhead: Range[int, 1, 100] = 1,
        effects: Range[str, 0, 200] = "",
    ) -> Order:
        if (cps is None) == (missiles is None):
            raise GameError("Give either CPs of munitions or a number of missiles.", rule="CW-A-43")
        if missiles is not None and names.view.me is not None:
            wanted = tuple(part.strip() for part in effects.split(",") if part.strip())
            cps = missiles_price(names.view.me, missiles, warhead, wanted, names.view.settings)
        return MakeMunitions(names.site(at), cps or 0)

    @order(
        "Refit ships, or units held at a place, to another design; the same again mends them",
        lists={"to": design_option, "units": held_option},
        to="The design they become",
        at="At which colony or base",
        ships="The ships, separated by spaces (DD01 DD02)",
        units="Or the design of units held there",
        count="How many of those",
        using="Shipyard bays each turn (leave out: all it needs)",
    )
    def refit(
        self,
        names: Names,
        to: str,
        at: str,
        ships: str = "",
        units: str = "",
        count: Range[int, 1, 10000] = 1,
        using: Range[int, 0, 10000] = 0,
    ) -> Order:
        keys, old, many = units_meant(names, ships, units, count)
        return RefitUnits(names.site(at), names.design(to), keys, old, many, using)

    @order(
        "Scrap ships at a yard, or units held at a place, for half their CPs",
        lists={"units": held_option},
        ships="The ships, separated by spaces (DD01 DD02)",
        units="Or the design of units held there",
        count="How many of those",
        at="Where (ships made to be scrapped need no yard: leave out)",
    )
    def scrap(
        self, names: Names, ships: str = "", units: str = "", count: Range[int, 1, 10000] = 1, at: str = ""
    ) -> Order:
        keys, design, many = units_meant(names, ships, units, count)
        if design and not at:
            raise NotationError("Say with `at` where these units are held.")
        return ScrapUnits(names.site(at) if at else "", keys, design, many)

    @order(
        "Send ships under construction somewhere as soon as they leave the yard",
        lists={"build": build_option, "to": place_option},
        build="Which construction",
        to="Where they end, as a hex (2034) or a name you know",
        via="Waypoints before that, separated by commas (0104, 0109)",
    )
    def send(self, names: Names, build: str, to: str, via: str = "") -> Order:
        return SendBuild(names.build(build), legs_named(names, via, to))


def units_meant(names: Names, ships: str, units: str, count: int) -> tuple[tuple[ShipId, ...], DesignId, int]:
    """Ships, or a design and a number of units of it; NotationError for both or neither."""
    if bool(ships.strip()) == bool(units.strip()):
        raise NotationError("Name either `ships` (DD01 DD02), or `units` by their design with a `count`.")
    return (ships_named(names, ships), "", 0) if ships.strip() else ((), names.design(units), count)
