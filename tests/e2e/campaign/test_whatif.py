"""What if, by commands and buttons through the real client: a turn forked, changed, adopted; and a month rehearsed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.kit import CHANNEL, Table
from tests.e2e.lives import Lives, lives


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Lives]:
    """A bot that can be restarted."""
    async with lives(tmp_path) as found:
        yield found


async def test_a_published_turn_is_forked_changed_seen_and_adopted_across_a_restart(evening: Lives) -> None:
    table = evening.table
    await table.start(review=False)
    await table.order("ada", 'rename "Home Fleet" to "Vanguard"')
    await table.advance()
    await table.order("ada", 'rename "Rim Patrol" to "Pickets"')
    await table.settle()
    letters = [len(table.human(who).messages(CHANNEL)) for who in ("ada", "dom")]
    panel = await table.gm.slash(CHANNEL, "gm whatif")
    assert {b.label for b in panel.buttons} == {"Turn 1, published", "Turn 2, as it is now"}
    panel = await table.gm.click(panel, "Turn 1, published")
    assert "Nobody but you knows of it" in panel.text()
    table = await evening.restart()
    panel = await table.gm.click(panel, "Amend before")
    assert "before the month" in panel.text()
    done = await table.gm.slash(CHANNEL, "gm amend treasury", side="humans", cps=4321, reason="A hoard")
    assert "In the what-if alone" in done.text()
    sheet = await table.gm.select(panel, "Orders of a side", "humans")
    assert "Vanguard" in sheet.text()
    form = await table.gm.click(sheet, "Change them")
    refused = await table.gm.submit(form, {"off": "1", "add": "sing a song"})
    assert "sing a song" in refused.text()
    changed = await table.gm.submit(
        await table.gm.click(sheet, "Change them"), {"off": "1", "add": 'rename "Home Fleet" to "Wall"'}
    )
    assert "w1." in changed.text()
    assert "Wall" in changed.text()
    panel = await table.gm.slash(CHANNEL, "gm whatif", reason="A table was read wrongly.")
    seen = await table.gm.click(panel, "What would be different")
    files = {a.filename: a.read().decode() for a in seen.attachments}
    assert set(files) == {"what-if-turn-01-game-master.md", "what-if-turn-01-humans.md"}
    assert "Wall" in files["what-if-turn-01-humans.md"]
    assert "CPs to spend" in files["what-if-turn-01-humans.md"]
    await table.settle()
    assert [len(table.human(who).messages(CHANNEL)) for who in ("ada", "dom")] == letters
    assert "Vanguard" in (await table.ada.slash(CHANNEL, "fleet list")).text()

    table = await evening.restart()
    adopted = await table.gm.click(seen, "Adopt")
    assert "1 kept, 0 withdrawn" in adopted.text(), adopted
    assert "turn that is over" in (await table.gm.click(seen, "Adopt")).text()
    await table.settle()
    game = await table.game()
    assert (game.turn, game.revision) == (2, 4)
    assert "Wall" in (await table.ada.slash(CHANNEL, "fleet list")).text()
    assert "Pickets" in (await table.ada.slash(CHANNEL, "orders show")).text()
    assert any("A table was read wrongly." in m.text() for m in table.ada.messages(CHANNEL))


async def test_a_fork_is_thrown_away_and_one_the_game_has_left_behind_says_so(table: Table) -> None:
    await table.start()
    panel = await table.gm.click(await table.gm.slash(CHANNEL, "gm whatif"), "Turn 1, as it is now")
    stale = await table.gm.click(panel, "What would be different")
    assert "no difference" in stale.text()
    await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    assert (await table.game()).turn_state == "draft"
    late = await table.gm.click(stale, "Adopt")
    assert "moved on" in late.text(), late
    assert (await table.game()).turn_state == "draft"
    again = await table.gm.slash(CHANNEL, "gm whatif")
    assert "can only be thrown away" in again.text()
    gone = await table.gm.click(again, "Throw it away")
    assert "thrown away" in gone.text()
    assert "The draft of turn 1" in {b.label for b in (await table.gm.slash(CHANNEL, "gm whatif")).buttons}
    table.open_commands()
    refused = await table.ada.slash(CHANNEL, "gm whatif")
    assert "game master" in refused.text()


async def test_a_comparison_that_is_a_message_with_files_can_be_thrown_away_after_a_publish(table: Table) -> None:
    await table.start()
    await table.gm.click(await table.gm.slash(CHANNEL, "gm whatif"), "Turn 1, as it is now")
    compared = await table.gm.click(await table.gm.slash(CHANNEL, "gm whatif"), "What would be different")
    await table.advance()
    gone = await table.gm.click(compared, "Throw it away")
    assert "thrown away" in gone.text(), gone
    assert "Nobody knows that there was one" in gone.text()
    assert "Throw it away" not in {b.label for b in (await table.gm.slash(CHANNEL, "gm whatif")).buttons}


async def test_a_month_is_rehearsed_from_the_sheet_and_changes_nothing(table: Table) -> None:
    await table.start()
    await table.order("ada", 'rename "Home Fleet" to "Vanguard"')
    told = await table.ada.slash(CHANNEL, "orders forecast")
    before = await table.view("humans")
    made = await table.ada.click(told, "Rehearse the month")
    assert "Rehearsal of turn 1" in made.text(), made
    assert "No report" in made.text()
    files = {a.filename: a.read() for a in made.attachments}
    page = files["rehearsal-turn-01.md"].decode()
    assert "Vanguard" in page
    assert files["rehearsal.png"].startswith(b"\x89PNG")
    assert {a.filename for a in (await table.ada.slash(CHANNEL, "orders rehearse")).attachments} == set(files)
    assert await table.view("humans") == before
    await table.order("ada", 'rename "Rim Patrol" to "Pickets"')
    soon = await table.ada.slash(CHANNEL, "orders rehearse")
    assert "Wait a few seconds" in soon.text()
    table.clock.forward(seconds=10)
    assert b"Pickets" in (await table.ada.slash(CHANNEL, "orders rehearse")).attachments[0].read()
    await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    assert "closed" in (await table.ada.slash(CHANNEL, "orders rehearse")).text()
