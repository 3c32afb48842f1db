"""Programs under test in processes of their own: the bot alone, a sandbox alone, `bot.py play`; killed, stopped, measured."""

import asyncio
import contextlib
import os
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from harness.faults.outcome import NotHere
from program.data_folder import play_folder
from settings import Settings
from umpire.campaign.founding.play_campaign import DATABASE_FILE

PROJECT_FOLDER: Final = Path(__file__).resolve().parents[2]
START_S: Final = 120.0
STOP_S: Final = 60.0


@dataclass
class Program:
    """A program that says when it is ready; `said` is all it wrote so far."""

    command: Sequence[str]
    ready: str
    more: Mapping[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    starts: int = 0
    _process: Process | None = None
    _reading: asyncio.Task[None] | None = None
    _begun: int = 0

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process is not None, "it was started"
        return self._process.pid

    async def start(self) -> str:
        """Start it; the line in which it says that it is ready. TimeoutError, or RuntimeError if it ends before."""
        await self.launch()
        return await self.says(self.ready)

    async def launch(self) -> None:
        """Start it, and do not wait."""
        self.starts += 1
        self._begun = len(self.said)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *self.command, cwd=PROJECT_FOLDER, env={**os.environ, **self.more}, stdout=PIPE,
            stderr=asyncio.subprocess.STDOUT, limit=1 << 20,
        )  # fmt: skip
        self._reading = asyncio.create_task(self._read(self._process))

    async def says(self, pattern: str) -> str:
        """The first line since its last start that holds the pattern. TimeoutError, or RuntimeError if it ends before."""
        assert self._reading is not None, "it was started"
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            line = self.heard(pattern)
            if line is not None:
                return line
            if self._reading.done():
                status = None if self._process is None else await self._process.wait()
                said = "".join(self.said[self._begun :])[-1500:]
                raise RuntimeError(f"it ended with status {status} before it was ready: {said}")
            await asyncio.sleep(0.02)
        raise TimeoutError(f"not ready after {START_S:.0f} s: {''.join(self.said[self._begun :])[-1500:]}")

    def heard(self, pattern: str) -> str | None:
        """The first line that it has written since its last start and that holds the pattern."""
        return next((line for line in self.said[self._begun :] if re.search(pattern, line)), None)

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.said.append(line.decode(errors="replace"))

    async def kill(self) -> None:
        """kill -9."""
        await self.end(signal.SIGKILL)

    async def end(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Send the signal and wait for its end; killed if it does not."""
        if self._process is None or self._reading is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(sign)
        try:
            await asyncio.wait_for(self._process.wait(), STOP_S)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        await self._reading
        self._process = None

    def signal(self, sign: signal.Signals) -> None:
        """Only send a signal."""
        os.kill(self.pid, sign)

    def children(self) -> list[int]:
        """The ids of its worker processes; NotHere without /proc."""
        if not Path("/proc/self/stat").exists():
            raise NotHere("worker processes are found through /proc, which is not here")
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError, ValueError, IndexError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == self.pid:
                    found.append(int(entry.name))
        return sorted(found)

    def megabytes(self) -> float:
        """The memory it holds (resident, without its workers)."""
        status = (Path("/proc") / str(self.pid) / "status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0


def play(data: Path) -> Program:
    """`bot.py play --table`, whose campaign is in a folder of its own (`table_database`)."""
    more = {"ADMIRALTY_DATA": str(data), "ADMIRALTY_PORT": "0", "ADMIRALTY_WORKERS": "1", "DISCORD_TOKEN": ""}
    return Program(
        ("bot.py", "play", "--quiet", "--table"),
        r"ready: (http://127\.0\.0\.1:\d+)",
        {**more, "ADMIRALTY_LOG": "WARNING"},
    )


def table_database(data: Path) -> Path:
    """The database of what `play` plays."""
    return play_folder(Settings(data=data), table=True) / DATABASE_FILE


@dataclass
class SandboxAndBot:
    """A sandbox and a bot, each in its own process."""

    discord: Program
    bot: Program
    data: Path
    url: str

    @property
    def database(self) -> Path:
        """The bot's database."""
        return self.data / "admiralty.db"


@contextlib.asynccontextmanager
async def pair(data: Path, **more: str) -> AsyncIterator[SandboxAndBot]:
    """A sandbox that runs, and a bot beside it that does not run yet; both are ended. `more` is the bot's environment."""
    discord = Program(("-m", "harness.faults.lone_discord", str(data / "discord.state")), r"http://127\.0\.0\.1:\d+ ")
    try:
        url, token = (await discord.start()).split()
        command = ("-m", "harness.faults.lone_bot", url, str(data))
        bot = Program(command, "^ready", {"FAULTS_TOKEN": token, **more})
        try:
            yield SandboxAndBot(discord, bot, data, url)
        finally:
            await bot.end()
    finally:
        await discord.end()


async def once(*arguments: str, data: Path, **more: str) -> tuple[int, str]:
    """Run bot.py once: its exit status and all that it said."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "bot.py", *arguments, cwd=PROJECT_FOLDER, stdout=PIPE, stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "ADMIRALTY_DATA": str(data), "ADMIRALTY_PORT": "0", "ADMIRALTY_LOG": "WARNING", **more},
    )  # fmt: skip
    try:
        said, _ = await asyncio.wait_for(process.communicate(), 90)
    except TimeoutError:
        process.kill()
        said, _ = await process.communicate()
        return -9, f"it did not end in 90 s: {said.decode(errors='replace')}"
    assert process.returncode is not None, "it has ended"
    return process.returncode, said.decode(errors="replace")
