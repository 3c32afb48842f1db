"""/fleet: see, move, split, join and name fleets, and give them missions and cargo."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.kit import choices, choices_works
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from cogs.kit.choices import complete
from cogs.kit.here import names_here, player_here
from cogs.kit.lists import fleet_list, fleet_sheet
from cogs.kit.ordering import propose, read_line
from cogs.kit.voyages import destinations, manner_of
from cogs.kit.words import ships_named, world_of
from rules.cluster_war.notation.write import quote
from rules.cluster_war.orders import LoadCargo, MergeFleets, MoveFleet, RenameFleet, SetMission, SplitFleet, UnloadCargo
from rules.cluster_war.orders_support import (
    GiftCps,
    LandCraft,
    LoadMunitions,
    LoadSupplies,
    TakeCraft,
    TransferSupplies,
    UnloadMunitions,
    UnloadSupplies,
)
from rules.errors import NotationError
from umpire import views

fleet_option = complete(choices.fleets)


async def destination_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Hexes nearest to the chosen fleet first, each with the weeks the fleet needs and the turn it arrives."""
    known = await choices.known_to(interaction)
    if known is None:
        return []
    given = interaction.namespace
    manner = manner_of(given.via, given.wait, given.by, given.push)
    return destinations(*known, str(given.fleet or ""), manner, typed)


colony_option = complete(choices.colonies)
site_option = complete(choices_works.sites)
base_option = complete(choices_works.bases)
carried_option = complete(choices_works.carried)
foreign_option = complete(choices_works.foreign_colonies)

Amount = Range[int, 1, 100000]


class FleetGroup(
    app_commands.Group, name="fleet", description="Your fleets: see them, move them, give them missions and cargo"
):
    """Fleet orders and fleet lists."""

    @app_commands.command(name="list", description="All your fleets: where they are, what they do, what they carry")
    async def list_(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, fleet_list(await views.view(bench_of(interaction).desk, seat)))

    @app_commands.command(description="One fleet with its ships, speed, gear and orders")
    @app_commands.describe(fleet="Which fleet")
    @app_commands.autocomplete(fleet=fleet_option)
    async def show(self, interaction: Interaction, fleet: str) -> None:
        names = await names_here(interaction)
        await say(interaction, fleet_sheet(names.view, names.fleet(fleet)))

    @app_commands.command(description="Send a fleet to a hex, by way of others if you like; it cannot be called back")
    @app_commands.describe(
        fleet="Which fleet",
        to="Where it ends, as a hex (2034) or a name you know",
        via="Waypoints before that, separated by commas (0104, 0109)",
        pick_up="Ships to take along from the end hex, separated by spaces (FF01 DD02)",
        wait="Weeks to wait before leaving (0 to 3)",
        by="Use a wormhole or a jump gate that is there instead of the own drives",
        push="Drive foldspace or wormhole engines beyond their rating, at a risk",
    )
    @app_commands.autocomplete(fleet=fleet_option, to=destination_option)
    async def move(
        self,
        interaction: Interaction,
        fleet: str,
        to: str,
        via: str = "",
        pick_up: str = "",
        wait: Range[int, 0, 3] = 0,
        by: Literal["wormhole", "gate"] | None = None,
        push: bool = False,
    ) -> None:
        taken = "".join(f" +{ship}" for ship in pick_up.replace(",", " ").split())
        route = ", ".join([*(v.strip() for v in via.split(",") if v.strip()), f"{to}{taken}"])
        how = (f" wait {wait}" if wait else "") + (f" by {by}" if by else "") + (" pushed" if push else "")
        order = await read_line(interaction, f"move {quote(fleet)} to {route}{how}")
        if not isinstance(order, MoveFleet):
            raise NotationError("That route could not be read; write hexes like 2034.")
        await propose(interaction, order)

    @app_commands.command(description="Detach ships as a new task force")
    @app_commands.describe(
        fleet="From which fleet", ships="The ships, separated by spaces (DD01 DD02)", name="The new name"
    )
    @app_commands.autocomplete(fleet=fleet_option)
    async def split(self, interaction: Interaction, fleet: str, ships: str, name: Range[str, 1, 60]) -> None:
        names = await names_here(interaction)
        await propose(interaction, SplitFleet(names.fleet(fleet), ships_named(names, ships), name))

    @app_commands.command(description="Join a fleet to another one in the same hex")
    @app_commands.describe(fleet="The fleet that joins", into="The fleet it joins")
    @app_commands.autocomplete(fleet=fleet_option, into=fleet_option)
    async def merge(self, interaction: Interaction, fleet: str, into: str) -> None:
        names = await names_here(interaction)
        await propose(interaction, MergeFleets(names.fleet(fleet), names.fleet(into)))

    @app_commands.command(description="Give a fleet a name, and standing orders in your own words")
    @app_commands.describe(
        fleet="Which fleet", name="Its new name", standing="Standing orders for the GM to keep in mind"
    )
    @app_commands.autocomplete(fleet=fleet_option)
    async def rename(
        self, interaction: Interaction, fleet: str, name: Range[str, 1, 60], standing: Range[str, 0, 1500] = ""
    ) -> None:
        names = await names_here(interaction)
        await propose(interaction, RenameFleet(names.fleet(fleet), name, standing))

    @app_commands.command(description="What a fleet does where it is or arrives; a survey needs LRS and a survey bay")
    @app_commands.describe(fleet="Which fleet", mission="What it does")
    @app_commands.autocomplete(fleet=fleet_option)
    async def mission(
        self,
        interaction: Interaction,
        fleet: str,
        mission: Literal["none", "scout", "survey", "patrol", "blockade", "reserve"],
    ) -> None:
        names = await names_here(interaction)
        await propose(interaction, SetMission(names.fleet(fleet), mission))

    @app_commands.command(description="Load CPs into a fleet's cargo bays at one of your colonies (20 CPs a bay)")
    @app_commands.describe(fleet="Which fleet", cps="How many CPs")
    @app_commands.autocomplete(fleet=fleet_option)
    async def load(self, interaction: Interaction, fleet: str, cps: Amount) -> None:
        names = await names_here(interaction)
        await propose(interaction, LoadCargo(names.fleet(fleet), cps))

    @app_commands.command(description="Unload CPs from a fleet at one of your colonies")
    @app_commands.describe(fleet="Which fleet", cps="How many CPs", colony="Where")
    @app_commands.autocomplete(fleet=fleet_option, colony=colony_option)
    async def unload(self, interaction: Interaction, fleet: str, cps: Amount, colony: str) -> None:
        names = await names_here(interaction)
        await propose(interaction, UnloadCargo(names.fleet(fleet), cps, names.colony(colony)))

    @app_commands.command(description="Take supply points into cargo bays: free in your grid, else from a depot there")
    @app_commands.describe(fleet="Which fleet", points="How many supply points")
    @app_commands.autocomplete(fleet=fleet_option)
    async def supply(self, interaction: Interaction, fleet: str, points: Amount) -> None:
        names = await names_here(interaction)
        await propose(interaction, LoadSupplies(names.fleet(fleet), points))

    @app_commands.command(description="Unload supply points into one of your bases, or back where they are free")
    @app_commands.describe(fleet="Which fleet", points="How many supply points", base="Into which base there")
    @app_commands.autocomplete(fleet=fleet_option, base=base_option)
    async def unsupply(self, interaction: Interaction, fleet: str, points: Amount, base: str = "") -> None:
        names = await names_here(interaction)
        order = UnloadSupplies(names.fleet(fleet), points, names.site(base) if base else "")
        await propose(interaction, order)

    @app_commands.command(description="Hand supply points to another of your fleets in the same hex")
    @app_commands.describe(
        fleet="The fleet that gives", points="How many supply points", into="The fleet that gets them"
    )
    @app_commands.autocomplete(fleet=fleet_option, into=fleet_option)
    async def hand(self, interaction: Interaction, fleet: str, points: Amount, into: str) -> None:
        names = await names_here(interaction)
        await propose(interaction, TransferSupplies(names.fleet(fleet), points, names.fleet(into)))

    @app_commands.command(description="Load munitions from the stock of a colony or base into cargo bays, to be hauled")
    @app_commands.describe(fleet="Which fleet", cps="Munitions in CPs", at="From where")
    @app_commands.autocomplete(fleet=fleet_option, at=site_option)
    async def arm(self, interaction: Interaction, fleet: str, cps: Amount, at: str) -> None:
        names = await names_here(interaction)
        await propose(interaction, LoadMunitions(names.fleet(fleet), cps, names.site(at)))

    @app_commands.command(description="Unload hauled munitions into a stock, or into the magazines of the ships there")
    @app_commands.describe(fleet="Which fleet", cps="Munitions in CPs", at="Where to (leave out: the magazines)")
    @app_commands.autocomplete(fleet=fleet_option, at=site_option)
    async def disarm(self, interaction: Interaction, fleet: str, cps: Amount, at: str = "") -> None:
        names = await names_here(interaction)
        order = UnloadMunitions(names.fleet(fleet), cps, names.site(at) if at else "")
        await propose(interaction, order)

    @app_commands.command(
        description="Take small craft or ground forces along: hangars, barracks, or crated in cargo bays"
    )
    @app_commands.describe(
        fleet="Which fleet", craft="Which units", count="How many", at="From where", crated="In cargo bays"
    )
    @app_commands.autocomplete(fleet=fleet_option, craft=carried_option, at=site_option)
    async def embark(
        self, interaction: Interaction, fleet: str, craft: str, at: str, count: Amount = 1, crated: bool = False
    ) -> None:
        names = await names_here(interaction)
        order = TakeCraft(names.fleet(fleet), names.site(at), names.design(craft), count, crated)
        await propose(interaction, order)

    @app_commands.command(
        description="Leave a fleet's small craft or ground forces at a colony or base, crated ones first"
    )
    @app_commands.describe(fleet="Which fleet", craft="Which units", count="How many", at="Where")
    @app_commands.autocomplete(fleet=fleet_option, craft=carried_option, at=site_option)
    async def disembark(self, interaction: Interaction, fleet: str, craft: str, at: str, count: Amount = 1) -> None:
        names = await names_here(interaction)
        await propose(interaction, LandCraft(names.fleet(fleet), names.site(at), names.design(craft), count))

    @app_commands.command(description="Give CPs from cargo bays to a colony of another empire that lets you land aid")
    @app_commands.describe(fleet="Which fleet", cps="How many CPs", colony="The foreign colony, hex-orbit (2034-3)")
    @app_commands.autocomplete(fleet=fleet_option, colony=foreign_option)
    async def aid(self, interaction: Interaction, fleet: str, cps: Amount, colony: str) -> None:
        names = await names_here(interaction)
        hex_, orbit = world_of(colony)
        await propose(interaction, GiftCps(names.fleet(fleet), cps, f"{hex_}-{orbit}"))
