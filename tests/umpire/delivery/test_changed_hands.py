"""Letters that wait while a seat changes manual_clock: none reaches, nor pings, the one who gave it up; none comes twice."""

import hashlib
from typing import Any

import pytest

from playtest.clock import ManualClock
from tests.umpire.mail import texts_of
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.table import GM, PLAYERS, THREADS, Post, master, player
from umpire.delivery import packets, sender
from umpire.delivery.delivery import Deliverer
from umpire.delivery.packets import Page
from umpire.delivery.undelivered import retry
from umpire.games import seats
from umpire.games.games import Game
from umpire.outbox.courier import NoPermissionError, NotNowError
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

HEIR = 103
HUMANS = Target("thread", THREADS["humans"])
BY_DM = Target("dm", PLAYERS["humans"])


async def write(services: Services, game: Game, text: str, to: Target) -> None:
    """A letter to the Humans that pings their player."""
    async with services.storage.transaction() as tx:
        await enqueue(tx, services, Letter("notice", game.id, 1, "humans", to, text, (), (PLAYERS["humans"],)))


async def test_a_letter_in_the_sides_thread_does_not_ping_the_former_player_back_into_it(
    services: Services, game: Game
) -> None:
    post = Post()
    await write(services, game, "before", HUMANS)
    await Deliverer(services, post).drain()
    await write(services, game, "after", HUMANS)
    await seats.replace_player(services, master(game), "humans", HEIR)
    await Deliverer(services, post).drain()
    assert [m.mentions for m in post.to("thread", THREADS["humans"])] == [(PLAYERS["humans"],), ()]


async def test_a_direct_message_that_waits_goes_to_the_seats_thread_when_its_player_is_replaced(
    services: Services, game: Game
) -> None:
    post = Post()
    await set_delivery(services, player(game, "humans"), thread_id=THREADS["humans"], dm=True)
    await write(services, game, "secret", BY_DM)
    await seats.hold_open(services, master(game), "humans")
    await Deliverer(services, post).drain()
    assert post.to("dm", PLAYERS["humans"]) == []
    [message] = post.to("thread", THREADS["humans"])
    assert message.text.startswith("secret")


async def test_a_letter_of_an_open_seat_without_a_thread_goes_to_the_game_master(
    services: Services, game: Game
) -> None:
    post = Post()
    await set_delivery(services, player(game, "humans"), thread_id=None)
    await write(services, game, "secret", BY_DM)
    await seats.hold_open(services, master(game), "humans")
    await Deliverer(services, post).drain()
    assert post.to("dm", PLAYERS["humans"]) == []
    assert [m.text[:6] for m in post.to("thread", THREADS[""])] == ["secret"]


async def test_a_letter_to_the_game_master_does_not_go_to_one_who_stepped_down(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    post = Post(broken={Target("dm", GM): NotNowError("429")})
    await set_delivery(services, master(game), thread_id=None, dm=True)
    async with services.storage.transaction() as tx:
        await enqueue(tx, services, Letter("gm", game.id, 1, "", Target("gm"), "all secrets"))
    await Deliverer(services, post).drain()
    await seats.add_gm(services, master(game), HEIR)
    await seats.remove_gm(services, master(game), GM)
    post.broken.clear()
    manual_clock.forward(minutes=10)
    await Deliverer(services, post).drain()
    assert [m.target for m in post.messages] == [Target("dm", HEIR)]


async def test_a_seat_that_changes_hands_while_its_letter_is_made_is_noticed_before_it_goes(
    services: Services, game: Game, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(*what: Any) -> list[Page]:
        made = await packets.prepare(*what)
        held = {s.side: s.user_id for s in await seats.seats(services, game.id)}
        if held["humans"] == PLAYERS["humans"]:
            await seats.replace_player(services, master(game), "humans", HEIR)
        return made

    monkeypatch.setattr(sender, "prepare", late)
    post = Post()
    await set_delivery(services, player(game, "humans"), thread_id=None, dm=True)
    await write(services, game, "secret", BY_DM)
    deliverer = Deliverer(services, post)
    await deliverer.drain()
    manual_clock.forward(minutes=10)
    await deliverer.drain()
    assert [(m.target, m.mentions) for m in post.messages] == [(Target("dm", HEIR), ())]


async def test_a_letter_that_arrived_before_it_failed_is_not_sent_again_by_a_repair(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    """The first sending arrived but its answer was lost; then the place broke; the nonce is forgotten by the repair."""

    class Forgetful(Post):
        async def send(self, target: Target, letter: Letter, files: object, nonce: str) -> int:
            fresh = hashlib.sha256(f"{nonce}{len(self.messages)}".encode()).hexdigest()
            return await super().send(target, letter, (), fresh)

        async def find(self, target: Target, ref: str, since: int, below: int = 0) -> int | None:
            if target in self.broken:
                raise self.broken[target]
            return await super().find(target, ref, since, below)

    post = Forgetful(lost=1)
    deliverer = Deliverer(services, post)
    await write(services, game, "once", HUMANS)
    await deliverer.drain()
    post.broken[HUMANS] = NoPermissionError("50001")
    manual_clock.forward(minutes=10)
    await deliverer.drain()
    post.broken.clear()
    assert await retry(services, game.id) == 1
    await deliverer.drain()
    assert texts_of(post.to("thread", THREADS["humans"])) == [f"<@{PLAYERS['humans']}> once"]
