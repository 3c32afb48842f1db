"""How lengths of time are written: one grammar for schedules, absences and reminders; what the bot prints can be typed back."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.values import NotationError
from umpire.games.durations import (
    format_hours,
    format_length,
    format_reminders,
    parse_days,
    parse_hours,
    parse_minutes,
    parse_reminders,
)
from umpire.games.options import WEEKDAYS, Schedule, describe, parse_day, parse_schedule
from umpire.games.time_zones import zones

WEEKLIES = st.builds(
    Schedule,
    st.just("weekly"),
    st.integers(0, 6),
    st.integers(0, 23),
    st.integers(0, 59),
    st.sampled_from(sorted(zones().values())),
)
SCHEDULES = WEEKLIES | st.builds(Schedule, st.just("every"), hours=st.integers(1, 1440)) | st.just(Schedule())


@given(SCHEDULES, st.sampled_from(("{}", "Turns are due {}.", " {} ")))
def test_every_schedule_that_the_bot_prints_can_be_typed_back(schedule: Schedule, sentence: str) -> None:
    typed = parse_schedule(sentence.format(describe(schedule)))
    assert (typed.kind, typed.hours) == (schedule.kind, schedule.hours)
    if schedule.kind == "weekly":
        assert typed == schedule
    assert parse_schedule(str(schedule)) == schedule


def test_a_campaign_without_a_schedule_is_spoken_of_in_words_that_can_be_typed_back() -> None:
    assert parse_schedule("as soon as all are ready") == Schedule()


@given(st.lists(st.integers(1, 672), max_size=5, unique=True).map(tuple))
def test_every_list_of_reminders_that_the_bot_prints_can_be_typed_back(hours: tuple[int, ...]) -> None:
    assert parse_reminders(format_reminders(hours)) == hours


@given(st.integers(1, 100_000))
def test_every_length_that_the_bot_prints_can_be_typed_back(hours: int) -> None:
    assert parse_hours(format_hours(hours)) == hours
    assert parse_schedule(f"every {format_hours(hours % 1440 + 1)}").hours == hours % 1440 + 1


@given(st.integers(1, 100_000))
def test_every_length_that_is_offered_can_be_typed_back(minutes: int) -> None:
    assert parse_minutes(format_length(minutes)) == minutes


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("48h", 2880),
        ("48 hours", 2880),
        ("2 days", 2880),
        ("2d", 2880),
        ("1 day 12 hours", 2160),
        ("1 day, 12 h", 2160),
        ("1d and 12h", 2160),
        ("week", 10080),
        ("2 WEEKS", 20160),
        ("in 3 days", 4320),
        ("for 2 weeks", 20160),
        ("+ 5 h", 300),
        ("90 min", 90),
    ],
)
def test_a_length_of_time_is_written_in_many_ways(text: str, minutes: int) -> None:
    assert parse_minutes(text) == minutes


def test_the_same_length_is_read_by_schedules_absences_and_reminders() -> None:
    today = date(2026, 11, 29)
    for text, days in (("2 weeks", 14), ("3 days", 3), ("1 week 2 days", 9), ("2w", 14), ("48h", 2)):
        assert parse_schedule(f"every {text}").hours == days * 24
        assert (parse_day(text, today) - today).days == days
        assert parse_reminders(text) == (days * 24,)
        assert parse_days(text) == days


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "written like"),
        ("5", "written like"),
        ("2 parsecs", "written like"),
        ("1 day 2 days", "written like"),
        ("-3h", "written like"),
        ("month", "weeks or days"),
        ("2 months", "weeks or days"),
        ("٤h", "written like"),
        ("99999999h", "written like"),
    ],
)
def test_what_is_no_length_is_refused_with_what_would_be_one(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_minutes(text)
    for part in ("every " + text,) if text else ():
        with pytest.raises(NotationError):
            parse_schedule("every 1 fortnight" if part == "every 5" else part)


@pytest.mark.parametrize(
    ("text", "hours"), [("24,24", (24,)), ("none", ()), ("24h,3h", (24, 3)), ("1 day, 3 hours", (24, 3))]
)
def test_reminders_are_written_with_units_or_without(text: str, hours: tuple[int, ...]) -> None:
    assert parse_reminders(text) == hours


def test_half_hours_and_half_days_are_refused_where_whole_ones_are_kept() -> None:
    with pytest.raises(NotationError, match="whole hours"):
        parse_reminders("90 min")
    with pytest.raises(NotationError, match="whole days"):
        parse_day("36 hours", date(2026, 11, 29))


def test_weekdays_are_read_as_they_are_printed() -> None:
    for at, day in enumerate(WEEKDAYS):
        for typed in (
            f"{day} 20:00 UTC",
            f"{day}s at 20:00 (UTC)",
            f"weekly {day[:3]} 20:00 UTC",
            f"on {day} at 20:00 UTC",
        ):
            assert parse_schedule(typed) == Schedule("weekly", at, 20, 0, "UTC")
