"""What all games show in Discord, as one. RecordError for a game that takes what another has, or what all games share."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from discord import app_commands

from cogs.common.face import Command, Face, join_tables
from games.known import parts, record_error

FACES: Final[Mapping[str, Face]] = parts("face")
MOST_COMMANDS: Final = 25
MOST_CHARACTERS: Final = 8000
"""Discord takes no larger group: names, descriptions and choices, counted together."""
Tables = Literal["buttons", "selects", "forms", "topics", "keepers"]


def merge_tables(tables: Tables, *shared: Mapping[str, Any]) -> Mapping[str, Any]:
    """What every face has under a name, with what all games share; by its ids."""
    found = dict(join_tables(*shared))
    for name, face in FACES.items():
        own: Mapping[str, Any] = getattr(face, tables)
        if twice := found.keys() & own.keys():
            raise record_error(name, f"there is {min(twice)!r} among the {tables} already")
        found.update(own)
    return found


def commands() -> tuple[tuple[Command, bool], ...]:
    """Every game's commands, and whether each is for game masters alone."""
    found: dict[str, tuple[Command, bool]] = {}
    for name, face in FACES.items():
        for command, for_masters in _made(name, face):
            if command.name in found:
                raise record_error(name, f"there is a command /{command.name} already")
            check_size(name, command)
            found[command.name] = command, for_masters
    return tuple(found.values())


def _made(name: str, face: Face) -> list[tuple[Command, bool]]:
    """A game's commands, and whether each is for game masters alone. RecordError where they cannot be made: discord.py, for
    one, refuses a group's 26th command."""
    try:
        return [*((each, False) for each in face.commands()), *((each, True) for each in face.master_commands())]
    except (TypeError, ValueError) as wrong:
        raise record_error(name, f"its commands cannot be made: {wrong}") from wrong


def check_size(name: str, command: Command) -> None:
    """RecordError for a game's command that Discord would refuse: too many subcommands, or too much text."""
    if not isinstance(command, app_commands.Group):
        return
    if len(command.commands) > MOST_COMMANDS:
        raise record_error(
            name, f"/{command.qualified_name} has {len(command.commands)} commands, and Discord takes {MOST_COMMANDS}"
        )
    if (size := characters(command)) > MOST_CHARACTERS:
        raise record_error(
            name, f"/{command.qualified_name} has {size} characters, and Discord takes {MOST_CHARACTERS}"
        )
    for below in command.commands:
        check_size(name, below)


def characters(command: Command) -> int:
    """The text of a command and all below it, as Discord counts it."""
    own = len(command.name) + len(command.description)
    if isinstance(command, app_commands.Group):
        return own + sum(characters(below) for below in command.commands)
    for option in command.parameters:
        own += len(option.display_name) + len(str(option.description))
        own += sum(len(choice.name) + len(str(choice.value)) for choice in option.choices)
    return own
