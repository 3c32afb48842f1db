"""Server-Sent Events: each open page gets what its person may know, as it happens."""

import asyncio
import contextlib
import json

from aiohttp import web

from sandbox.errors import Json
from sandbox.interactions import Core
from sandbox.model import Event
from sandbox.people import event_view

KEEPALIVE_S = 15
MOST_WAITING = 5000


class Streams:
    """All open event streams."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.open: dict[asyncio.Queue[Json | None], int] = {}
        core.listeners.append(self.on_event)
        core.gateway.watchers.append(self._ready_changed)

    def on_event(self, event: Event) -> None:
        """Passes an event to every stream whose person may know of it."""
        views: dict[int, Json | None] = {}
        for queue, user_id in list(self.open.items()):
            if user_id not in views:
                views[user_id] = event_view(self.core, user_id, event)
            view = views[user_id]
            if view is None:
                continue
            if queue.qsize() < MOST_WAITING:
                queue.put_nowait(view)
            else:  # the page asks for everything when it comes back
                del self.open[queue]
                queue.put_nowait(None)

    def _ready_changed(self) -> None:
        for queue in self.open:
            queue.put_nowait({"type": "ready_state", "ready": self.core.gateway.connected})

    def close(self) -> None:
        """Ends every stream."""
        for queue in self.open:
            queue.put_nowait(None)

    async def serve(self, request: web.Request, user_id: int) -> web.StreamResponse:
        """One stream, until the page goes away."""
        headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        answer = web.StreamResponse(headers=headers)
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self.open[queue] = user_id  # before the page hears that the stream is open and asks for what it missed
        queue.put_nowait({"type": "ready_state", "ready": self.core.gateway.connected})
        try:
            await answer.prepare(request)
            with contextlib.suppress(ConnectionError):
                while True:
                    try:
                        data = await asyncio.wait_for(queue.get(), KEEPALIVE_S)
                    except TimeoutError:
                        await answer.write(b": still here\n\n")
                        continue
                    if data is None:
                        break
                    await answer.write(f"data: {json.dumps(data)}\n\n".encode())
        finally:
            self.open.pop(queue, None)
        return answer
