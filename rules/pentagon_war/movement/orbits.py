"""Orbits: which craft may declare one, and the step along the ring once in ten turns (PW-A66)."""

from typing import Final

from rules.errors import GameError, IllegalOrderError, quoted
from rules.hexes import Hex, distance, ring
from rules.pentagon_war.geometry import step
from rules.pentagon_war.movement.bodies import in_play
from rules.pentagon_war.movement.counting import absolute_speed
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import IMPULSES, Body, Counted, Craft, Orbit

WIDEST: Final = 5
"""The widest ring round a body, in hexes from its counter (PW-A66)."""

PERIOD: Final = 10 * IMPULSES
"""Impulses from one step to the next: one hex every ten turns (PW-A66)."""


def orbit_for(battle: Battle, craft: Craft, body_id: str) -> Orbit:
    """The orbit a craft enters by declaring it now; IllegalOrderError if it may not (PW-A66)."""
    body = next((each for each in in_play(battle) if each.id == body_id), None)
    if body is None:
        raise GameError(f"{quoted(body_id)} is no planet or moon of this battle.")
    radius = _radius(craft, body)
    speed = Counted(int(craft.velocity.a), int(craft.velocity.c))
    clockwise = True
    if speed != Counted():
        going = Hex(craft.at.q + speed.c, craft.at.r - speed.a)
        ways = [way for way in (True, False) if next_hex(craft.at, body, clockwise=way) == going]
        if absolute_speed(speed, battle.options) > 1 or not ways:
            raise IllegalOrderError(
                f"{craft.name} must be at speed 0, or at speed 1 along the ring, to enter an orbit.", rule="PW-A66"
            )
        clockwise = ways[0]
    return Orbit(body.id, radius, battle.now.absolute, clockwise)


def _radius(craft: Craft, body: Body) -> int:
    radius = distance(craft.at, body.at)
    if body.edge is not None or not max(body.radius, 0) < radius <= WIDEST:
        raise IllegalOrderError(
            f"An orbit round {body.name} is at most {WIDEST} hexes from its middle, and outside it.", rule="PW-A66"
        )
    return radius


def next_hex(here: Hex, body: Body, *, clockwise: bool) -> Hex:
    """The next hex of the ring round a body on which `here` lies."""
    around = ring(body.at, distance(here, body.at))
    return around[(around.index(here) + (1 if clockwise else -1)) % len(around)]


def orbital_path(battle: Battle, craft: Craft, moment: int) -> tuple[Hex, ...]:
    """The hex an orbiting craft enters on an absolute impulse: none but once in ten turns (PW-A66)."""
    orbit = craft.orbit
    if orbit is None or moment <= orbit.since or (moment - orbit.since) % PERIOD:
        return ()
    body = next((each for each in in_play(battle) if each.id == orbit.body), None)
    return () if body is None else (next_hex(craft.at, body, clockwise=orbit.clockwise),)


def path_of(at: Hex, a: int, c: int) -> tuple[Hex, ...]:
    """The hexes a craft enters by steps of -1 to 1 along A and along C (PW-M20).

    Both of one sign are one hex along B or E; of unlike signs first the hex along A or D, then the one along C or F.
    """
    along_a, along_c = (0 if a > 0 else 3), (2 if c > 0 else 5)
    if a and a == c:
        return (step(at, 1 if a > 0 else 4),)
    path: list[Hex] = []
    if a:
        path.append(step(at, along_a))
    if c:
        path.append(step(path[-1] if path else at, along_c))
    return tuple(path)
