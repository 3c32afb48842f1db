"""Deadlines on the grid: weekly by a zone's own clocks, or every so many hours; and how they are written."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import GameError, NotationError
from umpire.schedule import (
    Every,
    Schedule,
    Weekly,
    checked,
    due_for_new_turn,
    interval,
    next_due,
    parse_schedule,
    schedule_from_document,
    schedule_to_document,
    zones,
)

BERLIN = ZoneInfo("Europe/Berlin")
instants = st.integers(788_918_400, 2_114_380_800).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
odd_zones = st.sampled_from(sorted(set(zones().values())))
weeklies = st.builds(Weekly, st.integers(0, 6), st.integers(0, 23), st.integers(0, 59), odd_zones)
beats = weeklies | st.builds(Every, st.integers(1, 1440), instants)
schedules = st.builds(
    Schedule,
    beats,
    st.lists(st.integers(1, 100), max_size=5).map(tuple),
    st.integers(0, 90),
    st.booleans(),
    st.booleans(),
    st.integers(0, 300),
    st.integers(0, 48),
)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type] # the parts are year to second


@given(beats, instants)
@settings(max_examples=400, deadline=None)
def test_the_next_deadline_is_the_first_of_the_grid_after_an_instant(beat: Weekly | Every, after: datetime) -> None:
    schedule = Schedule(beat)
    due = next_due(schedule, after)
    assert due > after
    assert due.tzinfo is UTC
    # Nothing of the grid lies between.
    assert next_due(schedule, after + (due - after) / 2) == due
    assert next_due(schedule, due - timedelta(seconds=1)) == due
    assert due - after <= interval(schedule) + timedelta(days=1, hours=3)


@given(weeklies, instants)
@settings(max_examples=400, deadline=None)
def test_a_weekly_deadline_is_at_its_local_hour_unless_that_hour_does_not_exist(beat: Weekly, after: datetime) -> None:
    due = next_due(Schedule(beat), after)
    local = due.astimezone(ZoneInfo(beat.zone))
    hour_is_right = (local.weekday(), local.hour, local.minute) == (beat.weekday, beat.hour, beat.minute)
    if not hour_is_right:
        # Only over a gap: a moment earlier the zone was at a smaller offset.
        before = (due - timedelta(days=1, hours=1)).astimezone(ZoneInfo(beat.zone))
        assert local.utcoffset() > before.utcoffset()  # type: ignore[operator] # aware, so never None
    else:
        assert local.fold == 0


@given(beats, instants)
@settings(max_examples=100, deadline=None)
def test_deadlines_follow_each_other_without_a_gap(beat: Weekly | Every, after: datetime) -> None:
    schedule = Schedule(beat)
    at = after
    for _ in range(5):
        following = next_due(schedule, at)
        assert timedelta(0) < following - at <= interval(schedule) + timedelta(days=1, hours=3)
        at = following


def test_clocks_go_forward_in_berlin_and_the_deadline_keeps_its_local_hour() -> None:
    schedule = parse_schedule("weekly Sunday 20:00 Europe/Berlin")
    assert next_due(schedule, utc(2026, 3, 22, 18, 0)) == utc(2026, 3, 22, 19)
    assert next_due(schedule, utc(2026, 3, 22, 19, 0)) == utc(2026, 3, 29, 18)
    assert next_due(schedule, utc(2026, 10, 25, 12, 0)) == utc(2026, 10, 25, 19)


def test_an_hour_that_does_not_exist_is_reached_by_adding_the_gap() -> None:
    schedule = parse_schedule("weekly sun 02:30 europe/berlin")
    due = next_due(schedule, utc(2026, 3, 28))
    assert due == utc(2026, 3, 29, 1, 30)
    assert due.astimezone(BERLIN).strftime("%H:%M") == "03:30"


def test_of_an_hour_that_comes_twice_the_first_counts() -> None:
    schedule = parse_schedule("weekly Sunday 02:30 Europe/Berlin")
    assert next_due(schedule, utc(2026, 10, 24)) == utc(2026, 10, 25, 0, 30)
    assert next_due(schedule, utc(2026, 10, 25, 0, 30)) == utc(2026, 11, 1, 1, 30)


def test_a_day_that_was_left_out_in_samoa_is_made_up_a_day_later() -> None:
    schedule = parse_schedule("weekly Friday 20:00 Pacific/Apia")
    assert next_due(schedule, utc(2011, 12, 30)) == utc(2011, 12, 31, 6)


def test_half_hour_clock_changes_are_followed() -> None:
    schedule = parse_schedule("weekly Sunday 12:00 Australia/Lord_Howe")
    assert next_due(schedule, utc(2026, 4, 1)) == utc(2026, 4, 5, 1, 30)
    assert next_due(schedule, utc(2026, 3, 28)) == utc(2026, 3, 29, 1, 0)


def test_every_so_many_hours_ignores_clock_changes() -> None:
    schedule = parse_schedule("every 48h", anchor=utc(2026, 3, 27, 20))
    assert next_due(schedule, utc(2026, 3, 27, 20)) == utc(2026, 3, 29, 20)
    assert next_due(schedule, utc(2026, 3, 27, 19, 59)) == utc(2026, 3, 27, 20)
    assert next_due(schedule, utc(2026, 3, 20)) == utc(2026, 3, 21, 20)
    assert parse_schedule("every 2 days").beat == parse_schedule("every 48 hours").beat


def test_a_turn_that_opens_early_or_late_still_has_half_an_interval() -> None:
    schedule = parse_schedule("weekly Sunday 20:00 UTC")
    sunday = utc(2026, 11, 22, 20)
    assert due_for_new_turn(schedule, sunday) == sunday + timedelta(weeks=1)
    assert due_for_new_turn(schedule, sunday - timedelta(days=1)) == sunday + timedelta(weeks=1)
    assert due_for_new_turn(schedule, sunday + timedelta(days=3)) == sunday + timedelta(weeks=1)
    assert due_for_new_turn(schedule, sunday + timedelta(days=4)) == sunday + timedelta(weeks=2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "written like"),
        ("weekly", "written like"),
        ("weekly Sunday 20:00", "Which time zone"),
        ("weekly S 20:00 UTC", "no weekday"),
        ("weekly T 20:00 UTC", "no weekday"),
        ("weekly Someday 20:00 UTC", "no weekday"),
        ("weekly Sunday 24:00 UTC", "no time of day"),
        ("weekly Sunday 8pm UTC", "no time of day"),
        ("weekly Sunday 20:60 UTC", "no time of day"),
        ("weekly Sunday 20:00 Berlin", "Europe/Berlin"),
        ("weekly Sunday 20:00 Europe/Berlni", "Europe/Berlin"),
        ("weekly Sunday 20:00 ../../etc/passwd", "no time zone"),
        ("weekly Sunday 20:00 /etc/localtime", "no time zone"),
        ("every 0h", "from 1 to"),
        ("every 99999h", "from 1 to"),
        ("every -3h", "written like"),
        ("every \N{ARABIC-INDIC DIGIT FOUR}.5h", "written like"),
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
    assert said.endswith((".", "?")) if schedule is None else next_due(schedule, utc(2026, 1, 1)) > utc(2026, 1, 1)


@given(schedules)
@settings(deadline=None)
def test_a_schedule_survives_being_saved(schedule: Schedule) -> None:
    assert schedule_from_document(schedule_to_document(schedule)) == schedule


@given(beats)
@settings(deadline=None)
def test_a_schedule_is_written_as_it_is_read(beat: Weekly | Every) -> None:
    anchor = beat.anchor if isinstance(beat, Every) else utc(2026, 1, 1)
    assert parse_schedule(str(beat), anchor=anchor).beat == beat


def test_what_no_game_should_have_is_refused() -> None:
    usual = parse_schedule("every 48h")
    assert checked(replace(usual, reminders=(3, 24, 3))).reminders == (24, 3)
    for bad in (
        replace(usual, grace_minutes=-1),
        replace(usual, grace_minutes=100_000),
        replace(usual, reminders=(0,)),
        replace(usual, reminders=(49,)),
        replace(usual, reminders=(1, 2, 3, 4, 5, 6)),
        replace(usual, extend_cap_hours=-1),
        replace(usual, credit_cap_hours=10_000),
        replace(usual, beat=Weekly(0, 0, 0, "Nowhere/Land")),
    ):
        with pytest.raises(GameError):
            checked(bad)
