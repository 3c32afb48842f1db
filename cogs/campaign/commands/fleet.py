"""/fleet: see, move, split, join and name fleets, and give them missions and cargo."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.campaign.common.campaign_context import names_here, player_here, reader_here, view_here
from cogs.campaign.common.choices import complete, fleet_option, foreign_option, known_to, ship_option
from cogs.campaign.common.fleet_lists import fleet_list, fleet_sheet, gone_sheet
from cogs.campaign.common.option_values import hexes_named, legs_named, ships_named, world_of
from cogs.campaign.common.order_commands import Fleet, order
from cogs.campaign.common.raid_lists import course_option
from cogs.campaign.common.repair_lists import damaged, repairer_option, wrecks
from cogs.campaign.common.voyages import destinations, manner_of
from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, services_of
from cogs.common.command_factory import command
from render.words.safe_text import plain
from rules.cluster_war.chapters.combat.bombardment import Target
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.fleet_orders import RepairUnits, SetEngagement, repair_meant, repairer_meant
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.logistics.orders.aid import GiftCps
from rules.cluster_war.chapters.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.chapters.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.chapters.logistics.orders.supplies import (
    LoadMunitions,
    LoadSupplies,
    TransferSupplies,
    UnloadMunitions,
    UnloadSupplies,
)
from rules.cluster_war.chapters.movement.orders.emitting import WORDS, SetEmissions
from rules.cluster_war.chapters.movement.orders.moving import MoveFleet
from rules.cluster_war.chapters.movement.orders.organising import MergeFleets, RenameFleet, SetMission, SplitFleet
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.names import FleetId, MissionKind
from rules.errors import GameError
from umpire.campaign.designs.design_sheets import status_of
from umpire.campaign.views.reports import Gone, former_fleet
from umpire.outbox.courier import File


async def destination_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Hexes nearest to the chosen fleet first, each with the weeks the fleet needs and the turn it arrives."""
    known = await known_to(interaction)
    if known is None:
        return []
    given = interaction.namespace
    manner = manner_of(given.via, given.wait, given.by, given.push)
    return destinations(*known, str(given.fleet or ""), manner, typed)


Amount = Range[int, 1, 100000]
Cps = Annotated[Amount, "How many CPs"]
Points = Annotated[Amount, "How many supply points"]
Munitions = Annotated[Amount, "Munitions in CPs"]
Count = Annotated[Amount, "How many"]


class FleetGroup(
    app_commands.Group, name="fleet", description="Your fleets: see them, move them, give them missions and cargo"
):
    """Fleet orders and fleet lists."""

    @command("All your fleets: where they are, what they do, what they carry")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, fleet_list(await view_here(interaction)))

    @command("One fleet with its ships, speed, gear and orders")
    async def show(
        self,
        interaction: Interaction,
        fleet: Fleet,
        ship: Annotated[str, "One ship's status sheet, box by box, as a picture (DD01)", ship_option] = "",
    ) -> None:
        reader = await reader_here(interaction)
        names = await names_here(interaction)
        found: FleetId | Gone | None
        try:
            found = names.fleet(fleet)
        except GameError:
            await defer(interaction)
            found = await former_fleet(services_of(interaction), reader, names.view, fleet)
            if found is None:
                raise
        told = gone_sheet(found) if isinstance(found, Gone) else fleet_sheet(names.view, found)
        if not ship:
            await say(interaction, told)
            return
        seat = await player_here(interaction)
        await defer(interaction)
        sheet = await status_of(services_of(interaction), seat, ship)
        pictures = [sheet.picture] if sheet.picture is not None else []
        await say(interaction, f"**{plain(sheet.title)}**", files=[*pictures, File("status.txt", sheet.text.encode())])

    @order("Send a fleet to a hex, by way of others if you like; it cannot be called back")
    def move(
        self,
        names: Names,
        fleet: Fleet,
        to: Annotated[str, "Where it ends, as a hex (2034) or a name you know", destination_option],
        via: Annotated[str, "Waypoints before that, separated by commas (0104, 0109)"] = "",
        pick_up: Annotated[str, "Ships to take along from the end hex, separated by spaces (FF01 DD02)"] = "",
        wait: Annotated[Range[int, 0, 3], "Weeks to wait before leaving (0 to 3)"] = 0,
        by: Annotated[
            Literal["wormhole", "gate", "dowsing"] | None,
            "Use a wormhole or jump gate that is there, or warp points by dowsers, instead of the own drives",
        ] = None,
        push: Annotated[bool, "Drive foldspace or wormhole engines beyond their rating, at a risk"] = False,
    ) -> Order:
        legs = legs_named(names, via, to, ships_named(names, pick_up))
        return MoveFleet(names.fleet(fleet), legs, wait, push, by or "")

    @order("Raid an enemy's commerce along a course of neighbouring hexes")
    def raid(
        self,
        names: Names,
        fleet: Fleet,
        via: Annotated[str, "Every hex of the course, separated by commas (0505, 0605)", course_option],
        take: Annotated[bool, "Take cargo as far as bays have room; otherwise all is destroyed"] = False,
    ) -> Order:
        return RaidRoute(names.fleet(fleet), hexes_named(names, via), "take" if take else "destroy")

    @order("Fire on a world from orbit; a biosphere or a planet only if you are certain")
    def bombard(
        self,
        names: Names,
        fleet: Fleet,
        world: Annotated[str, "The world, hex-orbit (2034-3)", foreign_option],
        target: Annotated[Target, "What at"],
        certain: Annotated[bool, "You have read what becomes of the world, and mean it"] = False,
    ) -> Order:
        hex_, orbit = world_of(world)
        return BombardWorld(names.fleet(fleet), hex_, orbit, target, certain)

    @order("Detach ships as a new task force")
    def split(
        self,
        names: Names,
        fleet: Annotated[str, "From which fleet"],
        ships: Annotated[str, "The ships, separated by spaces (DD01 DD02)"],
        name: Annotated[Range[str, 1, 60], "The new name"],
    ) -> Order:
        return SplitFleet(names.fleet(fleet), ships_named(names, ships), name)

    @order("Join a fleet to another one in the same hex")
    def merge(
        self, names: Names, fleet: Annotated[str, "The fleet that joins"], into: Annotated[str, "The fleet it joins"]
    ) -> Order:
        return MergeFleets(names.fleet(fleet), names.fleet(into))

    @order("Give a fleet a name, and standing orders in your own words")
    def rename(
        self,
        names: Names,
        fleet: Fleet,
        name: Annotated[Range[str, 1, 60], "Its new name"],
        standing: Annotated[Range[str, 0, 1500], "Standing orders for the GM to keep in mind"] = "",
    ) -> Order:
        return RenameFleet(names.fleet(fleet), name, standing)

    @order("What a fleet does where it is or arrives; a survey needs LRS and a survey bay")
    def mission(
        self,
        names: Names,
        fleet: Fleet,
        mission: Annotated[MissionKind, "What it does"],
    ) -> Order:
        return SetMission(names.fleet(fleet), mission)

    @order("Run active sensors (against cloaks) or ECM (to hide others); both give the fleet away")
    def emissions(
        self,
        names: Names,
        fleet: Fleet,
        run: Annotated[Literal["silent", "sensors", "ecm"], "From now on; silent: neither"],
    ) -> Order:
        return SetEmissions(names.fleet(fleet), WORDS[run])

    @order("What a fleet does when it meets an enemy; it lasts until changed. No fleet: your whole empire")
    def engage(
        self,
        names: Names,
        stance: Annotated[Literal["attack", "defend", "evade", "usual"], "Usual: as your empire has it"],
        fleet: Annotated[str, "Which fleet (leave out: all that have no orders of their own)"] = "",
        withdraw: Annotated[Range[int, 0, 100], "Withdraw when so many percent of its hull are lost; 0: it stays"] = 0,
        pursue: Annotated[bool, "Follow those who flee; without it nobody does"] = False,
        reserve: Annotated[str, "Ships kept back from the fight, separated by spaces (FF01 DD02)", ship_option] = "",
        protect: Annotated[str, "A fleet of yours that it stands before", fleet_option] = "",
        words: Annotated[Range[str, 0, 1500], "Plain words for the GM: standing orders, your manners"] = "",
    ) -> Order:
        return SetEngagement(
            fleet=names.fleet(fleet) if fleet else "",
            stance=stance if stance != "usual" else "",
            withdraw_at=withdraw,
            pursue=pursue,
            reserve=ships_named(names, reserve),
            protect=names.fleet(protect) if protect else "",
            words=words,
        )

    @order("Load CPs into a fleet's cargo bays at one of your colonies (20 CPs a bay)")
    def load(self, names: Names, fleet: Fleet, cps: Cps) -> Order:
        return LoadCargo(names.fleet(fleet), cps)

    @order("Unload CPs from a fleet at one of your colonies")
    def unload(self, names: Names, fleet: Fleet, cps: Cps, colony: Annotated[str, "Where"]) -> Order:
        return UnloadCargo(names.fleet(fleet), cps, names.colony(colony))

    @order("Take supply points into cargo bays: free in your grid, else from a depot there")
    def supply(self, names: Names, fleet: Fleet, points: Points) -> Order:
        return LoadSupplies(names.fleet(fleet), points)

    @order("Unload supply points into one of your bases, or back where they are free")
    def unsupply(
        self, names: Names, fleet: Fleet, points: Points, base: Annotated[str, "Into which base there"] = ""
    ) -> Order:
        return UnloadSupplies(names.fleet(fleet), points, names.site(base) if base else "")

    @order("Hand supply points to another of your fleets in the same hex")
    def hand(
        self,
        names: Names,
        fleet: Annotated[str, "The fleet that gives"],
        points: Points,
        into: Annotated[str, "The fleet that gets them"],
    ) -> Order:
        return TransferSupplies(names.fleet(fleet), points, names.fleet(into))

    @order("Load munitions from the stock of a colony or base into cargo bays, to be hauled")
    def arm(self, names: Names, fleet: Fleet, cps: Munitions, at: Annotated[str, "From where"]) -> Order:
        return LoadMunitions(names.fleet(fleet), cps, names.site(at))

    @order("Unload hauled munitions into a stock, or into the magazines of the ships there")
    def disarm(
        self, names: Names, fleet: Fleet, cps: Munitions, at: Annotated[str, "Where to (leave out: the magazines)"] = ""
    ) -> Order:
        return UnloadMunitions(names.fleet(fleet), cps, names.site(at) if at else "")

    @order("Take small craft or ground forces along: hangars, barracks, or crated in cargo bays")
    def embark(
        self,
        names: Names,
        fleet: Fleet,
        craft: Annotated[str, "Which units"],
        at: Annotated[str, "From where"],
        count: Count = 1,
        crated: Annotated[bool, "In cargo bays"] = False,
    ) -> Order:
        return TakeCraft(names.fleet(fleet), names.site(at), names.design(craft), count, crated)

    @order("Leave a fleet's small craft or ground forces at a colony or base, crated ones first")
    def disembark(
        self,
        names: Names,
        fleet: Fleet,
        craft: Annotated[str, "Which units"],
        at: Annotated[str, "Where"],
        count: Count = 1,
    ) -> Order:
        return LandCraft(names.fleet(fleet), names.site(at), names.design(craft), count)

    @order("Repair all that can be repaired of a fleet, or of ships and bases, where they are")
    def repair(
        self,
        names: Names,
        what: Annotated[str, "A fleet, or ships and bases by their numbers (DD01 WS01)", complete(damaged)],
        by: Annotated[str, "Who repairs: a colony, base or fleet there (leave out: the best)", repairer_option] = "",
        salvage: Annotated[str, "A ship there whose components may be taken out (DD02)", complete(wrecks)] = "",
    ) -> Order:
        fleet, units = repair_meant(names, what)
        return RepairUnits(fleet, units, *repairer_meant(names, by), names.ship(salvage) if salvage else "")

    @order("Give CPs from cargo bays to a colony of another empire that lets you land aid")
    def aid(
        self,
        names: Names,
        fleet: Fleet,
        cps: Cps,
        colony: Annotated[str, "The foreign colony, hex-orbit (2034-3)", foreign_option],
    ) -> Order:
        hex_, orbit = world_of(colony)
        return GiftCps(names.fleet(fleet), cps, f"{hex_}-{orbit}")
