"""The commands that every tactical game has, tried on each game of this repository."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.actions import publish_channel
from sandbox.model import Overwrite
from sandbox.permissions import P
from tests.e2e.kit import CHANNEL, running_table
from tests.e2e.tactical.evening import OURS, Evening, module_of, played
from umpire.games import games


@pytest.fixture(params=OURS)
async def evening(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Evening]:
    """Each game in turn."""
    async with running_table(tmp_path) as table:
        yield await played(table, request.param)


async def test_a_pause_stops_the_game_until_it_goes_on(evening: Evening) -> None:
    assert "not paused" in await evening.refused("ada", "pause", go_on=True)
    assert "Only who made this" in await evening.refused("vik", "pause")
    assert "is paused" in (await evening.use("ada", "pause", reason="Supper")).text()
    assert await evening.status() == "paused"
    assert "paused already" in await evening.refused("ada", "pause")
    assert "goes on" in (await evening.use("ada", "pause", go_on=True)).text()
    assert await evening.status() == "running"


async def test_a_deadline_is_put_off_where_there_is_one(evening: Evening) -> None:
    assert "Only who made this" in await evening.refused("vik", "extend", hours=5, reason="Travel")
    assert "deadline is now" in (await evening.use("ada", "extend", hours=5, reason="Travel")).text()
    assert "in all" in await evening.refused("ada", "extend", hours=672, reason="A long holiday")


async def test_an_undo_that_nobody_asked_for_is_neither_agreed_to_nor_struck_out(evening: Evening) -> None:
    for options in ({}, {"strike": True}):
        said = await evening.refused("ada", "undo", **options)
        assert "Nothing of" in said or "Nobody has asked" in said
    assert "not both" in await evening.refused("ada", "undo", reason="Oops", strike=True)


async def test_a_capsule_of_a_game_under_way_holds_no_seed(evening: Evening) -> None:
    given = await evening.use("vik", "export")
    assert "what you may know of it now" in given.text()
    assert not re.search(rb'"seed":"[0-9a-f]{64}"', given.attachments[0].read())
    assert "Only its players" in await evening.refused("dom", "export")


async def test_a_side_is_given_to_somebody_else_by_its_own_player_alone(evening: Evening) -> None:
    table = evening.table
    assert "has its player" in await evening.refused("dom", "take_over")
    assert "not a side" in await evening.refused("dom", "take_over", side="purple")
    assert "Only who made" in await evening.refused(
        "dom", "take_over", side=await other_side(evening), player=table.dom.id
    )
    assert "another player's side" in await evening.refused(
        "ada", "take_over", side=await other_side(evening), player=table.dom.id
    )
    assert table.dom.mention in (await evening.use("vik", "take_over", player=table.dom.id)).text()
    assert "no side" in await evening.refused("vik", "leave")


async def other_side(evening: Evening) -> str:
    """Vik's side."""
    game = await games.get_game(evening.table.services, evening.game_id)
    return game.sides[1].id


async def test_a_side_is_handed_to_a_deputy_after_a_question(evening: Evening) -> None:
    table = evening.table
    asked = await evening.use("vik", "leave", deputy=table.dom.id)
    assert f"{table.dom.mention} plays" in asked.text()
    assert "no side" in await evening.refused("dom", "leave")
    given = await evening.press("vik", asked, "Yes, hand it over")
    await table.settle()
    assert f"{table.dom.mention} plays" in given.followups[-1].text()
    assert "no side" in await evening.refused("vik", "leave")
    assert "Leave the" in (await evening.use("dom", "leave")).text()
    assert await evening.status() == "running"


async def test_a_pause_names_who_made_it(evening: Evening) -> None:
    await evening.use("ada", "pause", reason="Supper")
    await evening.table.settle()
    told = [message.text() for message in evening.table.dom.messages(evening.thread)]
    assert any(f"{evening.table.ada.mention} has paused" in text and "Supper" in text for text in told)
    assert not any("game master" in text for text in told)


async def test_an_undo_is_asked_for_struck_out_asked_again_and_agreed_to(evening: Evening) -> None:
    await evening.play_some()
    assert "Only who made this" in await evening.refused("vik", "undo", reason="A slip")
    asked = await evening.use("ada", "undo", reason="A slip")
    assert f"these agree with /{evening.group} undo" in asked.text()
    assert "withdrawn" in (await evening.use("vik", "undo", strike=True)).text()
    assert "no request to strike out" in await evening.refused("vik", "undo", strike=True)
    assert "Nobody has asked" in await evening.refused("vik", "undo")
    await evening.use("ada", "undo", reason="Please")
    assert "is taken back" in (await evening.use("vik", "undo")).text()
    assert (await games.get_game(evening.table.services, evening.game_id)).turn == 1


@pytest.mark.parametrize("group", OURS)
async def test_a_thread_that_may_not_be_made_names_the_one_permission_that_is_missing(
    tmp_path: Path, group: str
) -> None:
    async with running_table(tmp_path) as table:
        channel = table.sandbox.world.channel(CHANNEL)
        bot = table.sandbox.world.bot_id
        channel.overwrites.append(Overwrite(bot, 1, deny=int(P.CREATE_PUBLIC_THREADS)))
        publish_channel(table.sandbox.core, channel, "UPDATE")
        told = (await table.ada.slash(CHANNEL, f"{group} new", **module_of(group).NEW)).text()
        assert told.startswith(f"⚠ I cannot make a thread here: I lack Create Public Threads in <#{channel.id}>."), told
