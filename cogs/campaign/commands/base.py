"""/base: bases that stand by themselves, taken apart, put together, towed, on watch; and mining by fleets."""

from typing import Final

from discord import app_commands

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.fleet_texts import base_list
from cogs.campaign.common.order_commands import BASE, EMISSIONS, FLEET, SITE, named, order_of
from cogs.campaign.common.order_options import YARD, base_design_option, thing_option
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, command, number, text
from rules.cluster_war.chapters.colonies.work_orders import MineWorld
from rules.cluster_war.chapters.industry.base_orders import Assemble, Dismantle
from rules.cluster_war.chapters.industry.towing_orders import ReleaseBase, TowBase
from rules.cluster_war.chapters.movement.conduct_orders import SetBaseEmissions
from rules.cluster_war.model.orders.names import Names


def thing(names: Names, text: str) -> str:
    """A base design, or "shipyard" for shipyard bays."""
    tidy = text.strip().casefold()
    return YARD if tidy in {YARD, "shipyard bays", "shipyard bay"} else names.design(text)


ORBIT: Final = number("Round which world; 0 is deep space", 0, 99)


class BaseGroup(app_commands.Group, name="base", description="Bases: take apart, put together, tow; and mining fleets"):
    """Orders to bases, and the list of them."""

    @command("Your bases: where they stand, what they hold, who tows them")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, base_list(await view_here(interaction)))

    dismantle = order_of(Dismantle, "Take a base or shipyard bays apart and put the parts aboard a fleet there")(
        fleet=FLEET("The fleet with room for the parts"),
        at=SITE("The base, or the colony it is at", to="place"),
        what=Option(
            "What is taken apart at a colony: a base design, or shipyard bays",
            default="",
            offers=thing_option,
            read=thing,
        ),
        amount=number("How many", 1, 10000),
    )
    assemble = order_of(Assemble, "Put a base or shipyard bays together from parts, or a base from CPs, in the bays")(
        fleet=FLEET("The fleet that carries parts or CPs"),
        what=Option("A base design, or shipyard bays", offers=thing_option, read=thing),
        orbit=ORBIT,
        amount=number("How many shipyard bays", 1, 10000),
        name=text("The base's name", 0, 60),
    )

    tow = order_of(TowBase, "Take a base in tow; it does nothing until it is released")(
        fleet=FLEET("The fleet with the racks"),
        at=SITE("The base, or the colony that holds it", to="place"),
        design=named("Which base of a colony", Names.design, base_design_option),
    )
    release = order_of(ReleaseBase, "Let a towed base go where it is now; it works from next turn")(
        base=BASE, orbit=ORBIT
    )
    emissions = order_of(
        SetBaseEmissions, "A base runs active sensors (against cloaks) or ECM (to hide others); both give the base away"
    )(base=BASE("Which base that stands by itself"), run=EMISSIONS)
    mine = order_of(MineWorld, "Set a fleet's mining stations to work on a world in its hex, or stop them")(
        fleet=FLEET,
        orbit=number("Which world; 0 stops the work", 0, 99),
        strip="Strip-mine: more, and it harms the world",
    )
