"""The bot's own downtime: measured, credited once, told."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from storage import processes
from storage.db import Storage
from tests.umpire.sweeping import sweep
from tests.umpire.table import CHANNEL, PLAYERS, SUNDAY, acts, begin, now_at, services_on, texts
from umpire.clock.due import remind
from umpire.clock.extra_time import come_back
from umpire.games.options import Options, Schedule
from umpire.services.services import Services

START = SUNDAY - timedelta(days=6)
HOUR = 3600


async def beat(services: Services, process: str = "elsewhere:1:x") -> None:
    async with services.storage.transaction() as tx:
        await processes.beat(tx, process, services.seconds())


async def test_downtime_over_a_deadline_gives_back_what_lay_before_it(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY - timedelta(hours=5))
    await beat(services)
    manual_clock.move_to(SUNDAY + timedelta(hours=3))
    found = await come_back(services, "me")
    assert found is not None
    assert (found.until - found.since, found.credited) == (8 * HOUR, 1)
    assert await sweep(services) == ()
    assert (await now_at(services, game)).deadline == services.seconds() + 5 * HOUR
    assert [act["seconds"] for act in await acts(services, game, "deadline.credited")] == [5 * HOUR]
    assert "I was away" in (await texts(services, game, "notice"))[-1]


async def test_downtime_near_a_deadline_puts_it_off_by_as_much_up_to_the_cap(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    capped = await begin(services, options=Options(credit_hours=2), channel=CHANNEL + 1)
    none = await begin(services, options=Options(credit_hours=0), channel=CHANNEL + 2)
    far = await begin(services, Schedule("every", hours=24 * 20), channel=CHANNEL + 3)
    manual_clock.move_to(SUNDAY - timedelta(hours=15))
    await beat(services)
    manual_clock.forward(hours=5)
    found = await come_back(services, "me")
    assert found is not None
    assert found.credited == 2
    assert (await now_at(services, game)).deadline == (SUNDAY + timedelta(hours=5)).timestamp()
    assert (await now_at(services, capped)).deadline == (SUNDAY + timedelta(hours=2)).timestamp()
    assert (await now_at(services, none)).deadline == SUNDAY.timestamp()
    assert (await now_at(services, far)).deadline == far.deadline


@pytest.mark.parametrize(
    ("before", "away", "cap"), [(0, 1, 12), (3, 6, 2)], ids=["lost as it was due", "away for longer than is credited"]
)
async def test_a_reminder_that_was_due_while_the_bot_was_away_is_given_once(
    services: Services, manual_clock: ManualClock, before: int, away: int, cap: int
) -> None:
    game = await begin(services, options=Options(reminder_hours=(6,), credit_hours=cap))
    manual_clock.move_to(SUNDAY - timedelta(hours=6 + before))
    await beat(services)
    manual_clock.forward(hours=away)
    found = await come_back(services, "me")
    assert found is not None
    assert found.credited == 1
    given = [await remind(services) for _ in range(2)]
    assert given == [len(PLAYERS), 0]
    assert (await now_at(services, game)).turn == 1


async def test_two_processes_that_start_together_credit_once(tmp_path: Path, manual_clock: ManualClock) -> None:
    async with await Storage.open(tmp_path / "a.db") as one, await Storage.open(tmp_path / "a.db") as two:
        first, second = services_on(one, manual_clock), services_on(two, manual_clock, by_draw("second"))
        game = await begin(first)
        manual_clock.move_to(SUNDAY - timedelta(hours=5))
        await beat(first)
        manual_clock.forward(hours=1)
        found = await asyncio.gather(come_back(first, "a"), come_back(second, "b"))
        assert sum(one.credited for one in found if one is not None) == 1
        assert len(await acts(first, game, "deadline.credited")) == 1


async def test_a_short_restart_and_a_deadline_overdue_before_are_not_credited(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    assert await come_back(services, "first") is None
    manual_clock.forward(seconds=60)
    assert await come_back(services, "second") is None
    manual_clock.move_to(SUNDAY + timedelta(minutes=1))
    await beat(services)  # it was at work at the deadline, and died over it
    manual_clock.forward(hours=2)
    found = await come_back(services, "third")
    assert found is not None
    assert found.credited == 0
    assert [due.game for due in await sweep(services)] == [game.id]
