"""The pace: no second with more than is allowed, the urgent first, pauses obeyed, answers never held up."""

import asyncio
import time
from datetime import UTC, datetime

import pytest

from playtest.clock import ManualClock
from tests.patience import WAIT_SECONDS
from umpire.services.pace import BURST_REQUESTS, LONGEST_PAUSE_SECONDS, NotYetError, Pace, Rank, rank_now, request_rank


def clock_at_100() -> ManualClock:
    """Seconds that only pass when a test says so."""
    return ManualClock(datetime.fromtimestamp(100, UTC), frozen=True)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_no_second_has_more_than_the_pace_and_its_burst() -> None:
    pace, made = Pace(per_second=100, burst=5), list[float]()

    async def one() -> None:
        await pace.turn(Rank.RESULT)
        made.append(time.monotonic())

    await asyncio.gather(*(one() for _ in range(60)))
    assert made[-1] - made[0] >= 0.5
    for start in made:
        assert sum(start <= at < start + 0.2 for at in made) <= 0.2 * 100 + 5 + 1


async def test_a_quiet_moment_saves_up_no_more_than_the_burst() -> None:
    clock = clock_at_100()
    pace = Pace(clock=clock.time)
    clock.forward(seconds=3_600)
    tasks = [asyncio.create_task(pace.turn(Rank.NEWS)) for _ in range(BURST_REQUESTS + 3)]
    await settled()
    assert sum(task.done() for task in tasks) == BURST_REQUESTS
    for task in tasks:
        task.cancel()


async def test_the_urgent_go_first_and_alike_in_the_order_they_came() -> None:
    clock, order = clock_at_100(), list[str]()
    pace = Pace(per_second=1, burst=1, clock=clock.time)

    async def one(rank: Rank, name: str) -> None:
        await pace.turn(rank)
        order.append(name)

    await pace.turn(Rank.NEWS)
    asked = [
        ("look", Rank.LOOK), ("desk", Rank.REFRESH), ("news", Rank.NEWS), ("packet", Rank.RESULT), ("packet 2", Rank.RESULT),
        ("reminder", Rank.REMINDER),
    ]  # fmt: skip
    tasks = []
    for name, rank in asked:
        tasks.append(asyncio.create_task(one(rank, name)))
        await settled()
    for _ in asked:
        clock.forward(seconds=1)
        pace._serve()
        await settled()
    assert order == ["reminder", "packet", "packet 2", "news", "desk", "look"]
    await asyncio.gather(*tasks)


async def test_an_answer_is_counted_and_never_held_up() -> None:
    clock = clock_at_100()
    pace = Pace(per_second=10, burst=2, clock=clock.time)
    pace.rest(0.1)
    for _ in range(7):  # two that were left, and five ahead of their time
        await asyncio.wait_for(pace.turn(Rank.ANSWER), WAIT_SECONDS)
    letter = asyncio.create_task(pace.turn(Rank.RESULT))
    for passed, through in ((0.0, False), (0.55, False), (0.1, True)):
        clock.forward(seconds=passed)
        await settled()
        pace._serve()
        await settled()
        assert letter.done() is through


async def test_a_pause_holds_letters_and_a_long_one_gives_them_back() -> None:
    clock = clock_at_100()
    pace = Pace(clock=clock.time)
    pace.rest(10)
    pace.rest(2)  # a shorter one changes nothing
    assert pace.resting == 10
    letter, look = (asyncio.create_task(pace.turn(rank)) for rank in (Rank.RESULT, Rank.LOOK))
    await settled()
    assert not letter.done()
    pace.rest(100)
    with pytest.raises(NotYetError) as told:
        await letter
    assert told.value.seconds == 100
    with pytest.raises(NotYetError):
        await pace.turn(Rank.REMINDER)
    assert not look.done()
    clock.forward(seconds=100)
    pace._serve()
    await asyncio.wait_for(look, WAIT_SECONDS)
    assert pace.resting == 0
    assert LONGEST_PAUSE_SECONDS < 100


async def test_one_who_gives_up_takes_nobodys_turn() -> None:
    clock = clock_at_100()
    pace = Pace(per_second=1, burst=1, clock=clock.time)
    await pace.turn(Rank.NEWS)
    first, second = (asyncio.create_task(pace.turn(Rank.NEWS)) for _ in range(2))
    await settled()
    first.cancel()
    await settled()
    clock.forward(seconds=1)
    pace._serve()
    await asyncio.wait_for(second, WAIT_SECONDS)


async def test_whose_request_it_is_is_known_in_tasks_begun_within() -> None:
    async def rank() -> Rank:
        return rank_now()

    with request_rank(Rank.LOOK):
        task = asyncio.create_task(rank())
        assert rank_now() is Rank.LOOK
    assert rank_now() is Rank.ANSWER
    assert await task is Rank.LOOK
