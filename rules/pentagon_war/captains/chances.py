"""What a shot is worth, and when in the turn it is worth most: so that stances fire for something, and where it counts."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.errors import GameError
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.steering import length
from rules.pentagon_war.changes import put
from rules.pentagon_war.combat.odds import Odds, odds
from rules.pentagon_war.combat.reinforcement import rating
from rules.pentagon_war.movement.chart import component_step, path_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import WeaponId
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.arms import ArmKind, arms, is_small
from rules.pentagon_war.targeting.sight import seen_target
from rules.pentagon_war.targeting.targets import check_shot
from rules.pentagon_war.units import IMPULSES, Counted, Craft, Drone, SideId, UnitId
from rules.values import Value, changed

DIRECT: Final = ("radiation", "proton", "acid", "electron", "laser")
"""The kinds of weapons that fire in the direct-fire segments, the strongest first."""
NEAR: Final = 2
"""At this range or less nobody holds fire."""
SOON: Final = 6
"""Impulses within which a range that shrinks by a quarter is waited for."""


def worth(battle: Battle, unit: Craft | Drone, weapon: WeaponId, target: UnitId) -> Fraction:
    """What a shot can be expected to do now: points on average, or the chance to kill what is small; 0 for nothing at all."""
    found = odds(battle, unit, weapon, target)
    return found.kill if is_small(seen_target(battle, unit.side, target)) else found.mean


def gets_through(battle: Battle, unit: Craft | Drone, weapons: Sequence[WeaponId], target: UnitId) -> bool:
    """Whether these shots at a craft, with as many by each friend, can do more than its screens take off (PW-B50)."""
    aim = battle.craft.get(target)
    if aim is None:
        return True
    most = sum(_most(odds(battle, unit, weapon, target)) for weapon in weapons)
    return most * _friends(battle, unit) > rating(aim)


def _most(found: Odds) -> int:
    return max((points for points, share in found.points.items() if share), default=0)


def better_later(battle: Battle, unit: Craft | Drone, weapons: Sequence[WeaponId], target: UnitId) -> bool:
    """Whether it is better to hold these weapons for later in this turn: if the range soon shrinks by a quarter, or if they would
    hardly get past a craft's screens now and do more at the least range still to come.

    To wait for the very best impulse whatever it is loses: who waits is shot at meanwhile (docs/guides/captain.md).
    """
    aim = battle.craft[target]
    ranges, here = ranges_to_come(battle, unit, aim), distance(unit.at, aim.at)
    if not ranges or here <= NEAR or min(ranges) >= here:
        return False
    if min(ranges[:SOON]) * 4 <= here * 3:
        return True
    nearer = put(battle, changed(aim, at=Hex(unit.at.q + min(ranges), unit.at.r)))
    now, later = (_mean(scene, unit, weapons, target) for scene in (battle, nearer))
    return now * _friends(battle, unit) <= rating(aim) and later > now


def _mean(battle: Battle, unit: Craft | Drone, weapons: Iterable[WeaponId], target: UnitId) -> Fraction:
    """What these weapons can be expected to do together; weapons of a kind do alike, wherever they point."""
    alike: dict[ArmKind, list[WeaponId]] = {}
    kinds = {arm.id: arm.kind for arm in arms(unit)}
    for weapon in weapons:
        alike.setdefault(kinds[weapon], []).append(weapon)
    return sum((worth(battle, unit, each[0], target) * len(each) for each in alike.values()), Fraction(0))


class Volley(Value):
    """What all that is ready and bears would do to a craft now: on average, and past its screens if each friend does so."""

    mean: Fraction
    past: Fraction


def volley(battle: Battle, craft: Craft, target: UnitId) -> Volley:
    """A craft's volley at another as things stand."""
    shots = [Shot(craft.id, arm.id, target) for arm in arms(craft) if arm.kind in DIRECT]
    mean = _mean(battle, craft, [shot.weapon for shot in shots if may_shoot(battle, craft.side, shot)], target)
    return Volley(mean, mean * _friends(battle, craft) - rating(battle.craft[target]))


def may_shoot(battle: Battle, side: SideId, shot: Shot) -> bool:
    """Whether the rules allow a shot as things stand."""
    try:
        check_shot(battle, side, shot)
    except GameError:
        return False
    return True


def _friends(battle: Battle, unit: Craft | Drone) -> int:
    """How many craft of a unit's side fight, itself among them."""
    return max(1, sum([craft.side == unit.side and not craft.fate for craft in battle.craft.values()]))


def ranges_to_come(battle: Battle, one: Craft | Drone, other: Craft) -> tuple[int, ...]:
    """The distance between two that drift on, for each impulse of this turn that is still to come (PW-M20)."""
    house = tuple(sorted(battle.options.overrides.items()))
    own, theirs = (_drift(unit.counted, battle.now.impulse, house) for unit in (one, other))
    q, r = other.at.q - one.at.q, other.at.r - one.at.r
    return tuple([length(q + there.q - here.q, r + there.r - here.r) for here, there in zip(own, theirs, strict=True)])


@lru_cache(maxsize=4096)
def _drift(speed: Counted, after: int, house: tuple[tuple[str, str], ...]) -> tuple[Hex, ...]:
    """How far this column leads by each later impulse of the turn, with these house rules."""
    options, at, found = Options(overrides=dict(house)), Hex(0, 0), list[Hex]()
    for impulse in range(after + 1, IMPULSES + 1):
        a, c = (component_step(each, each, impulse, options) for each in (speed.a, speed.c))
        at = (path_of(at, a, c) or (at,))[-1]
        found.append(at)
    return tuple(found)
