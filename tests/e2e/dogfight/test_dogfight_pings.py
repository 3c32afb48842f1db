"""Pings of duels as pilots get them: once for each thing that is theirs, as they wish."""

import pytest

from storage.notifications import PingPreference
from tests.e2e.dogfight.test_dogfight_duel import accepted, challenged
from tests.e2e.kit import Table
from tests.e2e.test_notify import mentioned
from umpire.outbox.outbox import set_preference


async def test_a_duel_calls_each_pilot_once_a_turn_unless_they_want_to_be_left_alone(table: Table) -> None:
    await set_preference(table.services, table.sandbox.world.guild().id, table.vik.id, "none")
    duel, _ = await accepted(table)
    called: set[int] = set()
    for turn in range(1, 4):
        await table.settle()
        (line,) = [one for one in table.dom.messages(duel.place) if "it is your turn" in one.text()]
        assert mentioned(line) == [table.ada.id]
        assert line.id not in called
        called.add(line.id)
        assert await duel.turn() == turn
        for who in ("ada", "vik"):
            await duel.press("★", await duel.press("My view", line, who=who), who=who)
            if who == "ada":
                await table.settle()
                assert [one.id for one in table.dom.messages(duel.place) if "it is your turn" in one.text()] == [
                    line.id
                ]


@pytest.mark.parametrize("wanted", ["all", "few", "none"])
async def test_a_challenge_is_for_one_pilot_who_is_called_as_they_wish(table: Table, wanted: PingPreference) -> None:
    await set_preference(table.services, table.sandbox.world.guild().id, table.vik.id, wanted)
    cockpit = await challenged(table)
    invitation = table.vik.last(cockpit.place)
    assert f"challenges <@{table.vik.id}>" in invitation.text()
    assert mentioned(invitation) == ([table.vik.id] if wanted != "none" else [])
    assert "begins" in (await table.vik.click(invitation, "Take the other side")).text()
