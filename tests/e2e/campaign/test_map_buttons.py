"""The buttons below a map through the real client: the atlas first, arrows and zoom in the same message, from one's own view."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.reply import SeenMessage
from tests.e2e.kit import Table
from tests.e2e.lives import Lives, lives

ROWS = [["Atlas", "←", "↑", "↓", "→"], ["Zoom in", "Zoom out", "Whole cluster"]]


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Lives]:
    """A bot that can be restarted."""
    async with lives(tmp_path) as found:
        yield found


def words(seen: SeenMessage) -> str:
    """What the picture shows, in words."""
    [picture] = [file for file in seen.attachments if file.filename == "map.png"]
    return str(picture.description)


def corners(seen: SeenMessage) -> tuple[int, int, int, int]:
    """First column and row, last column and row, that the picture shows."""
    found = re.search(r"hexes (\d\d)(\d\d) to (\d\d)(\d\d)", words(seen))
    assert found, words(seen)
    left, top, right, bottom = (int(each) or 100 for each in found.groups())
    return left, top, right, bottom


async def test_a_map_is_moved_and_zoomed_in_its_own_message_across_a_restart_and_a_turn(evening: Lives) -> None:
    table = evening.table
    await table.start(review=False)
    drawn = await table.ask("ada", "map mine")
    assert [each.label for each in drawn.buttons[:8]] == [*ROWS[0], *ROWS[1]]
    assert drawn.buttons[0].label == "Atlas"
    first = corners(drawn)
    closer = await table.ada.click(drawn, "Zoom in")
    assert closer.id == drawn.id, "the same message"
    assert [file.filename for file in closer.attachments] == ["map.png", "map.txt"]
    now = corners(closer)
    assert now[3] - now[1] < first[3] - first[1]
    # An arrow shows what lies beside, at the same scale.
    arrow = next(name for name in ("→", "←") if not closer.control(name).disabled)
    moved = await table.ada.click(closer, arrow)
    there = corners(moved)
    assert moved.id == drawn.id
    assert (there[0] > now[0]) == (arrow == "→")
    assert (there[2] - there[0], there[3] - there[1]) == (now[2] - now[0], now[3] - now[1])
    table = await evening.restart()
    back = await table.ada.click(moved, "Zoom out")
    assert corners(back)[3] - corners(back)[1] > there[3] - there[1]
    assert "is over" not in back.text()
    # The map of a turn that is over becomes that of the turn that is open, and says so.
    await table.advance()
    later = await table.ada.click(back, "My space")
    assert "The turn whose map this was is over; this is the map of turn 2." in later.text()
    assert "turn 2" in words(later)
    whole = await table.ada.click(later, "Whole cluster")
    assert "is over" not in whole.text()
    assert corners(whole)[:2] == (1, 1)
    assert all(whole.control(name).disabled for name in (*ROWS[0][1:], "Zoom out"))


async def test_each_sees_their_own_and_the_atlas_is_one_press_away(table: Table) -> None:
    await table.start(review=False)
    drawn = {who: await table.ask(who, "map mine") for who in ("ada", "dom", "gm")}
    names = {who: table.flags.get(who, "the game master") for who in drawn}
    for who, seen in drawn.items():
        assert seen.ephemeral
        moved = await table.human(who).click(seen, "Zoom in")
        assert f"star map of {names[who]}" in words(moved)
        page = await table.human(who).click(seen, "Atlas")
        assert [file.filename for file in page.attachments] == ["atlas.html"]
        assert page.ephemeral
        assert "open it in a browser" in page.text()
    # What carries a button of another's gives one's own map, and of another campaign nothing.
    button = drawn["ada"].control("Zoom in").custom_id or ""
    answer = await table.dom.click(drawn["dom"], "Sensors")
    assert f"star map of {names['dom']}" in words(answer)
    assert button.split("|")[2] == table.game_id
