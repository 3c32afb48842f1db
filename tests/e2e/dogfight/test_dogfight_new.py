"""What /dogfight new takes, and what a bad line does to a dogfight."""

from pathlib import Path

import pytest

from sandbox.model import Channel
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.e2e.test_bad_evening import SAVED, Evening, all_is_sent, no_letter_is_lost_or_doubled, opened
from tests.e2e.weather import Weather


async def test_a_scenario_is_found_by_its_title(table: Table) -> None:
    made = await table.vik.slash(CHANNEL, "dogfight new", scenario="Night watch")
    assert not made.text().startswith("⚠"), made.text()


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_dogfight_on_a_bad_line(seed: int, tmp_path: Path) -> None:
    async with running_table(tmp_path, answer_timeout=4) as table:
        weather = Weather(table.sandbox, seed)
        evening = Evening(table)
        weather.begin()
        try:
            fight = await _dogfight(evening)
        finally:
            weather.end()
        await all_is_sent(table)
        assert evening.tally["silent"] <= 3
        assert weather.cuts == 0, weather
        await no_letter_is_lost_or_doubled(table)
        assert len([seen for seen in table.ada.messages(fight) if any(b.label == "Card" for b in seen.buttons)]) == 1


async def _dogfight(evening: Evening) -> Channel:
    """A dogfight alone, flown for a few presses."""
    thread = await opened(evening, "dogfight new", "takes off in")
    for _ in range(4):
        panel = await evening.posted(thread, "★")
        best = next(one.label for one in panel.buttons if one.label.startswith("★"))
        answer = await evening.press("ada", panel, best, "turn")
        if answer is None or SAVED in answer.text():
            await evening.look("ada", panel, "Refresh")  # what came of it may not be on the panel yet
    return thread
