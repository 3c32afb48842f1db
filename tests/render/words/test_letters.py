"""Texts that letters of every game share."""

import pytest

from render.words import letters


def test_a_long_text_is_cut_at_line_ends_or_blanks() -> None:
    text = "first line\nsecond line here\nthird"
    parts = letters.split(text, 18)
    assert parts == ["first line", "second line here", "third"], "no line is torn that need not be"
    assert all(len(part) <= 14 for part in letters.split("short\n" + "word " * 6, 14))
    assert letters.split("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


def test_a_deadline_is_a_sentence_or_nothing() -> None:
    assert letters.format_orders_due(None) == ""
    assert letters.format_orders_due(77) == " Orders are due <t:77:F> (<t:77:R>)."


def test_dice_are_promised_in_short_and_revealed_in_full() -> None:
    commitment = "0123456789abcdef"
    assert letters.format_promised(commitment, "/turn dice") == "-# dice promised: 01234567… · /turn dice"
    assert letters.format_promise(3, commitment) == f"Dice of turn 3: the seed is promised as `{commitment}`."
    revealed = letters.format_reveal(3, b"\x01\xff", commitment, {"b": "two", "a": "one"})
    assert revealed == f"Dice of turn 3: seed `01ff`, promised as `{commitment}`. Words: a: `one`, b: `two`."


@pytest.mark.parametrize(("winner", "end"), [("Red", "Red has won."), ("", "It is a draw.")])
def test_a_tactical_game_ends_with_a_winner_or_a_draw(winner: str, end: str) -> None:
    assert letters.format_tactical_end("Duel", 4, winner) == f"**Duel** is over after turn 4. {end}"


def test_a_side_reads_at_most_ten_reasons_and_when_its_time_is_over() -> None:
    asked = [("X1", "plot")] + [("", f"reason {n}") for n in range(12)]
    lines = letters.format_decisions("Duel", 5, 2, asked, 99, "your stances decide").split("\n")
    assert lines[0] == "**Duel** (<#5>), turn 2: you are asked to decide."
    assert lines[1:3] == ["- X1: plot", "- reason 0"]
    assert len(lines) == 12
    assert lines[-1] == "Answer by <t:99:F> (<t:99:R>); after that your stances decide."
