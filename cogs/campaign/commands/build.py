"""/build: units from yards, factories and training bases, and the facilities themselves."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.empire_texts import design_list
from cogs.campaign.common.fleet_texts import build_list
from cogs.campaign.common.order_commands import BUILD, COLONY, ROUTE, SITE, VIA, named, order, order_of
from cogs.campaign.common.order_options import design_option, held_option, place_option, ships_named
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, command, number, text
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions, RetoolFactory
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits, ScrapUnits
from rules.cluster_war.model.holdings.capacity import ProductLine
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.names import DesignId, ShipId
from rules.cluster_war.model.unit_design.pricing import missiles_price
from rules.errors import GameError, NotationError


class BuildGroup(
    app_commands.Group, name="build", description="Build ships, small craft, troops, bases and facilities"
):
    """Construction orders and lists."""

    units = order_of(BuildUnits, "Build units of one of your designs at a colony")(
        design=named("What to build", Names.design, design_option),
        at=SITE("At which colony or base", to="colony"),
        count=number("How many", 1, 200, default=1),
        using=number(
            "Shipyard bays or ratings to use each turn (leave out: as many as are free)",
            1,
            10000,
            default=0,
            to="capacity",
        ),
        paying=number("CPs to pay now (leave out: the full price)", 0, 1000000, to="pay"),
        fleet=text("Name of the fleet that new ships join or form", 0, 60),
        crash="Half the time: for twice the price, or at low quality",
        in_yard=Option("Build small craft in shipyard bays instead of a factory", to="at_yard"),
    )
    continue_ = order_of(ContinueBuild, "Change what a running construction gets: capacity each turn, and CPs")(
        build=BUILD,
        using=number("Capacity each turn", 0, 10000, to="capacity", default=-1),
        paying=number("CPs to pay now", 0, 1000000, to="pay"),
    )
    facility = order_of(BuildFacility, "Have a colony build shipyard bays, industry, a training base or labs")(
        facility="What",
        amount=number("How much (factory and heavy in steps of 20, training in steps of 25)", 1, 1000),
        at=COLONY("At which colony", to="colony"),
    )

    @command("What is under construction")
    async def queue(self, interaction: Interaction) -> None:
        await say(interaction, build_list(await view_here(interaction)))

    @command("Everything you can build, with prices")
    async def roster(self, interaction: Interaction) -> None:
        await say(interaction, design_list(await view_here(interaction)))

    retool = order_of(RetoolFactory, "Tool light industry for another product line; it stands still this turn")(
        amount=number("Light industry, in whole factories of 20", 1, 100000),
        to=Option("What it is to make", ProductLine, to="line"),
        at=SITE(to="colony"),
        from_=Option("What it makes now (leave out: what stands idle)", ProductLine, to="old"),
    )

    @order("Have factories make munitions into the stock of a colony or base")
    def munitions(
        self,
        names: Names,
        at: Annotated[str, "Where"],
        cps: Annotated[Range[int, 1, 100000] | None, "Munitions in CPs"] = None,
        missiles: Annotated[Range[int, 1, 1000000] | None, "Or how many missiles; they are priced for you"] = None,
        warhead: Annotated[Range[int, 1, 100], "Points of each warhead"] = 1,
        effects: Annotated[Range[str, 0, 200], "What is special about them, separated by commas: Heat, MIRV"] = "",
    ) -> Order:
        if (cps is None) == (missiles is None):
            raise GameError("Give either CPs of munitions or a number of missiles.", rule="CW-A-43")
        if missiles is not None and names.view.me is not None:
            wanted = tuple(part.strip() for part in effects.split(",") if part.strip())
            cps = missiles_price(names.view.me, missiles, warhead, wanted, names.view.settings)
        return MakeMunitions(names.site(at), cps or 0)

    @order("Refit ships, or units held at a place, to another design; the same again mends them")
    def refit(
        self,
        names: Names,
        to: Annotated[str, "The design they become", design_option],
        at: Annotated[str, "At which colony or base"],
        ships: Annotated[str, "The ships, separated by spaces (DD01 DD02)"] = "",
        units: Annotated[str, "Or the design of units held there", held_option] = "",
        count: Annotated[Range[int, 1, 10000], "How many of those"] = 1,
        using: Annotated[Range[int, 0, 10000], "Shipyard bays each turn (leave out: all it needs)"] = 0,
    ) -> Order:
        keys, old, many = units_meant(names, ships, units, count)
        return RefitUnits(names.site(at), names.design(to), keys, old, many, using)

    @order("Scrap ships at a yard, or units held at a place, for half their CPs")
    def scrap(
        self,
        names: Names,
        ships: Annotated[str, "The ships, separated by spaces (DD01 DD02)"] = "",
        units: Annotated[str, "Or the design of units held there", held_option] = "",
        count: Annotated[Range[int, 1, 10000], "How many of those"] = 1,
        at: Annotated[str, "Where (ships made to be scrapped need no yard: leave out)"] = "",
    ) -> Order:
        keys, design, many = units_meant(names, ships, units, count)
        if design and not at:
            raise NotationError("Say with `at` where these units are held.")
        return ScrapUnits(names.site(at) if at else "", keys, design, many)

    send = order_of(SendBuild, "Send ships under construction somewhere as soon as they leave the yard")(
        build=BUILD, to=ROUTE(offers=place_option), via=VIA
    )


def units_meant(names: Names, ships: str, units: str, count: int) -> tuple[tuple[ShipId, ...], DesignId, int]:
    """Ships, or a design and a number of units of it; NotationError for both or neither."""
    if bool(ships.strip()) == bool(units.strip()):
        raise NotationError("Name either `ships` (DD01 DD02), or `units` by their design with a `count`.")
    return (ships_named(names, ships), "", 0) if ships.strip() else ((), names.design(units), count)
