"""A craft's course over the turns to come: it looks ahead over its speed, its thrust and the way it takes to brake.

Thrust of this turn counts from the next one on (PW-M09), so where this turn ends is known; the velocity for the next turn is
chosen by what the turns after it can still make of it. Others are expected to coast (and to close in, by those who keep their
distance), and are looked at anew in each impulse.
Everything is counted in `HEX_PARTS` parts of a hex, along columns and rows; velocities that are flown count whole (PW-M16).
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.hexes import DIRECTIONS, Hex
from rules.pentagon_war.captains.chances import HEX_PARTS, ahead_of, drift, fine, into_star, length, off_edge
from rules.pentagon_war.geometry import Facing, turned_by
from rules.pentagon_war.movement.thrust import engines, is_manned, rate
from rules.pentagon_war.orders import Accelerate, Rotate
from rules.pentagon_war.positions import TOP_SPEED, group_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.aims import edge_gap
from rules.pentagon_war.turn.engine import is_legal
from rules.pentagon_war.units import IMPULSES, Aim, Body, Craft, SideId
from rules.values import Value, changed

HORIZON: Final = 5
"""Turns that are looked ahead."""
TOO_FAST: Final = 4 * HEX_PARTS
"""A component above this takes more than a turn to brake; each hex above it costs `SPEED_WEIGHT` hexes off the range."""
SPEED_WEIGHT: Final = 6
TOO_NEAR_WEIGHT: Final = 5
"""How much worse a hex too near is than one too far, for those who keep their distance."""
THRUST_PRICE: Final = 240
"""Parts of a hex that an impulse of thrust has to gain."""
TURN_PRICE: Final = 240
"""Parts of a hex that a course has to gain for which the craft must turn between thrusts."""
CAUTION: Final = Fraction(1, 3)
"""The share of its thrust with which a craft expects to brake: the other may come nearer meanwhile."""
CLOSE: Final = 2 * HEX_PARTS
"""As near as one comes who closes in."""
HEADWAY_WEIGHT: Final = 6
"""How much worse a hex is that it comes nearer than it could brake with `CARE` than one off the range."""
CARE: Final = Fraction(1, 4)
"""The share of its thrust with which one who keeps its distance brakes at the latest."""
CHASED_WEIGHT: Final = 3
"""As `TOO_NEAR_WEIGHT`, for the turns in which the others would close in as fast as they can."""
LONGEST_BRAKING: Final = 12
"""Turns that are reckoned for braking at the most."""

Offset = tuple[int, int]
"""Along columns and rows, in parts of a hex."""


class Goal(Value):
    """What a course is for: the `range` to keep to the nearest of `marks`, or to get away from them.

    `outside`: nearer is worse than farther. `bow`: whom it wants before its bow, to fire at. `headlong`: neither a speed that
    is hard to turn nor the map's edge holds it back. `out`: the edge that it runs for, whoever is near.
    """

    marks: tuple[Craft, ...]
    range: int = 0
    outside: bool = False
    away: bool = False
    bow: Craft | None = None
    headlong: bool = False
    out: Aim | None = None


class Push(Value):
    """The change of velocity that a craft wants in this turn, and the impulses of thrust that it takes."""

    change: Offset
    impulses: int


class _Case(Value):
    """All that a choice of velocity depends on: offsets to the marks as this turn ends, velocities, thrust left and in a turn."""

    offsets: tuple[Offset, ...]
    theirs: tuple[Offset, ...]
    their_left: tuple[int, ...]
    their_full: tuple[int, ...]
    own: Offset
    left: int
    full: int
    step: int
    range: int
    outside: bool
    away: bool
    headlong: bool
    out: Aim | None
    at: Hex
    edge: tuple[int, int, int, int] | None
    stars: tuple[Body, ...]


def can_thrust(battle: Battle, craft: Craft) -> bool:
    """Whether a craft's engines can push it along any facing (PW-S23, PW-S46)."""
    return any(_step(battle, changed(craft, facing=facing)) for facing in (craft.facing, *range(6)))


def no_thrust(battle: Battle, craft: Craft) -> str:
    """Why a craft cannot thrust, in two words; "" if it can (PW-S23, PW-S46)."""
    if can_thrust(battle, craft):
        return ""
    return "no engines" if not craft.engines else "no fuel"


def wanted_push(battle: Battle, craft: Craft, goal: Goal, *, spare: int = 0) -> Push:
    """The change of velocity for the next turn; `spare` impulses of this turn are not thrust in."""
    step = max(_step(battle, changed(craft, facing=facing)) for facing in range(6))
    impulses = max(0, IMPULSES + 1 - battle.now.impulse - spare)
    if not step or not (goal.marks or goal.out) or not impulses:
        return Push((0, 0), 0)
    house = tuple(sorted(battle.options.overrides.items()))
    gone = _end(drift(craft.counted, battle.now.impulse - 1, house))
    there = Hex(craft.at.q + gone.q, craft.at.r + gone.r)
    offsets, theirs = list[Offset](), list[Offset]()
    for mark in goal.marks:
        way = _end(drift(mark.counted, battle.now.impulse - 1, house))
        offsets.append(((mark.at.q + way.q - there.q) * HEX_PARTS, (mark.at.r + way.r - there.r) * HEX_PARTS))
        theirs.append(_velocity(mark))
    thrusts = [_step(battle, mark) if goal.outside else 0 for mark in goal.marks]
    case = _Case(
        tuple(offsets),
        tuple(theirs),
        tuple(each * (IMPULSES + 1 - battle.now.impulse) for each in thrusts),
        tuple(each * IMPULSES for each in thrusts),
        _velocity(craft),
        step * impulses,
        step * IMPULSES,
        step,
        goal.range * HEX_PARTS,
        goal.outside,
        goal.away,
        goal.headlong,
        goal.out,
        there,
        battle.edge,
        tuple(body for _, body in sorted(battle.bodies.items()) if body.star),
    )
    q, r = _best(case)
    change = (q - case.own[0], r - case.own[1])
    return Push(change, -(-length(*change) // step))


def turned(battle: Battle, side: SideId, craft: Craft, goal: Goal, *, fires: bool) -> Rotate | None:
    """The rotation of segment 1: the bow to the mark if the craft `fires` in this impulse and can thrust later, else to where it
    thrusts, else to the mark; None to stay as it is."""
    push = wanted_push(battle, craft, goal, spare=0 if goal.bow is None else 1)
    ways = _ways(battle, craft, push)
    spare = IMPULSES + 1 - battle.now.impulse - push.impulses
    there = craft.at if goal.bow is None else goal.bow.at
    q, r = there.q - craft.at.q, there.r - craft.at.r

    def bears(facing: Facing) -> int:
        return ahead_of(q, r, facing) if q or r else 0

    facings: list[Facing]
    if ways and not (fires and spare > 1 and not any(map(bears, ways))):
        facings = ways
    elif q or r:
        facings = list(range(6))
    else:
        return None
    best = min(facings, key=lambda f: (-bears(f), turned_by(craft.facing, f), (f - craft.facing) % 6))
    for facing in sorted(range(6), key=lambda f: (turned_by(f, best), (f - craft.facing) % 6)):
        if turned_by(facing, best) >= turned_by(craft.facing, best):
            return None
        order = Rotate(craft.id, facing)
        if is_legal(battle, side, order):
            return order
    return None


def thrusting(battle: Battle, side: SideId, craft: Craft, goal: Goal) -> Accelerate | None:
    """The acceleration of segment 2, along the facing that it has; None to coast."""
    push = wanted_push(battle, craft, goal, spare=0 if goal.bow is None else 1)
    if craft.facing not in _ways(battle, craft, push):
        return None
    for multiple in (Fraction(1), Fraction(1, 2), Fraction(1, 3)):
        order = Accelerate(craft.id, multiple)
        if is_legal(battle, side, order):
            return order
    return None


def _ways(battle: Battle, craft: Craft, push: Push) -> list[Facing]:
    """The facings in which an impulse of thrust takes as much as it can off what is wanted."""
    if not push.impulses:
        return []
    left: dict[Facing, int] = {}
    for facing in range(6):
        step = _step(battle, changed(craft, facing=facing))
        dq, dr = DIRECTIONS[facing]
        if step:
            left[facing] = length(push.change[0] - step * dq, push.change[1] - step * dr)
    best = min(left.values(), default=0)
    return [facing for facing, rest in left.items() if rest == best and rest < length(*push.change)]


def _step(battle: Battle, craft: Craft) -> int:
    """What an impulse of standard thrust along its facing adds to a craft's speed, in parts of a hex."""
    ready = engines(battle, craft)
    if craft.is_base or ready <= 0:
        return 0
    share = min(Fraction(1), Fraction(ready) / max(group_class(battle, craft), Fraction(1, 8)))
    return fine(share * rate(battle.options, manned=is_manned(battle, craft)))


def _velocity(unit: Craft) -> Offset:
    # One step along A is (0, -1) and one along C is (+1, 0) (PW-M06).
    return fine(unit.velocity.c), -fine(unit.velocity.a)


def _end(way: tuple[Hex, ...]) -> Hex:
    return way[-1] if way else Hex(0, 0)


def _whole(parts: int) -> int:
    """A component as it counts in the turn that it is flown: toward zero (PW-M16)."""
    return parts // HEX_PARTS * HEX_PARTS if parts >= 0 else -(-parts // HEX_PARTS * HEX_PARTS)


@lru_cache(maxsize=4096)
def _best(case: _Case) -> Offset:
    """The velocity within reach that promises most."""
    return min(_within_reach(case), key=lambda velocity: (_cost(case, velocity), velocity != case.own, velocity))


def _within_reach(case: _Case) -> Iterator[Offset]:
    """The velocities to choose from: as it is, and all whole ones in reach; where a turn's thrust is less than a hex, the six
    directions."""
    yield case.own
    most = TOP_SPEED * HEX_PARTS
    q, r = case.own
    if case.full < HEX_PARTS:
        for dq, dr in DIRECTIONS:
            there = q + dq * case.left, r + dr * case.left
            if max(map(abs, there)) <= most:
                yield there
        return
    reach = case.left // HEX_PARTS + 1
    columns, rows = ([_counting_as(part, add, case.step) for add in range(-reach, reach + 1)] for part in (q, r))
    for column in columns:
        for row in rows:
            if length(column - q, row - r) <= case.left and max(abs(column), abs(row)) <= most:
                yield column, row


def _counting_as(part: int, add: int, step: int) -> int:
    """The component nearest to this one that counts so many whole hexes more in the next turn."""
    count = _whole(part) + add * HEX_PARTS
    low, high = count - (HEX_PARTS - step if count <= 0 else 0), count + (HEX_PARTS - step if count >= 0 else 0)
    return max(low, min(high, part))


def _cost(case: _Case, velocity: Offset) -> int:
    """How far from what is wanted the craft is at the turns' ends, if it takes this velocity now and then does what it can."""
    q, r = velocity
    across, down = q - case.own[0], r - case.own[1]
    total = THRUST_PRICE * -(-length(across, down) // case.step)
    total += TURN_PRICE if across and down and across + down else 0
    speed = max(abs(q), abs(r))
    if not case.headlong:
        total += SPEED_WEIGHT * max(0, speed - TOO_FAST)
    if not case.away and case.edge is not None:
        total += off_edge(case.edge, case.at, q, -r)
    total += sum(into_star(body, case.at, q, r) for body in case.stars)
    if case.out is not None:
        return total + _way_out(case, case.out, velocity)
    total += _course(case, velocity, chased=False)
    return total + (_course(case, velocity, chased=True) + _headway(case, velocity) if case.outside else 0)


def _headway(case: _Case, velocity: Offset) -> int:
    """What it costs to come nearer in the next turn than can be braked with care."""
    total = 0
    for offset, them in zip(case.offsets, case.theirs, strict=True):
        far = length(*offset)
        closing = far - length(offset[0] + them[0] - velocity[0], offset[1] + them[1] - velocity[1])
        off = far - case.range
        safe = braked_speed(off, int(case.full * CARE)) if off > 0 else off
        total += HEADWAY_WEIGHT * max(0, closing - safe)
    return total


def _way_out(case: _Case, aim: Aim, velocity: Offset) -> int:
    """How far the edge is at the ends of the turns to come, at this velocity; each hex counts twice."""
    across, down = velocity[0], velocity[1] + velocity[0] // 2
    ahead = {"top": -down, "bottom": down, "left": -across, "right": across}[aim.edge]
    return 2 * sum(max(0, edge_gap(aim, case.at) * HEX_PARTS - turn * ahead) for turn in range(1, HORIZON + 1))


def _course(case: _Case, velocity: Offset, *, chased: bool) -> int:
    """What the ranges of the turns to come cost, if the others coast, or if they are `chased` by them as fast as these can."""
    own = velocity
    theirs = [
        _chasing(case, at, offset, them, own, case.their_left[at]) if chased else them
        for at, (offset, them) in enumerate(zip(case.offsets, case.theirs, strict=True))
    ]
    flown = [_whole(v[0]) for v in theirs], [_whole(v[1]) for v in theirs]
    q, r = _whole(own[0]), _whole(own[1])
    halfway = [(o[0] + (vq - q) // 2, o[1] + (vr - r) // 2) for o, vq, vr in zip(case.offsets, *flown, strict=True)]
    offsets = [(o[0] + vq - q, o[1] + vr - r) for o, vq, vr in zip(case.offsets, *flown, strict=True)]
    total = _off_range(case, min(length(*offset) for offset in halfway), chased=chased) // 2
    for _ in range(HORIZON):
        nearest = min(range(len(offsets)), key=lambda at: length(*offsets[at]))
        total += _off_range(case, length(*offsets[nearest]), chased=chased)
        before = own
        own = _next(case, offsets[nearest], theirs[nearest], own)
        if chased:
            theirs = [
                _chasing(case, at, offset, them, before, case.their_full[at])
                for at, (offset, them) in enumerate(zip(offsets, theirs, strict=True))
            ]
        offsets = [(o[0] + v[0] - own[0], o[1] + v[1] - own[1]) for o, v in zip(offsets, theirs, strict=True)]
    return total


def _chasing(case: _Case, at: int, offset: Offset, them: Offset, own: Offset, thrust: int) -> Offset:
    """The velocity of one that comes as near as it can and brakes at `CLOSE` hexes."""
    far = length(*offset)
    closing = braked_speed(max(0, far - CLOSE), case.their_full[at])
    along = (offset[0] * closing // far, offset[1] * closing // far) if far else (0, 0)
    q, r = own[0] - along[0] - them[0], own[1] - along[1] - them[1]
    wanted = length(q, r)
    if wanted > thrust:
        q, r = q * thrust // wanted, r * thrust // wanted
    most = TOP_SPEED * HEX_PARTS
    return max(-most, min(most, them[0] + q)), max(-most, min(most, them[1] + r))


def _off_range(case: _Case, far: int, *, chased: bool) -> int:
    if case.away:
        return -far
    off = far - case.range
    if off >= 0:
        return off
    if not case.outside:
        return -off
    weight = CHASED_WEIGHT if chased else TOO_NEAR_WEIGHT
    return -off * weight + max(0, case.range - 2 * far) * 2 * weight


def _next(case: _Case, offset: Offset, theirs: Offset, own: Offset) -> Offset:
    """The velocity of a turn to come: toward the range at the greatest speed that can still be braked, or straight away."""
    far = length(*offset)
    if case.away:
        closing = -2 * TOP_SPEED * HEX_PARTS
    else:
        off = far - case.range
        brakes = int(case.full * CAUTION)
        closing = braked_speed(off, brakes) if off >= 0 else -braked_speed(-off, brakes)
    along = (offset[0] * closing // far, offset[1] * closing // far) if far else (0, 0)
    q, r = theirs[0] + along[0] - own[0], theirs[1] + along[1] - own[1]
    wanted = length(q, r)
    if wanted > case.full:
        q, r = q * case.full // wanted, r * case.full // wanted
    most = TOP_SPEED * HEX_PARTS
    return max(-most, min(most, own[0] + q)), max(-most, min(most, own[1] + r))


def braked_speed(way: int, brakes: int) -> int:
    """The greatest speed that can be braked away over so long a way, by so much less in each turn."""
    speed = way
    for turns in range(1, LONGEST_BRAKING + 1):
        speed = way // turns + brakes * (turns - 1) // 2
        if speed <= turns * brakes:
            break
    return speed
