"""What an operator does to games and their files: `verify`, `export`, `import`, `adjudicate`, `forget`, `db check`, `doctor`;
and `db backup` and `db move`: a copy of the database in a file, or in another database for good.

A command acts on a database that is there: a wrong setting is to be told, not to make a new database.
"""

import argparse
import asyncio
import os
import stat
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from cogs.shell.doctor import examine
from cogs.shell.live_round import Round
from program.application import Application, open_application
from render.words.safe_text import count
from rules.values import changed
from settings import DEFAULT_DATA, Settings, SettingsError, check_kept
from storage.address import DatabaseAddress
from storage.backup import backup, backup_into, begin_part, drop_part, made_in, place_in
from storage.db import Storage
from storage.errors import StorageError
from storage.inspect import Depth, Found, beats_in, look_at
from storage.row_copies import copy_all
from umpire import people
from umpire.campaign.founding import play_campaign
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_commands import join_capsule
from umpire.games import new_game
from umpire.services.doctor import check_of
from umpire.services.foreign import ForeignFiles
from umpire.services.processes import others_alive
from umpire.services.services import Services

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


CAPSULE_MEGABYTES = 2048


def foreign(app: Application) -> Services:
    """Services that read a capsule in a process of its own, with a limit of memory: a file may come from anybody."""
    return changed(app.bot.services, workers=ForeignFiles(megabytes=CAPSULE_MEGABYTES))


def read_capsule(names: Sequence[str]) -> bytes:
    """A capsule in one file or in all its parts. SettingsError if one cannot be read, GameError if one is missing."""
    return join_capsule([read_file(name) for name in names])


def read_file(name: str) -> bytes:
    """A file that the operator names. SettingsError if it cannot be read."""
    try:
        return Path(name).read_bytes()
    except OSError as wrong:
        raise SettingsError(f"The file {name} cannot be read ({wrong.strerror or wrong}).") from wrong


def write_private(name: str, content: bytes) -> None:
    """Write a file that its owner alone may read, also where it was there and others could. OSError if it cannot be."""
    with open(os.open(name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123 # with a mode
        if os.name != "nt" and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            os.fchmod(file.fileno(), 0o600)
        file.write(content)


async def verify(settings: Settings, args: argparse.Namespace) -> int:
    """Recompute every roll of a capsule, and every turn if it is a complete one."""
    async with open_application(settings, ":memory:") as app:
        found = await capsule_commands.verify(foreign(app), read_capsule(args.capsule))
    for difference in found.differences:
        print(f"✗ {difference}")
    print(
        f"{found.turns} turns and {found.rolls} rolls checked, {found.replayed} turns played again, "
        f"{found.waiting} turns whose seed is still secret."
    )
    for sentence in found.others:
        print(sentence)
    return 1 if found.differences else 0


async def export(settings: Settings, args: argparse.Namespace) -> int:
    """A game as one complete capsule file, secrets included."""
    where, _ = await existing(settings)
    async with open_application(settings, where) as app:
        capsule = await capsule_commands.export_capsule(app.bot.services, args.game, secret=True)
    try:
        write_private(args.file, capsule)
    except OSError as wrong:
        raise SettingsError(f"The file {args.file} cannot be written ({wrong.strerror or wrong}).") from wrong
    print(f"Written: {args.file} ({len(capsule)} bytes). It holds all secrets of the game.")
    return 0


async def import_(settings: Settings, args: argparse.Namespace) -> int:
    """A game from a complete capsule into a server's channel; it is paused until its game master resumes it."""
    capsule = read_capsule(args.file)
    where = await new_or_existing(settings, new=args.new)
    async with open_application(settings, where) as app:
        game = await capsule_commands.import_capsule(
            foreign(app),
            capsule,
            guild_id=args.guild,
            channel_id=args.channel,
            gm_user_id=args.gm,
            keep_players=args.keep_players,
        )
        await app.bot.services.storage.checkpoint()
    print(f"Imported as {game.id}: {game.name}, turn {game.turn}. /campaign resume lets it go on.")
    return 0


async def adjudicate(settings: Settings, args: argparse.Namespace) -> int:
    """Resolve a game's open turn now, as the operator; the running bot delivers the result."""
    where, _ = await existing(settings)
    async with open_application(settings, where) as app:
        await new_game.announce(app.bot.services)
        print(await play_campaign.adjudicate_now(app.bot.services, args.game))
    return 0


async def forget(settings: Settings, args: argparse.Namespace) -> int:
    """Remove a person's data, for somebody who has left; `/privacy` lets people do it themselves.

    StorageError where there is no game and nothing of the person: that is hardly the database that was meant.
    """
    where, found = await existing(settings)
    async with open_application(settings, where) as app:
        done, told = await people.remove_as_operator(app.bot.services, args.user)
    if not (found.games or done.rows):
        raise StorageError(f"{full(where)} holds no game, and nothing of {args.user}. {SET_RIGHT}")
    print(f"{told}\nLooked through: {full(where)}, with {count(found.games, 'game')}.")
    return 0


async def check(settings: Settings, args: argparse.Namespace) -> int:
    """Whether a database, the one that is set or a file that is named, is sound, and of which version; it is not changed."""
    where, found = await existing(settings, "whole", args.file or "")
    looked = check_of(full(where), where, found)
    if not looked.ok:
        raise StorageError(f"The database {looked.text}. {looked.mend}")
    print(f"{looked.text}. It holds {count(found.games, 'game')}.")
    return 0


async def doctor(settings: Settings, args: argparse.Namespace) -> int:
    """What a first evening on a real server trips over, and how to mend each."""
    live = None if args.live is None else partial(Round(args.live).play, settings.token)
    return await examine(settings, live=live)
