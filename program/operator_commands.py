"""What an operator does to games and their files: `verify`, `export`, `import`, `adjudicate`, `forget`, `db check`, `doctor`."""

import argparse
import os
import stat
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from cogs.shell.doctor import examine
from cogs.shell.live_round import Round
from program.application import Application, open_application
from program.databases import SET_RIGHT, existing, full, new_or_existing
from render.words.safe_text import count
from rules.values import changed
from settings import Settings, SettingsError
from storage.errors import StorageError
from umpire import people
from umpire.campaign.founding import play_campaign
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_commands import join_capsule
from umpire.games import new_game
from umpire.services.doctor import check_of
from umpire.services.foreign import ForeignFiles
from umpire.services.services import Services

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
