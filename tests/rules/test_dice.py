"""Dice that can be checked: known answers, independence of keys, even faces, and a test's scripted dice."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Dice, Roller, ScriptedDice, commitment, mix, percents
from rules.values import Roll
from tests.used_up import assert_used_up

SEED = bytes(range(32))
DICE = Dice(SEED, "spiral-arm", 7)
keys = st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1, max_size=30).filter(str.isprintable)


@pytest.mark.parametrize(
    ("key", "sides", "count", "faces"),
    [
        ("research/beam-weapons", 100, 1, (100,)),
        ("battle/7/impulse/3/laser/2", 6, 5, (3, 5, 4, 4, 2)),
        ("größe/№ 4", 20, 3, (4, 2, 8)),
        ("one", 1, 3, (1, 1, 1)),
        ("most", 1_000_000, 2, (806662, 221582)),
    ],
)
def test_known_faces_never_change(key: str, sides: int, count: int, faces: tuple[int, ...]) -> None:
    assert DICE.roll(key, sides, count) == Roll(key, sides, faces)


def test_a_face_is_the_first_fair_word_of_the_keyed_digest() -> None:
    digest = hmac.new(SEED, b"admiralty-dice-1\nspiral-arm\n7\nresearch/beam-weapons\n0\n0", hashlib.sha256).digest()
    assert DICE.percent("research/beam-weapons").faces == (1 + int.from_bytes(digest[:8], "big") % 100,)


def test_a_word_that_might_not_be_fair_gives_the_face_it_gives_where_all_words_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = DICE.roll("battle/7", 1_000_000, 9), DICE.percents(("a", "b"))
    monkeypatch.setattr("rules.dice._FAIR", 0)
    assert (DICE.roll("battle/7", 1_000_000, 9), DICE.percents(("a", "b"))) == quick


def test_game_turn_seed_and_key_each_change_the_dice() -> None:
    others = (Dice(SEED, "other", 7), Dice(SEED, "spiral-arm", 8), Dice(SEED[::-1], "spiral-arm", 7))
    rolls = [dice.roll("k", 1000, 4).faces for dice in (DICE, *others)] + [DICE.roll("l", 1000, 4).faces]
    assert len(set(rolls)) == 5


@given(st.lists(st.tuples(keys, st.integers(1, 1000), st.integers(1, 5)), max_size=6), keys)
def test_rolling_more_never_moves_another_roll(others: list[tuple[str, int, int]], key: str) -> None:
    alone = DICE.roll(key, 100, 3)
    for other in others:
        DICE.roll(*other)
    assert DICE.roll(key, 100, 3) == alone
    assert DICE.roll(key, 100, 9).faces[:3] == alone.faces


@given(keys, st.integers(1, 1_000_000), st.integers(1, 20))
def test_faces_are_in_range_and_add_up(key: str, sides: int, count: int) -> None:
    rolled = DICE.roll(key, sides, count)
    assert len(rolled.faces) == count
    assert all(1 <= face <= sides for face in rolled.faces)
    assert rolled.total == sum(rolled.faces)


@given(st.lists(keys, max_size=20))
def test_many_percents_at_once_are_those_of_each_alone(several: list[str]) -> None:
    assert percents(DICE, several) == [DICE.percent(key) for key in several]


def test_percents_of_a_script_are_dealt_in_order_and_bad_keys_refused() -> None:
    assert [roll.total for roll in percents(ScriptedDice((7, 93)), ("a", "b"))] == [7, 93]
    with pytest.raises(ValueError, match="printable line"):
        percents(DICE, ("fine", "two\nlines"))


# The critical values of chi-square at 0.1 % for sides - 1 degrees of freedom.
@pytest.mark.parametrize(("sides", "limit"), [(2, 10.83), (6, 20.52), (10, 27.88), (20, 43.82), (100, 148.23)])
def test_every_face_comes_up_evenly(sides: int, limit: float) -> None:
    faces = [face for n in range(100) for face in DICE.roll(f"even/{n}", sides, 100).faces]
    expected = len(faces) / sides
    counts = Counter(faces)
    assert set(counts) == set(range(1, sides + 1))
    assert sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < limit


def test_neighbouring_keys_and_dice_are_not_alike() -> None:
    pairs = Counter((DICE.roll(f"pair/{n}", 6).total, DICE.roll(f"pair/{n + 1}", 6).total) for n in range(3600))
    chi = sum((pairs[a, b] - 100) ** 2 / 100 for a in range(1, 7) for b in range(1, 7))
    assert chi < 66.62  # 0.1 % for 35 degrees of freedom


def test_the_commitment_is_the_plain_hash_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_words_are_mixed_in_whatever_the_order_they_came_in() -> None:
    words = {"vermin": "mine", "humans": "ours ✨"}
    assert mix(SEED, words) == mix(SEED, dict(reversed(words.items())))
    message = b'admiralty-words-1\n{"humans":"ours \\u2728","vermin":"mine"}'
    assert mix(SEED, words) == hmac.digest(SEED, message, "sha256")
    assert mix(SEED, {}) == SEED


@given(st.dictionaries(st.text(), st.text(), max_size=4), st.dictionaries(st.text(), st.text(), max_size=4))
def test_different_words_make_different_dice(a: dict[str, str], b: dict[str, str]) -> None:
    assert len(mix(SEED, a)) == 32
    assert (mix(SEED, a) == mix(SEED, b)) == (a == b)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Dice(seed, "g", 1)


@pytest.mark.parametrize("key", ["", "a\nb", "a\x00", "\u202e", "\ud800"])
def test_a_key_is_one_printable_line_so_no_two_keys_read_alike(key: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        DICE.roll(key, 6)
    with pytest.raises(ValueError, match="printable"):
        Dice(SEED, key, 1)
    with pytest.raises(ValueError, match="printable"):
        ScriptedDice([1]).roll(key, 6)


@pytest.mark.parametrize(("sides", "count"), [(0, 1), (-6, 1), (1_000_001, 1), (6, 0), (6, -1), (6, 10_001)])
def test_impossible_dice_are_refused(sides: int, count: int) -> None:
    for roller in (DICE, ScriptedDice([1])):
        with pytest.raises(ValueError, match="dice"):
            roller.roll("k", sides, count)


def test_scripted_dice_deal_their_faces_in_the_order_of_the_calls() -> None:
    dice = ScriptedDice([3, 4, 100])
    roller: Roller = dice
    assert roller.roll("a", 6, 2) == Roll("a", 6, (3, 4))
    assert roller.percent("b").total == 100
    assert_used_up(dice)
    assert dice.rolls == [Roll("a", 6, (3, 4)), Roll("b", 100, (100,))]


def test_scripted_dice_must_be_used_up_and_last() -> None:
    dice = ScriptedDice([1, 2])
    dice.roll("a", 6)
    with pytest.raises(AssertionError, match=r"1 scripted faces were never rolled: \[2\]"):
        assert_used_up(dice)
    with pytest.raises(AssertionError, match="b: 2d6 asked for, only 1 scripted faces are left"):
        dice.roll("b", 6, 2)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_scripted_face_must_be_on_the_die(face: int) -> None:
    with pytest.raises(AssertionError, match=f"6 sides cannot show {face}"):
        ScriptedDice([face]).roll("a", 6)
