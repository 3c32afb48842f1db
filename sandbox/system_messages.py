"""What Discord writes in somebody's name: who pinned a message, took somebody into a thread, renamed it, or began one."""

from collections.abc import Sequence

from sandbox import payloads
from sandbox.errors import DiscordError, Json
from sandbox.ids import iso
from sandbox.interactions import Core
from sandbox.model import PINS_ADD, Channel, Event, Message

MOST_PINS = 250


def publish_message(core: Core, message: Message, channel: Channel, verb: str) -> None:
    """MESSAGE_CREATE or MESSAGE_UPDATE; ephemeral ones reach the bot without a guild id, as Discord's do."""
    payload = payloads.message(core.world, core.cdn, message)
    if channel.guild_id is not None and message.viewer is None:
        payload["guild_id"] = str(channel.guild_id)
        member = core.world.guilds[channel.guild_id].members.get(message.author_id)
        if member is not None:
            payload["member"] = payloads.member(core.world, member, with_user=False)
    payload["channel_type"] = channel.type
    guild_id = None if message.viewer is not None else channel.guild_id
    core.publish(Event(f"MESSAGE_{verb}", payload, guild_id, channel, message))


def note(
    core: Core,
    channel: Channel,
    author_id: int,
    kind: int,
    content: str = "",
    *,
    named: Sequence[int] = (),
    reference: Json | None = None,
) -> None:
    """Writes one; it opens no archived thread and brings nobody in. `kind` is one of `sandbox.model.SYSTEM_MESSAGES`."""
    now = core.clock()
    message = Message(
        core.new_id(), channel.id, author_id, content, kind, now, mentions=list(named), reference=reference
    )
    core.world.messages.setdefault(channel.id, {})[message.id] = message
    channel.last_message_id = message.id
    channel.messages_sent += 1
    publish_message(core, message, channel, "CREATE")


def pin(core: Core, channel: Channel, message: Message, user_id: int) -> None:
    """Pins a message, and says so in the channel; one that is pinned stays so. 30003 if there are too many, 50021 for a system
    message."""
    if message.pinned:
        return
    if message.is_system:
        raise on_system_message()
    if sum(each.pinned for each in core.world.messages[channel.id].values()) >= MOST_PINS:
        raise DiscordError(400, 30003, f"Maximum number of pins reached ({MOST_PINS})")
    message.pinned_at = channel.pinned_at = core.clock()
    _tell(core, channel, message)
    note(core, channel, user_id, PINS_ADD, reference=payloads.reference(channel, message.id))


def unpin(core: Core, channel: Channel, message: Message) -> None:
    """Takes a pin out again; nothing is written of that."""
    if message.pinned:
        message.pinned_at = None
        _tell(core, channel, message)


def _tell(core: Core, channel: Channel, message: Message) -> None:
    publish_message(core, message, channel, "UPDATE")
    payload: Json = {"channel_id": str(channel.id)}
    if channel.pinned_at is not None:
        payload["last_pin_timestamp"] = iso(channel.pinned_at)
    if channel.guild_id is not None:
        payload["guild_id"] = str(channel.guild_id)
    core.publish(Event("CHANNEL_PINS_UPDATE", payload, channel.guild_id, channel))


def on_system_message() -> DiscordError:
    """What cannot be done to a message that Discord wrote."""
    return DiscordError(403, 50021, "Cannot execute action on a system message")
