"""The buttons of a fight answer within a second while workers are slow."""

from pathlib import Path

import pytest

from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import running_table
from tests.e2e.slow_workers import SlowWorkers, in_time


@pytest.mark.parametrize("label", ["★", "Card", "Log", "Why"])
async def test_every_button_of_a_fight_answers_in_time_while_workers_are_slow(label: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        pilot = await take_off(table)
        await in_time(table, workers, lambda: pilot.press(label))
