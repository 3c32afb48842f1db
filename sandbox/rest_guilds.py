"""REST: servers, members, roles, users, the application and its commands; channels and their overwrites."""

from typing import Any

from sandbox import actions, payloads, rest_threads
from sandbox.errors import DiscordError, FormErrors, Json, missing_permissions, unknown
from sandbox.model import CATEGORY, DM, NEWS, TEXT, Channel, Event, Guild, Member, Overwrite, Role
from sandbox.permissions import ALL_PERMISSIONS, P, guild_permissions
from sandbox.rest_call import Answer, Call, needs_members_intent, not_snowflake, wrong_channel_type
from sandbox.rest_threads import ARCHIVE_AFTER

MOST_CHANNELS = 500


async def get_channel(call: Call) -> Answer:
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


async def create_channel(call: Call) -> Answer:
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


async def modify_channel(call: Call) -> Answer:
    """PATCH /channels/{c}: channels need MANAGE_CHANNELS, threads MANAGE_THREADS or their owner."""
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


async def delete_channel(call: Call) -> Answer:
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


async def me(call: Call) -> Answer:
    """GET /users/@me."""
    return 200, payloads.me(call.world.users[call.world.bot_id])


async def user(call: Call) -> Answer:
    """GET /users/{u}."""
    return 200, payloads.user(call.world.user(call.number("user_id")))


async def application(call: Call) -> Answer:
    """GET /oauth2/applications/@me and /applications/@me."""
    return 200, payloads.application(call.world)


async def gateway(call: Call) -> Answer:
    """GET /gateway."""
    return 200, {"url": call.core.gateway.url}


async def gateway_bot(call: Call) -> Answer:
    """GET /gateway/bot."""
    meters = call.core.meters
    limit = meters.session_start_limit()
    return 200, {"url": call.core.gateway.url, "shards": meters.limits.shards, "session_start_limit": limit}


async def guild(call: Call) -> Answer:
    """GET /guilds/{g}."""
    found = call.guild()
    data = payloads.guild(found)
    if call.flag("with_counts"):
        data.update(approximate_member_count=len(found.members), approximate_presence_count=len(found.members))
    return 200, data


async def channels(call: Call) -> Answer:
    """GET /guilds/{g}/channels."""
    found = call.world.channels_of(call.guild().id)
    return 200, [payloads.channel(call.world, each) for each in found if not each.is_thread]


async def member(call: Call) -> Answer:
    """GET /guilds/{g}/members/{u}."""
    found = call.world.member(call.guild().id, call.number("user_id"))
    return 200, payloads.member(call.world, found)


async def members(call: Call) -> Answer:
    """GET /guilds/{g}/members, by id."""
    world = call.world
    found = call.guild()
    needs_members_intent(world)
    after = call.query.get("after", "0")
    if not after.isdecimal():
        raise not_snowflake("after", after)
    chosen = sorted(each for each in found.members if each > int(after))[: call.limit(1, 1000)]
    return 200, [payloads.member(world, found.members[each]) for each in chosen]


def _top(found: Guild, user_id: int) -> int:
    if found.owner_id == user_id:
        return 1 << 30
    return max((found.roles[each].position for each in found.members[user_id].roles if each in found.roles), default=0)


def _check_role(call: Call, found: Guild, role_id: int) -> None:
    role = found.roles.get(role_id)
    if role is None or role.id == found.id:
        raise unknown("Role")
    if role.managed or role.position >= _top(found, call.world.bot_id):
        raise missing_permissions()


async def add_role(call: Call) -> Answer:
    """PUT /guilds/{g}/members/{u}/roles/{r}: only roles below the bot's own."""
    found, target, role_id = _role_of(call)
    if role_id not in target.roles:
        actions.change_member(call.core, found.id, target, roles=[*target.roles, role_id])
    return 204, None


async def remove_role(call: Call) -> Answer:
    """DELETE /guilds/{g}/members/{u}/roles/{r}."""
    found, target, role_id = _role_of(call)
    actions.change_member(call.core, found.id, target, roles=[each for each in target.roles if each != role_id])
    return 204, None


def _role_of(call: Call) -> tuple[Guild, Member, int]:
    found = call.guild(P.MANAGE_ROLES)
    target, role_id = call.world.member(found.id, call.number("user_id")), call.number("role_id")
    _check_role(call, found, role_id)
    return found, target, role_id


async def edit_member(call: Call) -> Answer:
    """PATCH /guilds/{g}/members/{u}: nickname and roles."""
    found = call.guild()
    bits = guild_permissions(found, call.world.bot_id, call.core.clock())
    target = call.world.member(found.id, call.number("user_id"))
    data = call.record()
    changes: dict[str, Any] = {}
    tree = FormErrors()
    if "nick" in data:
        if not bits & P.MANAGE_NICKNAMES:
            raise missing_permissions()
        changes["nick"] = tree.text(("nick",), data["nick"], 32) or None
    tree.check()
    if data.get("roles") is not None:
        if not bits & P.MANAGE_ROLES:
            raise missing_permissions()
        wanted = [int(each) for each in data["roles"]]
        for each in set(wanted) ^ set(target.roles):
            _check_role(call, found, each)
        changes["roles"] = wanted
    return 200, payloads.member(call.world, actions.change_member(call.core, found.id, target, **changes))


async def roles(call: Call) -> Answer:
    """GET /guilds/{g}/roles."""
    return 200, [payloads.role(each) for each in call.guild().roles.values()]


async def create_role(call: Call) -> Answer:
    """POST /guilds/{g}/roles: never with more permissions than the bot has."""
    found = call.guild(P.MANAGE_ROLES)
    data = call.record()
    tree = FormErrors()
    name = tree.text(("name",), data.get("name"), 100) or "new role"
    tree.check()
    if len(found.roles) >= 250:
        raise DiscordError(400, 30005, "Maximum number of server roles reached (250)")
    wanted = int(data.get("permissions") or 0)
    if wanted & ~guild_permissions(found, call.world.bot_id, call.core.clock()) & ALL_PERMISSIONS:
        raise missing_permissions()
    role = Role(call.core.new_id(), name, wanted, data.get("color") or 0, 1, bool(data.get("mentionable")))
    found.roles[role.id] = role
    payload = {"guild_id": str(found.id), "role": payloads.role(role)}
    call.core.publish(Event("GUILD_ROLE_CREATE", payload, found.id))
    return 200, payloads.role(role)


async def my_guilds(call: Call) -> Answer:
    """GET /users/@me/guilds."""
    world = call.world
    found: list[Json] = [
        {
            "id": str(each.id),
            "name": each.name,
            "icon": None,
            "banner": None,
            "owner": each.owner_id == world.bot_id,
            "permissions": str(guild_permissions(each, world.bot_id, world.clock())),
            "features": [],
        }
        for each in world.guilds.values()
        if world.bot_id in each.members
    ]
    return 200, found
