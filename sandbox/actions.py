"""Everything that changes the world and tells the world about it: messages, threads, channels, members."""

from dataclasses import replace
from typing import Any

from sandbox import payloads
from sandbox.body import Uploads
from sandbox.errors import Json, sanitized, unknown
from sandbox.interactions import Core
from sandbox.markup import apply_mentions
from sandbox.model import (
    DM,
    PRIVATE_THREAD,
    RECIPIENT_ADD,
    RECIPIENT_REMOVE,
    THREAD_CREATED,
    V2,
    Attachment,
    Channel,
    Event,
    Member,
    Message,
    Origin,
)
from sandbox.payload_parts import number_components
from sandbox.permissions import P
from sandbox.system_messages import note, publish_message

_EMBED_KEYS = ("title", "description", "url", "color", "timestamp", "fields", "author", "footer", "image", "thumbnail")


def store_files(core: Core, channel_id: int, data: Json, uploads: Uploads, *, ephemeral: bool) -> list[Attachment]:
    """Puts uploaded files with the CDN; alt text comes from the body's `attachments`."""
    notes = {str(each["id"]): each for each in data.get("attachments") or []}
    found = []
    for index, upload in sorted(uploads.items()):
        alt = notes.get(str(index), {}).get("description")
        file = Attachment(
            core.new_id(), channel_id, upload.name, len(upload.data), description=alt, ephemeral=ephemeral
        )
        core.cdn.put(file, upload.data)
        found.append(file)
    return found


def clean_embed(embed: Json) -> Json:
    """An embed as stored: known keys that say something, and what Discord adds."""
    data: Json = {"type": "rich"}
    for key in _EMBED_KEYS:
        value = embed.get(key)
        if value in (None, "", []):
            continue
        data[key] = [{"inline": False, **each} for each in value] if key == "fields" else value
    return data


def create_message(
    core: Core,
    channel: Channel,
    author_id: int,
    data: Json,
    uploads: Uploads | None = None,
    *,
    flags: int = 0,
    kind: int = 0,
    origin: Origin | None = None,
    viewer: int | None = None,
    reference: Json | None = None,
    default_mentions: list[str] | None = None,
) -> Message:
    """Writes a message that was already checked, and tells everybody who may see it."""
    files = store_files(core, channel.id, data, uploads or {}, ephemeral=viewer is not None)
    message = Message(
        core.new_id(),
        channel.id,
        author_id,
        sanitized(data.get("content") or ""),
        kind,
        core.clock(),
        flags=flags,
        embeds=[clean_embed(each) for each in data.get("embeds") or []],
        components=number_components(data.get("components") or []),
        attachments=files,
        tts=bool(data.get("tts")),
        nonce=data.get("nonce"),
        origin=origin,
        viewer=viewer,
        reference=reference,
    )
    default = ["users", "roles", "everyone"] if default_mentions is None else default_mentions
    apply_mentions(core.world, channel, message, data.get("allowed_mentions"), default)
    core.world.messages.setdefault(channel.id, {})[message.id] = message
    if viewer is None:
        channel.last_message_id = message.id
        channel.messages_sent += 1
        if channel.is_thread and channel.archived:
            set_archived(core, channel, archived=False)
            publish_channel(core, channel, "UPDATE")
    if channel.is_thread and viewer is None:
        _mentions_bring_in(core, channel, message)
    publish_message(core, message, channel, "CREATE")
    return message


def _mentions_bring_in(core: Core, thread: Channel, message: Message) -> None:
    """A ping in a thread brings the pinged person in, as in Discord; one that is suppressed does not."""
    world = core.world
    parent = world.channels.get(thread.parent_id or 0)
    for user_id in [message.author_id, *message.mentions]:
        if parent is not None and world.permissions(parent, user_id) & P.VIEW:
            add_to_thread(core, thread, user_id)


def edit_message(
    core: Core, message: Message, data: Json, uploads: Uploads | None = None, *, flags: int | None = None
) -> None:
    """Changes a message in place; keys that are absent stay as they are."""
    channel = core.world.channel(message.channel_id)
    thinking = message.loading
    if "content" in data:
        message.content = sanitized(data["content"] or "")
    if "embeds" in data:
        message.embeds = [clean_embed(each) for each in data["embeds"] or []]
    if data.get("attachments") is not None:
        kept = {str(each["id"]): each for each in data["attachments"]}
        message.attachments = [each for each in message.attachments if str(each.id) in kept]
        for each in message.attachments:
            each.description = kept[str(each.id)].get("description", each.description)
    message.attachments += store_files(core, channel.id, data, uploads or {}, ephemeral=message.viewer is not None)
    if "components" in data:
        message.components = number_components(data["components"] or [])
    if flags is not None:
        message.flags = flags
    if message.flags & V2:
        message.content = ""
        message.embeds = []
    if "content" in data or "components" in data:
        apply_mentions(core.world, channel, message, data.get("allowed_mentions"), ["users", "roles", "everyone"])
    if not thinking:  # an answer that was announced is no edit
        message.edited_at = core.clock()
    publish_message(core, message, channel, "UPDATE")


def delete_message(core: Core, message: Message, *, to_bot: bool = True) -> None:
    """Takes a message away."""
    channel = core.world.channel(message.channel_id)
    if core.world.messages.get(channel.id, {}).pop(message.id, None) is None:
        raise unknown("Message")
    payload: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id is not None and message.viewer is None:
        payload["guild_id"] = str(channel.guild_id)
    core.publish(Event("MESSAGE_DELETE", payload, channel.guild_id, channel, message, to_bot=to_bot))


def delete_messages(core: Core, channel: Channel, messages: list[Message]) -> None:
    """Takes several messages away at once: bots are told of all in one event."""
    for each in messages:
        delete_message(core, each, to_bot=False)
    payload = {
        "ids": [str(each.id) for each in messages],
        "channel_id": str(channel.id),
        "guild_id": str(channel.guild_id),
    }
    core.publish(Event("MESSAGE_DELETE_BULK", payload, channel.guild_id, channel, users=(core.world.bot_id,)))


def publish_channel(core: Core, channel: Channel, verb: str, users: tuple[int, ...] = ()) -> None:
    """CHANNEL_ or THREAD_ CREATE, UPDATE, DELETE."""
    noun = "THREAD" if channel.is_thread else "CHANNEL"
    core.next_archive = 0.0
    payload = payloads.channel(core.world, channel)
    if channel.is_thread and verb == "DELETE":
        payload = {key: payload[key] for key in ("id", "guild_id", "parent_id", "type")}
    elif channel.is_thread and verb == "CREATE":
        payload["newly_created"] = True
    hidden = channel.type == PRIVATE_THREAD and core.world.bot_id not in channel.thread_members
    core.publish(Event(f"{noun}_{verb}", payload, channel.guild_id, channel, users=users, to_bot=not hidden))


def create_thread(
    core: Core, parent: Channel, owner_id: int, data: Json, *, kind: int, start: Message | None = None
) -> Channel:
    """Opens a thread under a channel, on a message if `start` is given (it then has the message's id)."""
    now = core.clock()
    thread = Channel(
        start.id if start else core.new_id(),
        kind,
        data["name"],
        parent.guild_id,
        parent_id=parent.id,
        owner_id=owner_id,
        auto_archive=data.get("auto_archive_duration") or parent.default_auto_archive or 1440,
        invitable=data.get("invitable", True),
        created_at=now,
        archive_changed_at=now,
        thread_members={owner_id: now},
    )
    world = core.world
    world.channels[thread.id] = thread
    world.messages[thread.id] = {}
    if start is not None:
        start.flags |= 1 << 5  # it has a thread
        thread.thread_members.setdefault(start.author_id, now)
    publish_channel(core, thread, "CREATE")
    _own_membership(core, thread)
    if start is not None:
        publish_message(core, start, parent, "UPDATE")
    elif kind != PRIVATE_THREAD:
        reference = {"channel_id": str(thread.id), "guild_id": str(thread.guild_id), "type": 0}
        note(core, parent, owner_id, THREAD_CREATED, thread.name, reference=reference)
    return thread


def set_archived(core: Core, thread: Channel, *, archived: bool) -> None:
    """Archives a thread or opens it again; `publish_channel` is to tell of it."""
    thread.archived = archived
    thread.archive_changed_at = core.clock()


def add_to_thread(core: Core, thread: Channel, user_id: int, by: int | None = None) -> None:
    """Brings somebody into a thread; Unknown User if there is no such member. One whom somebody else takes in is named in it,
    one who joins or is mentioned is not."""
    if user_id in thread.thread_members:
        return
    core.world.member(thread.guild_id or 0, user_id)
    thread.thread_members[user_id] = core.clock()
    _members_update(core, thread, {"added_members": [payloads.thread_member(thread, user_id)]})
    if user_id == core.world.bot_id:
        publish_channel(core, thread, "CREATE", (user_id,))
        _own_membership(core, thread)
    else:
        core.publish(Event("THREAD_CREATE", {}, thread.guild_id, thread, users=(user_id,), to_bot=False))
    if by is not None and by != user_id:
        note(core, thread, by, RECIPIENT_ADD, named=[user_id])


def _own_membership(core: Core, thread: Channel) -> None:
    """The bot is told that it is in a thread now."""
    bot_id = core.world.bot_id
    if bot_id in thread.thread_members:
        payload = {**payloads.thread_member(thread, bot_id), "guild_id": str(thread.guild_id)}
        core.publish(Event("THREAD_MEMBER_UPDATE", payload, thread.guild_id, thread, users=(bot_id,)))


def remove_from_thread(core: Core, thread: Channel, user_id: int, by: int | None = None) -> None:
    """Takes somebody out of a thread; who was taken out by somebody else is named in it."""
    if thread.thread_members.pop(user_id, None) is None:
        raise unknown("Member")
    _members_update(core, thread, {"removed_member_ids": [str(user_id)]})
    core.publish(Event("THREAD_DELETE", {}, thread.guild_id, thread, users=(user_id,), to_bot=False))
    if by is not None and by != user_id:
        note(core, thread, by, RECIPIENT_REMOVE, named=[user_id])


def _members_update(core: Core, thread: Channel, change: Json) -> None:
    payload = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": min(len(thread.thread_members), 50),
        **change,
    }
    core.publish(Event("THREAD_MEMBERS_UPDATE", payload, thread.guild_id, thread))


def delete_channel(core: Core, channel: Channel) -> None:
    """Deletes a channel with its threads and messages."""
    world = core.world
    for each in [each for each in world.channels.values() if each.parent_id == channel.id and each.is_thread]:
        delete_channel(core, each)
    del world.channels[channel.id]
    world.messages.pop(channel.id, None)
    publish_channel(core, channel, "DELETE")


def open_dm(core: Core, one: int, other: int) -> Channel:
    """The DM channel of two people, made at first use."""
    found = core.world.dm(one, other)
    if found is None:
        found = Channel(core.new_id(), DM, recipients=[one, other])
        core.world.channels[found.id] = found
        core.world.messages[found.id] = {}
        core.publish(Event("CHANNEL_CREATE", {}, None, found, users=(one, other), to_bot=False))
    return found


def member_leaves(core: Core, guild_id: int, user_id: int) -> None:
    """A member leaves or is removed; threads forget them. For the bot itself: GUILD_DELETE."""
    if core.world.guilds[guild_id].members.pop(user_id, None) is None:
        raise unknown("Member")
    for each in core.world.channels_of(guild_id):
        each.thread_members.pop(user_id, None)
    if user_id == core.world.bot_id:
        core.publish(Event("GUILD_DELETE", {"id": str(guild_id), "unavailable": False}, guild_id))
        return
    payload = {"guild_id": str(guild_id), "user": payloads.user_by_id(core.world, user_id)}
    core.publish(Event("GUILD_MEMBER_REMOVE", payload, guild_id))


def member_joins(core: Core, guild_id: int, user_id: int) -> None:
    """A user joins a server. For the bot itself: GUILD_CREATE; an invitation gives it the role of its own."""
    guild = core.world.guilds[guild_id]
    is_bot = user_id == core.world.bot_id
    own = [role.id for role in guild.roles.values() if role.managed and role.name == core.world.bot_name]
    member = guild.members[user_id] = Member(user_id, own if is_bot else [], None, core.clock())
    if user_id == core.world.bot_id:
        joined = payloads.guild_create(core.world, guild)
        del joined["unavailable"]  # its absence is what tells a library "just joined" from "back again"
        core.publish(Event("GUILD_CREATE", joined, guild_id))
        return
    _publish_member(core, guild_id, member, "ADD")


def server_goes(core: Core, guild_id: int) -> None:
    """Discord has an outage there: the bot is told that the server is unavailable, and hears no more of it."""
    core.publish(Event("GUILD_DELETE", {"id": str(guild_id), "unavailable": True}, guild_id))
    core.gateway.outages.add(guild_id)


def server_comes_back(core: Core, guild_id: int) -> None:
    """The outage is over."""
    core.gateway.outages.discard(guild_id)
    again = {**payloads.guild_create(core.world, core.world.guilds[guild_id]), "unavailable": False}
    core.publish(Event("GUILD_CREATE", again, guild_id))


def rename_server(core: Core, guild_id: int, name: str) -> None:
    """A server is given another name."""
    guild = core.world.guilds[guild_id]
    guild.name = name
    core.publish(Event("GUILD_UPDATE", payloads.guild(guild), guild_id))


def rename_bot(core: Core, name: str) -> None:
    """The bot's account is given another name."""
    bot = core.world.users[core.world.bot_id]
    bot.display_name, bot.username = name, name.lower()
    core.publish(Event("USER_UPDATE", payloads.me(bot)))


def change_role(core: Core, guild_id: int, role_id: int, permissions: int) -> None:
    """Somebody who manages roles edits what one gives."""
    guild = core.world.guilds[guild_id]
    role = guild.roles[role_id] = replace(guild.roles[role_id], permissions=permissions)
    payload = {"guild_id": str(guild_id), "role": payloads.role(role)}
    core.publish(Event("GUILD_ROLE_UPDATE", payload, guild_id))


def delete_role(core: Core, guild_id: int, role_id: int) -> None:
    """Somebody deletes a role: nobody has it any more."""
    guild = core.world.guilds[guild_id]
    del guild.roles[role_id]
    for member in [each for each in guild.members.values() if role_id in each.roles]:
        change_member(core, guild_id, member, roles=[role for role in member.roles if role != role_id])
    core.publish(Event("GUILD_ROLE_DELETE", {"guild_id": str(guild_id), "role_id": str(role_id)}, guild_id))


def change_member(core: Core, guild_id: int, member: Member, **changes: Any) -> Member:
    """Sets roles, nickname or time-out of a member."""
    changed = replace(member, **changes)
    core.world.guilds[guild_id].members[member.user_id] = changed
    _publish_member(core, guild_id, changed, "UPDATE")
    return changed


def _publish_member(core: Core, guild_id: int, member: Member, verb: str) -> None:
    payload = {**payloads.member(core.world, member), "guild_id": str(guild_id)}
    core.publish(Event(f"GUILD_MEMBER_{verb}", payload, guild_id))
