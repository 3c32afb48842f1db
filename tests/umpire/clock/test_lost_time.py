"""Everything of a game that has a time gets back what it lost: while the bot was down, was not on the server, or the game was
paused."""

import pytest

from rules.values import changed
from storage import deadlines, processes
from storage.db import Storage
from storage.deadlines import DeadlineRow
from tests.umpire.campaign.gm.test_votes import answers, ask_in_plain_words, put_to_vote, vote_row
from tests.umpire.sweeping import sweep
from tests.umpire.world import GUILD, WEEKLY, World, new_world
from umpire.campaign.gm import player_votes
from umpire.campaign.gm.default_rulings import take_default_rulings
from umpire.campaign.gm.player_votes import votes_go_on
from umpire.clock import server_away
from umpire.clock.clock import look
from umpire.clock.extra_time import come_back
from umpire.games import games
from umpire.games.options import Options

HOUR = 3600


async def lose(world: World, how: str, hours: int) -> None:
    """So much time passes in which nobody can do anything, and is over."""
    if how == "down":
        async with world.services.storage.transaction() as tx:
            await processes.beat(tx, "elsewhere:1:x", world.services.seconds())
    elif how == "away":
        await server_away.leave(world.services, GUILD)
    else:
        await games.pause(world.services, world.gm)
    for _ in range(4):
        world.clock.forward(hours=hours / 4)
        if how != "down":
            await look(world.services)
    if how == "down":
        assert await come_back(world.services, "me") is not None
    elif how == "away":
        assert await server_away.come_back(world.services, GUILD)
    else:
        await games.resume(world.services, world.gm, votes_go_on)


WAYS = pytest.mark.parametrize("how", ["down", "away", "paused"])


@WAYS
async def test_a_vote_has_as_much_time_left_as_before_and_its_post_says_so(world: World, how: str) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    left = (await vote_row(world, ref)).due_at - world.services.seconds()
    world.clock.forward(seconds=left - HOUR)
    await lose(world, how, 5)
    await take_default_rulings(world.services)
    now = await vote_row(world, ref)
    assert (now.state, now.due_at - world.services.seconds()) == ("open", HOUR)
    assert f"<t:{now.due_at}:" in [letter for letter in await world.letters() if letter.buttons][-1].text
    assert await player_votes.vote(world.services, world.anna, ref, "yes") == "carried"


async def test_a_vote_goes_on_while_the_campaign_is_paused(world: World) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    await games.pause(world.services, world.gm)
    world.clock.forward(days=4)
    assert await player_votes.vote(world.services, world.anna, ref, "yes") == "carried"


async def test_a_vote_put_during_a_pause_gets_back_what_was_left_of_the_pause(world: World) -> None:
    await ask_in_plain_words(world)
    await games.pause(world.services, world.gm)
    world.clock.forward(hours=30)
    ref = await put_to_vote(world)
    due = (await vote_row(world, ref)).due_at
    world.clock.forward(hours=5)
    await games.resume(world.services, world.gm, votes_go_on)
    assert (await vote_row(world, ref)).due_at == due + 5 * HOUR


async def test_a_vote_that_was_over_before_gets_nothing_back(world: World) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    due = (await vote_row(world, ref)).due_at
    world.clock.forward(hours=49)
    await lose(world, "down", 5)
    assert (await vote_row(world, ref)).due_at == due


@WAYS
async def test_a_default_ruling_waits_as_long_as_people_could_have_answered(world: World, how: str) -> None:
    await ask_in_plain_words(world)
    await world.options(gm="book", book_hours=24)
    world.clock.forward(hours=23)
    await lose(world, how, 5)
    await take_default_rulings(world.services)
    assert await answers(world) == [], "an hour is left (a day after a pause)"
    world.clock.forward(hours=24 if how == "paused" else 1)
    await take_default_rulings(world.services)
    assert len(await answers(world)) == 1


async def test_a_default_ruling_is_put_off_for_a_downtime_up_to_the_campaigns_cap(world: World) -> None:
    await ask_in_plain_words(world)
    await world.options(gm="book", book_hours=24, credit_hours=2)
    world.clock.forward(hours=14)
    await lose(world, "down", 20)
    world.clock.forward(hours=1)
    await take_default_rulings(world.services)
    assert await answers(world) == []
    world.clock.forward(hours=1)
    await take_default_rulings(world.services)
    assert len(await answers(world)) == 1


async def deadline(world: World) -> DeadlineRow:
    game = await games.get_game(world.services, world.id)
    async with world.services.storage.reading() as tx:
        found = await deadlines.current(tx, game.id, game.revision)
    assert found is not None
    return found


@pytest.mark.parametrize("how", ["down", "away"])
async def test_the_grace_after_a_deadline_has_as_much_left_as_before(storage: Storage, how: str) -> None:
    world = await new_world(storage, changed(WEEKLY, options=Options(grace_minutes=60)))
    world.clock.forward(seconds=(await deadline(world)).due_at - world.services.seconds() + 600)
    assert await sweep(world.services) == ()
    before = (await deadline(world)).due_at
    await lose(world, how, 5)
    assert await sweep(world.services) == ()
    assert (await deadline(world)).due_at == before + 5 * HOUR
    ends = before + 6 * HOUR
    assert f"Orders are still taken until <t:{ends}:t>" in (await world.letters())[-1].text
    world.clock.forward(minutes=50)
    assert [due.game for due in await sweep(world.services)] == [world.id]


async def test_a_result_waits_for_days_on_which_the_campaign_did_not_stand_still(storage: Storage) -> None:
    world = await new_world(storage, changed(WEEKLY, options=Options(review=True)))
    await world.advance(1)

    async def told() -> list[str]:
        await look(world.services)
        return [letter.text for letter in await world.letters() if "has waited for the game master" in letter.text]

    world.clock.forward(days=2)
    for how in ("down", "away", "paused"):
        await lose(world, how, 4 * 24)
        assert await told() == [], how
    world.clock.forward(hours=23)
    assert await told() == []
    world.clock.forward(hours=1)
    assert ["for 3 days" in text for text in await told()] == [True]


async def test_a_result_that_is_told_of_late_is_told_with_the_days_that_it_has_waited(storage: Storage) -> None:
    world = await new_world(storage, changed(WEEKLY, options=Options(review=True)))
    await world.advance(1)
    world.clock.forward(days=5, hours=2)
    await look(world.services)
    assert any("has waited for the game master for 5 days" in letter.text for letter in await world.letters())
