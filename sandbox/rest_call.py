"""What a REST handler is given, and the checks nearly all of them share."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sandbox.body import Uploads
from sandbox.errors import DiscordError, FormErrors, Json, invalid, missing_access, missing_permissions, unknown
from sandbox.interactions import Core
from sandbox.model import Channel, Guild, Message
from sandbox.permissions import guild_permissions
from sandbox.world import World

Answer = tuple[int, Any]


@dataclass(slots=True)
class Call:
    """One request: path parameters, query, JSON body, files."""

    core: Core
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    uploads: Uploads = field(default_factory=dict)

    @property
    def world(self) -> World:
        """The whole state."""
        return self.core.world

    def who(self) -> int:
        """The user of the path, `@me` being the bot."""
        return self.world.bot_id if self.params["user_id"] == "@me" else self.number("user_id")

    def number(self, name: str) -> int:
        """A path parameter as a snowflake; anything else is a 50035."""
        text = self.params[name]
        if text.isdecimal() and len(text) <= 20:
            return int(text)
        raise not_snowflake(name, text)

    def flag(self, name: str) -> bool:
        """A query parameter that says yes."""
        return self.query.get(name, "").lower() in ("1", "true")

    def record(self) -> Json:
        """The body, which must be an object."""
        tree = FormErrors()
        found = tree.record((), self.body if self.body is not None else {})
        tree.check()
        return found

    def channel(self, *needs: int) -> Channel:
        """The channel of the path: 10003 if there is none, 50001 if hidden, 50013 if a permission is missing."""
        world = self.world
        channel = world.channel(self.number("channel_id"))
        bits = world.permissions(channel, world.bot_id)
        if not bits:
            raise missing_access()
        if any(not bits & need for need in needs):
            raise missing_permissions()
        return channel

    def message(self, channel: Channel) -> Message:
        """The message of the path; ephemeral ones do not exist here."""
        found = self.world.message(channel.id, self.number("message_id"))
        if found.viewer is not None:
            raise unknown("Message")
        return found

    def guild(self, *needs: int) -> Guild:
        """The server of the path: 10004 if the bot is not in it, 50013 if a permission is missing."""
        world = self.world
        guild = world.guilds.get(self.number("guild_id"))
        if guild is None or world.bot_id not in guild.members:
            raise unknown("Guild")
        bits = guild_permissions(guild, world.bot_id, world.clock())
        if any(not bits & need for need in needs):
            raise missing_permissions()
        return guild

    def limit(self, default: int, most: int) -> int:
        """The query's `limit`."""
        text = self.query.get("limit", str(default))
        value = int(text) if text.isdecimal() else -1
        if not 1 <= value <= most:
            raise invalid(("limit",), "NUMBER_TYPE_MAX", f"int value should be between 1 and {most}.")
        return value


def needs_members_intent(world: World) -> None:
    """50001 unless the application may know who is there (GUILD_MEMBERS, a privileged intent)."""
    if not world.privileged_intents & 1 << 1:
        raise missing_access()


def not_snowflake(name: str, text: str) -> DiscordError:
    """A number that is none."""
    return invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{text[:80]}" is not snowflake.')


wrong_channel_type = partial(DiscordError, 400, 50024, "Cannot execute action on this channel type")
"""The action does not fit the kind of channel."""
