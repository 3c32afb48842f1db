"""Lists of choices: a reason ends where one of its clauses does."""

import pytest

from cogs.common.panels import AdvisedChoice, advised_options, whole_clauses

REASON = "first of three steps to Jump Drive, 12 % this month, there in about 12 months; ships leap a hex a month"


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        (REASON, 200, REASON),
        (REASON, 100, "first of three steps to Jump Drive, 12 % this month, there in about 12 months"),
        (REASON, 60, "first of three steps to Jump Drive, 12 % this month"),
        (REASON, 20, ""),
        ("at Terra (large; old; rich); it grows", 25, ""),
        ("at Terra (large; old; rich); it grows", 30, "at Terra (large; old; rich)"),
        ("", 20, ""),
    ],
)
def test_a_text_is_kept_by_whole_clauses(text: str, most: int, kept: str) -> None:
    assert whole_clauses(text, most) == kept


def test_a_lists_line_is_never_cut_within_a_word() -> None:
    (option,) = advised_options([AdvisedChoice("Begin Jump Drive", REASON, "a", starred=True)])
    assert option.description == "first of three steps to Jump Drive, 12 % this month, there in about 12 months"
