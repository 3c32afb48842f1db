"""Interactions in time: three seconds, once, fifteen minutes; and who may see and change what."""

import asyncio
import gc
import weakref
from typing import Any

import aiohttp
import discord
import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from sandbox.errors import Refused
from sandbox.human import NoAnswerError
from sandbox.interactions import COMPONENT
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.patience import WAIT_SECONDS
from tests.sandbox.raw import Raw
from tests.sandbox.small_bot import make_bot

REPLY = {"type": 4, "data": {"content": "hello"}}


async def test_answer_after_three_seconds_is_10062(clock: ManualClock) -> None:
    async with running_sandbox(clock=clock.time, answer_timeout=3) as sandbox, aiohttp.ClientSession() as session:
        raw = Raw(sandbox, session)
        _, path, _ = raw.interaction()
        clock.forward(seconds=2.9)
        assert (await raw("POST", path, REPLY, token=False))[0] == 204
        _, path, _ = raw.interaction()
        clock.forward(seconds=3.1)
        status, answer = await raw("POST", path, REPLY, token=False)
        assert (status, answer["code"]) == (404, 10062)


async def test_where_people_wait_longer_an_answer_is_taken_as_long(clock: ManualClock) -> None:
    async with running_sandbox(clock=clock.time, answer_timeout=60) as sandbox, aiohttp.ClientSession() as session:
        raw = Raw(sandbox, session)
        for seconds, expected in ((59.0, 204), (61.0, 404)):
            _, path, _ = raw.interaction()
            clock.forward(seconds=seconds)
            assert (await raw("POST", path, REPLY, token=False))[0] == expected


async def test_second_answer_is_40060(raw: Raw) -> None:
    _, path, _ = raw.interaction()
    assert (await raw("POST", path, REPLY, token=False))[0] == 204
    status, answer = await raw("POST", path, REPLY, token=False)
    assert (status, answer["code"]) == (400, 40060)


async def test_token_dies_after_fifteen_minutes(clock: ManualClock) -> None:
    async with running_sandbox(clock=clock.time) as sandbox, aiohttp.ClientSession() as session:
        raw = Raw(sandbox, session)
        _, path, hook = raw.interaction()
        await raw("POST", path, REPLY, token=False)
        clock.forward(seconds=15 * 60 - 1)
        assert (await raw("PATCH", f"{hook}/messages/@original", {"content": "x"}, token=False))[0] == 200
        clock.forward(seconds=2)
        for method, where in (("PATCH", "/messages/@original"), ("POST", ""), ("GET", "/messages/@original")):
            status, answer = await raw(method, hook + where, {"content": "x"}, token=False)
            assert (status, answer["code"]) == (401, 50027)


async def test_followup_before_the_first_answer_is_10015(raw: Raw) -> None:
    _, _, hook = raw.interaction()
    status, answer = await raw("POST", hook, {"content": "x"}, token=False)
    assert (status, answer["code"]) == (404, 10015)


async def test_strange_token_and_strange_interaction(raw: Raw) -> None:
    status, answer = await raw("POST", f"/webhooks/{raw.sandbox.application_id}/nope", {"content": "x"}, token=False)
    assert (status, answer["code"]) == (401, 50027)
    status, answer = await raw("POST", "/interactions/123/nope/callback", REPLY, token=False)
    assert (status, answer["code"]) == (404, 10062)


@pytest.mark.parametrize(
    ("kind", "body"), [(2, {"type": 7, "data": {"content": "x"}}), (2, {"type": 8}), (4, REPLY), (5, {"type": 9})]
)
async def test_answer_that_does_not_fit_the_kind_is_refused(raw: Raw, kind: int, body: dict[str, Any]) -> None:
    _, path, _ = raw.interaction(kind)
    status, answer = await raw("POST", path, body, token=False)
    assert (status, answer["code"]) == (400, 50035)


async def test_deferral_may_carry_only_the_ephemeral_flag(raw: Raw) -> None:
    status, answer = await raw.answer({"type": 5, "data": {"flags": 1 << 15}})
    assert (status, answer["code"]) == (400, 50035)
    status, _ = await raw.answer({"type": 5, "data": {"flags": 64}})
    assert status == 204


async def test_deferred_answer_is_thinking_until_edited(raw: Raw) -> None:
    found, path, hook = raw.interaction()
    await raw("POST", f"{path}?with_response=1", {"type": 5, "data": {"flags": 64}}, token=False)
    waiting = found.response
    assert waiting is not None
    assert waiting.loading
    assert waiting.viewer == found.user_id
    status, message = await raw("POST", f"{hook}?wait=1", {"content": "done", "flags": 0}, token=False)
    assert (status, message["id"], message["flags"]) == (200, str(waiting.id), 64)
    _, second = await raw("POST", f"{hook}?wait=1", {"content": "more"}, token=False)
    assert second["id"] != message["id"]
    assert second["flags"] == 0


async def test_followups_are_changed_and_deleted_by_token(raw: Raw) -> None:
    _, path, hook = raw.interaction()
    await raw("POST", path, REPLY, token=False)
    _, more = await raw("POST", f"{hook}?wait=1", {"content": "more"}, token=False)
    status, changed = await raw("PATCH", f"{hook}/messages/{more['id']}", {"content": "other"}, token=False)
    assert (status, changed["content"]) == (200, "other")
    assert (await raw("DELETE", f"{hook}/messages/{more['id']}", token=False))[0] == 204
    status, answer = await raw("GET", f"{hook}/messages/{more['id']}", token=False)
    assert (status, answer["code"]) == (404, 10008)
    assert (await raw("DELETE", f"{hook}/messages/@original", token=False))[0] == 204
    assert raw.sandbox.human("ada").messages("war-room") == []


async def test_token_reaches_only_its_own_messages(raw: Raw) -> None:
    _, path, hook = raw.interaction()
    await raw("POST", path, REPLY, token=False)
    _, other = await raw("POST", raw.room, {"content": "elsewhere"})
    status, answer = await raw("PATCH", f"{hook}/messages/{other['id']}", {"content": "x"}, token=False)
    assert (status, answer["code"]) == (404, 10008)


async def test_ephemeral_message_is_unknown_to_channel_routes(raw: Raw) -> None:
    found, path, _ = raw.interaction()
    await raw("POST", path, {"type": 4, "data": {"content": "psst", "flags": 64}}, token=False)
    assert found.response is not None
    status, answer = await raw("PATCH", f"{raw.room}/{found.response.id}", {"content": "x"})
    assert (status, answer["code"]) == (404, 10008)
    assert (await raw("GET", raw.room))[1] == []


async def test_update_of_a_deleted_message_is_10008(raw: Raw) -> None:
    _, message = await raw("POST", raw.room, {"content": "x"})
    world = raw.sandbox.world
    target = world.message(world.channel("war-room").id, int(message["id"]))
    _, path, _ = raw.interaction(COMPONENT, message=target)
    await raw("DELETE", f"{raw.room}/{message['id']}")
    status, answer = await raw("POST", path, {"type": 7, "data": {"content": "y"}}, token=False)
    assert (status, answer["code"]) == (404, 10008)


async def test_interaction_answers_ping_users_only(raw: Raw) -> None:
    world = raw.sandbox.world
    role = world.role(world.guild(), "Player")
    found, path, _ = raw.interaction()
    text = f"<@{world.user('vik').id}> <@&{role.id}> @everyone"
    await raw("POST", path, {"type": 4, "data": {"content": text}}, token=False)
    assert found.response is not None
    pinged = found.response
    assert (pinged.mentions, pinged.mention_roles, pinged.mention_everyone) == ([world.user("vik").id], [], False)
    _, quiet, _ = raw.interaction()
    body = {"type": 4, "data": {"content": text, "allowed_mentions": {"parse": []}}}
    await raw("POST", quiet, body, token=False)
    assert world.messages[pinged.channel_id][max(world.messages[pinged.channel_id])].mentions == []


# through the library


async def test_silent_bot_did_not_respond() -> None:
    async with running_sandbox(answer_timeout=0.05) as sandbox, running_bot(make_bot(), sandbox):
        with pytest.raises(NoAnswerError, match="did not respond"):
            await sandbox.human("ada").slash("war-room", "silent")


async def test_absent_bot_did_not_respond(sandbox: Sandbox) -> None:
    sandbox.world.commands[0] = [
        {"id": "5", "name": "ping", "type": 1, "description": "d", "default_member_permissions": None}
    ]
    with pytest.raises(NoAnswerError, match="did not respond"):
        await sandbox.human("ada").slash("war-room", "ping")


async def test_library_sees_10062_and_40060(sandbox: Sandbox, bot: TreeClient) -> None:
    seen: asyncio.Queue[discord.Interaction[TreeClient]] = asyncio.Queue()

    @bot.tree.command(name="keep", description="Keeps the interaction")
    async def keep(interaction: discord.Interaction[TreeClient]) -> None:
        await interaction.response.send_message("kept")
        seen.put_nowait(interaction)

    await bot.tree.sync()
    await sandbox.human("ada").slash("war-room", "keep")
    interaction = await asyncio.wait_for(seen.get(), WAIT_SECONDS)
    adapter = discord.webhook.async_.async_context.get()
    params = discord.webhook.async_.interaction_message_response_params(type=4, content="again")
    with pytest.raises(discord.HTTPException) as caught:
        await adapter.create_interaction_response(
            interaction.id, interaction.token, session=interaction._session, params=params
        )
    assert caught.value.code == 40060


async def test_disabled_foreign_and_gone_controls_are_refused(sandbox: Sandbox, bot: TreeClient) -> None:
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    channel = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Off", custom_id="off", disabled=True))
    sent = await channel.send("x", view=view)
    with pytest.raises(Refused, match="switched off"):
        await ada.click(ada.last("war-room"), "Off")
    whisper = await vik.click(await ada.slash("war-room", "panel"), "Whisper")
    assert whisper.message is not None
    whisper.message.components = [{"type": 1, "id": 1, "components": [{"type": 2, "id": 2, "custom_id": "w"}]}]
    with pytest.raises(Refused, match="may not see"):
        await ada.click(whisper, "w")
    seen = next(each for each in ada.messages("war-room") if each.id == sent.id)
    await sent.delete()
    with pytest.raises(Refused, match="gone"):
        await ada.click(seen, "Off")


async def test_nothing_keeps_a_stopped_sandbox_in_memory() -> None:
    sandbox = await Sandbox.start()
    async with aiohttp.ClientSession() as session, session.get(f"{sandbox.url}/api/v10/gateway") as answer:
        assert answer.status == 200
    await sandbox.stop()
    gone = weakref.ref(sandbox)
    del sandbox, answer
    await asyncio.sleep(0)
    gc.collect()
    assert gone() is None
