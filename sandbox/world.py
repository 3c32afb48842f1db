"""A whole Discord's content: people, servers, channels, messages, commands; and the seed for newcomers."""

import base64
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from sandbox import ids
from sandbox.errors import Json, known
from sandbox.model import DM, PRIVATE_THREAD, TEXT, Channel, Guild, Member, Message, Role, User
from sandbox.permissions import (
    ALL_PERMISSIONS,
    BOT_PERMISSIONS,
    EVERYONE_PERMISSIONS,
    IN_DM,
    P,
    guild_permissions,
    left_by_time_out,
    with_overwrites,
)

DEMO_USERS = (
    ("gm", "Grace (GM)", 0xE8B04A, "Runs the campaign: sees everything, rules on anything."),
    ("ada", "Ada (Humans)", 0x4A90E2, "Leads the Humans."),
    ("vik", "Vik (Vermin)", 0x8FBC3F, "Leads the Vermin."),
    ("dom", "Dominic (Dominators)", 0xC0392B, "Leads the Dominators."),
    ("ola", "Ola (Oolab)", 0x9B59B6, "Leads the Oolab."),
    ("visitor", "Vera (visitor)", 0x95A5A6, "Looks on; holds no seat."),
)
DEMO_CHANNELS = (
    ("welcome", "Say hello here; the game is in #campaign"),
    ("campaign", "The campaign's public news"),
    ("war-room", "An empty room, for a campaign of your own"),
    ("table-talk", "Chat among the table"),
)


@dataclass
class World:
    """All state of one Discord; changed only through `sandbox.actions` while a server runs."""

    application_id: int
    bot_id: int
    bot_name: str
    token: str
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    messages: dict[int, dict[int, Message]] = field(default_factory=dict)
    commands: dict[int, list[Json]] = field(default_factory=dict)
    command_permissions: dict[int, dict[int, list[Json]]] = field(default_factory=dict)
    """What servers' managers have set: by server, then by command's id or the application's for all."""
    privileged_intents: int = 0
    clock_ahead: float = 0.0
    """How many seconds its clock was put forward."""
    last_id: int = 0
    seeds: int = 0
    bot_permissions: int = int(BOT_PERMISSIONS)
    """What the bot's own role gives it in a server that it comes to: what its invite link asks for."""

    def __post_init__(self) -> None:
        self.clock: ids.Clock = time.time
        """The time there; a running sandbox's own once it runs."""

    # finding things

    def user(self, key: int | str) -> User:
        """A user by id or username; Unknown User otherwise."""
        if isinstance(key, str) and not key.isdecimal():
            named = (each for each in self.users.values() if key in (each.username, each.display_name))
            return known(next(named, None), "User")
        return known(self.users.get(int(key)), "User")

    def guild(self, key: int | str | None = None) -> Guild:
        """A server by id or name, or the only (first) one; Unknown Guild otherwise."""
        found = (each for each in self.guilds.values() if key in (None, each.name, each.id, str(each.id)))
        return known(next(found, None), "Guild")

    def channel(self, key: int | str) -> Channel:
        """A channel or thread by id or name (with or without #); Unknown Channel otherwise."""
        if isinstance(key, str) and not key.isdecimal():
            name = key.removeprefix("#")
            named = (each for each in self.channels.values() if each.name == name and each.type != DM)
            return known(next(named, None), "Channel")
        return known(self.channels.get(int(key)), "Channel")

    def message(self, channel_id: int, message_id: int) -> Message:
        """A message by its two ids; Unknown Message otherwise."""
        return known(self.messages.get(channel_id, {}).get(message_id), "Message")

    def role(self, guild: Guild, key: int | str) -> Role:
        """A role by id or name; Unknown Role otherwise."""
        found = (each for each in guild.roles.values() if key in (each.id, each.name, str(each.id)))
        return known(next(found, None), "Role")

    def member(self, guild_id: int, user_id: int) -> Member:
        """A member by ids; Unknown Member otherwise."""
        guild = self.guilds.get(guild_id)
        return known(guild.members.get(user_id) if guild else None, "Member")

    def dm(self, one: int, other: int) -> Channel | None:
        """The DM channel of two people, if they ever had one."""
        found = (each for each in self.channels.values() if each.type == DM and set(each.recipients) == {one, other})
        return next(found, None)

    def channels_of(self, guild_id: int) -> list[Channel]:
        """All channels and threads of a server."""
        return [each for each in self.channels.values() if each.guild_id == guild_id]

    def display_name(self, user_id: int, guild_id: int | None = None) -> str:
        """What others see as the name."""
        guild = self.guilds.get(guild_id or 0)
        member = guild.members.get(user_id) if guild else None
        if member is not None and member.nick:
            return member.nick
        user = self.users.get(user_id)
        return user.display_name if user else "Deleted User"

    # who may do what

    def permissions(self, channel: Channel, user_id: int) -> int:
        """The bits a user has in a channel, a thread (by its parent) or a DM; 0 where it cannot be seen."""
        if channel.guild_id is None:
            return int(IN_DM) if user_id in channel.recipients else 0
        guild = self.guilds.get(channel.guild_id)
        if guild is None or user_id not in guild.members:
            return 0
        now = self.clock()
        bits = guild_permissions(guild, user_id, now)
        if bits == ALL_PERMISSIONS:
            return bits
        base = self.channels.get(channel.parent_id or 0) if channel.is_thread else channel
        if base is None:
            return 0
        bits = with_overwrites(base, guild, user_id, bits) & left_by_time_out(guild, user_id, now)
        if not bits & P.VIEW:
            return 0
        inside = channel.type != PRIVATE_THREAD or user_id in channel.thread_members
        return bits if inside or bits & P.MANAGE_THREADS else 0

    def can_send(self, channel: Channel, user_id: int) -> bool:
        """Whether the user may write here (threads have a permission of their own; locked ones need a manager)."""
        bits = self.permissions(channel, user_id)
        return bool(bits & (P.SEND_IN_THREADS if channel.is_thread else P.SEND)) and not self.is_shut(channel, user_id)

    def is_shut(self, channel: Channel, user_id: int) -> bool:
        """Whether this is a locked thread, and the user none who manages threads."""
        return channel.is_thread and channel.locked and not self.permissions(channel, user_id) & P.MANAGE_THREADS

    def is_timed_out(self, guild_id: int | None, user_id: int) -> bool:
        """Whether a member is in time-out in this server."""
        guild = self.guilds.get(guild_id or 0)
        member = guild.members.get(user_id) if guild else None
        return member is not None and member.timed_out_until > self.clock()

    def slow_wait(self, channel: Channel, user_id: int) -> float:
        """How many seconds slow mode lets the user wait before the next message here; answers to commands do not count."""
        if not channel.slow_seconds or self.permissions(channel, user_id) & P.BYPASS_SLOWMODE:
            return 0.0
        found = self.messages.get(channel.id, {}).values()
        mine = (m.created_at for m in found if m.author_id == user_id and m.origin is None and not m.is_system)
        return max(0.0, max(mine, default=0.0) + channel.slow_seconds - self.clock())

    # seeding (stable ids; use before the server starts, or for tests' extra rooms)

    def seed_id(self) -> int:
        """The next stable id."""
        self.seeds += 1
        return ids.fixed(self.seeds)

    def add_user(self, username: str, display_name: str = "", color: int = 0x5865F2, blurb: str = "") -> User:
        """A new person."""
        user = User(self.seed_id(), username, display_name or username.title(), color, blurb)
        self.users[user.id] = user
        return user

    def invite_bot(self, permissions: int) -> None:
        """The bot's own role gives exactly this in every server, as if it had been invited by a link that asks for it."""
        self.bot_permissions = permissions
        for guild in self.guilds.values():
            for role in guild.roles.values():
                if role.managed and role.name == self.bot_name:
                    role.permissions = permissions

    def add_guild(
        self, name: str, owner: User, *, members: list[User] | None = None, bot_permissions: int | None = None
    ) -> Guild:
        """A new server with @everyone, the bot in it with a role of its own, and the owner."""
        guild = Guild(self.seed_id(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYONE_PERMISSIONS))
        self.guilds[guild.id] = guild
        bits = self.bot_permissions if bot_permissions is None else bot_permissions
        bot_role = self.add_role(guild, self.bot_name, bits, managed=True)
        guild.members[self.bot_id] = Member(self.bot_id, [bot_role.id], None, ids.SEED_S)
        for user in [owner, *(members or [])]:
            guild.members[user.id] = Member(user.id, [], None, ids.SEED_S)
        return guild

    def add_role(self, guild: Guild, name: str, permissions: int = 0, color: int = 0, *, managed: bool = False) -> Role:
        """A new role above the others."""
        role = Role(self.seed_id(), name, permissions, color, len(guild.roles), managed=managed)
        guild.roles[role.id] = role
        return role

    def add_channel(self, guild: Guild, name: str, topic: str | None = None) -> Channel:
        """A new text channel."""
        position = len(self.channels_of(guild.id))
        channel = Channel(self.seed_id(), TEXT, name, guild.id, topic, position=position)
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}
        return channel


def new_token(application_id: int) -> str:
    """A token in Discord's shape, made of chance at run time; good for this sandbox only."""
    first = base64.urlsafe_b64encode(str(application_id).encode()).decode().rstrip("=")
    return ".".join((first, secrets.token_urlsafe(5)[:6], secrets.token_urlsafe(28)[:38]))


def empty_world(bot_name: str = "Admiralty") -> World:
    """A world with the bot's account and nothing else."""
    application_id = ids.fixed(1)
    world = World(application_id, application_id, bot_name, new_token(application_id), seeds=1)
    bot = User(application_id, bot_name.lower(), bot_name, 0x2F4B7C, "The bot that runs the games.", bot=True)
    world.users[bot.id] = bot
    return world


def demo_world(users: Sequence[tuple[str, str, int, str]] = DEMO_USERS) -> World:
    """The newcomers' server: "Admiralty Harbour", a GM, four players, a visitor and the bot; or other `users`, as many, each with
    name, display name, colour and a line on them. Ids never change."""
    world = empty_world()
    people = [world.add_user(*each) for each in users]
    guild = world.add_guild("Admiralty Harbour", people[0], members=people[1:])
    gm_bits = int(EVERYONE_PERMISSIONS | P.MANAGE_GUILD | P.MANAGE_CHANNELS | P.MANAGE_MESSAGES | P.MANAGE_THREADS)
    gm_role = world.add_role(guild, "Game Master", gm_bits, 0xE8B04A)
    player_role = world.add_role(guild, "Player", 0, 0x4A90E2)
    gm_role.mentionable = player_role.mentionable = True
    guild.members[people[0].id].roles.append(gm_role.id)
    for person in people[1:5]:
        guild.members[person.id].roles.append(player_role.id)
    for name, topic in DEMO_CHANNELS:
        world.add_channel(guild, name, topic)
    return world
