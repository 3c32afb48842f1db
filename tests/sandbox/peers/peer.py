"""A discord.js process and the lines of JSON between it and a test."""

import asyncio
import json
import shutil
import subprocess
import threading
from collections import deque
from pathlib import Path
from typing import Any, Final, Self

Json = dict[str, Any]
HERE: Final = Path(__file__).parent
BOUND: Final = 120.0
ALARMS: Final = ("error", "warned", "unanswered")
"""What a client tells when something is not as it expects."""


MOST: Final = 2**53
"""Beyond it JavaScript's numbers are no longer whole; ids go as texts."""


class PeerError(Exception):
    """A deed failed in discord.js: the error's name, Discord's code, HTTP's status, the tree of what was wrong."""

    def __init__(self, told: Json) -> None:
        super().__init__(f"{told['name']} {told['code']}: {told['message']}")
        self.name: str = told["name"]
        self.code: int | str = told["code"]
        self.status: int = told["status"]
        self.errors: Json = told["errors"]


class Peer:
    """One node process; a test logs a client in, asks for deeds, and hears what happens.

    The process serves one test after another, each in an event loop of its own: `attend` binds it to the running one."""

    def __init__(self, packages: Path) -> None:
        self._process = subprocess.Popen(
            [shutil.which("node") or "node", str(HERE / "js" / "peer.js")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"NODE_PATH": str(packages), "NODE_NO_WARNINGS": "1"},
        )
        self._count = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._told: deque[tuple[str, Json]] = deque()
        self.alarms: list[tuple[str, Json]] = []
        """What was told of things gone wrong, and not yet heard by the test."""
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def attend(self) -> Self:
        """Listens in the running loop, with nothing heard yet."""
        self._loop = asyncio.get_running_loop()
        self._told.clear()
        self.alarms.clear()
        self._news = asyncio.Event()
        return self

    def stop(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._reader.join(10)
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._take, json.loads(line))
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ended)

    def _ended(self) -> None:
        for each in self._waiting.values():
            if not each.done():
                each.set_exception(EOFError("the node process has ended"))

    def _take(self, line: Json) -> None:
        if "tells" in line:
            news = line["tells"], line["details"]
            self._told.append(news)
            if news[0] in ALARMS:
                self.alarms.append(news)
            self._news.set()
            return
        waiting = self._waiting.pop(line["id"], None)
        if waiting is None or waiting.done():
            return
        if "fails" in line:
            waiting.set_exception(PeerError(line["fails"]))
        else:
            waiting.set_result(line["gives"])

    async def do(self, deed: str, **given: Any) -> Any:
        """Has a deed done and gives what came of it.

        PeerError if it failed there, TimeoutError if nothing came, EOFError if the process has ended."""
        if self._process.poll() is not None:
            raise EOFError("the node process has ended")
        self._count += 1
        waiting = self._waiting[self._count] = asyncio.get_running_loop().create_future()
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"id": self._count, "deed": deed, "given": _for_js(given)}) + "\n")
        self._process.stdin.flush()
        return await asyncio.wait_for(waiting, BOUND)

    async def heard(self, what: str) -> Json:
        """The details of the next thing of that name the client tells; what it told before it is passed over."""

        async def listen() -> Json:
            while True:
                while self._told:
                    told, details = self._told.popleft()
                    if told == what:
                        if told in ALARMS:
                            self.alarms.remove((told, details))
                        return details
                self._news.clear()
                await self._news.wait()

        return await asyncio.wait_for(listen(), BOUND)


def _for_js(given: Any) -> Any:
    if isinstance(given, dict):
        return {key: _for_js(each) for key, each in given.items()}
    if isinstance(given, list | tuple):
        return [_for_js(each) for each in given]
    return str(given) if isinstance(given, int) and given > MOST else given
