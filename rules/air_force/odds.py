"""Chances as exact fractions: an energy roll's Speed, a turn roll, an attack; every way the dice can fall is counted."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from rules.air_force.changes import DIE, card, discard, energy_dice, speed_gain, turn_dice
from rules.air_force.combat import ATTACK_DICE, modifiers, needed
from rules.air_force.jets import Jet, Maneuvers
from rules.air_force.orders import Attack, PlanEnergy
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Maneuverability, Options, number
from rules.events import Modifier
from rules.values import Value

SURE = Fraction(1)


class Odds(Value):
    """One chance: of what, how likely, and why."""

    what: str
    chance: Fraction
    reasons: tuple[Modifier, ...] = ()


def gain_chances(fight: Dogfight, jet: Jet, plan: PlanEnergy) -> Mapping[int, Fraction]:
    """How likely each Speed gain of an energy roll is (JET-E06 to JET-E13); 0 for sure without fuel (JET-X15)."""
    if jet.stores is not None and jet.stores.fuel == 0:
        return {0: SURE}
    dice = energy_dice(fight.options, Maneuvers(plan.hard_turns, plan.jink, plan.aim))
    return _gains(_rules(fight), dice, jet.altitude, card(fight, jet).factor, plan.afterburner)


def _rules(fight: Dogfight) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(fight.options.overrides.items()))


@lru_cache(maxsize=1024)
def _gains(
    rules: tuple[tuple[str, str], ...],
    dice: int,
    altitude: int,
    factor: int,
    afterburner: bool,
) -> Mapping[int, Fraction]:
    options = Options(overrides=dict(rules))
    counts: Counter[int] = Counter()
    for faces in combinations_with_replacement(range(1, DIE + 1), dice):
        ways = factorial(dice) // prod(factorial(count) for count in Counter(faces).values())
        counts[speed_gain(discard(options, faces, altitude)[0], factor, afterburner=afterburner)] += ways
    return {gain: Fraction(count, DIE**dice) for gain, count in sorted(counts.items())}


def at_least(chances: Mapping[int, Fraction], goal: int) -> Fraction:
    """How likely a gain of `goal` or more is."""
    return sum((chance for gain, chance in chances.items() if gain >= goal), Fraction(0))


def turn_odds(fight: Dogfight, jet: Jet) -> Odds:
    """How likely a turn attempt succeeds now (JET-M06 to JET-M08)."""
    kind, bonus = card(fight, jet).maneuverability, jet.maneuvers.hard_turns
    goal = jet.speed + 1
    reasons: tuple[Modifier, ...] = (Modifier(goal, "or more needed: above Speed"),)
    if bonus:
        reasons += (Modifier(bonus, f"Hard Turn x{bonus}"),)
    return Odds("turn", _turn(_rules(fight), kind, goal - bonus), reasons)


@lru_cache(maxsize=256)
def _turn(rules: tuple[tuple[str, str], ...], kind: Maneuverability, goal: int) -> Fraction:
    options = Options(overrides=dict(rules))
    faces = list(product(range(1, DIE + 1), repeat=3))
    return Fraction(sum(turn_dice(options, kind, three)[0] >= goal for three in faces), len(faces))


def attack_odds(fight: Dogfight, jet: Jet, order: Attack) -> tuple[Odds, ...]:
    """How likely an attack hits and, where that is not the same, destroys (JET-X08, JET-X09, JET-X11)."""
    other = fight.jets[order.target]
    reasons = modifiers(fight, jet, order.weapon, other)
    goal = needed(fight, order.weapon)
    chance = reaching(goal - sum(one.value for one in reasons))
    hits = number(fight.options, f"{order.weapon}_hits")
    kills = other.hits + hits >= number(fight.options, "hits_to_destroy")
    shown = (Modifier(goal, "or more needed on 2d6"), *reasons)
    return (Odds("shoot it down" if kills else "hit", chance, shown),)


@lru_cache(maxsize=64)
def reaching(goal: int) -> Fraction:
    """How likely two dice reach a number."""
    faces = list(product(range(1, DIE + 1), repeat=ATTACK_DICE))
    return Fraction(sum(sum(pair) >= goal for pair in faces), len(faces))
