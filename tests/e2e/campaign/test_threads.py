"""Private threads over weeks: archived ones are opened, nobody is lost or left behind, nothing is asked that needs an intent."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from cogs.common import threads
from sandbox import actions
from sandbox.interactions import Exchange
from sandbox.model import PRIVATE_THREAD, Channel, Overwrite
from sandbox.permissions import P
from sandbox.world import demo_world
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.e2e.new_games import NEW

OUT = "DELETE .*/thread-members/"


def rooms(table: Table) -> list[Channel]:
    """All private threads there are."""
    return [each for each in table.sandbox.world.channels.values() if each.type == PRIVATE_THREAD]


def count_requests(table: Table) -> Counter[str]:
    """Counts the requests of the bot from now on, by method and route."""
    found: Counter[str] = Counter()

    def note(exchange: Exchange) -> None:
        if not exchange.template.startswith(("/interactions", "/webhooks")):
            found[f"{exchange.method} {exchange.template}"] += 1

    table.sandbox.core.observers.append(note)
    return found


async def in_order(table: Table) -> None:
    """The game master knows of no problem, and every letter has arrived."""
    assert "Everything has arrived" in (await table.gm.slash(CHANNEL, "gm problems")).text()


async def asleep(table: Table, **span: float) -> list[Channel]:
    """Time passes in which nobody writes; gives the threads, which are all archived by then."""
    table.clock.forward(**span)
    assert not [each for each in table.gm.threads(CHANNEL) if each.type == PRIVATE_THREAD]
    assert all(each.archived for each in rooms(table))
    return rooms(table)


@pytest.mark.parametrize("minutes", [1440, 10080])
async def test_after_an_extension_the_reminder_arrives_in_a_thread_that_was_archived(
    table: Table, minutes: int
) -> None:
    await table.start(schedule="every 48h", review=False)
    await table.gm.slash(CHANNEL, "campaign options", extension=672)
    for room in rooms(table):
        room.auto_archive = minutes  # 1440: somebody has shortened it
    table.clock.forward(hours=25)
    await table.tick()
    await table.gm.slash(CHANNEL, "campaign extend", hours=240, reason="holidays")
    await table.tick()
    await asleep(table, hours=240)
    due = (await table.game()).deadline
    await table.tick()
    for name in ("ada", "dom"):
        room = table.room(name)
        assert not room.archived
        said = [seen for seen in table.human(name).messages(room) if f"are due <t:{due}:F>" in seen.text()]
        assert len(said) == 1, "the reminder of the new deadline"
        now = table.clock.time()
        assert now - max(said[0].message.created_at, said[0].message.edited_at or 0) < 60  # type: ignore[union-attr] # seen
    await in_order(table)


async def test_a_player_is_replaced_a_week_later_and_the_room_with_its_history_is_the_new_players(table: Table) -> None:
    await table.start(review=False)
    old = table.room("dom")
    await asleep(table, days=8)
    replaced = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert "⚠" not in replaced.text()
    assert table.dom.id not in old.thread_members
    assert table.visitor.id in old.thread_members
    await table.advance()
    assert [each.id for each in table.visitor.threads(CHANNEL)] == [old.id]
    assert "report.md" in [a.filename for seen in table.visitor.messages(old)[-2:] for a in seen.attachments]
    assert len(rooms(table)) == 3
    await in_order(table)


async def test_a_player_leaves_and_game_masters_come_and_go_while_threads_are_archived(table: Table) -> None:
    await table.start()
    own, masters = table.room("dom"), table.room("gm")
    await asleep(table, days=8)
    left = await table.leave("dom")
    assert "⚠" not in left.text()
    assert table.dom.id not in own.thread_members
    await table.gm.slash(CHANNEL, "gm seat add_gm", member=table.visitor.id)
    assert table.visitor.id in masters.thread_members
    table.clock.forward(days=9)
    await table.gm.slash(CHANNEL, "gm seat remove_gm", member=table.visitor.id)
    assert table.visitor.id not in masters.thread_members
    assert len(rooms(table)) == 3


async def test_a_desk_is_used_in_a_thread_that_was_archived(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    [dashboard] = [seen for seen in table.ada.messages(room) if seen.payload["pinned"]]
    await asleep(table, days=8)
    for button in dashboard.buttons[:3]:
        shown = await table.ada.click(dashboard, button.custom_id or "")
        assert "Something went wrong" not in shown.text()
    assert not room.archived


async def test_an_outage_at_a_replacement_leaves_nobody_in_the_new_room_and_is_made_good(table: Table) -> None:
    await table.start(review=False)
    old = table.room("dom")
    await asleep(table, days=8)
    table.sandbox.faults.add("5xx", status=503, times=1, match=OUT)
    replaced = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert "nothing more is written there" in replaced.text()
    [new] = table.visitor.threads(CHANNEL)
    assert new.id != old.id
    assert table.dom.id not in new.thread_members
    assert table.dom.id in old.thread_members
    await table.gm.slash(CHANNEL, "campaign repair")
    assert table.dom.id not in old.thread_members
    assert [each.id for each in table.visitor.threads(CHANNEL)] == [new.id]
    found = count_requests(table)
    await table.gm.slash(CHANNEL, "campaign repair")
    assert not found["DELETE /channels/{channel_id}/thread-members/{user_id}"] - 1  # whoever held the seat, once more
    await in_order(table)


@pytest.mark.parametrize("kind", ["drop", "late-drop"])
async def test_a_connection_that_breaks_while_a_thread_is_made_leaves_one_thread(
    table: Table, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(threads, "RETRY_SECONDS", (0.05, 0.05, 0.05))
    await table.start(sides=[], begin=False)
    table.sandbox.faults.add(kind, times=2, match=r"POST /channels/\d+/threads$")
    joined = await table.ada.slash(CHANNEL, "campaign join", side="humans")
    assert "leads" in joined.text()
    table.sandbox.faults.clear()
    await table.gm.slash(CHANNEL, "campaign repair")
    mine = [each for each in rooms(table) if each.name.startswith("Human Union")]
    assert len(mine) == 1
    assert table.ada.id in mine[0].thread_members


async def test_a_thread_of_the_same_name_that_others_wrote_in_is_never_taken_for_the_own(table: Table) -> None:
    await table.start(sides=["humans"], begin=False)
    old = rooms(table)[-1]
    other = Channel(**{name: getattr(old, name) for name in Channel.__slots__})
    other.id, other.name = old.id + 1, "The Dominion · The Long Night"
    table.sandbox.world.channels[other.id] = other
    table.sandbox.world.messages[other.id] = {}
    await table.dom.slash(CHANNEL, "campaign join", side="dominators")
    assert table.dom.id not in other.thread_members


async def test_nothing_is_listed_and_a_restart_asks_for_nothing_when_all_is_in_order(tmp_path: Path) -> None:
    state = tmp_path / "discord"
    async with running_table(tmp_path, state=state) as table:
        found = count_requests(table)
        await table.start()
        assert found["POST /channels/{channel_id}/threads"] == 3
        assert found["PUT /channels/{channel_id}/thread-members/{user_id}"] == 3
        assert not [route for route in found if "thread-members" in route and not route.startswith("PUT")]
        before = {each.id: set(each.thread_members) for each in rooms(table)}
        found.clear()
        await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
        assert found["PUT /channels/{channel_id}/thread-members/{user_id}"] == 1
        assert found["DELETE /channels/{channel_id}/thread-members/{user_id}"] == 1
        table.dom.say("welcome", "bye")
        await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.dom.id)
        assert {each.id: set(each.thread_members) for each in rooms(table)} == before
        await table.settle()
    for archived in (False, True):
        async with running_table(tmp_path, state=state) as table:
            await table.settle()
            found = count_requests(table)
            await table.client.running.threads.look_at_all()
            assert sum(found.values()) <= (3 if archived else 0), found
            assert set(found) <= {"GET /channels/{channel_id}"}  # whether an archived one is still there
            assert {each.id: set(each.thread_members) for each in rooms(table)} == before
            for room in rooms(table):
                room.archived = True
            table.sandbox.core.keep()


async def test_a_player_who_cannot_see_the_channel_holds_up_nobody_and_the_game_master_hears_what_mends_it(
    table: Table,
) -> None:
    await table.start(sides=[], begin=False)
    channel = table.sandbox.world.channel(CHANNEL)
    joined = await table.dom.slash(CHANNEL, "campaign join", side="dominators")
    assert "⚠" not in joined.text()
    channel.overwrites.append(Overwrite(table.visitor.id, 1, deny=int(P.VIEW)))
    actions.publish_channel(table.sandbox.core, channel, "UPDATE")
    replaced = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert f"{table.visitor.mention} is not in the thread of The Dominion yet: they cannot see" in replaced.text()
    assert "view it, then use /campaign repair" in replaced.text()
    assert "private threads here" not in replaced.text()
    await table.ada.slash(CHANNEL, "campaign join", side="humans")
    table.flags = {"ada": "Human Union"}
    assert table.ada.id in table.room("ada").thread_members
    made = {each.id for each in rooms(table)}
    await table.gm.slash(CHANNEL, "campaign repair")
    await table.client.running.threads.look_at_all()
    assert {each.id for each in rooms(table)} == made
    await table.settle()
    told = [seen for seen in table.gm.messages(table.room("gm")) if "they cannot see" in seen.text()]
    assert len(told) == 1
    channel.overwrites.clear()
    actions.publish_channel(table.sandbox.core, channel, "UPDATE")
    again = await table.gm.slash(CHANNEL, "campaign repair")
    assert "in order" in again.text()
    assert next(each.id for each in table.visitor.threads(CHANNEL)) in made
    assert {each.id for each in rooms(table)} == made
    await in_order(table)


async def test_a_permission_that_the_bot_lacks_is_named_once_and_the_rest_goes_on(table: Table) -> None:
    await table.start(sides=["humans"], begin=False)
    guild = table.sandbox.world.guild()
    kept = {role.id: role.permissions for role in guild.roles.values()}
    for role in guild.roles.values():
        role.permissions &= ~int(P.CREATE_PRIVATE_THREADS)
    joined = await table.dom.slash(CHANNEL, "campaign join", side="dominators")
    assert "I may not make private threads here; give me View Channels, Create Private Threads and" in joined.text()
    assert "is ready" not in joined.text()
    for role in guild.roles.values():
        role.permissions = kept[role.id]
    assert "in order" in (await table.gm.slash(CHANNEL, "campaign repair")).text()
    assert len(rooms(table)) == 3
    assert len(table.dom.threads(CHANNEL)) == 1


async def test_a_server_that_does_not_let_the_bot_add_people_is_told_what_would(table: Table) -> None:
    await table.start(sides=[], begin=False)
    table.sandbox.faults.add("refusal", times=1, match="PUT .*/thread-members/", status=403, code=50013)
    joined = await table.ada.slash(CHANNEL, "campaign join", side="humans")
    assert "does not let me add people to it. Give me Manage Threads, then use /campaign repair." in joined.text()
    assert "in order" in (await table.gm.slash(CHANNEL, "campaign repair")).text()
    assert len(table.ada.threads(CHANNEL)) == 1
    assert len(rooms(table)) == 2


async def test_two_who_look_at_once_make_no_thread_twice(table: Table) -> None:
    await table.start(sides=[], begin=False)
    table.sandbox.faults.add("slow", times=1, match=r"POST /channels/\d+/threads$", seconds=0.5)
    looks = [table.ada.slash(CHANNEL, "campaign join", side="humans")]
    looks.append(table.gm.slash(CHANNEL, "campaign repair"))
    await asyncio.gather(*looks)
    assert len([each for each in rooms(table) if each.name.startswith("Human Union")]) == 1


async def test_one_who_has_left_the_server_is_told_so(table: Table) -> None:
    await table.start(sides=["humans"], begin=False)
    table.sandbox.faults.add("drop", times=2, match="PUT .*/thread-members/")
    await table.dom.slash(CHANNEL, "campaign join", side="dominators")
    table.sandbox.faults.clear()
    del table.sandbox.world.guild().members[table.dom.id]
    repaired = await table.gm.slash(CHANNEL, "campaign repair")
    assert "no longer on this server" in repaired.text()
    assert "/gm seat replace" in repaired.text()
    assert len(rooms(table)) == 3


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_room_is_named_and_what_waits_is_sent_once_it_is_unlocked(table: Table, archived: bool) -> None:
    await table.start(review=False)
    room = table.room("ada")
    room.locked, room.archived = True, archived
    await table.advance()
    listed = (await table.gm.slash(CHANNEL, "gm problems")).text()
    assert "locked" in listed
    assert "missing-permission" not in listed
    told = [seen.text() for seen in table.gm.messages(table.room("gm")) if "is locked" in seen.text()]
    assert len(told) == 1
    assert "unlock it" in told[0]
    room.locked = False
    await table.gm.slash(CHANNEL, "campaign repair")
    await table.settle()
    said = table.ada.messages(room)
    assert "report.md" in [a.filename for seen in said for a in seen.attachments]
    await in_order(table)


async def test_the_invites_permissions_are_enough_on_a_server_that_gives_everybody_little(tmp_path: Path) -> None:
    world = demo_world()
    guild = world.guild()
    guild.roles[guild.id].permissions = int(P.VIEW | P.SEND | P.READ_HISTORY | P.USE_COMMANDS)
    async with running_table(tmp_path, world=world) as table:
        await table.start(schedule="every 48h", review=False)
        await table.advance()
        await asleep(table, days=8)
        await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
        await table.tick()
        assert table.visitor.id in rooms(table)[2].thread_members or table.visitor.id in rooms(table)[1].thread_members
        for command, needed in NEW.items():
            made = await table.vik.slash("war-room", command, **needed)
            assert "⚠" not in made.text(), made
        await in_order(table)
