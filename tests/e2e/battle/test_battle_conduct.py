"""Leaving a battle."""

from pathlib import Path

from tests.e2e.battle.battle_kit import Fight
from tests.e2e.kit import running_table
from tests.e2e.tactical.evening import played


async def test_leaving_a_battle_asks_first_and_frees_the_side_whoever_is_asked(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        evening = await played(table, "battle")
        asked = await evening.use("vik", "leave")
        assert "at each deadline its stances play it" in asked.text()
        assert "You stay" in (await evening.press("vik", asked, "Not yet")).text()
        await Fight(table, evening.thread, evening.game_id).done("vik")
        assert "Nobody" not in (await evening.use("vik", "status")).text()
        left = await evening.press("vik", await evening.use("vik", "leave"), "Yes, leave")
        await table.settle()
        assert "has no player now" in left.followups[-1].text()
        assert await evening.status() == "running"
        assert "no side" in await evening.refused("vik", "leave")
        told = next(seen for seen in table.ada.messages(table.ada.open_dm()) if "has no player now" in seen.text())
        assert f"**Duel** (<#{evening.thread.id}>): Alpha-Centauri has no player now" in told.text()
        taken = await evening.press("dom", left.followups[-1], "Take Alpha-Centauri")
        assert "plays **Alpha-Centauri**" in taken.text()
        assert "has a player" in (await evening.press("visitor", left.followups[-1], "Take Alpha-Centauri")).text()
