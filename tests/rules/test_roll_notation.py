"""Players' dice notation: what each sign does, what is refused and how, and that no text can do harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Dice, ScriptedDice
from rules.roll_notation.explain import explain
from rules.roll_notation.resolve import Result, resolve, rolls_of
from rules.roll_notation.tree import (
    MOST_EXTRA,
    Binary,
    DiceGroup,
    Negative,
    Number,
    Operator,
    Selector,
    Tree,
    format_tree,
    parse,
)
from rules.values import NotationError
from tests.used_up import assert_used_up

DICE = Dice(bytes(32), "g", 1)

numbers = st.integers(0, 1100).map(str)
selectors = st.builds("".join, st.tuples(st.sampled_from(["", "h", "l", "<", ">"]), numbers))
operators = st.builds("".join, st.tuples(st.sampled_from(["k", "p", "r", "rr", "ro", "e", "mi", "ma"]), selectors))
dice = st.builds(
    "{}d{}{}".format, st.sampled_from(["", "1", "3", "20"]), st.sampled_from(["%", "1", "6", "1000"]),
    st.lists(operators, max_size=3).map("".join),
)  # fmt: skip
notations = st.recursive(
    st.one_of(numbers, dice, st.builds("{} [{}]".format, dice, st.text(max_size=8))),
    lambda inner: st.one_of(
        st.builds("({})".format, inner), st.builds("-{}".format, inner),
        st.builds("{}{}{}".format, inner, st.sampled_from(list("+-*/−×÷")), inner),
    ),
    max_leaves=6,
)  # fmt: skip
scribbles = st.text(st.sampled_from("0123456789dkhlprroemia+-*/()[]<> %½٣xX"), max_size=40)
texts = st.one_of(notations, scribbles, st.text(max_size=220))


def tried(text: str) -> tuple[Tree, Result, str] | str:
    """What became of a text: tree, result and explanation, or the NotationError's sentence."""
    try:
        tree = parse(text)
        result = resolve(tree, DICE, "roll")
        return tree, result, explain(result)
    except NotationError as error:
        return str(error)


def rolled(text: str, *faces: int) -> str:
    """The explanation of a text with these faces, every one of which must be used."""
    scripted = ScriptedDice(faces)
    shown = explain(resolve(parse(text), scripted, "roll"))
    assert_used_up(scripted)
    return shown


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("d100", (42,), "1d100 (42) = **42**"),
        ("D%", (42,), "1d100 (42) = **42**"),
        ("4d6kh3+2 [attack]", (1, 5, 3, 4), "4d6kh3 (~~1~~, 5, 3, 4) + 2 [attack] = **14**"),
        ("2d20kl1", (11, 19), "2d20kl1 (11, ~~19~~) = **11**"),
        ("3d6e6", (6, 2, 3, 6, 1), "3d6e6 (6!, 6!, 1, 2, 3) = **18**"),
        ("4d6pl1", (3, 1, 1, 6), "4d6pl1 (3, ~~1~~, 1, 6) = **10**"),
        ("4d6ph1", (3, 6, 1, 6), "4d6ph1 (3, ~~6~~, 1, 6) = **10**"),
        ("4d6k6", (3, 6, 1, 6), "4d6k6 (~~3~~, 6, ~~1~~, 6) = **12**"),
        ("4d6k>3", (3, 4, 1, 6), "4d6k>3 (~~3~~, 4, ~~1~~, 6) = **10**"),
        ("4d6kh1kl1", (3, 4, 1, 6), "4d6kh1kl1 (~~3~~, ~~4~~, 1, 6) = **7**"),
        ("2d6kh5", (3, 4), "2d6kh5 (3, 4) = **7**"),
        ("2d6r1", (1, 4, 1, 2), "2d6rr1 (~~1~~→~~1~~→2, 4) = **6**"),
        ("2d6rr<3", (2, 5, 1, 3), "2d6rr<3 (~~2~~→~~1~~→3, 5) = **8**"),
        ("2d6ro1", (1, 4, 1), "2d6ro1 (~~1~~→1, 4) = **5**"),
        ("3d6rol1", (5, 2, 3, 6), "3d6rol1 (5, ~~2~~→6, 3) = **14**"),
        ("2d6mi3", (1, 4), "2d6mi3 (~~1~~→3, 4) = **7**"),
        ("2d6ma3", (1, 4), "2d6ma3 (1, ~~4~~→3) = **4**"),
        ("4d6ro1kh3", (1, 5, 5, 5, 6), "4d6ro1kh3 (~~1~~→6, 5, 5, ~~5~~) = **16**"),
        ("2d6kl1e1", (1, 6, 3), "2d6kl1e1 (1!, 3, ~~6~~) = **4**"),
        ("(1d4 + 1) * 3 [fire] [cold]", (2,), "(1d4 (2) + 1) × 3 [fire] [cold] = **9**"),
        ("1d6[a] - 1d6[b]", (2, 5), "1d6 (2) [a] - 1d6 (5) [b] = **-3**"),
        ("1d6 − 2 × 3 ÷ 2", (4,), "1d6 (4) - 2 × 3 ÷ 2 = **1**"),
    ],
)
def test_every_die_is_shown_and_what_does_not_count_is_struck(text: str, faces: tuple[int, ...], shown: str) -> None:
    assert rolled(text, *faces) == shown


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7/2", 3), ("-7/2", -3), ("7/-2", -3), ("-7/-2", 3), ("5/2*2", 4), ("2+3*4", 14), ("(2+3)*4", 20),
        ("10-4-3", 3), ("--3", 3), ("-(2-5)", 3), ("+4", 4), ("2*-3", -6), ("0/5", 0),
    ],
)  # fmt: skip
def test_sums_are_whole_numbers_and_a_division_drops_the_fraction(text: str, value: int) -> None:
    assert resolve(parse(text), DICE, "roll").value == value


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("2d6", DiceGroup(2, 6)),
        ("-1", Negative(Number(1))),
        ("1 - 2 - 3", Binary("-", Binary("-", Number(1), Number(2)), Number(3))),
        ("1+2*3", Binary("+", Number(1), Binary("*", Number(2), Number(3)))),
        ("d6r1r2", DiceGroup(1, 6, (Operator("rr", (Selector("", 1), Selector("", 2))),))),
        ("1 [ a  b ][][c]", Number(1, ("a b", "c"))),
    ],
)
def test_a_text_means_one_tree(text: str, tree: Tree) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No dice were named"),
        (" \n", "No dice were named"),
        ("1+" * 100 + "1", "201 characters of dice; 200 are the most"),
        ("+".join(["d6"] * 67), "in full that is 267 characters"),
        ("fireball", "I cannot read `fireball`"),
        ("2d6 fire", "I cannot read `fire`"),
        ("2d", "How many sides"),
        ("d-6", "How many sides"),
        ("0d6", "At least one die"),
        ("d0", "Dice have 1 to 1000 sides, not 0"),
        ("d1001", "Dice have 1 to 1000 sides, not 1001"),
        ("201d6", "201 dice; 200 are the most"),
        ("150d6+51d6", "201 dice; 200 are the most"),
        ("1000001", "`1000001` is too large; a million is the most"),
        ("1000000*1000000*2", "could get too large"),
        ("(" * 21 + "1" + ")" * 21, "nested 20 deep"),
        ("-" * 21 + "1", "nested 20 deep"),
        ("(1", "opened and never closed"),
        ("1)", "closed that was never opened"),
        ("1 [a", "never closed with ]"),
        ("1 [a [b]", "plain text only"),
        ("1 [a\u202eb]", "plain text only"),
        ("[a] 1", "after what it describes"),
        ("1+", "Something is missing at the end"),
        ("4d6k", "A number is missing behind `k`"),
        ("4d6kh", "A number is missing behind `kh`"),
        ("4d6kh0", "needs at least one die"),
        ("4d6e1001", "1001 is too large behind `e`"),
        ("4d6mi>2", "`mi` takes a plain number"),
        ("4d6eh1", "`e` takes a face"),
        ("4d6rrl1", "`rr` takes a face"),
        ("d6e>0", "would explode whatever it shows"),
        ("d1e1", "would explode whatever it shows"),
        ("d6rr<4r>3", "would be rerolled whatever it shows"),
        ("1/0", "divides by zero"),
        ("5/(1d1-1)", "divides by zero"),
    ],
)
def test_what_cannot_be_read_or_asks_too_much_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        resolve(parse(text), DICE, "roll")
    assert sentence in str(caught.value)


@given(texts)
def test_every_text_gives_a_result_or_a_sentence(text: str) -> None:
    found = tried(text)
    if isinstance(found, str):
        assert found.isprintable()
        assert len(found) < 200
        return
    tree, result, shown = found
    assert parse(format_tree(tree)) == tree
    assert shown.removesuffix(f" (stopped after {MOST_EXTRA} extra dice)").endswith(f" = **{result.value}**")
    assert len(shown) < 8_000
    assert sum(len(roll.faces) for roll in rolls_of(result)) <= 200 + MOST_EXTRA


@given(notations)
def test_printing_a_tree_and_parsing_it_gives_the_tree(text: str) -> None:
    found = tried(text)
    if not isinstance(found, str):
        printed = format_tree(found[0])
        assert parse(printed) == found[0]
        assert format_tree(parse(printed)) == printed


def test_a_printed_tree_is_never_too_long_to_be_read_again() -> None:
    longest = "+".join(["1"] * 100)
    assert format_tree(parse(f"{longest} ")) == longest
    assert format_tree(parse(" 4d6 kh3 + 2 [ attack ]")) == "4d6kh3+2[attack]"


def test_explosions_stop_at_the_cap_and_say_so() -> None:
    faces = [2] * (10 + MOST_EXTRA)
    shown = rolled("10d2e2", *faces)
    assert shown.endswith(f"= **{2 * len(faces)}** (stopped after {MOST_EXTRA} extra dice)")
    assert rolled("1d2rr2 + 1d2e2", 2, *[2] * MOST_EXTRA, 2).endswith(f"(stopped after {MOST_EXTRA} extra dice)")


def test_a_reroll_in_one_group_never_moves_the_next_groups_dice() -> None:
    plain = rolls_of(resolve(parse("3d6 + 5d8"), DICE, "roll/1"))
    busy = rolls_of(resolve(parse("3d6e>2 + 5d8"), DICE, "roll/1"))
    assert [roll.key for roll in plain] == ["roll/1/1", "roll/1/2"]
    assert (busy[0], busy[-1]) == (plain[0], plain[1])
    assert [roll.key for roll in busy[1:-1]] == [f"roll/1/1/extra/{n}" for n in range(1, len(busy) - 1)]
    assert len(busy) > 2


def test_a_note_cannot_ping_or_mark_up() -> None:
    assert rolled("1 [<@123> @everyone **x** `y`]") == (
        "1 [\\<\\@\u200b123\\> \\@\u200beveryone \\*\\*x\\*\\* \\`y\\`] = **1**"
    )
