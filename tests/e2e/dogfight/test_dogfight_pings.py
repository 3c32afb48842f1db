"""Pings of duels as pilots get them: once for each thing that is theirs, as they wish."""

import pytest

from storage.notifications import PingPreference
from tests.e2e.dogfight.test_dogfight_duel import accepted, challenged
from tests.e2e.kit import Table
from tests.e2e.test_notify import mentioned
from umpire.outbox.outbox import set_preference


async def test_a_duel_calls_the_pilot_whose_turn_it_is_unless_they_want_to_be_left_alone(table: Table) -> None:
    await set_preference(table.services, table.sandbox.world.guild().id, table.vik.id, "none")
    duel, begun_ = await accepted(table)
    pilots = {"ada": table.ada, "vik": table.vik}
    called: dict[str, set[int]] = {"ada": set(), "vik": set()}
    for _ in range(12):
        await table.settle()
        lines = [one for one in table.dom.messages(duel.place) if "it is your turn" in one.text()]
        asked = [who for who, human in pilots.items() if human.mention in "".join(one.text() for one in lines)]
        for who in asked if len(asked) == 1 else ():
            (line,) = lines
            assert set(mentioned(line)) == ({table.ada.id} if who == "ada" else set())
            called[who].add(line.id)
        views = {who: await duel.press("My view", lines[0] if lines else begun_, who=who) for who in asked or pilots}
        who = next(who for who, view in views.items() if any(one.label.startswith("★") for one in view.buttons))
        await duel.press("★", views[who], who=who)
        if all(called.values()) or await duel.over():
            break
    assert all(called.values())


@pytest.mark.parametrize("wanted", ["all", "few", "none"])
async def test_a_challenge_is_for_one_pilot_who_is_called_as_they_wish(table: Table, wanted: PingPreference) -> None:
    await set_preference(table.services, table.sandbox.world.guild().id, table.vik.id, wanted)
    cockpit = await challenged(table)
    invitation = table.vik.last(cockpit.place)
    assert f"challenges <@{table.vik.id}>" in invitation.text()
    assert mentioned(invitation) == ([table.vik.id] if wanted != "none" else [])
    assert "begins" in (await table.vik.click(invitation, "Take the other side")).text()
