"""What an interaction asks for, in words that name nobody: the command, button, list or form, and of which game."""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

import discord

from rules.values import Value
from umpire.services.about import set_about

CUSTOM_ID: Final = re.compile(
    r"(?P<kind>adm|admp|admf)\|(?P<action>[a-z-]{1,20})\|(?P<game>[a-z0-9]{0,16})\|.*", re.DOTALL
)
KINDS: Final[Mapping[str, str]] = {"adm": "button", "admp": "list", "admf": "form"}
UNKNOWN: Final = "unknown"


class Asked(Value):
    """A command's full name or a control's action, of one kind; the game's id where a control carries it."""

    kind: str
    name: str
    game: str = ""


def asked(interaction: discord.Interaction[Any]) -> Asked:
    """What an interaction asks for; a control that is none of ours is "unknown"."""
    if interaction.type in (discord.InteractionType.application_command, discord.InteractionType.autocomplete):
        kind = "command" if interaction.type is discord.InteractionType.application_command else "suggestions"
        return Asked(kind, UNKNOWN if interaction.command is None else interaction.command.qualified_name)
    data = cast("Mapping[str, object]", interaction.data or {})
    found = CUSTOM_ID.fullmatch(str(data.get("custom_id", "")))
    if found is None:
        return Asked(UNKNOWN, UNKNOWN)
    return Asked(KINDS[found["kind"]], found["action"], found["game"])


def log_about(interaction: discord.Interaction[Any]) -> None:
    """What this task logs from now on is about this interaction; Discord's library makes a task for each."""
    what = asked(interaction)
    set_about(command=f"{what.kind} {what.name}", **({"game": what.game} if what.game else {}))
