"""REST: channels and their overwrites."""

from sandbox import actions, payloads, rest_threads
from sandbox.errors import DiscordError, FormErrors, Json, missing_permissions, unknown
from sandbox.model import CATEGORY, DM, NEWS, TEXT, Channel, Overwrite
from sandbox.permissions import P
from sandbox.rest_call import Answer, Call, wrong_channel_type
from sandbox.rest_threads import ARCHIVE_AFTER

MOST_CHANNELS = 500


async def get(call: Call) -> Answer:
    """GET /channels/{c}."""
    return 200, payloads.channel(call.world, call.channel(P.VIEW))


def _overwrites(given: list[Json]) -> list[Overwrite]:
    return [
        Overwrite(int(each["id"]), int(each["type"]), int(each.get("allow") or 0), int(each.get("deny") or 0))
        for each in given
    ]


def _check_channel(tree: FormErrors, data: Json) -> None:
    if "name" in data:
        tree.text(("name",), data["name"], 100, 1, needed=True)
    tree.text(("topic",), data.get("topic"), 1024)
    tree.number(("rate_limit_per_user",), data.get("rate_limit_per_user"), 0, 21600)
    tree.items(("permission_overwrites",), data.get("permission_overwrites"), 0, 1000)
    if data.get("default_auto_archive_duration") is not None:
        tree.one_of(("default_auto_archive_duration",), data["default_auto_archive_duration"], ARCHIVE_AFTER)


async def create(call: Call) -> Answer:
    """POST /guilds/{g}/channels (text channels)."""
    core = call.core
    guild = call.guild(P.MANAGE_CHANNELS)
    data = call.record()
    tree = FormErrors()
    tree.text(("name",), data.get("name"), 100, 1, needed=True)
    _check_channel(tree, data)
    tree.one_of(("type",), data.get("type") or TEXT, (TEXT, CATEGORY, NEWS))
    tree.check()
    mine = [each for each in core.world.channels_of(guild.id) if not each.is_thread]
    if len(mine) >= MOST_CHANNELS:
        raise DiscordError(400, 30013, f"Maximum number of server channels reached ({MOST_CHANNELS})")
    channel = Channel(
        core.new_id(),
        data.get("type") or TEXT,
        data["name"].lower().replace(" ", "-"),
        guild.id,
        data.get("topic"),
        int(data["parent_id"]) if data.get("parent_id") else None,
        len(mine),
        _overwrites(data.get("permission_overwrites") or []),
        default_auto_archive=data.get("default_auto_archive_duration"),
        slow_seconds=data.get("rate_limit_per_user") or 0,
    )
    core.world.channels[channel.id] = channel
    core.world.messages[channel.id] = {}
    actions.publish_channel(core, channel, "CREATE")
    return 201, payloads.channel(core.world, channel)


async def modify(call: Call) -> Answer:
    """PATCH /channels/{c}: needs MANAGE_CHANNELS, or for others' threads MANAGE_THREADS."""
    core = call.core
    channel = call.channel(P.VIEW)
    data = call.record()
    bits = core.world.permissions(channel, core.world.bot_id)
    tree = FormErrors()
    if channel.type == DM:
        raise wrong_channel_type()
    _check_channel(tree, data)
    if channel.is_thread:
        if not bits & P.MANAGE_THREADS and not rest_threads.may_edit(call, channel, data):
            raise missing_permissions()
        if data.get("auto_archive_duration") is not None:
            tree.one_of(("auto_archive_duration",), data["auto_archive_duration"], ARCHIVE_AFTER)
        tree.check()
        rest_threads.modify(call, channel, data)
    else:
        if not bits & P.MANAGE_CHANNELS:
            raise missing_permissions()
        tree.check()
        channel.name = data.get("name", channel.name)
        channel.topic = data.get("topic", channel.topic)
        channel.position = data.get("position", channel.position)
        channel.slow_seconds = data.get("rate_limit_per_user", channel.slow_seconds) or 0
        channel.default_auto_archive = data.get("default_auto_archive_duration", channel.default_auto_archive)
        if data.get("permission_overwrites") is not None:
            channel.overwrites = _overwrites(data["permission_overwrites"])
    actions.publish_channel(core, channel, "UPDATE")
    return 200, payloads.channel(core.world, channel)


async def delete(call: Call) -> Answer:
    """DELETE /channels/{c}."""
    core = call.core
    channel = call.channel(P.VIEW)
    if channel.type == DM:
        return 200, payloads.channel(core.world, channel)
    call.channel(P.MANAGE_THREADS if channel.is_thread else P.MANAGE_CHANNELS)
    answer = payloads.channel(core.world, channel)
    actions.delete_channel(core, channel)
    return 200, answer


async def set_overwrite(call: Call) -> Answer:
    """PUT /channels/{c}/permissions/{id}."""
    channel = call.channel(P.VIEW, P.MANAGE_ROLES)
    data = call.record()
    number = call.number("overwrite_id")
    tree = FormErrors()
    tree.one_of(("type",), data.get("type"), (0, 1))
    tree.check()
    channel.overwrites = [each for each in channel.overwrites if each.id != number]
    channel.overwrites.append(Overwrite(number, data["type"], int(data.get("allow") or 0), int(data.get("deny") or 0)))
    actions.publish_channel(call.core, channel, "UPDATE")
    return 204, None


async def delete_overwrite(call: Call) -> Answer:
    """DELETE /channels/{c}/permissions/{id}."""
    channel = call.channel(P.VIEW, P.MANAGE_ROLES)
    number = call.number("overwrite_id")
    left = [each for each in channel.overwrites if each.id != number]
    if len(left) == len(channel.overwrites):
        raise unknown("Overwrite")
    channel.overwrites = left
    actions.publish_channel(call.core, channel, "UPDATE")
    return 204, None
