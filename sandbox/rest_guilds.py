"""REST: servers, members, roles, users, the application and its commands."""

from typing import Any

from sandbox import actions, payloads
from sandbox.errors import DiscordError, FormErrors, Json, missing_permissions, unknown
from sandbox.model import Event, Guild, Member, Role
from sandbox.permissions import ALL_PERMISSIONS, P, guild_permissions
from sandbox.rest_call import Answer, Call, needs_members_intent, not_snowflake


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
