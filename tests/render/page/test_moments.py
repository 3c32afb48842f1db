"""Moments as what changes: folding them gives them back; what does not fit is left out from the old end; no tag can begin."""

import json
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.page.page import Json, Moment, difference, script_json, timeline_of

VALUES = st.recursive(
    st.booleans() | st.integers(-9, 99) | st.text(max_size=6), lambda inner: st.lists(inner, max_size=3)
)
MOMENTS = st.lists(
    st.dictionaries(st.sampled_from("abc"), st.dictionaries(st.text(max_size=3), VALUES, max_size=4), max_size=3),
    max_size=6,
)


def folded(before: dict[str, dict[str, Json]], change: dict[str, dict[str, Json | None]]) -> dict[str, dict[str, Json]]:
    """What the page does with a change."""
    now = {section: dict(entries) for section, entries in before.items()}
    for section, entries in change.items():
        kept = {**now.get(section, {}), **entries}
        now[section] = {key: value for key, value in kept.items() if value is not None}
    return {section: entries for section, entries in now.items() if entries}


@given(MOMENTS)
def test_what_changes_folds_back_into_every_moment(moments: list[Moment]) -> None:
    course = timeline_of(moments, 10**9)
    assert course.left_out == 0
    changes = json.loads(course.json)
    first: dict[str, dict[str, Json]] = {}
    found = list(accumulate(changes, folded, initial=first))[1:]
    assert found == [{name: dict(section) for name, section in each.items() if section} for each in moments]


@given(MOMENTS.filter(bool), st.integers(0, 200))
def test_the_latest_moments_are_kept_in_as_much_room_as_there_is(moments: list[Moment], room: int) -> None:
    course = timeline_of(moments, room)
    kept = len(course.moments)
    assert course.left_out == len(moments) - kept
    assert kept == 1 or len(course.json.encode()) <= room + 2
    assert folded({}, json.loads(course.moments[0])) == {
        name: dict(section) for name, section in moments[course.left_out].items() if section
    }


def test_nothing_changes_between_equal_moments() -> None:
    assert difference({"a": {"x": 1}}, {"a": {"x": 1}}) == {}
    assert difference({"a": {"x": 1}}, {"a": {"y": 2}}) == {"a": {"x": None, "y": 2}}
    assert difference({"a": {"x": 1}}, {}) == {"a": {"x": None}}


@pytest.mark.parametrize("name", ["</script><img onerror=alert(1)>", "<!--<script>", "a & b", "line\u2028end\u2029"])
def test_no_name_can_end_the_element_that_it_stands_in(name: str) -> None:
    text = script_json({name: name})
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == {name: name}
