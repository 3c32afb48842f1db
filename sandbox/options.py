"""The words of `python -m sandbox`: what may be said on the command line, and what it means."""

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sandbox.errors import Refused
from sandbox.fault_words import FAULT_OPTIONS, read_option
from sandbox.ratelimit import FAULT_KINDS
from sandbox.web_control import Setting, check_setting, settings

DEFAULT_PORT: Final = 8312
UNIT_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
HELP_HEAD: Final = """\
A Discord on this machine: REST v10, the gateway, and a page on which you are everybody else.
It answers on 127.0.0.1 only, needs no account and no network, and prints the token for your bot.
"""
HELP_FOOT: Final = """\
examples:
  python -m sandbox                                    a world of four people, gone when it stops
  python -m sandbox my_world.toml --state my.sandbox   your own world, kept in a file
  python -m sandbox --example > my_world.toml          a world file to change, every key explained
  python -m sandbox --clock 60 --forward 3d            three days ahead, and a minute a second
  python -m sandbox --fault 5xx,times=2,match=^POST    the next two POSTs fail with 502
  python -m sandbox --set buckets.limit=5                five requests in five seconds on every route

Faults, rates and clock can also be changed while it runs: "Developer" on the page, or POST
/sandbox/api/faults, /settings and /clock. The whole story is in docs/sandbox.md.
"""


@dataclass(frozen=True, slots=True)
class FaultWish:
    """A fault to switch on at the start: its kind and the options of `ratelimit.Fault`."""

    kind: str
    options: dict[str, float | str | bool] = field(default_factory=dict)


def seconds(text: str) -> float:
    """ "90", "90s", "15m", "2h" or "3d" as seconds."""
    number, unit = (text[:-1], UNIT_SECONDS[text[-1]]) if text[-1:] in UNIT_SECONDS else (text, 1)
    try:
        found = float(number) * unit
    except ValueError:
        found = -1.0
    if not 0 <= found < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; write seconds, or 15m, 2h, 3d")
    return found


def rate(text: str) -> float:
    """ "real", "frozen" or a number of seconds a second."""
    named = {"real": 1.0, "frozen": 0.0}
    try:
        found = named[text] if text in named else float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 100_000:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a rate; write real, frozen, or how many seconds pass in one, like 60"
        )
    return found


def fault(text: str) -> FaultWish:
    """ "KIND[,OPTION=VALUE]...[,match=REGEX]"; what follows match= is the expression."""
    head, found, match = text.partition(",match=")
    kind, *rest = head.split(",")
    if kind not in FAULT_KINDS:
        raise argparse.ArgumentTypeError(f"there is no fault {kind!r}; there are {', '.join(FAULT_KINDS)}")
    options: dict[str, float | str | bool] = {"match": match} if found else {}
    try:
        options |= dict(read_option(each) for each in rest)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return FaultWish(kind, options)


def setting(text: str) -> Setting:
    """ "NAME=VALUE" of one of the settings of rates and limits, the value of the right kind."""
    name, _, word = text.partition("=")
    words = {"true": True, "on": True, "false": False, "off": False}
    try:
        value: Any = words[word.lower()] if word.lower() in words else float(word) if "." in word else int(word)
    except ValueError:
        value = word
    try:
        return check_setting(name, value)
    except Refused as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def port(text: str) -> int:
    """A port, 0 for a free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; write 0 (any free one) to 65535")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    now = ", ".join(f"{name}={str(value).lower()}" for name, value in settings().items())
    found = argparse.ArgumentParser(
        "python -m sandbox",
        description=HELP_HEAD,
        epilog=HELP_FOOT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = found.add_argument
    add(
        "world",
        nargs="?",
        type=Path,
        metavar="WORLD.toml",
        help="the world file (default: the example that is shipped)",
    )
    add(
        "--port",
        type=port,
        default=DEFAULT_PORT,
        help=f"where it listens, 0 for any free one (default: {DEFAULT_PORT})",
    )
    add("--state", type=Path, metavar="FILE", help="keep everything in this file; without it all is gone at the end")
    add("--fresh", action="store_true", help="forget what the state file holds and begin with the world file")
    add(
        "--token",
        help="the bot's token, so that it is the same every time (default: made by chance, kept with the state)",
    )
    add("--clock", type=rate, default=1.0, metavar="RATE", help="real, frozen, or how many seconds pass in one")
    add(
        "--forward",
        type=seconds,
        default=0.0,
        metavar="TIME",
        help="put the clock forward at the start: 90, 15m, 2h, 3d",
    )
    add(
        "--fault",
        type=fault,
        action="append",
        default=[],
        metavar="FAULT",
        help="something that goes wrong: KIND[,OPTION=VALUE]...[,match=REGEX]; "
        f"kinds: {', '.join(FAULT_KINDS)}; options: {', '.join(FAULT_OPTIONS)}",
    )
    add(
        "--set",
        type=setting,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help=f"rates and limits; now: {now}",
    )
    add(
        "--answer-timeout",
        type=float,
        default=3.0,
        metavar="SECONDS",
        help="how long a person waits for a first answer (3)",
    )
    add("--log", action="store_true", help="print every request and its status")
    add(
        "--json",
        action="store_true",
        help="print one line of JSON (url, token, application_id, public facts) when ready",
    )
    add("--example", action="store_true", help="print the example of a world file and end")
    add("--check", action="store_true", help="read the world file, say what is in it, and end")
    return found  # fmt: skip
