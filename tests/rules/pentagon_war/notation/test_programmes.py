"""Programmes in players' lines: whatever is written is read back the same, and every mistake is told in a sentence."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.pentagon_war.notation.read import LONGEST_PROGRAMME, parse_programme, read_programme
from rules.pentagon_war.notation.write import programme_lines, usual_lines
from rules.pentagon_war.programme import (
    Act,
    ActLine,
    BlastLine,
    Condition,
    Fact,
    FireLine,
    MoveLine,
    PowerPlan,
    Programme,
    ScreenPolicy,
    Stance,
    StopLine,
)
from rules.values import GameError, NotationError

UNITS = st.sampled_from(["Y1", "X2", "Y1.M3", "Y2.D1", "moon/Port-Royal"])
WEAPONS = st.sampled_from(["L1", "L12", "E2", "P1", "B3", "RG1", "AG2", "LM1", "M4", "D2", "ALL"])
CONDITIONS = st.tuples().flatmap(
    lambda _: st.lists(
        st.builds(
            Condition,
            st.sampled_from(get_args(Fact)),
            st.sampled_from(["<", "<=", ">", ">=", "=", "!="]),
            st.integers(-999, 999),
            st.one_of(st.just(""), UNITS),
        ),
        max_size=3,
    ).map(tuple)
)
MULTIPLES = st.fractions(min_value=Fraction(1, 120), max_value=2, max_denominator=120)
NOTES = st.sampled_from(["", "look", "his screens are down", "When? Now!", "wait and see"])


@st.composite
def moves(draw: st.DrawFn) -> tuple[MoveLine, ...]:
    found = []
    for impulse in sorted(draw(st.sets(st.integers(1, 12)))):
        multiple = draw(st.one_of(st.just(Fraction(0)), st.just(Fraction(1)), MULTIPLES))
        facing = draw(st.one_of(st.none(), st.integers(0, 5)))
        found.append(MoveLine(impulse, facing, multiple, bool(multiple) and draw(st.booleans())))
    return tuple(found)


@st.composite
def powers(draw: st.DrawFn) -> PowerPlan:
    invisible = draw(st.booleans())
    return PowerPlan(
        radar_on=not invisible and draw(st.booleans()),
        invisible=invisible,
        ecm=draw(st.integers(0, 99)),
        eccm=draw(st.integers(0, 99)),
        doubled=draw(st.sampled_from([(), ("B1",), ("B1", "B2")])),
        evade=draw(st.sampled_from(["", "A", "C", "both"])),
        keep=draw(st.integers(0, 99)),
    )


@st.composite
def fire_lines(draw: st.DrawFn) -> FireLine:
    first = draw(st.integers(1, 12))
    return FireLine(
        tuple(draw(st.lists(WEAPONS, min_size=1, max_size=4))),
        draw(st.one_of(st.sampled_from(["", "missiles", "drones", "bolts"]), UNITS)),
        draw(CONDITIONS),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.booleans()),
        first,
        draw(st.integers(first, 12)),
    )


@st.composite
def act_lines(draw: st.DrawFn) -> ActLine:
    act = draw(st.sampled_from(get_args(Act)))
    named = {"ram": ["", "missiles", "Y1"], "join": ["", "X2"], "orbit": ["", "moon"], "leave": ["", "acceleration"]}
    first = draw(st.integers(1, 12))
    last = draw(st.integers(first, 12))
    return ActLine(act, draw(st.sampled_from(named.get(act, [""]))), draw(CONDITIONS), first, last)


PROGRAMMES = st.builds(
    Programme,
    craft=st.just("X1"),
    turn=st.integers(1, 40),
    power=powers(),
    moves=moves(),
    fire=st.lists(fire_lines(), max_size=4).map(tuple),
    stops=st.lists(st.builds(StopLine, CONDITIONS.filter(bool), NOTES), max_size=3).map(tuple),
    screens=st.sampled_from(get_args(ScreenPolicy)),
    most_reinforced=st.integers(0, 999),
    defend=st.lists(st.sampled_from(["missiles", "drones", "craft", "Y1", "Y1.M2"]), max_size=4).map(tuple),
    damage=st.lists(st.sampled_from(["fuel tank", "main control", "radar", "L1", "cargo"]), max_size=4).map(tuple),
    beam=st.sampled_from(["attract", "repel", "cancel", "cut"]),
    drones=st.sampled_from(["attack", "defend", "return", "hold"]),
    blasts=st.lists(st.builds(BlastLine, st.sampled_from(["M1", "M12"]), CONDITIONS), max_size=2).map(tuple),
    stance=st.sampled_from(get_args(Stance)),
    acts=st.lists(act_lines(), max_size=3).map(tuple),
    screen=st.lists(st.integers(1, 6), max_size=4).map(tuple),
    take=st.lists(st.integers(1, 6), max_size=2).map(tuple),
)


@settings(max_examples=50)
@given(PROGRAMMES)
def test_a_programme_is_read_back_as_it_is_written(programme: Programme) -> None:
    lines = programme_lines(programme)
    for text in ("\n".join(lines), "; ".join(lines)):
        assert parse_programme(text, "X1", programme.turn) == programme


@settings(max_examples=50)
@given(PROGRAMMES)
def test_what_was_read_is_written_in_the_very_same_lines(programme: Programme) -> None:
    lines = programme_lines(programme)
    assert programme_lines(parse_programme("\n".join(lines), "X1", 1)) == lines


def outcome(text: str) -> Programme | str:
    """The programme that a text stands for, or what is said about it."""
    try:
        return parse_programme(text, "X1", 1)
    except GameError as wrong:
        return str(wrong)


@given(st.text(max_size=300))
def test_any_text_is_a_programme_or_a_sentence_about_what_is_wrong(text: str) -> None:
    found = outcome(text)
    assert found[-1] in ".`" if isinstance(found, str) else found.craft == "X1"


WORDS = (
    "1",
    "3-5",
    "turn",
    "accelerate",
    "3/2",
    "fire",
    "all",
    "L1",
    "at",
    "Y1",
    "when",
    "range",
    "<=",
    "6",
    "and",
    "stop",
)


@given(st.lists(st.sampled_from(WORDS)))
def test_words_of_the_language_in_any_order_are_a_programme_or_a_sentence(words: list[str]) -> None:
    found = outcome(" ".join(words))
    if isinstance(found, str):
        assert found.endswith(".")
    else:
        assert outcome("\n".join(programme_lines(found))) == found


def test_an_empty_text_is_a_craft_that_coasts_and_is_cautious() -> None:
    assert parse_programme("", "X1", 3) == Programme("X1", 3)
    assert programme_lines(Programme("X1", 3)) == ("stance cautious",)


def test_lines_are_read_without_regard_to_case_and_extra_blanks() -> None:
    found = parse_programme("3:  turn b, ACCELERATE;Fire all AT Nearest  when RANGE <= 6", "X1", 1)
    assert found.moves == (MoveLine(3, 1, Fraction(1)),)
    assert found.fire == (FireLine(("ALL",), "", (Condition("range", "<=", 6),)),)


def test_impulses_that_repeat_a_thrust_stand_in_one_line() -> None:
    plan = parse_programme("2 turn C; 3-6 accelerate 3/2; 8 accelerate 3/2; 9 brake", "X1", 1)
    assert programme_lines(plan)[:4] == ("2 turn C", "3-6 accelerate 3/2", "8 accelerate 3/2", "9 brake")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dance", "a line begins with an impulse"),
        ("0 accelerate", "from 1 to 12"),
        ("5-3 accelerate", "from 1 to 12"),
        ("13 accelerate", "from 1 to 12"),
        ("3", "is not a move"),
        ("3 fly", "is not a move"),
        ("3 turn G", "is not a facing"),
        ("3 accelerate 5/2", "twice standard"),
        ("3 accelerate 1/0", "not a multiple"),
        ("3 accelerate 0", "twice standard"),
        ("3 accelerate fast", "not a multiple"),
        ("3 turn B; 2-4 accelerate", "Impulse 3 is plotted twice"),
        ("power warp", "not a power setting"),
        ("power ecm", "not a power setting"),
        ("power ecm 9999", "not a power setting"),
        ("power double X9", "is not a weapon"),
        ("fire", "names no weapon"),
        ("fire at Y1", "names no weapon"),
        ("fire Q1 at Y1", "is not a weapon"),
        ("fire L1 from 9 to 3", "from 1 to 12"),
        ("fire L1 when near", "is not a condition"),
        ("fire L1 when luck > 3", "facts are range"),
        ("fire L1 when range << 3", "is not a condition"),
        ("fire L1 when range < 3 and", "is not a condition"),
        ("stop", "has no condition"),
        ("stop when always", "has no condition"),
        ("detonate", "names no missile"),
        ("detonate L1", "names no missile"),
        ("detonate M1 when soon", "is not a condition"),
        ("screens up", "screens are set to"),
        ("screens at most many", "screens are set to"),
        ("beams sing", "beam is one of attract, repel, cancel"),
        ("drones sing", "drones is one of"),
        ("stance reckless", "stance is one of aggressive"),
        ("x" * (LONGEST_PROGRAMME + 1), "at most 4000 characters"),
        ("\n".join(["1 coast"] * 81), "at most 80 lines"),
    ],
)
def test_a_mistake_is_told_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_programme(text, "X1", 1)


@pytest.mark.rule("PW-B59")
def test_systems_to_lose_are_named_with_commas_and_boxes_with_blanks() -> None:
    assert parse_programme("lose fuel tank, main control, radar", "X1", 1).damage == (
        "fuel tank",
        "main control",
        "radar",
    )
    assert parse_programme("lose L1 L2, cargo", "X1", 1).damage == ("L1", "L2", "cargo")


def test_every_line_that_is_wrong_is_told_with_its_number_and_the_others_are_read() -> None:
    found = read_programme(
        "1-3 accelerate\nfier L1; stance agressive\n\n3 turn B\nscreens always", Programme("X1", 4, stance="flee")
    )
    assert [(mistake.number, mistake.line) for mistake in found.mistakes] == [
        (2, "fier L1"),
        (2, "stance agressive"),
        (4, "3 turn B"),
    ]
    assert "Impulse 3 is plotted twice" in str(found.mistakes[2].refusal)
    assert programme_lines(found.plan) == ("1-3 accelerate", "screens always", "stance flee")
    assert found.notes == ()


def test_a_note_that_is_too_long_is_cut_and_that_is_said() -> None:
    found = read_programme(f"stop when range < 3 say {'look ' * 30}", Programme("X1", 1))
    assert found.notes == ("Line 1: a note has at most 100 characters; the rest of it was cut off.",)
    assert len(found.plan.stops[0].note) <= 100


def test_what_is_as_usual_can_be_told() -> None:
    assert usual_lines(Programme("X1", 1)) == ("screens to save armor", "defend missiles, drones, craft")
    assert usual_lines(parse_programme("screens always; defend nothing", "X1", 1)) == ()
