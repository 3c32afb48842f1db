"""What one person sees: places, people, messages with what a client adds to them."""

from sandbox import payloads
from sandbox.errors import Json, Refused
from sandbox.interactions import Core
from sandbox.markup import mentions
from sandbox.model import CATEGORY, DM, Channel, Event, Message, User
from sandbox.permissions import P
from sandbox.thread_archive import archive_quiet


def color(value: int) -> str:
    """A colour as CSS writes it."""
    return f"#{value:06x}"


def person(user: User) -> Json:
    """A user for the page's picker."""
    return {
        "id": str(user.id),
        "username": user.username,
        "display_name": user.display_name,
        "color": color(user.color),
        "blurb": user.blurb,
        "bot": user.bot,
    }


def sees(core: Core, user_id: int, channel: Channel) -> bool:
    """Whether the person may look into this channel."""
    return bool(core.world.permissions(channel, user_id) & P.VIEW)


def sees_message(core: Core, user_id: int, message: Message) -> bool:
    """Whether the person sees this message (ephemeral ones only their viewer)."""
    if message.viewer is not None and message.viewer != user_id:
        return False
    channel = core.world.channels.get(message.channel_id)
    return channel is not None and sees(core, user_id, channel)


def look(core: Core, user_id: int, channel_id: int) -> Channel:
    """A channel the person may look into; Refused otherwise."""
    archive_quiet(core)
    channel = core.world.channels.get(channel_id)
    if channel is None or not sees(core, user_id, channel):
        raise Refused("This channel does not exist, or you may not see it.")
    return channel


def message_view(core: Core, user_id: int, message: Message) -> Json:
    """A message as a client shows it to one person."""
    data = payloads.message(core.world, core.cdn, message, nonce=False)
    data["ephemeral"] = message.viewer is not None
    data["mentions_me"] = mentions(core.world, message, user_id)
    data["deferred"] = message.loading
    data["interaction_label"] = label(core, message)
    return data


def label(core: Core, message: Message) -> str | None:
    """The line above an answer to a command: who used what."""
    origin = message.origin
    if origin is None or origin.type != 2:
        return None
    channel = core.world.channels.get(message.channel_id)
    name = core.world.display_name(origin.user_id, channel.guild_id if channel else None)
    return f"{name} used {'' if message.type == 23 else '/'}{origin.name}"


def messages(
    core: Core, user_id: int, channel: Channel, before: int | None = None, limit: int = 50, *, system: bool = True
) -> list[Message]:
    """The latest messages the person sees there, oldest first; `system` is whether those that Discord wrote are among them."""
    if not core.world.permissions(channel, user_id) & P.READ_HISTORY:
        return []
    found = [
        each
        for each in core.world.messages.get(channel.id, {}).values()
        if (before is None or each.id < before) and each.viewer in (None, user_id) and (system or not each.is_system)
    ]
    return found[-limit:]


def home(core: Core, user_id: int) -> Json:
    """All places, people and roles one person sees."""
    archive_quiet(core)
    world = core.world
    me = world.users[user_id]
    guilds = [each for each in world.guilds.values() if user_id in each.members]
    inside = {each.id for each in guilds}
    visible = [each for each in world.channels.values() if sees(core, user_id, each)]
    known = {member: guild.id for guild in reversed(guilds) for member in guild.members}
    return {
        "me": person(me),
        "dms_open": me.dms_open,
        "guilds": [{"id": str(each.id), "name": each.name} for each in guilds],
        "channels": [
            _place(core, user_id, each)
            for each in sorted(visible, key=lambda each: (each.position, each.id))
            if each.guild_id in inside and not each.is_thread
        ],
        "threads": [_place(core, user_id, each) for each in visible if each.is_thread and not each.archived],
        "archived": [_place(core, user_id, each) for each in visible if each.is_thread and each.archived],
        "dms": [
            {
                "id": str(each.id),
                "name": world.display_name(_other(each, user_id)),
                "recipient_id": str(_other(each, user_id)),
                "last_message_id": _text(each.last_message_id),
            }
            for each in visible
            if each.type == DM
        ],
        "members": [
            {
                "id": str(each),
                "display_name": world.display_name(each, guild_id),
                "color": color(world.users[each].color),
                "roles": [str(role) for role in world.guilds[guild_id].members[each].roles],
            }
            for each, guild_id in known.items()
        ],
        "roles": [
            {"id": str(role.id), "name": role.name, "color": color(role.color) if role.color else None}
            for guild in guilds
            for role in guild.roles.values()
        ],
    }


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)


def _other(channel: Channel, user_id: int) -> int:
    return next(each for each in channel.recipients if each != user_id)


def _place(core: Core, user_id: int, channel: Channel) -> Json:
    writable = channel.type != CATEGORY and core.world.can_send(channel, user_id)
    data: Json = {
        "id": str(channel.id),
        "guild_id": _text(channel.guild_id),
        "name": channel.name,
        "type": channel.type,
        "topic": channel.topic,
        "parent_id": _text(channel.parent_id),
        "last_message_id": _text(channel.last_message_id),
        "can_send": writable,
    }
    if channel.is_thread:
        data["archived"] = channel.archived
    return data


def event_view(core: Core, user_id: int, event: Event) -> Json | None:
    """An event as one person's client gets it, or None if it is not theirs to know."""
    if event.users and user_id not in event.users:
        return None
    channel, message = event.channel, event.message
    data: Json = {"type": event.name.lower()}
    if channel is not None:
        data["channel_id"] = str(channel.id)
        told_by_name = bool(event.users) and event.name.endswith("_DELETE")  # taken out of a thread: no longer sees it
        if not told_by_name and not sees(core, user_id, channel):
            return None
    if message is not None:
        if message.viewer is not None and message.viewer != user_id:
            return None
        data["message_id"] = str(message.id)
        if event.name != "MESSAGE_DELETE":
            data["message"] = message_view(core, user_id, message)
    if event.guild_id is not None:
        guild = core.world.guilds.get(event.guild_id)
        if (
            guild is not None
            and user_id not in guild.members
            and event.payload.get("user", {}).get("id") != str(user_id)
        ):
            return None
    return data
