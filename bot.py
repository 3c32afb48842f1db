"""Admiralty's one entry point: builds everything and runs it. `python bot.py --help` lists what it can do."""

import argparse
import asyncio
import contextlib
import logging
import os
import secrets
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord

from cogs.common.bot_services import BotServices
from cogs.common.outages import is_outage
from cogs.common.permissions import ASKED
from cogs.shell.client import AdmiraltyClient
from cogs.shell.courier import DiscordCourier
from cogs.shell.redact import redact
from cogs.shell.running import FAULT, HungError
from rules.errors import GameError
from settings import Settings, SettingsError, check_kept, port_trouble, read_settings
from storage.backup import backup
from storage.db import Storage
from storage.errors import StorageError
from umpire.campaign.founding import play_campaign
from umpire.capsules import capsule_commands
from umpire.capsules.parts import join_capsule
from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.people import removal
from umpire.services import gc_tuning
from umpire.services.doctor import check_data
from umpire.services.foreign import ForeignFiles
from umpire.services.rulebook import load_rulebook
from umpire.services.services import Services
from umpire.services.workers import WorkerError, Workers
from umpire.systems.known import SYSTEMS

log = logging.getLogger("admiralty")

ROOT = Path(__file__).resolve().parent
PRELOAD = ("umpire.campaign.views.packet_files", "umpire.campaign.sheets.maps", "umpire.campaign.turn.adjudication")
WELCOME = """
  Admiralty is ready: {url}
  Pick a person: their desk opens, with buttons; /help has the rest. Ctrl+C stops; everything is kept for next time.
"""
CAPSULE_MEGABYTES = 2048
RECONNECT_SECONDS = (2, 5, 15, 60)
UNREACHABLE = (OSError, aiohttp.ClientError, discord.GatewayNotFound, AttributeError)
"""What discord.py gives up with where Discord or the way to it is down, besides answers of 5xx and 429; the last one where its
first connection breaks before it has a socket."""


@dataclass(frozen=True, slots=True)
class Rig:
    """All parts of a running bot."""

    bot: BotServices
    courier: DiscordCourier
    workers: Workers


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def writable(folder: Path) -> None:
    """SettingsError if the bot cannot make files in its data folder."""
    check = check_data(folder)
    if not check.ok:
        raise SettingsError(f"The data folder {check.text}. {check.mend}")


def foreign(rig: Rig) -> Services:
    """Services that read a capsule in a process of its own, with a limit of memory: a file may come from anybody."""
    return replace(rig.bot.services, workers=ForeignFiles(megabytes=CAPSULE_MEGABYTES))


def read_capsule(names: Sequence[str]) -> bytes:
    """A capsule in one file or in all its parts. SettingsError if one cannot be read, GameError if one is missing."""
    return join_capsule([read_file(name) for name in names])


def read_file(name: str) -> bytes:
    """A file that the operator names. SettingsError if it cannot be read."""
    try:
        return Path(name).read_bytes()
    except OSError as wrong:
        raise SettingsError(f"The file {name} cannot be read ({wrong.strerror or wrong}).") from wrong


@contextlib.asynccontextmanager
async def rigged(
    settings: Settings,
    database: str,
    now: Callable[[], datetime] = utc_now,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[Rig]:
    """Storage, workers, clock and deliverer, built and at the end put away in order. StorageError if there is no database."""
    storage = await Storage.open(database)
    workers = Workers(settings.workers, preload=PRELOAD)
    services = Services(storage=storage, workers=workers, now=now, entropy=entropy)
    courier = DiscordCourier()
    bot = BotServices(
        services=services,
        clock=Clock(services),
        deliverer=Deliverer(services, courier),
        rulebook=load_rulebook(SYSTEMS),
    )
    try:
        yield Rig(bot, courier, workers)
    finally:
        await bot.clock.stop()
        await bot.deliverer.stop()
        await workers.close()
        await storage.close()


async def connect(
    rig: Rig, token: str, stamp: Path, *, connector: Callable[[], aiohttp.BaseConnector] | None = None, **options: Any
) -> None:
    """Run the bot until it is stopped; a first connection that fails, or that Discord has a fault of its own at, is tried
    again (discord.py gives up on it). `connector` makes the way to Discord, anew for each try. HungError if something in the bot
    hangs."""
    gc_tuning.settle()
    for attempt in range(sys.maxsize):
        client = AdmiraltyClient(rig.bot, stamp, connector=None if connector is None else connector(), **options)
        rig.courier.client = client
        try:
            async with client:
                await client.start(token)
        except (*UNREACHABLE, discord.HTTPException) as wrong:
            if not (isinstance(wrong, UNREACHABLE) or is_outage(wrong)):
                raise
            wait = RECONNECT_SECONDS[min(attempt, len(RECONNECT_SECONDS) - 1)]
            log.warning("Discord could not be reached (%s); trying again in %s s.", type(wrong).__name__, wait)
            await asyncio.sleep(wait)
        else:
            if client.running.hung is not None:
                raise client.running.hung
            return


async def run(settings: Settings, _: argparse.Namespace) -> int:
    """The bot on the real Discord."""
    if not settings.token:
        raise SettingsError(
            "DISCORD_TOKEN is not set. Put it into the environment or into .env, or try `make play` without one."
        )
    writable(settings.data)
    stamp = settings.data / "commands.sha256"
    if not settings.database:
        check_kept(settings.data / "admiralty.db", stamp)
    async with rigged(settings, settings.database_for("admiralty.db")) as rig:
        await connect(rig, settings.token, stamp, gm_open=settings.gm_commands == "everybody")
    return 0


async def play_here(settings: Settings, args: argparse.Namespace) -> int:
    """A sandbox and the bot in one process, with a campaign ready to play."""
    from sandbox import store  # noqa: PLC0415 - only `play` and `demo` need the sandbox
    from sandbox.app import Sandbox  # noqa: PLC0415 - as above
    from sandbox.connect import pointed_at, sealed_connector  # noqa: PLC0415 - as above

    writable(settings.data)
    state, database = settings.data / play_campaign.DISCORD, settings.data / play_campaign.DATABASE
    if args.fresh:
        play_campaign.clear(settings.data)
    try:
        store.rename(settings.data / play_campaign.OLD_DISCORD, state)
        sandbox = await Sandbox.start(state, settings.port, bot_permissions=ASKED.value)
    except store.StateError as wrong:
        raise SettingsError(str(wrong)) from wrong
    except OSError as wrong:
        raise SettingsError(port_trouble(settings.port, wrong)) from wrong
    try:
        async with rigged(settings, str(database)) as rig:
            guild = sandbox.world.guild()
            users = {user.username: user.id for user in sandbox.world.users.values()}
            channel = sandbox.world.channel("campaign").id
            await play_campaign.seed(
                rig.bot.services,
                ROOT / "scenarios" / "four_empires.toml",
                guild.id,
                channel,
                users,
                anew=not sandbox.has_been_told(),
            )

            async def begin() -> None:
                await play_campaign.begin(rig.bot.services, guild.id, users)
                print(WELCOME.format(url=sandbox.url), flush=True)
                if not args.quiet:
                    webbrowser.open(sandbox.url)

            with pointed_at(sandbox.url):
                await connect(
                    rig,
                    sandbox.token,
                    settings.data / play_campaign.STAMP,
                    begin=begin,
                    gm_open=settings.gm_commands == "everybody",
                    connector=sealed_connector,
                    guild_ready_timeout=0.2,
                )
    finally:
        await sandbox.stop()
    return 0


async def demo(settings: Settings, args: argparse.Namespace) -> int:
    """The scripted campaign."""
    from demo.campaign import run_demo  # noqa: PLC0415 - only `demo` needs it
    from demo.stage import Launch  # noqa: PLC0415 - as above

    return await run_demo(settings, ROOT / "out" / "demo", Launch(rigged, connect), full=args.full)


async def verify(settings: Settings, args: argparse.Namespace) -> int:
    """Recompute every roll of a capsule, and every turn if it is a complete one."""
    async with rigged(settings, ":memory:") as rig:
        found = await capsule_commands.verify(foreign(rig), read_capsule(args.capsule))
    for difference in found.differences:
        print(f"✗ {difference}")
    print(
        f"{found.turns} turns and {found.rolls} rolls checked, {found.replayed} turns played again, "
        f"{found.waiting} turns whose seed is not told yet."
    )
    return 1 if found.differences else 0


async def export(settings: Settings, args: argparse.Namespace) -> int:
    """A game as one complete capsule file, secrets included."""
    async with rigged(settings, settings.database_for("admiralty.db")) as rig:
        capsule = await capsule_commands.export_capsule(rig.bot.services, args.game, secret=True)
    try:
        Path(args.file).write_bytes(capsule)
    except OSError as wrong:
        raise SettingsError(f"The file {args.file} cannot be written ({wrong.strerror or wrong}).") from wrong
    print(f"Written: {args.file} ({len(capsule)} bytes). It holds all secrets of the game.")
    return 0


async def import_(settings: Settings, args: argparse.Namespace) -> int:
    """A game from a complete capsule into a server's channel; it is paused until its game master resumes it."""
    async with rigged(settings, settings.database_for("admiralty.db")) as rig:
        game = await capsule_commands.import_capsule(
            foreign(rig),
            read_capsule(args.file),
            guild_id=args.guild,
            channel_id=args.channel,
            gm_user_id=args.gm,
            keep_players=args.keep_players,
        )
        await rig.bot.services.storage.checkpoint()
    print(f"Imported as {game.id}: {game.name}, turn {game.turn}. /campaign resume lets it go on.")
    return 0


async def adjudicate(settings: Settings, args: argparse.Namespace) -> int:
    """Resolve a game's open turn now, as the operator; the running bot delivers the result."""
    async with rigged(settings, settings.database_for("admiralty.db")) as rig:
        print(await play_campaign.adjudicate_now(rig.bot.services, args.game))
    return 0


async def forget(settings: Settings, args: argparse.Namespace) -> int:
    """Remove a person's data, for somebody who has left; `/privacy` lets people do it themselves."""
    async with rigged(settings, settings.database_for("admiralty.db")) as rig:
        print(await removal.remove_as_operator(rig.bot.services, args.user))
    return 0


async def doctor(settings: Settings, args: argparse.Namespace) -> int:
    """What a first evening on a real server trips over, and how to mend each."""
    from cogs.shell.doctor import examine  # noqa: PLC0415 - only `doctor` needs it
    from cogs.shell.live_round import Round  # noqa: PLC0415 - as above

    live = None if args.live is None else partial(Round(args.live).play, settings.token)
    return await examine(settings, live=live)


def channel_number(text: str) -> int:
    """A channel as the command line names it: its number, or the link that Discord copies; ArgumentTypeError otherwise."""
    number = text.strip().rstrip("/").rpartition("/")[2]
    if not (number.isdecimal() and len(number) <= 20):
        raise argparse.ArgumentTypeError(f"{text!r} is no channel: give its number, or the link that Discord copies")
    return int(number)


async def database(settings: Settings, args: argparse.Namespace) -> int:
    """Copy the database while the bot runs, or check that it opens."""
    where = settings.database_for("admiralty.db")
    if args.what == "backup":
        size = await asyncio.to_thread(backup, where, args.file)
        print(f"Backed up: {args.file} ({size} bytes).")
    else:
        async with rigged(settings, where):
            print(f"{where} opens and is up to date.")
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="bot.py", description="Admiralty: play-by-post wargames on Discord.")
    commands = top.add_subparsers(dest="command", required=True)

    def add(
        name: str, work: Callable[[Settings, argparse.Namespace], Coroutine[Any, Any, int]]
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=(work.__doc__ or "").splitlines()[0])
        made.set_defaults(work=work)
        return made

    playing = add("play", play_here)
    playing.add_argument("--fresh", action="store_true", help="start over with a new campaign")
    playing.add_argument("--quiet", action="store_true", help="do not open a browser")
    add("run", run)
    add("demo", demo).add_argument(
        "--full", action="store_true", help="forty turns of six empires, every type of order"
    )
    add("verify", verify).add_argument("capsule", nargs="+", help="a capsule file, or all its parts in any order")
    exporting = add("export", export)
    exporting.add_argument("game", help="the game's id (/campaign info shows it)")
    exporting.add_argument("file", help="where to write")
    importing = add("import", import_)
    importing.add_argument("file", nargs="+", help="a complete capsule, or all its parts in any order")
    for name in ("guild", "channel", "gm"):
        importing.add_argument(f"--{name}", type=int, required=True, help=f"the {name}'s Discord id")
    importing.add_argument("--keep-players", action="store_true", help="give the seats to the players they had")
    add("adjudicate", adjudicate).add_argument("game", help="the game's id")
    add("forget", forget).add_argument("user", type=int, help="the user's Discord id")
    add("doctor", doctor).add_argument(
        "--live",
        type=channel_number,
        metavar="CHANNEL",
        help="also try a private thread, a picture, an edit and a delete in this channel (its number or link)",
    )
    keeping = add("db", database)
    keeping.add_argument("what", choices=("backup", "check"))
    keeping.add_argument("file", nargs="?", default="admiralty-backup.db", help="where the copy goes")
    return top


async def until_stopped(work: Coroutine[Any, Any, int]) -> int:
    """Do the work; SIGTERM (a service manager, `kill`) ends it as Ctrl+C does, with everything put away in order."""
    task = asyncio.ensure_future(work)
    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; there Ctrl+C is the way
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        print("Stopped. Everything is saved.")
        return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line and the settings, run one command, give its exit status."""
    args = parser().parse_args(argv)
    try:
        settings = read_settings(os.environ)
        logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        for library in ("alembic", "apscheduler"):
            logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLogger().level))
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        redact(settings.token)
        return int(asyncio.run(until_stopped(args.work(settings, args))))
    except KeyboardInterrupt:
        print("Stopped. Everything is saved.")
        return 0
    except (SettingsError, StorageError, GameError, WorkerError, discord.LoginFailure) as wrong:
        print(f"✗ {wrong}", file=sys.stderr)
        return 2
    except HungError as wrong:
        print(f"✗ {wrong}", file=sys.stderr)
        return FAULT
    except OSError as wrong:
        print(f"✗ {wrong.filename or 'A file'} cannot be used: {wrong.strerror or wrong}.", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
