"""Velocities as whole numbers: what a component counts as this turn, how fast a craft is, what speeds are allowed."""

from fractions import Fraction
from math import isqrt
from typing import Final, TypeVar

from rules.errors import IllegalOrderError
from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Counted, Craft, Drone, Velocity
from rules.values import changed

MOST: Final = 12
"""The game's top speed, and the last column of the impulse chart (PW-C24, PW-M18)."""

PRECISION: Final = 10**9
Mover = TypeVar("Mover", Craft, Drone)


def counted(velocity: Velocity, turn: int, options: Options) -> Counted:
    """What each component counts as on the chart in a turn: toward zero, or by turns when fractions move (PW-M16, PW-A47)."""
    return Counted(
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
    return _signed(min(whole, MOST), value)


def after_change(before: Counted, old: Velocity, new: Velocity, turn: int, options: Options) -> Counted:
    """The counted components after an acceleration in mid-turn, when the columns change at once (PW-A48, PW-A52)."""
    return Counted(
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
    return changed(unit, counted=counted(unit.velocity, battle.now.turn, battle.options), column_before=None)


def absolute_speed(moving: Velocity | Counted, options: Options) -> Fraction:
    """Speed in hexes a turn: the larger of two components of one sign, the sum of unlike ones (PW-M19).

    With the trigonometric option the root of A x A + C x C - A x C (PW-A60), rounded down to a thousand-millionth.
    """
    a, c = Fraction(moving.a), Fraction(moving.c)
    if not options.trig_speed:
        return hexes_displaced(a, c)
    square = a * a + c * c - a * c
    return Fraction(isqrt(square.numerator * PRECISION**2 // square.denominator), PRECISION)


def hexes_displaced(a: Fraction, c: Fraction) -> Fraction:
    """How many hexes a move of `a` along A and `c` along C spans; also how great an acceleration is (PW-M06, PW-M19)."""
    return max(abs(a), abs(c), abs(a - c))


def clamped(before: Velocity, after: Velocity, options: Options) -> Velocity:
    """The velocity an acceleration leads to: no component beyond 12 (PW-M18).

    Under a top absolute speed, what would go past it changes nothing (PW-C24).
    """
    held = Velocity(_within(after.a), _within(after.c))
    most = options.max_absolute_speed
    if most is not None and absolute_speed(held, options) > max(Fraction(most), absolute_speed(before, options)):
        return before
    return held


def _within(value: Fraction) -> Fraction:
    return max(Fraction(-MOST), min(Fraction(MOST), value))


def check_start(design: Design, velocity: Velocity, options: Options) -> None:
    """IllegalOrderError for a velocity a craft of this design may not begin with (PW-S46, PW-M28, PW-C24)."""
    if design.is_base and velocity != Velocity():
        raise IllegalOrderError(
            f"{design.name} has no engines, so it starts at rest, with both components 0.", rule="PW-M28"
        )
    if max(abs(velocity.a), abs(velocity.c)) > MOST:
        raise IllegalOrderError(f"A velocity component is {MOST} at most, either way.", rule="PW-C24")
    most = options.max_absolute_speed
    if most is not None and absolute_speed(velocity, options) > most:
        raise IllegalOrderError(f"This battle's top speed is {most} hexes a turn.", rule="PW-C24")
