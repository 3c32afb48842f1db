"""What people type is made plain before it is read: signs of phones and office programs, Unicode forms, copied numbers."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.turn.registry import VERBS
from rules.pentagon_war.notation.decide import parse_decision
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import programme_lines
from rules.roll_notation.tree import format_tree, parse
from rules.typed_text import folded, order_line, straight, tidy
from rules.values import NotationError

EXAMPLES = sorted({kind.example for kind in VERBS.values()})
QUOTES = ("“”", "„“", "„”", "«»", "»«", "‟”")
PROGRAMME = (
    "power radar off, keep 4; 2-5 accelerate 3/2; fire L1 L2 at Y1 when range to Y1 <= 6 and armor > 3; stance cautious"
)


def retyped(line: str, quotes: str, dash: str) -> str:
    """A line as a phone or an office program would have it."""
    opening, out = True, ""
    for sign in line:
        if sign == '"':
            out += quotes[0] if opening else quotes[1]
            opening = not opening
        else:
            out += sign
    return unicodedata.normalize("NFD", out).replace("-", dash).replace(" ", "\u00a0", 1)


@pytest.mark.parametrize("quotes", QUOTES)
@pytest.mark.parametrize("number", ["", "4. ", "12) ", "[3] ", "- ", "• "])
def test_every_order_reads_the_same_as_a_phone_writes_it_and_as_it_is_copied(quotes: str, number: str) -> None:
    for example in EXAMPLES:
        assert order_line(number + retyped(example, quotes, "–")) == example, example


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ('ask "What do they mean by “soon”?"', 'ask "What do they mean by “soon”?"'),
        ('ask “He said "no" twice”', 'ask "He said \\"no\\" twice"'),
        ("rename L’Étoile to ‘Home Fleet’", 'rename L\'Étoile to "Home Fleet"'),
        ("move “open", 'move "open'),
        ("０８３７–５", "0837-5"),
        ("3 turn B", "3 turn B"),
        ("1. 3 turn B", "3 turn B"),
        ("2. `fire L1-L4 at A1`", "fire L1-L4 at A1"),
        ("-5d10", "-5d10"),
    ],
)
def test_quotes_within_quotes_stay_and_bare_numbers_are_no_copied_ones(typed: str, read: str) -> None:
    assert order_line(typed) == read


def test_what_nobody_sees_is_left_out_and_line_ends_are_one_kind() -> None:
    assert tidy("a\r\nb\u2028c\rd\x85e") == "a\nb\nc\nd\ne"
    assert tidy("\ufeffLantern\u200b\u00ad One") == "Lantern One"
    assert tidy("\u202eenO") == "\u202eenO", "a text that is turned round is refused as it is"
    assert tidy("\u2800\u3164").strip() == ""
    family = "\U0001f468\u200d\U0001f469"
    assert tidy(family) == family


@given(st.text())
def test_making_plain_twice_changes_nothing_more(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
    assert straight(straight(text)) == straight(text)


def test_names_are_the_same_in_any_form_and_with_any_apostrophe() -> None:
    assert folded(unicodedata.normalize("NFD", "Åland É")) == folded("åland  é")
    assert folded("L’Étoile") == folded("L'étoile")
    assert folded("Åland") != folded("Aland")


def test_a_battles_programme_reads_the_same_in_the_signs_of_a_phone() -> None:
    plan = parse_programme(PROGRAMME, "X1", 1)
    typed = PROGRAMME.replace("-", "–").replace("<=", "≤").replace("; ", "\r\n")
    assert parse_programme(typed, "X1", 1) == plan
    assert parse_programme(PROGRAMME.replace("<=", "=<"), "X1", 1) == plan
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(programme_lines(plan), 1))
    assert parse_programme(numbered, "X1", 1) == plan


def test_runs_of_weapons_are_taken_as_panels_write_them() -> None:
    assert parse_programme("fire L1-L4 E1–2 at Y1", "X1", 1).fire[0].weapons == ("L1", "L2", "L3", "L4", "E1", "E2")
    assert parse_decision("X1 fire L1-L3 at Y1") == parse_decision("X1 fire L1 L2 L3 at Y1")
    with pytest.raises(NotationError, match="runs backwards"):
        parse_programme("fire L4-L1 at Y1", "X1", 1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("5-2 accelerate", "runs backwards"),
        ("3-13 accelerate", "impulses run from 1 to 12"),
        ("3 accelerate 0,5", "as a fraction, like `accelerate 1/2`"),
        ("3 accelerate 0.5", "as a fraction, like `accelerate 1/2`"),
        ("3 accelerate 0", "is not a thrust"),
        ("3 accelerate 3", "more than twice standard"),
    ],
)
def test_a_programmes_refusal_gives_the_true_reason(line: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_programme(line, "X1", 1)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("2w6", "2d6"),
        ("2W6 – 1", "2d6-1"),
        ("d20—2", "d20-2"),
        ("2×3", "2*3"),
        ("2x3", "2*3"),
        ("−5", "-5"),
    ],
)
def test_dice_are_read_in_german_and_with_typographic_signs(typed: str, plain: str) -> None:
    assert format_tree(parse(typed)) == format_tree(parse(plain))
