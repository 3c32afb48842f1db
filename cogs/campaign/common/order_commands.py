"""How an order becomes a command: a method makes the order from its options, and the giver is shown what it would do."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from discord import app_commands

from cogs.campaign.common import choices
from cogs.campaign.common.choices import colony_option, complete, fleet_option, world_option
from cogs.campaign.common.ordering import propose
from cogs.common.autocomplete import Completer
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Making, command_of
from rules.cluster_war.model.orders.order import Order

Fleet = Annotated[str, "Which fleet", fleet_option]
LISTS: Final[Mapping[str, Completer]] = {
    "fleet": fleet_option,
    "into": fleet_option,
    "colony": colony_option,
    "project": complete(choices.projects),
    "world": world_option,
    "at": complete(choices.sites),
    "base": complete(choices.bases),
    "craft": complete(choices.carried),
    "side": complete(choices.empires),
}
"""What is offered for an option of this name, unless its command says otherwise."""


def order(description: str) -> Callable[[Making[Order]], app_commands.Command[Any, ..., None]]:
    """A command for one order; its method is given the `Names` that the giver knows."""

    async def finish(interaction: Interaction, making: Callable[[Any], Order], _: Mapping[str, Any]) -> None:
        await propose(interaction, making)

    return lambda making: command_of(making, finish, description, LISTS)
