"""Names that players gave cannot ping, link, format or turn round what is said about them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.campaign.names import short_eta, short_moment
from render.words.safe_text import bare, count, format_list, paragraphs, plain
from rules.cluster_war.chapters.movement.travel_time import eta, when_it_was

HOSTILE = st.text(
    st.one_of(st.sampled_from("@<>`*_~|#[]()\\:/ \n\t-+1.\u202e\u200b\u2066\u0301everyone"), st.characters()),
    max_size=120,
)


@given(HOSTILE)
def test_nothing_dangerous_survives(text: str) -> None:
    """No mention, code, link start, hidden or turning character; every markup character has its backslash."""
    said = plain(text)
    assert not set(said) & set("@<>`\n\r\u202e\u200b\u2066")
    assert "://" not in said
    assert all(unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in said)
    index = 0
    while index < len(said):
        if said[index] == "\\":
            assert index + 1 < len(said)
            index += 2
            continue
        assert said[index] not in "*_~|#[]"
        index += 1


@given(HOSTILE, st.integers(1, 100))
def test_bare_keeps_to_its_length(text: str, limit: int) -> None:
    """One line of at most `limit` characters without hidden ones."""
    said = bare(text, limit)
    assert len(said) <= limit
    assert "\n" not in said
    assert said == said.strip()


@pytest.mark.parametrize(
    ("given_name", "said"),
    [
        ("@everyone", "\uff20everyone"),
        ("<@123>", "\u2039\uff20123\u203a"),
        ("[here](https://evil.example)", "\\[here\\](https: //evil.example)"),
        ("`rm -rf`", "'rm -rf'"),
        ("abc\u202edef", "abcdef"),
        ("# Victory", "\\# Victory"),
        ("- item", "\\- item"),
        ("1. first", "\\1. first"),
        ("Étoile Жар", "Étoile Жар"),
        ("two\nlines", "two lines"),
    ],
)
def test_known_tricks(given_name: str, said: str) -> None:
    """Each well-known trick comes out as harmless text."""
    assert plain(given_name) == said


def test_paragraphs_keep_line_ends() -> None:
    """The game master's line ends stay; more than one empty line does not."""
    assert paragraphs("One.\n\n\n\nTwo *three*.") == "One.\n\nTwo \\*three\\*."


def test_counting_and_listing() -> None:
    """Numbers agree with their nouns."""
    assert count(1, "colony", "colonies") == "1 colony"
    assert count(0, "ship") == "0 ships"
    assert format_list(["a", "b", "c"]) == "a, b and c"
    assert format_list([]) == ""


@pytest.mark.rule("CW-4.1-04")
@pytest.mark.parametrize(
    ("week", "due", "was", "short"),
    [
        (12 + 12, "turn 7", "turn 6, week 4", "T6w4"),
        (0 + 12, "turn 4", "turn 3, week 4", "T3w4"),
        (12 + 10, "turn 6, week 2", "turn 6, week 2", "T6w2"),
        (0, "turn 1", "turn 1", "T1"),
    ],
)
def test_weeks_are_told_as_turn_and_week(week: int, due: str, was: str, short: str) -> None:
    """Whole turns give the turn of arrival, remaining weeks the week number; what is over, the turn in which it was."""
    assert eta(week) == due
    assert short_eta(week) == due.replace("turn ", "T").replace(", week ", "w")
    assert when_it_was(week) == was
    assert short_moment(week) == short


@pytest.mark.parametrize(
    ("limit", "kept"), [(100, "the word " * 11), (102, "the word " * 11), (103, "the word " * 11 + "the")]
)
def test_a_sentence_that_is_too_long_ends_with_a_whole_word(limit: int, kept: str) -> None:
    assert bare("the word " * 30, limit) == f"{kept.strip()}…"
