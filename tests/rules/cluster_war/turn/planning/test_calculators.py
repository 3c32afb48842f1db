"""What players reckon with before they order: worlds and research."""

from fractions import Fraction

import pytest

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.turn.planning.calculators import MOST_TURNS, research_outlook, settlement
from rules.values import GameError, NotationError

HUMANS = Race("Humans", "5555")
USUAL = Settings()


@pytest.mark.rule("CW-18.0-31", "CW-18.0-35")
def test_the_books_second_colony_costs_584_cps_in_thirty_bays() -> None:
    made = settlement(HUMANS, "4455", 389, USUAL)
    assert (made.steps, made.multiple, made.price, made.bays) == (2, Fraction(3, 2), 584, 30)
    assert (made.cps, made.size, made.bays_for_cps) == (584, 389, 30)


@pytest.mark.rule("CW-7.0-04")
def test_fewer_cps_give_a_smaller_colony_rounded_down() -> None:
    made = settlement(HUMANS, "4455", 389, USUAL, cps=100)
    assert (made.price, made.size, made.bays_for_cps) == (584, 66, 5)
    assert settlement(HUMANS, "55X5", 100, USUAL).uninhabitable


def test_what_is_no_world_is_refused() -> None:
    with pytest.raises(NotationError, match="STEP"):
        settlement(HUMANS, "5Z55", 100, USUAL)
    with pytest.raises(GameError, match="no CPs"):
        settlement(HUMANS, "5555", 0, USUAL)


@pytest.mark.rule("CW-18.0-05", "CW-8.0-10")
def test_one_step_by_hand() -> None:
    """200 CPs a turn: 8 % in the first, on the running total afterwards; 1 in 100 loses all that was gathered."""
    first, second = research_outlook(200, 0, 1, HUMANS, (), USUAL, 2)
    assert first == (8, Fraction(8, 100))
    later = Fraction(second[0], 100)
    kept, ruined = Fraction(91, 100), Fraction(1, 100)
    assert second[1] == Fraction(8, 100) + kept * later + ruined * Fraction(8, 100)


@pytest.mark.rule("CW-8.0-10")
def test_labs_help_up_to_the_base_chance_and_steps_come_one_after_another() -> None:
    assert research_outlook(200, 40, 1, HUMANS, (), USUAL, 1)[0][0] == 16
    one, two = (research_outlook(200, 0, steps, HUMANS, (), USUAL, 10) for steps in (1, 2))
    assert two[0][1] == 0, "two steps take two turns"
    assert two[1][1] == Fraction(8, 100) ** 2
    assert all(b[1] < a[1] for a, b in zip(one, two, strict=True))
    chances = [done for _, done in one]
    assert chances == sorted(chances)
    assert chances[-1] < 1


@pytest.mark.parametrize(("steps", "turns"), [(0, 5), (21, 5), (1, 0), (1, MOST_TURNS + 1)])
def test_bounds(steps: int, turns: int) -> None:
    with pytest.raises(GameError, match="Reckon with"):
        research_outlook(100, 0, steps, HUMANS, (), USUAL, turns)
