"""One running sandbox: starts the server, keeps its state, stops."""

import asyncio
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from aiohttp import web

from sandbox import rest, store
from sandbox.human import Human
from sandbox.ids import Clock
from sandbox.interactions import Core
from sandbox.limits import Limits
from sandbox.web import Page
from sandbox.world import World, demo_world

CONNECTION_BACKLOG = 1024


class Sandbox:
    """A Discord on 127.0.0.1. `await Sandbox.start()`; then `url`, `token`, `application_id`, `world`; `await stop()`."""

    def __init__(self, core: Core, state: store.Store | None) -> None:
        self.core = core
        self.world = core.world
        self.application_id = core.world.application_id
        self.gateway = core.gateway
        """Sessions and gateway faults."""
        self.faults = core.faults
        """REST faults and rate buckets."""
        self.limits = core.meters.limits
        """Limits over all routes and over the gateway; numbers may be set at any time."""
        self.meters = core.meters
        """What was counted against them: invalid requests, requests refused by the limit over all routes."""
        self.unknown_routes = core.unknown_routes
        """Requests no route was found for; tests want this empty."""
        self.port = 0
        self.page = Page(core)
        self._runner: web.AppRunner | None = None
        self._state = state

    @classmethod
    async def start(
        cls,
        state_path: str | Path | None = None,
        port: int = 0,
        *,
        clock: Clock = time.time,
        world: World | None = None,
        answer_timeout: float = 3.0,
        bot_permissions: int | None = None,
        limits: Limits | None = None,
        guide: Mapping[str, object] | None = None,
    ) -> Self:
        """Starts a server; the state file, if it exists, wins over `world`. StateError if it cannot be used, OSError if the
        port cannot.

        `port` 0 takes a free one; `answer_timeout` is how many real seconds a person waits for a first answer, and one is taken
        as long. With `bot_permissions` the bot's role gives exactly these in every server, as an invite link asking for them
        would. `limits` are `sandbox.limits.Limits()` unless given; `sandbox.limits.documented()` has all of Discord's. `guide`
        are words of the page's "New here?" for this bot, by the names in `static/js/guides.js`."""
        path = Path(state_path) if state_path is not None else None
        # The port first: where another sandbox is at work on this file, it has the port, too, and keeps its file to itself.
        listening = socket.create_server(("127.0.0.1", port), backlog=CONNECTION_BACKLOG)
        try:
            state = None if path is None else store.Store.open(path, world or demo_world())
            folder = None if path is None else store.files_folder(path)
            held = world or demo_world() if state is None else state.world
            if bot_permissions is not None:
                held.invite_bot(bot_permissions)
            found = cls(Core(held, clock, folder, answer_timeout, state, limits), state)
            found.page.guide = dict(guide or {})
            await found._listen(listening)
        except BaseException:
            listening.close()
            raise
        return found

    async def _listen(self, listening: socket.socket) -> None:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_get("/gateway/", self._gateway)
        self.page.install(app)
        rest.install(app, self.core)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5, keepalive_timeout=3600)
        await self._runner.setup()
        await web.SockSite(self._runner, listening, backlog=CONNECTION_BACKLOG).start()
        self.port = self._runner.addresses[0][1]
        self.core.url = f"http://127.0.0.1:{self.port}"

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket endpoint; the faults "5xx" and "drop" on "GET /gateway" keep a bot from connecting."""
        fault = self.faults.next("GET /gateway")
        if fault is not None and fault.kind == "5xx":
            return web.Response(status=fault.status)
        if fault is not None and fault.kind == "drop" and request.transport is not None:
            request.transport.abort()
            return web.Response(status=500)
        return await self.gateway.handle(request)

    async def stop(self) -> None:
        """Closes every connection, saves, and lets go of the port."""
        self.page.streams.close()
        await self.gateway.close_all()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._state is not None:
            self._state.close()

    # what callers use

    @property
    def url(self) -> str:
        """The server's address, http://127.0.0.1:port."""
        return self.core.url

    def has_been_told(self) -> bool:
        """Whether the bot has ever written a message that is still here."""
        found = self.world.messages.values()
        return any(each.author_id == self.world.bot_id for messages in found for each in messages.values())

    @property
    def token(self) -> str:
        """The bot's token; good for this sandbox only."""
        return self.world.token

    async def ready(self, timeout: float = 120.0) -> None:  # noqa: ASYNC109 (a bound, not a cancel scope)
        """Waits until a bot is on line; TimeoutError otherwise."""
        await asyncio.wait_for(self.gateway.identified.wait(), timeout)

    def human(self, who: int | str) -> Human:
        """A person by id or username, who can do what a person can do in Discord."""
        return Human(self.core, self.world.user(who).id)
