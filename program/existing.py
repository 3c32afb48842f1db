"""The database that a command is to act on: one that is there. A wrong setting is to be told, not to make a new database."""

import asyncio
from pathlib import Path
from typing import Final

from settings import DEFAULT_DATA, Settings, check_kept
from storage.errors import StorageError
from storage.inspect import Depth, Found, is_server, look_at, shown

FILE: Final = "admiralty.db"
SERVICE: Final = (
    "where the bot is a service they stand in its unit and in /etc/admiralty/admiralty.env, and deploy/admiralty-command "
    "runs one command with them"
)
RIGHT: Final = (
    "Set ADMIRALTY_DATA to the folder of the games, or ADMIRALTY_DATABASE or DATABASE_URL to their database, as the bot has "
    f"them: {SERVICE}."
)


async def existing(settings: Settings, depth: Depth = "tables", named: str = "") -> tuple[str, Found]:
    """The database of the settings, or the one that was `named`, and what it is; nothing is made or changed.

    StorageError for one that is missing or without a table. What is wrong with any other is said by whoever opens it.
    """
    where = named or settings.database_for(FILE)
    found = await asyncio.to_thread(look_at, where, depth)
    if found.fate not in {"missing", "empty"}:
        return where, found
    what = "There is no database at {}" if found.fate == "missing" else "The database {} is empty"
    said = f"{what.format(full(where))}{'' if named else _who_says(settings)}, so nothing was done."
    raise StorageError(said if named else f"{said} {RIGHT}")


async def new_or_existing(settings: Settings, *, new: bool) -> str:
    """The database to bring a game into: one that is there, or with `new` one that holds no game yet, which is made.

    StorageError for any other; SettingsError for one that is gone from a folder that held games.
    """
    if not new:
        try:
            where, _ = await existing(settings)
        except StorageError as wrong:
            raise StorageError(f"{wrong} To begin a new database with this game there, add --new.") from wrong
        return where
    where = settings.database_for(FILE)
    if not settings.database:
        check_kept(settings.data / FILE, settings.data / "commands.sha256")
    found = await asyncio.to_thread(look_at, where, "tables")
    if found.games:
        raise StorageError(
            f"{full(where)} holds games already ({found.games}). Leave out --new to add this one to them."
        )
    return where


def full(where: str) -> str:
    """A database as a person finds it: the whole path of a file, an address without its password."""
    return shown(where) if is_server(where) else str(Path(shown(where)).absolute())


def _who_says(settings: Settings) -> str:
    """Which setting the path comes from."""
    if settings.database:
        return f", which {'DATABASE_URL' if is_server(settings.database) else 'ADMIRALTY_DATABASE'} names"
    usual = " (not set here: the folder data)" if str(settings.data) == DEFAULT_DATA else ""
    return f", in the folder of ADMIRALTY_DATA{usual}"
