"""How long those wait who ask: from when an interaction comes in to when Discord has our answer. Made only where somebody looks.

An interaction's token is in the path of each of its answers, so nothing that answers has to know of this. It is kept in memory
until the interaction is answered, and told to nobody; what is told are names of commands, buttons, lists and forms.
"""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

from cogs.common.asked import UNKNOWN, asked
from cogs.shell.pacing import API
from umpire.services.seen import Answer, Seen

ANSWER: Final = re.compile(
    r".*/(?:interactions/\d+/(?P<first>[^/]+)/callback|webhooks/\d+/(?P<later>[^/]+)(?:/messages/@original)?)"
)
GATEWAY: Final[Mapping[str, str]] = {
    "connect": "connected",
    "disconnect": "lost",
    "resumed": "resumed",
    "ready": "ready",
}
"""By discord.py's name of the event, what has become of the connection."""
SHARD: Final = "shard_"
"""Begins its names of what has become of one of several connections."""
LATE_SECONDS: Final = 5.0
"""Discord takes a first answer for three; one that has not come by then will not."""
MOST: Final = 1000


@dataclass(slots=True)
class _Waiting:
    kind: str
    command: str
    since: float
    answered: bool = False


class AnswerTimes:
    """Tells `seen` what it hears of one client; `sharded`: of one that has a connection for each of its shards."""

    def __init__(self, seen: Seen, clock: Callable[[], float] = time.monotonic, *, sharded: bool = False) -> None:
        self._seen = seen
        self._sharded = sharded
        self.connected: set[int] = set()
        """The shards to which Discord sends events now; 0 of a client that has no others."""
        self._clock = clock
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()

    def heard(self, event: str, args: tuple[Any, ...], names: Mapping[str, Mapping[str, object]]) -> None:
        """Discord's library tells of an event. `names`: for each kind of control, the actions that there are; a custom id that
        somebody made up counts as unknown."""
        # A client with shards is told of each of them, and once more without saying which.
        about = event.removeprefix(SHARD) if event.startswith(SHARD) == self._sharded else ""
        if about in GATEWAY:
            self._line(GATEWAY[about], args[0] if self._sharded else 0)
        elif event == "interaction":
            self._begin(args[0], names)

    def follow(self, trace: aiohttp.TraceConfig) -> None:
        """Listen to a client's requests: which answers to interactions arrive, and how Discord answers at all."""

        async def ended(_: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
            if API in about.url.path:
                self._seen.asked_discord(about.response.status)
            found = ANSWER.fullmatch(about.url.path)
            if found is not None and about.response.status < 300:
                self._answer(found["first"] or found["later"], "first" if found["first"] else "later")

        async def broke(
            _: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestExceptionParams
        ) -> None:
            if API in about.url.path:
                self._seen.asked_discord(0)

        trace.on_request_end.insert(0, ended)  # before whoever refuses an answer
        trace.on_request_exception.append(broke)

    def _line(self, event: str, shard: int) -> None:
        self._seen.gateway(event)
        if event == "lost":
            self.connected.discard(shard)
        else:
            self.connected.add(shard)

    def _begin(self, interaction: discord.Interaction[Any], names: Mapping[str, Mapping[str, object]]) -> None:
        what = asked(interaction)
        known = what.kind not in names or what.name in names[what.kind]
        self._waiting[interaction.token] = _Waiting(what.kind, what.name if known else UNKNOWN, self._clock())
        if len(self._waiting) > MOST:
            self._waiting.popitem(last=False)
        asyncio.get_running_loop().call_later(LATE_SECONDS, self._give_up, interaction.token)

    def _answer(self, token: str, answer: Answer) -> None:
        """The first answer, and the first one after it, each once; autocomplete and forms have no second."""
        found = self._waiting.get(token)
        if found is None or (answer == "first" and found.answered):
            return
        self._seen.answered(found.kind, found.command, answer, self._clock() - found.since)
        found.answered = True
        if answer == "later":
            del self._waiting[token]

    def _give_up(self, token: str) -> None:
        found = self._waiting.get(token)
        if found is not None and not found.answered:
            del self._waiting[token]
            self._seen.unanswered(found.kind, found.command)
