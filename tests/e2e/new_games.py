"""Tactical games at a table, whichever are registered."""

from typing import Any, Final

from discord import app_commands

from cogs.shell.faces import FACES
from umpire.tactical_kinds.known import KINDS


def _new_commands() -> dict[str, dict[str, Any]]:
    """By the command that makes a game of a kind what must be given to it."""
    found = {}
    for game in KINDS:
        for group in FACES[game].commands():
            new = group.get_command("new") if isinstance(group, app_commands.Group) else None
            if isinstance(new, app_commands.Command):
                needed = {one.name for one in new.parameters if one.required}
                found[new.qualified_name] = {"scenario": "duel"} if needed == {"scenario"} else {}
    return found


NEW: Final = _new_commands()
