"""A dogfight as the tests of all tactical games begin it (`tests/e2e/tactical/evening.py`)."""

from typing import Any, Final

from playtest.player import Player
from sandbox.model import Channel
from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import Table

READING: Final = ("show", "map", "card", "log", "why", "replay", "export")
NEW: Final[dict[str, Any]] = {}


async def begin(table: Table) -> tuple[str, Channel]:
    """A duel with a deadline."""
    duel = await take_off(table, versus=table.vik.id, hours=24)
    joined = await duel.use("dogfight join", "vik")
    assert "begins" in joined.text(), joined.text()
    await table.settle()
    return duel.game_id, duel.place


async def play_some(table: Table, thread: Channel, game_id: str) -> None:
    """Each pilot decides what they are asked, twice."""
    for _ in range(2):
        for who in ("ada", "vik"):
            player = Player(table.human(who), thread)
            shown = await player.use("dogfight show")
            star = next((one for one in shown.buttons if one.label.startswith("★")), None)
            if star is not None:
                await player.press(shown, str(star.custom_id))
