"""A battle's evening: every request of the real bot and every answer of the sandbox held against Discord's OpenAPI file."""

import logging

import pytest

from tests.e2e.battle.battle_kit import begun
from tests.e2e.kit import CHANNEL, Table
from tests.openapi import Recorder

CALLS_A_CHOICE = 2
"""Requests for a choice on a plot panel: that it takes a moment, and the edit with the map."""


async def test_all_traffic_of_a_battle_is_as_discord_describes_it(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = Recorder(table.sandbox)
    await table.client.tree.sync()
    fight = await begun(table)
    receipt = await fight.write("ada", "1-3 accelerate\nfire all when range <= 12")
    for label in ("Picture", "Undo", "Refresh"):
        await fight.press("ada", receipt, label)
    taps = await fight.press("ada", receipt, "Plot by taps")
    calls = recorder.exchanges
    await table.ada.select(taps, "Course", "Course: turn to B")
    assert recorder.exchanges - calls <= CALLS_A_CHOICE
    await table.ada.select(taps, "Screens", "Screens always")
    await fight.press("ada", taps, "★ stand-off")
    await fight.press("ada", await fight.write("ada", "fier L1"), "Fix")
    await fight.press("ada", await fight.use("ada", "fire plan", weapons="L1", target="A1"), "Plot this shot")
    await fight.use("ada", "plot fire", weapons="L1", target="Nobody's")
    for command, option in (("plot fire", "weapons"), ("plot fire", "target"), ("battle show", "around")):
        await table.ada.autocomplete(fight.thread, command, option, "a")
    for who in ("ada", "vik"):
        await fight.done(who)
    for command in (
        "battle status",
        "battle show",
        "battle text",
        "battle log",
        "battle replay",
        "battle atlas",
        "ship show",
        "plot show",
    ):
        await fight.use("ada", command)
    slip = await table.ada.slash(CHANNEL, "ship yard", start="halyard")
    await table.ada.select(slip, "Add a system", "screen")
    await table.ada.click(slip, "Save")
    await fight.use("ada", "battle end")
    recorder.check()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert {"INTERACTION_CREATE", "MESSAGE_CREATE", "THREAD_CREATE"} <= recorder.names
    assert "POST /channels/{channel_id}/threads" in recorder.routes
