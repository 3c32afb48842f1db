"""Segment 6: drones come and go: launched from bays, landed; and docked when a beam has reeled them in (PW-S71 to PW-S83)."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from rules.dice import Roller
from rules.errors import IllegalOrderError, NotYoursError, quoted
from rules.events import Cause
from rules.hexes import Hex
from rules.pentagon_war.changes import Done, own_craft, put, without
from rules.pentagon_war.events import Launched, LinkChanged
from rules.pentagon_war.geometry import directions_to, step
from rules.pentagon_war.movement.records import mixed
from rules.pentagon_war.movement.thrust import FINEST
from rules.pentagon_war.orders import LandDrone, LaunchDrone
from rules.pentagon_war.positions.counting import MOST, counted
from rules.pentagon_war.shipyard.sizes import size_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.invisibility import expose, reveal
from rules.pentagon_war.units import Bay, Craft, Drone, SideId, Velocity, WeaponId

LAUNCH_SPREAD: Final = 3
"""A launched drone's components lie within this of its launcher's (PW-S72)."""

LANDING_SPREAD: Final = 1
"""A landing drone's components lie within this of its carrier's (PW-S83)."""


def take_off(battle: Battle, decision: LaunchDrone, dice: Roller) -> Done:
    """A drone leaves its bay, which gives an invisible craft away (PW-S90); no dice are rolled."""
    del dice
    battle, given_away = expose(battle, decision.craft, Cause("PW-S90"))
    battle, drone = launch(battle, battle.craft[decision.craft], decision)
    left = Launched(battle.now, Cause("PW-S72"), drone.id, decision.craft, "drone", drone.at, drone.facing)
    return battle, (*given_away, left)


def land(battle: Battle, decision: LandDrone, dice: Roller) -> Done:
    """A drone goes into an empty bay of its carrier, whose place is known then; no dice are rolled."""
    del dice
    battle, given_away = reveal(battle, decision.carrier, Cause("PW-S83"))
    landed = LinkChanged(battle.now, Cause("PW-S83"), "landed", decision.drone, decision.carrier)
    aboard = stow(battle, battle.drones[decision.drone], battle.craft[decision.carrier])
    return aboard, (*given_away, landed)


def check_take_off(battle: Battle, side: SideId, decision: LaunchDrone) -> None:
    """A GameError if a drone may not leave so now (PW-S71, PW-S72, PW-B03)."""
    craft = own_craft(battle, side, decision.craft)
    bay = _bay(craft, decision.bay)
    if bay.state != "full":
        raise IllegalOrderError(
            f"Drone bay {bay.id} of {craft.name} is {'destroyed' if bay.state == 'destroyed' else 'empty'}.",
            rule="PW-S71",
        )
    rate = size_class(craft, battle.options)
    gone = sum(drone.owner == craft.id and drone.launched == battle.now.absolute for drone in battle.drones.values())
    if gone >= rate:
        raise IllegalOrderError(
            f"{craft.name} is of size class {rate} and launches {rate} drones an impulse at most.", rule="PW-B03"
        )
    if not 0 <= decision.facing < 6:
        raise IllegalOrderError("A facing is one of the six letters A to F.", rule="PW-M02")
    for name, mine, its in (("A", craft.velocity.a, decision.a), ("C", craft.velocity.c, decision.c)):
        if abs(its - mine) > LAUNCH_SPREAD or abs(its) > MOST or (its - mine).denominator > FINEST:
            raise IllegalOrderError(
                f"The drone's {name} component must lie within {LAUNCH_SPREAD} of {craft.name}'s {mixed(mine)} (parts of"
                f" {FINEST} at the finest) and be {MOST} at most; {mixed(its)} is not.",
                rule="PW-S72",
            )


def _bay(craft: Craft, bay_id: WeaponId) -> Bay:
    found = next((bay for bay in craft.bays if bay.id == bay_id), None)
    if found is None:
        raise IllegalOrderError(f"{craft.name} has no drone bay {quoted(bay_id)}.", rule="PW-S71")
    return found


def launch(battle: Battle, craft: Craft, decision: LaunchDrone) -> tuple[Battle, Drone]:
    """The battle with a drone in flight and a dot in its bay; `check` first. It moves from the next impulse on."""
    bay = _bay(craft, decision.bay)
    again = f"-{bay.launches + 1}" if bay.launches else ""
    velocity = Velocity(Fraction(decision.a), Fraction(decision.c))
    drone = Drone(
        id=f"{craft.id}.{bay.id}{again}",
        side=craft.side,
        owner=craft.id,
        arm=bay.arm,
        at=craft.at,
        facing=decision.facing,
        velocity=velocity,
        counted=counted(velocity, battle.now.turn, battle.options),
        launched=battle.now.absolute,
        accelerations=bay.accelerations,
        fired=bay.fired,
    )
    emptied = replace(bay, state="dotted", launches=bay.launches + 1, accelerations=0, fired=0)
    return put(battle, _with_bay(craft, emptied), drone), drone


def _with_bay(craft: Craft, bay: Bay) -> Craft:
    return replace(craft, bays=tuple(bay if each.id == bay.id else each for each in craft.bays))


def check_landing(battle: Battle, side: SideId, decision: LandDrone) -> None:
    """A GameError if a drone may not land so now (PW-S83, PW-B70)."""
    drone, carrier = battle.drones.get(decision.drone), own_craft(battle, side, decision.carrier)
    if drone is None or drone.side != side:
        raise NotYoursError(f"{quoted(decision.drone)} is not a drone of yours in flight.")
    if drone.launched == battle.now.absolute:
        raise IllegalOrderError(f"{drone.id} has only just been launched.", rule="PW-B70")
    if drone.at != carrier.at:
        raise IllegalOrderError(f"{drone.id} lands only in the hex of {carrier.name}.", rule="PW-S83")
    apart = max(abs(drone.velocity.a - carrier.velocity.a), abs(drone.velocity.c - carrier.velocity.c))
    if apart > LANDING_SPREAD:
        raise IllegalOrderError(
            f"{drone.id} must match each component of {carrier.name} to within {LANDING_SPREAD} to land.", rule="PW-S83"
        )
    if empty_bay(carrier, drone) is None:
        raise IllegalOrderError(f"{carrier.name} has no empty drone bay.", rule="PW-S83")


def empty_bay(carrier: Craft, drone: Drone) -> Bay | None:
    """The bay a drone would go into: an empty undestroyed one, first those built for its weapon (PW-S82)."""
    free = [bay for bay in carrier.bays if bay.state == "dotted"]
    return min(free, key=lambda bay: bay.arm != drone.arm, default=None)


def stow(battle: Battle, drone: Drone, carrier: Craft) -> Battle:
    """The battle with a drone aboard: dot erased, counter removed, beams on it idle; its fuel and shot are remembered."""
    bay = empty_bay(carrier, drone)
    assert bay is not None
    filled = replace(bay, arm=drone.arm, state="full", accelerations=drone.accelerations, fired=drone.fired)
    aboard = put(without(battle, [drone.id]), _with_bay(carrier, filled))
    return replace(aboard, locks=tuple(lock for lock in aboard.locks if lock.target != drone.id))


def reeled(here: Hex, captor: Hex) -> Hex:
    """One hex nearer to the captor, the clockwise one of two (PW-S80)."""
    ways = directions_to(here, captor)
    return step(here, ways[-1]) if ways else here
