"""When Discord, or the way to it, fails: what that looks like in Python, and answers that are sent again when one is lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

T = TypeVar("T")
log = logging.getLogger(__name__)

CONNECTION_ERRORS: Final = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""A connection broke: whether Discord did what it was asked is not known."""
FAILURES: Final = (discord.HTTPException, discord.RateLimited, *CONNECTION_ERRORS)
"""Everything that a request to Discord may end with."""
ALREADY_ANSWERED: Final = 40060
"""Discord's code for an interaction that has its first answer."""
FIRST_WAITS: Final = (0.05, 0.15, 0.4, 0.9)
"""Before a first answer is sent again, which Discord takes for three seconds."""
LATER_WAITS: Final = (0.1, 0.5, 2, 5, 10)
"""Before a later answer is, which it takes for a quarter of an hour."""


def is_outage(error: BaseException) -> bool:
    """Whether an error is Discord's or the line's and may be over in a moment, so that the same is worth trying again."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, (discord.RateLimited, *CONNECTION_ERRORS))


async def once_more(work: Callable[[], Awaitable[T]]) -> T:
    """Do what may be done twice (a GET, PUT or DELETE), and again where the connection breaks."""
    for wait in LATER_WAITS[:3]:
        try:
            return await work()
        except CONNECTION_ERRORS as wrong:
            log.warning("A request to Discord was lost (%s); sending it again.", type(wrong).__name__)
        await asyncio.sleep(wait)
    return await work()


class PatientAdapter(AsyncWebhookAdapter):
    """Sends answers to interactions, and sends them again when the connection breaks.

    A first answer that had arrived all the same is refused with ANSWERED, so it cannot be doubled; edits and deletions may be
    repeated. A further message would be doubled: it is sent again only if it cannot have left.
    """

    async def request(
        self, route: Route, session: aiohttp.ClientSession, *, files: Sequence[discord.File] | None = None, **rest: Any
    ) -> Any:
        """As discord.py's own, which repeats what Discord answered with 429 or 5xx."""
        first = route.path.endswith("/callback")
        waits, lost = list(FIRST_WAITS if first else LATER_WAITS), False
        while True:
            try:
                return await super().request(route, session, files=files, **rest)
            except discord.HTTPException as refused:
                if lost and first and refused.code == ALREADY_ANSWERED:
                    return {"interaction": {"id": str(route.webhook_id), "type": 0}}
                if lost and route.method == "DELETE" and refused.status == 404:
                    return None
                raise
            except CONNECTION_ERRORS as wrong:
                safe = first or route.method != "POST" or isinstance(wrong, aiohttp.ClientConnectorError)
                if not safe or not waits:
                    raise
                log.warning("An answer to an interaction was lost (%s); sending it again.", type(wrong).__name__)
                lost = True
            await asyncio.sleep(waits.pop(0))
            for file in files or ():
                file.reset(seek=True)


def be_patient() -> None:
    """From now on this task, and those it begins, answer interactions with patience."""
    async_context.set(PatientAdapter())  # type: ignore[no-untyped-call] # discord.py does not say
