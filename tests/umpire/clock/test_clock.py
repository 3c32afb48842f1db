"""The clock: deadlines, early advance, pause, extension, downtime; every effect once."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from storage import audit, deadlines, processes
from storage.db import Storage
from tests.patience import WAIT_SECONDS, until
from tests.umpire.sweeping import sweep
from tests.umpire.table import (
    CHANNEL,
    PLAYERS,
    SUNDAY,
    WEEKLY,
    Failing,
    acts,
    begin,
    letters,
    master,
    now_at,
    ready,
    services_on,
    texts,
)
from umpire.clock import clock as clock_module
from umpire.clock.clock import Clock, next_moment
from umpire.clock.due import DueGame
from umpire.games import seats
from umpire.games.options import Options, Schedule
from umpire.services.services import Services

START = SUNDAY - timedelta(days=6)


async def test_nothing_happens_before_the_deadline_and_the_turn_is_resolved_after_it(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    assert game.deadline == SUNDAY.timestamp()
    manual_clock.move_to(SUNDAY - timedelta(seconds=1))
    assert await sweep(services) == ()
    manual_clock.move_to(SUNDAY)
    assert await sweep(services) == (DueGame(game.id, 1, "The deadline has passed."),)
    after = await now_at(services, game)
    assert (after.turn, after.deadline) == (2, (SUNDAY + timedelta(weeks=1)).timestamp())
    assert await sweep(services) == ()


async def test_a_program_that_starts_late_resolves_late_and_once(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY + timedelta(hours=60))
    await sweep(services)
    await sweep(services)
    after = await now_at(services, game)
    assert after.turn == 2
    assert after.deadline == (SUNDAY + timedelta(weeks=1)).timestamp()
    assert len(await acts(services, game, "turn.resolved")) == 1


async def test_two_processes_on_one_database_have_one_effect(tmp_path: Path, manual_clock: ManualClock) -> None:
    async with await Storage.open(tmp_path / "a.db") as one, await Storage.open(tmp_path / "a.db") as two:
        first, second = services_on(one, manual_clock), services_on(two, manual_clock, by_draw("second"))
        game = await begin(first)
        manual_clock.move_to(SUNDAY - timedelta(hours=23))
        await asyncio.gather(sweep(first), sweep(second))
        assert len(await letters(first, game, "reminder")) == 2
        manual_clock.move_to(SUNDAY)
        done = await asyncio.gather(sweep(first), sweep(second))
        assert sum(len(d) for d in done) == 1
        assert (await now_at(first, game)).turn == 2
        assert len(await acts(first, game, "turn.resolved")) == 1
        assert len(await letters(first, game, "packet")) == 5  # two to begin with, two for the turn, the game master's


async def test_two_processes_see_all_ready_and_one_advances(tmp_path: Path, manual_clock: ManualClock) -> None:
    async with await Storage.open(tmp_path / "a.db") as one, await Storage.open(tmp_path / "a.db") as two:
        first, second = services_on(one, manual_clock), services_on(two, manual_clock, by_draw("second"))
        game = await begin(first)
        for side in PLAYERS:
            await ready(first, game, side)
        await asyncio.gather(sweep(first), sweep(second))
        assert (await now_at(first, game)).turn == 2
        assert len(await acts(first, game, "turn.resolved")) == 1


async def test_a_claim_of_a_process_that_died_is_taken_up_again(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY)
    async with services.storage.transaction() as tx:
        deadline = await deadlines.current(tx, game.id, game.revision)
        assert deadline is not None
        assert await deadlines.claim_due(tx, [deadline.id], services.seconds())
    assert await sweep(services) == ()
    manual_clock.forward(minutes=11)
    assert [due.turn for due in await sweep(services)] == [1]


async def test_when_all_are_ready_the_turn_ends_early_if_the_game_allows_it(services: Services) -> None:
    game = await begin(services)
    patient = await begin(services, options=Options(early=False), channel=CHANNEL + 1)
    for side in PLAYERS:
        assert await sweep(services) == ()
        await ready(services, game, side)
        await ready(services, patient, side)
    assert await sweep(services) == (DueGame(game.id, 1, "All are ready."),)
    after = await now_at(services, game)
    assert after.turn == 2
    assert after.deadline == (SUNDAY + timedelta(0)).timestamp()  # six days are left: the week's deadline stands
    assert (await now_at(services, patient)).turn == 1


async def test_an_open_seat_does_not_hold_up_those_who_are_ready(services: Services) -> None:
    game = await begin(services)
    await seats.hold_open(services, master(game), "humans")
    assert await sweep(services) == ()
    await ready(services, game, "dominators")
    assert len(await sweep(services)) == 1


async def test_without_a_schedule_only_readiness_or_the_game_master_ends_a_turn(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, Schedule())
    manual_clock.forward(days=500)
    assert await sweep(services) == ()
    assert await next_moment(services) is None
    for side in PLAYERS:
        await ready(services, game, side)
    assert len(await sweep(services)) == 1


async def test_a_turn_that_cannot_be_resolved_is_told_once_and_tried_again(
    tmp_path: Path, manual_clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Storage.open(tmp_path / "a.db") as storage:
        workers = Failing()
        services = Services(storage, workers, manual_clock, by_draw("chance"))
        game = await begin(services)
        workers.failing = True
        manual_clock.move_to(SUNDAY)
        for _ in range(4):
            await sweep(services)
            manual_clock.forward(minutes=11)
        [told] = await texts(services, game, "problem")
        assert "code" in told
        assert "could not be resolved" in caplog.text
        workers.failing = False
        await sweep(services)
        assert (await now_at(services, game)).turn == 2
        async with storage.reading() as tx:
            assert await audit.open_problems(tx, game.id) == ()


async def test_the_running_clock_does_what_is_overdue_and_beats(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY)
    clock = Clock(services)
    await clock.start()
    await clock.settled()
    assert (await now_at(services, game)).turn == 2
    async with services.storage.reading() as tx:
        assert await processes.last_beat(tx, clock.process) == services.seconds()
    for side in PLAYERS:
        await ready(services, game, side)
    clock.poke()
    await clock.settled()
    assert (await now_at(services, game)).turn == 3
    await clock.stop()


async def test_the_alarm_rings_when_the_next_thing_is_due(
    services: Services, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_module, "SWEEP_SECONDS", 10 * WAIT_SECONDS)
    game = await begin(services, options=Options(reminder_hours=()))
    manual_clock.move_to(SUNDAY - timedelta(milliseconds=300))
    clock = Clock(services)
    await clock.start()
    await clock.settled()
    assert (await now_at(services, game)).turn == 1
    manual_clock.move_to(SUNDAY)  # the alarm was set by the time that was left, and nothing else wakes the clock
    async with asyncio.timeout(WAIT_SECONDS):
        while (await now_at(services, game)).turn == 1:  # noqa: ASYNC110 # the clock tells nobody
            await asyncio.sleep(0.05)
    assert (await now_at(services, game)).turn == 2
    await clock.stop()


async def test_many_games_at_one_deadline_are_all_resolved(services: Services, manual_clock: ManualClock) -> None:
    played = [await begin(services, WEEKLY, channel=CHANNEL + i) for i in range(5)]
    manual_clock.move_to(SUNDAY)
    assert len(await sweep(services)) == 5
    for game in played:
        assert (await now_at(services, game)).turn == 2


async def test_the_end_of_the_program_waits_for_a_look_that_an_alarm_began(
    services: Services, manual_clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(services)
    clock = Clock(services, process="here")
    await clock.start()
    await clock.settled()
    manual_clock.forward(minutes=1)
    begun, over = asyncio.Event(), asyncio.Event()

    async def busy() -> None:
        async with services.storage.transaction():
            begun.set()
            await over.wait()

    somebody = asyncio.create_task(busy())
    await begun.wait()
    assert clock._scheduler is not None
    clock._scheduler.modify_job("alarm", next_run_time=datetime.now(UTC))
    await until(lambda: bool(clock._others))  # the alarm rang, and its look waits for the transaction of somebody else
    ending = asyncio.create_task(clock.stop())
    await asyncio.sleep(0.05)
    over.set()
    await asyncio.gather(somebody, ending)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    async with services.storage.reading() as tx:
        assert (await processes.all_beats(tx))["here"] == services.seconds(), "the look was taken to its end"


async def test_no_turn_ends_early_because_the_same_sides_of_other_campaigns_are_ready(services: Services) -> None:
    first, second, third = [await begin(services, channel=CHANNEL + number) for number in range(3)]
    await ready(services, first, "humans")
    await ready(services, second, "dominators")
    assert await sweep(services) == ()
    for side in PLAYERS:
        await ready(services, third, side)
    assert await sweep(services) == (DueGame(third.id, 1, "All are ready."),)
    assert [(await now_at(services, game)).turn for game in (first, second, third)] == [1, 1, 2]
