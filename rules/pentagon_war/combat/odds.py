"""The odds of a shot, exactly, with their reasons: shown to players before they commit it (PW-B04)."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.hexes import Hex
from rules.pentagon_war.combat.direct_fire import is_sure
from rules.pentagon_war.combat.point_defense import CERTAIN_NUMBER, chance
from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import Target, firing_range, modifiers, seen_target
from rules.pentagon_war.targeting.targets import ArmKind, arm_of, effect, needed_roll
from rules.pentagon_war.units import Bolt, Craft, Drone, UnitId, WeaponId
from rules.values import IllegalOrderError, Modifier, Value

WAYS_TO_ROLL: Final[Mapping[int, int]] = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of the 36 rolls of 2d6 each total comes up."""
POSSIBLE_ROLLS: Final = 36
ANY_CRAFT: Final = Craft("", "", "", Design(""), Hex(0, 0))


class Odds(Value):
    """A shot's chances: to do anything, to kill a small target, and of each number of points.

    `mean` are the points on average. `needed` is the modified roll that hits, None where damage follows the roll; `range` is the
    range that counts.
    """

    hit: Fraction
    kill: Fraction
    points: Mapping[int, Fraction]
    mean: Fraction
    range: int
    needed: int | None
    modifiers: tuple[Modifier, ...]


def odds(battle: Battle, unit: Craft | Drone, weapon: WeaponId, target: UnitId) -> Odds:
    """What a shot would do if it were fired now, legal or not (`targets.check_shot` says); GameError for none.

    Only what the unit's own side may know is asked: a view's battle will do. A liquid metal gun is told as the bolt it
    launches (`bolt_table`).
    """
    aim = seen_target(battle, unit.side, target)
    arm = arm_of(unit, weapon)
    if arm.kind == "metal":
        raise IllegalOrderError(f"{arm.id} launches a bolt; what it does depends on how far that flies.", rule="PW-B14")
    hexes = firing_range(battle, unit, aim)
    sure = is_sure(unit, arm, aim)
    terms = () if sure else modifiers(battle, unit, aim)
    plus = sum(term.value for term in terms)
    if isinstance(aim, Craft) and not sure:
        spread = _at_craft(arm.kind, hexes, plus, tuple(sorted(battle.options.overrides.items())))
    else:
        spread = _spread(arm.kind, aim, hexes, plus, battle.options, sure=sure)
    number = None if sure else needed_roll(arm.kind, aim, battle.options)
    return Odds(spread.hit, spread.kill, spread.points, spread.mean, hexes, number, terms)


class _Spread(Value):
    """What all rolls of a shot come to."""

    hit: Fraction
    kill: Fraction
    points: Mapping[int, Fraction]
    mean: Fraction


def _mean(points: Mapping[int, Fraction]) -> Fraction:
    return sum((each * share for each, share in points.items()), Fraction(0))


def _spread(kind: ArmKind, aim: Target, hexes: int, plus: int, options: Options, *, sure: bool) -> _Spread:
    hit, kill, points = 0, 0, Counter[int]()
    for total, ways in WAYS_TO_ROLL.items():
        done = effect(kind, aim, hexes, total + plus, options)
        hit += ways * (done.hit or sure)
        kill += ways * done.kills
        points[done.points] += ways
    shares = {each: Fraction(ways, POSSIBLE_ROLLS) for each, ways in points.items()}
    return _Spread(Fraction(hit, POSSIBLE_ROLLS), Fraction(kill, POSSIBLE_ROLLS), shares, _mean(shares))


@lru_cache(maxsize=4096)
def _at_craft(kind: ArmKind, hexes: int, plus: int, house: tuple[tuple[str, str], ...]) -> _Spread:
    """The same at any craft, of which only range and modifiers count, with these house rules."""
    return _spread(kind, ANY_CRAFT, hexes, plus, Options(overrides=dict(house)), sure=False)


def point_defense_odds(battle: Battle, unit: Craft | Drone, target: UnitId, shots: int = 0) -> Odds:
    """The chance of a point defense shot after `shots` others of the impulse: a kill, or a point on a craft (PW-B36)."""
    aim = seen_target(battle, unit.side, target)
    number = chance(battle, unit, aim, shots)
    hit = Fraction(max(0, min(number.needed, CERTAIN_NUMBER)), CERTAIN_NUMBER)
    points = {1: hit, 0: 1 - hit} if isinstance(aim, Craft) else {0: Fraction(1)}
    kill = Fraction(0) if isinstance(aim, Craft | Bolt) else hit
    return Odds(hit, kill, points, _mean(points), firing_range(battle, unit, aim), number.needed, number.terms)


def bolt_table(battle: Battle) -> Mapping[int, int]:
    """What a fresh bolt does by hexes travelled, for a gun not yet fired (PW-B14)."""
    table = tables(battle.options)["PW-T11"]
    return {int(hexes): table.number(hexes, "damage") for hexes in table.keys}
