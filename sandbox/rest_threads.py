"""REST: threads, who is in them, and what their life as active or archived ones allows."""

from sandbox import actions, errors, payloads
from sandbox.ids import iso
from sandbox.model import NAME_CHANGE, NEWS, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel
from sandbox.permissions import P
from sandbox.rest_call import Answer, Call, needs_members_intent, not_snowflake, wrong_channel_type
from sandbox.system_messages import note

ARCHIVE_AFTER = (60, 1440, 4320, 10080)
MOST_THREADS = 1000
MOST_THREAD_MEMBERS = 1000


def may_edit(call: Call, thread: Channel, data: errors.Json) -> bool:
    """Whether the bot may do this without managing threads: its creator may, but for locking it or opening a locked one; to
    open one again it is enough to be in it and to be able to write there."""
    world = call.world
    if thread.locked or data.get("locked"):
        return False
    opens = data == {"archived": False} and world.can_send(thread, world.bot_id)
    return thread.owner_id == world.bot_id or (opens and world.bot_id in thread.thread_members)


def modify(call: Call, thread: Channel, data: errors.Json) -> None:
    """Change an existing thread as a checked body says; an archived one only to open it."""
    if thread.archived and data.get("archived") is not False and set(data) - {"archived"}:
        raise errors.thread_archived()
    if data.get("name", thread.name) != thread.name:
        thread.name = data["name"]
        note(call.core, thread, call.world.bot_id, NAME_CHANGE, thread.name)
    thread.slow_seconds = data.get("rate_limit_per_user", thread.slow_seconds)
    thread.locked = data.get("locked", thread.locked)
    if data.get("auto_archive_duration") not in (None, thread.auto_archive):
        thread.auto_archive = data["auto_archive_duration"]
        thread.archive_changed_at = call.core.clock()
    if thread.type == PRIVATE_THREAD:
        thread.invitable = data.get("invitable", thread.invitable)
    if "archived" in data and data["archived"] != thread.archived:
        actions.set_archived(call.core, thread, archived=data["archived"])


def _check_thread(call: Call, parent: Channel, data: errors.Json, kind: int) -> None:
    tree = errors.FormErrors()
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
        raise errors.missing_permissions()
    active = sum(each.is_thread and not each.archived for each in world.channels_of(parent.guild_id or 0))
    if active >= MOST_THREADS:
        raise errors.DiscordError(400, 160006, "Maximum number of active threads reached.")


async def create_thread(call: Call) -> Answer:
    """POST /channels/{c}/threads: a thread of its own, private unless `type` says otherwise."""
    parent = call.channel(P.VIEW)
    data = call.record()
    kind = data.get("type", PRIVATE_THREAD)
    tree = errors.FormErrors()
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
        raise errors.DiscordError(400, 160004, "A thread has already been created for this message")
    thread = actions.create_thread(call.core, parent, call.world.bot_id, data, kind=PUBLIC_THREAD, start=start)
    return 201, payloads.channel(call.world, thread)


def _thread(call: Call, *, active: bool = False) -> Channel:
    thread = call.channel(P.VIEW)
    if not thread.is_thread:
        raise wrong_channel_type()
    if active and thread.archived:
        raise errors.thread_archived()
    return thread


async def join_thread(call: Call) -> Answer:
    """PUT /channels/{c}/thread-members/{user or @me}."""
    thread = _thread(call, active=True)
    world = call.world
    user_id = call.who()
    if user_id not in world.users:
        raise errors.unknown("User")
    world.member(thread.guild_id or 0, user_id)
    if user_id != world.bot_id and world.is_shut(thread, world.bot_id):
        raise errors.thread_locked()
    if user_id != world.bot_id and not world.can_send(thread, world.bot_id):
        raise errors.missing_permissions()
    if not world.permissions(world.channel(thread.parent_id or 0), user_id) & P.VIEW:
        raise errors.missing_access()
    if len(thread.thread_members) >= MOST_THREAD_MEMBERS:
        raise errors.DiscordError(400, 30033, "Maximum number of thread participants reached (1000).")
    actions.add_to_thread(call.core, thread, user_id, world.bot_id)
    return 204, None


async def leave_thread(call: Call) -> Answer:
    """DELETE /channels/{c}/thread-members/{user or @me}."""
    thread = _thread(call, active=True)
    world = call.world
    user_id = call.who()
    bits = world.permissions(thread, world.bot_id)
    owns = thread.type == PRIVATE_THREAD and thread.owner_id == world.bot_id
    if user_id != world.bot_id and not bits & P.MANAGE_THREADS and not owns:
        raise errors.missing_permissions()
    actions.remove_from_thread(call.core, thread, user_id, world.bot_id)
    return 204, None


async def thread_members(call: Call) -> Answer:
    """GET /channels/{c}/thread-members: needs the members intent; with members it comes in pages, by user id."""
    thread = _thread(call)
    needs_members_intent(call.world)
    if not call.flag("with_member"):
        return 200, [payloads.thread_member(thread, each) for each in thread.thread_members]
    after = call.query.get("after", "0")
    if not after.isdecimal():
        raise not_snowflake("after", after)
    chosen = sorted(each for each in thread.thread_members if each > int(after))[: call.limit(100, 100)]
    return 200, [_with_member(call, thread, each) for each in chosen]


def _with_member(call: Call, thread: Channel, user_id: int) -> errors.Json:
    member = call.world.member(thread.guild_id or 0, user_id)
    return {**payloads.thread_member(thread, user_id), "member": payloads.member(call.world, member)}


async def thread_member(call: Call) -> Answer:
    """GET /channels/{c}/thread-members/{user}."""
    thread = _thread(call)
    user_id = call.who()
    if user_id not in thread.thread_members:
        raise errors.unknown("Member")
    if call.flag("with_member"):
        return 200, _with_member(call, thread, user_id)
    return 200, payloads.thread_member(thread, user_id)


def _threads_answer(call: Call, found: list[Channel]) -> errors.Json:
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
    return _page(call, sorted(found, key=lambda each: -each.archive_changed_at))


async def joined_threads(call: Call) -> Answer:
    """GET /channels/{c}/users/@me/threads/archived/private: those that the bot is in, the newest id first."""
    parent = call.channel(P.VIEW, P.READ_HISTORY)
    before = call.query.get("before", str(1 << 63))
    if not before.isdecimal():
        raise not_snowflake("before", before)
    found = [
        each
        for each in call.world.channels.values()
        if each.parent_id == parent.id
        and each.type == PRIVATE_THREAD
        and each.archived
        and each.id < int(before)
        and call.world.bot_id in each.thread_members
    ]
    return _page(call, sorted(found, key=lambda each: -each.id))


def _page(call: Call, found: list[Channel]) -> Answer:
    limit = call.limit(50, 100)
    return 200, {**_threads_answer(call, found[:limit]), "has_more": len(found) > limit}
