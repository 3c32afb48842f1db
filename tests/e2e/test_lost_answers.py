"""Answers to interactions that are lost on their way are sent again, and what cannot be told is not said to be undone."""

import asyncio
from pathlib import Path

import pytest

from cogs.common import thread_keeper, threads
from sandbox.human import NoAnswerError
from sandbox.model import PRIVATE_THREAD
from storage import games, outbox
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.e2e.new_games import NEW
from tests.patience import WAIT_SECONDS, until

CALLBACK = "POST /interactions/[0-9]+/[^/]+/callback$"
EDIT = "PATCH /webhooks/"


@pytest.mark.parametrize("kind", ["drop", "late-drop", "5xx"])
@pytest.mark.parametrize("route", [CALLBACK, EDIT])
async def test_an_answer_that_is_lost_is_sent_again_and_the_command_is_done_once(
    kind: str, route: str, table: Table
) -> None:
    fault = table.sandbox.faults.add(kind, match=route)
    made = await table.gm.slash(CHANNEL, "campaign create", name="Lost and Found", scenario="duel_small")
    assert fault.times == 0
    assert "Game master: " in made.text()
    assert len(table.gm.threads(CHANNEL)) == 1
    again = await table.gm.slash(CHANNEL, "campaign list")
    assert again.text().count("Lost and Found") == 1


async def test_a_form_and_its_answer_survive_a_lost_line(table: Table) -> None:
    await table.start()
    told: list[int] = []
    table.sandbox.core.observers.append(lambda one: told.append(one.status) if one.path.endswith("/callback") else None)
    table.sandbox.faults.add("late-drop", match=CALLBACK)
    asked = await table.gm.slash(CHANNEL, "gm narrate", to="all")
    assert asked.modal is not None
    await until(lambda: told[-1:] == [400])  # the form is known to the bot when its second answer is refused
    table.sandbox.faults.add("drop", match=CALLBACK)
    answer = await table.gm.submit(asked.modal, {next(iter(asked.modal.fields)): "Fog over the harbour."})
    assert answer.text().startswith("✔"), answer.text()


async def test_a_player_whose_answer_is_never_told_has_their_seat_and_their_thread(tmp_path: Path) -> None:
    """The line is dead for as long as an answer is waited for: the seat is taken, and everything that belongs to it is done."""
    async with running_table(tmp_path, answer_timeout=4) as table:
        await _dead_line(table)


async def _dead_line(table: Table) -> None:
    await table.gm.slash(CHANNEL, "campaign create", name="Dead Line", scenario="duel_small")
    dead = table.sandbox.faults.add("drop", match=f"{CALLBACK}|{EDIT}", times=100)
    with pytest.raises(NoAnswerError):
        await table.ada.slash(CHANNEL, "campaign join", side="humans")
    dead.times = 0
    told = await table.ada.slash(CHANNEL, "campaign join", side="humans")
    assert "already; one person holds one seat" in told.text() or "plays" in told.text()
    assert len(table.ada.threads(CHANNEL)) == 1


@pytest.mark.parametrize("kind", ["drop", "late-drop"])
async def test_a_thread_that_discord_does_not_make_is_made_later_and_once(
    kind: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat is taken, which is said; so is that its thread is still to come; it comes by itself."""
    monkeypatch.setattr(threads, "RETRY_SECONDS", (0.05,))
    monkeypatch.setattr(thread_keeper, "RETRY_SECONDS", (0.2,))
    await table.gm.slash(CHANNEL, "campaign create", name="Silence", scenario="duel_small")
    silence = table.sandbox.faults.add(kind, match="POST /channels/[0-9]+/threads|GET /guilds/[0-9]+/threads", times=40)
    joined = await table.ada.slash(CHANNEL, "campaign join", side="humans")
    assert "leads" in joined.text()
    assert "is ready" not in joined.text()
    assert "I go on trying by myself" in joined.text()
    assert table.ada.threads(CHANNEL) == []
    silence.times = 0
    async with asyncio.timeout(WAIT_SECONDS):
        while not table.ada.threads(CHANNEL):  # noqa: ASYNC110 # nothing tells a person when they are let in
            await asyncio.sleep(0.05)
    private = [each for each in table.sandbox.world.channels.values() if each.type == PRIVATE_THREAD]
    assert len(private) == 2


@pytest.mark.parametrize("command", NEW)
@pytest.mark.parametrize(("kind", "times"), [("drop", 1), ("late-drop", 1), ("5xx", 1), ("drop", 40)])
async def test_a_tactical_game_has_one_thread_or_none_and_its_maker_is_told_which(
    kind: str, times: int, command: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "RETRY_SECONDS", (0.05, 0.05))
    silence = table.sandbox.faults.add(kind, match="POST /channels/[0-9]+/threads", times=times)
    made = await table.ada.slash(CHANNEL, command, **NEW[command])
    silence.times = 0
    opened = [each for each in table.sandbox.world.channels.values() if each.is_thread]
    async with table.services.storage.reading() as tx:
        here = [row for thread in opened for row in await games.of_channel(tx, thread.guild_id or 0, thread.id)]
    if times == 1:
        assert not made.text().startswith("⚠"), made.text()
        assert len(opened) == len(here) == 1
        table.game_id = here[0].id
        await table.settle()
        assert len(table.ada.messages(opened[0])) == 1
    else:
        assert "nothing was begun" in made.text()
        assert (opened, here) == ([], [])


@pytest.mark.parametrize("command", NEW)
@pytest.mark.parametrize("kind", ["drop", "late-drop", "5xx"])
async def test_a_tactical_games_first_post_comes_once_though_its_sending_fails(
    kind: str, command: str, table: Table
) -> None:
    table.sandbox.faults.add(kind, match="POST /channels/[0-9]+/messages", status=503)
    await table.ada.slash(CHANNEL, command, **NEW[command])
    [thread] = table.ada.threads(CHANNEL)
    async with asyncio.timeout(WAIT_SECONDS):
        while not table.ada.messages(thread):  # noqa: ASYNC110 # nothing tells when a letter in back-off has arrived
            await asyncio.sleep(0.05)
        while True:
            async with table.services.storage.reading() as tx:
                if not await outbox.waiting(tx):
                    break
            await asyncio.sleep(0.05)
    assert len(table.ada.messages(thread)) == 1
