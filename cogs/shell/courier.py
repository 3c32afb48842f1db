"""Letters carried to Discord: the one place that sends messages nobody asked for in that moment."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import aiohttp
import discord

from cogs.common.answers import sent_files
from cogs.common.file_sizes import FILE_BYTES, fitting
from cogs.shell.letter_panel import letter_panel, shown_text, simple_buttons
from umpire.outbox.courier import (
    ChannelGoneError,
    DmClosedError,
    File,
    MemberGoneError,
    MessageGoneError,
    NoPermissionError,
    NotNowError,
    RefusedError,
)
from umpire.outbox.outbox import Letter, Target

T = TypeVar("T")
log = logging.getLogger(__name__)
SEARCH = 100
CLOCK_SLACK = timedelta(days=1)
CANNOT_DM = 50007


class DiscordCourier:
    """`umpire.outbox.courier.Courier` over a client, which is given once it exists: `courier.client = client`."""

    def __init__(self) -> None:
        self.found: discord.Client | None = None

    @property
    def client(self) -> discord.Client:
        """The connected client; NotNowError before there is one."""
        if self.found is None:
            raise NotNowError("the bot has not connected yet")
        return self.found

    @client.setter
    def client(self, client: discord.Client) -> None:
        self.found = client

    async def send(self, target: Target, letter: Letter, files: Sequence[File], nonce: str) -> int:
        """Send a message; discord.py passes the nonce with enforce_nonce, so a repeat within minutes is the same message."""

        async def work() -> int:
            channel = await self._channel(target)
            limit = _limit(channel)
            fit = fitting(files, limit)
            sent, named = sent_files(fit, limit), _mentions(letter.mentions)
            if letter.panel:
                panel = letter_panel(letter, fit)
                return (await channel.send(view=panel, files=sent, nonce=nonce[:25], allowed_mentions=named)).id
            if letter.buttons:
                below = simple_buttons(letter)
                made = await channel.send(letter.text, files=sent, nonce=nonce[:25], allowed_mentions=named, view=below)
                return made.id
            return (await channel.send(letter.text, files=sent, nonce=nonce[:25], allowed_mentions=named)).id

        return await _told(work, target)

    async def edit(self, target: Target, message_id: int, letter: Letter, files: Sequence[File]) -> None:
        """Replace a message's text and files. Discord pings nobody for an edit, but forgets whose the message is unless told."""

        async def work() -> None:
            channel = await self._channel(target)
            named = _mentions((*letter.mentions, *letter.highlights))
            limit = _limit(channel)
            fit = fitting(files, limit)
            message, sent = channel.get_partial_message(message_id), sent_files(fit, limit)
            if letter.panel:
                await message.edit(view=letter_panel(letter, fit), attachments=sent, allowed_mentions=named)
                return
            below = simple_buttons(letter) if letter.buttons else None
            await message.edit(content=letter.text, attachments=sent, allowed_mentions=named, view=below)

        await _told(work, target, editing=True)

    async def pin(self, target: Target, message_id: int) -> None:
        """Pin a message; where the bot may not, or there are too many pins, or it is gone, it only stays unpinned."""

        async def work() -> None:
            channel = await self._channel(target)
            try:
                await channel.get_partial_message(message_id).pin()
            except discord.HTTPException as wrong:
                if wrong.status >= 500 or wrong.status == 429:
                    raise
                log.warning(
                    "The message %s in %s %s cannot be pinned: %s", message_id, target.kind, target.id, wrong.text
                )

        await _told(work, target)

    async def delete(self, target: Target, message_id: int) -> None:
        """Take back a message of our own."""

        async def work() -> None:
            channel = await self._channel(target)
            await channel.get_partial_message(message_id).delete()

        await _told(work, target, editing=True)

    async def find(self, target: Target, ref: str, since: int) -> int | None:
        """Look for a message of our own that carries the reference, among the last hundred since then."""

        async def work() -> int | None:
            channel = await self._channel(target)
            after = datetime.fromtimestamp(since, UTC) - CLOCK_SLACK
            me = self.client.user.id if self.client.user else 0
            async for message in channel.history(limit=SEARCH, after=after, oldest_first=False):
                if message.author.id == me and shown_text(message).endswith(ref):
                    return message.id
            return None

        return await _told(work, target)

    async def _channel(self, target: Target) -> discord.TextChannel | discord.Thread | discord.DMChannel:
        if target.kind == "dm":
            user = self.client.get_user(target.id) or await self.client.fetch_user(target.id)
            return user.dm_channel or await user.create_dm()
        channel = self.client.get_channel(target.id) or await self.client.fetch_channel(target.id)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            raise ChannelGoneError(f"channel {target.id} is not one that messages can be sent to")
        return channel


async def _told(work: Callable[[], Awaitable[T]], target: Target, *, editing: bool = False) -> T:
    """Do it, with Discord's errors turned into the courier's."""
    try:
        return await work()
    except discord.Forbidden as no:
        if no.code == CANNOT_DM:
            raise DmClosedError(f"user {target.id} takes no direct messages") from no
        raise NoPermissionError(f"the bot may not write in {target.kind} {target.id}: {no.text}") from no
    except discord.NotFound as gone:
        if editing and gone.code == 10008:
            raise MessageGoneError("the message to edit was deleted") from gone
        if target.kind == "dm":
            raise MemberGoneError(f"there is no user {target.id}") from gone
        raise ChannelGoneError(f"there is no {target.kind} {target.id} any more") from gone
    except discord.HTTPException as wrong:
        if wrong.status >= 500 or wrong.status == 429:
            raise NotNowError(f"Discord answered {wrong.status}") from wrong
        raise RefusedError(f"Discord refused it: {wrong.text}") from wrong
    except (aiohttp.ClientError, TimeoutError, OSError, RuntimeError) as down:  # RuntimeError: aiohttp's closed session
        raise NotNowError(f"Discord cannot be reached: {down}") from down


def _limit(channel: discord.TextChannel | discord.Thread | discord.DMChannel) -> int:
    """How many bytes a file may have there."""
    return FILE_BYTES if isinstance(channel, discord.DMChannel) else channel.guild.filesize_limit


def _mentions(named: Sequence[int]) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in dict.fromkeys(named)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
