"""Buttons for the commands that an answer names: what a sentence tells its reader to type stands below it to be pressed. A
command that needs something opens a form for it."""

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

import discord
from discord import AppCommandOptionType, app_commands

from cogs.common.command_names import command_tree
from cogs.common.components import ButtonData, Field, Form, FormMaker, Handler, button_for, open_form
from cogs.common.interactions import Interaction, game_in_channel, games_held
from cogs.common.typed_options import as_named
from rules.values import GameError
from umpire.outbox.named_commands import named_in

Command: TypeAlias = app_commands.Command[Any, ..., Any]
Taken: TypeAlias = str | int | bool
"""What a command takes for an option."""

RUN: Final = "command"
"""The action of a button that does what a command does; its detail is the command's name."""
MOST_NAMED: Final = 4
"""Buttons below one answer. A text that names more, like a page of help, has them for the first."""
MOST_FIELDS: Final = 5
"""Discord takes so many fields in a form."""
LONGEST_ANSWER: Final = 200
LONGEST_NUMBER: Final = 12
ABBREVIATIONS: Final = {"cps": "CPs", "npr": "NPR"}
"""Options whose names are abbreviations, as they are printed."""
YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")
FOR_MASTERS: Final = "admiralty-for-masters"
"""Stands among the extras of commands that are for game masters."""
WRITTEN: Final = (AppCommandOptionType.string, AppCommandOptionType.integer, AppCommandOptionType.boolean)
"""Kinds of options that can be written into a form: people, roles and files cannot."""


def all_commands(interaction: Interaction) -> Mapping[str, Command]:
    """Every command that can be given, by its full name."""
    found = command_tree(interaction).walk_commands()
    return {one.qualified_name: one for one in found if isinstance(one, app_commands.Command)}


def command_named(interaction: Interaction, name: str) -> Command:
    """The command of a button; GameError for one that has none."""
    found = all_commands(interaction).get(name)
    if found is None or not can_be_written(found):
        raise GameError("This button cannot be read; the command above it does the same.")
    return found


def can_be_written(command: Command) -> bool:
    """Whether a form can ask for all that a command needs."""
    needed = [one for one in command.parameters if one.required]
    return len(needed) <= MOST_FIELDS and all(one.type in WRITTEN for one in needed)


async def named_buttons(
    interaction: Interaction, text: str, taken: Collection[str] = ()
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """A button for each command that a text names, but for labels that are `taken`; those of game masters for game masters only,
    and none where no game is played."""
    if "/" not in text:
        return []
    known = all_commands(interaction)
    names = [name for name in named_in(text, known) if f"/{name}" not in taken and can_be_written(known[name])]
    game = await game_in_channel(interaction) if names else None
    if game is None:
        return []
    if any(_for_masters(known[name]) for name in names):
        leads = any(game.id == held.id for held in await games_held(interaction, game.system, leading=True))
        names = [name for name in names if leads or not _for_masters(known[name])]
    return [button_for(f"/{name}", ButtonData(RUN, game.id, 0, name)) for name in names[:MOST_NAMED]]


def _for_masters(command: Command) -> bool:
    return FOR_MASTERS in (command.root_parent or command).extras


async def run(interaction: Interaction, data: ButtonData, form: FormMaker | None = None) -> None:
    """The button of a command: as it stands, or by the form for what it needs; `form` makes another one than the usual."""
    command = command_named(interaction, data.rest)
    if any(one.required for one in command.parameters):
        await open_form(interaction, await (form or command_form)(interaction, data))
        return
    await call(interaction, command, {})


async def command_form(interaction: Interaction, data: ButtonData, title: str = "") -> Form:
    """The form for what a command needs, and for what else it takes as far as there is room."""
    command = command_named(interaction, data.rest)
    options = sorted((one for one in command.parameters if one.type in WRITTEN), key=lambda one: not one.required)

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        await call(later, command_named(later, data.rest), given)

    return Form(title or f"/{data.rest}", [_field(one) for one in options[:MOST_FIELDS]], sent, data)


def label_of(option: app_commands.Parameter) -> str:
    """What an option is called in a form and in what is said of it."""
    name = option.display_name.replace("_", " ")
    return ABBREVIATIONS.get(name, name.capitalize())


def _field(option: app_commands.Parameter) -> Field:
    whole = option.type is AppCommandOptionType.string and not option.choices
    most = min(int(option.max_value or LONGEST_ANSWER), 4000) if whole else LONGEST_NUMBER
    about = str(option.description)
    if option.choices:
        most = LONGEST_ANSWER
        about = f"{about}: {', '.join(choice.name for choice in option.choices)}"
    elif option.type is AppCommandOptionType.boolean:
        about = f"{about}: yes or no"
    return Field(
        option.name,
        label_of(option),
        about,
        needed=option.required,
        most=most,
        long=most > LONGEST_ANSWER,
    )


async def call(interaction: Interaction, command: Command, given: Mapping[str, str]) -> None:
    """Give a command with what was written into its form; what was left empty is as if it had not been asked for. GameError for
    something needed that is."""
    values: dict[str, object] = {}
    for option in command.parameters:
        text = given.get(option.name, "")
        if not text.strip() and option.required:
            raise GameError(f"{label_of(option)} is missing: {str(option.description).lower()}?")
        values[option.name] = value_of(option, text) if text.strip() else option.default
    owner = () if command.binding is None else (command.binding,)
    await command.callback(*owner, interaction, **values)


def value_of(option: app_commands.Parameter, text: str) -> Taken:
    """What was written for an option, as its command takes it. GameError that says what would be right."""
    word, name = text.strip().casefold(), label_of(option)
    if option.choices:
        for choice in option.choices:
            if word in (choice.name.casefold(), str(choice.value).casefold()):
                return choice.value if not isinstance(choice.value, float) else int(choice.value)
        raise GameError(f"{name} is one of: {', '.join(choice.name for choice in option.choices)}.")
    if option.type is AppCommandOptionType.boolean:
        if word not in YES + NO:
            raise GameError(f"{name} is yes or no.")
        return word in YES
    if option.type is AppCommandOptionType.integer:
        least, most = option.min_value, option.max_value
        number = int(word) if word.lstrip("-").isdecimal() and word.isascii() else None
        if number is None or (least is not None and number < least) or (most is not None and number > most):
            between = "" if least is None or most is None else f" from {least} to {most}"
            raise GameError(f"{name} is a whole number{between}.")
        return number
    return as_named(option.display_name, text, listed=option.autocomplete)


BUTTONS: Final[Mapping[str, Handler]] = {RUN: run}
FORMS: Final[Mapping[str, FormMaker]] = {RUN: command_form}
