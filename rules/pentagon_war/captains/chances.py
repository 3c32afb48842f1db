"""Where a captain without a programme steers, what a shot is worth, and when in the turn it is worth most."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.hexes import DIRECTIONS, Hex, distance
from rules.pentagon_war.changes import put_units
from rules.pentagon_war.combat.odds import Odds, odds
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.geometry import BATTLE_MAP, Facing, turned_by
from rules.pentagon_war.movement.thrust import component_step, path_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate, Rotate
from rules.pentagon_war.programme import WeaponId
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.sight import seen_target
from rules.pentagon_war.targeting.targets import ArmKind, arms, check_shot, is_small
from rules.pentagon_war.turn.engine import is_legal
from rules.pentagon_war.units import IMPULSES, Body, CountedVelocity, Craft, Drone, SideId, UnitId, Velocity
from rules.values import GameError, Value, changed

TOO_FAST: Final = 6
"""A component above this makes a ship hard to turn round within a turn, and wears it under PW-A25."""
HEX_PARTS: Final = 1440
"""Parts of a hex that captains reckon in."""
STAR_CLEARANCE_HEXES: Final = 2
"""Hexes that captains keep between themselves and the surface of a star."""
TURNS_AHEAD: Final = 8
"""Turns for which they look whether their course leads into one."""
PLACES_A_TURN: Final = 3
"""Places along each turn's way that they look at."""


class Aim(Value):
    """What to steer by: the place of the other, its velocity, the range wanted to it; `front` hexes' worth of facing it.

    `headlong`: neither a speed that is hard to turn nor the map's edge holds the craft back.
    """

    at: Hex
    velocity: Velocity
    range: int
    front: int = 0
    headlong: bool = False


def turn_towards(battle: Battle, side: SideId, unit: Craft | Drone, aim: Aim) -> Rotate | None:
    """The rotation of segment 1 that brings the best facing nearest; None to stay as it is."""
    choices = [(cost(battle, unit, aim, facing, thrust), turn, facing) for turn, facing, thrust in _choices(unit)]
    best = min(choices)[2]
    for facing in sorted(range(6), key=lambda f: (turned_by(f, best), (f - unit.facing) % 6)):
        if turned_by(facing, best) >= turned_by(unit.facing, best):
            return None
        order = Rotate(unit.id, facing)
        if is_legal(battle, side, order):
            return order
    return None


def thrust_towards(battle: Battle, side: SideId, unit: Craft | Drone, aim: Aim) -> Accelerate | None:
    """The acceleration of segment 2, along the facing it has now; None to coast."""
    coasting = cost(battle, unit, aim, unit.facing, Fraction(0))
    for multiple in (Fraction(1), Fraction(1, 2), Fraction(1, 3)):
        order = Accelerate(unit.id, multiple)
        if is_legal(battle, side, order):
            return order if cost(battle, unit, aim, unit.facing, multiple) < coasting else None
    return None


def cost(battle: Battle, unit: Craft | Drone, aim: Aim, facing: Facing, thrust: Fraction) -> int:
    """How far from what is wanted the unit would be after one turn and after two; lower is better.

    Counted in `HEX_PARTS` parts of a hex, velocities rounded down to them: captains reckon, the rules stay exact.
    """
    manned = isinstance(unit, Craft) and unit.design.manned
    push = fine(thrust) // (120 if manned else 4)
    dq, dr = DIRECTIONS[facing]
    across, down = fine(unit.velocity.c) + push * dq, -fine(unit.velocity.a) + push * dr
    # One step along A is (0, -1) and one along C is (+1, 0) (PW-M06).
    vq, vr = fine(aim.velocity.c) - across, -fine(aim.velocity.a) - down
    q, r = aim.at.q - unit.at.q, aim.at.r - unit.at.r
    far_q, far_r, wanted = q * HEX_PARTS, r * HEX_PARTS, aim.range * HEX_PARTS
    total = abs(length(far_q + vq, far_r + vr) - wanted) * 2 + abs(length(far_q + 2 * vq, far_r + 2 * vr) - wanted)
    speed = max(abs(across), abs(down))
    if speed > TOO_FAST * HEX_PARTS and not aim.headlong:
        total += 4 * (speed - TOO_FAST * HEX_PARTS)
    if aim.front:
        total -= aim.front * HEX_PARTS * ahead_of(q, r, facing)
    if battle.edge is not None and not aim.headlong:
        total += off_edge(battle.edge, unit.at, across, down)
    return total + sum(into_star(body, unit.at, across, down) for body in battle.bodies.values() if body.star)


def length(q: int, r: int) -> int:
    """The distance to an offset, in whatever parts of a hex it is counted."""
    return max(abs(q), abs(r), abs(q + r))


def fine(value: Fraction) -> int:
    """A number of hexes in parts of a hex, rounded down."""
    return value.numerator * HEX_PARTS // value.denominator


def ahead_of(q: int, r: int, facing: Facing) -> int:
    """2 if an offset lies dead ahead or close to it, no more than half as far aside as ahead; 1 elsewhere in the forward arcs
    and on their outer edges, where it is in two arcs (PW-B23); 0 elsewhere (ruling R-207)."""
    (aq, ar), (bq, br), (cq, cr) = (DIRECTIONS[(facing + turn) % 6] for turn in (5, 0, 1))
    # Parts of the offset along the neighbouring direction, and straight ahead.
    left = q * br - r * bq, aq * r - ar * q
    right = bq * r - br * q, q * cr - r * cq
    if min(left) < 0 and min(right) < 0:
        return 0
    beside, before = left if min(left) >= 0 else right
    return 2 if beside * 2 <= before else 1


def off_edge(edge: tuple[int, int, int, int], at: Hex, across: int, down: int) -> int:
    """A penalty for being carried over the map's edge within a turn."""
    first, top, last, bottom = edge
    column, row = BATTLE_MAP.offset(at)
    column, row, fall = column * HEX_PARTS + across, row * HEX_PARTS + down + across // 2, HEX_PARTS
    over = max(first * fall - column, column - last * fall, top * fall - row, row - bottom * fall)
    return 20 * max(0, over)


def into_star(star: Body, at: Hex, across: int, down: int) -> int:
    """A penalty for a course that leads into a star, or past it too close, within some turns."""
    q, r = (at.q - star.at.q) * HEX_PARTS, (at.r - star.at.r) * HEX_PARTS
    clear = (star.radius + STAR_CLEARANCE_HEXES) * HEX_PARTS
    if length(q, r) > clear + TURNS_AHEAD * length(across, down):
        return 0
    nearest = min(
        length(q + across * part // PLACES_A_TURN, r + down * part // PLACES_A_TURN)
        for part in range(1, TURNS_AHEAD * PLACES_A_TURN + 1)
    )
    return 20 * max(0, clear - nearest)


def _choices(unit: Craft | Drone) -> Iterator[tuple[int, Facing, Fraction]]:
    for turn in (0, 1, 5, 2, 4, 3):
        facing = (unit.facing + turn) % 6
        yield turn, facing, Fraction(1)
        yield turn, facing, Fraction(0)


DIRECT_FIRE_WEAPONS: Final = ("radiation", "proton", "acid", "electron", "laser")
"""The kinds of weapons that fire in the direct-fire segments, the strongest first."""
NEAR_HEXES: Final = 2
"""At this range or less nobody holds fire."""
SOON_IMPULSES: Final = 6
"""Impulses within which a range that shrinks by a quarter is waited for."""


def worth(battle: Battle, unit: Craft | Drone, weapon: WeaponId, target: UnitId) -> Fraction:
    """What a shot can be expected to do now: points on average, or the chance to kill what is small; 0 for nothing at all."""
    found = odds(battle, unit, weapon, target)
    return found.kill if is_small(seen_target(battle, unit.side, target)) else found.mean


LEAST_POINTS: Final = Fraction(1, 2)
"""A shot at a craft that can be expected to do fewer points than these is fired in vain."""


def is_in_vain(battle: Battle, unit: Craft | Drone, weapon: WeaponId, target: UnitId) -> bool:
    """Whether nothing can be expected of a shot: half a point at a craft, any chance at all at what is small."""
    value = worth(battle, unit, weapon, target)
    return value <= 0 if is_small(seen_target(battle, unit.side, target)) else value < LEAST_POINTS


def gets_through(battle: Battle, unit: Craft | Drone, weapons: Sequence[WeaponId], target: UnitId) -> bool:
    """Whether these shots at a craft, with as many by each friend, can do more than its screens take off (PW-B50)."""
    aim = battle.craft.get(target)
    if aim is None:
        return True
    most = sum(_most(odds(battle, unit, weapon, target)) for weapon in weapons)
    return most * _friends(battle, unit) > screen_rating(aim)


def _most(found: Odds) -> int:
    return max((points for points, share in found.points.items() if share), default=0)


def better_later(battle: Battle, unit: Craft | Drone, weapons: Sequence[WeaponId], target: UnitId) -> bool:
    """Whether it is better to hold these weapons for later in this turn: if the range soon shrinks by a quarter, or if they would
    hardly get past a craft's screens now and do more at the least range still to come.

    To wait for the very best impulse whatever it is loses: who waits is shot at meanwhile (docs/guides/captain.md).
    """
    aim = battle.craft[target]
    ranges, here = ranges_to_come(battle, unit, aim), distance(unit.at, aim.at)
    if not ranges or here <= NEAR_HEXES or min(ranges) >= here:
        return False
    if min(ranges[:SOON_IMPULSES]) * 4 <= here * 3:
        return True
    nearer = put_units(battle, changed(aim, at=Hex(unit.at.q + min(ranges), unit.at.r)))
    now, later = (_mean(scene, unit, weapons, target) for scene in (battle, nearer))
    return now * _friends(battle, unit) <= screen_rating(aim) and later > now


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
    shots = [Shot(craft.id, arm.id, target) for arm in arms(craft) if arm.kind in DIRECT_FIRE_WEAPONS]
    mean = _mean(battle, craft, [shot.weapon for shot in shots if may_shoot(battle, craft.side, shot)], target)
    return Volley(mean, mean * _friends(battle, craft) - screen_rating(battle.craft[target]))


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
    own, theirs = (drift(unit.counted, battle.now.impulse, house) for unit in (one, other))
    q, r = other.at.q - one.at.q, other.at.r - one.at.r
    return tuple([length(q + there.q - here.q, r + there.r - here.r) for here, there in zip(own, theirs, strict=True)])


@lru_cache(maxsize=4096)
def drift(speed: CountedVelocity, after: int, house: tuple[tuple[str, str], ...]) -> tuple[Hex, ...]:
    """How far this column leads by each later impulse of the turn, with these house rules."""
    options, at, found = Options(overrides=dict(house)), Hex(0, 0), list[Hex]()
    for impulse in range(after + 1, IMPULSES + 1):
        a, c = (component_step(each, each, impulse, options) for each in (speed.a, speed.c))
        at = (path_of(at, a, c) or (at,))[-1]
        found.append(at)
    return tuple(found)
