"""What players reckon with before they order: what a world takes, how long research may last, what officers add."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.research.projects import BEST_CHANCE_PERCENT, CATASTROPHE_ROLL, research_chance, worth
from rules.cluster_war.model.economy.holds import bays_needed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.step_codes import (
    check_step,
    colony_cost,
    colony_size,
    is_uninhabitable,
    multiple,
    steps_for,
)
from rules.values import GameError, Value

MOST_TURNS: Final = 60
MOST_STEPS: Final = 20


class SettlementEstimate(Value):
    """A world for a race: steps from home, the multiple, the full price and its bays; and what `cps` would give."""

    steps: int
    multiple: Fraction
    uninhabitable: bool
    price: int
    bays: int
    cps: int
    size: int
    bays_for_cps: int


def settlement(race: Race, step: str, max_cp: int, settings: Settings, cps: int = 0) -> SettlementEstimate:
    """What settling a world costs a race, wholly or with `cps` (0: the full price) (CW-2.1-05, CW-7.0-02, CW-18.0-35).

    NotationError for what is no STEP code; GameError for a world of no worth.
    """
    check_step(step)
    if max_cp < 1:
        raise GameError("A world that holds no CPs cannot be settled.", rule="CW-7.0-02")
    share = multiple(race, step, settings)
    price = colony_cost(max_cp, share)
    spent = cps or price
    return SettlementEstimate(
        steps=steps_for(race, step),
        multiple=share,
        uninhabitable=is_uninhabitable(race, step, settings),
        price=price,
        bays=bays_needed(price, settings),
        cps=spent,
        size=colony_size(spent, share, max_cp),
        bays_for_cps=bays_needed(spent, settings),
    )


def research_outlook(
    cps: int, labs: int, steps: int, race: Race, technologies: Sequence[str], settings: Settings, turns: int
) -> tuple[tuple[int, Fraction], ...]:
    """For each turn, the chance in percent of a step funded with `cps` a turn since it began, and the exact chance that a
    project of so many steps is done by then (CW-8.0-10, CW-18.0-05).

    A success begins the next step from nothing; a catastrophe loses what the step has gathered. GameError out of bounds.
    """
    if not 1 <= steps <= MOST_STEPS or not 1 <= turns <= MOST_TURNS:
        raise GameError(f"Reckon with 1 to {MOST_STEPS} steps and 1 to {MOST_TURNS} turns.", rule="CW-8.0-09")
    a_turn = worth(cps, race)
    chances = [
        min(BEST_CHANCE_PERCENT, research_chance(a_turn * n, labs, race, technologies, settings).chance)
        for n in range(1, turns + 1)
    ]
    ruin = Fraction(101 - CATASTROPHE_ROLL, 100)
    here: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    done = Fraction(0)
    found: list[tuple[int, Fraction]] = []
    for turn in range(turns):
        after: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (step, funded), odds in here.items():
            chance = Fraction(chances[funded], 100)
            if step + 1 == steps:
                done += odds * chance
            else:
                after[(step + 1, 0)] += odds * chance
            after[(step, 0)] += odds * ruin
            after[(step, funded + 1)] += odds * (1 - chance - ruin)
        here = {key: odds for key, odds in after.items() if key[1] < turns}
        found.append((chances[turn], done))
    return tuple(found)


def command_bonus(posts: Iterable[tuple[int, int]]) -> int:
    """What officers at combat information centers (or flag bridges) add: the highest ranked one's rating alone.

    Each post is an officer's rank and their command (or strategy) rating; 0 without any (CW-A-17, CW-A-26).
    """
    return max(posts, default=(0, 0))[1]
