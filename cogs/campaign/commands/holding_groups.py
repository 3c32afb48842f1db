"""/colony, /build and /base: colonies, what they build, and bases that stand by themselves."""

from typing import Annotated, Final

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common import order_options
from cogs.campaign.common.campaign_context import names_here, reader_here, view_here
from cogs.campaign.common.empire_texts import design_list
from cogs.campaign.common.fleet_options import landing_option
from cogs.campaign.common.fleet_texts import base_list, build_list, colony_list, colony_sheet
from cogs.campaign.common.order_commands import (
    BASE,
    BUILD,
    COLONY,
    CPS,
    EMISSIONS,
    FLEET,
    ROUTE,
    SITE,
    VIA,
    WORLD,
    named,
    order,
    order_of,
)
from cogs.campaign.standing_orders.handlers import propose_chain
from cogs.common.command_factory import Option, command, number, text
from cogs.common.interactions import Interaction, say
from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, MineWorld, StripMine
from rules.cluster_war.chapters.industry.base_orders import Assemble, Dismantle
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions, RetoolFactory
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits, ScrapUnits
from rules.cluster_war.chapters.industry.towing_orders import ReleaseBase, TowBase
from rules.cluster_war.chapters.movement.conduct_orders import SetBaseEmissions
from rules.cluster_war.model.holdings.capacity import ProductLine
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import DesignId, ShipId
from rules.cluster_war.model.unit_design.pricing import missiles_price
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld
from rules.values import GameError, NotationError


class ColonyGroup(app_commands.Group, name="colony", description="Your colonies: see them, found them, let them grow"):
    """Colony orders and lists."""

    @command("All your colonies with size, maximum and facilities")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, colony_list(await view_here(interaction)))

    @command("One colony: what it makes, builds and holds")
    async def show(
        self, interaction: Interaction, colony: Annotated[str, "Which colony", order_options.colony_option]
    ) -> None:
        await reader_here(interaction)
        names = await names_here(interaction)
        await say(interaction, colony_sheet(names.view, names.colony(colony)))

    found = order_of(FoundColony, "Found a colony with CPs from a fleet's cargo, as soon as the fleet is there")(
        fleet=FLEET("The fleet that carries the CPs"),
        world=WORLD("The world, hex-orbit (2034-3); it must be surveyed", offers=landing_option),
        cps=CPS("How many CPs to use (default: all that is useful)", default=0),
        name=text("The colony's name", 0, 60),
    )
    settle = order_of(
        SettleInGrid, "Found a colony inside your supply grid without freighters, where the campaign allows it"
    )(world=WORLD, cps=CPS("How many CPs (default: the full price)", default=0), name=text("Its name", 0, 60))

    @command("Survey a world, load colonists, travel and found a colony, step by step, turn by turn")
    async def send(
        self,
        interaction: Interaction,
        world: Annotated[str, "The world, hex-orbit (2034-3)", order_options.settling_option],
        fleet: Annotated[str, "The fleet that takes the colonists", order_options.fleet_option],
        surveyor: Annotated[str, "Who surveys it first, if nobody has", order_options.fleet_option] = "",
    ) -> None:
        hex_, orbit = order_options.world_of(world)
        await propose_chain(
            interaction,
            lambda names: SettleWorld(hex_, orbit, names.fleet(fleet), names.fleet(surveyor) if surveyor else ""),
        )

    expand = order_of(ExpandColony, "Spend CPs on the growth of a colony, up to its world's maximum")(
        colony=COLONY(offers=order_options.growing_option), cps=CPS("How many CPs to spend")
    )
    strip = order_of(
        StripMine, "Strip-mine a colony's or mining base's world for more CPs, or stop; it harms the world"
    )(at=SITE("Which colony or base", to="place"), on="No: stop")


class BuildGroup(
    app_commands.Group, name="build", description="Build ships, small craft, troops, bases and facilities"
):
    """Construction orders and lists."""

    units = order_of(BuildUnits, "Build units of one of your designs at a colony")(
        design=named("What to build", Names.design, order_options.design_option),
        at=SITE("At which colony or base", to="colony"),
        count=number("How many", 1, 200, default=1),
        using=number(
            "Shipyard bays or ratings to use each turn (default: as many as are free)",
            1,
            10000,
            default=0,
            to="capacity",
        ),
        paying=number("CPs to pay now (default: the full price)", 0, 1000000, to="pay"),
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

    retool = order_of(RetoolFactory, "Tool light industry for another product line; it is idle this turn")(
        amount=number("Light industry, in whole factories of 20", 1, 100000),
        to=Option("What it is to make", ProductLine, to="line"),
        at=SITE(to="colony"),
        from_=Option("What it makes now (default: what is idle)", ProductLine, to="old"),
    )

    @order("Have factories make munitions into the stock of a colony or base")
    def munitions(
        self,
        names: Names,
        at: Annotated[str, "Where", SITE.offers],
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

    @order("Refit ships, or units held at a place, to another design; the same design again repairs them")
    def refit(
        self,
        names: Names,
        to: Annotated[str, "The design they become", order_options.design_option],
        at: Annotated[str, "At which colony or base", SITE.offers],
        ships: Annotated[str, "The ships, separated by spaces (DD01 DD02)"] = "",
        units: Annotated[str, "Or the design of units held there", order_options.held_option] = "",
        count: Annotated[Range[int, 1, 10000], "How many of those"] = 1,
        using: Annotated[Range[int, 0, 10000], "Shipyard bays each turn (default: all it needs)"] = 0,
    ) -> Order:
        keys, old, many = units_meant(names, ships, units, count)
        return RefitUnits(names.site(at), names.design(to), keys, old, many, using)

    @order("Scrap ships at a yard, or units held at a place, for half their CPs")
    def scrap(
        self,
        names: Names,
        ships: Annotated[str, "The ships, separated by spaces (DD01 DD02)"] = "",
        units: Annotated[str, "Or the design of units held there", order_options.held_option] = "",
        count: Annotated[Range[int, 1, 10000], "How many of those"] = 1,
        at: Annotated[str, "Where (ships made to be scrapped need no yard)", SITE.offers] = "",
    ) -> Order:
        keys, design, many = units_meant(names, ships, units, count)
        if design and not at:
            raise NotationError("Say with `at` where these units are held.")
        return ScrapUnits(names.site(at) if at else "", keys, design, many)

    send = order_of(SendBuild, "Send ships under construction somewhere as soon as they leave the yard")(
        build=BUILD, to=ROUTE(offers=order_options.place_option), via=VIA
    )


def units_meant(names: Names, ships: str, units: str, count: int) -> tuple[tuple[ShipId, ...], DesignId, int]:
    """Ships, or a design and a number of units of it; NotationError for both or neither."""
    if bool(ships.strip()) == bool(units.strip()):
        raise NotationError("Name either `ships` (DD01 DD02), or `units` by their design with a `count`.")
    return (order_options.ships_named(names, ships), "", 0) if ships.strip() else ((), names.design(units), count)


def base_or_bays(names: Names, text: str) -> str:
    """A base design, or "shipyard" for shipyard bays."""
    tidy = text.strip().casefold()
    return (
        order_options.SHIPYARD
        if tidy in {order_options.SHIPYARD, "shipyard bays", "shipyard bay"}
        else names.design(text)
    )


ORBIT: Final = number("Round which world; 0 is deep space", 0, 99)


class BaseGroup(app_commands.Group, name="base", description="Bases: take apart, put together, tow; and mining fleets"):
    """Orders to bases, and the list of them."""

    @command("Your bases: where they are, what they hold, who tows them")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, base_list(await view_here(interaction)))

    dismantle = order_of(Dismantle, "Take a base or shipyard bays apart and put the parts aboard a fleet there")(
        fleet=FLEET("The fleet with room for the parts"),
        at=SITE("The base, or the colony it is at", to="place"),
        what=Option(
            "What is taken apart at a colony: a base design, or shipyard bays",
            default="",
            offers=order_options.thing_option,
            read=base_or_bays,
        ),
        amount=number("How many", 1, 10000),
    )
    assemble = order_of(Assemble, "Put a base or shipyard bays together from parts, or a base from CPs, in the bays")(
        fleet=FLEET("The fleet that carries parts or CPs"),
        what=Option("A base design, or shipyard bays", offers=order_options.thing_option, read=base_or_bays),
        orbit=ORBIT,
        amount=number("How many shipyard bays", 1, 10000),
        name=text("The base's name", 0, 60),
    )
    tow = order_of(TowBase, "Take a base in tow; it does nothing until it is released")(
        fleet=FLEET("The fleet with the racks"),
        at=SITE("The base, or the colony that holds it", to="place"),
        design=named("Which base of a colony", Names.design, order_options.base_design_option),
    )
    release = order_of(ReleaseBase, "Let a towed base go where it is now; it works from next turn")(
        base=BASE, orbit=ORBIT
    )
    emissions = order_of(
        SetBaseEmissions, "A base runs active sensors (against cloaks) or ECM (to hide others); both give the base away"
    )(base=BASE("Which base outside a colony"), run=EMISSIONS)
    mine = order_of(MineWorld, "Set a fleet's mining stations to work on a world in its hex, or stop them")(
        fleet=FLEET,
        orbit=number("Which world; 0 stops the work", 0, 99),
        strip="Strip-mine: more, and it harms the world",
    )
