"""/base: bases that stand by themselves, taken apart, put together, towed, on watch; and mining by fleets."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.choices import YARD, base_design_option, thing_option
from cogs.campaign.common.order_commands import Fleet, order
from cogs.campaign.common.site_lists import base_list
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.chapters.colonies.work_orders import MineWorld
from rules.cluster_war.chapters.industry.orders.bases import Assemble, Dismantle
from rules.cluster_war.chapters.industry.orders.towing import ReleaseBase, TowBase
from rules.cluster_war.chapters.movement.orders.emitting import WORDS, SetBaseEmissions
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order

Orbit = Range[int, 0, 99]


class BaseGroup(app_commands.Group, name="base", description="Bases: take apart, put together, tow; and mining fleets"):
    """Orders to bases, and the list of them."""

    @command("Your bases: where they stand, what they hold, who tows them")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, base_list(await view_here(interaction)))

    @order("Take a base or shipyard bays apart and put the parts aboard a fleet there")
    def dismantle(
        self,
        names: Names,
        fleet: Annotated[str, "The fleet with room for the parts"],
        at: Annotated[str, "The base, or the colony it is at"],
        what: Annotated[str, "What is taken apart at a colony: a base design, or shipyard bays", thing_option] = "",
        amount: Annotated[Range[int, 1, 10000], "How many"] = 1,
    ) -> Order:
        return Dismantle(names.fleet(fleet), names.site(at), thing(names, what) if what else "", amount)

    @order("Put a base or shipyard bays together from parts, or a base from CPs, in the bays")
    def assemble(
        self,
        names: Names,
        fleet: Annotated[str, "The fleet that carries parts or CPs"],
        what: Annotated[str, "A base design, or shipyard bays", thing_option],
        orbit: Annotated[Orbit, "Round which world; 0 is deep space"] = 0,
        amount: Annotated[Range[int, 1, 10000], "How many shipyard bays"] = 1,
        name: Annotated[Range[str, 0, 60], "The base's name"] = "",
    ) -> Order:
        return Assemble(names.fleet(fleet), thing(names, what), orbit, amount, name)

    @order("Take a base in tow; it does nothing until it is released")
    def tow(
        self,
        names: Names,
        fleet: Annotated[str, "The fleet with the racks"],
        at: Annotated[str, "The base, or the colony that holds it"],
        design: Annotated[str, "Which base of a colony", base_design_option] = "",
    ) -> Order:
        what = names.design(design) if design else ""
        return TowBase(names.fleet(fleet), names.site(at), what)

    @order("Let a towed base go where it is now; it works from next turn")
    def release(
        self,
        names: Names,
        base: Annotated[str, "Which base"],
        orbit: Annotated[Orbit, "Round which world; 0 is deep space"] = 0,
    ) -> Order:
        return ReleaseBase(names.site(base), orbit)

    @order("A base runs active sensors (against cloaks) or ECM (to hide others); both give the base away")
    def emissions(
        self,
        names: Names,
        base: Annotated[str, "Which base that stands by itself"],
        run: Annotated[Literal["silent", "sensors", "ecm"], "From now on; silent: neither"],
    ) -> Order:
        return SetBaseEmissions(names.site(base), WORDS[run])

    @order("Set a fleet's mining stations to work on a world in its hex, or stop them")
    def mine(
        self,
        names: Names,
        fleet: Fleet,
        orbit: Annotated[Orbit, "Which world; 0 stops the work"],
        strip: Annotated[bool, "Strip-mine: more, and it harms the world"] = False,
    ) -> Order:
        return MineWorld(names.fleet(fleet), orbit, strip)


def thing(names: Names, text: str) -> str:
    """A base design, or "shipyard" for shipyard bays."""
    tidy = text.strip().casefold()
    return YARD if tidy in {YARD, "shipyard bays", "shipyard bay"} else names.design(text)
