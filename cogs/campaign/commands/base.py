"""/base: bases that stand by themselves, taken apart, put together, towed; and mining by fleets."""

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common import choices_bases
from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.choices import complete
from cogs.campaign.common.order_commands import order
from cogs.campaign.common.site_lists import base_list
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from rules.cluster_war.colonies.orders.mining import MineWorld
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle
from rules.cluster_war.industry.orders.towing import ReleaseBase, TowBase
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order

thing_option = complete(choices_bases.base_things)
design_option = complete(choices_bases.base_designs)

Orbit = Range[int, 0, 99]


class BaseGroup(app_commands.Group, name="base", description="Bases: take apart, put together, tow; and mining fleets"):
    """Orders to bases, and the list of them."""

    @app_commands.command(name="list", description="Your bases: where they stand, what they hold, who tows them")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, base_list(await view_here(interaction)))

    @order(
        "Take a base or shipyard bays apart and put the parts aboard a fleet there",
        lists={"what": thing_option},
        fleet="The fleet with room for the parts",
        at="The base, or the colony it is at",
        what="What is taken apart at a colony: a base design, or shipyard bays",
        amount="How many",
    )
    def dismantle(self, names: Names, fleet: str, at: str, what: str = "", amount: Range[int, 1, 10000] = 1) -> Order:
        return Dismantle(names.fleet(fleet), names.site(at), thing(names, what) if what else "", amount)

    @order(
        "Put a base or shipyard bays together from parts, or a base from CPs, in the bays",
        lists={"what": thing_option},
        fleet="The fleet that carries parts or CPs",
        what="A base design, or shipyard bays",
        orbit="Round which world; 0 is deep space",
        amount="How many shipyard bays",
        name="The base's name",
    )
    def assemble(
        self,
        names: Names,
        fleet: str,
        what: str,
        orbit: Orbit = 0,
        amount: Range[int, 1, 10000] = 1,
        name: Range[str, 0, 60] = "",
    ) -> Order:
        return Assemble(names.fleet(fleet), thing(names, what), orbit, amount, name)

    @order(
        "Take a base in tow; it does nothing until it is released",
        lists={"design": design_option},
        fleet="The fleet with the racks",
        at="The base, or the colony that holds it",
        design="Which base of a colony",
    )
    def tow(self, names: Names, fleet: str, at: str, design: str = "") -> Order:
        what = names.design(design) if design else ""
        return TowBase(names.fleet(fleet), names.site(at), what)

    @order(
        "Let a towed base go where it is now; it works from next turn",
        base="Which base",
        orbit="Round which world; 0 is deep space",
    )
    def release(self, names: Names, base: str, orbit: Orbit = 0) -> Order:
        return ReleaseBase(names.site(base), orbit)

    @order(
        "Set a fleet's mining stations to work on a world in its hex, or stop them",
        fleet="Which fleet",
        orbit="Which world; 0 stops the work",
        strip="Strip-mine: more, and it harms the world",
    )
    def mine(self, names: Names, fleet: str, orbit: Orbit, strip: bool = False) -> Order:
        return MineWorld(names.fleet(fleet), orbit, strip)


def thing(names: Names, text: str) -> str:
    """A base design, or "shipyard" for shipyard bays."""
    tidy = text.strip().casefold()
    return choices_bases.YARD if tidy in {choices_bases.YARD, "shipyard bays", "shipyard bay"} else names.design(text)
