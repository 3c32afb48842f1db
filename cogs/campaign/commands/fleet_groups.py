"""/fleet, /invade and /encounter: fleets and their orders, war on the ground, and what is done about what fleets have met."""

from typing import Annotated, Final, Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.campaign.common import field_texts
from cogs.campaign.common.campaign_context import names_here, player_here, reader_here, view_here
from cogs.campaign.common.fleet_options import (
    course_option,
    damaged_fleets,
    destinations,
    manner_of,
    repairer_option,
    wrecks,
)
from cogs.campaign.common.fleet_texts import fleet_list, fleet_sheet, gone_sheet
from cogs.campaign.common.order_commands import (
    BASE,
    COLONY,
    CPS,
    CRAFT,
    EMISSIONS,
    FLEET,
    HEXES,
    ROUTE,
    SHIPS,
    SITE,
    VIA,
    WORLD,
    WORLD_KEY,
    Fleet,
    named,
    order_of,
)
from cogs.campaign.common.order_options import (
    complete,
    fleet_option,
    foreign_option,
    known_to,
    legs_named,
    ship_option,
    ships_named,
    world_of,
)
from cogs.campaign.dashboard.contact_handlers import list_scenes
from cogs.campaign.standing_orders.handlers import propose_chain
from cogs.common.command_factory import Option, ThemeOption, command, fixed, number, strip_text, text
from cogs.common.interactions import Interaction, defer, say, services_of
from render.words.safe_text import plain
from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, SetEngagement, repair_meant, repairer_meant
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, EnterWormhole
from rules.cluster_war.chapters.logistics import supply_orders
from rules.cluster_war.chapters.logistics.cargo_orders import LandCraft, LoadCargo, TakeCraft, UnloadCargo
from rules.cluster_war.chapters.movement.conduct_orders import SetEmissions
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SetMission, SplitFleet
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.common import FleetId
from rules.cluster_war.play.standing_orders.chains import fleet_names
from rules.cluster_war.play.standing_orders.conquest_chain import ConquerWorld
from rules.values import GameError
from umpire.campaign.designs.drawings import status_of
from umpire.campaign.views.reports import FormerFleet, former_fleet
from umpire.outbox.courier import File


async def destination_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Hexes nearest to the chosen fleet first, each with the weeks the fleet needs and the turn it arrives."""
    known = await known_to(interaction)
    if known is None:
        return []
    given = interaction.namespace
    manner = manner_of(given.via, given.wait, given.by, given.push)
    return destinations(*known, str(given.fleet or ""), manner, typed)


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
        found: FleetId | FormerFleet | None
        try:
            found = names.fleet(fleet)
        except GameError:
            await defer(interaction)
            found = await former_fleet(services_of(interaction), reader, names.view, fleet)
            if found is None:
                raise
        told = gone_sheet(found) if isinstance(found, FormerFleet) else fleet_sheet(names.view, found)
        if not ship:
            await say(interaction, told)
            return
        seat = await player_here(interaction)
        await defer(interaction)
        sheet = await status_of(services_of(interaction), seat, ship)
        pictures = [sheet.picture] if sheet.picture is not None else []
        await say(interaction, f"**{plain(sheet.title)}**", files=[*pictures, File("status.txt", sheet.text.encode())])

    move = order_of(MoveFleet, "Send a fleet to a hex, by way of others if you like; it cannot be called back")(
        fleet=FLEET,
        to=ROUTE(
            "Where it ends, as a hex (2034) or a name you know",
            offers=destination_option,
            read=lambda names, to, via, ships: legs_named(names, via, to, ships_named(names, ships)),
            beside="via pick_up",
        ),
        via=VIA,
        pick_up=Option("Ships to take along from the end hex, separated by spaces (FF01 DD02)", str, default=""),
        wait=number("Weeks to wait before leaving (0 to 3)", 0, 3),
        by=Option(
            "Use a wormhole or jump gate that is there, or warp points by dowsers, instead of the own drives",
            Literal["wormhole", "gate", "dowsing"],
        ),
        push="Drive foldspace or wormhole engines beyond their rating, at a risk",
    )
    raid = order_of(RaidRoute, "Raid an enemy's commerce along a course of neighbouring hexes")(
        fleet=FLEET,
        via=HEXES("Every hex of the course, separated by commas (0505, 0605)", to="path", offers=course_option),
        take=Option(
            "Take cargo as far as bays have room; else all is destroyed",
            bool,
            default=False,
            read=lambda _, take: "take" if take else "destroy",
            to="cargo",
        ),
    )
    bombard = order_of(BombardWorld, "Fire on a world from orbit; a biosphere or a planet only if you are certain")(
        fleet=FLEET,
        world=WORLD(offers=foreign_option),
        target="What at",
        certain="You have read what becomes of the world, and mean it",
    )
    split = order_of(SplitFleet, "Detach ships as a new task force")(
        fleet=FLEET("From which fleet"), ships=SHIPS, name=text("The new name", 1, 60)
    )
    merge = order_of(MergeFleets, "Join a fleet to another one in the same hex")(
        fleet=FLEET("The fleet that joins"), into=FLEET("The fleet it joins")
    )
    rename = order_of(RenameFleet, "Give a fleet a name, and standing orders in your own words")(
        fleet=FLEET,
        name=text("Its new name", 1, 60),
        standing=text("Standing orders for the GM to keep in mind", 0, 1500),
    )
    mission = order_of(SetMission, "What a fleet does where it is or arrives; a survey needs LRS and a survey bay")(
        fleet=FLEET, mission="What it does"
    )
    emissions = order_of(
        SetEmissions, "Run active sensors (against cloaks) or ECM (to hide others); both give the fleet away"
    )(fleet=FLEET, run=EMISSIONS)
    engage = order_of(
        SetEngagement, "What a fleet does when it meets an enemy; it lasts until changed. No fleet: your whole empire"
    )(
        stance=Option(
            "Usual: as your empire has it",
            Literal["attack", "defend", "evade", "usual"],
            read=lambda _, stance: "" if stance == "usual" else stance,
            needed=True,
        ),
        fleet=FLEET("Which fleet (default: all that have no orders of their own)", default=""),
        withdraw=number("Withdraw when so many percent of its hull are lost; 0: it stays", 0, 100, to="withdraw_at"),
        pursue="Follow those who flee; without it nobody does",
        reserve=SHIPS("Ships kept back from the fight, separated by spaces (FF01 DD02)", offers=ship_option),
        protect=FLEET("Your fleet that it protects"),
        words=text("Plain words for the GM: standing orders, your manners", 0, 1500),
    )
    load = order_of(LoadCargo, "Load CPs into a fleet's cargo bays at one of your colonies (20 CPs a bay)")(
        fleet=FLEET, cps=CPS
    )
    unload = order_of(UnloadCargo, "Unload CPs from a fleet at one of your colonies")(
        fleet=FLEET, cps=CPS, colony=COLONY("Where")
    )
    supply = order_of(
        supply_orders.LoadSupplies, "Take supply points into cargo bays: free in your grid, else from a depot there"
    )(fleet=FLEET, points=CPS("How many supply points"))
    unsupply = order_of(
        supply_orders.UnloadSupplies, "Unload supply points into one of your bases, or back where they are free"
    )(fleet=FLEET, points=CPS("How many supply points"), base=BASE("Into which base there"))
    hand = order_of(supply_orders.TransferSupplies, "Hand supply points to another of your fleets in the same hex")(
        fleet=FLEET("The fleet that gives"),
        points=CPS("How many supply points"),
        into=FLEET("The fleet that gets them"),
    )
    arm = order_of(
        supply_orders.LoadMunitions, "Load munitions from the stock of a colony or base into cargo bays, to be hauled"
    )(fleet=FLEET, cps=CPS("Munitions in CPs"), at=SITE("From where", to="place"))
    disarm = order_of(
        supply_orders.UnloadMunitions, "Unload hauled munitions into a stock, or into the magazines of the ships there"
    )(fleet=FLEET, cps=CPS("Munitions in CPs"), at=SITE("Where to (default: the magazines)", to="place"))
    embark = order_of(TakeCraft, "Take small craft or ground forces along: hangars, barracks, or crated in cargo bays")(
        fleet=FLEET,
        craft=CRAFT(to="design"),
        at=SITE("From where", to="place"),
        count=CPS("How many", default=1),
        crated="In cargo bays",
    )
    disembark = order_of(
        LandCraft, "Leave a fleet's small craft or ground forces at a colony or base, crated ones first"
    )(fleet=FLEET, craft=CRAFT(to="design"), at=SITE(to="place"), count=CPS("How many", default=1))
    repair = order_of(RepairUnits, "Repair all that can be repaired of a fleet, or of ships and bases, where they are")(
        what=Option(
            "A fleet, or ships and bases by their numbers (DD01 WS01)",
            str,
            complete(damaged_fleets),
            repair_meant,
            needed=True,
            to="fleet units",
        ),
        by=Option(
            "Who repairs: a colony, base or fleet there (default: the best)",
            str,
            repairer_option,
            repairer_meant,
            to="at using",
        ),
        salvage=named(
            "A ship there whose components may be taken out (DD02)", Names.ship, complete(wrecks), to="donor"
        ),
    )
    aid = order_of(
        supply_orders.GiftCps, "Give CPs from cargo bays to a colony of another empire that lets you land aid"
    )(fleet=FLEET, cps=CPS, colony=WORLD_KEY("The foreign colony, hex-orbit (2034-3)", offers=foreign_option))


POSTURE: Final = Option("attack: march on the nearest city; hold: dig in; ambush: lie in wait; reserve: stay back")


def _forces(names: Names, given: str) -> tuple[str, ...]:
    return tuple(f"{names.view.side}/{name.upper()}" for name in given.replace(",", " ").split())


FORCES: Final = text(
    "Which, such as A1 A2 (default: all)", 0, 200, offers=complete(field_texts.own_forces), read=_forces
)


class InvadeGroup(
    app_commands.Group, name="invade", description="War on the ground: land troops, command armies, see fronts"
):
    """Invasions and armies."""

    @command("Your fronts: cities, your forces, and the enemies you see, with a picture of each")
    async def fronts(
        self,
        interaction: Interaction,
        world: Annotated[str, "One world alone, hex-orbit (2034-3)", complete(field_texts.any_front)] = "",
        film: Annotated[bool, "Yes: the war on that world week by week, as a moving picture"] = False,
        theme: ThemeOption = "dark",
    ) -> None:
        await field_texts.show_fronts(interaction, await reader_here(interaction), world, theme, film=film)

    land = order_of(
        InvadeWorld, "Land all of a fleet's troops on an enemy's world, in the week in which the fleet is there"
    )(
        fleet=FLEET,
        world=WORLD_KEY("The enemy's world, hex-orbit (2034-3)", offers=foreign_option),
        at=text(
            "land: beside its city; city: right on it; or a surface hex such as 0302",
            4,
            4,
            offers=fixed(lambda: (("Beside its city", "land"), ("Right on its city", "city"))),
            read=lambda _, given: given.strip().casefold(),
        ),
        posture=POSTURE,
    )

    @command("Gather fleets, embark troops, travel, land and fight for a world, step by step, turn by turn")
    async def take(
        self,
        interaction: Interaction,
        world: Annotated[str, "The enemy's world, hex-orbit (2034-3)", foreign_option],
        fleet: Annotated[str, "The fleet that leads: it has room for troops", fleet_option],
        others: Annotated[Range[str, 0, 200], "Fleets that join it, separated by commas", fleet_option] = "",
    ) -> None:
        hex_, orbit = world_of(world)
        await propose_chain(
            interaction,
            lambda names: ConquerWorld(
                f"{hex_}-{orbit}", names.fleet(fleet), tuple(names.fleet(each) for each in fleet_names(others))
            ),
        )

    leave = order_of(LeaveWorld, "Take an army off a world again, aboard a fleet that is over it")(
        fleet=FLEET,
        world=WORLD_KEY("From which world, hex-orbit (2034-3)", offers=complete(field_texts.own_fronts)),
        forces=FORCES("Which, such as A1 A2 (default: all that can go)"),
    )
    army = order_of(CommandArmy, "Tell your forces on a world what to do, until you change it")(
        world=WORLD_KEY("On which world, hex-orbit (2034-3)", offers=complete(field_texts.own_fronts)),
        posture=POSTURE(needed=True),
        forces=FORCES,
        at=text("The surface hex to go to", 0, 4, offers=complete(field_texts.surface_hexes)),
        task="In a city nobody defends: fight on, capture it, kill its people, destroy it",
        place=text("Their exact place, in words", 0, 60),
        refill="Fill depleted battalions up at the training base",
    )


class EncounterGroup(
    app_commands.Group, name="encounter", description="What your fleets have met: look, answer, go through worm holes"
):
    """Answers to scenes; what nobody answers comes to the cautious end of the book."""

    @command("What waits for your answer, with every choice and its chance")
    async def list_(self, interaction: Interaction) -> None:
        await list_scenes(interaction)

    answer = order_of(AnswerScene, "Say what is done about something your fleets have met")(
        encounter=Option("Which one (E3)", to="scene", offers=field_texts.scene_option, read=strip_text),
        choice=Option("What is done", offers=field_texts.choice_option, read=strip_text),
    )
    enter = order_of(EnterWormhole, "Enter a worm hole whose far end you do not know")(fleet=FLEET)
