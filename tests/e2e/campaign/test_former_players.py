"""Those who gave a seat up: they read no more of its secrets, whatever goes wrong, and do not carry secrets about."""

import pytest

from tests.e2e.kit import CHANNEL, Table
from umpire.games import seats

OUTAGE = "DELETE .*/thread-members/"


async def test_a_thread_whose_former_player_cannot_be_taken_out_is_written_in_no_more(table: Table) -> None:
    await table.start(review=False)
    old = table.room("dom")
    table.sandbox.faults.add("5xx", status=503, times=1, match=OUTAGE)
    replaced = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert "nothing more is written there" in replaced.text()
    before = len(table.dom.messages(old))
    await table.advance()
    assert len(table.dom.messages(old)) == before
    [new] = [t for t in table.visitor.threads(CHANNEL) if t.id != old.id]
    assert table.dom.id not in new.thread_members
    letters = [seen for seen in table.visitor.messages(new) if not seen.payload["pinned"]]
    assert "Welcome to" in letters[0].text(), "what waited for the new thread comes before what was written after it"
    assert "report.md" in [a.filename for a in letters[-1].attachments]


@pytest.mark.parametrize("heir", [True, False])
async def test_a_former_player_whom_a_crash_left_in_the_thread_is_taken_out_at_the_next_look(
    table: Table, heir: bool
) -> None:
    await table.start()
    thread = table.room("dom")
    if heir:
        await seats.replace_player(table.services, table.gm_seat(), "dominators", table.visitor.id)
    else:
        await seats.hold_open(table.services, table.gm_seat(), "dominators")
    assert table.dom.id in thread.thread_members
    await table.gm.slash(CHANNEL, "campaign repair")
    assert table.dom.id not in thread.thread_members
    assert (table.visitor.id in thread.thread_members) is heir


async def test_a_guest_whom_the_game_master_lets_in_stays(table: Table) -> None:
    await table.start()
    thread = table.room("dom")
    thread.thread_members[table.visitor.id] = thread.thread_members[table.dom.id]
    await table.gm.slash(CHANNEL, "campaign repair")
    assert table.visitor.id in thread.thread_members


async def test_nobody_goes_from_seat_to_seat_to_read_what_each_side_knows(table: Table) -> None:
    await table.start()
    await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    await table.leave("ada")
    other = await table.ada.slash(CHANNEL, "campaign join", side="dominators")
    assert "only the game master can give you" in other.text()
    assert other.ephemeral
    assert "hold no seat" in (await table.ada.slash(CHANNEL, "turn report")).text()
    assert "leads" in (await table.ada.slash(CHANNEL, "campaign join", side="humans")).text()
    replaced = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert "leads" in replaced.text()


async def test_before_a_campaign_begins_seats_can_be_tried_freely(table: Table) -> None:
    await table.start(sides=["humans"], begin=False)
    await table.leave("ada")
    assert "leads" in (await table.ada.slash(CHANNEL, "campaign join", side="dominators")).text()
