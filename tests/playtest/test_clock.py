"""The clock that tests and scripts set."""

from datetime import UTC, datetime, timedelta

from playtest.clock import ManualClock

NOON = datetime(2040, 1, 2, 12, tzinfo=UTC)
NEAR = timedelta(minutes=5)
"""More than a busy machine takes between two lines."""


def test_it_shows_the_machines_time_until_it_is_set() -> None:
    before = datetime.now(UTC)
    assert before <= ManualClock()() <= datetime.now(UTC)


def test_it_runs_from_the_moment_it_is_given_and_goes_on_running_when_it_is_moved() -> None:
    clock = ManualClock(NOON)
    first, second = clock(), clock()
    assert NOON <= first <= second < NOON + NEAR
    clock.forward(days=3, hours=1)
    assert timedelta() <= clock() - (NOON + timedelta(days=3, hours=1)) < NEAR
    clock.move_to(NOON - timedelta(days=1))
    assert timedelta() <= clock() - (NOON - timedelta(days=1)) < NEAR


def test_frozen_it_shows_one_moment_to_the_last_digit_and_moves_only_when_told() -> None:
    clock = ManualClock(NOON, frozen=True)
    assert (clock(), clock.now(), clock.time()) == (NOON, NOON, NOON.timestamp())
    clock.forward(minutes=90)
    assert clock() == NOON + timedelta(minutes=90)
    clock.move_to(NOON - timedelta(microseconds=1))
    assert clock() == NOON - timedelta(microseconds=1)


def test_a_running_clock_is_stopped_where_it_is_or_at_a_moment() -> None:
    clock = ManualClock(NOON)
    clock.freeze()
    assert clock() == clock()
    clock.freeze(NOON)
    assert clock() == NOON


def test_it_reaches_a_moment_and_never_goes_back_to_one() -> None:
    clock = ManualClock(NOON, frozen=True)
    clock.reach(NOON.timestamp() + 60)
    assert clock() == NOON + timedelta(seconds=60)
    clock.reach(NOON.timestamp())
    assert clock() == NOON + timedelta(seconds=60)
