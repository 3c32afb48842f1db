"""One running sandbox: starts the server, saves its state, stops."""

import asyncio
import contextlib
import socket
import time
from pathlib import Path
from typing import Self

from aiohttp import web

from sandbox import rest, store
from sandbox.core import Core
from sandbox.gateway import Gateway
from sandbox.human import Human
from sandbox.ids import Clock
from sandbox.ratelimit import Faults
from sandbox.web import Page
from sandbox.world import World, demo_world

BACKLOG = 1024
SAVE_EVERY_S = 0.5


class Sandbox:
    """A Discord on 127.0.0.1. `await Sandbox.start()`; then `url`, `token`, `application_id`, `world`; `await stop()`."""

    def __init__(self, core: Core, state_path: Path | None) -> None:
        self.core = core
        self.state_path = state_path
        self.port = 0
        self.page = Page(core)
        self._runner: web.AppRunner | None = None
        self._saver: asyncio.Task[None] | None = None

    @classmethod
    async def start(
        cls,
        state_path: str | Path | None = None,
        port: int = 0,
        *,
        clock: Clock = time.time,
        world: World | None = None,
        answer_timeout: float = 3.0,
    ) -> Self:
        """Starts a server; the state file, if it exists, wins over `world`. StateError if it cannot be read.

        `port` 0 takes a free one; `answer_timeout` is how many real seconds a person waits for a first answer."""
        path = Path(state_path) if state_path is not None else None
        if path is not None and path.is_file():
            world = store.load(path)
        folder = store.files_folder(path) if path is not None else None
        found = cls(Core(world or demo_world(), clock, folder, answer_timeout), path)
        await found._listen(port)
        return found

    async def _listen(self, port: int) -> None:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/gateway", self.core.gateway.handle)
        app.router.add_get("/gateway/", self.core.gateway.handle)
        self.page.install(app)
        rest.install(app, self.core)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5, keepalive_timeout=3600)
        await self._runner.setup()
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            listener.close()
            await self._runner.cleanup()
            raise
        site = web.SockSite(self._runner, listener, backlog=BACKLOG)
        await site.start()
        self.port = listener.getsockname()[1]
        self.core.url = f"http://127.0.0.1:{self.port}"
        if self.state_path is not None:
            self._saver = asyncio.create_task(self._save_now_and_then())

    async def _save_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SAVE_EVERY_S)
            if self.core.dirty:
                await self.save()

    async def save(self) -> None:
        """Writes the state file in one step (nothing without a path)."""
        if self.state_path is None:
            return
        self.core.dirty = False
        data = store.dump(self.world)
        await asyncio.to_thread(store.write, self.state_path, data)

    async def stop(self) -> None:
        """Closes every connection, saves, and lets go of the port."""
        if self._saver is not None:
            self._saver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._saver
        self.page.close()
        await self.core.gateway.close_all()
        if self._runner is not None:
            await self._runner.cleanup()
        await self.save()

    # what callers use

    @property
    def url(self) -> str:
        """The server's address, http://127.0.0.1:port."""
        return self.core.url

    @property
    def world(self) -> World:
        """The whole state."""
        return self.core.world

    @property
    def token(self) -> str:
        """The bot's token; good for this sandbox only."""
        return self.core.world.token

    @property
    def application_id(self) -> int:
        """The bot's application id."""
        return self.core.world.application_id

    @property
    def gateway(self) -> Gateway:
        """Sessions and gateway faults."""
        return self.core.gateway

    @property
    def faults(self) -> Faults:
        """REST faults and rate buckets."""
        return self.core.faults

    @property
    def unknown_routes(self) -> list[str]:
        """Requests no route was found for; tests want this empty."""
        return self.core.unknown_routes

    async def ready(self, timeout: float = 10.0) -> None:  # noqa: ASYNC109 (a bound, not a cancel scope)
        """Waits until a bot is on line; TimeoutError otherwise."""
        await asyncio.wait_for(self.core.gateway.identified.wait(), timeout)

    def human(self, who: int | str) -> Human:
        """A person by id or username, who can do what a person can do in Discord."""
        return Human(self.core, self.world.user(who).id)
