"""The threads in which a campaign's battles are fought: private, made as soon as a battle waits for one, and open to those alone
who take part, their campaign's players, the game master, and spectators, where a campaign has them; public where everybody may
look on.

A thread is made before its tactical game, so a crash between the two leaves one that nobody uses; it is found and used when the
bot is back. Who was let in or shown out is written down after it was done (`umpire.campaign.fought.rooms`).
"""

import asyncio
import contextlib
import logging
from functools import partial
from typing import Final

import discord

from cogs.common.interactions import BotClient
from cogs.common.outages import FAILURES, is_outage, once_more
from cogs.common.refusals import no_thread
from cogs.common.threads import LONGEST_ARCHIVE_MINUTES, UnansweredError, find_lost, in_active, make_once, show_out
from render.campaign.letters.battle_texts import NO_CHANNEL, format_no_thread
from rules.values import NotYoursError
from umpire.campaign.fought import rooms, start
from umpire.campaign.fought.rooms import FightRoom
from umpire.campaign.fought.start import BattleToStart, PreparedBattle
from umpire.games import games
from umpire.services.pace import Rank, request_rank

log = logging.getLogger(__name__)

THREAD_LOOK_SECONDS: Final = 3


class BattleKeeper:
    """Looks after such threads; `keep` does so for ever."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._in_vain: set[tuple[int, int]] = set()
        self._looking = asyncio.Lock()

    async def keep(self) -> None:
        """Look again and again; what goes wrong is logged."""
        while True:
            try:
                with request_rank(Rank.LOOK):
                    await self.look()
            except Exception as wrong:
                log.log(
                    logging.WARNING if is_outage(wrong) else logging.ERROR,
                    "The threads of battles are seen to again in %s s.",
                    THREAD_LOOK_SECONDS,
                    exc_info=None if is_outage(wrong) else wrong,
                )
            await asyncio.sleep(THREAD_LOOK_SECONDS)

    async def look(self) -> None:
        """Once: tactical games begun that are waited for, people let in and shown out."""
        services = self._client.bot.services
        async with self._looking:
            for wanted in await start.battles_to_start(services):
                await self._open(wanted)
            for room in await rooms.rooms(services):
                await self._let_in(room)

    async def _open(self, wanted: BattleToStart) -> None:
        bot = self._client.bot
        channel = self._client.get_channel(wanted.channel_id)
        if not isinstance(channel, discord.TextChannel):
            await start.refuse_tactical_game(bot.services, wanted, NO_CHANNEL)
            return
        ready = await start.prepare(bot.services, wanted)
        if ready is None:
            return
        try:
            async with bot.seeing_to[f"channel {channel.id}"]:
                await self._begin(channel, ready)
        except discord.HTTPException as wrong:
            if is_outage(wrong):
                raise
            which = "create_public_threads" if ready.battle.open else "create_private_threads"
            needed = discord.Permissions(view_channel=True, send_messages_in_threads=True, **{which: True})
            why = no_thread(channel, needed, wrong) or f"Discord refuses it ({wrong.text}). See to that"
            await start.refuse_tactical_game(bot.services, wanted, format_no_thread(channel.id, why))
            return
        except UnansweredError as unanswered:
            log.warning("A battle of game %s has no thread yet: %s", wanted.game, unanswered)
            return
        bot.clock.poke()
        bot.deliverer.wake()

    async def _begin(self, channel: discord.TextChannel, ready: PreparedBattle) -> None:
        """Make the thread, or find the one of a try that was cut off, and begin the tactical game in it."""
        bot, name = self._client.bot, ready.battle.thread[:100]
        make = partial(channel.create_thread, name=name, auto_archive_duration=LONGEST_ARCHIVE_MINUTES)
        if ready.battle.open:
            make = partial(make, type=discord.ChannelType.public_thread)
        else:
            make = partial(make, type=discord.ChannelType.private_thread, invitable=False)

        async def fresh(thread: discord.Thread) -> bool:
            try:
                await games.game_in(bot.services, channel.guild.id, thread.id)
            except NotYoursError:
                return thread.is_private() != ready.battle.open
            return False

        now = bot.services.seconds()
        thread = await find_lost(channel, name, min(ready.battle.asked_at, now), fresh)
        thread = thread or await make_once(channel, name, make, fresh, now=now)
        if not await start.open_tactical_game(bot.services, ready, thread.id):
            with contextlib.suppress(*FAILURES):
                await thread.delete()

    async def _let_in(self, room: FightRoom) -> None:
        services = self._client.bot.services
        for user in sorted(room.holders - room.inside):
            if (room.thread_id, user) in self._in_vain:
                continue
            thread = self._client.get_channel(room.thread_id)
            if not isinstance(thread, discord.Thread):
                return  # deleted by hand, or Discord has not told of it yet
            try:
                await in_active(thread, partial(once_more, partial(thread.add_user, discord.Object(user))))
            except FAILURES as wrong:
                if not is_outage(wrong):
                    self._in_vain.add((room.thread_id, user))
                    await rooms.trouble(services, room, user)
                continue
            await rooms.let_in(services, room, user)
        for user in sorted(room.inside - room.holders):
            await show_out(self._client, room.thread_id, user)
            await rooms.shown_out(services, room, user)
