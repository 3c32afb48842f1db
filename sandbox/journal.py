"""What was asked of REST lately and what it answered: for the page's developer panel, and for tests that look back."""

import json
import re
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from sandbox.errors import Json
from sandbox.ids import Clock

ENTRIES_KEPT: Final = 500
MOST_TEXT: Final = 4000
INVALID_STATUSES: Final = (401, 403, 429)
"""What Discord counts as invalid requests: 10,000 of them in ten minutes shut the door."""
INVALID_WINDOW_S: Final = 600.0
_TOKEN = re.compile(r"(?<=/)[\w-]{60,}(?=/|$)")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One request and its answer. `status` 0 is a connection that was cut before the answer; bodies are JSON texts, shortened."""

    number: int
    at: float
    method: str
    path: str
    status: int
    milliseconds: float
    sent: str
    answered: str

    def told(self) -> Json:
        """The entry for the page, with Discord's error code, its sentence and one line a fault of the error tree."""
        answer = _parsed(self.answered)
        found: Json = {
            "number": self.number,
            "at": self.at,
            "method": self.method,
            "path": self.path,
            "status": self.status,
            "milliseconds": round(self.milliseconds, 1),
            "sent": self.sent,
            "answered": self.answered,
        }
        if isinstance(answer, dict) and self.status >= 400:
            found |= {"code": answer.get("code"), "message": answer.get("message")}
            found["errors"] = list(faults_of(answer.get("errors")))
        return found


def faults_of(tree: Any, path: str = "") -> Iterator[str]:
    """An error tree as lines, "data.embeds.0.title: Must be 256 or fewer in length. (BASE_TYPE_MAX_LENGTH)"."""
    if not isinstance(tree, dict):
        return
    for key, inner in tree.items():
        if key == "_errors":
            for each in inner:
                yield f"{path or '(whole)'}: {each['message']} ({each['code']})"
        else:
            yield from faults_of(inner, f"{path}.{key}".removeprefix("."))


class Journal:
    """The last requests, oldest first, and how many had which status since the start."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.entries: deque[JournalEntry] = deque(maxlen=ENTRIES_KEPT)
        self.statuses: Counter[int] = Counter()
        self.watchers: list[Callable[[JournalEntry], None]] = []
        """Called with every new entry."""
        self._invalid: deque[float] = deque(maxlen=20_000)
        self._count = 0

    @property
    def count(self) -> int:
        """How many requests there have been."""
        return self._count

    def after(self, number: int, *, failed: bool = False, limit: int = 100) -> list[JournalEntry]:
        """The latest entries after that number, oldest first; only refused and cut ones if `failed`."""
        found = [each for each in self.entries if each.number > number and (not failed or not 200 <= each.status < 400)]
        return found[-limit:]

    def invalid(self) -> int:
        """How many answers of the last ten minutes count as invalid requests (401, 403 and 429)."""
        since = self.clock() - INVALID_WINDOW_S
        return sum(each > since for each in self._invalid)

    def clear(self) -> None:
        """Forgets the entries; counts go on."""
        self.entries.clear()

    def noting(self, handler: Handler) -> Handler:
        """A handler whose requests are noted. (Not a middleware: aiohttp's cache of those would keep every stopped server.)"""

        async def noted(request: web.Request) -> web.StreamResponse:
            return await self._note(request, handler)

        return noted

    async def _note(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        started = time.perf_counter()
        sent = await _sent(request)
        answer = await handler(request)
        cut = request.transport is None or request.transport.is_closing()
        status = 0 if cut else answer.status
        body = answer.body if isinstance(answer, web.Response) and isinstance(answer.body, bytes) else b""
        self._count += 1
        self.statuses[status] += 1
        now = self.clock()
        if status in INVALID_STATUSES:
            self._invalid.append(now)
        path = _TOKEN.sub("…", request.path_qs.removeprefix("/api/v10"))
        spent = (time.perf_counter() - started) * 1000
        answered = body[:MOST_TEXT].decode("utf-8", "replace")
        entry = JournalEntry(self._count, now, request.method, path, status, spent, sent, answered)
        self.entries.append(entry)
        for watcher in self.watchers:
            watcher(entry)
        return answer


async def _sent(request: web.Request) -> str:
    if request.content_type.startswith("multipart/"):
        return f"(multipart, {request.content_length or 0} bytes)"
    if not request.can_read_body or (request.content_length or 0) > MOST_TEXT * 4:
        return f"({request.content_length} bytes)" if request.can_read_body else ""
    return (await request.read())[:MOST_TEXT].decode("utf-8", "replace")


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
