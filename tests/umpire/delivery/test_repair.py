"""What cannot arrive is told to the game master once, kept, and sent after a repair."""

import pytest

from playtest.clock import ManualClock
from tests.umpire.mail import HERE, HUMANS, MASTER, open_problems, rows, texts_of, write
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.table import CHANNEL, GM, PLAYERS, THREADS, Post, master, player
from umpire.delivery.delivery import Deliverer
from umpire.delivery.undelivered import retry, try_again
from umpire.games import games
from umpire.games.games import Game
from umpire.outbox.courier import (
    ChannelGoneError,
    DmClosedError,
    LockedError,
    MemberGoneError,
    NoPermissionError,
    NotNowError,
    RefusedError,
)
from umpire.outbox.outbox import Letter, Target
from umpire.services.services import Services


@pytest.mark.parametrize(
    ("wrong", "kind", "tells"),
    [
        (ChannelGoneError("10003"), "channel-gone", "is gone"),
        (NoPermissionError("50001"), "missing-permission", "not allowed to write"),
        (LockedError("160005"), "locked", "unlock it"),
        (MemberGoneError("10007"), "member-gone", "is no longer on this server"),
    ],
)
async def test_what_cannot_arrive_is_told_once_kept_in_order_and_sent_after_a_repair(
    services: Services, game: Game, wrong: ChannelGoneError, kind: str, tells: str
) -> None:
    post = Post(broken={HERE: wrong})
    deliverer = Deliverer(services, post)
    await write(services, game, "one", "two")
    await deliverer.drain()
    await write(services, game, "three")
    await deliverer.drain()
    [told] = post.to("thread", THREADS[""])
    assert tells in told.text
    assert "/campaign repair" in told.text
    assert await open_problems(services, game) == [(kind, f"channel:{CHANNEL}")]
    assert [row.state for row in await rows(services, game, "failed", "pending")] == ["failed", "pending", "pending"]
    assert await retry(services, game.id) == 1  # not mended: told again, once
    await deliverer.drain()
    assert len(post.to("thread", THREADS[""])) == 2
    post.broken.clear()
    assert await retry(services, game.id) == 1
    await deliverer.drain()
    assert texts_of(post.to("channel", CHANNEL)) == ["one", "two", "three"]
    assert await open_problems(services, game) == []


async def test_after_a_move_the_letters_go_to_the_new_places(services: Services, game: Game) -> None:
    post = Post(broken={HERE: ChannelGoneError("10003"), HUMANS: ChannelGoneError("10003")})
    deliverer = Deliverer(services, post)
    await write(services, game, "for all")
    await write(services, game, "for the humans", to=HUMANS, side="humans")
    await deliverer.drain()
    await games.move_channel(services, master(game), CHANNEL + 7)
    await set_delivery(services, player(game, "humans"), thread_id=777)
    assert await retry(services, game.id) == 2
    await deliverer.drain()
    assert texts_of(post.to("channel", CHANNEL + 7)) == ["for all"]
    assert texts_of(post.to("thread", 777)) == ["for the humans"]


async def test_closed_direct_messages_fall_back_to_the_sides_thread(services: Services, game: Game) -> None:
    user = Target("dm", PLAYERS["humans"])
    await set_delivery(services, player(game, "humans"), thread_id=THREADS["humans"], dm=True)
    post = Post(broken={user: DmClosedError("50007")})
    await write(services, game, "secret one", "secret two", to=user, side="humans")
    await Deliverer(services, post).drain()
    assert texts_of(post.to("thread", THREADS["humans"])) == ["secret one", "secret two"]
    [told] = post.to("thread", THREADS[""])
    assert "takes no direct messages" in told.text
    assert f"<#{THREADS['humans']}>" in told.text
    assert "secret" not in told.text


async def test_closed_direct_messages_without_a_thread_wait(services: Services, game: Game) -> None:
    user = Target("dm", PLAYERS["humans"])
    await set_delivery(services, player(game, "humans"), thread_id=None, dm=True)
    post = Post(broken={user: DmClosedError("50007")})
    deliverer = Deliverer(services, post)
    await write(services, game, "secret", to=user, side="humans")
    await deliverer.drain()
    assert [row.state for row in await rows(services, game, "failed")] == ["failed"]
    await set_delivery(services, player(game, "humans"), thread_id=88)
    await retry(services, game.id)
    await deliverer.drain()
    assert texts_of(post.to("thread", 88)) == ["secret"]


async def test_a_game_master_who_cannot_be_reached_starts_no_avalanche(services: Services, game: Game) -> None:
    post = Post(broken={MASTER: ChannelGoneError("10003"), HERE: ChannelGoneError("10003")})
    deliverer = Deliverer(services, post)
    await write(services, game, "for all")
    await write(services, game, "for the master", to=Target("gm"))
    for _ in range(3):
        await deliverer.drain()
    assert post.messages == []
    assert sorted(await open_problems(services, game)) == [
        ("channel-gone", f"channel:{CHANNEL}"),
        ("channel-gone", f"thread:{THREADS['']}"),
    ]
    post.broken.clear()
    await set_delivery(services, master(game), dm=True)
    await retry(services, game.id)
    await deliverer.drain()
    assert texts_of(post.to("channel", CHANNEL)) == ["for all"]
    assert texts_of(post.to("dm", GM)) == ["for the master"], "the problem behind it is over and no news any more"


async def test_one_refused_letter_does_not_hold_back_the_others(services: Services, game: Game) -> None:
    class Picky(Post):
        async def send(self, target: Target, letter: Letter, files: object, nonce: str) -> int:
            if letter.text.startswith("bad"):
                raise RefusedError("50035")
            return await super().send(target, letter, (), nonce)

    post = Picky()
    await write(services, game, "bad", "good")
    await Deliverer(services, post).drain()
    assert texts_of(post.to("channel", CHANNEL)) == ["good"]
    assert "was refused" in post.to("thread", THREADS[""])[0].text
    assert [row.state for row in await rows(services, game, "failed")] == ["failed"]


async def test_what_waited_is_sent_when_the_thread_takes_messages_again_and_the_problem_is_over(
    services: Services, game: Game
) -> None:
    place = Target("thread", THREADS["humans"])
    post = Post(broken={place: LockedError("160005")})
    deliverer = Deliverer(services, post)
    await write(services, game, "first", to=place, side="humans")
    await write(services, game, "second", to=place, side="humans")
    await deliverer.drain()
    told = len(post.messages)
    assert told == 1, "the game master is told once"
    for _ in range(3):
        assert await try_again(services, game.guild_id) == 1
        await deliverer.drain()
    assert len(post.messages) == told, "and not again while it is locked"
    assert len(await open_problems(services, game)) == 1
    post.broken.clear()
    assert await try_again(services, game.guild_id + 1) == 0, "of another server"
    assert await try_again(services) == 1
    await deliverer.drain()
    assert texts_of(post.to("thread", THREADS["humans"])) == ["first", "second"]
    assert await open_problems(services, game) == []
    assert await try_again(services) == 0


async def test_a_problem_that_is_over_is_not_told(services: Services, game: Game, manual_clock: ManualClock) -> None:
    place = Target("thread", THREADS["humans"])
    post = Post(broken={place: NoPermissionError("50013"), MASTER: NotNowError("503")})
    deliverer = Deliverer(services, post)
    await write(services, game, "first", to=place, side="humans")
    await deliverer.drain()
    assert len(await open_problems(services, game)) == 1
    del post.broken[place]
    await try_again(services)
    await deliverer.drain()
    assert texts_of(post.to("thread", THREADS["humans"])) == ["first"]
    post.broken.clear()
    manual_clock.forward(seconds=600)
    await deliverer.drain()
    assert post.to("thread", MASTER.id) == [], "its letter waited behind an outage of Discord's"
