"""/fleet: see, move, split, join and name fleets, and give them missions and cargo."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.campaign.common import choices, choices_empires
from cogs.campaign.common.campaign_context import names_here, view_here
from cogs.campaign.common.choices import complete
from cogs.campaign.common.fleet_lists import fleet_list, fleet_sheet
from cogs.campaign.common.option_values import legs_named, ships_named, world_of
from cogs.campaign.common.order_commands import fleet_option, order
from cogs.campaign.common.voyages import destinations, manner_of
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.orders.organising import MergeFleets, RenameFleet, SplitFleet
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import MissionKind


async def destination_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Hexes nearest to the chosen fleet first, each with the weeks the fleet needs and the turn it arrives."""
    known = await choices.known_to(interaction)
    if known is None:
        return []
    given = interaction.namespace
    manner = manner_of(given.via, given.wait, given.by, given.push)
    return destinations(*known, str(given.fleet or ""), manner, typed)


foreign_option = complete(choices_empires.foreign_colonies)

Amount = Range[int, 1, 100000]


class FleetGroup(
    app_commands.Group, name="fleet", description="Your fleets: see them, move them, give them missions and cargo"
):
    """Fleet orders and fleet lists."""

    @app_commands.command(name="list", description="All your fleets: where they are, what they do, what they carry")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, fleet_list(await view_here(interaction)))

    @app_commands.command(description="One fleet with its ships, speed, gear and orders")
    @app_commands.describe(fleet="Which fleet")
    @app_commands.autocomplete(fleet=fleet_option)
    async def show(self, interaction: Interaction, fleet: str) -> None:
        names = await names_here(interaction)
        await say(interaction, fleet_sheet(names.view, names.fleet(fleet)))

    @order(
        "Send a fleet to a hex, by way of others if you like; it cannot be called back",
        lists={"to": destination_option},
        fleet="Which fleet",
        to="Where it ends, as a hex (2034) or a name you know",
        via="Waypoints before that, separated by commas (0104, 0109)",
        pick_up="Ships to take along from the end hex, separated by spaces (FF01 DD02)",
        wait="Weeks to wait before leaving (0 to 3)",
        by="Use a wormhole or a jump gate that is there instead of the own drives",
        push="Drive foldspace or wormhole engines beyond their rating, at a risk",
    )
    def move(
        self,
        names: Names,
        fleet: str,
        to: str,
        via: str = "",
        pick_up: str = "",
        wait: Range[int, 0, 3] = 0,
        by: Literal["wormhole", "gate"] | None = None,
        push: bool = False,
    ) -> Order:
        legs = legs_named(names, via, to, ships_named(names, pick_up))
        return MoveFleet(names.fleet(fleet), legs, wait, push, by or "")

    @order(
        "Detach ships as a new task force",
        fleet="From which fleet",
        ships="The ships, separated by spaces (DD01 DD02)",
        name="The new name",
    )
    def split(self, names: Names, fleet: str, ships: str, name: Range[str, 1, 60]) -> Order:
        return SplitFleet(names.fleet(fleet), ships_named(names, ships), name)

    @order(
        "Join a fleet to another one in the same hex",
        fleet="The fleet that joins",
        into="The fleet it joins",
    )
    def merge(self, names: Names, fleet: str, into: str) -> Order:
        return MergeFleets(names.fleet(fleet), names.fleet(into))

    @order(
        "Give a fleet a name, and standing orders in your own words",
        fleet="Which fleet",
        name="Its new name",
        standing="Standing orders for the GM to keep in mind",
    )
    def rename(self, names: Names, fleet: str, name: Range[str, 1, 60], standing: Range[str, 0, 1500] = "") -> Order:
        return RenameFleet(names.fleet(fleet), name, standing)

    @order(
        "What a fleet does where it is or arrives; a survey needs LRS and a survey bay",
        fleet="Which fleet",
        mission="What it does",
    )
    def mission(self, names: Names, fleet: str, mission: MissionKind) -> Order:
        return SetMission(names.fleet(fleet), mission)

    @order(
        "Load CPs into a fleet's cargo bays at one of your colonies (20 CPs a bay)",
        fleet="Which fleet",
        cps="How many CPs",
    )
    def load(self, names: Names, fleet: str, cps: Amount) -> Order:
        return LoadCargo(names.fleet(fleet), cps)

    @order(
        "Unload CPs from a fleet at one of your colonies",
        fleet="Which fleet",
        cps="How many CPs",
        colony="Where",
    )
    def unload(self, names: Names, fleet: str, cps: Amount, colony: str) -> Order:
        return UnloadCargo(names.fleet(fleet), cps, names.colony(colony))

    @order(
        "Take supply points into cargo bays: free in your grid, else from a depot there",
        fleet="Which fleet",
        points="How many supply points",
    )
    def supply(self, names: Names, fleet: str, points: Amount) -> Order:
        return LoadSupplies(names.fleet(fleet), points)

    @order(
        "Unload supply points into one of your bases, or back where they are free",
        fleet="Which fleet",
        points="How many supply points",
        base="Into which base there",
    )
    def unsupply(self, names: Names, fleet: str, points: Amount, base: str = "") -> Order:
        return UnloadSupplies(names.fleet(fleet), points, names.site(base) if base else "")

    @order(
        "Hand supply points to another of your fleets in the same hex",
        fleet="The fleet that gives",
        points="How many supply points",
        into="The fleet that gets them",
    )
    def hand(self, names: Names, fleet: str, points: Amount, into: str) -> Order:
        return TransferSupplies(names.fleet(fleet), points, names.fleet(into))

    @order(
        "Load munitions from the stock of a colony or base into cargo bays, to be hauled",
        fleet="Which fleet",
        cps="Munitions in CPs",
        at="From where",
    )
    def arm(self, names: Names, fleet: str, cps: Amount, at: str) -> Order:
        return LoadMunitions(names.fleet(fleet), cps, names.site(at))

    @order(
        "Unload hauled munitions into a stock, or into the magazines of the ships there",
        fleet="Which fleet",
        cps="Munitions in CPs",
        at="Where to (leave out: the magazines)",
    )
    def disarm(self, names: Names, fleet: str, cps: Amount, at: str = "") -> Order:
        return UnloadMunitions(names.fleet(fleet), cps, names.site(at) if at else "")

    @order(
        "Take small craft or ground forces along: hangars, barracks, or crated in cargo bays",
        fleet="Which fleet",
        craft="Which units",
        count="How many",
        at="From where",
        crated="In cargo bays",
    )
    def embark(self, names: Names, fleet: str, craft: str, at: str, count: Amount = 1, crated: bool = False) -> Order:
        return TakeCraft(names.fleet(fleet), names.site(at), names.design(craft), count, crated)

    @order(
        "Leave a fleet's small craft or ground forces at a colony or base, crated ones first",
        fleet="Which fleet",
        craft="Which units",
        count="How many",
        at="Where",
    )
    def disembark(self, names: Names, fleet: str, craft: str, at: str, count: Amount = 1) -> Order:
        return LandCraft(names.fleet(fleet), names.site(at), names.design(craft), count)

    @order(
        "Give CPs from cargo bays to a colony of another empire that lets you land aid",
        lists={"colony": foreign_option},
        fleet="Which fleet",
        cps="How many CPs",
        colony="The foreign colony, hex-orbit (2034-3)",
    )
    def aid(self, names: Names, fleet: str, cps: Amount, colony: str) -> Order:
        hex_, orbit = world_of(colony)
        return GiftCps(names.fleet(fleet), cps, f"{hex_}-{orbit}")
