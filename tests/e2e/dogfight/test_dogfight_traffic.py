"""A dogfight's ten minutes: every request of the real bot and every answer of the sandbox held against Discord's OpenAPI file."""

import logging

import pytest

from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import CHANNEL, Table
from tests.openapi import Recorder


async def test_all_traffic_of_a_dogfight_is_as_discord_describes_it(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = Recorder(table.sandbox)
    pilot = await take_off(table, scenario="furball", aerobatics=True)
    await pilot.press("★")
    for label in ("Card", "Log", "Why?", "Lessons off", "Refresh"):
        await pilot.press(label)
    await pilot.to_the_end()
    for command in ("show", "map", "card", "log", "why", "replay", "career", "rules"):
        await pilot.use(f"dogfight {command}")
    await pilot.use("dogfight verify", turn=1)
    for label in ("Replay", "Rematch"):
        await pilot.press(label)
    await pilot.refused("dogfight card", jet="X9")
    for option in ("scenario", "aircraft"):
        await table.ada.autocomplete(CHANNEL, "dogfight new", option, "a")
    invited = await table.ada.slash(CHANNEL, "dogfight new", versus=table.vik.id)
    assert "waits in" in invited.text()
    await table.settle()
    recorder.check()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert recorder.exchanges > 60
    for route in (
        "POST /interactions/{interaction_id}/{interaction_token}/callback",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "POST /channels/{channel_id}/messages",
        "POST /channels/{channel_id}/threads",
    ):
        assert route in recorder.routes, sorted(recorder.routes)
