"""Segment 6: craft join and separate (PW-M30, PW-S142); orbits declared, a step along the ring in ten turns (PW-A66)."""

from typing import Final

from rules.dice import Roller
from rules.hexes import Hex, distance, ring
from rules.pentagon_war.changes import Done, own_craft, put_units, seers_of
from rules.pentagon_war.events import Event, LinkChanged
from rules.pentagon_war.orders import EnterOrbit, Join, Separate
from rules.pentagon_war.positions import absolute_speed, attachment, free_place, group, in_play, joined_name, part_group
from rules.pentagon_war.shipyard.pricing import size_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import reveal
from rules.pentagon_war.units import IMPULSES, Body, CountedVelocity, Craft, Orbit, SideId, Velocity
from rules.values import Cause, IllegalOrderError, changed, quoted

JOIN_SPEED_SPREAD = 1
"""Components of craft that join lie within this of each other (PW-M30)."""
WIDEST_ORBIT_HEXES: Final = 5
"""The widest ring round a body, in hexes from its counter (PW-A66)."""
ORBIT_STEP_IMPULSES: Final = 10 * IMPULSES
"""Impulses from one step to the next: one hex every ten turns (PW-A66)."""


def check_separate(battle: Battle, side: SideId, decision: Separate) -> None:
    """A GameError if this craft may not part from others now (PW-M30)."""
    craft = own_craft(battle, side, decision.craft)
    if len(group(battle, craft)) < 2:
        raise IllegalOrderError(f"{craft.name} is joined to nothing.", rule="PW-M30")


def check_halves(battle: Battle, side: SideId, decision: Join) -> tuple[Craft, Craft]:
    """The craft that would join, wherever they are; a GameError if they were not built for it (PW-S141)."""
    craft, to = own_craft(battle, side, decision.craft), own_craft(battle, side, decision.to)
    if attachment(craft, to) is None or attachment(to, craft) is None:
        raise IllegalOrderError(f"{craft.name} and {to.name} were not built to be joined.", rule="PW-S141")
    return craft, to


def check_join(battle: Battle, side: SideId, decision: Join) -> None:
    """A GameError if these craft may not join now (PW-M30, PW-S141, PW-S142)."""
    craft, to = own_craft(battle, side, decision.craft), own_craft(battle, side, decision.to)
    if craft.id == to.id or to in group(battle, craft):
        raise IllegalOrderError(f"{craft.name} and {to.name} are one already.", rule="PW-M30")
    check_halves(battle, side, decision)
    if free_place(battle, craft, to) is None or free_place(battle, to, craft) is None:
        raise IllegalOrderError(f"The place of {craft.name} or {to.name} for the other is taken.", rule="PW-S142")
    if craft.at != to.at:
        raise IllegalOrderError(f"{craft.name} joins {to.name} only in the same hex.", rule="PW-M30")
    if max(abs(craft.velocity.a - to.velocity.a), abs(craft.velocity.c - to.velocity.c)) > JOIN_SPEED_SPREAD:
        raise IllegalOrderError(
            f"{craft.name} must match each component of {to.name} to within {JOIN_SPEED_SPREAD} to join it.",
            rule="PW-M30",
        )


def separate(battle: Battle, decision: Separate, dice: Roller) -> Done:
    """A craft leaves its group; no dice are rolled."""
    del dice
    craft = battle.craft[decision.craft]
    event = LinkChanged(
        battle.now, Cause("PW-M30"), "separated", craft.id, craft.joined, seen_by=seers_of(battle, craft.id)
    )
    return put_units(battle, *part_group(battle, craft)), (event,)


def join(battle: Battle, decision: Join, dice: Roller) -> Done:
    """Two craft join: the smaller takes the larger's velocity and its place beside it. No dice are rolled."""
    del dice
    craft, to = battle.craft[decision.craft], battle.craft[decision.to]
    members = [*group(battle, craft), *group(battle, to)]
    given_away: tuple[Event, ...] = ()
    if craft.hidden is not to.hidden:  # what joins a craft that can be seen is seen itself
        battle, given_away = reveal(battle, craft.id if craft.hidden else to.id, Cause("PW-M30"))
        craft, to = battle.craft[craft.id], battle.craft[to.id]
    event = LinkChanged(battle.now, Cause("PW-M30"), "joined", craft.id, to.id, seen_by=seers_of(battle, craft.id))
    smaller, larger = sorted(
        (craft, to), key=lambda each: sum(size_class(m, battle.options) for m in group(battle, each))
    )
    place = free_place(battle, larger, smaller)
    assert place is not None
    turn = (larger.facing + place.relative_facing - smaller.facing) % 6
    name = joined_name(members)
    moved = (
        changed(
            each,
            joined=name,
            facing=(each.facing + turn) % 6,
            velocity=larger.velocity,
            counted=larger.counted,
            orbit=larger.orbit,
        )
        for each in group(battle, smaller)
    )
    kept = (changed(each, joined=name) for each in group(battle, larger))
    return put_units(battle, *kept, *moved), (*given_away, event)


def enter_orbit(battle: Battle, decision: EnterOrbit, dice: Roller) -> Done:
    """An orbit declared; joined craft enter one together, at rest but for it. No dice are rolled."""
    del dice
    craft = battle.craft[decision.craft]
    orbit = orbit_for(battle, craft, decision.body)
    circling = (
        changed(member, orbit=orbit, velocity=Velocity(), counted=CountedVelocity()) for member in group(battle, craft)
    )
    event = LinkChanged(battle.now, Cause("PW-A66"), "orbit", craft.id, orbit.body, seen_by=seers_of(battle, craft.id))
    return put_units(battle, *circling), (event,)


def check_orbit(battle: Battle, side: SideId, decision: EnterOrbit) -> None:
    """A GameError if this craft may not declare itself in orbit now (PW-A66)."""
    craft = own_craft(battle, side, decision.craft)
    if craft.orbit is not None:
        raise IllegalOrderError(f"{craft.name} is in orbit already.", rule="PW-A66")
    orbit_for(battle, craft, decision.body)


def orbit_for(battle: Battle, craft: Craft, body_id: str) -> Orbit:
    """The orbit a craft enters by declaring it now; IllegalOrderError if it may not (PW-A66)."""
    body = check_body(battle, body_id)
    radius = _radius(craft, body)
    speed = CountedVelocity(int(craft.velocity.a), int(craft.velocity.c))
    clockwise = True
    if speed != CountedVelocity():
        going = Hex(craft.at.q + speed.c, craft.at.r - speed.a)
        ways = [way for way in (True, False) if next_hex(craft.at, body, clockwise=way) == going]
        if absolute_speed(speed, battle.options) > 1 or not ways:
            raise IllegalOrderError(
                f"{craft.name} must be at speed 0, or at speed 1 along the ring, to enter an orbit.", rule="PW-A66"
            )
        clockwise = ways[0]
    return Orbit(body.id, radius, battle.now.absolute, clockwise)


def check_body(battle: Battle, body_id: str) -> Body:
    """A planet or moon that there is; IllegalOrderError for anything else (PW-A66)."""
    body = next((each for each in in_play(battle) if each.id == body_id and not each.star), None)
    if body is None:
        raise IllegalOrderError(f"{quoted(body_id)} is not a planet or moon of this battle.", rule="PW-A66")
    return body


def _radius(craft: Craft, body: Body) -> int:
    radius = distance(craft.at, body.at)
    if body.edge is not None or not max(body.radius, 0) < radius <= WIDEST_ORBIT_HEXES:
        raise IllegalOrderError(
            f"An orbit round {body.name} is at most {WIDEST_ORBIT_HEXES} hexes from its middle, and outside it.",
            rule="PW-A66",
        )
    return radius


def next_hex(here: Hex, body: Body, *, clockwise: bool) -> Hex:
    """The next hex of the ring round a body on which `here` lies."""
    around = ring(body.at, distance(here, body.at))
    return around[(around.index(here) + (1 if clockwise else -1)) % len(around)]


def orbital_path(battle: Battle, craft: Craft, moment: int) -> tuple[Hex, ...]:
    """The hex an orbiting craft enters on an absolute impulse: none but once in ten turns (PW-A66)."""
    orbit = craft.orbit
    if orbit is None or moment <= orbit.since or (moment - orbit.since) % ORBIT_STEP_IMPULSES:
        return ()
    body = next((each for each in in_play(battle) if each.id == orbit.body), None)
    return () if body is None else (next_hex(craft.at, body, clockwise=orbit.clockwise),)
