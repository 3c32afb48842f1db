"""Which channels the bot sees, so that it is told of the threads of one that it comes to see again (THREAD_LIST_SYNC)."""

from typing import Final

from sandbox import payloads
from sandbox.model import CATEGORY, Event, Guild
from sandbox.permissions import P
from sandbox.world import World

THREAD_CHANGES: Final = frozenset(
    {
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
        "GUILD_CREATE",
        "GUILD_MEMBER_UPDATE",
        "GUILD_ROLE_UPDATE",
        "GUILD_ROLE_DELETE",
    }
)
"""Events after which the bot may see another channel than before."""


class ThreadSync:
    """What the bot last saw of each server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._seen: dict[int, frozenset[int]] = {}

    def look(self, guild: Guild) -> frozenset[int]:
        """Notes which channels the bot sees in a server now, whose threads it has just been told; gives those that are new."""
        world = self.world
        sees = frozenset(
            each.id
            for each in world.channels_of(guild.id)
            if not each.is_thread and each.type != CATEGORY and world.permissions(each, world.bot_id) & P.VIEW
        )
        before = self._seen.get(guild.id, sees)
        self._seen[guild.id] = sees
        return sees - before

    def after(self, event: Event) -> Event | None:
        """What the bot is to be told after that event: the threads of channels that it has come to see; None if there are no
        such channels."""
        guild = self.world.guilds.get(event.guild_id or 0) if event.name in THREAD_CHANGES else None
        if guild is None:
            return None
        gained = self.look(guild)
        if not gained or event.name in ("GUILD_CREATE", "CHANNEL_CREATE"):
            return None
        world, bot_id = self.world, self.world.bot_id
        threads = [
            each
            for each in world.channels_of(guild.id)
            if each.is_thread and not each.archived and each.parent_id in gained and world.permissions(each, bot_id)
        ]
        payload = {
            "guild_id": str(guild.id),
            "channel_ids": [str(each) for each in sorted(gained)],
            "threads": [payloads.channel(world, each) for each in threads],
            "members": [payloads.thread_member(each, bot_id) for each in threads if bot_id in each.thread_members],
        }
        return Event("THREAD_LIST_SYNC", payload, guild.id)
