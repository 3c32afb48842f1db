"""The grace after a deadline, through the whole bot: what is on a rival's sheet changes nothing that others hear."""

import pytest

from playtest.player import GIVE_BUTTON
from tests.e2e.kit import CHANNEL, Table


@pytest.mark.parametrize("line", ["", 'ask "May we?"'])
async def test_a_rivals_full_sheet_that_is_not_ready_is_waited_for_like_an_empty_one(table: Table, line: str) -> None:
    await table.start(schedule="every 48h", review=False)
    await table.gm.slash(CHANNEL, "campaign options", grace="30 min")
    if line:
        preview = await table.dom.slash(CHANNEL, "orders write", line=line)
        assert "✔ Order given" in (await table.dom.click(preview, GIVE_BUTTON)).text()
    ready = await table.ada.slash(CHANNEL, "orders ready")
    assert "ready" in ready.text()
    table.clock.forward(hours=48, minutes=1)
    await table.tick()
    assert (await table.game()).turn == 1
    heard = [seen.text() for seen in table.visitor.messages(CHANNEL)]
    assert len([text for text in heard if "or until all are ready" in text]) == 1
    table.clock.forward(minutes=30)
    await table.tick()
    assert (await table.game()).turn == 2
