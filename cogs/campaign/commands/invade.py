"""/invade: land a fleet's troops on an enemy's world, command them there, see the fronts."""

from typing import Annotated, Final

from discord import app_commands

from cogs.campaign.common.campaign_context import reader_here
from cogs.campaign.common.field_texts import any_front, own_forces, own_fronts, show_fronts, surface_hexes
from cogs.campaign.common.order_commands import FLEET, SITE, WORLD_KEY, order_of
from cogs.campaign.common.order_options import complete, foreign_option
from cogs.common.autocomplete import ThemeOption
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, command, text
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.model.orders.names import Names

POSTURE: Final = Option("attack: march on the nearest city; hold: dig in; ambush: lie in wait; reserve: stay back")


def _forces(names: Names, given: str) -> tuple[str, ...]:
    return tuple(f"{names.view.side}/{name.upper()}" for name in given.replace(",", " ").split())


FORCES: Final = text("Which, such as A1 A2 (leave out: all)", 0, 200, offers=complete(own_forces), read=_forces)


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

    land = order_of(
        InvadeWorld, "Land all of a fleet's troops on an enemy's world, in the week in which the fleet is there"
    )(
        fleet=FLEET,
        world=WORLD_KEY("The enemy's world, hex-orbit (2034-3)", offers=foreign_option),
        at=text(
            "land: beside its city; city: right on it; or a surface hex such as 0302",
            4,
            4,
            offers=SITE.offers,
            read=lambda _, given: given.strip().casefold(),
        ),
        posture=POSTURE,
    )
    leave = order_of(LeaveWorld, "Take an army off a world again, aboard a fleet that is over it")(
        fleet=FLEET,
        world=WORLD_KEY("From which world, hex-orbit (2034-3)", offers=complete(own_fronts)),
        forces=FORCES("Which, such as A1 A2 (leave out: all that can go)"),
    )
    army = order_of(CommandArmy, "Tell your forces on a world what to do, until you tell them otherwise")(
        world=WORLD_KEY("On which world, hex-orbit (2034-3)", offers=complete(own_fronts)),
        posture=POSTURE(needed=True),
        forces=FORCES,
        at=text("The surface hex to go to", 0, 4, offers=complete(surface_hexes)),
        task="In a city nobody defends: fight on, capture it, kill its people, destroy it",
        place=text("Their exact place, in words", 0, 60),
        refill="Fill depleted battalions up at the training base",
    )
