"""Options that are lengths of time: read by the one grammar, within their bounds, with lengths to choose from."""

from types import SimpleNamespace
from typing import cast

import pytest

from cogs.common.durations import hours_in, hours_offered, minutes_in, minutes_offered
from cogs.common.interactions import Interaction
from rules.values import GameError

NOBODY = cast("Interaction", SimpleNamespace())


@pytest.mark.parametrize(
    ("text", "hours"),
    [("36", 36), ("36h", 36), ("1 day 12 hours", 36), (" 1 week ", 168), ("none", 0), ("0", 0), ("120 min", 2)],
)
def test_hours_are_written_in_every_way_that_a_length_is(text: str, hours: int) -> None:
    assert hours_in(text, 0, 672) == hours


@pytest.mark.parametrize(("text", "hours"), [("-6", -6), ("-6h", -6), ("- 1 day", -24), ("12", 12)])
def test_what_may_be_taken_away_has_a_minus(text: str, hours: int) -> None:
    assert hours_in(text, -1440, 1440) == hours


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("700h", "Write 1 to 672 hours, not `700h`"),
        ("0", "Write 1 to 672 hours, not `0`"),
        ("none", "Write 1 to 672 hours, not `none`"),
        ("soon", "A length of time is written like `48h`"),
        ("-3", "A length of time is written like `48h`"),
        ("90 min", "Write whole hours, not `90 min`"),
        ("1 month", "A month has no fixed length"),
    ],
)
def test_what_is_no_such_length_is_named_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(GameError) as wrong:
        hours_in(text, 1, 672)
    assert says in str(wrong.value)


def test_a_grace_is_minutes_unless_it_says_otherwise() -> None:
    assert [minutes_in(text, 0, 1440) for text in ("30", "30 min", "2h", "none")] == [30, 30, 120, 0]
    with pytest.raises(GameError, match="0 to 1440 minutes"):
        minutes_in("2 days", 0, 1440)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", ["6 hours", "12 hours", "1 day", "36 hours", "2 days", "3 days", "1 week", "2 weeks"]),
        ("60", ["60 hours", "6 hours"]),
        ("1 day 6 h", ["30 hours", "6 hours"]),
        ("we", ["1 week", "2 weeks"]),
    ],
)
async def test_lengths_are_offered_and_what_was_typed_stands_first(typed: str, offered: list[str]) -> None:
    found = await hours_offered()(NOBODY, typed)
    assert [choice.name for choice in found][: len(offered)] == offered
    assert all(choice.name == choice.value for choice in found)
    assert all(hours_in(choice.value, 1, 672) for choice in found)


async def test_no_length_is_offered_where_there_may_be_none() -> None:
    assert [choice.value for choice in await hours_offered(24, 0)(NOBODY, "")] == ["1 day", "none"]
    assert [choice.value for choice in await minutes_offered(30, 120)(NOBODY, "90")] == [
        "90 minutes",
        "30 minutes",
        "2 hours",
    ]
