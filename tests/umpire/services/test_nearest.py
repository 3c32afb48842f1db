"""The nearest names: what is offered for a mistyped word, and how a refusal says it."""

import pytest

from rules.values import GameError, NotYoursError, none_such, unknown
from umpire.services.nearest import format_refusal, nearest

FLEETS = ("Lantern One", "Lantern Two", "Home Fleet", "Meridian Survey")
PLACES = ("6108 Kelerthe M4", "6210 Terra (Lanibma) G2 (surveyed, turn 1)", "4935 Vega")


@pytest.mark.parametrize(
    ("typed", "names", "first"),
    [
        ("Lantrn One", FLEETS, "Lantern One"),
        ("lantern too", FLEETS, "Lantern Two"),
        ("home flet", FLEETS, "Home Fleet"),
        ("Tera", PLACES, "6210 Terra (Lanibma) G2 (surveyed, turn 1)"),
        ("lanibna", PLACES, "6210 Terra (Lanibma) G2 (surveyed, turn 1)"),
        ("KELERTE", PLACES, "6108 Kelerthe M4"),
    ],
)
def test_a_slip_of_the_pen_finds_the_name_by_any_of_its_words(typed: str, names: tuple[str, ...], first: str) -> None:
    assert names[nearest(typed, names)[0]] == first


@pytest.mark.parametrize("typed", ["", "x", "6211", "62 11", "zzzz", "!!!"])
def test_nothing_is_alike_to_a_bare_number_or_to_hardly_a_word(typed: str) -> None:
    assert nearest(typed, PLACES) == []


def test_a_refusal_asks_first_what_was_meant_and_lists_the_nearest_first() -> None:
    wrong = unknown(NotYoursError, "You have no fleet `Meridian Survy`.", "Meridian Survy", "Your fleets", FLEETS)
    assert str(wrong).endswith("Your fleets: Lantern One, Lantern Two, Home Fleet, Meridian Survey.")
    assert format_refusal(wrong) == (
        "You have no fleet `Meridian Survy`. Did you mean Meridian Survey? "
        "Your fleets: Meridian Survey, Lantern One, Lantern Two, Home Fleet."
    )


def test_several_that_are_as_near_are_all_asked_about() -> None:
    wrong = unknown(GameError, "No.", "lantern", "There are", FLEETS, tail="Look again.")
    assert "Did you mean Lantern One or Lantern Two?" in format_refusal(wrong)
    assert format_refusal(wrong).endswith("Home Fleet, Meridian Survey. Look again.")


def test_the_ninth_of_many_names_is_found_though_the_list_shows_eight() -> None:
    names = [f"Aardvark {letter}" for letter in "abcdefgh"] + ["Sabre destroyer"]
    wrong = none_such("design", "Sabr destroyer", names)
    assert "Sabre" not in str(wrong)
    assert str(wrong).endswith(" …")
    assert "Did you mean Sabre destroyer?" in format_refusal(wrong)


def test_without_anything_alike_the_refusal_is_as_it_was() -> None:
    for wrong in (none_such("thing", "zzz", FLEETS), GameError("Just no.")):
        assert format_refusal(wrong) == str(wrong)
    assert str(none_such("thing", "zzz", ())) == "There is no thing `zzz`. There are: none."
