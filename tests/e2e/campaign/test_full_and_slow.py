"""Pins that are full, slow mode, a bot in time-out: a sentence names what is missing, nothing is lost, and what waited comes."""

from datetime import timedelta

import pytest

from sandbox import payloads
from sandbox.model import Event
from tests.e2e.kit import Table
from tests.patience import until
from umpire.delivery.undelivered import try_again

ROOMS = ("ada", "dom")


def told(table: Table, words: str, name: str = "gm") -> list[str]:
    """What somebody reads in their thread that says this."""
    return [seen.text() for seen in table.human(name).messages(table.room(name), 500) if words in seen.text()]


def desks(table: Table) -> list[bool]:
    """Whether each player's dashboard is pinned."""
    found = [seen for name in ROOMS for seen in table.human(name).messages(table.room(name), 500)]
    return [seen.payload["pinned"] for seen in found if "Explore" in [each.label for each in seen.buttons]]


async def test_pins_that_are_full_are_told_once_and_the_desk_is_pinned_when_there_is_room(table: Table) -> None:
    table.sandbox.faults.add("refusal", times=99, match="PUT .*/pins/", status=400, code=30003)
    await table.start(review=False)
    assert desks(table) == [False, False], "they are there all the same"
    for name in ROOMS:
        [said] = told(table, f"The dashboard of {table.flags[name]} in <#{table.room(name).id}> is not pinned")
        assert "has as many pinned messages as Discord allows. Unpin some that nobody needs." in said
    assert len(told(table, "The game master's dashboard in")) == 1
    await table.advance()
    assert len(told(table, "is not pinned")) == 3, "no turn repeats it"
    assert "pins-full" in (await table.ask("gm", "gm problems")).text()
    table.sandbox.faults.clear()
    await table.advance()
    assert desks(table) == [True, True]
    assert "Everything has arrived" in (await table.ask("gm", "gm problems")).text()


async def test_slow_mode_is_named_and_what_waited_comes_when_it_is_over(table: Table) -> None:
    await table.start(review=False)
    room = table.room("ada")
    slow = table.sandbox.faults.add("refusal", times=99, match=f"POST .*/{room.id}/messages$", status=400, code=20016)
    await table.advance()
    await table.advance()
    [said] = told(table, "slow mode")
    assert f"I cannot write to the thread of Human Union in <#{room.id}>" in said
    assert "I am in slow mode there. Let my role bypass slow mode, or switch it off." in said
    slow.times = 0
    assert await try_again(table.services) > 0
    await table.settle()
    assert reports(table) == 2
    assert "Everything has arrived" in (await table.ask("gm", "gm problems")).text()


@pytest.mark.parametrize("early", [True, False])
async def test_a_bot_in_time_out_says_so_and_sends_what_waited_when_it_is_over(table: Table, early: bool) -> None:
    await table.start(review=False)
    room = table.room("ada")
    until_ = table.clock.now() + timedelta(hours=3)
    shut = table.sandbox.faults.add("refusal", times=99, match=f"POST .*/{room.id}/messages$", status=403, code=50013)
    await silence(table, until_.isoformat())
    await table.advance()
    [said] = told(table, "time-out")
    assert f"I am in time-out on this server until <t:{int(until_.timestamp())}" in said
    assert "End that." in said
    shut.times = 0
    if early:  # a moderator ends it, which Discord tells
        await silence(table, None)
        await until(lambda: reports(table) == 1)
    else:  # it ends by itself, which nobody tells
        assert await try_again(table.services) > 0
    await table.settle()
    assert reports(table) == 1
    assert "Everything has arrived" in (await table.ask("gm", "gm problems")).text()


async def silence(table: Table, until_: str | None) -> None:
    """The bot is put in time-out, or taken out of it."""
    world = table.sandbox.world
    guild = world.guild()
    member = payloads.member(world, guild.members[world.bot_id])
    payload = {**member, "communication_disabled_until": until_, "guild_id": str(guild.id)}
    table.sandbox.core.publish(Event("GUILD_MEMBER_UPDATE", payload, guild.id))
    known = table.client.get_guild(guild.id)
    assert known is not None
    await until(lambda: (known.me.timed_out_until is None) == (until_ is None))


def reports(table: Table) -> int:
    """How many reports of turns Ada has."""
    said = table.ada.messages(table.room("ada"), 500)
    return sum("report.md" in [file.filename for file in seen.attachments] for seen in said)
