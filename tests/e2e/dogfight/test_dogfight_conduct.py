"""Leaving a dogfight, and taking its turn back alone."""

import re
from pathlib import Path

from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import running_table
from tests.e2e.tactical.evening import played


async def test_leaving_a_dogfight_asks_first_and_counts_whoever_is_asked(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        evening = await played(table, "dogfight")
        for who in ("vik", "ada"):
            asked = await evening.use(who, "leave")
            assert "Leave the dogfight?" in asked.text()
            assert "You stay" in (await evening.press(who, asked, "Not yet")).text()
            assert await evening.status() == "running"
        assert "no side" in await evening.refused("dom", "leave")
        for who in ("vik", "ada"):
            if await evening.status() == "running":
                await evening.press(who, await evening.use(who, "leave"), "Yes, leave")
                await table.settle()
                assert "gives up" in " ".join(m.text() for m in table.dom.messages(evening.thread))
        assert await evening.status() == "finished"
        assert "over" in await evening.refused("ada", "leave")


async def test_a_lone_pilot_takes_a_turn_back(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        pilot = await take_off(table)
        for _ in range(3):
            advice = pilot.advice()
            assert advice is not None
            await pilot.press(str(advice.custom_id))
        assert "with a `reason`" in await pilot.refused("dogfight undo")
        before = await pilot.turn()
        done = await pilot.use("dogfight undo", reason="My cat")
        assert "is taken back" in done.text(), done.text()
        assert await pilot.turn() <= before
        assert not re.search("[0-9a-f]{64}", done.text())
        assert "You see the seeds when the fight is over" in await pilot.refused("dogfight verify", turn=1)
        shown = await pilot.use("dogfight show")
        assert any(one.label.startswith("★") for one in shown.buttons)
