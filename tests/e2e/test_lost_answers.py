"""Answers to interactions that are lost on their way are sent again, and what cannot be told is not said to be undone."""

import asyncio
from pathlib import Path

import pytest

from sandbox.human import NoAnswerError
from tests.e2e.kit import CHANNEL, Table, running_table

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
    table.sandbox.faults.add("late-drop", match=CALLBACK)
    asked = await table.gm.slash(CHANNEL, "gm narrate", to="all")
    assert asked.modal is not None
    await asyncio.sleep(0.5)  # the form is known to the bot when its second answer is refused; people write for longer
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
