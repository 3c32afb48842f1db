"""Entries of the Acceleration Record, both ways."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import NotationError
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.movement.records import Entry, format_components, format_entry, format_line, mixed, parse_entry
from rules.pentagon_war.orders import Accelerate
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.movement.stage import accelerated, after, clock, marked, sized


@pytest.mark.rule("PW-M13", "PW-A03")
@pytest.mark.parametrize(
    ("facing", "multiple", "text"),
    [("B", "5/3", "5/3A+C+"), ("A", "2/3", "2/3A+"), ("E", "2/3", "2/3A-C-"), ("A", "1", "A+"), ("F", "2", "2C-")],
)
def test_an_entry_is_a_multiple_and_the_components(facing: str, multiple: str, text: str) -> None:
    assert format_entry(facing_of(facing), Fraction(multiple)) == text
    assert parse_entry(text) == Entry(facing_of(facing), Fraction(multiple))


@pytest.mark.rule("PW-M13", "PW-A03")
@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("1 2/3 A+C+", Entry(1, Fraction(5, 3))),
        ("5/3 a+c+", Entry(1, Fraction(5, 3))),
        ("12: 5/3A+C+", Entry(1, Fraction(5, 3), impulse=12)),
        ("Impulse 12: 1 2/3A+C+", Entry(1, Fraction(5, 3), impulse=12)),
        ("A-/EM", Entry(3, evading=True)),
    ],
)
def test_players_may_write_it_in_several_ways(text: str, entry: Entry) -> None:
    assert parse_entry(text) == entry


@given(
    st.integers(0, 5),
    st.fractions(min_value="1/120", max_value=2, max_denominator=120),
    st.booleans(),
    st.integers(1, 12),
)
@pytest.mark.rule("PW-M13")
def test_every_entry_reads_back(facing: int, multiple: Fraction, evading: bool, impulse: int) -> None:
    line = format_line(impulse, format_entry(facing, multiple, evading=evading))
    assert parse_entry(line) == Entry(facing, multiple, evading, impulse)


@pytest.mark.parametrize(
    "text", ["", "A", "A+C-", "C+A+", "B+", "3/0A+", "1/0000000A+", "x", "A+\nC+", "9" * 40 + "A+"]
)
def test_what_is_no_entry_is_told_what_would_be(text: str) -> None:
    with pytest.raises(NotationError, match=r"A\+|multiple"):
        parse_entry(text)


@given(st.text(max_size=30))
def test_any_text_is_an_entry_or_refused_as_notation(text: str) -> None:
    with contextlib.suppress(NotationError):
        assert 0 <= parse_entry(text).facing < 6


@pytest.mark.rule("PW-C10", "PW-M13")
def test_the_record_shows_both_components_and_every_acceleration() -> None:
    ship = sized("X1", "1015", 3, facing="B", engines=5, velocity=(2, "-1/4"))
    done = accelerated(clock(kit.battle(ship), 12, 2), Accelerate("X1", Fraction(5, 3)))
    assert format_components(ship) == "A 2, C -1/4"
    assert after(done, "X1").record == ("12: 5/3A+C+",)
    assert format_components(after(done, "X1")) == "A 2 5/12, C 1/6"


@pytest.mark.rule("PW-A12", "PW-M13")
def test_evasion_is_marked_with_em() -> None:
    ship = marked(sized("X1", "1015", 1, engines=2, velocity=(3, 2)), evading=True)
    assert format_components(ship) == "A 3/EM, C 2/EM"
    assert after(accelerated(clock(kit.battle(ship), 4, 2), Accelerate("X1")), "X1").record == ("4: A+/EM",)


@pytest.mark.parametrize(("value", "text"), [("0", "0"), ("19/4", "4 3/4"), ("-1/2", "-1/2"), ("-3", "-3")])
def test_numbers_are_written_as_wholes_and_fractions(value: str, text: str) -> None:
    assert mixed(Fraction(value)) == text
