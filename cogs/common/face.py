"""What Discord shows of one game: its commands, and what answers its buttons, lists and forms. The client is made of faces."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from discord import app_commands

from cogs.common.components import FormMaker, Handler, SelectHandler
from cogs.common.help_topic import Offer, Topic
from cogs.common.interactions import BotClient, Interaction
from cogs.common.panels import BoardMaker
from rules.values import Value

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group
T = TypeVar("T")


class Keeper(Protocol):
    """What a game wants done for a client for ever, beside its letters."""

    async def look(self) -> None:
        """Do once what there is to do."""
        ...

    async def keep(self) -> None:
        """Look again and again; what goes wrong is logged."""
        ...


def join_tables(*tables: Mapping[str, T]) -> Mapping[str, T]:
    """Several tables as one. ValueError where two have the same id."""
    found: dict[str, T] = {}
    for table in tables:
        if twice := found.keys() & table.keys():
            raise ValueError(f"two answer to {min(twice)!r}")
        found.update(table)
    return found


class Face(Value, kw_only=True, eq=False):
    """One game in Discord.

    `commands` are made anew for each client; `master_commands` are offered to game masters alone. `buttons`, `selects` and
    `forms` are who answers, by the first part of an id. `topics` are its pages of /help; `first` offers a game to whoever has
    never played one, `first_line` says after "New here?" why, and `seated` says whether somebody has a seat where they ask, and
    so other things to do. `board` makes the first post of a game, whose panel is made when it is sent; `keepers` go on as long
    as the bot does, by name.
    """

    commands: Callable[[], tuple[Command, ...]]
    master_commands: Callable[[], tuple[app_commands.Group, ...]] = tuple
    buttons: Mapping[str, Handler] = {}
    selects: Mapping[str, SelectHandler] = {}
    forms: Mapping[str, FormMaker] = {}
    topics: Mapping[str, Topic] = {}
    first: Offer | None = None
    first_line: str = ""
    seated: Callable[[Interaction], Awaitable[bool]] | None = None
    board: BoardMaker | None = None
    keepers: Mapping[str, Callable[[BotClient], Keeper]] = {}
