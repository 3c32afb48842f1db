"""Entries of the Acceleration Record."""

from fractions import Fraction

import pytest

from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.movement.thrust import format_entry, format_line, format_mixed, format_motion
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
    assert format_line(12, format_entry(facing_of(facing), Fraction(multiple))) == f"12: {text}"


@pytest.mark.rule("PW-C10", "PW-M13")
def test_the_record_shows_both_components_and_every_acceleration() -> None:
    ship = sized("X1", "1015", 3, facing="B", engines=5, velocity=(2, "-1/4"))
    done = accelerated(clock(kit.battle(ship), 12, 2), Accelerate("X1", Fraction(5, 3)))
    assert format_motion(ship) == "speed 2 1/4, 2 toward A and 1/4 toward F"
    assert after(done, "X1").record == ("12: 5/3A+C+",)
    assert format_motion(after(done, "X1")) == "speed 2 5/12, 2 1/4 toward A and 1/6 toward B"


@pytest.mark.rule("PW-A12", "PW-M13")
def test_evasion_is_marked_with_em() -> None:
    ship = marked(sized("X1", "1015", 1, engines=2, velocity=(3, 2)), evading=True)
    assert format_motion(ship) == "speed 3, 2 toward B and 1 toward A /EM"
    assert after(accelerated(clock(kit.battle(ship), 4, 2), Accelerate("X1")), "X1").record == ("4: A+/EM",)


@pytest.mark.parametrize(("value", "text"), [("0", "0"), ("19/4", "4 3/4"), ("-1/2", "-1/2"), ("-3", "-3")])
def test_numbers_are_written_as_wholes_and_fractions(value: str, text: str) -> None:
    assert format_mixed(Fraction(value)) == text
