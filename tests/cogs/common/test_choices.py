"""Suggestions of long lists are those of short ones."""

import pytest

from cogs.common.command_factory import AT_ONCE, choices_from, choices_in_parts

PAIRS = [(f"{n:04} Wörld {n % 97} · ×{n % 7} maximum {n}", f"{n}-{n % 9}") for n in range(AT_ONCE * 2 + 3)]


@pytest.mark.asyncio
@pytest.mark.parametrize("typed", ["", "0017", "wörld 96", "maximum 1002", "wurld", "17-8", PAIRS[-1][0]])
async def test_a_list_that_is_looked_through_in_parts_offers_the_same(typed: str) -> None:
    assert await choices_in_parts(PAIRS, typed) == choices_from(PAIRS, typed)
    assert choices_from(PAIRS, typed), "and something"
