"""Chance that repeats. Recorded campaigns, golden files and the demo hold what these very bytes decided."""

from collections.abc import Callable

import pytest

from demo.stage import SEED as DEMO
from harness.attack.chance import by_asker
from playtest.entropy import KeyedEntropy, SeededEntropy, by_draw, by_length
from tests.e2e.kit import SEED as EVENING

Entropy = Callable[[int], bytes]
RECORDED: dict[str, tuple[Entropy, tuple[str, str, str]]] = {
    "the demo": (
        SeededEntropy(DEMO),
        (
            "523b2fab685102ef4e609e1f009405d430d4da407fef57f9915c0cec2de5102b",
            "622ec92db565fc9bdae2622f",
            "dc89b216e67261f59a210563",
        ),
    ),
    "an evening": (
        SeededEntropy(EVENING),
        (
            "3d7243455206495871348a0f08b77fdf64ab126450c59a42e1d31f6fcedc3503",
            "b651548548adec5d5cf9ab16",
            "a9462353aff8acc18f2cf378",
        ),
    ),
    "by draw": (
        by_draw("chance"),
        (
            "64e40e9472f6121ca50b94acb5705174f584faa43c5d7c209f43273f8aa341eb",
            "7e75c72cf68c3a90dcf24d29",
            "09dd2f4d811315b3b5c68c3c",
        ),
    ),
    "by length": (
        by_length("chance"),
        (
            "ffcf042331de7b83e12fb02aaf535b595fdbd891741cf0ba813921d850c18f5b",
            "c9f96a8cf226be32b3e07e18",
            "3d4ff6d7c944f06a2d140e3a",
        ),
    ),
}
"""The first bytes of each stream that is in use: 32, then 12, then 12 again."""


@pytest.mark.parametrize("name", RECORDED)
def test_the_streams_are_those_that_were_recorded(name: str) -> None:
    entropy, recorded = RECORDED[name]
    assert tuple(entropy(count).hex() for count in (32, 12, 12)) == recorded


@pytest.mark.parametrize("make", [lambda: SeededEntropy(b"x"), lambda: by_draw("x"), lambda: by_length("x")])
def test_two_of_one_seed_agree_and_neither_repeats_itself(make: Callable[[], Entropy]) -> None:
    one, other = make(), make()
    drawn = [one(count) for count in (32, 4, 32, 100)]
    assert drawn == [other(count) for count in (32, 4, 32, 100)]
    assert [len(each) for each in drawn] == [32, 4, 32, 100]
    assert drawn[0] != drawn[2]


def test_other_seeds_give_other_bytes() -> None:
    assert SeededEntropy(b"x")(32) != SeededEntropy(b"y")(32)
    assert by_draw("x")(32) != by_draw("y")(32)
    assert by_length("x")(32) != by_length("y")(32)


def test_a_draw_moves_its_own_stream_and_no_other() -> None:
    one, other = by_length("x"), by_length("x")
    one(12)
    assert one(32) == other(32)
    assert one(12) != other(12)
    keyed = KeyedEntropy(lambda count: "odd" if count % 2 else "even")
    keyed(3)
    assert keyed(4) == KeyedEntropy(lambda _: "even")(4)


def test_who_asks_has_a_stream_of_their_own() -> None:
    def first(entropy: Entropy) -> bytes:
        return entropy(8)

    def second(entropy: Entropy) -> bytes:
        return entropy(8)

    crowded, alone = by_asker("x"), by_asker("x")
    first(crowded)
    assert second(crowded) == second(alone)
    assert first(crowded) != second(crowded)
