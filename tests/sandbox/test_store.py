"""State: saved in one step, found again after a restart, refused with a clear sentence when damaged."""

import os
import subprocess
import sys
from pathlib import Path

import discord
import pytest

from sandbox import store
from sandbox.app import Sandbox
from sandbox.model import Message
from sandbox.world import World, demo_world
from tests.discord_kit import running_bot, running_sandbox
from tests.sandbox.small_bot import PNG, make_bot

ROOT = Path(__file__).parents[2]


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


def busy_world() -> World:
    """The demo's world with commands and some messages."""
    world = demo_world()
    room = world.channel("war-room").id
    world.commands = {0: [{"id": "7", "name": "fleet", "type": 1, "options": []}]}
    for number in range(1, 6):
        pinned = 5.0 if number == 2 else None
        world.messages[room][number] = Message(number, room, world.bot_id, f"letter {number} ⚓", pinned_at=pinned)
    return world


def test_a_world_is_the_same_after_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    world = busy_world()
    store.Store.open(path, world).close()
    assert store.load(path) == world
    assert [each.name for each in tmp_path.iterdir()] == ["state.db"]


PLAY_AND_DIE = """
import asyncio, os, signal, sys
from sandbox.actions import delete_message
from sandbox.app import Sandbox

async def main() -> None:
    sandbox = await Sandbox.start(sys.argv[1])
    ada = sandbox.human("ada")
    for number in range(50):
        seen = ada.say("war-room", f"message {number}")
        if number % 10 == 3:
            delete_message(sandbox.core, seen.message)
        print(number, flush=True)
    ada.set_dms(opened=False)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_whatever_was_shown_outlives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    done = subprocess.run([sys.executable, "-c", PLAY_AND_DIE, str(path)], cwd=ROOT, capture_output=True, check=False)
    assert len(done.stdout.split()) == 50, done.stderr
    world = store.load(path)
    kept = [m.content for m in world.messages[world.channel("war-room").id].values()]
    assert kept == [f"message {number}" for number in range(50) if number % 10 != 3]
    assert not world.user("ada").dms_open


def test_ids_are_the_same_in_every_fresh_start() -> None:
    one, two = demo_world(), demo_world()
    assert {each.username: each.id for each in one.users.values()} == {
        each.username: each.id for each in two.users.values()
    }
    assert [each.id for each in one.channels.values()] == [each.id for each in two.channels.values()]
    assert one.guild().name == "Admiralty Harbour"
    assert [each.name for each in one.channels.values()] == ["welcome", "campaign", "war-room", "table-talk"]
    assert one.token != two.token


@pytest.mark.parametrize("mode", [0o000, 0o400])
async def test_a_file_that_may_not_be_used_is_told_from_a_port_that_is_taken(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "state.db"
    store.Store.open(path, demo_world()).close()
    path.chmod(mode)
    if os.access(path, os.W_OK):
        pytest.skip("this user may read and write everything")
    with pytest.raises(store.StateError, match="Permission denied"):
        await Sandbox.start(path)


async def test_a_folder_in_the_files_place_is_told_from_a_port_that_is_taken(tmp_path: Path) -> None:
    with pytest.raises(store.StateError, match="cannot be opened"):
        await Sandbox.start(tmp_path)


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + bytes(9000), b"SQLite format 3\0", b"[" * 100_000])
def test_a_damaged_database_is_refused_with_advice(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "state.db"
    path.write_bytes(content)
    with pytest.raises(store.StateError, match="--fresh"):
        store.Store.open(path, demo_world())
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"{", b'{"version": 99, "world": {}}', b'{"version": 1, "world": {"x": 1}}'])
def test_damaged_state_is_refused_with_advice(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(content)
    with pytest.raises(store.StateError, match="--fresh"):
        store.Store.open(path, demo_world())
    assert path.read_bytes() == content
