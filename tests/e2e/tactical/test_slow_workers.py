"""Discord waits three seconds for a first answer: a tactical game's commands and buttons give one within a second, before any
worker has."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import pytest

from playtest.player import Player
from tests.e2e.battle.battle_kit import begun
from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.workers_inline import InlineWorkers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
READING = {
    "dogfight": ("show", "map", "card", "log", "why", "replay", "export"),
    "battle": ("status", "show", "text", "replay", "atlas", "log", "why", "export", "options", "concede"),
}
SHARED = ("verify", "undo", "extend", "pause", "take_over", "join", "leave")
"""Commands of every tactical game that are not only read."""
OPTIONS: dict[str, dict[str, object]] = {
    "undo": {"reason": "A slip"},
    "verify": {"turn": 1},
    "extend": {"hours": 2, "reason": "Travel"},
}
"""Of commands that need some."""


class SlowWorkers(InlineWorkers):
    """Workers of a busy machine: each answer takes so many seconds."""

    seconds = 0.0

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """The same, later."""
        await asyncio.sleep(self.seconds)
        return await super().run(function, *args, urgent=urgent, seconds=seconds)


async def in_time(table: Table, workers: SlowWorkers, step: Callable[[], Awaitable[object]]) -> None:
    """Do a step while nothing is remembered and workers take four seconds; the sandbox refuses a first answer after one."""
    table.services.cache.clear()
    workers.seconds = 4.0
    await step()
    workers.seconds = 0.0


@pytest.mark.parametrize("group", sorted(READING))
async def test_every_command_answers_in_time_while_workers_are_slow(group: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        place = (await begun(table)).thread if group == "battle" else (await take_off(table)).place
        player = Player(table.ada, place)
        for command in (*READING[group], *SHARED):
            await in_time(table, workers, partial(player.use, f"{group} {command}", **OPTIONS.get(command, {})))


@pytest.mark.parametrize("group", sorted(READING))
async def test_a_game_is_begun_and_left_in_time_while_workers_are_slow(group: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    options: dict[str, object] = {"scenario": "duel", "side": "S", "against": "flee"} if group == "battle" else {}
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        await in_time(table, workers, partial(Player(table.ada, CHANNEL).use, f"{group} new", **options))
        (thread,) = table.ada.threads(CHANNEL)
        player = Player(table.ada, thread)
        asked = await player.use(f"{group} leave")
        await in_time(table, workers, partial(player.press, asked, "Yes, leave"))


@pytest.mark.parametrize("command", ["show", "text", "stance", "now"])
async def test_every_command_of_a_plot_answers_in_time_while_workers_are_slow(command: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    options: dict[str, dict[str, object]] = {"now": {"line": "S1 turn B"}, "stance": {"stance": "flee"}}
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        player = Player(table.ada, (await begun(table)).thread)
        await in_time(table, workers, partial(player.use, f"plot {command}", **options.get(command, {})))


@pytest.mark.parametrize("label", ["★", "Card", "Log", "Why"])
async def test_every_button_of_a_fight_answers_in_time_while_workers_are_slow(label: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        pilot = await take_off(table)
        await in_time(table, workers, lambda: pilot.press(label))
