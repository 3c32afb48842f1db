"""Every request of discord.py takes its turn, and every "not so fast" of Discord is obeyed before discord.py sees it.

aiohttp tells us of each request before it leaves and of each answer before discord.py reads it. An answer 429 that asks for
more than half a minute is raised here as `discord.RateLimited`, and for a letter every one that bars all routes. discord.py
would sleep, and while it sleeps for all routes together it holds every other request back: a sleeper that is cancelled (as
a letter that takes too long is) never lets them go. Its own option `max_ratelimit_timeout` is no help, since it refuses
whatever is in a bucket with a window longer than that, though there may be room in it.
"""

import math
from collections.abc import Callable, Mapping
from types import SimpleNamespace

import aiohttp
import discord
from yarl import URL

from umpire.services.pace import NotYetError, Pace, Rank, rank_now

LONGEST_SLEEP = 30.0
"""How long discord.py may sleep over a 429 by itself; seconds."""
BLOCKED_SECONDS = 60.0
"""How long to be silent when Discord's network guard bars this address and does not say for how long."""
API = "/api/"
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
        if answer.status not in (403, 429) or API not in about.url.path:
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
    return API in url.path and not any(f"/{each}/" in url.path for each in OWN_RATES)
