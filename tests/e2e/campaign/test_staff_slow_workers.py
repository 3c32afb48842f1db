"""The buttons for which the staff has to think answer within a second while workers are slow."""

from pathlib import Path

import pytest

from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.kit import running_table
from tests.e2e.slow_workers import SlowWorkers, in_time

STAFF = "Do as my staff advises"


@pytest.mark.parametrize("label", [STAFF, "Explore", "Move a fleet", "Spend 1000 CPs"])
async def test_every_list_of_the_desk_answers_in_time_while_workers_are_slow(label: str, tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        await table.start()
        await in_time(table, workers, lambda: table.ada.click(dashboard_of(table, "ada"), label))


async def test_all_that_the_staff_advises_is_given_in_time_while_workers_are_slow(tmp_path: Path) -> None:
    workers = SlowWorkers()
    async with running_table(tmp_path, answer_timeout=1.0, workers=workers) as table:
        await table.start()
        listed = await table.ada.click(dashboard_of(table, "ada"), STAFF)
        give = next(b.label for b in listed.buttons if b.label and b.label.startswith("Give all "))
        await in_time(table, workers, lambda: table.ada.click(listed, give))
