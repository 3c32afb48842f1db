"""Time zones as people write them: a wrong sign is never suggested, and abbreviations lead to places."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.values import NotationError
from umpire.games.time_zones import ABBREVIATIONS, ALL_YEAR, WELL_KNOWN, parse_zone, zones

PLACES = re.compile(r"[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_'-]+)+")


def refusal(word: str) -> str:
    with pytest.raises(NotationError) as refused:
        parse_zone(word)
    return str(refused.value)


def january(name: str) -> timedelta:
    found = datetime(2026, 1, 1, tzinfo=UTC).astimezone(ZoneInfo(name)).utcoffset()
    assert found is not None
    return found


@given(
    st.sampled_from(("GMT", "UTC", "gmt", "", "UTC ")),
    st.sampled_from("+-"),
    st.integers(1, 14),
    st.sampled_from(("", ":00", ":30")),
)
def test_an_offset_leads_to_places_with_its_own_sign(name: str, sign: str, hours: int, minutes: str) -> None:
    said = refusal(f"{name}{sign}{hours}{minutes}")
    assert "Etc/" not in said
    meant = timedelta(hours=hours, minutes=30 if minutes == ":30" else 0) * (1 if sign == "+" else -1)
    for part, season in (("All the year it is ", (1, 7)), ("In winter it is ", (1,))):
        places = PLACES.findall(said.partition(part)[2].partition(".")[0])
        assert len(places) == len({*places})
        for place in places:
            there = {
                datetime(2026, month, 1, tzinfo=UTC).astimezone(ZoneInfo(place)).utcoffset() for month in season
            } | (
                {datetime(2026, 7, 1, tzinfo=UTC).astimezone(ZoneInfo(place)).utcoffset()}
                if "winter" in part
                else set()
            )
            assert meant in there
    assert ("ahead of UTC" if sign == "+" else "behind UTC") in said


@pytest.mark.parametrize(
    ("word", "place"),
    [("GMT+5", "Asia/Karachi"), ("UTC-5", "America/Bogota"), ("GMT+5:30", "Asia/Kolkata"), ("+0545", "Asia/Kathmandu")],
)
def test_offsets_of_the_public_reports_lead_to_the_right_side_of_the_earth(word: str, place: str) -> None:
    assert place in refusal(word)


@pytest.mark.parametrize("word", ["UTC+0", "gmt-0", "+00:00", "GMT+00:00", "Z"])
def test_no_offset_at_all_is_utc(word: str) -> None:
    assert parse_zone(word) in {"UTC", "GMT-0"}


def test_names_with_the_opposite_sign_are_refused_and_explained() -> None:
    said = refusal("Etc/GMT+5")
    assert "5 hours behind UTC" in said
    assert "America/Bogota" in said


@given(
    st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ+-/0123456789abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)
    | st.sampled_from(sorted(available_timezones()))
)
def test_no_hint_is_ever_a_zone_that_says_something_else_than_it_means(word: str) -> None:
    said = ""
    try:
        said = f"{parse_zone(word)} "
    except NotationError as refused:
        said = str(refused).replace(word, "")
    assert not re.search(r"Etc/GMT[+-][1-9]|localtime|Factory|\b(EST|MST|HST)\b(?!\?)", said)


@pytest.mark.parametrize("word", sorted(ABBREVIATIONS))
def test_an_abbreviation_leads_to_places_that_there_are(word: str) -> None:
    said = refusal(word.upper())
    for place in ABBREVIATIONS[word]:
        assert place in said
        assert parse_zone(place) == place


@pytest.mark.parametrize("word", sorted(ALL_YEAR))
def test_winter_times_that_last_all_the_year_are_asked_about(word: str) -> None:
    said = refusal(word.upper())
    assert said.startswith(f"Which {word.upper()}?")
    summer, winter = ALL_YEAR[word]
    assert january(summer) == january(winter)
    assert {summer, winter} <= set(PLACES.findall(said))


@pytest.mark.parametrize("word", ["localtime", "Factory"])
def test_the_zone_of_whatever_computer_it_is_is_refused(word: str) -> None:
    assert "whatever computer" in refusal(word)
    assert word not in zones().values()


def test_well_known_places_are_places() -> None:
    assert set(WELL_KNOWN) <= set(zones().values())


def test_a_place_is_read_with_blanks_and_in_brackets() -> None:
    assert parse_zone("america/new york") == "America/New_York"
    assert parse_zone("(Europe/Berlin)") == "Europe/Berlin"
