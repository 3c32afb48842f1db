"""The combat phase, guns and missiles (JET-X07 to JET-X13); and chances as exact fractions: every way the dice can fall is
counted."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final

from rules.air_force import changes
from rules.air_force.events import Event, Fired
from rules.air_force.jets import Jet, Maneuvers, in_nose_cone, in_rear_cone, on_nose_line
from rules.air_force.orders import Attack, Hold, PlanEnergy, Weapon
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Maneuverability, Options, number
from rules.dice import Roller
from rules.hexes import distance
from rules.values import (
    EVERYONE,
    Adjudication,
    Cause,
    GameError,
    IllegalOrderError,
    Modifier,
    Value,
    changed,
    changed_by_name,
)

WEAPONS: Final[tuple[Weapon, ...]] = ("gun", "missile")
ATTACK_DICE: Final = 2
WEAPON_NAMES: Final = {"gun": "guns", "missile": "missile"}
WEAPON_RULES: Final = {"gun": "JET-X08", "missile": "JET-X09"}


def check_attack(fight: Dogfight, jet: Jet, order: Attack) -> Jet:
    """The target; IllegalOrderError or GameError says why it cannot be attacked (JET-X07, JET-X09, JET-X12)."""
    other = changes.enemy_seen(fight, jet, order.target, "shoot at", "JET-X07")
    if jet.stalled:
        raise IllegalOrderError(f"{jet.name} has stalled and cannot attack.", rule="JET-X14")
    if order.weapon in jet.fired:
        raise IllegalOrderError(
            f"{jet.name} has attacked with its {WEAPON_NAMES[order.weapon]} this turn.", rule=WEAPON_RULES[order.weapon]
        )
    held = changes.stores(jet)
    if (held.guns if order.weapon == "gun" else held.missiles) < 1:
        raise IllegalOrderError(f"{jet.name} has no attack with {WEAPON_NAMES[order.weapon]} left.", rule="JET-X12")
    (_check_gun if order.weapon == "gun" else _check_missile)(fight, jet, other)
    return other


def _check_gun(fight: Dogfight, jet: Jet, other: Jet) -> None:
    reach, apart = number(fight.options, "gun_range_max"), number(fight.options, "gun_altitude_max")
    if on_nose_line(jet, other.at, reach) is None:
        raise IllegalOrderError(
            f"Guns reach {reach} hexes straight off the nose; {other.name} is not there.", rule="JET-X07"
        )
    if abs(jet.altitude - other.altitude) > apart:
        raise IllegalOrderError(f"Guns reach {apart} level up or down; {other.name} is farther.", rule="JET-X07")


def _check_missile(fight: Dogfight, jet: Jet, other: Jet) -> None:
    options = fight.options
    low, high = number(options, "missile_range_min"), number(options, "missile_range_max")
    apart = number(options, "missile_altitude_max")
    if not in_nose_cone(jet, other.at) or not low <= distance(jet.at, other.at) <= high:
        raise IllegalOrderError(
            f"A missile needs its target {low} to {high} hexes away in the cone off the nose.", rule="JET-X09"
        )
    if abs(jet.altitude - other.altitude) > apart:
        raise IllegalOrderError(f"A missile reaches {apart} levels up or down.", rule="JET-X09")


def modifiers(fight: Dogfight, jet: Jet, weapon: Weapon, other: Jet) -> tuple[Modifier, ...]:
    """What is added to an attack's dice, with reasons (JET-X08, JET-X09)."""
    options = fight.options
    found = [Modifier(number(options, f"{weapon}_aim_bonus"), "Aim")] if jet.maneuvers.aim else []
    if weapon == "gun":
        if distance(jet.at, other.at) >= 2:
            found.append(Modifier(-number(options, "gun_range2_penalty"), "range 2"))
        levels = abs(jet.altitude - other.altitude)
        if levels:
            cost = levels * number(options, "gun_altitude_penalty_per_level")
            found.append(Modifier(-cost, "level" if levels == 1 else "levels"))
    elif in_rear_cone(other, jet.at):
        found.append(Modifier(number(options, "missile_rear_bonus"), "from behind"))
    if other.maneuvers.jink:
        found.append(Modifier(-number(options, "jink_penalty"), "target jinks"))
    if jet.marksmanship:
        found.append(Modifier(jet.marksmanship, "pilot"))
    return tuple(found)


def needed_roll(fight: Dogfight, weapon: Weapon) -> int:
    """The number an attack must reach (JET-X08, JET-X09)."""
    return number(fight.options, f"{weapon}_hit_number")


def attacks(fight: Dogfight, jet: Jet) -> tuple[Attack, ...]:
    """Every attack a jet could make now."""
    found = []
    for other in changes.enemies(fight, jet.side):
        for weapon in WEAPONS:
            order = Attack(jet.id, weapon, other.id)
            try:
                check_attack(fight, jet, order)
            except GameError:
                continue
            found.append(order)
    return tuple(found)


def resolve_attack(fight: Dogfight, jet: Jet, order: Attack, dice: Roller) -> Adjudication[Dogfight, Event]:
    """Roll an attack; hits count at once (JET-X10, JET-X11)."""
    other = check_attack(fight, jet, order)
    reasons = modifiers(fight, jet, order.weapon, other)
    roll = dice.roll(changes.key(fight, order.weapon, jet.id, other.id), changes.DIE_SIDES, ATTACK_DICE)
    total = roll.total + sum(one.value for one in reasons)
    goal = needed_roll(fight, order.weapon)
    hit = total >= goal
    hits = number(fight.options, f"{order.weapon}_hits") if hit else 0
    held = changes.stores(jet)
    used = changed_by_name(held, {f"{order.weapon}s": (held.guns if order.weapon == "gun" else held.missiles) - 1})
    shooter = changed(changes.remember_decision(changed(jet, stores=used), order), fired=(*jet.fired, order.weapon))
    fight = changes.put_jet(fight, shooter)
    cause = Cause(WEAPON_RULES[order.weapon], modifiers=reasons, rolls=(roll,))
    watching = sorted({*changes.watchers(fight, shooter), *changes.watchers(fight, other)})
    told: list[Event] = [
        Fired(
            fight.now, cause, jet.id, order.weapon, target=other.id, needed=goal, total=total, hit=hit, hits=hits,
            seen_by=(EVERYONE,) if EVERYONE in watching else tuple(watching),
        )
    ]  # fmt: skip
    if hits:
        struck = changed(other, hits=other.hits + hits)
        fight = changes.put_jet(fight, struck)
        if struck.hits >= number(fight.options, "hits_to_destroy"):
            fight, event = changes.remove_jet(fight, struck, "shot down", Cause("JET-X11"), jet.id)
            told.append(event)
    return Adjudication(fight, tuple(told))


def hold_fire(fight: Dogfight, jet: Jet, order: Hold) -> Adjudication[Dogfight, Event]:
    """No more attacks this turn."""
    return Adjudication(changes.put_jet(fight, changes.remember_decision(jet, order)), ())


CERTAIN = Fraction(1)


class OutcomeChance(Value):
    """One chance: of what, how likely, and why."""

    what: str
    chance: Fraction
    reasons: tuple[Modifier, ...] = ()


def gain_chances(fight: Dogfight, jet: Jet, plan: PlanEnergy) -> Mapping[int, Fraction]:
    """How likely each Speed gain of an energy roll is (JET-E06 to JET-E13); 0 for sure without fuel (JET-X15)."""
    if jet.stores is not None and jet.stores.fuel == 0:
        return {0: CERTAIN}
    dice = changes.energy_dice(fight.options, Maneuvers(plan.hard_turns, plan.jink, plan.aim))
    return _gains(_rules(fight), dice, jet.altitude, changes.card(fight, jet).factor, plan.afterburner)


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
    for faces in combinations_with_replacement(range(1, changes.DIE_SIDES + 1), dice):
        ways = factorial(dice) // prod(factorial(count) for count in Counter(faces).values())
        counts[changes.speed_gain(changes.discard(options, faces, altitude)[0], factor, afterburner=afterburner)] += (
            ways
        )
    return {gain: Fraction(count, changes.DIE_SIDES**dice) for gain, count in sorted(counts.items())}


def at_least(chances: Mapping[int, Fraction], goal: int) -> Fraction:
    """How likely a gain of `goal` or more is."""
    return sum((chance for gain, chance in chances.items() if gain >= goal), Fraction(0))


def turn_chance(fight: Dogfight, jet: Jet) -> Fraction:
    """How likely a turn attempt succeeds now (JET-M06 to JET-M08)."""
    goal = jet.speed + 1 - jet.maneuvers.hard_turns
    return _turn(_rules(fight), changes.card(fight, jet).maneuverability, goal)


def turn_odds(fight: Dogfight, jet: Jet) -> OutcomeChance:
    """The chance of a turn attempt, with its reasons (JET-M06 to JET-M08)."""
    bonus = jet.maneuvers.hard_turns
    goal = jet.speed + 1
    reasons: tuple[Modifier, ...] = (Modifier(goal, "or more needed: above Speed"),)
    if bonus:
        reasons += (Modifier(bonus, f"Hard Turn x{bonus}"),)
    return OutcomeChance("turn", turn_chance(fight, jet), reasons)


@lru_cache(maxsize=256)
def _turn(rules: tuple[tuple[str, str], ...], kind: Maneuverability, goal: int) -> Fraction:
    options = Options(overrides=dict(rules))
    faces = list(product(range(1, changes.DIE_SIDES + 1), repeat=3))
    return Fraction(sum(changes.turn_dice(options, kind, three)[0] >= goal for three in faces), len(faces))


def attack_odds(fight: Dogfight, jet: Jet, order: Attack) -> tuple[OutcomeChance, ...]:
    """How likely an attack hits and, where that is not the same, destroys (JET-X08, JET-X09, JET-X11)."""
    other = fight.jets[order.target]
    reasons = modifiers(fight, jet, order.weapon, other)
    goal = needed_roll(fight, order.weapon)
    chance = chance_to_reach(goal - sum(one.value for one in reasons))
    hits = number(fight.options, f"{order.weapon}_hits")
    kills = other.hits + hits >= number(fight.options, "hits_to_destroy")
    shown = (Modifier(goal, "or more needed on 2d6"), *reasons)
    return (OutcomeChance("shoot it down" if kills else "hit", chance, shown),)


@lru_cache(maxsize=64)
def chance_to_reach(goal: int) -> Fraction:
    """How likely two dice reach a number."""
    faces = list(product(range(1, changes.DIE_SIDES + 1), repeat=ATTACK_DICE))
    return Fraction(sum(sum(pair) >= goal for pair in faces), len(faces))
