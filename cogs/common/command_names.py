"""Commands that have moved: what Discord's clients still offer for a while is answered with where it is now."""

from collections.abc import Iterable
from typing import Any, cast

from discord import app_commands

from cogs.common.bot_services import BotClient, Interaction


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
