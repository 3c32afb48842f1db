"""/fleet: see, move, split, join and name fleets, and give them missions and cargo."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.kit import choices
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from cogs.kit.choices import complete
from cogs.kit.here import names_here, player_here
from cogs.kit.lists import fleet_list, fleet_sheet
from cogs.kit.ordering import propose, read_line
from rules.cluster_war.notation.write import quote
from rules.cluster_war.orders import LoadCargo, MergeFleets, MoveFleet, RenameFleet, SetMission, SplitFleet, UnloadCargo
from rules.errors import NotationError
from umpire import views

fleet_option = complete(choices.fleets)


async def destination_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Hexes nearest to the fleet chosen first."""
    fleet = str(getattr(interaction.namespace, "fleet", "") or "")
    return await complete(lambda view, _: choices.destinations(view, fleet))(interaction, typed)


colony_option = complete(choices.colonies)


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
    ) -> None:
        taken = "".join(f" +{ship}" for ship in pick_up.replace(",", " ").split())
        route = ", ".join([*(v.strip() for v in via.split(",") if v.strip()), f"{to}{taken}"])
        order = await read_line(interaction, f"move {quote(fleet)} to {route}" + (f" wait {wait}" if wait else ""))
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
        keys = tuple(names.ship(ship) for ship in ships.replace(",", " ").split())
        await propose(interaction, SplitFleet(names.fleet(fleet), keys, name))

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
    async def load(self, interaction: Interaction, fleet: str, cps: Range[int, 1, 100000]) -> None:
        names = await names_here(interaction)
        await propose(interaction, LoadCargo(names.fleet(fleet), cps))

    @app_commands.command(description="Unload CPs from a fleet at one of your colonies")
    @app_commands.describe(fleet="Which fleet", cps="How many CPs", colony="Where")
    @app_commands.autocomplete(fleet=fleet_option, colony=colony_option)
    async def unload(self, interaction: Interaction, fleet: str, cps: Range[int, 1, 100000], colony: str) -> None:
        names = await names_here(interaction)
        await propose(interaction, UnloadCargo(names.fleet(fleet), cps, names.colony(colony)))
