"""What all games show in Discord, as one. RecordError for a game that takes what another has, or what all games share."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from cogs.common.face import Command, Face, joined
from games.known import parts, refused

FACES: Final[Mapping[str, Face]] = parts("face")
Tables = Literal["buttons", "selects", "forms", "topics", "keepers"]


def merged(tables: Tables, *shared: Mapping[str, Any]) -> Mapping[str, Any]:
    """What every face has under a name, with what all games share; by its ids."""
    found = dict(joined(*shared))
    for name, face in FACES.items():
        own: Mapping[str, Any] = getattr(face, tables)
        if twice := found.keys() & own.keys():
            raise refused(name, f"there is {min(twice)!r} among the {tables} already")
        found.update(own)
    return found


def commands() -> tuple[tuple[Command, bool], ...]:
    """Every game's commands, and whether each is for game masters alone."""
    found: dict[str, tuple[Command, bool]] = {}
    for name, face in FACES.items():
        for command, for_masters in (
            *((each, False) for each in face.commands()),
            *((each, True) for each in face.master_commands()),
        ):
            if command.name in found:
                raise refused(name, f"there is a command /{command.name} already")
            found[command.name] = command, for_masters
    return tuple(found.values())
