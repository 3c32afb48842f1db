"""Who may do what where: Discord's permission bits and how they combine."""

from enum import IntFlag
from typing import TYPE_CHECKING

from sandbox.model import PRIVATE_THREAD, Channel, Guild

if TYPE_CHECKING:
    from sandbox.world import World


class P(IntFlag):
    """Discord's permission bits, those the sandbox looks at."""

    KICK = 1 << 1
    BAN = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW = 1 << 10
    SEND = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    EXTERNAL_EMOJI = 1 << 18
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    USE_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_IN_THREADS = 1 << 38


ALL = (1 << 53) - 1
EVERYONE = (
    P.ADD_REACTIONS | P.VIEW | P.SEND | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_HISTORY | P.USE_COMMANDS
    | P.CREATE_PUBLIC_THREADS | P.SEND_IN_THREADS
)  # fmt: skip
BOT = EVERYONE | P.MANAGE_MESSAGES | P.MANAGE_THREADS | P.CREATE_PRIVATE_THREADS | P.MANAGE_CHANNELS | P.MANAGE_ROLES
IN_DM = (
    P.ADD_REACTIONS | P.VIEW | P.SEND | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_HISTORY | P.MENTION_EVERYONE
    | P.EXTERNAL_EMOJI | P.USE_COMMANDS
)  # fmt: skip


def guild_permissions(guild: Guild, user_id: int) -> int:
    """The bits a member has in the server at large; 0 for strangers."""
    if guild.owner_id == user_id:
        return ALL
    member = guild.members.get(user_id)
    if member is None:
        return 0
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        role = guild.roles.get(role_id)
        if role is not None:
            bits |= role.permissions
    return ALL if bits & P.ADMINISTRATOR else bits


def channel_permissions(world: "World", channel: Channel, user_id: int) -> int:
    """The bits a user has in a channel, a thread (by its parent) or a DM; 0 where it cannot be seen."""
    if channel.guild_id is None:
        return int(IN_DM) if user_id in channel.recipients else 0
    guild = world.guilds.get(channel.guild_id)
    if guild is None or user_id not in guild.members:
        return 0
    bits = guild_permissions(guild, user_id)
    if bits == ALL:
        return bits
    base = world.channels.get(channel.parent_id or 0) if channel.is_thread else channel
    if base is None:
        return 0
    bits = _with_overwrites(base, guild, user_id, bits)
    if not bits & P.VIEW:
        return 0
    hidden = channel.type == PRIVATE_THREAD and user_id not in channel.thread_members and not bits & P.MANAGE_THREADS
    return 0 if hidden else bits


def _with_overwrites(base: Channel, guild: Guild, user_id: int, bits: int) -> int:
    roles = set(guild.members[user_id].roles)
    allow = deny = 0
    mine = None
    for each in base.overwrites:
        if each.kind == 1:
            mine = each if each.id == user_id else mine
        elif each.id == guild.id:
            bits = bits & ~each.deny | each.allow
        elif each.id in roles:
            allow |= each.allow
            deny |= each.deny
    bits = bits & ~deny | allow
    return bits if mine is None else bits & ~mine.deny | mine.allow


def can_send(world: "World", channel: Channel, user_id: int) -> bool:
    """Whether the user may write here (threads have a permission of their own; locked ones need a manager)."""
    bits = channel_permissions(world, channel, user_id)
    if channel.is_thread:
        if channel.locked and not bits & P.MANAGE_THREADS:
            return False
        return bool(bits & P.SEND_IN_THREADS)
    return bool(bits & P.SEND)
