"""What a captain may be advised: the stances that suit a craft now, and a turn as one of them would fly and fire it.

Made from the side's view, with everybody else coasting and no die rolled; so it promises nothing about the enemy.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rules.hexes import distance
from rules.pentagon_war.captains.course import no_thrust
from rules.pentagon_war.captains.plotted import ALL_WEAPONS
from rules.pentagon_war.captains.preview import LOCK_ON_DIE_SIDES, Preview, preview
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.combat.odds import bolt_table, odds
from rules.pentagon_war.geometry import Facing, directions_to, step
from rules.pentagon_war.movement.rotation import BASE_WAITS, limit
from rules.pentagon_war.programme import Condition, FireLine, MoveLine, PowerPlan, Programme, Stance
from rules.pentagon_war.shipyard.pricing import boxes_left, built, size_class
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.targets import Arm, arms, power_of
from rules.pentagon_war.turn.aims import edge_gap, way_out
from rules.pentagon_war.turn.power import radar_rating
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import IMPULSES, Craft, Gun, UnitId, Weapon
from rules.values import GameError, Value, changed

FIRING_RANGES: Final = (2, 4, 6, 9, 12, 18, 24, 32)
"""Ranges within which a captain may want to fire."""
FIGHTING_STANCES: Final[tuple[Stance, ...]] = ("aggressive", "cautious", "stand-off")
MOST_ADVISED: Final = 3
HURT_SHARE: Final = Fraction(2, 5)
"""With no more than this share of its boxes a craft may well run."""
LAST_MOVE_SEGMENT: Final = 3
"""After this segment of an impulse turns and thrust come with the next."""


class AdvisedStance(Value):
    """A stance that suits, and why."""

    stance: Stance
    reason: str


class CraftOutlook(Value):
    """A craft's turn as its captain may weigh it: `led` by its stance, the stances `advised`, the most sensible first, and
    its stance's turn as lines, in `drafted`.

    `enemy` is the nearest, "" for none in sight; `ahead` the facings toward it; `bands` the points of a volley on average by
    range, and `best` the one of them to fire within in this turn, 0 to hold fire: what hides does not fire before its stance.
    """

    led: Preview
    advised: tuple[AdvisedStance, ...]
    drafted: Programme
    enemy: UnitId
    ahead: tuple[Facing, ...]
    bands: tuple[tuple[int, Fraction], ...]
    best: int


def outlook(view: BattleView, unit: UnitId, stance: Stance) -> CraftOutlook:
    """What an own craft's captain may be told before they plot; `stance` is what plays it when they say nothing."""
    known = view.known
    craft = known.craft[unit]
    led = preview(view, Programme(unit, known.now.turn), stance)
    enemy = nearest_enemy(view, craft)
    bands = () if enemy is None else tuple((hexes, exchange(known, craft, enemy, hexes)[0]) for hexes in FIRING_RANGES)
    closest = min((hexes for _, hexes in led.ranges), default=0)
    most = STANCE_ROWS[stance].fire
    best = next((hexes for hexes, points in bands if closest <= hexes <= most and points >= 1), 0)
    if craft.hidden and not led.shots:
        best = 0
    return CraftOutlook(
        led,
        tuple(_advised(view, craft, enemy))[:MOST_ADVISED],
        _drafted(craft, stance, led, best, closest),
        "" if enemy is None else enemy.id,
        () if enemy is None else directions_to(craft.at, enemy.at),
        bands,
        best,
    )


def exchange(battle: Battle, craft: Craft, enemy: Craft, hexes: int) -> tuple[Fraction, Fraction]:
    """Points on average of all that a craft could fire at an enemy so many hexes off, with the power it has, and of all that
    the enemy could fire at it; arcs and cover aside."""
    toward = (directions_to(enemy.at, craft.at) or (enemy.facing,))[0]
    moved = _locking(battle, changed(craft, at=step(enemy.at, toward, hexes)))
    other = _locking(battle, enemy)
    there = changed(battle, craft={**battle.craft, moved.id: moved, other.id: other})
    return _volley(there, moved, other, hexes), _volley(there, other, moved, hexes)


def _locking(battle: Battle, craft: Craft) -> Craft:
    """A craft before the lock-ons of the turn are rolled, locked on if that is as likely as not (PW-B30)."""
    if battle.now.impulse:
        return craft
    return changed(craft, locked_on=craft.radar_on and 2 * radar_rating(craft) >= LOCK_ON_DIE_SIDES)


def _volley(battle: Battle, firer: Craft, target: Craft, hexes: int) -> Fraction:
    """A firer's shots, those that do most for their power first, until its power is gone."""
    shots = []
    for arm in arms(firer):
        points = _mean(battle, firer, arm, target, hexes)
        if points:
            price: int = sum(power_of(battle, firer, [Shot(firer.id, arm.id, target.id)]).values())
            shots.append((-2 * points / max(2 * price, 1), arm.id, price, points))
    total, power = Fraction(0), firer.cpmf.left
    for _, _, price, points in sorted(shots):
        if price <= power:
            total, power = total + points, power - price
    return total


def _mean(battle: Battle, firer: Craft, arm: Arm, target: Craft, hexes: int) -> Fraction:
    if (isinstance(arm.of, Weapon) and arm.of.destroyed) or (isinstance(arm.of, Gun) and not arm.of.left):
        return Fraction(0)
    if arm.kind == "metal":
        return Fraction(bolt_table(battle).get(hexes, 0))
    try:
        return odds(battle, firer, arm.id, target.id).mean
    except GameError:
        return Fraction(0)  # it cannot be aimed at that, or not by this


def _advised(view: BattleView, craft: Craft, enemy: Craft | None) -> Iterator[AdvisedStance]:
    if enemy is None:
        yield AdvisedStance("cautious", "no enemy is in sight; it spends little and watches")
        return
    adrift = "" if craft.is_base else no_thrust(view.known, craft)
    if adrift:
        yield from _adrift(view.known, craft, enemy, adrift)
        return
    found = {stance: exchange(view.known, craft, enemy, STANCE_ROWS[stance].range) for stance in FIGHTING_STANCES}
    order = sorted(FIGHTING_STANCES, key=lambda stance: (found[stance][1] - found[stance][0], found[stance][1]))
    ours, theirs = found[order[0]]
    whole, now = (sum(boxes.values()) for boxes in (built(craft.design), boxes_left(craft)))
    unarmed = not any(given for given, _ in found.values()) and not any(box.state == "full" for box in craft.missiles)
    flees = "nothing aboard can hurt them" if unarmed else f"{now} of {whole} boxes are left"
    out = way_out(view.known, craft)
    if out is not None:
        yield AdvisedStance(
            "flee", f"runs for the edge that it is to leave by, {edge_gap(out, craft.at)} rows or columns off"
        )
    elif unarmed or (now <= HURT_SHARE * whole and theirs > ours):
        yield AdvisedStance("flee", f"{STANCE_ROWS['flee'].promise}: {flees}")
    friends = [other for other in view.known.craft.values() if other.side == craft.side and not other.fate]
    ward = max(friends, key=lambda other: (size_class(other), -distance(other.at, craft.at), other.id), default=craft)
    for place, stance in enumerate(order):
        if place == 1 and size_class(ward) > size_class(craft):
            yield AdvisedStance("escort", f"stays by {ward.name}, your largest")
        given, taken = found[stance]
        there = f"there your volley does {_round(given)} points on average, {enemy.name}'s {_round(taken)}"
        yield AdvisedStance(stance, f"{STANCE_ROWS[stance].promise}; {there}")


def _adrift(battle: Battle, craft: Craft, enemy: Craft, why: str) -> Iterator[AdvisedStance]:
    """The stances of a craft that goes where it drifts: they differ in their fire and their screens alone."""
    given, taken = exchange(battle, craft, enemy, distance(craft.at, enemy.at))
    order: tuple[Stance, ...] = ("cautious", "stand-off") if taken > given else ("stand-off", "cautious")
    for stance in order:
        row = STANCE_ROWS[stance]
        power = "keeps the most power for its screens" if row.saved > 1 else "leaves a little power for its screens"
        yield AdvisedStance(stance, f"cannot thrust: {why}; it drifts, fires within {row.fire} hexes and {power}")


def _round(points: Fraction) -> int:
    return (points.numerator * 2 + points.denominator) // (2 * points.denominator)


def _drafted(craft: Craft, stance: Stance, led: Preview, best: int, closest: int) -> Programme:
    """A stance's turn as lines: its power (what hides stays hidden), turns and thrust, all weapons within the best range,
    missiles where it launches them."""
    plan = Programme("", 0, stance=stance, power=led.allocation or PowerPlan())
    fire = (fire_lines("", best),) if best else ()
    missiles = launch_lines(craft, STANCE_ROWS[stance].missiles) if closest <= STANCE_ROWS[stance].missiles else ()
    return changed(plan, moves=led.moves, fire=(*fire, *missiles), screens=STANCE_ROWS[stance].screens)


def fire_lines(target: UnitId, hexes: int) -> FireLine:
    """All that fires directly, at a unit or the nearest enemy, within so many hexes."""
    return FireLine((ALL_WEAPONS,), target, (Condition("range", "<=", hexes, target),))


def launch_lines(craft: Craft, hexes: int) -> tuple[FireLine, ...]:
    """Every missile aboard at the nearest enemy within so many hexes."""
    boxes = tuple(box.id for box in craft.missiles if box.state == "full" and not box.kind.hyper)
    return (FireLine(boxes, "", (Condition("range", "<=", hexes),)),) if boxes else ()


def first_open(battle: Battle) -> int:
    """The first impulse of the turn whose turns and thrust are still to come."""
    now = battle.now
    return max(1, now.impulse + (now.segment >= LAST_MOVE_SEGMENT))


def course_of(battle: Battle, craft: Craft, plan: Programme) -> tuple[Facing, int]:
    """Where a programme turns a craft to in what is left of the turn, and on how many impulses it thrusts."""
    first = first_open(battle)
    coming = [move for move in sorted(plan.moves, key=lambda move: move.impulse) if move.impulse >= first]
    facing = next((move.facing for move in reversed(coming) if move.facing is not None), craft.facing)
    return facing, sum(bool(move.accelerate) for move in coming)


def steer(battle: Battle, craft: Craft, plan: Programme, facing: Facing, thrust: int) -> Programme:
    """A programme with other moves from now on: a turn to a facing as fast as the craft can, then so many impulses of
    standard thrust, as far as the turn goes."""
    first = first_open(battle)
    most = limit(battle, craft)[0] or 1
    wait = BASE_WAITS if craft.is_base else 1
    moves: list[MoveLine] = []
    impulse, now = first, craft.facing
    while now != facing and impulse <= IMPULSES:
        around = (facing - now) % 6
        by = min(around, most) if around <= 3 else -min(6 - around, most)
        now = (now + by) % 6
        moves.append(MoveLine(impulse, now))
        impulse += wait if now != facing else 0
    for at in range(impulse, min(impulse + thrust, IMPULSES + 1)):
        if moves and moves[-1].impulse == at:
            moves[-1] = changed(moves[-1], accelerate=Fraction(1))
        else:
            moves.append(MoveLine(at, accelerate=Fraction(1)))
    return changed(plan, moves=(*(move for move in plan.moves if move.impulse < first), *moves))
