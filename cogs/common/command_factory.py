"""Commands that are what they make: a method makes a value from options, and what is done with it is said once."""

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from discord import app_commands

from cogs.common.autocomplete import Completer
from cogs.common.bot_services import Interaction

T = TypeVar("T")
Making: TypeAlias = Callable[..., T]
"""A group's method: `self`, what it makes the value with, then the command's options. It makes the value or refuses."""
Finish: TypeAlias = Callable[[Interaction, Callable[[Any], T], Mapping[str, Any]], Awaitable[None]]
"""Given the interaction, the method with its options filled in, and the options that the method does not have."""


def command_of(
    making: Making[T],
    finish: Finish[T],
    description: str,
    lists: Mapping[str, Completer | None],
    about: Mapping[str, str],
    more: Sequence[inspect.Parameter] = (),
) -> app_commands.Command[Any, ..., None]:
    """A command with the method's name and options, and `more` of them.

    `about` describes the options; `lists` are what is offered for those that it has, None for nothing. A last underscore
    of a name is not shown.
    """
    this, tool, *options = inspect.signature(making).parameters.values()
    asked = [option.name for option in options]
    beside = {option.name: option.default for option in more}

    @functools.wraps(making)
    async def run(self: object, interaction: Interaction, **given: Any) -> None:
        own = {name: value for name, value in given.items() if name in asked}
        others = {name: given.get(name, usual) for name, usual in beside.items()}
        await finish(interaction, lambda found: making(self, found, **own), others)

    seen = inspect.Signature([this, tool.replace(name="interaction", annotation=Interaction), *options, *more])
    run.__signature__ = seen  # type: ignore[attr-defined] # discord.py reads a command's options from it
    app_commands.describe(**about)(run)
    app_commands.rename(**{name: name.rstrip("_") for name in asked if name.endswith("_")})(run)
    offered = {name: lister for name, lister in lists.items() if name in asked and lister is not None}
    app_commands.autocomplete(**offered)(run)
    return app_commands.command(name=making.__name__.rstrip("_"), description=description)(run)
