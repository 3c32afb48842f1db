"""A letter about a trouble that is over when it could be sent is left out."""

import pytest

from playtest.clock import ManualClock
from storage import audit
from tests.umpire.mail import rows
from tests.umpire.table import THREADS, Post
from umpire.delivery.delivery import Deliverer
from umpire.games.games import Game
from umpire.outbox.courier import NotNowError
from umpire.outbox.outbox import Letter, Target, enqueue, problem_key
from umpire.services.services import Services

MASTERS = Target("thread", THREADS[""])


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_letter_about_a_problem_is_sent_while_the_problem_lasts(
    services: Services, game: Game, manual_clock: ManualClock, *, is_over: bool
) -> None:
    async with services.storage.transaction() as tx:
        await audit.report_problem(tx, game.id, "not-in-thread", "humans", services.seconds())
        about = problem_key("not-in-thread", "humans")
        await enqueue(tx, services, Letter("problem", game.id, 1, "", Target("gm"), "@olga is not there", about=about))
    post = Post(broken={MASTERS: NotNowError("just now")})
    deliverer = Deliverer(services, post)
    await deliverer.drain()
    assert not post.to("thread", THREADS[""])
    if is_over:
        async with services.storage.transaction() as tx:
            await audit.close_problem(tx, game.id, "not-in-thread", "humans", services.seconds())
    post.broken.clear()
    manual_clock.forward(minutes=5)
    await deliverer.drain()
    assert [("@olga" in told.text) for told in post.to("thread", THREADS[""])] == [True] * (not is_over)
    assert not await rows(services, game, "pending", "sending")
