"""A deadline moves: the game is paused, the deadline put off, the turn undone."""

from datetime import timedelta

import pytest

from playtest.clock import ManualClock
from rules.values import GameError, NotYoursError
from storage import turns
from tests.umpire.sweeping import sweep
from tests.umpire.table import SUNDAY, acts, begin, letters, master, order, player, texts
from umpire.campaign.turn.undo import undo
from umpire.clock.extra_time import extend
from umpire.games import games
from umpire.games.options import Options, Schedule
from umpire.services.services import Services

START = SUNDAY - timedelta(days=6)
HOUR = 3600


async def test_a_paused_game_waits_and_keeps_the_time_that_was_left(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY - timedelta(hours=10))
    await sweep(services)
    await games.pause(services, master(game), "Holidays.")
    manual_clock.forward(days=20)
    assert await sweep(services) == ()
    again = await games.resume(services, master(game))
    assert again.deadline == (manual_clock() + timedelta(hours=10)).timestamp()
    assert len(await letters(services, game, "reminder")) == 2
    manual_clock.forward(hours=7)
    await sweep(services)
    assert len(await letters(services, game, "reminder")) == 4  # the one three hours before
    manual_clock.forward(hours=3)
    assert len(await sweep(services)) == 1


async def test_a_game_paused_in_its_last_minute_gets_an_hour(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY - timedelta(minutes=1))
    await games.pause(services, master(game))
    manual_clock.forward(days=1)
    assert (await games.resume(services, master(game))).deadline == services.seconds() + HOUR


async def test_a_schedule_set_while_paused_counts(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await games.pause(services, master(game))
    await games.set_schedule(services, master(game), Schedule("every", hours=48))
    manual_clock.forward(days=2)
    assert (await games.resume(services, master(game))).deadline == services.seconds() + 48 * HOUR


async def test_a_deadline_is_extended_with_a_reason_up_to_the_cap(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=Options(extension_hours=30))
    manual_clock.move_to(SUNDAY - timedelta(hours=2))
    await sweep(services)
    assert len(await letters(services, game, "reminder")) == 2
    later = await extend(services, master(game), 20, "Snow.", idempotency_key="click-1")
    again = await extend(services, master(game), 20, "Snow.", idempotency_key="click-1")
    assert later.deadline == again.deadline == (SUNDAY + timedelta(hours=20)).timestamp()
    assert "Snow." in (await texts(services, game, "notice"))[-1]
    assert [act["hours"] for act in await acts(services, game, "deadline.extended")] == [20]
    with pytest.raises(GameError, match="10 are left"):
        await extend(services, master(game), 11, "More snow.")
    for hours, reason in ((0, "None."), (-3, "Back."), (1, "  ")):
        with pytest.raises(GameError):
            await extend(services, master(game), hours, reason)
    with pytest.raises(NotYoursError):
        await extend(services, player(game, "humans"), 1, "Please.")
    manual_clock.move_to(SUNDAY + timedelta(hours=17))
    await sweep(services)
    assert len(await letters(services, game, "reminder")) == 4  # three hours before the new moment, again
    assert await sweep(services) == ()
    manual_clock.move_to(SUNDAY + timedelta(hours=20))
    assert len(await sweep(services)) == 1


async def test_an_extension_in_the_grace_counts_from_now(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=Options(grace_minutes=60))
    manual_clock.move_to(SUNDAY + timedelta(minutes=10))
    await sweep(services)
    assert (await extend(services, master(game), 1, "Train.")).deadline == services.seconds() + HOUR


async def test_what_a_pause_keeps_of_an_extension(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=Options(extension_hours=24))
    await extend(services, master(game), 20, "Snow.")
    await games.pause(services, master(game))
    manual_clock.forward(days=3)
    await games.resume(services, master(game))
    with pytest.raises(GameError, match="4 are left"):
        await extend(services, master(game), 5, "Snow.")


async def test_an_undone_turn_gets_a_new_deadline_that_runs_out_in_turn(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await order(services, game, "humans", "Hold the line.")
    manual_clock.move_to(SUNDAY)
    await sweep(services)
    back = await undo(services, master(game), "A wrong table.", 2)
    assert (back.turn, back.deadline) == (1, (SUNDAY + timedelta(weeks=1)).timestamp())
    assert await sweep(services) == ()
    manual_clock.forward(weeks=1)
    assert [due.turn for due in await sweep(services)] == [1]
    async with services.storage.reading() as tx:
        again = await turns.current_row(tx, game.id, 1)
    assert again is not None
    assert again.orders is not None
    assert b"Hold the line." in again.orders
