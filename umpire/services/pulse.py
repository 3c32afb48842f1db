"""Whether the running bot's clock and deliverer go: for the operator's doctor, which reads the file, and for everybody."""

import os
import socket
import time
from collections.abc import Mapping
from typing import Final

from installed import VERSION
from rules.values import Value
from storage import processes
from storage.address import Where
from storage.inspect import beats_in
from umpire.services.doctor import Check
from umpire.services.processes import CLOCK_SUFFIX, LETTERS_SUFFIX, PART_SUFFIXES, alive
from umpire.services.services import Services

STALE_SECONDS: Final = 180
"""Clock and deliverer come round every half minute; a worker's turn or a busy disk may keep them for a while."""
PART_NAMES: Final = {CLOCK_SUFFIX: "clock", LETTERS_SUFFIX: "deliverer"}


class Pulse(Value):
    """When the clock last looked at all games, and the deliverer into the outbox (UTC seconds); None if never."""

    clock: int | None
    letters: int | None

    def stale(self, now: int) -> bool:
        """Whether one of the two has not come round as it should."""
        return any(at is None or abs(now - at) > STALE_SECONDS for at in (self.clock, self.letters))


async def pulse(services: Services) -> Pulse:
    """Of all processes at work on the database together."""
    async with services.storage.reading() as tx:
        beats = await processes.all_beats(tx)
    return Pulse(
        *(max((at for name, at in beats.items() if name.endswith(part)), default=None) for part in PART_SUFFIXES)
    )


def pulse_text(found: Pulse, now: int) -> str:
    """One line for everybody; in whole minutes, so that nobody sees what made the clock look just then."""
    looked, sent = _minute(found.clock), _minute(found.letters)
    if found.stale(now):
        return (
            f"⚠ I last looked at the deadlines {looked} and for letters to send {sent}. That is too long ago: tell who runs "
            "this bot."
        )
    return f"-# Admiralty {VERSION}. I last looked at the deadlines {looked}."


def _minute(at: int | None) -> str:
    return "never" if at is None else f"<t:{at - at % 60}:R>"


def check_running(database: Where, now: float | None = None) -> Check:
    """Whether the bot that runs on this database keeps deadlines and sends letters; no bot at all is no fault, but said."""
    at = int(time.time() if now is None else now)
    beats = beats_in(database)
    processes = sorted(
        {_process(name) for name in beats if name.endswith(PART_SUFFIXES)}, key=lambda one: -_latest(beats, one)
    )
    if not processes:
        return Check("Running bot", True, "none has run on this database yet")
    there = [one for one in processes if not _is_gone(one, at)]
    if processes[0] not in there:
        there = [one for one in there if abs(at - _latest(beats, one)) <= STALE_SECONDS]
    if not there:
        return Check(
            "Running bot",
            True,
            f"none runs now; of the last one ({_where(processes[0])}) {_parts(beats, processes[0], at)}",
        )
    # One that has been silent for long, while another is at work, ended on another computer.
    there = [one for one in there if one == there[0] or abs(at - _latest(beats, one)) <= STALE_SECONDS]
    stale = [one for one in there if any(abs(at - beats.get(one + part, 0)) > STALE_SECONDS for part in PART_SUFFIXES)]
    mend = ""
    if stale:
        where = _where(stale[0])
        mend = f"Look into its log, then restart the bot; if it is stopped and {where} is another program, all is well."
    told = ". Also ".join(f"{_where(one)}: {_parts(beats, one, at)}" for one in there)
    return Check("Running bot", not stale, told, mend)


def check_here(database: Where, now: int) -> Check:
    """Whether a bot of this computer, which is a container's, keeps deadlines and sends letters: both came round lately."""
    beats, host = beats_in(database), socket.gethostname()
    here = {
        _process(name) for name in beats if name.endswith(PART_SUFFIXES) and _process(name).rpartition(":")[0] == host
    }
    if not here:
        return Check("Bot", False, f"none has run here ({host}) on this database, or it cannot be read")
    newest = max(here, key=lambda one: _latest(beats, one))
    well = all(abs(now - beats.get(newest + part, 0)) <= STALE_SECONDS for part in PART_SUFFIXES)
    return Check("Bot", well, _parts(beats, newest, now))


def _parts(beats: Mapping[str, int], process: str, now: int) -> str:
    return "; ".join(_beat_text(beats, process, part, now) for part in PART_SUFFIXES)


def _where(process: str) -> str:
    host, _, pid = process.rpartition(":")
    return f"process {pid}" if host == socket.gethostname() else f"process {pid} on {host}"


def _process(name: str) -> str:
    """The computer and process id in a part's name."""
    return name.rpartition(":")[0]


def _latest(beats: Mapping[str, int], process: str) -> int:
    return max(beats.get(process + part, 0) for part in PART_SUFFIXES)


def _beat_text(beats: Mapping[str, int], process: str, part: str, now: int) -> str:
    at = beats.get(process + part)
    return (
        f"its {PART_NAMES[part]} has never come round"
        if at is None
        else f"its {PART_NAMES[part]} last came round {_ago(now - at)}"
    )


def _ago(seconds: int) -> str:
    """A span in the unit that fits; a clock that was put back makes it negative."""
    if seconds < 0:
        return f"{-seconds} s in the future"
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit} ago"
    return f"{seconds} s ago"


def _is_gone(process: str, now: int) -> bool:
    """Whether a process of this computer is no more, as far as that can be told."""
    host, _, pid = process.rpartition(":")
    own = host == socket.gethostname() and pid.isdecimal() and os.name != "nt"
    return own and not alive(f"{process}{CLOCK_SUFFIX}", now, now)
