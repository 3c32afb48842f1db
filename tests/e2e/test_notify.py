"""Pings as people get them: once for each thing that is theirs, as they wish, counted over a week; never by an edit."""

from pathlib import Path

import pytest

from harness.bench.week import BEGIN, FIRST, LAST, RESULT, WEEK_STEPS, Ears, play
from sandbox.errors import Refused
from sandbox.model import SILENT
from sandbox.reply import SeenMessage
from storage.notifications import PingPreference
from tests.e2e.battle.battle_kit import begun
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.kit import CHANNEL, Table
from umpire.outbox.outbox import preference_of, set_preference

MOST_CALLS: dict[str, int] = {BEGIN: 10, FIRST: 2, LAST: 4, RESULT: 16}
"""REST calls of a campaign of two: a step that needs more has grown. With the result each of three dashboards is sent anew below
it, pinned, and the old one taken away. A thread in which nothing was said for a week is archived,
and is asked for once before the result. Both players missed their turn: each has a reminder with the result, the game master one
letter of both."""


def mentioned(seen: SeenMessage) -> list[int]:
    """Whom a message names so that Discord calls them."""
    assert seen.message is not None
    return [] if seen.message.flags & SILENT else seen.message.mentions


def rings(table: Table, name: str) -> list[SeenMessage]:
    """The messages of a person's own room that call somebody."""
    return [seen for seen in table.human(name).messages(table.room(name)) if mentioned(seen)]


async def wish(table: Table, name: str) -> PingPreference:
    return await preference_of(table.services, table.sandbox.world.guild().id, table.human(name).id)


@pytest.mark.parametrize(
    ("wanted", "steps"), [("all", (BEGIN, FIRST, LAST, RESULT)), ("few", (BEGIN, LAST, RESULT)), ("none", ())]
)
async def test_a_week_calls_each_player_as_often_as_they_wish(
    tmp_path: Path, wanted: PingPreference, steps: tuple[str, ...]
) -> None:
    week = await play(tmp_path, "duel_small", wanted)
    ears, people = week.ears, week.people
    for name in ("ada", "dom"):
        for step in (BEGIN, *WEEK_STEPS):
            assert ears.rings(people[name], step) == int(step in steps), (name, step)
    assert ears.rings(people["gm"], *WEEK_STEPS) == int(RESULT in steps)
    for step, most in MOST_CALLS.items():
        assert ears.total(step) <= most, (step, ears.calls[step])


async def test_a_turns_packet_names_its_player_once_and_edits_name_nobody_anew(table: Table) -> None:
    await table.start(review=False, schedule="every 7 days")
    for name in ("ada", "dom"):
        (welcome,) = rings(table, name)
        assert mentioned(welcome) == [table.human(name).id]
        assert "your map is attached" in welcome.text()
    await table.ask("ada", "orders ask", text="Who lives there?")
    await table.ask("ada", "orders ready")
    await table.advance()
    for name in ("ada", "dom"):
        me = table.human(name)
        _, packet = rings(table, name)
        assert mentioned(packet) == [me.id]
        assert packet.text().startswith(f"{me.mention} **Turn 1** of **The Long Night**")
        after = [seen for seen in me.messages(table.room(name)) if seen.id >= packet.id]
        assert sum(seen.text().count(me.mention) for seen in after) == 1
    everybody = [seen for seen in table.visitor.messages(CHANNEL) if mentioned(seen)]
    assert everybody == []
    assert rings(table, "gm") == []  # it was they who resolved the turn


async def test_a_busy_game_master_and_busy_players_call_nobody_twenty_times(table: Table) -> None:
    await table.start(review=False)
    before = {name: len(rings(table, name)) for name in ("ada", "dom", "gm")}
    for number in range(6):
        await table.gm.slash(CHANNEL, "gm narrate", to="humans", text=f"It rains, day {number}.")
        await table.leave("dom")  # the game master is asked for somebody else each time
        await table.ask("dom", "campaign join", side="dominators")
    await table.settle()
    told = [seen for seen in table.ada.messages(table.room("ada")) if "It rains" in seen.text()]
    assert [len(mentioned(seen)) for seen in told] == [1, 0, 0, 0, 0, 0]
    assert len(rings(table, "ada")) == before["ada"] + 1
    assert len(rings(table, "gm")) == before["gm"] + 1
    assert sum("has no player now" in seen.text() for seen in table.gm.messages(table.room("gm"))) == 6
    await table.ask("ada", "campaign away")
    table.clock.forward(hours=2)
    await table.gm.slash(CHANNEL, "gm narrate", to="humans", text="It has stopped.")
    await table.settle()
    assert len(rings(table, "ada")) == before["ada"] + 1
    await table.ask("ada", "campaign away", away=False)
    table.clock.forward(hours=2)
    await table.gm.slash(CHANNEL, "gm narrate", to="humans", text="It rains again.")
    await table.settle()
    assert len(rings(table, "ada")) == before["ada"] + 2


async def test_a_person_chooses_by_taps_on_the_desk_and_nobody_elses_choice_changes(table: Table) -> None:
    await table.start(review=False)
    shown = await table.ada.click(dashboard_of(table, "ada"), "Pings")
    assert shown.ephemeral
    assert "Pings on this server: everything" in shown.text()
    kept = await table.ada.select(shown, "Nothing")
    assert "Pings on this server: nothing" in kept.text()
    assert "✔ Kept" in kept.text()
    assert (await wish(table, "ada"), await wish(table, "dom"), await wish(table, "gm")) == ("none", "all", "all")
    before = len(rings(table, "ada"))
    await table.advance()
    assert len(rings(table, "ada")) == before
    assert len(rings(table, "dom")) == 2
    packet = next(s for s in reversed(table.ada.messages(table.room("ada"))) if "**Turn 1**" in s.text())
    assert table.ada.mention not in packet.text()
    assert {file.filename for file in packet.attachments} >= {"report.md", "map.png"}


async def test_the_command_shows_and_changes_it_for_who_has_no_seat_too(table: Table) -> None:
    for what, words in (("few", "only what cannot wait"), ("none", "nothing"), ("all", "everything")):
        told = await table.visitor.slash(CHANNEL, "notify", what=what)
        assert told.ephemeral
        assert f"Pings on this server: {words}" in told.text()
        assert f"Pings on this server: {words}" in (await table.visitor.slash(CHANNEL, "notify")).text()
        assert await wish(table, "visitor") == what


async def test_it_is_a_servers_command_and_a_battles_letter_leads_to_it_by_direct_message(table: Table) -> None:
    with pytest.raises(Refused):
        await table.ada.slash(table.ada.open_dm(), "notify", what="none")
    await begun(table)
    await table.settle()
    letter = next(seen for seen in reversed(table.ada.dms()) if "you are asked" in seen.text())
    shown = await table.ada.click(letter, "Pings")
    assert "Pings on this server: everything" in shown.text()
    await table.ada.select(shown, "Nothing")
    assert await wish(table, "ada") == "none"


async def test_a_battle_calls_a_captain_once_when_it_waits_for_them(table: Table) -> None:
    fight = await begun(table)
    await table.settle()

    def asked(who: str) -> list[SeenMessage]:
        return [seen for seen in table.human(who).dms() if "you are asked" in seen.text()]

    assert [mentioned(seen) for seen in asked("ada")] == [[]]  # a direct message needs no name
    assert [(seen.message.flags & SILENT) for seen in asked("ada") if seen.message is not None] == [0]
    for _ in range(3):
        await fight.use("ada", "battle show")
        await table.tick()
    assert len(asked("ada")) == 1
    await set_preference(table.services, table.sandbox.world.guild().id, table.vik.id, "none")
    for who in ("ada", "vik"):
        await fight.done(who)
    await table.tick()
    assert await fight.turn() == 2
    flags = {who: [seen.message.flags & SILENT for seen in asked(who) if seen.message] for who in ("ada", "vik")}
    assert flags == {"ada": [0], "vik": [SILENT]}, "in the place of the first"


async def test_after_a_hand_over_the_thread_names_the_new_holder_alone(table: Table) -> None:
    game = await table.start(review=False, schedule="every 48h")
    assert game.deadline is not None
    table.clock.forward(seconds=game.deadline - 24 * 3600 + 60 - table.clock.time())
    await table.tick()
    last = max(m for each in table.sandbox.world.messages.values() for m in each)
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    table.clock.forward(hours=21)
    await table.tick()
    await table.advance()
    (room,) = table.visitor.threads(CHANNEL)
    since = [seen for seen in table.visitor.messages(room.id) if seen.id > last]
    assert not any(table.dom.mention in seen.text() for seen in since)
    assert [mentioned(seen) for seen in since if mentioned(seen)] == [[table.visitor.id]] * 3, [
        seen.text()[:80] for seen in since
    ]  # welcome, reminder, result
    assert table.dom.id not in room.thread_members


async def test_a_battles_turn_is_one_post_and_one_message_anew_for_each_captain(table: Table) -> None:
    """The post with its picture above its words is one message; the message that asks takes the place of the one before."""
    fight = await begun(table)
    ears = Ears()
    ears.listen(table.sandbox)
    ears.step = "turn"
    for who in ("ada", "vik"):
        await fight.done(who)
    assert await fight.turn() == 2
    assert ears.calls["turn"] == {"send": 3, "take back": 2}, ears.calls
    ears.step = "end"
    await fight.concede("vik")
    assert ears.calls["end"] == {"send": 1, "edit": 2}, ears.calls
