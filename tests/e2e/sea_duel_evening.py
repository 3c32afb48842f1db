"""Evenings of the sample game, which is installed beside this program: tests/examples/test_sea_duel.py runs them apart from all
others, since the records are read when a process begins."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from playtest.entropy import SeededEntropy
from playtest.player import OUR_FAULT, refusal
from sandbox.model import Channel
from sandbox.reply import Reply, SeenMessage
from tests.e2e.kit import CHANNEL, Table, running_table
from umpire.capsules import capsule_commands
from umpire.games import games
from umpire.services.workers import ProcessWorkers

ROOT = Path(__file__).parents[2]


async def begun(table: Table, *, versus: bool = False, **options: object) -> Channel:
    """Ada's duel, alone or with Vik, in its thread."""
    before = {thread.id for thread in table.ada.threads(CHANNEL)}
    if versus:
        options["versus"] = table.vik.id
    made = await table.ada.slash(CHANNEL, "seaduel new", **options)
    assert OUR_FAULT not in made.text()
    (thread,) = [one for one in table.ada.threads(CHANNEL) if one.id not in before]
    table.game_id = (await games.game_in(table.services, table.sandbox.world.guild().id, thread.id)).id
    await table.settle()
    if versus:
        joined = await table.vik.click(table.ada.last(thread), "Take the other side")
        assert "begins" in joined.text()
        await table.settle()
    return thread


async def look(table: Table, who: str, thread: Channel) -> Reply:
    return await table.human(who).slash(thread, "seaduel look")


async def advised(table: Table, who: str, thread: Channel) -> Reply:
    """Plot what the bot captain advises."""
    shown = await look(table, who, thread)
    (star,) = [one.label for one in shown.buttons if one.label.startswith("★")]
    done = await table.human(who).click(shown, star)
    assert OUR_FAULT not in done.text()
    await table.settle()
    return done


def posts(table: Table, thread: Channel, words: str) -> list[SeenMessage]:
    """The messages in the thread that say this."""
    return [one for one in table.ada.messages(thread) if words in one.text()]


def drawn(table: Table, thread: Channel) -> list[SeenMessage]:
    """The posts of turns."""
    return [one for one in table.ada.messages(thread) if "map.png" in {file.filename for file in one.attachments}]


async def test_alone_to_the_end_with_picture_words_dice_and_capsule(table: Table, tmp_path: Path) -> None:
    thread = await begun(table)
    shown = await look(table, "ada", thread)
    assert "HMS Amber at 0406" in shown.text()
    await advised(table, "ada", thread)
    (post,) = drawn(table, thread)
    files = {file.filename: file for file in post.attachments}
    assert set(files) == {"map.png", "report.md", "map.txt"}
    assert "hexes between them" in str(files["map.png"].description)
    assert "fires" in (await table.ada.slash(thread, "seaduel log")).text()
    why = (await table.ada.slash(thread, "seaduel why")).text()
    assert "SEA-04" in why
    assert "2d6" in why
    assert "✔ Played again" in (await table.ada.slash(thread, "seaduel verify", turn=1)).text()
    assert "is taken back" in (await table.ada.slash(thread, "seaduel undo", reason="Wrong button")).text()
    await table.settle()
    assert (await table.game()).turn == 1
    while (await table.game()).status == "running":
        await advised(table, "ada", thread)
    assert (await table.game()).turn <= 13
    exported = await table.ada.slash(thread, "seaduel export")
    assert [file.filename for file in exported.attachments] == ["seaduel.capsule"]
    await checked(tmp_path, await capsule_commands.export_capsule(table.services, table.game_id))


async def checked(folder: Path, capsule: bytes) -> None:
    """The operator finds the capsule right, and imports it into a new database."""
    path = folder / "duel.capsule"
    path.write_bytes(capsule)
    given = {**os.environ, "ADMIRALTY_DATA": str(folder / "fresh")}
    there = ["--guild", "1", "--channel", "2", "--gm", "3"]
    for command, told in (
        (["verify", str(path)], "0 turns whose seed is still secret"),
        (["import", str(path), *there, "--new"], "Imported as"),
    ):
        call = [sys.executable, "bot.py", *command]
        done = await asyncio.to_thread(subprocess.run, call, cwd=ROOT, env=given, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert told in done.stdout
        assert "✗" not in done.stdout


async def test_two_plot_in_secret_and_either_may_plot_first(table: Table) -> None:
    thread = await begun(table, versus=True)
    before = await views(table, thread)
    stars = await look(table, "ada", thread)
    await table.ada.select(stars, "Another plot", "11")
    await table.settle()
    assert await views(table, thread) == before
    assert not drawn(table, thread)
    assert "has happened in turn 1 yet" in (await table.vik.slash(thread, "seaduel log")).text()
    waiting = await look(table, "ada", thread)
    assert not waiting.buttons
    assert "stands elsewhere" not in waiting.text()
    await advised(table, "vik", thread)
    assert (await table.game()).turn == 2
    assert "hull" in (await table.vik.slash(thread, "seaduel log", turn=1)).text()
    assert "is over" in refusal(await table.ada.select(stars, "Another plot", "11"))
    assert "Only who made" not in (await table.ada.slash(thread, "seaduel undo", reason="Once more")).text()
    assert "is taken back" in (await table.vik.slash(thread, "seaduel undo")).text()
    await table.settle()
    assert (await table.game()).turn == 1
    await advised(table, "vik", thread)
    asked = await table.ada.slash(thread, "seaduel leave")
    await table.ada.click(asked, "Yes, leave")
    await table.settle()
    assert (await table.game()).status == "finished"
    assert "SMS Rook" in posts(table, thread, "is over")[-1].text()


async def views(table: Table, thread: Channel) -> tuple[object, ...]:
    """All that Vik and a visitor are shown, byte by byte."""
    found: list[object] = []
    for who in ("vik", "visitor"):
        for command in ("look", "board", "log"):
            reply = await table.human(who).slash(thread, f"seaduel {command}")
            found += [reply.text(), *(file.read() for file in reply.attachments)]
    return tuple(found)


async def test_a_deadline_reminds_and_then_the_bot_captain_plots_also_after_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "world"
    async with running_table(tmp_path, state=state) as table:
        thread = await begun(table, versus=True, hours=24)
        game = table.game_id
        assert "paused" in (await table.ada.slash(thread, "seaduel pause", reason="Storm")).text()
        assert "goes on" in (await table.ada.slash(thread, "seaduel pause", go_on=True)).text()
        assert "deadline is now" in (await table.ada.slash(thread, "seaduel extend", hours=2, reason="Fog")).text()
        await table.settle()
    async with running_table(tmp_path, state=state, chance=SeededEntropy(b"another life")) as table:
        table.game_id = game
        (thread,) = [one for one in table.ada.threads(CHANNEL) if one.id == thread.id]
        post = next(one for one in table.ada.messages(thread) if "Plot" in [button.label for button in one.buttons])
        shown = await table.ada.click(post, "Plot")
        await table.ada.click(shown, "★")
        await table.settle()
        said = len(table.vik.dms())
        table.clock.reach(((await table.game()).deadline or 0) - 1800)
        await table.tick()
        assert len(table.vik.dms()) > said
        assert (await table.game()).turn == 1
        table.clock.forward(hours=1)
        await table.tick()
        assert (await table.game()).turn == 2
        assert "SEA-07" in (await table.vik.slash(thread, "seaduel why", line=2, turn=1)).text()


async def test_worker_processes_play_and_draw_it(tmp_path: Path) -> None:
    async with ProcessWorkers(1) as workers, running_table(tmp_path, workers=workers) as table:
        thread = await begun(table)
        await advised(table, "ada", thread)
        assert (await table.game()).turn == 2
        assert drawn(table, thread)
