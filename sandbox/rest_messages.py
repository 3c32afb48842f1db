"""REST: messages in channels, pins, reactions, typing, DMs."""

from urllib.parse import unquote

from sandbox import actions, payloads, system_messages
from sandbox.errors import (
    DiscordError,
    FormErrors,
    Json,
    TooOftenError,
    invalid,
    missing_permissions,
    thread_archived,
    thread_locked,
)
from sandbox.ids import iso, seconds_of
from sandbox.model import DM, LASTING_MESSAGES, Channel, Event, Message
from sandbox.permissions import P
from sandbox.rest_call import Answer, Call, not_snowflake
from sandbox.rules import allowed_flags, check_message, edited_flags

FOURTEEN_DAYS = 14 * 24 * 3600


def _check_may_send(call: Call, channel: Channel, data: Json) -> None:
    world = call.world
    if channel.type == DM:
        other = next(world.users[each] for each in channel.recipients if each != world.bot_id)
        shared = any(other.id in each.members and world.bot_id in each.members for each in world.guilds.values())
        if not shared:
            raise DiscordError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
        if not other.dms_open:
            raise DiscordError(403, 50007, "Cannot send messages to this user")
        return
    if world.is_shut(channel, world.bot_id):
        raise thread_locked()
    if channel.archived and channel.locked:
        raise thread_archived()
    bits = world.permissions(channel, world.bot_id)
    needs = (P.EMBED_LINKS if data.get("embeds") else 0) | (P.ATTACH_FILES if call.uploads else 0)
    if needs & ~bits or not world.can_send(channel, world.bot_id):
        raise missing_permissions()


async def send(call: Call) -> Answer:
    """POST /channels/{c}/messages; for some minutes the same enforced nonce gives the same message again."""
    core = call.core
    channel = call.channel(P.VIEW)
    data = call.record()
    _check_may_send(call, channel, data)
    nonce, bot_id = data.get("nonce"), core.world.bot_id
    enforced = nonce is not None and data.get("enforce_nonce")
    known = core.nonces.find(channel.id, bot_id, str(nonce)) if enforced else None
    if known is not None and known in core.world.messages.get(channel.id, {}):
        return 200, payloads.message(core.world, core.cdn, core.world.messages[channel.id][known])
    if core.meters.limits.slow_bots and (wait := core.world.slow_wait(channel, bot_id)):
        raise TooOftenError(20016, "This action cannot be performed due to slowmode rate limit", wait)
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
        core.nonces.note(channel.id, bot_id, str(nonce), message.id)
    return 200, payloads.message(core.world, core.cdn, message)


def _reference(call: Call, channel: Channel, data: Json) -> Json | None:
    given = data.get("message_reference")
    if not given:
        return None
    number = str(given.get("message_id"))
    if number.isdecimal() and int(number) in call.world.messages.get(channel.id, {}):
        return payloads.reference(channel, number)
    if given.get("fail_if_not_exists", True):
        raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


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
    return 200, payloads.message(call.world, call.core.cdn, call.message(channel), nonce=False)


async def edit(call: Call) -> Answer:
    """PATCH /channels/{c}/messages/{m}: own messages only, V2 is for ever."""
    core = call.core
    channel = call.channel(P.VIEW)
    message = call.message(channel)
    data = call.record()
    if message.author_id != core.world.bot_id:
        raise DiscordError(403, 50005, "Cannot edit a message authored by another user")
    if message.is_system:
        raise system_messages.on_system_message()
    _check_active(channel)
    if core.world.is_shut(channel, core.world.bot_id):
        raise thread_locked()
    core.old_edits.take(channel.id, message.created_at)
    flags = edited_flags(message.flags, data.get("flags"))
    check_message(data, call.uploads, current=message, flags=flags)
    actions.edit_message(core, message, data, call.uploads, flags=flags)
    return 200, payloads.message(core.world, core.cdn, message, nonce=False)


def _check_active(channel: Channel) -> None:
    if channel.archived:
        raise thread_archived()


async def delete(call: Call) -> Answer:
    """DELETE /channels/{c}/messages/{m}."""
    channel = call.channel(P.VIEW)
    message = call.message(channel)
    if message.author_id != call.world.bot_id:
        if channel.type == DM:
            raise DiscordError(403, 50003, "Cannot execute action on a DM channel")
        if not call.world.permissions(channel, call.world.bot_id) & P.MANAGE_MESSAGES:
            raise missing_permissions()
    if message.type in LASTING_MESSAGES:
        raise system_messages.on_system_message()
    if channel.archived and call.world.is_shut(channel, call.world.bot_id):
        raise thread_archived()
    actions.delete_message(call.core, message)
    return 204, None


async def bulk_delete(call: Call) -> Answer:
    """POST /channels/{c}/messages/bulk-delete: 2-100 messages, none older than 14 days."""
    channel = call.channel(P.VIEW, P.MANAGE_MESSAGES)
    tree = FormErrors()
    given = tree.items(("messages",), call.record().get("messages"), 2, 100)
    tree.check()
    found = call.world.messages.get(channel.id, {})
    if any(call.core.clock() - seconds_of(int(each)) > FOURTEEN_DAYS for each in given):
        raise DiscordError(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    there = [found[number] for number in dict.fromkeys(int(each) for each in given) if number in found]
    actions.delete_messages(call.core, channel, there)
    return 204, None


# pins, reactions, typing


async def pin(call: Call) -> Answer:
    """PUT a pin: at most 250 in a channel (30003); the channel gets a message of type 6."""
    channel, message = _pinning(call)
    system_messages.pin(call.core, channel, message, call.world.bot_id)
    return 204, None


async def unpin(call: Call) -> Answer:
    """DELETE a pin."""
    channel, message = _pinning(call)
    system_messages.unpin(call.core, channel, message)
    return 204, None


def _pinning(call: Call) -> tuple[Channel, Message]:
    channel = call.channel(P.VIEW, P.PIN_MESSAGES)
    message = call.message(channel)
    _check_active(channel)
    return channel, message


async def pins(call: Call) -> Answer:
    """GET the pins, the latest first, with the time of each."""
    core = call.core
    channel = call.channel(P.VIEW, P.READ_HISTORY)
    limit, before = call.limit(50, 50), call.query.get("before")
    there = core.world.messages[channel.id].values()
    pinned = [(iso(each.pinned_at), each) for each in there if each.pinned_at is not None]
    found = sorted((each for each in pinned if before is None or each[0] < before), key=lambda each: each[0])[::-1]
    items = [
        {"pinned_at": at, "message": payloads.message(core.world, core.cdn, each, nonce=False)}
        for at, each in found[:limit]
    ]
    return 200, {"items": items, "has_more": len(found) > limit}


async def react(call: Call) -> Answer:
    """PUT own reaction."""
    return _react(call, call.channel(P.VIEW, P.ADD_REACTIONS, P.READ_HISTORY), on=True)


async def unreact(call: Call) -> Answer:
    """DELETE own reaction."""
    return _react(call, call.channel(P.VIEW), on=False)


def _react(call: Call, channel: Channel, *, on: bool) -> Answer:
    message = call.message(channel)
    _check_active(channel)
    user_id = call.world.bot_id
    emoji = unquote(call.params["emoji"])
    who = message.reactions.setdefault(emoji, [])
    if on == (user_id in who):
        return 204, None
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
    return 204, None


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
    if not wanted.isdecimal():
        raise not_snowflake("recipient_id", wanted)
    other = core.world.users.get(int(wanted))
    if other is None:
        raise DiscordError(400, 50033, "Invalid Recipient(s)")
    if other.bot:
        raise DiscordError(400, 50007, "Cannot send messages to this user")
    return 200, payloads.channel(core.world, actions.open_dm(core, core.world.bot_id, other.id))
