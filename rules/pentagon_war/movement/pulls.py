"""What magnetic beams do in segment 2: whom they accelerate, where to, how hard, and what comes back (PW-S110 to PW-S118)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from rules.dice import Roll, Roller
from rules.hexes import Hex
from rules.pentagon_war.changes import find, key
from rules.pentagon_war.geometry import Facing, absolute, sides_to
from rules.pentagon_war.movement.thrust import top_multiple
from rules.pentagon_war.positions.apart import last_apart
from rules.pentagon_war.positions.joined import group_class, group_key
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, Drone, Lock, UnitId

DRONE_RATE: Final = Fraction(1)
"""A drone is accelerated at standard by any number of beams (PW-S117)."""


@dataclass(frozen=True, slots=True)
class Push:
    """An acceleration of a unit (and what is joined to it) toward a facing, by its own engines or by another's beam."""

    unit: UnitId
    facing: Facing
    multiple: Fraction
    by: UnitId = ""
    rule: str = "PW-M09"
    brake: bool = False
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pull:
    """One beam at work: how many engines it is worth."""

    lock: Lock
    engines: int


def strength(lock: Lock) -> int:
    """A beam counts as one engine, a doubled one as two (PW-S110)."""
    return 2 if lock.doubled else 1


def is_infinite(craft: Craft) -> bool:
    """Whether beams cannot move it: an anchored base or a craft moored to a body (PW-S116, PW-A56, PW-A69)."""
    return craft.anchored


def beam_pushes(battle: Battle, crashing: frozenset[str], dice: Roller) -> tuple[Push, ...]:
    """All accelerations by beams on this impulse, by target, then beaming craft; `crashing` groups' beams rest (PW-A04)."""
    pulls = _at_work(battle, crashing)
    pushes: list[Push] = []
    for target, found in groupby(sorted(pulls, key=_order), key=lambda pull: pull.lock.target):
        unit, net = find(battle, target), list(found)
        if isinstance(unit, Craft):
            net = _uncancelled(battle, unit, net, crashing)
        for (craft_id, mode), beams in groupby(net, key=lambda pull: (pull.lock.craft, pull.lock.mode)):
            engines = sum(pull.engines for pull in beams)
            pushes += _pushes(battle, battle.craft[craft_id], target, mode, engines, dice)
    return tuple(pushes)


def _order(pull: _Pull) -> tuple[str, str, str, str]:
    return pull.lock.target, pull.lock.craft, pull.lock.mode, pull.lock.beam


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
        if battle.options.magbeam_reaction and not is_infinite(craft):
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
    elif not is_infinite(unit):
        rule = "PW-S112" if mode == "attract" else "PW-S113"
        yield Push(unit.id, facing, engines / group_class(battle, unit), beamer.id, rule, rolls=rolls)
    if battle.options.magbeam_reaction and not is_infinite(beamer):
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
