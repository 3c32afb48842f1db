"""The bot's requests, the sandbox's answers and events, against Discord's own description."""

import discord
import pytest

from sandbox.app import Sandbox
from sandbox.errors import DiscordError, FormErrors
from sandbox.permissions import P
from sandbox.rest import ROUTES
from tests.discord_kit import running_bot, running_sandbox
from tests.openapi import Recorder
from tests.openapi_description import digest
from tests.sandbox.day_at_work import talk, work
from tests.sandbox.small_bot import make_bot


def test_every_route_is_one_of_discords() -> None:
    for route in ROUTES:
        path = route.template.replace("{kind:public|private}", "public").replace("{", "").replace("}", "")
        words = f"{route.template}: no route of Discord's, or new here (then: python -m tests.openapi_digest)"
        assert digest().template(path) is not None, words


def test_a_wrong_message_is_noticed() -> None:
    found = digest().thing_faults("MessageResponse", {"id": "1", "contnt": "x"}, "here")
    assert any("'contnt' is not known" in each for each in found)
    assert any("'author' is a required property" in each or '"author" is a required' in each for each in found)


async def test_a_day_at_work_is_as_discord_describes() -> None:
    async with running_sandbox() as sandbox:
        recorder = Recorder(sandbox)
        async with running_bot(make_bot(), sandbox) as bot:
            await talk(sandbox)
            await work(bot, sandbox)
            with pytest.raises(discord.HTTPException) as caught:
                await bot.http.send_message(
                    sandbox.world.channel("war-room").id,
                    params=discord.http.handle_message_parameters(content="x" * 2001),
                )
        assert caught.value.code == 50035
        recorder.check()
        assert recorder.exchanges > 60
        assert len(recorder.routes) >= 35
        assert {"READY", "GUILD_CREATE", "INTERACTION_CREATE", "MESSAGE_CREATE", "THREAD_CREATE"} <= recorder.names


async def test_the_recorder_notices_an_answer_that_lacks_a_key(sandbox: Sandbox) -> None:
    recorder = Recorder(sandbox)
    recorder.event("CHANNEL_CREATE", {"id": "1", "type": 0, "flags": 0, "guild_id": "2", "position": 0})
    with pytest.raises(AssertionError, match="name"):
        recorder.check()


def test_permission_bits_are_discords() -> None:
    for mine, theirs in (("SEND", "send_messages"), ("MANAGE_THREADS", "manage_threads"), ("VIEW", "view_channel")):
        assert P[mine] == discord.Permissions(**{theirs: True}).value
    assert DiscordError(400, 1, "x").body() == {"message": "x", "code": 1}


def test_what_is_wrong_with_a_list_hides_what_is_wrong_with_its_items() -> None:
    tree = FormErrors()
    tree.text(("options", 3, "name"), "", 32, needed=True)
    tree.items(("options",), [{}] * 26, 0, 25)
    tree.text(("name",), "x" * 33, 32, 1)
    errors = tree.error().body()["errors"]
    assert set(errors) == {"options", "name"}
    assert set(errors["options"]) == {"_errors"}
    assert digest().thing_faults("ErrorDetails", errors, "answer errors") == []
