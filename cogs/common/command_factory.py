"""Commands from methods: what an option is for, and what is offered for it, stands beside its type.

`fleet: Annotated[str, "Which fleet", fleet_option]` is an option with its description and, if any, its suggestions. A
last underscore of a method's or an option's name is not shown.
"""

import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar, get_args, get_origin

from discord import AppCommandOptionType, app_commands

from cogs.common.autocomplete import Completer
from cogs.common.bot_services import Interaction

NUMBERS: Final = frozenset({AppCommandOptionType.integer, AppCommandOptionType.number})
T = TypeVar("T")
P = ParamSpec("P")
GroupT = TypeVar("GroupT", bound=app_commands.Group)
Making: TypeAlias = Callable[..., T]
"""A group's method: `self`, what it makes the value with, then the command's options. It makes the value or refuses."""
Finish: TypeAlias = Callable[[Interaction, Callable[[Any], T], Mapping[str, Any]], Awaitable[None]]
"""Given the interaction, the method with its options filled in, and the options that the method does not have."""
Running: TypeAlias = Callable[Concatenate[GroupT, Interaction, P], Coroutine[Any, Any, None]]
"""A group's method that answers an interaction, given the command's options."""


def command(description: str) -> Callable[[Running[GroupT, P]], app_commands.Command[GroupT, P, None]]:
    """A command with the method's name and options."""

    def made(run: Running[GroupT, P]) -> app_commands.Command[GroupT, P, None]:
        declare_options(run, inspect.signature(run), {})
        return app_commands.command(name=run.__name__.rstrip("_"), description=description)(run)

    return made


def command_of(
    making: Making[T],
    finish: Finish[T],
    description: str,
    lists: Mapping[str, Completer],
    more: Sequence[inspect.Parameter] = (),
) -> app_commands.Command[Any, ..., None]:
    """A command with the method's name and options, and `more` of them, which makes a value and finishes with it.

    `lists` are what is offered for options of these names that do not say it themselves; None there offers nothing.
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
    declare_options(run, seen, lists)
    return app_commands.command(name=making.__name__.rstrip("_"), description=description)(run)


def declare_options(run: Callable[..., Any], signature: inspect.Signature, lists: Mapping[str, Completer]) -> None:
    """Tell discord.py of a command's options: their types, descriptions, suggestions and shown names."""
    plain, about, offered = [], {}, {}
    for option in signature.parameters.values():
        kind, name = option.annotation, option.name
        told: tuple[Any, ...] = kind.__metadata__ if get_origin(kind) is Annotated else ()
        plain.append(option.replace(annotation=kind.__origin__) if told else option)
        if told:
            about[name] = told[0]
        usual = None if _is_number(plain[-1].annotation) else lists.get(name)
        offered[name] = told[1] if told[1:] else usual
    run.__signature__ = signature.replace(parameters=plain)  # type: ignore[attr-defined] # discord.py reads it
    app_commands.describe(**about)(run)
    app_commands.rename(**{name: name.rstrip("_") for name in about if name.endswith("_")})(run)
    app_commands.autocomplete(**{name: lister for name, lister in offered.items() if lister is not None})(run)


def _is_number(kind: Any) -> bool:
    """Whether an option takes a number, so that no names can be offered for it."""
    return any(each in {int, float} or getattr(each, "type", None) in NUMBERS for each in get_args(kind) or (kind,))
