"""What must not make the clock spin, nor stop: captains who left, turns that fail, a time of day that is put back, sleep."""

import asyncio
from datetime import timedelta

import pytest

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from storage import audit, deadlines, outbox, processes
from storage.db import Storage
from tests.patience import until
from tests.umpire.mail import HERE, rows, texts_of, write
from tests.umpire.sweeping import sweep
from tests.umpire.table import PLAYERS, SUNDAY, Failing, Post, acts, begin, now_at, ready
from tests.umpire.tactical_table import X, Y, begun, say_done
from umpire.campaign.turn.turns import advance
from umpire.clock import clock as clock_module
from umpire.clock.clock import Clock
from umpire.clock.extra_time import come_back
from umpire.delivery.delivery import Deliverer
from umpire.games import seats
from umpire.games.games import Game
from umpire.games.options import Options, Schedule
from umpire.outbox.courier import NotNowError
from umpire.services.processes import alive
from umpire.services.services import Services
from umpire.tactical import player_actions

HOUR = 3600


class Counting(Clock):
    """A clock that counts its looks."""

    looks = 0

    async def _tick(self) -> None:
        self.looks += 1
        await super()._tick()


@pytest.fixture
def failing(storage: Storage, manual_clock: ManualClock) -> tuple[Services, Failing]:
    """Services whose workers can be made to fail."""
    workers = Failing()
    return Services(storage, workers, manual_clock, by_draw("chance")), workers


async def looks_of(services: Services, seconds: float = 1.5) -> int:
    """How often a clock looks, once it has done what there was to do."""
    clock = Counting(services)
    await clock.start()
    await asyncio.sleep(0.5)
    before = clock.looks
    await asyncio.sleep(seconds)
    await clock.stop()
    return clock.looks - before


async def test_a_battle_whose_captain_left_is_played_on_and_the_clock_does_not_spin(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y)
    await seats.leave(services, x)
    await say_done(services, y)
    assert await looks_of(services) <= 1
    here = await player_actions.tactical_status(services, game, y.side)
    assert here.case.turn.turn == 2, "nobody waits for an empty seat"
    assert here.asked


async def test_a_battle_waits_for_a_captain_whose_opponent_left_and_at_the_deadline_goes_on(
    services: Services, manual_clock: ManualClock
) -> None:
    game, (x, y) = await begun(services, X, Y, schedule=Schedule("every", hours=24))
    await seats.leave(services, x)
    assert await sweep(services) == ()
    assert (await player_actions.tactical_status(services, game, y.side)).case.turn.turn == 1
    manual_clock.forward(hours=25)
    await sweep(services)
    assert (await player_actions.tactical_status(services, game, y.side)).case.turn.turn == 2


async def test_no_turn_that_fails_makes_the_clock_spin(
    failing: tuple[Services, Failing], manual_clock: ManualClock
) -> None:
    services, workers = failing
    early, overdue = await begin(services, Schedule()), await begin(services, channel=901)
    for side in PLAYERS:
        await ready(services, early, side)
    workers.failing = True
    manual_clock.move_to(SUNDAY)
    assert await looks_of(services) <= 1
    assert [(await now_at(services, game)).turn for game in (early, overdue)] == [1, 1]


async def test_a_turn_that_failed_when_all_were_ready_is_tried_again_after_ten_minutes(
    failing: tuple[Services, Failing], manual_clock: ManualClock
) -> None:
    services, workers = failing
    game = await begin(services, Schedule())
    for side in PLAYERS:
        await ready(services, game, side)
    workers.failing = True
    assert [due.turn for due in await sweep(services)] == [1]
    manual_clock.forward(minutes=9)
    assert await sweep(services) == ()
    manual_clock.forward(minutes=1)
    assert [due.turn for due in await sweep(services)] == [1]
    workers.failing = False
    manual_clock.forward(minutes=9)
    assert await sweep(services) == (), "counted from the last failure"
    manual_clock.forward(minutes=1)
    assert [due.turn for due in await sweep(services)] == [1]
    assert (await now_at(services, game)).turn == 2
    assert await open_kinds(services, game) == []


async def test_an_advance_by_hand_mends_a_turn_that_failed_and_the_next_ends_early_again(
    failing: tuple[Services, Failing],
) -> None:
    services, workers = failing
    game = await begin(services, Schedule())
    for side in PLAYERS:
        await ready(services, game, side)
    workers.failing = True
    await sweep(services)
    assert await open_kinds(services, game) == ["resolve"]
    workers.failing = False
    await advance(services, game.id, "gm", "By hand.", 1)
    assert await open_kinds(services, game) == []
    for side in PLAYERS:
        await ready(services, game, side)
    assert [due.turn for due in await sweep(services)] == [2]


async def open_kinds(services: Services, game: Game) -> list[str]:
    async with services.storage.reading() as tx:
        return [problem.kind for problem in await audit.open_problems(tx, game.id)]


async def test_a_clock_put_back_holds_up_neither_looks_nor_claims(
    services: Services, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY + timedelta(hours=2))
    async with services.storage.transaction() as tx:
        deadline = await deadlines.current(tx, game.id, game.revision)
        assert deadline is not None
        assert await deadlines.claim_due(tx, [deadline.id], services.seconds())  # by a process that dies now
    manual_clock.move_to(SUNDAY)
    assert [due.turn for due in await sweep(services)] == [1]
    monkeypatch.setattr(clock_module, "SWEEP_SECONDS", 0.05)
    clock = Counting(services, process="here")
    await clock.start()
    manual_clock.forward(hours=-2)
    await until(lambda: clock.looks >= 3)
    await clock.stop()
    async with services.storage.reading() as tx:
        assert (await processes.all_beats(tx))["here"] == services.seconds()


async def test_a_process_heard_of_in_the_future_is_no_more_and_hides_no_downtime(
    services: Services, manual_clock: ManualClock
) -> None:
    now = services.seconds()
    assert not alive("elsewhere:1:x", now + 2 * HOUR, now)
    async with services.storage.transaction() as tx:
        await processes.beat(tx, "elsewhere:1:x", now + 2 * HOUR)
        await processes.beat(tx, "elsewhere:2:y", now)
    manual_clock.forward(hours=1)
    found = await come_back(services, "me")
    assert found is not None
    assert found.until - found.since == HOUR


async def test_a_clock_put_back_delays_no_letter(services: Services, game: Game, manual_clock: ManualClock) -> None:
    post = Post(broken={HERE: NotNowError("502")})
    deliverer = Deliverer(services, post)
    await write(services, game, "tried before")
    await deliverer.drain()
    [tried] = await rows(services, game, "pending")
    assert tried.attempts == 1
    manual_clock.forward(minutes=-30)
    post.broken.clear()
    await deliverer.drain()
    assert texts_of(post.to("channel", HERE.id)) == []
    await asyncio.sleep(max(tried.not_before - tried.created_at, 0) + 0.5)
    await deliverer.drain()
    assert texts_of(post.to("channel", HERE.id)) == ["tried before"]
    manual_clock.forward(hours=4)
    await write(services, game, "written by a clock two hours ahead")
    manual_clock.forward(hours=-4)
    await deliverer.drain()
    assert texts_of(post.to("channel", HERE.id))[-1] == "written by a clock two hours ahead"


async def test_after_a_restart_a_letter_kept_for_a_far_moment_is_tried_at_once(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    post = Post(broken={HERE: NotNowError("502")})
    await write(services, game, "tried before")
    await Deliverer(services, post).drain()
    post.broken.clear()
    manual_clock.forward(hours=-2)
    await Deliverer(services, post).drain()
    assert texts_of(post.to("channel", HERE.id)) == ["tried before"]


def disk_full_twice(monkeypatch: pytest.MonkeyPatch, write: str) -> None:
    """What came of a letter, "sent" or "retry", can be written down only at the third time; the next try comes soon."""
    write_down, failures = getattr(outbox, write), iter((OSError("disk full"), OSError("disk full")))

    async def write_or_fail(*what: object) -> None:
        wrong = next(failures, None)
        if wrong is not None:
            raise wrong
        await write_down(*what)

    monkeypatch.setattr(f"umpire.delivery.delivery.outbox.{write}", write_or_fail)
    monkeypatch.setattr("umpire.delivery.delivery.WRITE_AGAIN_SECONDS", (0.01,))


async def test_a_letter_that_was_sent_is_written_down_as_soon_as_that_can_be_done(
    services: Services, game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    post = Post()
    await write(services, game, "one", "two")
    disk_full_twice(monkeypatch, "sent")
    await Deliverer(services, post).drain()
    assert texts_of(post.messages) == ["one", "two"]
    assert await rows(services, game, "pending", "sending", "failed") == ()
    assert "could not be written down" in caplog.text


async def test_a_letter_that_did_not_arrive_is_tried_again_though_that_could_not_be_written_down(
    services: Services, game: Game, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = Post(broken={HERE: NotNowError("502")})
    deliverer = Deliverer(services, post)
    await write(services, game, "one", "two")
    disk_full_twice(monkeypatch, "retry")
    await deliverer.drain()
    assert await rows(services, game, "sending") == ()
    post.broken.clear()
    manual_clock.forward(seconds=5)
    await deliverer.drain()
    assert texts_of(post.to("channel", HERE.id)) == ["one", "two"]


async def test_a_sleep_that_could_not_be_written_down_is_credited_at_the_next_look(
    services: Services, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(services, options=Options(reminder_hours=()))
    manual_clock.move_to(SUNDAY - timedelta(hours=5))
    wall, uptime = [1000.0], [10.0]
    clock = Clock(services, process="here", wall=lambda: wall[0], uptime=lambda: uptime[0])
    await clock.start()
    await clock.settled()
    wall[0] += 8 * HOUR
    manual_clock.move_to(SUNDAY + timedelta(hours=3))
    with monkeypatch.context() as patched:
        patched.setattr("umpire.clock.extra_time.processes.beat", broken)
        clock.poke()
        await clock.settled()
    clock.poke()
    clock.poke()
    await clock.settled()
    await clock.stop()
    assert [act["seconds"] for act in await acts(services, game, "deadline.credited")] == [5 * HOUR]
    assert (await now_at(services, game)).turn == 1


async def broken(*_: object) -> None:
    raise OSError("disk full")


async def test_a_computer_that_slept_gives_the_time_back(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=Options(reminder_hours=()))
    manual_clock.move_to(SUNDAY - timedelta(hours=5))
    wall, uptime = [1000.0], [10.0]
    clock = Clock(services, process="here", wall=lambda: wall[0], uptime=lambda: uptime[0])
    await clock.start()
    await clock.settled()
    wall[0] += 3600
    uptime[0] += 3600
    clock.poke()
    await clock.settled()
    assert await acts(services, game, "deadline.credited") == [], "awake for an hour"
    wall[0] += 8 * HOUR
    manual_clock.move_to(SUNDAY + timedelta(hours=3))
    clock.poke()
    await clock.settled()
    await clock.stop()
    assert [act["seconds"] for act in await acts(services, game, "deadline.credited")] == [5 * HOUR]
    assert (await now_at(services, game)).turn == 1
