"""REST: channels, overwrites, threads and who is in them."""

from sandbox import actions, payloads
from sandbox.errors import DiscordError, Json, Tree, missing_access, missing_permissions, unknown
from sandbox.ids import iso
from sandbox.model import CATEGORY, DM, NEWS, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Overwrite
from sandbox.permissions import P
from sandbox.rest_call import Answer, Call, wrong_channel_type

ARCHIVE_AFTER = (60, 1440, 4320, 10080)
MOST_THREADS = 1000
MOST_THREAD_MEMBERS = 1000
MOST_CHANNELS = 500


async def get(call: Call) -> Answer:
    """GET /channels/{c}."""
    return 200, payloads.channel(call.world, call.channel(P.VIEW))


def _overwrites(given: list[Json]) -> list[Overwrite]:
    return [
        Overwrite(int(each["id"]), int(each["type"]), int(each.get("allow") or 0), int(each.get("deny") or 0))
        for each in given
    ]


def _check_channel(tree: Tree, data: Json) -> None:
    if "name" in data:
        tree.text(("name",), data["name"], 100, 1, needed=True)
    tree.text(("topic",), data.get("topic"), 1024)
    tree.items(("permission_overwrites",), data.get("permission_overwrites"), 0, 1000)


async def create(call: Call) -> Answer:
    """POST /guilds/{g}/channels (text channels)."""
    core = call.core
    guild = call.guild(P.MANAGE_CHANNELS)
    data = call.record()
    tree = Tree()
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
    )
    core.world.channels[channel.id] = channel
    core.world.messages[channel.id] = {}
    actions.publish_channel(core, channel, "CREATE")
    return 201, payloads.channel(core.world, channel)


async def modify(call: Call) -> Answer:
    """PATCH /channels/{c}: channels need MANAGE_CHANNELS, threads MANAGE_THREADS or to be their owner."""
    core = call.core
    channel = call.channel(P.VIEW)
    data = call.record()
    bits = core.world.permissions(channel, core.world.bot_id)
    tree = Tree()
    if channel.type == DM:
        raise wrong_channel_type()
    _check_channel(tree, data)
    if channel.is_thread:
        own = channel.owner_id == core.world.bot_id and not data.get("locked")
        if not bits & P.MANAGE_THREADS and not own:
            raise missing_permissions()
        if data.get("auto_archive_duration") is not None:
            tree.one_of(("auto_archive_duration",), data["auto_archive_duration"], ARCHIVE_AFTER)
        tree.check()
        _modify_thread(call, channel, data)
    else:
        if not bits & P.MANAGE_CHANNELS:
            raise missing_permissions()
        tree.check()
        channel.name = data.get("name", channel.name)
        channel.topic = data.get("topic", channel.topic)
        channel.position = data.get("position", channel.position)
        if data.get("permission_overwrites") is not None:
            channel.overwrites = _overwrites(data["permission_overwrites"])
    actions.publish_channel(core, channel, "UPDATE")
    return 200, payloads.channel(core.world, channel)


def _modify_thread(call: Call, thread: Channel, data: Json) -> None:
    if thread.archived and data.get("archived") is not False and set(data) - {"archived", "locked"}:
        raise DiscordError(400, 50083, "Thread is archived")
    thread.name = data.get("name", thread.name)
    thread.locked = data.get("locked", thread.locked)
    thread.auto_archive = data.get("auto_archive_duration", thread.auto_archive)
    if thread.type == PRIVATE_THREAD:
        thread.invitable = data.get("invitable", thread.invitable)
    if "archived" in data and data["archived"] != thread.archived:
        thread.archived = data["archived"]
        thread.archive_changed_at = call.core.clock()


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
    tree = Tree()
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


# threads


def _check_thread(call: Call, parent: Channel, data: Json, kind: int) -> None:
    tree = Tree()
    tree.text(("name",), data.get("name"), 100, 1, needed=True)
    if data.get("auto_archive_duration") is not None:
        tree.one_of(("auto_archive_duration",), data["auto_archive_duration"], ARCHIVE_AFTER)
    tree.number(("rate_limit_per_user",), data.get("rate_limit_per_user"), 0, 21600)
    tree.check()
    if parent.type not in (TEXT, NEWS):
        raise wrong_channel_type()
    world = call.world
    need = P.CREATE_PRIVATE_THREADS if kind == PRIVATE_THREAD else P.CREATE_PUBLIC_THREADS
    bits = world.permissions(parent, world.bot_id)
    if not bits & need or (kind != PRIVATE_THREAD and not world.can_send(parent, world.bot_id)):
        raise missing_permissions()
    active = sum(each.is_thread and not each.archived for each in world.channels_of(parent.guild_id or 0))
    if active >= MOST_THREADS:
        raise DiscordError(400, 160006, "Maximum number of active threads reached.")


async def create_thread(call: Call) -> Answer:
    """POST /channels/{c}/threads: a thread of its own, private unless `type` says otherwise."""
    parent = call.channel(P.VIEW)
    data = call.record()
    kind = data.get("type", PRIVATE_THREAD)
    tree = Tree()
    tree.one_of(("type",), kind, (PUBLIC_THREAD, PRIVATE_THREAD))
    tree.check()
    _check_thread(call, parent, data, kind)
    thread = actions.create_thread(call.core, parent, call.world.bot_id, data, kind=kind)
    return 201, payloads.channel(call.world, thread)


async def create_thread_on(call: Call) -> Answer:
    """POST /channels/{c}/messages/{m}/threads: one per message (160004)."""
    parent = call.channel(P.VIEW, P.READ_HISTORY)
    start = call.message(parent)
    data = call.record()
    _check_thread(call, parent, data, PUBLIC_THREAD)
    if start.id in call.world.channels:
        raise DiscordError(400, 160004, "A thread has already been created for this message")
    thread = actions.create_thread(call.core, parent, call.world.bot_id, data, kind=PUBLIC_THREAD, start=start)
    return 201, payloads.channel(call.world, thread)


def _thread(call: Call) -> Channel:
    thread = call.channel(P.VIEW)
    if not thread.is_thread:
        raise wrong_channel_type()
    return thread


async def join_thread(call: Call) -> Answer:
    """PUT /channels/{c}/thread-members/{user or @me}."""
    thread = _thread(call)
    world = call.world
    user_id = call.who()
    if thread.archived:
        raise DiscordError(400, 50083, "Thread is archived")
    if user_id not in world.users:
        raise unknown("User")
    if user_id != world.bot_id and not world.can_send(thread, world.bot_id):
        raise missing_permissions()
    if not world.permissions(world.channel(thread.parent_id or 0), user_id) & P.VIEW:
        raise missing_access()
    if len(thread.thread_members) >= MOST_THREAD_MEMBERS:
        raise DiscordError(400, 30033, "Maximum number of thread participants reached (1000).")
    actions.add_to_thread(call.core, thread, user_id)
    return 204, None


async def leave_thread(call: Call) -> Answer:
    """DELETE /channels/{c}/thread-members/{user or @me}."""
    thread = _thread(call)
    world = call.world
    user_id = call.who()
    bits = world.permissions(thread, world.bot_id)
    owns = thread.type == PRIVATE_THREAD and thread.owner_id == world.bot_id
    if user_id != world.bot_id and not bits & P.MANAGE_THREADS and not owns:
        raise missing_permissions()
    actions.remove_from_thread(call.core, thread, user_id)
    return 204, None


async def thread_members(call: Call) -> Answer:
    """GET /channels/{c}/thread-members."""
    thread = _thread(call)
    return 200, [payloads.thread_member(thread, each) for each in thread.thread_members]


async def thread_member(call: Call) -> Answer:
    """GET /channels/{c}/thread-members/{user}."""
    thread = _thread(call)
    user_id = call.who()
    if user_id not in thread.thread_members:
        raise unknown("Member")
    return 200, payloads.thread_member(thread, user_id)


def _threads_answer(call: Call, found: list[Channel]) -> Json:
    world = call.world
    mine = [payloads.thread_member(each, world.bot_id) for each in found if world.bot_id in each.thread_members]
    return {"threads": [payloads.channel(world, each) for each in found], "members": mine}


async def active_threads(call: Call) -> Answer:
    """GET /guilds/{g}/threads/active."""
    guild = call.guild()
    world = call.world
    found = [
        each
        for each in world.channels_of(guild.id)
        if each.is_thread and not each.archived and world.permissions(each, world.bot_id)
    ]
    return 200, {**_threads_answer(call, found), "has_more": False}


async def archived_threads(call: Call) -> Answer:
    """GET /channels/{c}/threads/archived/{public or private}, newest first."""
    parent = call.channel(P.VIEW, P.READ_HISTORY)
    kind = PRIVATE_THREAD if call.params["kind"] == "private" else PUBLIC_THREAD
    if kind == PRIVATE_THREAD:
        call.channel(P.MANAGE_THREADS)
    before = call.query.get("before")
    found = [
        each
        for each in call.world.channels.values()
        if each.parent_id == parent.id
        and each.type == kind
        and each.archived
        and (before is None or iso(each.archive_changed_at) < before)
    ]
    found.sort(key=lambda each: -each.archive_changed_at)
    limit = call.limit(50, 100)
    return 200, {**_threads_answer(call, found[:limit]), "has_more": len(found) > limit}
