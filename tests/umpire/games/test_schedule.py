"""Deadlines on the grid: weekly by a zone's own clocks, or every so many hours; and how they are written."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.values import GameError, NotationError
from umpire.games.options import Schedule, check_schedule, describe, interval, next_due, parse_schedule
from umpire.games.time_zones import zones

BERLIN = ZoneInfo("Europe/Berlin")
SLACK = timedelta(days=1, hours=3)  # no clock change moves an hour by more
instants = st.integers(788_918_400, 2_114_380_800).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
odd_zones = st.sampled_from(sorted(set(zones().values())))
weeklies = st.builds(Schedule, st.just("weekly"), st.integers(0, 6), st.integers(0, 23), st.integers(0, 59), odd_zones)
hourlies = st.builds(Schedule, st.just("every"), hours=st.integers(1, 1440))
schedules = weeklies | hourlies


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type] # the parts are year to second


def due(schedule: Schedule, now: datetime, last_due: datetime | None = None) -> datetime:
    found = next_due(schedule, now, last_due)
    assert found is not None
    assert found.tzinfo is UTC
    return found


@given(weeklies, instants)
@settings(max_examples=300, deadline=None)
def test_a_weekly_deadline_is_the_first_of_its_hours_after_now(schedule: Schedule, now: datetime) -> None:
    found = due(schedule, now)
    assert now < found <= now + interval(schedule) + SLACK
    assert due(schedule, now + (found - now) / 2) == found
    assert due(schedule, found - timedelta(seconds=1)) == found
    assert due(schedule, found) > found


@given(weeklies, instants)
@settings(max_examples=300, deadline=None)
def test_a_weekly_deadline_is_at_its_local_hour_unless_that_hour_is_skipped(schedule: Schedule, now: datetime) -> None:
    found = due(schedule, now)
    local = found.astimezone(ZoneInfo(schedule.zone))
    if (local.weekday(), local.hour, local.minute) == (schedule.weekday, schedule.hour, schedule.minute):
        assert local.fold == 0
    else:  # only over a gap: a moment earlier the zone was at a smaller offset
        before = (found - timedelta(days=1, hours=1)).astimezone(ZoneInfo(schedule.zone))
        assert local.utcoffset() > before.utcoffset()  # type: ignore[operator] # aware, so never None


@given(schedules, instants, st.floats(-3, 3))
@settings(max_examples=300, deadline=None)
def test_after_a_turn_that_ended_early_or_late_half_an_interval_is_left_and_the_rhythm_kept(
    schedule: Schedule, last: datetime, off: float
) -> None:
    last = due(schedule, last)
    step = interval(schedule)
    now = last + step * off
    found = due(schedule, now, last)
    assert step / 2 < found - now <= step * 1.5 + SLACK
    if schedule.kind == "every":
        assert (found - last) % step == timedelta(0)
    else:
        assert found == due(schedule, found - timedelta(seconds=1))


def test_clocks_go_forward_in_berlin_and_the_deadline_keeps_its_local_hour() -> None:
    schedule = parse_schedule("weekly Sunday 20:00 Europe/Berlin")
    assert due(schedule, utc(2026, 3, 22, 18, 0)) == utc(2026, 3, 22, 19)
    assert due(schedule, utc(2026, 3, 22, 19, 0)) == utc(2026, 3, 29, 18)
    assert due(schedule, utc(2026, 10, 25, 12, 0)) == utc(2026, 10, 25, 19)


def test_an_hour_that_is_skipped_is_reached_by_adding_the_gap() -> None:
    schedule = parse_schedule("weekly sun 02:30 europe/berlin")
    found = due(schedule, utc(2026, 3, 28))
    assert found == utc(2026, 3, 29, 1, 30)
    assert found.astimezone(BERLIN).strftime("%H:%M") == "03:30"


def test_of_an_hour_that_comes_twice_the_first_counts() -> None:
    schedule = parse_schedule("weekly Sunday 02:30 Europe/Berlin")
    assert due(schedule, utc(2026, 10, 24)) == utc(2026, 10, 25, 0, 30)
    assert due(schedule, utc(2026, 10, 25, 0, 30)) == utc(2026, 11, 1, 1, 30)


def test_a_day_that_was_left_out_in_samoa_is_made_up_a_day_later() -> None:
    assert due(parse_schedule("weekly Friday 20:00 Pacific/Apia"), utc(2011, 12, 30)) == utc(2011, 12, 31, 6)


def test_half_hour_clock_changes_are_followed() -> None:
    schedule = parse_schedule("weekly Sunday 12:00 Australia/Lord_Howe")
    assert due(schedule, utc(2026, 4, 1)) == utc(2026, 4, 5, 1, 30)
    assert due(schedule, utc(2026, 3, 28)) == utc(2026, 3, 29, 1, 0)


def test_every_so_many_hours_ignores_clock_changes_and_does_not_drift_with_the_grace() -> None:
    schedule = parse_schedule("every 48h")
    assert due(schedule, utc(2026, 3, 27, 20)) == utc(2026, 3, 29, 20)
    assert due(schedule, utc(2026, 3, 29, 20, 30), utc(2026, 3, 29, 20)) == utc(2026, 3, 31, 20)
    assert due(schedule, utc(2026, 3, 28, 8), utc(2026, 3, 29, 20)) == utc(2026, 3, 29, 20)
    assert due(schedule, utc(2026, 3, 29, 8), utc(2026, 3, 29, 20)) == utc(2026, 3, 31, 20)
    assert parse_schedule("every 2 days") == schedule


def test_a_week_that_ended_early_or_late_keeps_its_weekday() -> None:
    schedule = parse_schedule("weekly Sunday 20:00 UTC")
    sunday = utc(2026, 11, 22, 20)
    assert due(schedule, sunday, sunday) == sunday + timedelta(weeks=1)
    assert due(schedule, sunday - timedelta(days=1), sunday) == sunday + timedelta(weeks=1)
    assert due(schedule, sunday + timedelta(days=3), sunday) == sunday + timedelta(weeks=1)
    assert due(schedule, sunday + timedelta(days=4), sunday) == sunday + timedelta(weeks=2)


def test_without_a_schedule_nothing_is_ever_due() -> None:
    assert next_due(parse_schedule("none"), utc(2026, 1, 1)) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "written like"),
        ("weekly", "written like"),
        ("weekly Sunday 20:00", "Which time zone"),
        ("weekly S 20:00 UTC", "not a weekday"),
        ("weekly T 20:00 UTC", "not a weekday"),
        ("weekly Someday 20:00 UTC", "not a weekday"),
        ("weekly Sunday 24:00 UTC", "not a time of day"),
        ("weekly Sunday 8pm UTC", "not a time of day"),
        ("weekly Sunday 20:60 UTC", "not a time of day"),
        ("weekly Sunday 20:00 Berlin", "Europe/Berlin"),
        ("weekly Sunday 20:00 Europe/Berlni", "Europe/Berlin"),
        ("weekly Sunday 20:00 ../../etc/passwd", "no time zone"),
        ("weekly Sunday 20:00 /etc/localtime", "no time zone"),
        ("every 0h", "every 1 to"),
        ("every 99999h", "every 1 to"),
        ("every -3h", "written like"),
        ("every \N{ARABIC-INDIC DIGIT FOUR}h", "written like"),
        ("@everyone `x`\u202e", "written like"),
        ("weekly " + "x" * 4000, "written like"),
    ],
)
def test_a_schedule_that_cannot_be_read_is_refused_with_a_reason(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says) as refused:
        parse_schedule(text)
    assert len(str(refused.value)) < 300
    assert "\u202e" not in str(refused.value)


@given(st.text(max_size=60) | st.from_regex(r"(weekly|every) [a-zA-Z0-9:/ ]{0,40}"))
@settings(deadline=None)
def test_any_text_is_a_schedule_or_a_clear_refusal(text: str) -> None:
    said = ""
    schedule = None
    try:
        schedule = parse_schedule(text)
    except NotationError as refused:
        said = str(refused)
    if schedule is None:
        assert said.endswith((".", "?"))
    else:
        check_schedule(schedule)
        assert describe(schedule)


@given(schedules | st.just(Schedule()))
@settings(deadline=None)
def test_a_schedule_is_written_as_it_is_read(schedule: Schedule) -> None:
    assert parse_schedule(str(schedule)) == schedule


@pytest.mark.parametrize(
    "bad",
    [
        Schedule("every", hours=0),
        Schedule("every", hours=9999),
        Schedule("weekly", weekday=7),
        Schedule("weekly", hour=24),
        Schedule("weekly", zone="Nowhere/Land"),
        Schedule("weekly", zone="../../etc/passwd"),
    ],
)
def test_a_schedule_no_clock_can_keep_is_refused(bad: Schedule) -> None:
    with pytest.raises(GameError):
        check_schedule(bad)


@pytest.mark.rule("CW-19.0-05")
def test_one_game_turn_for_each_real_week() -> None:
    schedule = parse_schedule("weekly Sunday 20:00 UTC")
    first = due(schedule, utc(2026, 11, 18))
    weeks = [first]
    for _ in range(5):
        weeks.append(due(schedule, weeks[-1], weeks[-1]))
    assert {b - a for a, b in pairwise(weeks)} == {timedelta(days=7)}
