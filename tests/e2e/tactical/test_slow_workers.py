"""Discord waits three seconds for a first answer: a tactical game's commands and buttons give one within a second, before any
worker has."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from playtest.player import Player
from tests.e2e.kit import CHANNEL, running_table
from tests.e2e.slow_workers import SlowWorkers, in_time
from tests.e2e.tactical.evening import OURS, module_of, played

SHARED = ("verify", "undo", "extend", "pause", "take_over", "join", "leave")
"""Commands of every tactical game that are not only read."""
OPTIONS: dict[str, dict[str, Any]] = {
    "undo": {"reason": "A slip"},
    "verify": {"turn": 1},
    "extend": {"hours": 2, "reason": "Travel"},
}
"""Of commands that need some."""


@pytest.mark.parametrize("group", OURS)
async def test_every_command_answers_in_time_while_workers_are_slow(group: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        player = Player(table.ada, (await played(table, group)).thread)
        for command in (*module_of(group).READING, *SHARED):
            await in_time(table, workers, partial(player.use, f"{group} {command}", **OPTIONS.get(command, {})))


@pytest.mark.parametrize("group", OURS)
async def test_a_game_is_begun_and_left_in_time_while_workers_are_slow(group: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        await in_time(table, workers, partial(Player(table.ada, CHANNEL).use, f"{group} new", **module_of(group).NEW))
        (thread,) = table.ada.threads(CHANNEL)
        player = Player(table.ada, thread)
        asked = await player.use(f"{group} leave")
        await in_time(table, workers, partial(player.press, asked, "Yes, leave"))
