"""Requests to Discord: each takes its turn, every "not so fast" is obeyed, and how long people wait for answers is
measured where somebody looks."""

import asyncio
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from yarl import URL

from cogs.common.command_names import UNKNOWN_SUBJECT, subject_of
from umpire.services.observer import Answer, Observer
from umpire.services.pace import NotYetError, Pace, Rank, rank_now

LONGEST_SLEEP = 30.0
"""How long discord.py may sleep over a 429 by itself; seconds."""
BLOCKED_SECONDS = 60.0
"""How long to be silent when Discord's network guard bars this address and does not say for how long."""
API_PATH = "/api/"
OWN_RATES = ("interactions", "webhooks")
"""Routes that are not bound to the limit over all routes: answers to commands."""


def pacing(found: Callable[[], Pace]) -> aiohttp.TraceConfig:
    """What a client's `http_trace` is to be; `found` gives the pace once there are requests."""
    trace = aiohttp.TraceConfig()

    async def before(_: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
        if not _counts(about.url):
            return
        try:
            await found().turn(rank_now())
        except NotYetError as wait:
            raise discord.RateLimited(wait.seconds) from wait

    async def after(_: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
        answer = about.response
        if answer.status not in (403, 429) or API_PATH not in about.url.path:
            return
        seconds, guard = seconds_asked(answer.headers), not answer.headers.get("Via")
        everywhere = guard or answer.headers.get("X-RateLimit-Scope") == "global"
        if everywhere:
            found().rest(seconds)
        letter = Rank.ANSWER < rank_now() < Rank.LOOK
        if answer.status == 429 and not guard and (seconds > LONGEST_SLEEP or (everywhere and letter)):
            answer.close()
            raise discord.RateLimited(seconds)

    trace.on_request_start.append(before)
    trace.on_request_end.append(after)
    return trace


def seconds_asked(headers: Mapping[str, str]) -> float:
    """How long a 429 asks to wait; the network guard, whose answers have no `Via`, mostly does not say."""
    try:
        seconds = float(headers.get("Retry-After", ""))
    except ValueError:
        seconds = 0.0
    return seconds if seconds > 0 and math.isfinite(seconds) else 1.0 if headers.get("Via") else BLOCKED_SECONDS


def _counts(url: URL) -> bool:
    """Whether a request is bound to the limit over all routes."""
    return API_PATH in url.path and not any(f"/{each}/" in url.path for each in OWN_RATES)


ANSWER_PATH: Final = re.compile(
    r".*/(?:interactions/\d+/(?P<first>[^/]+)/callback|webhooks/\d+/(?P<later>[^/]+)(?:/messages/@original)?)"
)
GATEWAY_STATES: Final[Mapping[str, str]] = {
    "connect": "connected",
    "disconnect": "lost",
    "resumed": "resumed",
    "ready": "ready",
}
"""By discord.py's name of the event, what has become of the connection."""
SHARD_PREFIX: Final = "shard_"
"""Begins its names of what has become of one of several connections."""
LATE_SECONDS: Final = 5.0
"""Discord takes a first answer for three; one that has not come by then will not."""
MOST_ANSWER_TIMES: Final = 1000


@dataclass(slots=True)
class _Waiting:
    kind: str
    command: str
    since: float
    answered: bool = False


class AnswerTimes:
    """Tells `seen` what it hears of one client; `sharded`: of one that has a connection for each of its shards."""

    def __init__(self, seen: Observer, clock: Callable[[], float] = time.monotonic, *, sharded: bool = False) -> None:
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
        about = event.removeprefix(SHARD_PREFIX) if event.startswith(SHARD_PREFIX) == self._sharded else ""
        if about in GATEWAY_STATES:
            self._line(GATEWAY_STATES[about], args[0] if self._sharded else 0)
        elif event == "interaction":
            self._begin(args[0], names)

    def follow(self, trace: aiohttp.TraceConfig) -> None:
        """Listen to a client's requests: which answers to interactions arrive, and how Discord answers at all."""

        async def ended(_: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
            if API_PATH in about.url.path:
                self._seen.asked_discord(about.response.status)
            found = ANSWER_PATH.fullmatch(about.url.path)
            if found is not None and about.response.status < 300:
                self._answer(found["first"] or found["later"], "first" if found["first"] else "later")

        async def broke(
            _: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestExceptionParams
        ) -> None:
            if API_PATH in about.url.path:
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
        what = subject_of(interaction)
        known = what.kind not in names or what.name in names[what.kind]
        self._waiting[interaction.token] = _Waiting(what.kind, what.name if known else UNKNOWN_SUBJECT, self._clock())
        if len(self._waiting) > MOST_ANSWER_TIMES:
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
