"""Magnetic beams that attach: to craft, to missiles, to own drones; locks that break (PW-S106 to PW-S109)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from rules.events import Cause
from rules.pentagon_war.changes import find, put, seen
from rules.pentagon_war.events import BeamChanged, Event, LinkChanged
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.units import Craft, Drone, Lock, Missile


def attach(battle: Battle, shot: Shot, hit: bool, cause: Cause) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after a beam was fired to attach: a lock on a hit, a snagged drone or a grabbed missile with it."""
    missed = BeamChanged(battle.now, cause, shot.craft, shot.weapon, shot.target, "missed")
    target, captor = find(battle, shot.target), battle.craft[shot.craft]
    if not hit or target is None:
        return battle, (missed,)
    lock = Lock(captor.id, shot.weapon, target.id, _mode(battle, shot), shot.doubled, battle.now.absolute)
    battle = replace(battle, locks=(*battle.locks, lock))
    events: list[Event] = [replace(missed, what="attached")]
    if isinstance(target, Missile) and not target.captor:
        battle = put(battle, replace(target, captor=captor.id, held_velocity=captor.velocity))
        events.append(LinkChanged(battle.now, Cause("PW-S86"), "grabbed", target.id, captor.id))
    if isinstance(target, Drone) and target.side == captor.side and not target.captor:
        snagged = replace(target, captor=captor.id, velocity=captor.velocity, counted=captor.counted)
        battle = put(battle, snagged)
        events.append(LinkChanged(battle.now, Cause("PW-S80"), "snagged", target.id, captor.id))
    return battle, tuple(events)


def _mode(battle: Battle, shot: Shot) -> Literal["attract", "repel"]:
    """What the beam does until it is set otherwise in segment 2: as its captain's programme says, else it attracts."""
    programme = battle.programmes.get(shot.craft)
    return "repel" if programme is not None and programme.beam == "repel" else "attract"


def without_locks(battle: Battle, broken: Callable[[Lock], bool], cause: Cause) -> tuple[Battle, tuple[Event, ...]]:
    """The battle without the locks `broken` picks; drones and missiles that nothing holds any more fly on (PW-S108)."""
    gone = [lock for lock in battle.locks if broken(lock)]
    if not gone:
        return battle, ()
    battle = replace(battle, locks=tuple(lock for lock in battle.locks if lock not in gone))
    for lock in gone:
        held = find(battle, lock.target)
        if isinstance(held, Drone | Missile) and not _is_held(battle, held):
            battle = put(battle, replace(held, captor=""))
    return battle, tuple(
        BeamChanged(battle.now, cause, lock.craft, lock.beam, lock.target, "broken", seen(battle, lock.craft))
        for lock in gone
    )


def _is_held(battle: Battle, held: Drone | Missile) -> bool:
    return any(lock.craft == held.captor and lock.target == held.id for lock in battle.locks)


def is_working(craft: Craft | None, lock: Lock) -> bool:
    """Whether the craft and the beam of a lock still exist (PW-S108)."""
    return (
        craft is not None
        and not craft.fate
        and any(weapon.id == lock.beam and not weapon.destroyed for weapon in craft.weapons)
    )
