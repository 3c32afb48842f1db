"""One press of a dogfight's button reads its game and its seats once, and once more only what came of a decision."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from cogs.common import components
from cogs.common.interactions import Interaction
from storage import games, seats
from tests.e2e.dogfight.dogfight_kit import Cockpit, take_off
from tests.e2e.kit import Table


class Reads:
    """Counts the reads of game and seats that the task of a pressed button makes; those of clock and courier are not its own."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.found: Counter[str] = Counter()
        self._pressed: asyncio.Task[Any] | None = None
        self._count(patch, games, "find")
        self._count(patch, seats, "of_game")
        answered = components.answered

        async def noting(
            interaction: discord.Interaction, work: Callable[[Interaction], Awaitable[None]] | None, what: str
        ) -> None:
            self._pressed = asyncio.current_task()
            await answered(interaction, work, what)

        patch.setattr(components, "answered", noting)

    def _count(self, patch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        read = getattr(module, name)

        async def counted(*args: Any, **options: Any) -> Any:
            if asyncio.current_task() is self._pressed:
                self.found[f"{module.__name__}.{name}"] += 1
            return await read(*args, **options)

        patch.setattr(module, name, counted)

    async def of(self, pilot: Cockpit, label: str) -> dict[str, int]:
        """Press a button, and what it read."""
        self.found.clear()
        await pilot.press(label)
        return dict(self.found)


async def test_a_button_that_shows_something_reads_game_and_seats_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = await take_off(table, scenario="furball")
    reads = Reads(monkeypatch)
    for label in ("Refresh", "Lessons off"):
        assert await reads.of(pilot, label) == {"storage.games.find": 1, "storage.seats.of_game": 1}, label


async def test_a_button_that_opens_a_report_looks_once_more_whether_its_reader_missed_anything(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = await take_off(table, scenario="furball")
    reads = Reads(monkeypatch)
    for label in ("Card", "Log"):
        assert await reads.of(pilot, label) == {"storage.games.find": 2, "storage.seats.of_game": 1}, label


async def test_a_decision_reads_game_and_seats_once_and_then_what_came_of_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = await take_off(table, scenario="furball")
    reads = Reads(monkeypatch)
    turn = await pilot.turn()
    found = await reads.of(pilot, "★")
    assert await pilot.turn() == turn  # a question of the same turn, so no new turn had to be read
    assert found == {"storage.games.find": 2, "storage.seats.of_game": 2}
