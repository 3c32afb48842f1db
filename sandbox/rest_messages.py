"""REST: messages in channels, pins, reactions, typing, DMs."""

from urllib.parse import unquote

from sandbox import actions, payloads
from sandbox.errors import DiscordError, Json, Tree, missing_permissions, unknown
from sandbox.ids import iso, seconds_of
from sandbox.model import DM, SUPPRESS_EMBEDS, V2, Channel, Event, Message
from sandbox.permissions import P
from sandbox.rest_call import Answer, Call
from sandbox.rules import allowed_flags, check_message

FOURTEEN_DAYS = 14 * 24 * 3600


def _check_may_send(call: Call, channel: Channel, data: Json) -> None:
    world = call.core.world
    if channel.type == DM:
        other = next(world.users[each] for each in channel.recipients if each != world.bot_id)
        shared = any(other.id in each.members and world.bot_id in each.members for each in world.guilds.values())
        if not shared:
            raise DiscordError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
        if not other.dms_open:
            raise DiscordError(403, 50007, "Cannot send messages to this user")
        return
    if channel.archived and channel.locked:
        raise DiscordError(400, 50083, "Thread is archived")
    bits = world.permissions(channel, world.bot_id)
    files = bool(call.uploads)
    if not world.can_send(channel, world.bot_id):
        raise missing_permissions()
    if (data.get("embeds") and not bits & P.EMBED_LINKS) or (files and not bits & P.ATTACH_FILES):
        raise missing_permissions()


async def send(call: Call) -> Answer:
    """POST /channels/{c}/messages; the same enforced nonce gives the same message again."""
    core = call.core
    channel = call.channel(P.VIEW)
    data = call.record()
    _check_may_send(call, channel, data)
    nonce = data.get("nonce")
    key = (channel.id, str(nonce))
    known = core.nonces.get(key) if nonce is not None and data.get("enforce_nonce") else None
    if known is not None and known in core.world.messages.get(channel.id, {}):
        return 200, payloads.message(core.world, core.cdn, core.world.messages[channel.id][known])
    flags = allowed_flags(data.get("flags"), interaction=False)
    check_message(data, call.uploads, flags=flags)
    reference = _reference(call, channel, data)
    message = actions.create_message(
        core,
        channel,
        core.world.bot_id,
        data,
        call.uploads,
        flags=flags,
        kind=19 if reference else 0,
        reference=reference,
    )
    if nonce is not None:
        core.nonces[key] = message.id
        if len(core.nonces) > 5000:
            del core.nonces[next(iter(core.nonces))]
    return 200, payloads.message(core.world, core.cdn, message)


def _reference(call: Call, channel: Channel, data: Json) -> Json | None:
    given = data.get("message_reference")
    if not given:
        return None
    number = str(given.get("message_id"))
    exists = number.isdecimal() and int(number) in call.core.world.messages.get(channel.id, {})
    if not exists:
        if given.get("fail_if_not_exists", True):
            tree = Tree()
            tree.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            tree.check()
        return None
    reference: Json = {"type": 0, "channel_id": str(channel.id), "message_id": number}
    if channel.guild_id is not None:
        reference["guild_id"] = str(channel.guild_id)
    return reference


async def history(call: Call) -> Answer:
    """GET /channels/{c}/messages, newest first."""
    core = call.core
    channel = call.channel(P.VIEW)
    limit = call.limit(50, 100)
    if not core.world.permissions(channel, core.world.bot_id) & P.READ_HISTORY:
        return 200, []
    found = [each for each in core.world.messages.get(channel.id, {}).values() if each.viewer is None]
    found.sort(key=lambda each: each.id)
    if "before" in call.query:
        found = [each for each in found if each.id < int(call.query["before"])][-limit:]
    elif "after" in call.query:
        found = [each for each in found if each.id > int(call.query["after"])][:limit]
    elif "around" in call.query:
        middle = int(call.query["around"])
        older = [each for each in found if each.id <= middle][-(limit // 2 + 1) :]
        found = older + [each for each in found if each.id > middle][: limit - len(older)]
    else:
        found = found[-limit:]
    return 200, [payloads.message(core.world, core.cdn, each, nonce=False) for each in reversed(found)]


async def get(call: Call) -> Answer:
    """GET /channels/{c}/messages/{m}."""
    channel = call.channel(P.VIEW, P.READ_HISTORY)
    return 200, payloads.message(call.core.world, call.core.cdn, call.message(channel), nonce=False)


async def edit(call: Call) -> Answer:
    """PATCH /channels/{c}/messages/{m}: own messages only, V2 is for ever."""
    core = call.core
    channel = call.channel(P.VIEW)
    message = call.message(channel)
    data = call.record()
    if message.author_id != core.world.bot_id:
        raise DiscordError(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise DiscordError(400, 50083, "Thread is archived")
    flags = message.flags
    asked = data.get("flags")
    if isinstance(asked, int):
        flags = (flags & ~SUPPRESS_EMBEDS) | (asked & (SUPPRESS_EMBEDS | V2)) | (flags & V2)
    check_message(data, call.uploads, current=message, flags=flags)
    actions.edit_message(core, message, data, call.uploads, flags=flags)
    return 200, payloads.message(core.world, core.cdn, message, nonce=False)


def _delete(call: Call, channel: Channel, message: Message) -> None:
    world = call.core.world
    if message.author_id != world.bot_id:
        if channel.type == DM:
            raise DiscordError(403, 50003, "Cannot execute action on a DM channel")
        if not world.permissions(channel, world.bot_id) & P.MANAGE_MESSAGES:
            raise missing_permissions()
    actions.delete_message(call.core, message)


async def delete(call: Call) -> Answer:
    """DELETE /channels/{c}/messages/{m}."""
    channel = call.channel(P.VIEW)
    _delete(call, channel, call.message(channel))
    return 204, None


async def bulk_delete(call: Call) -> Answer:
    """POST /channels/{c}/messages/bulk-delete: 2-100 messages, none older than 14 days."""
    channel = call.channel(P.VIEW, P.MANAGE_MESSAGES)
    tree = Tree()
    given = tree.items(("messages",), call.record().get("messages"), 2, 100)
    tree.check()
    found = call.core.world.messages.get(channel.id, {})
    if any(call.core.clock() - seconds_of(int(each)) > FOURTEEN_DAYS for each in given):
        raise DiscordError(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    for each in given:
        if int(each) in found:
            actions.delete_message(call.core, found[int(each)])
    return 204, None


# pins, reactions, typing


async def pin(call: Call) -> Answer:
    """PUT a pin: at most 250 in a channel (30003)."""
    channel = call.channel(P.VIEW, P.MANAGE_MESSAGES)
    message = call.message(channel)
    pinned = sum(each.pinned for each in call.core.world.messages[channel.id].values())
    if pinned >= 250:
        raise DiscordError(400, 30003, "Maximum number of pins reached (250)")
    if not message.pinned:
        message.pinned = True
        actions.publish_message(call.core, message, channel, "UPDATE")
    return 204, None


async def unpin(call: Call) -> Answer:
    """DELETE a pin."""
    channel = call.channel(P.VIEW, P.MANAGE_MESSAGES)
    message = call.message(channel)
    message.pinned = False
    actions.publish_message(call.core, message, channel, "UPDATE")
    return 204, None


async def pins(call: Call) -> Answer:
    """GET the pins with the time of each."""
    core = call.core
    channel = call.channel(P.VIEW, P.READ_HISTORY)
    found = [each for each in core.world.messages[channel.id].values() if each.pinned]
    items = [
        {
            "pinned_at": iso(each.created_at),
            "message": payloads.message(core.world, core.cdn, each, nonce=False),
        }
        for each in reversed(found)
    ]
    return 200, {"items": items, "has_more": False}


async def react(call: Call) -> Answer:
    """PUT own reaction."""
    channel = call.channel(P.VIEW, P.ADD_REACTIONS, P.READ_HISTORY)
    set_reaction(call, channel, call.message(channel), call.core.world.bot_id, on=True)
    return 204, None


async def unreact(call: Call) -> Answer:
    """DELETE own reaction."""
    channel = call.channel(P.VIEW)
    set_reaction(call, channel, call.message(channel), call.core.world.bot_id, on=False)
    return 204, None


def set_reaction(call: Call, channel: Channel, message: Message, user_id: int, *, on: bool) -> None:
    """Adds or takes away somebody's reaction and tells everybody."""
    emoji = unquote(call.params["emoji"])
    who = message.reactions.setdefault(emoji, [])
    if on == (user_id in who):
        return
    if on:
        if len(message.reactions) > 20:
            del message.reactions[emoji]
            raise DiscordError(400, 30010, "Maximum number of reactions reached (20)")
        who.append(user_id)
    else:
        who.remove(user_id)
    if not who:
        del message.reactions[emoji]
    payload: Json = {
        "user_id": str(user_id),
        "channel_id": str(channel.id),
        "message_id": str(message.id),
        "emoji": {"id": None, "name": emoji},
        "type": 0,
        "burst": False,
    }
    if channel.guild_id is not None:
        payload["guild_id"] = str(channel.guild_id)
    name = "MESSAGE_REACTION_ADD" if on else "MESSAGE_REACTION_REMOVE"
    call.core.publish(Event(name, payload, channel.guild_id, channel, message))


async def typing(call: Call) -> Answer:
    """POST typing."""
    core = call.core
    channel = call.channel(P.VIEW)
    if channel.type != DM and not core.world.can_send(channel, core.world.bot_id):
        raise missing_permissions()
    payload = {"channel_id": str(channel.id), "user_id": str(core.world.bot_id), "timestamp": int(core.clock())}
    core.publish(Event("TYPING_START", payload, channel.guild_id, channel, to_bot=False))
    return 204, None


# DMs


async def open_dm(call: Call) -> Answer:
    """POST /users/@me/channels; a closed DM shows only at the send."""
    core = call.core
    wanted = str(call.record().get("recipient_id"))
    tree = Tree()
    if not wanted.isdecimal():
        tree.add(("recipient_id",), "NUMBER_TYPE_COERCE", f'Value "{wanted[:80]}" is not snowflake.')
    tree.check()
    other = core.world.users.get(int(wanted))
    if other is None:
        raise unknown("User")
    if other.bot:
        raise DiscordError(400, 50007, "Cannot send messages to this user")
    return 200, payloads.channel(core.world, actions.open_dm(core, core.world.bot_id, other.id))
