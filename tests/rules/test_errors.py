"""Errors carry their rule, survive a trip between processes, and repeat a player's text safely."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.values import (
    AmbiguousOrderError,
    GameError,
    IllegalOrderError,
    NotationError,
    NotYoursError,
    WrongPhaseError,
    quoted,
)

EVERY = (GameError, NotationError, AmbiguousOrderError, IllegalOrderError, WrongPhaseError, NotYoursError)


@pytest.mark.parametrize("kind", EVERY)
def test_an_error_carries_its_sentence_and_its_rule(kind: type[GameError]) -> None:
    error = kind("That fleet is not here.", rule="CW-4.0-01")
    assert isinstance(error, GameError)
    assert (str(error), error.rule) == ("That fleet is not here.", "CW-4.0-01")
    assert kind("No.").rule is None


@pytest.mark.parametrize("kind", EVERY)
def test_an_error_comes_back_whole_from_another_process(kind: type[GameError]) -> None:
    error = pickle.loads(pickle.dumps(kind("No.", rule="CW-2.0-01")))
    assert (type(error), str(error), error.rule) == (kind, "No.", "CW-2.0-01")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0412", "`0412`"),
        ("", "an empty text"),
        (" \n", "`\N{REPLACEMENT CHARACTER}`"),
        ("`**loud**`", "`'**loud**'`"),
        ("a\u202eb\u200dc", "`a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c`"),
        ("x" * 60, "`" + "x" * 39 + "…`"),
    ],
)
def test_a_quoted_text_cannot_leave_its_quotes(text: str, shown: str) -> None:
    assert quoted(text) == shown


@given(st.text())
def test_a_quoted_text_is_short_one_line_and_closed(text: str) -> None:
    shown = quoted(text)
    assert len(shown) <= 42
    assert shown.isprintable()
    assert shown == "an empty text" or (shown[0] == shown[-1] == "`" and "`" not in shown[1:-1])
