"""A sample of `make advice`: a seat that follows its staff for some months, beside one led by a governor."""

import json

import pytest

from harness.advice.run import HEADING, LEAST_SHARE, RULE, Compared, compare, row, summary

SEED, TURNS = 2, 5


@pytest.fixture(scope="module")
def one() -> Compared:
    """A few months of a seat whose ships need supplies to go anywhere."""
    return compare(SEED, TURNS)


def test_who_follows_the_staff_keeps_up_with_a_governor_loses_no_ship_and_leaves_little_idle(one: Compared) -> None:
    assert one.missed() == []
    assert one.share >= LEAST_SHARE
    assert [month.turn for month in one.staff.months] == list(range(1, TURNS + 1))
    assert all(month.orders for month in one.staff.months)


def test_the_table_has_a_cell_for_each_column_and_the_last_line_is_json(one: Compared) -> None:
    assert len({line.count("|") for line in (HEADING, RULE, row(one))}) == 1
    told = json.loads(summary([one], TURNS, 1.4))
    assert (told["seeds"], told["turns"], told["share_least"], told["missed"]) == ([SEED], TURNS, one.share, {})
