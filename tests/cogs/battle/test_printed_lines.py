"""Every line that a panel shows can be typed back as it stands there: a programme's, a decision's, a preview's."""

import re
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.battle.plot_panel import shorter
from rules.pentagon_war import orders
from rules.pentagon_war.captains.preview import Preview, preview
from rules.pentagon_war.designs import BASIC_MISSILE, WeaponBox
from rules.pentagon_war.notation.decide import parse_decision
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import order_lines, programme_lines
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import FireLine, MoveLine, Programme
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.values import NotationError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.notation.test_programmes import PROGRAMMES
from tests.rules.pentagon_war.test_notation_decide import ALL

SHOOTER: Final = (*(WeaponBox("laser") for _ in range(3)), WeaponBox("electron"), WeaponBox("proton"))


@given(PROGRAMMES)
def test_the_numbered_lines_of_a_panel_are_the_programme_that_they_show(programme: Programme) -> None:
    shown = [f"{number}. `{shorter(line)}`" for number, line in enumerate(programme_lines(programme), 1)]
    as_source = "\n".join(shown)
    as_displayed = re.sub(r"(?m)^(\d+\. )`(.*)`$", r"\1\2", as_source)
    for copied in (as_source, as_displayed, as_displayed.replace("\n", "\r\n")):
        assert parse_programme(copied, "X1", programme.turn) == programme


@pytest.mark.parametrize("decision", ALL, ids=lambda d: order_lines(d)[0])
def test_a_decision_is_read_as_a_receipt_shows_it_with_its_craft_or_without(decision: orders.Decision) -> None:
    line = shorter(order_lines(decision)[0])
    assert parse_decision(line) == parse_decision(f"1. `{line}`") == decision
    if line.startswith("X1 "):
        assert parse_decision(line.removeprefix("X1 "), ["X1"]) == decision


WEAPONS: Final = st.lists(
    st.sampled_from(["L1", "L2", "L3", "E1", "P1", "M1", "M2", "M3", "ALL"]), min_size=1, max_size=5, unique=True
).map(tuple)
TURNS: Final = st.builds(
    Programme,
    st.just("X1"),
    st.just(1),
    moves=st.lists(
        st.builds(MoveLine, st.integers(1, 12), st.one_of(st.none(), st.integers(0, 5))),
        max_size=3,
        unique_by=lambda move: move.impulse,
    ).map(lambda moves: tuple(sorted(moves, key=lambda move: move.impulse))),
    fire=st.lists(
        st.builds(
            FireLine,
            WEAPONS,
            st.sampled_from(["", "Y1", "Y2"]),
            first=st.integers(1, 6),
            last=st.integers(7, 12),
            narrow=st.booleans(),
        ),
        min_size=1,
        max_size=3,
    ).map(tuple),
)


def view() -> BattleView:
    """X1, fully armed, flies at two others."""
    own = kit.craft("X1", "1012", velocity=(6, 0), weapons=SHOOTER, missiles=(BASIC_MISSILE,) * 3, capacitors=30)
    return view_for(kit.battle(own, kit.craft("Y1", "1004"), kit.craft("Y2", "1206"), options=Options()), "X")


def looked(plan: Programme) -> Preview:
    return preview(view(), plan)


@settings(max_examples=40, deadline=None)
@given(TURNS)
def test_what_a_preview_shows_is_read_back_to_the_same_orders(plan: Programme) -> None:
    found = looked(plan)
    shown = [f"→ {shorter(shot)}" for shot in found.shots]
    acts = [decision for _, decision in found.acts]
    for line, shot in zip(shown, found.shots, strict=True):
        decision = parse_decision(line, ["X1"])
        assert order_lines(decision)[0] == f"X1 {shot.partition(': ')[2]}"
        assert not isinstance(decision, orders.LaunchMissile) or decision in acts
    again = parse_programme("\n".join([*programme_lines(changed(plan, fire=())), *shown]), "X1", 1)
    assert looked(again).shots == found.shots


def test_the_drawn_turns_fire_and_launch() -> None:
    found = looked(Programme("X1", 1, fire=(FireLine(("ALL",), first=3), FireLine(("M1", "M2"), "Y2"))))
    assert {shot.partition(": ")[2].split()[0] for shot in found.shots} == {"fire", "launch"}


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        ("→ Impulse 3: launch M1 heading C rail", "fire M1 at nothing heading C rail from 3 to 3"),
        ("→ Impulse 4: launch LM1 at Y1 heading A", "fire LM1 at Y1 from 4 to 4"),
        ("→ Impulse 4: launch D1 heading A with A 2, C -1/2", "fire D1 from 4 to 4"),
        ("→ Impulse 9: X1.M2 detonate", "detonate M2 when impulse = 9"),
        ("→ Impulse 9: ram Y1", "ram Y1 from 9 to 9"),
        ("→ Impulse 9: self-destruct", "self-destruct from 9 to 9 when always"),
        ("impulse 12: orbit moon", "orbit moon from 12 to 12"),
    ],
)
def test_what_is_done_in_one_impulse_is_a_line_for_that_impulse(shown: str, typed: str) -> None:
    assert parse_programme(shown, "X1", 1) == parse_programme(typed, "X1", 1)


def test_who_leads_several_craft_is_asked_which_one_a_decision_is_for() -> None:
    with pytest.raises(NotationError, match="Say which craft: write `X1 fire L1 at Y1`; yours are X1, X2"):
        parse_decision("fire L1 at Y1", ["X1", "X2"])
