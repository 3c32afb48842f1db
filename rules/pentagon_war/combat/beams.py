"""Magnetic beams that attach: to craft, to missiles, to own drones (PW-S80, PW-S86, PW-S106, PW-S107)."""

from dataclasses import replace
from typing import Literal

from rules.events import Cause
from rules.pentagon_war.changes import find, put
from rules.pentagon_war.events import BeamChanged, Event, LinkChanged
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.units import Drone, Lock, Missile


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
