"""Planets, moons and gas giants: the hexes they fill, what they hide, how far off they are, what they do to units."""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Final

from rules.hexes import Hex, distance, line, ring
from rules.pentagon_war.geometry import MAP, sides_to
from rules.pentagon_war.positions.counting import absolute_speed
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Body, Craft, UnitId, Velocity

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
    column, row = MAP.offset(here)
    return (column if axis == "column" else row) * sign - number * sign


def body_at(battle: Battle, here: Hex) -> Body | None:
    """The body that fills a hex, if any."""
    return next((body for body in in_play(battle) if fills(body, here)), None)


def blocks(body: Body) -> bool:
    """Whether a body hides what is behind it: only those of several hexes, and gas giants (PW-A67, PW-A72)."""
    return body.gas_giant or body.radius >= 1


def blocked(battle: Battle, a: Hex, b: Hex) -> UnitId | None:
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
        column, row = MAP.offset(here)
        return MAP.hex(number, row) if axis == "column" else MAP.hex(column, number)
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
