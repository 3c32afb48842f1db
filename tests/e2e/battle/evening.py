"""A battle as the tests of all tactical games begin it (`tests/e2e/tactical/evening.py`)."""

from typing import Final

from sandbox.model import Channel
from tests.e2e.battle.battle_kit import Fight, begun
from tests.e2e.kit import Table

READING: Final = ("status", "show", "text", "replay", "atlas", "log", "why", "export", "options", "concede")
NEW: Final = {"scenario": "duel", "side": "S", "against": "flee"}


async def begin(table: Table) -> tuple[str, Channel]:
    """A duel with a deadline."""
    fight = await begun(table, hours=24)
    return fight.game_id, fight.thread


async def play_some(table: Table, thread: Channel, game_id: str) -> None:
    """Each captain is done with turn 1."""
    for who in ("ada", "vik"):
        await Fight(table, thread, game_id).done(who)
