"""The database that a command is to act on, and `db backup` and `db move`: a copy in a file, or in another database for good.

A command acts on a database that is there: a wrong setting is to be told, not to make a new database.
"""

import argparse
import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from settings import DEFAULT_DATA, Settings, SettingsError, check_kept
from storage.address import DatabaseAddress
from storage.backup import backup, backup_into, begin_part, drop_part, made_in, place_in
from storage.db import Storage
from storage.errors import StorageError
from storage.inspect import Depth, Found, beats_in, look_at
from storage.row_copies import copy_all
from umpire.services.processes import others_alive

DATABASE_FILE: Final = "admiralty.db"
NEW_FILE: Final = "admiralty-backup.db"
AS_SERVICE: Final = (
    "where the bot is a service they are in its unit and in /etc/admiralty/admiralty.env, and deploy/admiralty-command "
    "runs one command with them"
)
SET_RIGHT: Final = (
    "Set ADMIRALTY_DATA to the folder of the games, or ADMIRALTY_DATABASE or DATABASE_URL to their database, as the bot has "
    f"them: {AS_SERVICE}."
)


async def existing(settings: Settings, depth: Depth = "tables", named: str = "") -> tuple[DatabaseAddress, Found]:
    """The database of the settings, or the one that was `named`, and what it is; nothing is made or changed.

    StorageError for one that is missing or without a table. What is wrong with any other is said by whoever opens it.
    """
    where = DatabaseAddress.of(named) if named else settings.database_for(DATABASE_FILE)
    found = await asyncio.to_thread(look_at, where, depth)
    if found.fate not in {"missing", "empty"}:
        return where, found
    what = "There is no database at {}" if found.fate == "missing" else "The database {} is empty"
    said = f"{what.format(full(where))}{'' if named else _who_says(settings)}, so nothing was done."
    raise StorageError(said if named else f"{said} {SET_RIGHT}")


async def new_or_existing(settings: Settings, *, new: bool) -> DatabaseAddress:
    """The database to bring a game into: one that is there, or with `new` one that holds no game yet, which is made.

    StorageError for any other; SettingsError for one that is gone from a folder that held games.
    """
    if not new:
        try:
            where, _ = await existing(settings)
        except StorageError as wrong:
            raise StorageError(f"{wrong} To begin a new database with this game there, add --new.") from wrong
        return where
    where = settings.database_for(DATABASE_FILE)
    if not settings.database:
        check_kept(settings.data / DATABASE_FILE, settings.data / "commands.sha256")
    found = await asyncio.to_thread(look_at, where, "tables")
    if found.games:
        raise StorageError(
            f"{full(where)} holds games already ({found.games}). Leave out --new to add this one to them."
        )
    return where


def full(where: DatabaseAddress) -> str:
    """A database as a person finds it: the whole path of a file, an address without its password."""
    return where.shown if where.is_server else str(where.path.absolute())


def _who_says(settings: Settings) -> str:
    """Which setting the path comes from."""
    if settings.database:
        return f", which {'DATABASE_URL' if settings.database.is_server else 'ADMIRALTY_DATABASE'} names"
    usual = " (not set here: the folder data)" if str(settings.data) == DEFAULT_DATA else ""
    return f", in the folder of ADMIRALTY_DATA{usual}"


async def copy(settings: Settings, args: argparse.Namespace) -> int:
    """Copy the database to a new file, and check the copy. A server's comes as a file that the bot could run on."""
    if args.to:
        return await copy_into(settings, args)
    where, name = await _to_copy(settings), args.file or NEW_FILE
    if where.is_server:
        await _copy_everything(where, _new_file(name))
        print(f"Backed up: {name} ({Path(name).stat().st_size} bytes).")
        return 0
    size = await asyncio.to_thread(backup, where, name)
    print(f"Backed up: {name} ({size} bytes).")
    return 0


async def copy_into(settings: Settings, args: argparse.Namespace) -> int:
    """The same into a folder, where it is named for its time and so many are kept."""
    if args.file:
        raise SettingsError(f"Name a file ({args.file}) or a folder (--to {args.to}), not both.")
    where, folder, now = await _to_copy(settings), Path(args.to), datetime.now(UTC)
    if where.is_server:
        path = place_in(folder, now)
        await _copy_everything(where, _new_file(str(path)))
        made = made_in(folder, path, args.keep, now)
    else:
        made = await asyncio.to_thread(backup_into, where, folder, args.keep, now)
    print(f"Backed up: {made.path} ({made.size} bytes).")
    for old in made.gone:
        print(f"Deleted: {old}.")
    return 0


async def move(settings: Settings, args: argparse.Namespace) -> int:
    """Copy everything to another database, compare row by row, and say how to go on there."""
    if not args.to:
        raise SettingsError(
            "Say where to: bot.py db move --to postgresql+psycopg://user:password@host/database, or a file."
        )
    where, _ = await existing(settings)
    beats = await asyncio.to_thread(beats_in, where)
    at_work = others_alive(beats, "", int(time.time()))
    if at_work and not args.running:
        raise SettingsError(
            "A bot is at work on this database: what it saves from now on would be missing in the copy, and two bots would "
            "play the same games. Stop it first; or add --running to copy what there is at this moment, for a trial."
        )
    target = DatabaseAddress.of(args.to)
    if not target.is_server:
        target = _new_file(args.to)
    print(await _copy_everything(where, target))
    name = "DATABASE_URL" if target.is_server else "ADMIRALTY_DATABASE"
    print(f"To go on there, set {name} to it and start the bot. {where.shown} stays as it is; never run a bot on both.")
    return 0


async def _to_copy(settings: Settings) -> DatabaseAddress:
    """The database to make a backup of. StorageError for one of another program, and for a server's of an older version: it is
    read by its tables' new form, which only a start of the bot gives them."""
    where, found = await existing(settings)
    if found.fate == "foreign":
        raise StorageError(f"The database {full(where)} belongs to another program: it holds {found.detail}.")
    if where.is_server and found.fate == "older":
        raise StorageError(
            f"{full(where)} is of an older version of Admiralty (its tables are at {found.detail}), and is copied by a program "
            "of that version alone. Make the backup with that one, or with pg_dump, before this version is started."
        )
    return where


async def _copy_everything(where: DatabaseAddress, target: DatabaseAddress) -> str:
    """Copy everything; a list of the tables, as both databases hold them now. A file has its name when it is whole, is for its
    owner alone, and is not left behind by a copy that failed."""
    if target.is_server:
        return await _copied(where, target, target.shown)
    part = begin_part(target.path)
    try:
        told = await _copied(where, DatabaseAddress.of(part), target.name)
        part.replace(target.path)
    finally:
        drop_part(part)
    return told


async def _copied(where: DatabaseAddress, target: DatabaseAddress, named: str) -> str:
    async with await Storage.open(where) as source, await Storage.open(target) as there:
        done = await copy_all(source, there)
        await there.checkpoint()
    lines = [f"{one.table:<16} {one.rows:>9}  {one.digest[:16]}" for one in done if one.rows]
    total = sum(one.rows for one in done)
    return "\n".join([*lines, f"Copied and compared: {total} rows of {len(done)} tables, to {named}."])


def _new_file(name: str) -> DatabaseAddress:
    """A file that is to be made. StorageError if it is there."""
    if Path(name).exists():
        raise StorageError(f"{name} exists already; name a new file.")
    return DatabaseAddress.of(name)
