"""`python -m sandbox`: a Discord of its own on this machine, until Ctrl+C or SIGTERM."""

import asyncio
import json
import signal
import socket
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from sandbox import options, store
from sandbox.app import Sandbox
from sandbox.errors import Refused
from sandbox.journal import JournalEntry
from sandbox.toml_table import WorldFileError
from sandbox.web_control import change_settings
from sandbox.world import World
from sandbox.world_file import EXAMPLE_WORLD, load_world

READY_TEXT = """\
The sandbox is ready. Open {url} in a browser: there you are everybody but the bot.

  Address  {url}
  Token    {token}

Point your bot at it (docs/sandbox.md has each as a whole program):

  discord.py   with sandbox.connect.pointed_at("{url}"): client.run(token)
  discord.js   new Client({{ intents, rest: {{ api: "{url}/api" }} }})
  hikari       hikari.GatewayBot(token, rest_url="{url}/api/v10")

Clock, faults, rates and the last requests are behind "Developer" on the page. Ctrl+C stops it.{kept}
"""


def said(sandbox: Sandbox, args: Namespace, *, found: bool) -> str:
    """What is printed when it is ready."""
    world = sandbox.world
    if args.json:
        return json.dumps(
            {
                "url": sandbox.url,
                "api": f"{sandbox.url}/api/v10",
                "gateway": sandbox.gateway.url,
                "token": sandbox.token,
                "application_id": str(sandbox.application_id),
                "users": {each.username: str(each.id) for each in world.users.values()},
                "servers": {each.name: str(each.id) for each in world.guilds.values()},
                "channels": {each.name: str(each.id) for each in world.channels.values() if each.guild_id},
            }
        )
    kept = ""
    if args.state is not None:
        kept = f"\nEverything is kept in {args.state}."
        if found and args.world is not None:
            kept += f" It was there already, so {args.world} was not used; --fresh begins with it."
    return READY_TEXT.format(url=sandbox.url, token=sandbox.token, kept=kept)


def _log(entry: JournalEntry) -> None:
    told = entry.told()
    words = " ".join([str(told["code"]), str(told["message"]), *told["errors"]]) if told.get("code") is not None else ""
    status = entry.status or "cut"
    print(f"{status} {entry.method} {entry.path} ({entry.milliseconds:.0f} ms) {words}".rstrip(), flush=True)


def _forget(path: Path) -> None:
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", ".new"))):
        each.unlink(missing_ok=True)
    folder = store.files_folder(path)
    if folder.is_dir():
        for each in folder.iterdir():
            each.unlink()
        folder.rmdir()


async def serve(args: Namespace, world: World) -> None:
    """A sandbox until a signal comes. StateError, OSError and Refused as one sentence each."""
    found = args.state is not None and args.state.exists()
    if found and args.fresh:
        socket.create_server(
            ("127.0.0.1", args.port)
        ).close()  # a sandbox that is at work on this file has the port, too
        _forget(args.state)
        found = False
    if args.token:
        world.token = args.token
    sandbox = await Sandbox.start(args.state, args.port, world=world, answer_timeout=args.answer_timeout)
    try:
        core = sandbox.core
        if args.token and sandbox.world.token != args.token:
            sandbox.world.token = args.token
            core.keep()
        change_settings(core, args.settings)
        for each in args.fault:
            core.faults.add(each.kind, **each.options)
        core.time.run(args.clock)
        core.put_forward(args.forward)
        if args.log:
            core.journal.watchers.append(_log)
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for each_signal in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(each_signal, stop.set)
            except NotImplementedError:  # on Windows Ctrl+C arrives as KeyboardInterrupt
                break
        print(said(sandbox, args, found=found), flush=True)
        await stop.wait()
    finally:
        await sandbox.stop()


def _told(world: World) -> str:
    people = ", ".join(each.username for each in world.users.values() if not each.bot)
    servers = "; ".join(
        f"{each.name} ({', '.join('#' + channel.name for channel in world.channels_of(each.id))})"
        for each in world.guilds.values()
    )
    return f"The world file is good. People: {people}. Servers: {servers}."


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line; 0 when it was stopped, 2 with a sentence on stderr when it could not begin."""
    args = options.parser().parse_args(words)
    if args.example:
        print(EXAMPLE_WORLD.read_text("utf-8"), end="")
        return 0
    try:
        world = load_world(args.world or EXAMPLE_WORLD)
        if args.check:
            print(_told(world))
            return 0
        asyncio.run(serve(args, world))
    except KeyboardInterrupt:
        return 0
    except (WorldFileError, store.StateError, Refused) as error:
        print(f"sandbox: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        why = error.strerror or error
        print(f"sandbox: port {args.port} cannot be used ({why}); choose another by --port.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
