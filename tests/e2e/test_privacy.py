"""/privacy: what is kept, as a file and in five lines; its removal from every byte of the database, while the game goes on."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from playtest.player import GIVE_BUTTON
from sandbox.model import Channel
from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import begun
from tests.e2e.guides.reader import ROOT
from tests.e2e.kit import CHANNEL, Table
from umpire.capsules import capsule_commands
from umpire.games import seats
from umpire.people import remove

FILES = ("admiralty.db", "admiralty.db-wal", "admiralty.db-shm")


def found_in(folder: Path, user: int) -> list[str]:
    """The files that hold an id, as text or as SQLite keeps a number."""
    kept = {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}
    traces = (str(user).encode(), user.to_bytes(8, "big"))
    return [name for name, data in kept.items() if any(trace in data for trace in traces)]


async def ask_removal(table: Table, who: str) -> Reply:
    """The question before a removal."""
    return await table.human(who).click(await table.human(who).slash(CHANNEL, "privacy"), "Remove my data")


async def removed(table: Table, who: str) -> Reply:
    """A removal."""
    return await table.human(who).click(await ask_removal(table, who), "Yes, remove all of it")


async def lived(table: Table) -> None:
    """Two turns in which Ada leaves traces wherever one can, her own and others' about her."""
    await table.start()
    ada = table.ada
    for command, options in (
        ("orders ask", {"text": f"May {ada.mention} hail the derelict? Yours, {ada.name}"}),
        ("orders contingency", {"text": f"If <@!{ada.id}> is away, hold"}),
    ):
        await ada.click(await ada.slash(CHANNEL, command, **options), GIVE_BUTTON)
    await ada.slash(CHANNEL, "roll", dice="3d6", secret=True)
    await ada.slash(CHANNEL, "orders word", word=f"luck of {ada.mention}")
    form = await ada.slash(CHANNEL, "orders write")
    await ada.submit(form, {"line": "build 2 Marines at Terra, singing"})
    await table.gm.slash(CHANNEL, "gm narrate", to="all", text=f"{ada.mention} is promoted.")
    await ada.slash(CHANNEL, "ship yard", start="blank", name="Wasp")
    await table.advance()
    await table.gm.slash(CHANNEL, "gm narrate", to="humans", text=f"Once more, {ada.mention}, {ada.id}")
    await ada.click(await ada.slash(CHANNEL, "orders ask", text=f"Thanks, {ada.mention}"), GIVE_BUTTON)
    await table.tick()


@pytest.mark.sqlite  # it looks into the files
async def test_nothing_of_a_person_is_left_in_the_database_and_the_game_goes_on_and_verifies(
    table: Table, tmp_path: Path
) -> None:
    await lived(table)
    assert found_in(tmp_path, table.ada.id)
    room = table.room("ada")
    done = await removed(table, "ada")
    assert "Nothing about you is kept now" in done.text(), done
    assert "One thing stays" not in done.text()
    assert found_in(tmp_path, table.ada.id) == []
    assert table.ada.id not in table.sandbox.world.channels[room.id].thread_members
    await table.settle()
    assert "Human Union has no player now: theirs had their data removed" in table.last_in_room("gm").text()
    await table.gm.slash(CHANNEL, "gm advance")
    log = await table.gm.slash(CHANNEL, "gm audit")
    assert "former player 1" in log.text()
    assert found_in(tmp_path, table.ada.id) == []
    await table.advance()
    capsule = await capsule_commands.export_capsule(table.services, table.game_id, secret=True)
    assert str(table.ada.id).encode() not in capsule
    checked = await capsule_commands.verify(table.services, capsule)
    assert checked.differences == ()
    assert checked.replayed >= 2
    again = await table.ada.slash(CHANNEL, "campaign join", side="humans")
    assert "Only the game master can give seats now" in again.text()
    given = await table.gm.slash(CHANNEL, "gm seat replace", side="humans", member=table.ola.id)
    assert "leads" in given.text(), given


async def test_the_file_holds_what_somebody_gave_and_nothing_of_anybody_else(table: Table) -> None:
    await lived(table)
    await table.dom.click(
        await table.dom.slash(CHANNEL, "orders ask", text="A secret of the Dominion"), "Give this order"
    )
    shown = await table.ada.slash(CHANNEL, "privacy")
    assert shown.ephemeral
    assert len([line for line in shown.text().splitlines() if line.startswith("•")]) == 5
    reply = await table.ada.click(shown, "What is kept of me")
    assert reply.ephemeral
    [file] = reply.attachments
    told = json.loads(file.read())
    assert told["your id"] == str(table.ada.id)
    [game] = told["games"]
    assert [seat["side"] for seat in game["seats"]] == ["humans"]
    assert "hail the derelict" in json.dumps(game["orders"])
    assert game["rolls"][0]["text"] == "3d6"
    assert {act["act"] for act in game["what you did"]} >= {"seat.taken", "orders.word"}
    text = json.dumps(told)
    for secret in (
        "A secret of the Dominion",
        str(table.dom.id),
        str(table.gm.id),
        "faces",
        "seed",
        "salt",
        "promoted",
    ):
        assert secret not in text, secret
    nothing = await table.visitor.click(await table.visitor.slash(CHANNEL, "privacy"), "What is kept of me")
    assert json.loads(nothing.attachments[0].read())["games"] == []


@pytest.mark.sqlite  # it looks into the files
async def test_who_keeps_their_data_keeps_it(table: Table, tmp_path: Path) -> None:
    await table.start()
    question = await ask_removal(table, "ada")
    assert "**Human Union** is open" in question.text()
    assert "cannot be taken back" in question.text()
    assert "Nothing was removed" in (await table.ada.click(question, "Keep it")).text()
    await table.services.storage.checkpoint()
    assert "admiralty.db" in found_in(tmp_path, table.ada.id)


async def test_a_game_master_is_told_that_the_campaign_is_left_without_one(table: Table, tmp_path: Path) -> None:
    await table.start()
    question = await ask_removal(table, "gm")
    assert "you are its only game master" in question.text()
    room = table.room("gm")
    await table.gm.click(question, "Yes, remove all of it")
    assert found_in(tmp_path, table.gm.id) == []
    await table.settle()
    assert "waits for a manager of this server" in table.visitor.last(CHANNEL).text()
    assert table.gm.id not in table.sandbox.world.channels[room.id].thread_members, (
        "who owns the server sees it all the same"
    )
    assert "only the game master" in (await table.gm.slash(CHANNEL, "gm review")).text().casefold()
    preview = await table.ada.slash(CHANNEL, "orders ask", text="Who leads now?")
    assert "Order given" in (await table.ada.click(preview, GIVE_BUTTON)).text()
    sure = await table.gm.slash(CHANNEL, "campaign handover", member=table.ola.id)
    await table.gm.click(sure, "Yes, hand it over")
    await table.settle()
    told = table.visitor.last(CHANNEL).text()
    assert f"{table.ola.mention} is game master of **The Long Night** now" in told
    assert "None" not in told
    masters = [seat.user_id for seat in await seats.seats(table.services, table.game_id) if not seat.side]
    assert masters == [table.ola.id]


async def test_a_second_game_master_goes_and_the_first_ones_thread_stays(table: Table, tmp_path: Path) -> None:
    await table.start()
    await table.gm.slash(CHANNEL, "gm seat add_gm", member=table.ola.id)
    room = table.room("gm")
    assert "the other game masters go on without you" in (await ask_removal(table, "gm")).text()
    await removed(table, "gm")
    assert found_in(tmp_path, table.gm.id) == []
    [first] = [seat for seat in await seats.seats(table.services, table.game_id) if not seat.side]
    assert (first.slot, first.user_id, first.thread_id) == (0, table.ola.id, room.id)


async def test_a_battle_without_anybody_is_over_and_with_somebody_goes_on(table: Table, tmp_path: Path) -> None:
    fight = await begun(table)
    await removed(table, "ada")
    assert found_in(tmp_path, table.ada.id) == []
    await table.settle()
    assert (await table.game()).status == "running"
    await fight.write("vik", "1 accelerate")
    await removed(table, "vik")
    assert found_in(tmp_path, table.vik.id) == []
    assert (await table.game()).status == "finished"


async def test_who_was_not_seen_leaving_a_room_reads_nothing_of_their_successor(table: Table, tmp_path: Path) -> None:
    await table.start()
    room = table.room("ada")
    table.sandbox.faults.add("5xx", status=503, times=50, match=r"DELETE /channels/\d+/thread-members/")
    done = await removed(table, "ada")
    assert "that thread is closed" in done.text()
    table.sandbox.faults.clear()
    await successor_reads_alone(table, room, "ola")


async def test_who_is_forgotten_reads_nothing_of_their_successor(table: Table, tmp_path: Path) -> None:
    await table.start()
    room = table.room("ada")
    await remove(table.services, table.ada.id)
    await successor_reads_alone(table, room, "ola")


async def test_a_deputy_who_is_forgotten_reads_nothing_more_of_the_side(table: Table, tmp_path: Path) -> None:
    await table.start()
    room = table.room("ada")
    friend = table.visitor
    named = await table.ada.slash(CHANNEL, "away deputy", member=friend.id, powers="all")
    await table.ada.click(named, "Yes, they may")
    await table.ada.slash(CHANNEL, "away plan", until="20 days")
    async with asyncio.timeout(30):
        while friend.id not in table.sandbox.world.channels[room.id].thread_members:
            await table.tick()
    await remove(table.services, friend.id)
    await table.settle()
    said = len(table.sandbox.world.messages[room.id])
    await table.advance()
    assert len(table.sandbox.world.messages[room.id]) == said, [
        m.content for m in table.sandbox.world.messages[room.id].values()
    ][said:]


async def successor_reads_alone(table: Table, room: Channel, who: str) -> None:
    """The seat is given to somebody: they get a room of their own, and nothing more is written in the old one."""
    assert table.ada.id in table.sandbox.world.channels[room.id].thread_members
    said = len(table.sandbox.world.messages[room.id])
    given = await table.gm.slash(CHANNEL, "gm seat replace", side="humans", member=table.human(who).id)
    assert "leads" in given.text(), given
    await table.settle()
    await table.gm.slash(CHANNEL, "campaign repair")
    await table.advance()
    [seat] = [each for each in await seats.seats(table.services, table.game_id) if each.side == "humans"]
    assert seat.thread_id not in {None, room.id}
    assert table.human(who).id in table.sandbox.world.channels[seat.thread_id].thread_members
    assert table.ada.id not in table.sandbox.world.channels[seat.thread_id].thread_members
    assert len(table.sandbox.world.messages[room.id]) == said, [
        m.content for m in table.sandbox.world.messages[room.id].values()
    ][said:]


@pytest.mark.sqlite  # it looks into the files
async def test_the_operator_removes_somebody_who_has_left(table: Table, tmp_path: Path) -> None:
    await lived(table)
    settings = {"ADMIRALTY_DATA": str(tmp_path), "ADMIRALTY_WORKERS": "0", "DISCORD_TOKEN": ""}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        "forget",
        str(table.ada.id),
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    assert process.returncode == 0, told.decode()
    assert "in 1 game" in told.decode()
    assert found_in(tmp_path, table.ada.id) == []
    assert (await remove(table.services, table.ada.id)).games == 0
