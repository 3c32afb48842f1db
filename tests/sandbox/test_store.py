"""State: saved in one step, found again after a restart, refused with a clear sentence when damaged."""

from pathlib import Path

import discord
import pytest

from sandbox import store
from sandbox.world import demo_world
from tests.discord_kit import running_bot, running_sandbox
from tests.sandbox.small_bot import PNG, make_bot


async def test_everything_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with running_sandbox(path) as sandbox, running_bot(make_bot(), sandbox) as bot:
        ada = sandbox.human("ada")
        ada.say("war-room", "before")
        await ada.slash("war-room", "slow")
        await ada.slash("war-room", "fleet move", fleet="x", to=1)
        place = bot.get_channel(sandbox.world.channel("war-room").id)
        assert isinstance(place, discord.TextChannel)
        thread = await place.create_thread(name="Packet", type=discord.ChannelType.private_thread)
        ada.set_dms(opened=False)
        token = sandbox.token
        commands = {each["name"]: each["id"] for each in sandbox.world.commands[0]}
    async with running_sandbox(path) as sandbox, running_bot(make_bot(), sandbox):
        ada = sandbox.human("ada")
        assert [each.text() for each in ada.messages("war-room")] == ["before", "done", "and more"]
        assert ada.messages("war-room")[1].attachments[0].read() == PNG
        assert sandbox.world.channel("Packet").id == thread.id
        assert not sandbox.world.users[ada.id].dms_open
        assert sandbox.token == token
        assert {each["name"]: each["id"] for each in sandbox.world.commands[0]} == commands
        assert ada.say("war-room", "after").id > thread.id


async def test_buttons_work_after_a_restart_of_the_sandbox(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with running_sandbox(path) as sandbox, running_bot(make_bot(), sandbox):
        await sandbox.human("ada").slash("war-room", "panel")
    async with running_sandbox(path) as sandbox:
        bot = make_bot()
        async with running_bot(bot, sandbox):
            from tests.sandbox.small_bot import Panel  # noqa: PLC0415 (a view is made inside the loop)

            bot.add_view(Panel())
            ada = sandbox.human("ada")
            await ada.click(ada.last("war-room"), "Ready")
            assert ada.last("war-room").text() == "ready by Ada (Humans)"


def test_a_world_is_the_same_after_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    world = demo_world()
    store.write(path, store.dump(world))
    assert store.load(path) == world
    assert [each.name for each in tmp_path.iterdir()] == ["state.json"]


def test_ids_are_the_same_in_every_fresh_start() -> None:
    one, two = demo_world(), demo_world()
    assert {each.username: each.id for each in one.users.values()} == {
        each.username: each.id for each in two.users.values()
    }
    assert [each.id for each in one.channels.values()] == [each.id for each in two.channels.values()]
    assert one.guild().name == "Admiralty Harbour"
    assert [each.name for each in one.channels.values()] == ["welcome", "campaign", "war-room", "table-talk"]
    assert one.token != two.token


@pytest.mark.parametrize("content", [b"", b"{", b'{"version": 99, "world": {}}', b'{"version": 1, "world": {"x": 1}}'])
def test_damaged_state_is_refused_with_advice(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(content)
    with pytest.raises(store.StateError, match="--fresh"):
        store.load(path)
