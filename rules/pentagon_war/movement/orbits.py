"""Segment 6: orbits declared; and the step along the ring once in ten turns (PW-A66)."""

from dataclasses import replace
from typing import Final

from rules.dice import Roller
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause
from rules.hexes import Hex, distance, ring
from rules.pentagon_war.changes import Done, own_craft, put, seen
from rules.pentagon_war.events import LinkChanged
from rules.pentagon_war.orders import EnterOrbit
from rules.pentagon_war.positions.bodies import in_play
from rules.pentagon_war.positions.counting import absolute_speed
from rules.pentagon_war.positions.joined import group
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import IMPULSES, Body, Counted, Craft, Orbit, SideId, Velocity

WIDEST: Final = 5
"""The widest ring round a body, in hexes from its counter (PW-A66)."""

PERIOD: Final = 10 * IMPULSES
"""Impulses from one step to the next: one hex every ten turns (PW-A66)."""


def enter(battle: Battle, decision: EnterOrbit, dice: Roller) -> Done:
    """An orbit declared; joined craft enter one together, at rest but for it. No dice are rolled."""
    del dice
    craft = battle.craft[decision.craft]
    orbit = orbit_for(battle, craft, decision.body)
    circling = (replace(member, orbit=orbit, velocity=Velocity(), counted=Counted()) for member in group(battle, craft))
    event = LinkChanged(battle.now, Cause("PW-A66"), "orbit", craft.id, orbit.body, seen_by=seen(battle, craft.id))
    return put(battle, *circling), (event,)


def check(battle: Battle, side: SideId, decision: EnterOrbit) -> None:
    """A GameError if this craft may not declare itself in orbit now (PW-A66)."""
    craft = own_craft(battle, side, decision.craft)
    if craft.orbit is not None:
        raise IllegalOrderError(f"{craft.name} is in orbit already.", rule="PW-A66")
    orbit_for(battle, craft, decision.body)


def orbit_for(battle: Battle, craft: Craft, body_id: str) -> Orbit:
    """The orbit a craft enters by declaring it now; IllegalOrderError if it may not (PW-A66)."""
    body = next((each for each in in_play(battle) if each.id == body_id), None)
    if body is None:
        raise IllegalOrderError(f"{quoted(body_id)} is no planet or moon of this battle.", rule="PW-A66")
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
