"""Magnetic locks in the movement segments: when they break, and what an attached beam is set to (PW-S108, PW-S118)."""

from dataclasses import replace

from rules.errors import IllegalOrderError, quoted
from rules.events import Cause
from rules.hexes import distance
from rules.pentagon_war.changes import find, own_craft, put, seen
from rules.pentagon_war.events import BeamChanged, Event
from rules.pentagon_war.orders import SetBeam
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.targets import BEAM_RANGE
from rules.pentagon_war.units import Craft, Drone, Lock, Missile, UnitId, Weapon, WeaponId


def beam_of(craft: Craft, beam: WeaponId) -> Weapon:
    """A craft's undestroyed magnetic beam; IllegalOrderError if there is none of this id."""
    found = next((weapon for weapon in craft.weapons if weapon.id == beam and weapon.kind == "beam"), None)
    if found is None or found.destroyed:
        raise IllegalOrderError(f"{craft.name} has no working magnetic beam {quoted(beam)}.", rule="PW-S108")
    return found


def lock_of(battle: Battle, craft: UnitId, beam: WeaponId) -> Lock | None:
    """What a beam is attached to, if anything."""
    return next((lock for lock in battle.locks if (lock.craft, lock.beam) == (craft, beam)), None)


def check_beam(battle: Battle, side: str, decision: SetBeam) -> None:
    """IllegalOrderError if a beam may not be set so: only one that holds something pulls, pushes or is cut.

    A beam that is free may be set to cancel what pulls at its own craft, unless it was used this turn (PW-S118, PW-S109).
    """
    craft = own_craft(battle, side, decision.craft)
    weapon = beam_of(craft, decision.beam)
    lock = lock_of(battle, craft.id, decision.beam)
    if craft.controls == 0 and decision.mode != "cut":
        raise IllegalOrderError(f"{craft.name} has no controls left to work a magnetic beam.", rule="PW-S147")
    if lock is None and decision.mode != "cancel":
        raise IllegalOrderError(f"Magnetic beam {decision.beam} of {craft.name} holds nothing.", rule="PW-S108")
    if lock is None and weapon.tried:
        raise IllegalOrderError(f"Magnetic beam {decision.beam} has been used this turn.", rule="PW-S109")
    if lock is not None and lock.target == craft.id and decision.mode in {"attract", "repel"}:
        raise IllegalOrderError(
            f"Magnetic beam {decision.beam} of {craft.name} is attached to nothing.", rule="PW-S108"
        )


def set_beam(battle: Battle, decision: SetBeam) -> tuple[Battle, Event]:
    """The battle with a beam set as decided; `check_beam` first. A free beam that cancels is locked on its own craft."""
    lock = lock_of(battle, decision.craft, decision.beam)
    rule = {"attract": "PW-S112", "repel": "PW-S113", "cancel": "PW-S118", "cut": "PW-S108"}[decision.mode]
    target = decision.craft if lock is None else lock.target
    others = tuple(each for each in battle.locks if each is not lock)
    if decision.mode == "cut":
        battle = _let_go(replace(battle, locks=others), target)
    else:
        new = replace(
            lock or Lock(decision.craft, decision.beam, target, since=battle.now.absolute), mode=decision.mode
        )
        battle = replace(battle, locks=(*others, new))
    seen_by = seen(battle, decision.craft)
    return battle, BeamChanged(battle.now, Cause(rule), decision.craft, decision.beam, target, decision.mode, seen_by)


def break_locks(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """The battle without the locks that cannot last: beam, craft or target gone, out of range, or no controls left

    (PW-S108, PW-S147). Drones and missiles that nothing holds any more fly on by themselves.
    """
    broken = [(lock, rule) for lock in battle.locks if (rule := _breaks(battle, lock))]
    if not broken:
        return battle, ()
    gone = [lock for lock, _ in broken]
    battle = replace(battle, locks=tuple(lock for lock in battle.locks if lock not in gone))
    for lock in gone:
        battle = _let_go(battle, lock.target)
    events = (
        BeamChanged(battle.now, Cause(rule), lock.craft, lock.beam, lock.target, "broken", seen(battle, lock.craft))
        for lock, rule in broken
    )
    return battle, tuple(events)


def _breaks(battle: Battle, lock: Lock) -> str:
    """The rule by which a lock ends now; "" while it lasts."""
    craft, target = find(battle, lock.craft), find(battle, lock.target)
    if not isinstance(craft, Craft) or target is None or distance(craft.at, target.at) > BEAM_RANGE:
        return "PW-S108"
    if not any(weapon.id == lock.beam and not weapon.destroyed for weapon in craft.weapons):
        return "PW-S108"
    return "" if craft.controls else "PW-S147"


def _let_go(battle: Battle, target: UnitId) -> Battle:
    """The battle with a drone or missile flying on by itself, unless another beam of its captor still holds it."""
    held = find(battle, target)
    if not isinstance(held, Drone | Missile) or any(
        (each.craft, each.target) == (held.captor, target) for each in battle.locks
    ):
        return battle
    return put(battle, replace(held, captor=""))
