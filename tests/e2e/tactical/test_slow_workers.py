"""Discord waits three seconds for a first answer: a tactical game's commands and buttons give one before any worker has."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import pytest

from playtest.player import Player
from tests.e2e.battle.battle_kit import begun
from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import Table, running_table
from tests.workers_inline import InlineWorkers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
READING = {
    "dogfight": ("show", "map", "card", "log", "why", "replay", "export", "leave", "undo"),
    "battle": ("status", "show", "text", "replay", "atlas", "log", "why", "export", "undo", "concede"),
}


class SlowWorkers(InlineWorkers):
    """Workers of a busy machine: each answer takes so many seconds."""

    seconds = 0.0

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """The same, later."""
        await asyncio.sleep(self.seconds)
        return await super().run(function, *args, urgent=urgent, seconds=seconds)


async def in_time(table: Table, workers: SlowWorkers, step: Callable[[], Awaitable[object]]) -> None:
    """Do a step while nothing is remembered and workers take four seconds; the sandbox refuses a first answer after three."""
    table.services.cache.clear()
    workers.seconds = 4.0
    await step()
    workers.seconds = 0.0


@pytest.mark.parametrize("group", sorted(READING))
async def test_every_command_answers_in_time_while_workers_are_slow(group: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=3.0, workers=workers) as table:
        place = (await begun(table)).thread if group == "battle" else (await take_off(table)).place
        player = Player(table.ada, place)
        for command in READING[group]:
            await in_time(table, workers, partial(player.use, f"{group} {command}"))


@pytest.mark.parametrize("label", ["★", "Card", "Log", "Why"])
async def test_every_button_of_a_fight_answers_in_time_while_workers_are_slow(label: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=3.0, workers=workers) as table:
        pilot = await take_off(table)
        await in_time(table, workers, lambda: pilot.press(label))
