"""Magnetic beams in the movement segments: when locks break, what a beam is set to, whom it moves (PW-S108 to PW-S118)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Final

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war.changes import find, key, own_craft, put_units, seers_of
from rules.pentagon_war.events import BeamChanged, Event
from rules.pentagon_war.geometry import Facing, absolute, sides_to
from rules.pentagon_war.movement.thrust import top_multiple
from rules.pentagon_war.orders import SetBeam
from rules.pentagon_war.positions import group_class, group_key, last_apart
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.targets import BEAM_RANGE
from rules.pentagon_war.units import Craft, Drone, Lock, Missile, UnitId, Weapon, WeaponId
from rules.values import Cause, IllegalOrderError, Roll, Value, changed, quoted

DRONE_RATE: Final = Fraction(1)
"""A drone is accelerated at standard by any number of beams (PW-S117)."""


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
        battle = _let_go(changed(battle, locks=others), target)
    else:
        new = changed(
            lock or Lock(decision.craft, decision.beam, target, since=battle.now.absolute), mode=decision.mode
        )
        battle = changed(battle, locks=(*others, new))
    seen_by = seers_of(battle, decision.craft)
    return battle, BeamChanged(
        battle.now, Cause(rule), decision.craft, decision.beam, target, decision.mode, seen_by=seen_by
    )


def break_locks(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """The battle without the locks that cannot last: beam, craft or target gone, out of range, or no controls left

    (PW-S108, PW-S147). Drones and missiles that nothing holds any more fly on by themselves.
    """
    broken = [(lock, rule) for lock in battle.locks if (rule := _breaks(battle, lock))]
    if not broken:
        return battle, ()
    gone = [lock for lock, _ in broken]
    battle = changed(battle, locks=tuple(lock for lock in battle.locks if lock not in gone))
    for lock in gone:
        battle = _let_go(battle, lock.target)
    events = (
        BeamChanged(
            battle.now, Cause(rule), lock.craft, lock.beam, lock.target, "broken", seen_by=seers_of(battle, lock.craft)
        )
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
    return put_units(battle, changed(held, captor=""))


class Push(Value):
    """An acceleration of a unit (and what is joined to it) toward a facing, by its own engines or by another's beam."""

    unit: UnitId
    facing: Facing
    multiple: Fraction
    by: UnitId = ""
    rule: str = "PW-M09"
    brake: bool = False
    rolls: tuple[Roll, ...] = ()


class _Pull(Value):
    """One beam at work: how many engines it is worth."""

    lock: Lock
    engines: int


def strength(lock: Lock) -> int:
    """A beam counts as one engine, a doubled one as two (PW-S110)."""
    return 2 if lock.doubled else 1


def beam_pushes(battle: Battle, crashing: frozenset[str], dice: Roller) -> tuple[Push, ...]:
    """All accelerations by beams on this impulse, by target, then beaming craft; `crashing` groups' beams rest (PW-A04)."""
    order = attrgetter("lock.target", "lock.craft", "lock.mode", "lock.beam")
    pulls = sorted(_at_work(battle, crashing), key=order)
    pushes: list[Push] = []
    for target, found in groupby(pulls, key=lambda pull: pull.lock.target):
        unit, net = find(battle, target), list(found)
        if isinstance(unit, Craft):
            net = _uncancelled(battle, unit, net, crashing)
        for (craft_id, mode), beams in groupby(net, key=lambda pull: (pull.lock.craft, pull.lock.mode)):
            engines = sum(pull.engines for pull in beams)
            pushes += _pushes(battle, battle.craft[craft_id], target, mode, engines, dice)
    return tuple(pushes)


def _at_work(battle: Battle, crashing: frozenset[str]) -> Iterator[_Pull]:
    """The beams that attract or repel; under the reaction rule no more engines than twice their craft's class (PW-A55)."""
    spent: dict[str, int] = {}
    for lock in sorted(battle.locks, key=lambda each: (each.craft, each.beam)):
        craft = battle.craft[lock.craft]
        if lock.mode == "cancel" or group_key(craft) in crashing or _is_carried(battle, lock):
            continue
        target = battle.craft.get(lock.target)
        if target is not None and group_key(target) == group_key(craft):
            continue
        used = spent.get(group_key(craft), 0) + strength(lock)
        if battle.options.magbeam_reaction and not craft.anchored:
            if used > top_multiple(battle.options) * group_class(battle, craft):
                continue
            spent[group_key(craft)] = used
        yield _Pull(lock, strength(lock))


def _is_carried(battle: Battle, lock: Lock) -> bool:
    """Whether a lock drags a drone or missile along instead of accelerating it (PW-S80, PW-S86)."""
    unit = battle.drones.get(lock.target) or battle.missiles.get(lock.target)
    return lock.target in battle.missiles or (unit is not None and bool(unit.captor))


def _uncancelled(battle: Battle, target: Craft, pulls: list[_Pull], crashing: frozenset[str]) -> list[_Pull]:
    """The pulls left after the target's own beams have countered as many engines as they are worth (PW-S118).

    A beam set against one attacker counters that one's beams first, others in order of craft and beam.
    """
    own = [
        lock
        for lock in battle.locks
        if lock.mode == "cancel" and group_key(battle.craft[lock.craft]) == group_key(target) not in crashing
    ]
    for lock in sorted(own, key=lambda each: (each.craft, each.beam)):
        left = strength(lock)
        first = sorted(pulls, key=lambda pull: pull.lock.craft != lock.target)
        countered: dict[tuple[UnitId, str], int] = {}
        for pull in first:
            taken = min(left, pull.engines)
            countered[pull.lock.craft, pull.lock.beam] = pull.engines - taken
            left -= taken
        pulls = [_Pull(pull.lock, countered[pull.lock.craft, pull.lock.beam]) for pull in pulls]
    return [pull for pull in pulls if pull.engines > 0]


def _pushes(battle: Battle, beamer: Craft, target: UnitId, mode: str, engines: int, dice: Roller) -> Iterator[Push]:
    unit = find(battle, target)
    if not isinstance(unit, Craft | Drone):
        return
    nearer, rolls = _toward_beamer(battle, unit, beamer, dice)
    facing = nearer if mode == "attract" else (nearer + 3) % 6
    if isinstance(unit, Drone):
        yield Push(unit.id, facing, DRONE_RATE, beamer.id, "PW-S117", rolls=rolls)
    elif not unit.anchored:
        rule = "PW-S112" if mode == "attract" else "PW-S113"
        yield Push(unit.id, facing, engines / group_class(battle, unit), beamer.id, rule, rolls=rolls)
    if battle.options.magbeam_reaction and not beamer.anchored:
        yield Push(beamer.id, (facing + 3) % 6, engines / group_class(battle, beamer), beamer.id, "PW-A53", rolls=rolls)


def _toward_beamer(battle: Battle, unit: Craft | Drone, beamer: Craft, dice: Roller) -> tuple[Facing, tuple[Roll, ...]]:
    """The direction of the armor side a shot from the beam would strike (PW-S111); in one hex by PW-B53."""
    sides = sides_to(unit.at, unit.facing, beamer.at)
    if not sides:
        apart = last_apart(battle.apart, unit.id, beamer.id)
        sides = () if apart is None else sides_to(Hex(0, 0), unit.facing, apart)
    if sides:
        return absolute(unit.facing, sides[-1]), ()
    roll = dice.roll(key(battle, "pull", unit.id, beamer.id), 6)
    return absolute(unit.facing, roll.total), (roll,)
