"""Threads as Discord documents them: they archive themselves, and what may be done in archived and locked ones, and by whom."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from sandbox.errors import Refused
from sandbox.human import NoAnswerError
from sandbox.model import Channel, Event
from sandbox.permissions import ALL_PERMISSIONS, EVERYONE_PERMISSIONS, P
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.patience import WAIT_SECONDS
from tests.sandbox.raw import Raw
from tests.sandbox.small_bot import make_bot

DAY = 24 * 3600.0


@pytest.fixture
async def sandbox(clock: ManualClock) -> AsyncIterator[Sandbox]:
    """A fresh demo world at that time; the bot has what a careful invite link asks for, and manages nothing."""
    link = P.VIEW | P.SEND | P.SEND_IN_THREADS | P.CREATE_PRIVATE_THREADS | P.PIN_MESSAGES
    async with running_sandbox(clock=clock.time, bot_permissions=int(link)) as found:
        yield found


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """A bare REST client."""
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


async def private(raw: Raw, **more: object) -> Channel:
    """A private thread of the bot's in #war-room, with Ada in it."""
    status, made = await raw("POST", raw.room.replace("/messages", "/threads"), {"name": "Packet", "type": 12, **more})
    assert status == 201
    thread = raw.sandbox.world.channel(int(made["id"]))
    assert (await raw("PUT", f"/channels/{thread.id}/thread-members/{user(raw, 'ada')}"))[0] == 204
    return thread


async def is_archived(raw: Raw, thread: Channel) -> bool:
    """What Discord says of it."""
    return bool((await raw("GET", f"/channels/{thread.id}"))[1]["thread_metadata"]["archived"])


def user(raw: Raw, name: str) -> int:
    """A person's id."""
    return raw.sandbox.world.user(name).id


def shut(thread: Channel, *, archived: bool = True) -> None:
    """A moderator locks it."""
    thread.locked, thread.archived = True, archived


@pytest.mark.parametrize(("asked", "channels", "days"), [(None, None, 1), (None, 4320, 3), (10080, 60, 7)])
async def test_a_thread_archives_itself_so_long_after_its_last_message(
    raw: Raw, clock: ManualClock, asked: int | None, channels: int | None, days: int
) -> None:
    raw.sandbox.world.channel("war-room").default_auto_archive = channels
    thread = await private(raw, **({} if asked is None else {"auto_archive_duration": asked}))
    clock.forward(seconds=days * DAY - 60)
    raw.sandbox.human("ada").say(thread, "still here")
    clock.forward(seconds=days * DAY - 60)
    assert thread in raw.sandbox.human("ada").threads("war-room")
    clock.forward(seconds=120)
    assert raw.sandbox.human("ada").threads("war-room") == []
    assert raw.sandbox.human("ada").archived_threads("war-room") == [thread]
    _, found = await raw("GET", f"/channels/{thread.id}")
    assert found["thread_metadata"]["archived"]
    _, active = await raw("GET", f"/guilds/{thread.guild_id}/threads/active")
    assert active["threads"] == []


async def test_the_bot_is_told_of_each_thread_in_order_and_before_anything_else(raw: Raw, clock: ManualClock) -> None:
    second = await private(raw, auto_archive_duration=1440)
    first = await private(raw, auto_archive_duration=60)
    told: list[Event] = []
    raw.sandbox.core.listeners.append(told.append)
    clock.forward(seconds=2 * DAY)
    assert (await raw("POST", f"/channels/{second.id}/messages", {"content": "open"}))[0] == 200
    seen = [(e.name, e.payload["id"], e.payload.get("thread_metadata", {}).get("archived")) for e in told]
    assert seen[:3] == [
        ("THREAD_UPDATE", str(first.id), True),
        ("THREAD_UPDATE", str(second.id), True),
        ("THREAD_UPDATE", str(second.id), False),
    ]
    assert seen[3][0] == "MESSAGE_CREATE"
    assert not second.archived


async def test_opening_again_and_another_duration_are_activity(raw: Raw, clock: ManualClock) -> None:
    thread = await private(raw)
    path = f"/channels/{thread.id}"
    clock.forward(seconds=DAY)
    _, opened = await raw("PATCH", path, {"archived": False})
    assert not opened["thread_metadata"]["archived"]
    clock.forward(seconds=DAY - 60)
    assert not (await raw("GET", path))[1]["thread_metadata"]["archived"]
    await raw("PATCH", path, {"auto_archive_duration": 60})
    clock.forward(seconds=3500)
    assert not (await raw("GET", path))[1]["thread_metadata"]["archived"]
    clock.forward(seconds=100)
    assert (await raw("GET", path))[1]["thread_metadata"]["archived"]


async def test_an_archived_thread_takes_nothing_but_messages_and_their_deletion(raw: Raw, clock: ManualClock) -> None:
    thread = await private(raw)
    path = f"/channels/{thread.id}"
    _, sent = await raw("POST", f"{path}/messages", {"content": "one"})
    clock.forward(seconds=2 * DAY)
    refused = (
        ("PATCH", f"{path}/messages/{sent['id']}", {"content": "two"}),
        ("PUT", f"{path}/messages/{sent['id']}/reactions/%F0%9F%91%8D/@me", None),
        ("PUT", f"{path}/messages/pins/{sent['id']}", None),
        ("PUT", f"{path}/thread-members/{user(raw, 'vik')}", None),
        ("DELETE", f"{path}/thread-members/{user(raw, 'ada')}", None),
        ("DELETE", f"{path}/thread-members/@me", None),
        ("PATCH", path, {"name": "Other"}),
        ("PATCH", path, {"auto_archive_duration": 10080}),
    )
    for method, where, body in refused:
        status, answer = await raw(method, where, body)
        assert (status, answer["code"]) == (400, 50083), (method, where)
    assert user(raw, "ada") in thread.thread_members
    assert (await raw("DELETE", f"{path}/messages/{sent['id']}"))[0] == 204
    assert await is_archived(raw, thread)
    assert (await raw("POST", f"{path}/messages", {"content": "three"}))[0] == 200
    assert not await is_archived(raw, thread)
    assert (await raw("PATCH", path, {"auto_archive_duration": 10080}))[0] == 200


async def test_a_member_who_may_write_opens_an_archived_thread_and_nobody_else(raw: Raw, clock: ManualClock) -> None:
    world = raw.sandbox.world
    thread = await private(raw)
    thread.owner_id = user(raw, "gm")
    clock.forward(seconds=2 * DAY)
    path = f"/channels/{thread.id}"
    assert (await raw("PATCH", path, {"archived": False, "name": "Mine"}))[0] == 403
    assert (await raw("PATCH", path, {"archived": False}))[0] == 200
    clock.forward(seconds=2 * DAY)
    for role in world.guild().roles.values():
        role.permissions &= ~int(P.SEND_IN_THREADS)
    status, answer = await raw("PATCH", path, {"archived": False})
    assert (status, answer["code"]) == (403, 50013)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_thread_is_for_those_who_manage_threads(raw: Raw, archived: bool) -> None:
    thread = await private(raw)
    path = f"/channels/{thread.id}"
    _, sent = await raw("POST", f"{path}/messages", {"content": "one"})
    shut(thread, archived=archived)
    status, answer = await raw("POST", f"{path}/messages", {"content": "two"})
    assert (status, answer["code"]) == (400, 160005)
    status, answer = await raw("PATCH", f"{path}/messages/{sent['id']}", {"content": "two"})
    assert (status, answer["code"]) == (400, 50083 if archived else 160005)
    assert (await raw("PATCH", path, {"archived": False}))[0] == 403
    assert (await raw("DELETE", f"{path}/messages/{sent['id']}"))[0] == (400 if archived else 204)
    with pytest.raises(Refused):
        raw.sandbox.human("ada").say(thread, "two")
    raw.sandbox.world.invite_bot(ALL_PERMISSIONS)
    assert (await raw("PATCH", path, {"archived": False, "locked": False}))[0] == 200


async def test_who_is_in_a_thread_is_listed_only_with_the_members_intent(raw: Raw) -> None:
    thread = await private(raw)
    path = f"/channels/{thread.id}/thread-members"
    for listing in (path, f"/guilds/{thread.guild_id}/members"):
        status, answer = await raw("GET", listing)
        assert (status, answer["code"]) == (403, 50001)
    assert (await raw("GET", f"{path}/{user(raw, 'ada')}"))[1]["user_id"] == str(user(raw, "ada"))
    status, answer = await raw("GET", f"{path}/{user(raw, 'vik')}")
    assert (status, answer["code"]) == (404, 10007)
    raw.sandbox.world.privileged_intents |= 1 << 1
    assert len((await raw("GET", path))[1]) == 2


async def test_thread_members_come_in_pages_by_id_when_asked_for_with_their_membership(raw: Raw) -> None:
    raw.sandbox.world.privileged_intents |= 1 << 1
    thread = await private(raw)
    path = f"/channels/{thread.id}/thread-members"
    for name in ("vik", "dom", "ola"):
        await raw("PUT", f"{path}/{user(raw, name)}")
    found, after = [], 0
    while page := (await raw("GET", f"{path}?with_member=true&limit=2&after={after}"))[1]:
        assert len(page) <= 2
        assert all(each["member"]["user"]["id"] == each["user_id"] for each in page)
        found += [int(each["user_id"]) for each in page]
        after = found[-1]
    assert found == sorted(thread.thread_members)
    assert "member" not in (await raw("GET", path))[1][0]
    for wrong in ("limit=0", "limit=101", "after=x"):
        status, answer = await raw("GET", f"{path}?with_member=true&{wrong}")
        assert (status, answer["code"]) == (400, 50035)
    one = (await raw("GET", f"{path}/{user(raw, 'ada')}?with_member=1"))[1]
    assert one["member"]["user"]["username"] == "ada"


async def test_the_bot_finds_the_archived_private_threads_that_it_is_in(raw: Raw, clock: ManualClock) -> None:
    threads = [await private(raw), await private(raw)]
    clock.forward(seconds=2 * DAY)
    path = raw.room.replace("/messages", "/users/@me/threads/archived/private")
    _, first = await raw("GET", f"{path}?limit=1")
    assert ([each["id"] for each in first["threads"]], first["has_more"]) == ([str(threads[1].id)], True)
    _, rest = await raw("GET", f"{path}?before={threads[1].id}")
    assert ([each["id"] for each in rest["threads"]], rest["has_more"]) == ([str(threads[0].id)], False)
    assert (await raw("GET", path.replace("users/@me/", "")))[0] == 403


async def test_no_commands_in_an_archived_thread_until_somebody_writes_there(
    sandbox: Sandbox, clock: ManualClock
) -> None:
    async with running_bot(make_bot(), sandbox) as bot:
        ada, thread = sandbox.human("ada"), await thread_of(bot, sandbox)
        shown = await ada.slash(thread.id, "panel")
        clock.forward(seconds=2 * DAY)
        assert ada.commands(thread.id) == []
        with pytest.raises(Refused, match="archived"):
            await ada.slash(thread.id, "panel")
        sandbox.core.interactions.answer_timeout = 0.5
        with pytest.raises(NoAnswerError):  # a press reaches the bot, but the message cannot be changed
            await ada.click(shown, "ready")
        sandbox.core.interactions.answer_timeout = WAIT_SECONDS
        assert thread.archived
        ada.say(thread.id, "hello")
        assert (await ada.slash(thread.id, "panel")).text() == "panel"


async def test_an_archived_thread_is_not_in_the_librarys_list_until_it_is_open_again(
    sandbox: Sandbox, clock: ManualClock
) -> None:
    async with running_bot(make_bot(), sandbox) as bot:
        thread = await thread_of(bot, sandbox)
        clock.forward(seconds=2 * DAY)
        gone = bot.loop.create_task(bot.wait_for("thread_remove", timeout=WAIT_SECONDS))
        back = bot.loop.create_task(bot.wait_for("thread_update", timeout=WAIT_SECONDS))
        assert sandbox.human("ada").threads() == []
        await asyncio.wait({gone, back}, return_when=asyncio.FIRST_COMPLETED)
        assert bot.get_channel(thread.id) is None
        joined = bot.loop.create_task(bot.wait_for("thread_join", timeout=WAIT_SECONDS))
        sandbox.human("ada").say(thread, "hello")
        await asyncio.wait({joined}, timeout=WAIT_SECONDS)
        assert bot.get_channel(thread.id) is not None
        for task in (gone, back, joined):
            task.cancel()


async def thread_of(bot: TreeClient, sandbox: Sandbox) -> Channel:
    """A private thread that the bot has made in #war-room, with Ada in it."""
    place = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(place, discord.TextChannel)
    made = await place.create_thread(name="Packet", auto_archive_duration=1440)
    await made.add_user(discord.Object(sandbox.world.user("ada").id))
    return sandbox.world.channel(made.id)


async def test_the_page_has_archived_threads_apart(sandbox: Sandbox, raw: Raw, clock: ManualClock) -> None:
    thread = await private(raw)
    headers = {"X-Sandbox-User": str(user(raw, "ada"))}
    async with aiohttp.ClientSession() as session:
        for archived in (False, True):
            async with session.get(f"{sandbox.url}/sandbox/api/home", headers=headers) as answer:
                home = await answer.json()
            there, elsewhere = ("archived", "threads") if archived else ("threads", "archived")
            assert [each["id"] for each in home[there]] == [str(thread.id)]
            assert home[elsewhere] == []
            clock.forward(seconds=2 * DAY)


async def test_editing_old_messages_too_often_is_refused_for_a_while(
    sandbox: Sandbox, raw: Raw, clock: ManualClock
) -> None:
    sandbox.core.old_edits.window = 1.0
    _, sent = await raw("POST", raw.room, {"content": "old"})
    path = f"{raw.room}/{sent['id']}"
    for number in range(8):
        assert (await raw("PATCH", path, {"content": str(number)}))[0] == 200
    clock.forward(seconds=3601)
    answers = [await raw("PATCH", path, {"content": f"later {number}"}) for number in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [429]
    assert answers[-1][1]["code"] == 30046
    assert 0 < answers[-1][1]["retry_after"] <= 1
    await asyncio.sleep(answers[-1][1]["retry_after"])  # as a bot really waits, whatever the sandbox's clock does
    assert (await raw("PATCH", path, {"content": "at last"}))[0] == 200


async def test_a_library_waits_as_long_as_it_is_told_to(sandbox: Sandbox, clock: ManualClock) -> None:
    async with running_bot(make_bot(), sandbox) as bot:
        place = bot.get_channel(sandbox.world.channel("war-room").id)
        assert isinstance(place, discord.TextChannel)
        message = await place.send("old")
        sandbox.core.old_edits.limit, sandbox.core.old_edits.window = 1, 0.2
        clock.forward(seconds=3601)
        await message.edit(content="one")
        await message.edit(content="two")
        assert sandbox.world.messages[place.id][message.id].content == "two"


async def test_the_bot_is_given_what_its_invite_asks_for_and_everyone_what_a_new_server_gives(sandbox: Sandbox) -> None:
    guild = sandbox.world.guild()
    mine = next(role for role in guild.roles.values() if role.managed)
    assert not mine.permissions & (P.MANAGE_THREADS | P.MANAGE_MESSAGES | P.EMBED_LINKS)
    everyone = guild.roles[guild.id].permissions
    assert everyone == EVERYONE_PERMISSIONS
    assert everyone & P.CREATE_PUBLIC_THREADS
    assert everyone & P.CREATE_PRIVATE_THREADS
    assert everyone & P.SEND_IN_THREADS
    assert not everyone & (P.MANAGE_THREADS | P.MANAGE_GUILD)
    again = sandbox.world.add_guild("Elsewhere", sandbox.world.user("vik"))
    assert next(role.permissions for role in again.roles.values() if role.managed) == mine.permissions


async def test_a_world_that_is_kept_is_given_the_permissions_of_the_next_start(
    tmp_path: Path, clock: ManualClock
) -> None:
    path = tmp_path / "state"
    for bits in (int(P.VIEW | P.SEND), int(P.VIEW)):
        async with running_sandbox(path, clock=clock.time, bot_permissions=bits) as sandbox:
            guild = sandbox.world.guild()
            assert next(role.permissions for role in guild.roles.values() if role.managed) == bits
