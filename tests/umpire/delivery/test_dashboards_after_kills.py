"""Dashboards of a program that is killed before and after each request to Discord: each seat has one, below its last report, and
it shows what its row says."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import pytest

from playtest.clock import ManualClock
from storage import outbox
from tests.umpire.sweeping import sweep
from tests.umpire.table import PLAYERS, SUNDAY, THREADS, Post, order, player, ready
from umpire.campaign.sheets import orders
from umpire.clock.dashboards import refresh_dashboards
from umpire.delivery.delivery import Deliverer
from umpire.delivery.sender import ref_of
from umpire.games.games import Game
from umpire.outbox.courier import File, NotNowError
from umpire.outbox.outbox import Letter, Target
from umpire.services.services import Services

KEYS: Final = {"": "desk//"} | {side: f"desk/{side}/{user}" for side, user in PLAYERS.items()}
HUMANS: Final = Target("thread", THREADS["humans"])
STEPS_OF_A_TURN: Final = 10
"""In a seat's thread, before and after each: a dashboard is edited, the report sent, a dashboard sent, pinned, the old one taken
back."""


@dataclass
class Deadly(Post):
    """A Discord that outlives the program, which is killed at a step of one thread (0: at none) and asks for nothing from then
    on. It knows no nonce of an earlier life."""

    thread: int = 0
    deadly: int = 0
    passed: int = 0

    @property
    def killed(self) -> bool:
        return 0 < self.deadly <= self.passed

    def next_life(self, deadly: int) -> None:
        self.deadly, self.passed = deadly, 0
        for message in self.messages:
            message.nonce = f"of an earlier life: {message.nonce}"

    def step(self, target: Target) -> None:
        self.passed += target.id == self.thread and not self.killed
        if self.killed:
            raise asyncio.CancelledError

    async def send(self, target: Target, letter: Letter, files: Sequence[File], nonce: str) -> int:
        self.step(target)
        sent = await super().send(target, letter, files, nonce)
        self.step(target)
        return sent

    async def edit(self, target: Target, message_id: int, letter: Letter, files: Sequence[File]) -> None:
        self.step(target)
        await super().edit(target, message_id, letter, files)
        self.step(target)

    async def pin(self, target: Target, message_id: int) -> None:
        self.step(target)
        await super().pin(target, message_id)
        self.step(target)

    async def delete(self, target: Target, message_id: int) -> None:
        self.step(target)
        await super().delete(target, message_id)
        self.step(target)


async def live(services: Services, post: Deadly, deadly: int = 0) -> None:
    """A life of the program: until a turn is resolved and nothing is left to do, or until it is killed at that step."""
    post.next_life(deadly)
    services.cache.clear()
    deliverer = Deliverer(services, post)
    await deliverer.recover()
    for _ in range(3):
        if not post.killed:
            await sweep(services)
            await deliverer.drain()


async def check_dashboards(services: Services, game: Game, post: Post) -> None:
    """Each seat has one, the last message of its thread, and it shows what its row says."""
    async with services.storage.reading() as tx:
        rows = await outbox.of_game(tx, game.id)
    assert {row.state for row in rows} == {"sent"}
    for seat, key in KEYS.items():
        there = post.to("thread", THREADS[seat])
        sent = [row for row in rows if row.edit_key == key and row.message_id is not None]
        others = [
            row for row in rows if row.message_id is not None and row.target["id"] == THREADS[seat] and not row.edit_key
        ]
        assert [m.id for m in there] == [row.message_id for row in [*others, sent[-1]]], seat
        assert there[-1].text.endswith(ref_of(sent[-1])), f"{seat}: {there[-1].text}"


@pytest.mark.parametrize("seat", ["humans", ""])
async def test_a_dashboard_sent_anew_stands_last_alone_and_true_wherever_the_program_died(
    services: Services, game: Game, manual_clock: ManualClock, seat: str
) -> None:
    """The old one shows the same: it was edited when the turn was resolved already. It is not taken for the new one."""
    post = Deadly(thread=THREADS[seat])
    await live(services, post)
    deaths = 0
    for turn, deadly in enumerate(range(1, STEPS_OF_A_TURN + 1)):
        await order(services, game, "humans")
        assert await refresh_dashboards(services), "one waits to be edited"
        manual_clock.move_to(SUNDAY + timedelta(weeks=turn))
        await live(services, post, deadly)
        deaths += post.killed
        await live(services, post)
        await check_dashboards(services, game, post)
    assert deaths == STEPS_OF_A_TURN


async def test_an_edit_that_was_not_written_down_does_not_stay_when_things_are_as_before(
    services: Services, game: Game
) -> None:
    """The program is killed when the dashboard said that the orders are final; its player takes that back meanwhile."""
    post = Deadly(thread=THREADS["humans"])
    await order(services, game, "humans")
    await live(services, post)
    before = post.to("thread", THREADS["humans"])[-1].text
    await ready(services, game, "humans")
    await live(services, post, deadly=2)
    assert post.killed
    assert post.to("thread", THREADS["humans"])[-1].text != before
    await orders.set_ready(services, player(game, "humans"), ready=False)
    await live(services, post)
    await check_dashboards(services, game, post)
    assert post.to("thread", THREADS["humans"])[-1].text == before


async def test_a_dashboard_that_shows_the_same_is_left_alone_when_it_is_tried_again(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    """An edit would tell its reader that something else has changed."""
    post = Deadly()
    await order(services, game, "humans")
    await live(services, post)
    edits = post.to("thread", THREADS["humans"])[-1].edits
    await ready(services, game, "humans")
    post.broken[HUMANS] = NotNowError("502")
    await live(services, post)
    await orders.set_ready(services, player(game, "humans"), ready=False)
    post.broken.clear()
    manual_clock.forward(minutes=5)
    await live(services, post)
    await check_dashboards(services, game, post)
    assert post.to("thread", THREADS["humans"])[-1].edits == edits
