"""Admiralty's one entry point. `python bot.py --help` lists what it can do; what a sub-command needs is imported when it is
asked for (`program/`)."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from installed import VERSION


def channel_number(text: str) -> int:
    """A channel as the command line names it: its number, or the link that Discord copies; ArgumentTypeError otherwise."""
    number = text.strip().rstrip("/").rpartition("/")[2]
    if not (number.isdecimal() and len(number) <= 20):
        raise argparse.ArgumentTypeError(f"{text!r} is not a channel: give its number, or the link that Discord copies")
    return int(number)


def how_many(text: str) -> int:
    """A whole number from 1 on; ArgumentTypeError otherwise."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of backups: give one from 1 to 10000")
    return int(text)


def parser(program: str = "bot.py") -> argparse.ArgumentParser:
    """The command line. What carries a sub-command out is its `work`: a module of `program/` and a function in it. `program`:
    what it is called by."""
    top = argparse.ArgumentParser(prog=program, description="Admiralty: play-by-post wargames on Discord.")
    top.add_argument("--version", action="version", version=f"Admiralty {VERSION}")
    commands = top.add_subparsers(dest="command", required=True)

    def add(name: str, work: str, words: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words)
        made.set_defaults(work=work)
        return made

    playing = add(
        "play", "local_play:play_here", "A sandbox and the bot in one process, with a campaign ready to play."
    )
    playing.add_argument("--fresh", action="store_true", help="start over with a new campaign")
    playing.add_argument(
        "--table", action="store_true", help="begin with four people and no bot players, results reviewed"
    )
    playing.add_argument("--quiet", action="store_true", help="do not open a browser")
    add("run", "connection:run", "The bot on the real Discord.")
    words = "Resolve turns and draw for bots on the same PostgreSQL database, on this machine or any other."
    add("work", "worker:work", words)
    showing = add("demo", "local_play:demo", "The scripted campaign.")
    showing.add_argument("--full", action="store_true", help="forty turns of six empires, every type of order")
    showing.add_argument("--turns", type=how_many, default=0, metavar="N", help="the first N turns alone, for a trial")
    words = "Recompute every roll of a capsule, and every turn if it is a complete one."
    add("verify", "operator_commands:verify", words).add_argument(
        "capsule", nargs="+", help="a capsule file, or all its parts in any order"
    )
    exporting = add("export", "operator_commands:export", "A game as one complete capsule file, secrets included.")
    exporting.add_argument("game", help="the game's id (/campaign info shows it)")
    exporting.add_argument("file", help="where to write")
    words = "A game from a complete capsule into a server's channel; it is paused until its game master resumes it."
    importing = add("import", "operator_commands:import_", words)
    importing.add_argument("file", nargs="+", help="a complete capsule, or all its parts in any order")
    for name in ("guild", "channel", "gm"):
        importing.add_argument(f"--{name}", type=int, required=True, help=f"the {name}'s Discord id")
    importing.add_argument(
        "--new", action="store_true", help="begin a new database with it, where none holds a game yet"
    )
    importing.add_argument("--keep-players", action="store_true", help="give the seats to the players they had")
    words = "Resolve a game's open turn now, as the operator; the running bot delivers the result."
    add("adjudicate", "operator_commands:adjudicate", words).add_argument("game", help="the game's id")
    words = "Remove a person's data, for somebody who has left; `/privacy` lets people do it themselves."
    add("forget", "operator_commands:forget", words).add_argument("user", type=int, help="the user's Discord id")
    add(
        "doctor", "operator_commands:doctor", "What a first evening on a real server trips over, and how to fix each."
    ).add_argument(
        "--live",
        type=channel_number,
        metavar="CHANNEL",
        help="also try a private thread, a picture, an edit and a delete in this channel (its number or link)",
    )
    words = (
        "Whether the bot of this computer goes, by its heartbeat in the database: exit status 0 or 1, for a container."
    )
    add("health", "health:health", words).add_argument("--worker", action="store_true", help="of the worker")
    keeping = add("db", "", "Copy the database while the bot runs, look whether one is sound, or move it to another.")
    keeping.add_argument("what", choices=("backup", "check", "move"))
    words = "backup: where the copy goes (admiralty-backup.db); check: a database to look at, such as a backup (the bot's own)"
    keeping.add_argument("file", nargs="?", help=words)
    words = "backup: or a folder, in which the copy is named for its time; move: the empty database "
    words += "(postgresql+psycopg://user:password@host/database) or the new file that everything goes to"
    keeping.add_argument("--to", default="", help=words)
    keeping.add_argument(
        "--keep", type=how_many, default=14, metavar="N", help="backup: how many the folder keeps (14)"
    )
    keeping.add_argument("--running", action="store_true", help="move: copy while a bot is at work, for a trial")
    return top


DATABASE = {"backup": "databases:copy", "check": "operator_commands:check", "move": "databases:move"}


def main(argv: Sequence[str] | None = None, program: str = "bot.py") -> int:
    """Read the command line, carry out one sub-command, give its exit status. Without a word it shows what there is."""
    given = sys.argv[1:] if argv is None else argv
    args = parser(program).parse_args(given or ["--help"])
    module, _, function = (args.work or DATABASE[args.what]).partition(":")
    status: int = import_module("program.start").start(module, function, args)
    return status


if __name__ == "__main__":
    sys.exit(main())
