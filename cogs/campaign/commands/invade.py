"""/invade: land a fleet's troops on an enemy's world, command them there, see the fronts."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import reader_here
from cogs.campaign.common.choices import complete, foreign_option
from cogs.campaign.common.front_lists import any_front, own_forces, own_fronts, surface_hexes
from cogs.campaign.common.front_pictures import show_fronts
from cogs.campaign.common.option_values import world_of
from cogs.campaign.common.order_commands import Fleet, order
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from cogs.common.options import ThemeOption
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.war import Posture, Task

PostureOption = Annotated[
    Posture, "attack: march on the nearest city; hold: dig in; ambush: lie in wait; reserve: stay back"
]


class InvadeGroup(
    app_commands.Group, name="invade", description="War on the ground: land troops, command armies, see fronts"
):
    """Invasions and armies."""

    @command("Your fronts: cities, your forces, and the enemies you see, with a picture of each")
    async def fronts(
        self,
        interaction: Interaction,
        world: Annotated[str, "One world alone, hex-orbit (2034-3)", complete(any_front)] = "",
        film: Annotated[bool, "Yes: the war on that world week by week, as a moving picture"] = False,
        theme: ThemeOption = "dark",
    ) -> None:
        await show_fronts(interaction, await reader_here(interaction), world, theme, film=film)

    @order("Land all of a fleet's troops on an enemy's world, in the week in which the fleet is there")
    def land(
        self,
        names: Names,
        fleet: Fleet,
        world: Annotated[str, "The enemy's world, hex-orbit (2034-3)", foreign_option],
        at: Annotated[
            Range[str, 4, 4], "land: beside its city; city: right on it; or a surface hex such as 0302"
        ] = "land",
        posture: PostureOption = "attack",
    ) -> Order:
        hex_, orbit = world_of(world)
        return InvadeWorld(names.fleet(fleet), f"{hex_}-{orbit}", at.strip().casefold(), posture)

    @order("Take an army off a world again, aboard a fleet that is over it")
    def leave(
        self,
        names: Names,
        fleet: Fleet,
        world: Annotated[str, "From which world, hex-orbit (2034-3)", complete(own_fronts)],
        forces: Annotated[
            Range[str, 0, 200], "Which, such as A1 A2 (leave out: all that can go)", complete(own_forces)
        ] = "",
    ) -> Order:
        hex_, orbit = world_of(world)
        chosen = tuple(f"{names.view.side}/{name.upper()}" for name in forces.replace(",", " ").split())
        return LeaveWorld(names.fleet(fleet), f"{hex_}-{orbit}", chosen)

    @order("Tell your forces on a world what to do, until you tell them otherwise")
    def army(
        self,
        names: Names,
        world: Annotated[str, "On which world, hex-orbit (2034-3)", complete(own_fronts)],
        posture: PostureOption,
        forces: Annotated[Range[str, 0, 200], "Which, such as A1 A2 (leave out: all)", complete(own_forces)] = "",
        at: Annotated[Range[str, 0, 4], "The surface hex to go to", complete(surface_hexes)] = "",
        task: Annotated[Task, "In a city nobody defends: fight on, capture it, kill its people, destroy it"] = "fight",
        place: Annotated[Range[str, 0, 60], "Their exact place, in words"] = "",
        refill: Annotated[bool, "Fill depleted battalions up at the training base"] = False,
    ) -> Order:
        hex_, orbit = world_of(world)
        chosen = tuple(f"{names.view.side}/{name.upper()}" for name in forces.replace(",", " ").split())
        return CommandArmy(f"{hex_}-{orbit}", chosen, posture, at, task, place, refill)
