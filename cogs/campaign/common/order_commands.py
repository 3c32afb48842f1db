"""How an order becomes a command: a row or a method makes the order from its options, and the giver is shown what it would do."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

from discord import app_commands

from cogs.campaign.common import order_options
from cogs.campaign.common.order_handlers import propose
from cogs.campaign.common.order_options import (
    build_option,
    colony_option,
    complete,
    fleet_option,
    hexes_named,
    legs_named,
    ships_named,
    world_of,
    world_option,
)
from cogs.common.command_factory import Completer, Making, Option, command_of, making_of, number
from cogs.common.interactions import Interaction
from rules.cluster_war.chapters.movement.conduct_orders import EMISSION_WORDS
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order

Fleet = Annotated[str, "Which fleet", fleet_option]


def named(about: str, find: Callable[[Names, str], object], offers: Completer | None = None, **other: Any) -> Option:
    """A thing that is found by its name."""
    return Option(about, str, offers, find, **other)


FLEET: Final = named("Which fleet", Names.fleet, fleet_option)
COLONY: Final = named("Which colony", Names.colony, colony_option)
BASE: Final = named("Which base", Names.site, complete(order_options.bases))
SITE: Final = named("Where", Names.site, complete(order_options.sites))
CRAFT: Final = named("Which units", Names.design, complete(order_options.carried_units))
BUILD: Final = named("Which construction", Names.build, build_option)
PROJECT: Final = named("Which project", Names.project, complete(order_options.projects))
EMPIRE: Final = named("Which empire", Names.side, complete(order_options.empires))
SHIPS: Final = named("The ships, separated by spaces (DD01 DD02)", ships_named)
HEXES: Final = named("Hexes, separated by commas (0505, 0605)", hexes_named)
WORLD: Final = Option(
    "The world, hex-orbit (2034-3)", str, world_option, lambda _, given: world_of(given), to="hex orbit"
)
WORLD_KEY: Final = named("The world, hex-orbit (2034-3)", lambda _, given: "{}-{}".format(*world_of(given)))
VIA: Final = Option("Waypoints before that, separated by commas (0104, 0109)", str, default="")
ROUTE: Final = Option(
    "Where they end, as a hex (2034) or a name you know",
    str,
    read=lambda names, to, via: legs_named(names, via, to),
    to="legs",
    beside="via",
)
CPS: Final = number("How many CPs", 1, 100000)
EMISSIONS: Final = Option(
    "From now on; silent: neither",
    Literal["silent", "sensors", "ecm"],
    read=lambda _, run: EMISSION_WORDS[run],
    needed=True,
    to="emissions",
)


def order(description: str) -> Callable[[Making[Order]], app_commands.Command[Any, ..., None]]:
    """A command for one order; its method is given the `Names` that the giver knows."""

    async def finish(interaction: Interaction, making: Callable[[Any], Order], _: Mapping[str, Any]) -> None:
        await propose(interaction, making)

    return lambda making: command_of(making, finish, description)


def order_of(made: type[Order], description: str) -> Callable[..., app_commands.Command[Any, ..., None]]:
    """A row: the command for an order whose fields are the options that it is called with."""
    return lambda **options: order(description)(making_of(made, options))
