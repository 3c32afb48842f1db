"""Where units stand: velocities as whole numbers, the hexes that bodies fill and what they hide, and craft that are joined
(PW-B53)."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product
from math import isqrt, lcm
from typing import Final, TypeVar

from rules.hexes import Hex, distance, line, ring
from rules.pentagon_war.changes import alive
from rules.pentagon_war.designs import Design, DesignLink
from rules.pentagon_war.geometry import BATTLE_MAP, Arc, sides_to
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import thrust_class
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Body, CountedVelocity, Craft, Drone, Missile, UnitId, Velocity
from rules.values import IllegalOrderError, changed

TOP_SPEED: Final = 12
"""The game's top speed, and the last column of the impulse chart (PW-C24, PW-M18)."""

ROUNDING_PARTS: Final = 10**9
Mover = TypeVar("Mover", Craft, Drone)


def counted_velocity(velocity: Velocity, turn: int, options: Options) -> CountedVelocity:
    """What each component counts as on the chart in a turn: toward zero, or by turns when fractions move (PW-M16, PW-A47)."""
    return CountedVelocity(
        component(velocity.a, turn, fractional=options.fractional_movement),
        component(velocity.c, turn, fractional=options.fractional_movement),
    )


def component(value: Fraction, turn: int, *, fractional: bool) -> int:
    """One component's whole number, signed, never beyond 12.

    Toward zero; with `fractional`, one more on the turns that a fraction n/d of the absolute value gives: those where
    floor(turn x n/d) has grown (PW-A47).
    """
    size = abs(value)
    whole = size.numerator // size.denominator
    if fractional:
        part = size - whole
        whole += (turn * part) // 1 - ((turn - 1) * part) // 1
    return _signed(min(whole, TOP_SPEED), value)


def after_change(before: CountedVelocity, old: Velocity, new: Velocity, turn: int, options: Options) -> CountedVelocity:
    """The counted components after an acceleration in mid-turn, when the columns change at once (PW-A48, PW-A52)."""
    return CountedVelocity(
        _changed(before.a, old.a, new.a, turn, fractional=options.fractional_movement),
        _changed(before.c, old.c, new.c, turn, fractional=options.fractional_movement),
    )


def _changed(count: int, old: Fraction, new: Fraction, turn: int, *, fractional: bool) -> int:
    """A component that grew keeps the higher count of a turn, one that shrank the lower; through zero is both (PW-A52)."""
    if old == new:
        return count
    if old * new < 0:
        count, old = 0, Fraction(0)
    fresh = abs(component(new, turn, fractional=fractional))
    size = max(abs(count), fresh) if abs(new) > abs(old) else min(abs(count), fresh)
    return _signed(size, new or old)


def _signed(size: int, like: Fraction) -> int:
    return -size if like < 0 else size


def recount(battle: Battle) -> Battle:
    """The battle with every craft's and drone's components counted for the turn that begins (PW-C37)."""
    return changed(
        battle,
        craft={name: unit if unit.fate else _recounted(battle, unit) for name, unit in battle.craft.items()},
        drones={name: _recounted(battle, unit) for name, unit in battle.drones.items()},
    )


def _recounted(battle: Battle, unit: Mover) -> Mover:
    return changed(unit, counted=counted_velocity(unit.velocity, battle.now.turn, battle.options), column_before=None)


def absolute_speed(moving: Velocity | CountedVelocity, options: Options) -> Fraction:
    """Speed in hexes a turn: the larger of two components of one sign, the sum of unlike ones (PW-M19).

    With the trigonometric option the root of A x A + C x C - A x C (PW-A60), rounded down to a thousand-millionth.
    """
    a, c = Fraction(moving.a), Fraction(moving.c)
    if not options.trig_speed:
        return hexes_displaced(a, c)
    square = a * a + c * c - a * c
    return Fraction(isqrt(square.numerator * ROUNDING_PARTS**2 // square.denominator), ROUNDING_PARTS)


def hexes_displaced(a: Fraction, c: Fraction) -> Fraction:
    """How many hexes a move of `a` along A and `c` along C spans; also how great an acceleration is (PW-M06, PW-M19)."""
    return max(abs(a), abs(c), abs(a - c))


def clamp_velocity(before: Velocity, after: Velocity, options: Options) -> Velocity:
    """The velocity an acceleration leads to: no component beyond 12 (PW-M18).

    Under a top absolute speed, what would go past it changes nothing (PW-C24).
    """
    held = Velocity(_within(after.a), _within(after.c))
    most = options.max_absolute_speed
    if most is not None and absolute_speed(held, options) > max(Fraction(most), absolute_speed(before, options)):
        return before
    return held


def _within(value: Fraction) -> Fraction:
    return max(Fraction(-TOP_SPEED), min(Fraction(TOP_SPEED), value))


def check_start(design: Design, velocity: Velocity, options: Options) -> None:
    """IllegalOrderError for a velocity a craft of this design may not begin with (PW-S46, PW-M28, PW-C24)."""
    if design.is_base and velocity != Velocity():
        raise IllegalOrderError(
            f"{design.name} has no engines, so it starts at rest, with both components 0.", rule="PW-M28"
        )
    if max(abs(velocity.a), abs(velocity.c)) > TOP_SPEED:
        raise IllegalOrderError(f"A velocity component is {TOP_SPEED} at most, either way.", rule="PW-C24")
    most = options.max_absolute_speed
    if most is not None and absolute_speed(velocity, options) > most:
        raise IllegalOrderError(f"This battle's top speed is {most} hexes a turn.", rule="PW-C24")


GAS_GIANT: Final = "gas giant"
"""The `weapon` of the blows a gas giant gives (PW-A74)."""


def in_play(battle: Battle) -> tuple[Body, ...]:
    """The bodies of a battle by id, without those destroyed; none if it is played without planets (PW-A61)."""
    if not battle.options.planets:
        return ()
    return tuple(body for _, body in sorted(battle.bodies.items()) if not body.destroyed)


def fills(body: Body, here: Hex) -> bool:
    """Whether a body fills this hex: its rings, its one hex, none if smaller than a hex, or all beyond a map edge

    (PW-A61, PW-A65, PW-A68, PW-A71).
    """
    if body.destroyed:
        return False
    if body.edge is not None:
        return _beyond(body.edge, here) >= 0
    return 0 <= distance(body.at, here) <= body.radius


def _beyond(edge: tuple[str, int, int], here: Hex) -> int:
    """How many hexes inside the edge's far side a hex lies; negative for how many before it."""
    axis, number, sign = edge
    column, row = BATTLE_MAP.offset(here)
    return (column if axis == "column" else row) * sign - number * sign


def body_at(battle: Battle, here: Hex) -> Body | None:
    """The body that fills a hex, if any."""
    return next((body for body in in_play(battle) if fills(body, here)), None)


def blocks(body: Body) -> bool:
    """Whether a body hides what is behind it: only those of several hexes, and gas giants (PW-A67, PW-A72)."""
    return body.gas_giant or body.radius >= 1


def blocking_body(battle: Battle, a: Hex, b: Hex) -> UnitId | None:
    """The body that bars lock-on and direct fire between two hexes, None if the line is free (PW-A67, PW-A72).

    A line along the side of a planet's hex only grazes it and is free, unless both hexes it runs between are the
    planet's. What stands in an end hex does not hide itself, except inside a gas giant, which is closed to fire.
    """
    bodies = [body for body in in_play(battle) if blocks(body)]
    if not bodies:
        return None
    steps = line(a, b)
    for body in bodies:
        through = steps if body.gas_giant else steps[1:-1]
        if any(all(fills(body, here) for here in step) for step in through):
            return body.id
    return None


def range_to(here: Hex, body: Body) -> int:
    """The range in hexes to the nearest hex of a body; 0 inside it (PW-A63)."""
    if body.edge is not None:
        return max(0, -_beyond(body.edge, here))
    return max(0, distance(here, body.at) - max(0, body.radius))


def nearest_hex(here: Hex, body: Body) -> Hex:
    """The hex of a body that a shot from `here` strikes: the nearest, of several the first round it (PW-A63)."""
    if fills(body, here):
        return here
    if body.edge is not None:
        axis, number, _ = body.edge
        column, row = BATTLE_MAP.offset(here)
        return BATTLE_MAP.hex(number, row) if axis == "column" else BATTLE_MAP.hex(column, number)
    return min(ring(body.at, max(0, body.radius)), key=lambda edge: distance(here, edge))


def thinned_by(body: Body) -> int:
    """The points of damage a direct-fire weapon loses in a body's atmosphere: 1, or 0 without one (PW-A64)."""
    return 1 if body.atmosphere else 0


def first_entered(battle: Battle, path: Iterable[Hex], *, giants: bool) -> tuple[Body, Hex] | None:
    """The first body, and its hex, on a path; gas giants only, or all others only (PW-M21, PW-A62)."""
    bodies = [body for body in in_play(battle) if body.gas_giant is giants]
    return next(((body, here) for here in path for body in bodies if fills(body, here)), None)


def drag(battle: Battle, craft: Craft, path: Iterable[Hex]) -> Blow | None:
    """The blow of a gas giant to a craft that was in it on this impulse: its absolute speed, rounded down (PW-A74).

    It strikes the side that faces the motion; on a tie the clockwise one, the other as the owner's choice.
    """
    inside = first_entered(battle, path, giants=True)
    points = int(absolute_speed(craft.velocity, battle.options))
    if inside is None or points < 1:
        return None
    sides = sides_to(Hex(0, 0), craft.facing, toward(craft.velocity))
    other = sides[0] if len(sides) > 1 else 0
    return Blow(craft.id, inside[0].id, GAS_GIANT, sides[-1], points, side_choice=other)


def toward(velocity: Velocity) -> Hex:
    """A hex in the exact direction of a velocity, as seen from the origin (PW-M06)."""
    scale = lcm(Fraction(velocity.a).denominator, Fraction(velocity.c).denominator)
    return Hex(int(velocity.c * scale), -int(velocity.a * scale))


MEETING_HEXES: Final = 6
"""Two units farther apart than this cannot meet on the next impulse: at most 2 hexes each, and 1 by a beam."""


def group(battle: Battle, craft: Craft) -> tuple[Craft, ...]:
    """The craft that move as one with this one, itself included, by id (PW-M30)."""
    if not craft.joined:
        return (craft,)
    return tuple(other for other in alive(battle) if other.joined == craft.joined)


def group_key(craft: Craft) -> str:
    """One word for all craft that move as one: they share a record."""
    return craft.joined or craft.id


def group_class(battle: Battle, craft: Craft) -> Fraction:
    """The size (or mass) classes of a group added up: the engines it takes for standard (PW-M30, PW-A58)."""
    return sum((thrust_class(member, battle.options) for member in group(battle, craft)), Fraction(0))


def links(battle: Battle, craft: Craft) -> tuple[tuple[Craft, DesignLink], ...]:
    """The craft joined directly to this one, each with the attachment it hangs on, by id (PW-S142)."""
    return tuple(_links(craft, group(battle, craft)))


def _links(craft: Craft, members: tuple[Craft, ...]) -> Iterator[tuple[Craft, DesignLink]]:
    free = list(craft.design.attachments)
    for other in members:
        fitting = next((place for place in free if place.to == other.design.name), None)
        if other.id != craft.id and fitting is not None and attachment(other, craft) is not None:
            free.remove(fitting)
            yield other, fitting


def attachment(craft: Craft, other: Craft) -> DesignLink | None:
    """The first place on a craft's design that was built for the other's design (PW-S141, PW-S142)."""
    return next((place for place in craft.design.attachments if place.to == other.design.name), None)


def free_place(battle: Battle, craft: Craft, other: Craft) -> DesignLink | None:
    """A place on a craft for another's design that nothing hangs on yet (PW-S142)."""
    left = list(craft.design.attachments)
    for _, place in links(battle, craft):
        left.remove(place)
    return next((place for place in left if place.to == other.design.name), None)


def blocked_arcs(battle: Battle, craft: Craft) -> frozenset[Arc]:
    """The arcs of a craft that its joined neighbours stand in: no weapon fires through them (PW-M30, PW-S142)."""
    return frozenset(place.blocks for _, place in links(battle, craft))


def part_group(battle: Battle, craft: Craft) -> tuple[Craft, ...]:
    """The craft of a group with their new marks after one has left it; pieces that still hang together stay joined."""
    rest = tuple(member for member in group(battle, craft) if member.id != craft.id)
    return (changed(craft, joined=""), *_pieces(rest))


def _pieces(members: tuple[Craft, ...]) -> Iterator[Craft]:
    left = list(members)
    while left:
        piece, new = [], [left[0]]
        while new:
            member = new.pop()
            left.remove(member)
            piece.append(member)
            near = {other.id for other, _ in _links(member, members)}
            new += [other for other in left if other.id in near and other not in new]
        name = joined_name(piece) if len(piece) > 1 else ""
        yield from (changed(member, joined=name) for member in piece)


def joined_name(members: list[Craft]) -> str:
    """The id of a group: its members' ids in order, joined by plus signs."""
    return "+".join(sorted(member.id for member in members))


def note_apart(battle: Battle) -> Battle:
    """The battle with the differences of hexes of all near pairs noted; pairs in one hex keep what was noted (PW-B53).

    "X1>Y1" is X1's hex minus Y1's; both ways round are noted, for craft with craft and craft with drones and missiles.
    """
    noted: dict[str, Hex] = {}
    for one, other in _pairs(battle):
        q, r = one.at.q - other.at.q, one.at.r - other.at.r
        for name, gap in ((f"{one.id}>{other.id}", _gap(q, r)), (f"{other.id}>{one.id}", _gap(-q, -r))):
            if q or r:
                noted[name] = gap
            elif name in battle.apart:
                noted[name] = battle.apart[name]
    return battle if noted == battle.apart else changed(battle, apart=noted)


@lru_cache(maxsize=256)
def _gap(q: int, r: int) -> Hex:
    """One value for each difference of near hexes: thousands are noted in an impulse."""
    return Hex(q, r)


def _pairs(battle: Battle) -> Iterator[tuple[Craft, Craft | Drone | Missile]]:
    craft = alive(battle)
    small: list[Drone | Missile] = [drone for _, drone in sorted(battle.drones.items())]
    small += [missile for _, missile in sorted(battle.missiles.items())]
    pairs: chain[tuple[Craft, Craft | Drone | Missile]] = chain(combinations(craft, 2), product(craft, small))
    return ((one, other) for one, other in pairs if distance(one.at, other.at) <= MEETING_HEXES)


def last_apart(apart: Mapping[str, Hex], unit: UnitId, other: UnitId) -> Hex | None:
    """Where `other` was as seen from `unit`, when the two last stood in different hexes; None if never (PW-B53)."""
    return apart.get(f"{other}>{unit}")
