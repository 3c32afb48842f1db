"""Private threads: made once though an answer may be lost, opened again where they have archived themselves, one for
each seat."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final, TypeAlias, TypeVar

import discord

from cogs.common.interactions import BotServices
from cogs.common.outages import FAILURES, is_outage, once_more
from cogs.common.refusals import NOT_HERE, full, lacking, missing_permissions, own_member, silenced
from render.words.safe_text import format_list
from rules.values import GameError, Value
from umpire.games import rooms
from umpire.games.games import Game
from umpire.games.membership import note_membership
from umpire.games.rooms import House, Room

T = TypeVar("T")
IS_ARCHIVED: Final = 50083
IS_LOCKED: Final = 160005
LONGEST_ARCHIVE_MINUTES: Final = 10080
"""Minutes: the longest that a thread can stay in the list without a message."""


async def reopened(channel: object) -> None:
    """Open a thread again that is archived; a GameError if that is not possible: somebody has locked it."""
    if isinstance(channel, discord.Thread) and channel.archived:
        try:
            await channel.edit(archived=False)
        except discord.Forbidden:
            raise GameError("This thread is locked: a moderator who manages threads here can open it again.") from None


async def in_active(channel: object, work: Callable[[], Awaitable[T]], *, opens: bool = False) -> T:
    """Do something in a channel; a thread that is archived is opened first, and also when Discord says only then that it is.

    `opens`: the work opens an archived thread by itself, as sending a message does; only Discord's word counts then.
    discord.HTTPException as the work raises it, or as the opening does: a locked thread stays shut.
    """
    if not isinstance(channel, discord.Thread):
        return await work()
    if channel.archived and not opens:
        await channel.edit(archived=False)
        return await work()
    try:
        return await work()
    except discord.HTTPException as wrong:
        if wrong.code != IS_ARCHIVED:
            raise
    await channel.edit(archived=False)
    return await work()


log = logging.getLogger(__name__)

RETRY_SECONDS = (0.2, 1, 3, 8)
"""Waits before a thread that was not made is tried again for somebody who waits for the answer."""
SKEW_SECONDS: Final = 120
"""Discord's clock, by which a thread's id tells when it was made, may be so far behind ours."""

Fresh: TypeAlias = Callable[[discord.Thread], Awaitable[bool]]
"""Whether nobody uses a thread yet."""


class UnansweredError(Exception):
    """Discord does not answer, so a thread is not made yet, as far as can be known."""


async def make_once(
    channel: discord.TextChannel,
    name: str,
    make: Callable[[], Awaitable[discord.Thread]],
    fresh: Fresh,
    *,
    now: int,
) -> discord.Thread:
    """A new thread of this name below the channel; `now` is the time in UTC seconds.

    UnansweredError if Discord cannot be reached for some seconds; HTTPException for what it refuses.
    """
    waits, doubtful = list(RETRY_SECONDS), False
    while True:
        try:
            if doubtful and (found := await find_lost(channel, name, now, fresh)) is not None:
                log.info("The thread %s had been made, though its answer was lost.", found.id)
                return found
            return await make()
        except Exception as wrong:
            if not is_outage(wrong):
                raise
            doubtful = True
            if not waits:
                raise UnansweredError(f"the thread could not be made ({type(wrong).__name__})") from wrong
            log.warning("A thread could not be made (%s); trying again.", type(wrong).__name__)
        await asyncio.sleep(waits.pop(0))


async def find_lost(channel: discord.TextChannel, name: str, since: int, fresh: Fresh) -> discord.Thread | None:
    """A thread of our own of this name, made since then, in which nobody is and nothing was said, and that nobody uses."""
    own = own_member(channel.guild)
    me = 0 if own is None else own.id
    for thread in await channel.guild.active_threads():
        made = thread.created_at
        ours = (thread.name, thread.parent_id, thread.owner_id) == (name, channel.id, me)
        empty = thread.member_count <= 1 and not thread.total_message_sent
        young = made is not None and made.timestamp() >= since - SKEW_SECONDS
        if ours and empty and young and await fresh(thread):
            return thread
    return None


SLACK_SECONDS: Final = 600
"""Seconds by which the clocks of Discord and of this machine may differ."""
UNKNOWN_CHANNEL: Final = 10003
MISSING_ACCESS: Final = 50001
IN_ROOM: Final = discord.Permissions(view_channel=True, send_messages_in_threads=True)
TO_MAKE: Final = IN_ROOM | discord.Permissions(create_private_threads=True)
REPAIR_HINT: Final = "then use /campaign repair"
LEFT_THE_SERVER: Final = "they are no longer on this server. /gm seat replace gives their seat to another"
NOT_NOW: Final = "Discord did not answer; I go on trying by myself"


async def ensure_threads(
    client: discord.Client, bot: BotServices, game: Game, *, only: Collection[str] | None = None, anew: bool = False
) -> list[str]:
    """Let every seat's holder into its private thread, which is made where there is none, and show out whoever held it
    before; what could not be done, as sentences for the game master, who is told in a letter, too, once.

    Seats that are known to be in order cost no request; with `anew` they are seen to all the same. `only`: these sides.
    """
    channel = await _channel_of(client, game)
    if not isinstance(channel, discord.TextChannel):
        return [
            "The campaign's channel is gone or is not a text channel; /campaign repair in another channel moves it there."
        ]
    troubles: list[str] = []
    async with bot.seeing_to[game.id]:
        house = await rooms.house(bot.services, game.id)
        site = _Site(client, bot, game, channel, house, anew)
        for room in house.rooms:
            if only is None or room.side in only:
                for trouble in await site.see_to(room):
                    if trouble not in troubles:
                        troubles.append(trouble)
                        await rooms.report_trouble(bot.services, game.id, room.side, trouble)
    return troubles


async def _channel_of(client: discord.Client, game: Game) -> object:
    """A game's channel; of one that is played in a thread of its own, the channel that the thread is below."""
    channel: object = client.get_channel(game.channel_id)
    if channel is None:  # an archived thread is not known until it is asked for
        with contextlib.suppress(discord.NotFound, *FAILURES):
            channel = await client.fetch_channel(game.channel_id)
    return channel.parent if isinstance(channel, discord.Thread) else channel


class _Site(Value):
    """Where the rooms of one game are seen to."""

    client: discord.Client
    bot: BotServices
    game: Game
    channel: discord.TextChannel
    house: House
    anew: bool

    @property
    def _me(self) -> int:
        """The bot itself, who stays in every room."""
        return self.client.user.id if self.client.user else 0

    async def see_to(self, room: Room) -> list[str]:
        """Put one room in order; what could not be done."""
        known = room.thread_id is not None and self.client.get_channel(room.thread_id) is not None
        nothing = room.thread_id is None and not room.holders and not room.owed
        if nothing or (room.settled and known and not self.anew):
            return []
        troubles: list[str] = []
        try:
            thread = await self._find(room.thread_id)
            if thread is None:
                troubles += await self._leave(room, ())
            elif not room.settled or self.anew:
                left = await self._show_out(thread, room)
                if left:
                    troubles += await self._leave(room, left)
                    thread = None
            if self.anew or not room.settled:
                await self._clear(room)
            if thread is None and room.holders:
                try:
                    thread = await self._make(room)
                except discord.Forbidden:
                    return [*troubles, self._may_not_make()]
            elif room.settled and not self.anew:
                return troubles
            if thread is not None:
                troubles += await self._let_in(thread, room)
        except (UnansweredError, *FAILURES) as wrong:
            troubles.append(self._said(wrong, f"The thread of {self._name(room)} could not be seen to"))
        return troubles

    async def _find(self, thread_id: int | None) -> discord.Thread | None:
        """A room's thread; None if it is gone, or if the bot is not in it any more though it sees the channel: somebody removed
        the bot from the server and invited it again."""
        if thread_id is None:
            return None
        try:
            found = self.client.get_channel(thread_id) or await once_more(partial(self.client.fetch_channel, thread_id))
        except discord.NotFound as wrong:
            if wrong.code != UNKNOWN_CHANNEL:
                raise
            return None
        except discord.Forbidden as wrong:
            if wrong.code != MISSING_ACCESS or lacking(self.channel, TO_MAKE):
                raise
            log.warning("The bot is no longer in thread %s; another one is made.", thread_id)
            return None
        return found if isinstance(found, discord.Thread) else None

    async def _make(self, room: Room) -> discord.Thread:
        name = f"{self._name(room) if room.side else 'Game master'} · {self.game.name}"[:100]
        thread = await self._left_over(name)
        if thread is None:
            now = self.bot.services.seconds()
            thread = await make_once(self.channel, name, partial(self._create, name), self._is_new, now=now)
        await rooms.store_thread(self.bot.services, self.game.id, room.side, thread.id)
        return thread

    async def _create(self, name: str) -> discord.Thread:
        kind = discord.ChannelType.private_thread
        return await self.channel.create_thread(
            name=name, type=kind, invitable=False, auto_archive_duration=LONGEST_ARCHIVE_MINUTES
        )

    async def _is_new(self, thread: discord.Thread) -> bool:
        """Whether a thread is no room yet."""
        return thread.is_private() and thread.id not in self.house.threads

    async def _left_over(self, name: str) -> discord.Thread | None:
        """A thread that was made and never noted, since the connection broke before the answer: nobody is in it but the bot,
        and nothing was said."""
        for thread in self.channel.threads:
            made = thread.created_at.timestamp() if thread.created_at else 0
            mine = (thread.name, thread.owner_id, thread.is_private()) == (name, self._me, True)
            if not mine or thread.id in self.house.threads or made < self.house.since - SLACK_SECONDS:
                continue
            with contextlib.suppress(discord.NotFound):
                now = await self.client.fetch_channel(thread.id)
                if isinstance(now, discord.Thread) and now.member_count <= 1 and not now.total_message_sent:
                    return now
        return None

    async def _show_out(self, thread: discord.Thread, room: Room) -> list[int]:
        """Take out of a thread whoever held the seat before; who could not be."""
        left = []
        for user in sorted(room.former - {self._me}):
            try:
                await in_active(thread, partial(_remove, thread, user))
            except FAILURES as wrong:
                log.warning("User %s cannot be taken out of thread %s: %s", user, thread.id, wrong)
                left.append(user)
        return left

    async def _leave(self, room: Room, left: Collection[int]) -> list[str]:
        """Give a room's thread up; those left in it, told."""
        if room.thread_id is not None:
            await rooms.give_up(self.bot.services, self.game.id, room.side, left)
        return [
            f"<@{user}> could not be taken out of <#{room.thread_id}>, so nothing more is written there."
            for user in left
        ]

    async def _clear(self, room: Room) -> None:
        """Try once more to take people out of threads that were given up with them inside."""
        for thread_id, user in room.owed:
            with contextlib.suppress(*FAILURES):
                thread = await self._find(thread_id)
                if thread is not None and user != self._me:
                    await in_active(thread, partial(_remove, thread, user))
                await rooms.forget_left_member(self.bot.services, self.game.id, room.side, thread_id, user)

    async def _let_in(self, thread: discord.Thread, room: Room) -> list[str]:
        """Let a seat's holders into its thread, and write down that the room is in order if all are."""
        troubles = []
        for user in room.holders:
            if user == self._me:
                continue
            try:
                await in_active(thread, partial(once_more, partial(thread.add_user, discord.Object(user))))
            except FAILURES as wrong:
                troubles.append(await self._not_let_in(wrong, user, thread, room))
        if not troubles:
            if room.settled and thread.id == room.thread_id:
                await rooms.clear_trouble(self.bot.services, self.game.id, room.side)
            else:
                await rooms.settle(self.bot.services, self.game.id, room.side, thread.id, room.holders)
        return troubles

    async def _not_let_in(self, wrong: Exception, user: int, thread: discord.Thread, room: Room) -> str:
        """Why somebody is not in their thread: the bot lacks something, or they do, or it is shut."""
        who = f"<@{user}> is not in the thread of {self._name(room)} yet"
        if isinstance(wrong, discord.NotFound):
            if wrong.code == UNKNOWN_CHANNEL:
                return f"{who}: it was deleted meanwhile; use /campaign repair."
            return await self._left(user, who) if wrong.code in NOT_HERE else self._said(wrong, who)
        if not isinstance(wrong, discord.Forbidden) or wrong.code == IS_LOCKED or lacking(self.channel, IN_ROOM):
            return self._said(wrong, who)
        if thread.locked:
            return f"{who}: <#{thread.id}> is locked. Unlock it, {REPAIR_HINT}."
        try:
            member = await self.channel.guild.fetch_member(user)
        except discord.NotFound as unknown:
            return await self._left(user, who) if unknown.code in NOT_HERE else self._said(unknown, who)
        except FAILURES:
            return self._said(wrong, who)
        if not self.channel.permissions_for(member).view_channel:
            return (
                f"{who}: they cannot see <#{self.channel.id}>. Let them or one of their roles view it, {REPAIR_HINT}."
            )
        return f"{who}: this server does not let me add people to it. Give me Manage Threads, {REPAIR_HINT}."

    async def _left(self, user: int, who: str) -> str:
        await note_membership(self.bot.services, self.game.id, {user})
        return f"{who}: {LEFT_THE_SERVER}."

    def _said(self, wrong: Exception, what: str) -> str:
        """A failure in a sentence, with what mends it."""
        if isinstance(wrong, UnansweredError) or is_outage(wrong):
            return f"{what}: {NOT_NOW}."
        if why := full(wrong):
            return f"{what}: {why}, {REPAIR_HINT}."
        code = wrong.code if isinstance(wrong, discord.HTTPException) else 0
        if code == IS_LOCKED:
            return f"{what}: it is locked. Unlock it, {REPAIR_HINT}."
        if isinstance(wrong, discord.Forbidden):
            why = lacking(self.channel, TO_MAKE)
            why = why or f"am not allowed to ({wrong.text}). Look at my role's permissions, and give me Manage Threads"
            return f"{what}: I {why}, {REPAIR_HINT}."
        return f"{what}: {wrong.text if isinstance(wrong, discord.HTTPException) else wrong}"

    def _may_not_make(self) -> str:
        if out := silenced(self.channel.guild):
            return f"I cannot make private threads here: I {out}, {REPAIR_HINT}."
        me = own_member(self.channel.guild)
        given = discord.Permissions.none() if me is None else self.channel.permissions_for(me)
        lacks = missing_permissions(given, TO_MAKE) or missing_permissions(discord.Permissions.none(), TO_MAKE)
        return f"I may not make private threads here; give me {format_list([*lacks])}, {REPAIR_HINT}."

    def _name(self, room: Room) -> str:
        names = {flag.id: flag.name for flag in self.game.sides}
        return names.get(room.side, "the game master")


async def show_out(client: discord.Client, thread_id: int | None, user: int) -> list[str]:
    """Take somebody out of one thread, whatever the game says; what could not be done, as sentences."""
    if client.user is not None and user == client.user.id:
        return []
    try:
        thread = None if thread_id is None else client.get_channel(thread_id) or await client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread):
            await in_active(thread, partial(_remove, thread, user))
    except discord.NotFound:
        return []
    except FAILURES as wrong:
        log.warning("User %s cannot be taken out of thread %s: %s", user, thread_id, wrong)
        return [f"<@{user}> could not be taken out of <#{thread_id}>."]
    return []


async def _remove(thread: discord.Thread, user: int) -> None:
    """Take somebody out of a thread who may be in it."""
    try:
        await once_more(partial(thread.remove_user, discord.Object(user)))
    except discord.NotFound as nobody:
        if nobody.code == UNKNOWN_CHANNEL:
            raise
