"""A session of a bot at the gateway, and the connection that it has just now."""

import asyncio
import contextlib
import json
import secrets
from collections import deque
from typing import Any

from aiohttp import web

from sandbox.compression import packer
from sandbox.errors import Json
from sandbox.limits import Meter

KEPT_EVENTS = 2000
MISSED_BEATS = 2


class Session:
    """One bot session; it outlives its socket so that it can be resumed."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.kept: deque[tuple[int, str]] = deque(maxlen=KEPT_EVENTS)
        self.socket: Socket | None = None

    def dispatch(self, name: str, payload: Json) -> None:
        """Numbers an event, keeps it for a resume, and sends it if a socket is there."""
        self.seq += 1
        text = json.dumps({"op": 0, "t": name, "s": self.seq, "d": payload})
        self.kept.append((self.seq, text))
        if self.socket is not None:
            self.socket.send_text(text)

    def can_replay(self, after: int) -> bool:
        """Whether everything after that number is still kept."""
        return after <= self.seq and (after == self.seq or (bool(self.kept) and self.kept[0][0] <= after + 1))

    def holds(self, guild_id: int | None) -> bool:
        """Whether a server's events come to this shard."""
        number, count = self.shard
        return number == 0 if guild_id is None else (guild_id >> 22) % count == number


class Socket:
    """One connection, with its own compression and a queue so that sending never waits."""

    def __init__(self, ws: web.WebSocketResponse, compress: str | None) -> None:
        self.ws = ws
        self.session: Session | None = None
        self.sent = Meter()
        """What the bot sent on this connection."""
        self._watching: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None
        self.may_resume = False
        self._pack = packer(compress)
        self.compress = compress if self._pack else None
        """How its frames are packed: "zstd-stream", "zlib-stream", or None."""
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, op: int, data: Any = None) -> None:
        """Sends a frame without a number."""
        self.send_text(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        self._queue.put_nowait(text)

    async def pump(self) -> None:
        """Sends what is queued until the socket closes."""
        with contextlib.suppress(ConnectionError):
            while (text := await self._queue.get()) is not None:
                if self._pack is None:
                    await self.ws.send_str(text)
                else:
                    await self.ws.send_bytes(self._pack(text))

    def expect_beat(self, every: float) -> None:
        """The connection is closed if two heartbeats are missed from now on; the session may be resumed."""
        if self._watching is not None:
            self._watching.cancel()
        self._watching = asyncio.get_running_loop().call_later(MISSED_BEATS * every, self._time_out)

    def _time_out(self) -> None:
        self._closing = asyncio.create_task(self.close_for(4009, b"Session timed out."))

    async def close_for(self, code: int, why: bytes) -> None:
        """Closes the connection for something after which the bot may resume, whatever it says as it goes."""
        self.may_resume = True
        await self.ws.close(code=code, message=why)

    def stop(self) -> None:
        """Ends the pump once all is sent."""
        if self._watching is not None:
            self._watching.cancel()
        self._queue.put_nowait(None)

    def kill(self) -> None:
        """Cuts the connection without a goodbye."""
        transport = self.ws._req.transport if self.ws._req else None  # noqa: SLF001 (aiohttp has no public abort)
        if transport is not None:
            transport.abort()
