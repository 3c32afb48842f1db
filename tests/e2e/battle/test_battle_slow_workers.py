"""The commands of a plot answer within a second while workers are slow."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from playtest.player import Player
from tests.e2e.battle.battle_kit import begun
from tests.e2e.kit import running_table
from tests.e2e.slow_workers import SlowWorkers, in_time


@pytest.mark.parametrize("command", ["show", "text", "stance", "now"])
async def test_every_command_of_a_plot_answers_in_time_while_workers_are_slow(command: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    options: dict[str, dict[str, Any]] = {"now": {"line": "S1 turn B"}, "stance": {"stance": "flee"}}
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        player = Player(table.ada, (await begun(table)).thread)
        await in_time(table, workers, partial(player.use, f"plot {command}", **options.get(command, {})))
