"""Digests: for whoever asked, once a period whatever dies between, what is new alone, and off by itself where nothing arrives."""

from typing import get_args

import pytest

from playtest.clock import ManualClock
from storage import notifications
from storage.notifications import PingPreference
from tests.umpire.table import PLAYERS, THREADS, Message, Post, begin, master, player
from umpire import news
from umpire.campaign.turn.turns import advance
from umpire.delivery.delivery import Deliverer
from umpire.games import seats
from umpire.games.games import Game
from umpire.news import digest_preference_of, once_now, send_due, set_digest_preference, unread_news
from umpire.outbox import outbox
from umpire.outbox.courier import DmClosedError
from umpire.outbox.outbox import Target
from umpire.services.services import Services

ANNA = PLAYERS["humans"]
DM = Target("dm", ANNA)


async def played(services: Services, game: Game, turn: int) -> None:
    await advance(services, game.id, "gm", "By hand.", turn)


async def arrived(services: Services, post: Post) -> list[Message]:
    await Deliverer(services, post).drain()
    return post.to("dm", ANNA)


async def test_nobody_gets_one_who_did_not_ask(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await played(services, game, 1)
    manual_clock.forward(days=30)
    assert await send_due(services) == 0
    assert await digest_preference_of(services, game.guild_id, ANNA) is None


@pytest.mark.parametrize(("every", "days"), [("daily", 1), ("weekly", 7)])
async def test_it_comes_once_a_period_with_what_is_new_alone(
    services: Services, manual_clock: ManualClock, every: notifications.DigestFrequency, days: int
) -> None:
    game = await begin(services)
    await set_digest_preference(services, game.guild_id, ANNA, every)
    await played(services, game, 1)
    manual_clock.forward(days=days, seconds=-1)
    assert await send_due(services) == 0
    manual_clock.forward(seconds=1)
    assert [await send_due(services) for _ in range(3)] == [1, 0, 0]
    (first,) = await arrived(services, Post())
    assert first.text.startswith("### Your digest: 1 game")
    assert "**The Long Watch** (" in first.text
    assert "turn 1" in first.text
    assert f"<#{THREADS['humans']}>" in first.text
    manual_clock.forward(days=days)
    assert await send_due(services) == 0, "nothing has happened since"
    await played(services, game, 2)
    manual_clock.forward(days=4 * days)
    assert [await send_due(services) for _ in range(2)] == [1, 0], (
        "of several moments that were missed one is made up for"
    )
    row = await digest_preference_of(services, game.guild_id, ANNA)
    assert row is not None
    assert row.next_at > services.seconds()


async def test_one_message_tells_of_all_games_and_each_seat_from_its_own_view(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    other = await begin(services, channel=401)
    await set_digest_preference(services, game.guild_id, ANNA, "weekly")
    for one in (game, other):
        await played(services, one, 1)
    manual_clock.forward(days=7)
    assert await send_due(services) == 1
    (message,) = await arrived(services, Post())
    assert message.text.startswith("### Your digest: 2 games")
    assert message.text.count("**The Long Watch**") == 2
    assert len(message.text) < 2000


async def test_two_clocks_and_a_death_before_sending_give_one_message(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await set_digest_preference(services, game.guild_id, ANNA, "daily")
    await played(services, game, 1)
    manual_clock.forward(days=1)
    async with services.storage.reading() as tx:
        (row,) = await notifications.due_digests(tx, services.seconds())
    assert await news._send(services, row, services.seconds())
    assert not await news._send(services, row, services.seconds()), "another clock read the same row"
    post = Post()
    post.lost = 1  # it was sent, and the process never heard of it
    await arrived(services, post)
    manual_clock.forward(minutes=20)
    assert len(await arrived(services, post)) == 1


async def test_it_is_silent_for_who_wants_few_pings_and_calls_who_wants_all(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await set_digest_preference(services, game.guild_id, ANNA, "daily")
    named: list[tuple[int, ...]] = []
    for turn, wish in enumerate(get_args(PingPreference), start=1):
        await outbox.set_preference(services, game.guild_id, ANNA, wish)
        await played(services, game, turn)
        manual_clock.forward(days=1)
        assert await send_due(services) == 1
        named.append((await arrived(services, post := Post()))[0].mentions)
        assert post.messages
    assert named == [(ANNA,), (), ()]


async def test_it_ends_by_itself_where_direct_messages_are_closed_and_that_is_told_once(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await set_digest_preference(services, game.guild_id, ANNA, "daily")
    post = Post(broken={DM: DmClosedError("no")})
    for turn in (1, 2):
        await played(services, game, turn)
        manual_clock.forward(days=1)
        await send_due(services)
        assert await arrived(services, post) == []
    row = await digest_preference_of(services, game.guild_id, ANNA)
    assert row is not None
    assert row.every == "closed"
    told = [
        message for message in post.to("thread", THREADS["humans"]) if "your digest is switched off" in message.text
    ]
    assert len(told) == 1
    assert not [message for message in post.to("thread", THREADS[""]) if "direct messages" in message.text]
    await set_digest_preference(services, game.guild_id, ANNA, "daily")
    await played(services, game, 3)
    manual_clock.forward(days=1)
    assert await send_due(services) == 1


async def test_who_gave_the_seat_up_before_it_goes_is_told_nothing_of_it(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await set_digest_preference(services, game.guild_id, ANNA, "daily")
    await played(services, game, 1)
    manual_clock.forward(days=1)
    assert await send_due(services) == 1
    await seats.leave(services, player(game, "humans"))
    assert await arrived(services, Post()) == []


async def test_once_now_tells_what_happened_since_they_last_looked_and_a_second_press_nothing_more(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    assert not await once_now(services, game.guild_id, ANNA, "before")
    await unread_news(services, game.id, "humans", ANNA)
    await played(services, game, 1)
    for _ in range(2):
        assert await once_now(services, game.guild_id, ANNA, "press")
    assert len(await arrived(services, Post())) == 1


async def test_a_master_hears_of_questions_and_who_is_not_ready(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    gm = master(game)
    await set_digest_preference(services, game.guild_id, gm.user_id, "daily")
    await played(services, game, 1)
    manual_clock.forward(days=1)
    assert await send_due(services) == 1
    post = Post()
    await Deliverer(services, post).drain()
    (message,) = post.to("dm", gm.user_id)
    assert "(game master)" in message.text
    assert "not ready: " in message.text
