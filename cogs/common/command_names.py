"""Names of commands: what an interaction asks for, in words that name nobody, and where commands that have moved are now."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

import discord
from discord import app_commands

from cogs.common.interactions import BotClient, Interaction
from rules.values import Value
from umpire.services.observer import set_about

CUSTOM_ID: Final = re.compile(
    r"(?P<kind>adm|admp|admf)\|(?P<action>[a-z-]{1,20})\|(?P<game>[a-z0-9]{0,16})\|.*", re.DOTALL
)
CONTROL_KINDS: Final[Mapping[str, str]] = {"adm": "button", "admp": "list", "admf": "form"}
UNKNOWN_SUBJECT: Final = "unknown"


class InteractionSubject(Value):
    """A command's full name or a control's action, of one kind; the game's id where a control carries it."""

    kind: str
    name: str
    game: str = ""


def subject_of(interaction: discord.Interaction[Any]) -> InteractionSubject:
    """What an interaction asks for; a control that is none of ours is "unknown"."""
    if interaction.type in (discord.InteractionType.application_command, discord.InteractionType.autocomplete):
        kind = "command" if interaction.type is discord.InteractionType.application_command else "suggestions"
        return InteractionSubject(
            kind, UNKNOWN_SUBJECT if interaction.command is None else interaction.command.qualified_name
        )
    data = cast("Mapping[str, object]", interaction.data or {})
    found = CUSTOM_ID.fullmatch(str(data.get("custom_id", "")))
    if found is None:
        return InteractionSubject(UNKNOWN_SUBJECT, UNKNOWN_SUBJECT)
    return InteractionSubject(CONTROL_KINDS[found["kind"]], found["action"], found["game"])


def log_about(interaction: discord.Interaction[Any]) -> None:
    """What this task logs from now on is about this interaction; Discord's library makes a task for each."""
    what = subject_of(interaction)
    set_about(command=f"{what.kind} {what.name}", **({"game": what.game} if what.game else {}))


class CommandClient(BotClient):
    """A client with the commands it has told Discord of."""

    tree: app_commands.CommandTree["CommandClient"]


def command_tree(interaction: Interaction) -> app_commands.CommandTree[Any]:
    """The commands of the client that received this interaction."""
    return cast("CommandClient", interaction.client).tree


def now_named(old: str, names: Iterable[str]) -> str:
    """Where a command of this full name is now: the one in the same folder whose last word is the same; "" if there is none."""
    first, last = old.partition(" ")[0], old.rpartition(" ")[2]
    found = [name for name in names if name.partition(" ")[0] == first and name.rpartition(" ")[2] == last]
    return found[0] if len(found) == 1 and first != last else ""


def moved_text(error: app_commands.CommandNotFound, interaction: Interaction | None) -> str:
    """What is said to whoever used a command there is no more; with its new name if it has one."""
    soon = "Discord will update its list soon."
    old = " ".join([*error.parents, error.name])
    known = [] if interaction is None else [c.qualified_name for c in command_tree(interaction).walk_commands()]
    now = now_named(old, known)
    if now:
        return f"/{old} is /{now} now; nothing was done yet. {soon}"
    return f"That command is no longer offered; {soon}"
