"""A capsule in parts: joined in any order, from several files or one; what is missing or does not belong is named."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.values import GameError
from umpire.capsules.capsule_commands import HEAD_BYTES, join_capsule, split_capsule

WHOLE = b'{"format":"admiralty-capsule-1"}\n' + random.Random(1).randbytes(5000)
MOST = 1000


def test_a_small_capsule_stays_one_file_without_a_word_more() -> None:
    assert split_capsule(WHOLE, len(WHOLE)) == (WHOLE,)
    assert join_capsule([WHOLE]) == WHOLE


@given(st.binary(min_size=2000, max_size=6000), st.integers(HEAD_BYTES + 50, 2000), st.randoms())
def test_parts_join_in_any_order_and_none_is_too_large(data: bytes, most: int, chance: random.Random) -> None:
    whole = b"{" + data
    parts = list(split_capsule(whole, most))
    assert all(len(part) <= most for part in parts)
    chance.shuffle(parts)
    assert join_capsule(parts) == whole
    assert join_capsule([b"".join(parts)]) == whole, "put together as one file, in any order"
    assert join_capsule([*parts, parts[0]]) == whole, "one named twice"


@pytest.mark.parametrize(
    ("left_out", "said"), [((1,), "7 parts, and part 2 is missing"), ((0, 6), "and parts 1, 7 are missing")]
)
def test_missing_parts_are_named(left_out: tuple[int, ...], said: str) -> None:
    parts = split_capsule(WHOLE, MOST)
    assert len(parts) == 7
    with pytest.raises(GameError, match=said):
        join_capsule([part for at, part in enumerate(parts) if at not in left_out])


def test_what_does_not_belong_together_is_refused_in_a_sentence() -> None:
    parts, others = split_capsule(WHOLE, MOST), split_capsule(WHOLE[:-1] + b"!", MOST)
    with pytest.raises(GameError, match="parts of different capsules"):
        join_capsule([*parts[:3], *others[3:]])
    with pytest.raises(GameError, match="2 files that are not parts"):
        join_capsule([WHOLE, WHOLE])
    with pytest.raises(GameError, match="no part of a capsule, or is damaged"):
        join_capsule([*parts, b"not a part"])
    with pytest.raises(GameError, match="Part 7 of 7 is cut off"):
        join_capsule([*parts[:6], parts[6][:-1]])
    with pytest.raises(GameError, match="one of them is damaged"):
        join_capsule([*parts[:6], parts[6][:-1] + b"?"])
    with pytest.raises(GameError, match="does not know"):
        join_capsule([parts[0].replace(b'"part":1', b'"part":9'), *parts[1:]])
