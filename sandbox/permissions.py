"""Who may do what where: Discord's permission bits and how they combine."""

from enum import IntFlag

from sandbox.model import Channel, Guild


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
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


ALL_PERMISSIONS = (1 << 53) - 1
EVERYONE_PERMISSIONS = P(2248473465835073)
"""What Discord gives @everyone in a new server (2026): among much else threads of both kinds, and mentioning everybody."""
BOT_PERMISSIONS = (
    P.VIEW | P.SEND | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_HISTORY | P.CREATE_PUBLIC_THREADS | P.SEND_IN_THREADS
    | P.MANAGE_MESSAGES | P.MANAGE_THREADS | P.CREATE_PRIVATE_THREADS | P.MANAGE_CHANNELS | P.MANAGE_ROLES
    | P.PIN_MESSAGES
)  # fmt: skip
IN_DM = (
    P.ADD_REACTIONS | P.VIEW | P.SEND | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_HISTORY | P.MENTION_EVERYONE
    | P.EXTERNAL_EMOJI | P.USE_COMMANDS
)  # fmt: skip

IN_TIME_OUT = P.VIEW | P.READ_HISTORY
"""What a time-out leaves a member."""


def guild_permissions(guild: Guild, user_id: int, now: float) -> int:
    """The bits a member has in the server at large at that moment; 0 for strangers."""
    if guild.owner_id == user_id:
        return ALL_PERMISSIONS
    member = guild.members.get(user_id)
    if member is None:
        return 0
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        role = guild.roles.get(role_id)
        if role is not None:
            bits |= role.permissions
    return ALL_PERMISSIONS if bits & P.ADMINISTRATOR else bits & left_by_time_out(guild, user_id, now)


def left_by_time_out(guild: Guild, user_id: int, now: float) -> int:
    """What a member who is no administrator may have: everything, or in a time-out nearly nothing."""
    return int(IN_TIME_OUT) if guild.members[user_id].timed_out_until > now else ALL_PERMISSIONS


def with_overwrites(base: Channel, guild: Guild, user_id: int, bits: int) -> int:
    """A member's bits in the server at large, after the exceptions of one channel."""
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
