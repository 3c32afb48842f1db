"""One evening at the table, every request of the real bot and every answer of the sandbox held against Discord's OpenAPI file."""

import asyncio
import logging
from collections.abc import Sequence

import pytest

from playtest.player import GIVE_BUTTON
from tests.e2e.kit import CHANNEL, Table
from tests.openapi import Recorder

LISTS: Sequence[str] = (
    "campaign info", "campaign list", "campaign players", "campaign rules", "empire show", "empire designs", "empire known",
    "fleet list", "colony list", "base list", "treaty list",
    "build queue", "build roster", "research list", "research chance", "orders show",
    "orders forecast", "turn status", "turn dice", "map mine", "map whole", "map text", "map atlas", "help",
)  # fmt: skip


async def test_all_traffic_of_an_evening_is_as_discord_describes_it(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = Recorder(table.sandbox)
    await table.client.tree.sync()
    await table.start(schedule="every 48h")
    for command in LISTS:
        await table.ask("ada", command)
    for command, option in (("fleet move", "to"), ("build units", "design"), ("rule", "rule"), ("help", "topic")):
        await table.ada.autocomplete(CHANNEL, command, option, "a")
    await table.ask("ada", "roll", dice="4d6kh3+2 [attack]")
    await table.ask("ada", "rule", rule="CW-8.0-14", public=True)
    shown = await table.ask("ada", "map show", around="Terra", theme="colour-blind")
    for label in ("→", "Zoom out", "Whole cluster"):
        await table.ada.click(shown, label)
    await table.order("ada", 'build 2 "Lantern scout" at Terra')
    preview = await table.ask("ada", "orders write", line='ask "What is out there? 👀"')
    form = await table.ada.click(preview, "Change the text")
    await table.ada.click(await table.ada.submit(form, {"The order in words": 'ask "Who is out there?"'}), GIVE_BUTTON)
    await table.ada.submit(await table.ask("ada", "orders form"), {"The order form": "Name: Nobody"})
    receipt = await table.ask("ada", "orders show")
    for label in ("What would happen", "I am ready", "Not ready after all", "Refresh"):
        await table.ada.click(receipt, label)
    await table.ask("ada", "fleet move", fleet="Nobody's Fleet", to="9999")
    await table.visitor.slash(CHANNEL, "orders show")
    game = await table.game()
    assert game.deadline is not None
    for hours in (24, 3):  # a reminder, and the one in its place
        table.clock.forward(seconds=game.deadline - hours * 3600 + 60 - table.clock.time())
        await table.tick()
    review = await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    for command, options in (
        ("gm side", {"side": "humans"}),
        ("gm sheet", {"side": "humans"}),
        ("gm workbook", {}),
        ("gm questions", {}),
        ("gm settle", {"question": "Q1", "answer": "You are alone.", "tell": "humans"}),
        ("gm amend treasury", {"side": "humans", "cps": 300}),
        ("gm audit", {}),
        ("gm problems", {}),
        ("campaign extend", {"hours": 1, "reason": "The draft has no deadline"}),
    ):
        await table.gm.slash(CHANNEL, command, **options)
    narrative = await table.gm.slash(CHANNEL, "gm narrate", to="all")
    assert narrative.modal is not None
    await table.gm.submit(narrative, {next(iter(narrative.modal.fields)): "A comet.\nNobody knows why."})
    stale = await table.gm.click(review, "Publish")
    assert (await table.game()).turn == 1, "the draft has changed since that button was made"
    await asyncio.gather(*(table.gm.click(stale, "Publish") for _ in range(2)), return_exceptions=True)
    await table.settle()
    assert (await table.game()).turn == 2
    await table.ask("ada", "turn report")
    await table.ask("ada", "turn why", line=1)
    await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.mention)
    await table.leave("ada")
    await table.ask("ada", "campaign join", side="humans")
    await table.gm.slash(CHANNEL, "campaign repair")
    await table.gm.click(await table.gm.slash(CHANNEL, "gm undo", reason="Once more"), "Yes, undo")
    await table.settle()
    await table.gm.click(await table.gm.slash(CHANNEL, "campaign finish", reason="Good night"), "Yes, end it")
    await table.gm.slash(CHANNEL, "campaign export", complete=True)
    await table.settle()
    recorder.check()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert recorder.exchanges > 100
    assert {"INTERACTION_CREATE", "MESSAGE_CREATE", "MESSAGE_UPDATE", "THREAD_CREATE"} <= recorder.names
    for route in (
        "PUT /applications/{application_id}/commands",
        "POST /interactions/{interaction_id}/{interaction_token}/callback",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "POST /channels/{channel_id}/messages",
        "PATCH /channels/{channel_id}/messages/{message_id}",
        "POST /channels/{channel_id}/threads",
        "PUT /channels/{channel_id}/thread-members/{user_id}",
        "DELETE /channels/{channel_id}/thread-members/{user_id}",
    ):
        assert route in recorder.routes, sorted(recorder.routes)
