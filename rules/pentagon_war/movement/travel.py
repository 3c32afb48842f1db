"""Segment 3: craft and drones move together, then missiles and bolts (PW-M20 to PW-M24)."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war.changes import alive, put_units, remove_units, seekers, seers_of
from rules.pentagon_war.events import Event, Gone, LinkChanged, Moved, TrackLost
from rules.pentagon_war.geometry import BATTLE_MAP, step
from rules.pentagon_war.movement.launching import empty_bay, reel_in, stow
from rules.pentagon_war.movement.links_and_orbits import orbital_path
from rules.pentagon_war.movement.locks import break_locks
from rules.pentagon_war.movement.rotation import Seeker, endurance_of, has_reached, is_spent, speed_of, strikes
from rules.pentagon_war.movement.thrust import moves_on, path_of, steps
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.positions import drag, first_entered, note_apart
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile, UnitId
from rules.values import Adjudication, Cause, Value, changed

Small: TypeAlias = Drone | Missile | Bolt

FORGOTTEN_HEXES: Final = 64
"""A missile out of fuel that is farther than this from every craft on the map is no longer followed (PW-S64)."""


class ImpulsePath(Value):
    """Where one unit goes on this impulse: the hexes it enters, up to the body it runs into, if any."""

    path: tuple[Hex, ...]
    entered: UnitId = ""


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Everything moves by its chart column; seekers that reach their targets and units that run into planets are marked.

    `arrived` and `entered` are for the segments to come (PW-M22, PW-A62). Nothing is decided or rolled here.
    """
    del decisions, dice
    battle = note_apart(_unmarked(battle))
    events: list[Event] = []
    for stage in (_craft_and_drones, _docked, _seekers, _forgotten, break_locks):
        battle, told = stage(battle)
        events += told
    return Adjudication(note_apart(_columns_settled(battle)), tuple(events))


def _unmarked(battle: Battle) -> Battle:
    craft = (changed(unit, entered="") for unit in battle.craft.values() if unit.entered)
    drones = (changed(unit, entered="") for unit in battle.drones.values() if unit.entered)
    flying = (changed(unit, entered="", arrived=False) for unit in seekers(battle) if unit.entered or unit.arrived)
    return put_units(battle, *craft, *drones, *flying)


def _columns_settled(battle: Battle) -> Battle:
    craft = (changed(unit, column_before=None) for unit in battle.craft.values() if unit.column_before)
    drones = (changed(unit, column_before=None) for unit in battle.drones.values() if unit.column_before)
    return put_units(battle, *craft, *drones)


def _craft_and_drones(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """Craft, drones, and missiles that a beam holds: all from where they stood when the segment began (PW-C36)."""
    legs: dict[UnitId, ImpulsePath] = {
        craft.id: _cut_short(battle, _craft_path(battle, craft)) for craft in alive(battle)
    }
    held: list[Drone | Missile] = [*battle.drones.values()]
    held += [missile for missile in battle.missiles.values() if missile.captor]
    for unit in held:
        legs[unit.id] = _cut_short(battle, _small_path(battle, unit, legs))
    events: list[Event] = []
    for unit_id, leg in sorted(legs.items()):
        craft = battle.craft.get(unit_id)
        if craft is not None:
            battle, told = _craft_moved(battle, craft, leg)
        else:
            battle, told = _small_moved(battle, battle.drones.get(unit_id) or battle.missiles[unit_id], leg)
        events += told
    return battle, tuple(events)


def _craft_path(battle: Battle, craft: Craft) -> tuple[Hex, ...]:
    if craft.orbit is not None:
        return orbital_path(battle, craft, battle.now.absolute)
    return path_of(craft.at, *steps(craft, battle.now.impulse, battle.options))


def _small_path(battle: Battle, unit: Drone | Missile, legs: dict[UnitId, ImpulsePath]) -> tuple[Hex, ...]:
    """A free drone goes by its components; what a beam holds goes along with its captor, a drone one hex nearer too

    (PW-S80, PW-S86).
    """
    captor = battle.craft.get(unit.captor)
    if captor is None or captor.fate:
        return path_of(unit.at, *steps(unit, battle.now.impulse, battle.options)) if isinstance(unit, Drone) else ()
    path = [Hex(unit.at.q + h.q - captor.at.q, unit.at.r + h.r - captor.at.r) for h in legs[captor.id].path]
    end, there = (path or [unit.at])[-1], (legs[captor.id].path or (captor.at,))[-1]
    if isinstance(unit, Drone) and end != there:
        path.append(reel_in(end, there))
    return tuple(path)


def _cut_short(battle: Battle, path: tuple[Hex, ...]) -> ImpulsePath:
    found = first_entered(battle, path, giants=False)
    if found is None:
        return ImpulsePath(path)
    body, there = found
    return ImpulsePath(path[: path.index(there) + 1], body.id)


def _move_events(battle: Battle, unit: Craft | Small, leg: ImpulsePath) -> list[Event]:
    if not leg.path:
        return []
    rule = "PW-M20" if isinstance(unit, Craft | Drone) else "PW-M24"
    return [Moved(battle.now, Cause(rule), unit.id, (unit.at, *leg.path), seen_by=seers_of(battle, unit.id))]


def _craft_moved(battle: Battle, craft: Craft, leg: ImpulsePath) -> tuple[Battle, list[Event]]:
    """A craft in its new hex; a gas giant's drag becomes a blow, the map's edge ends its battle (PW-A74, PW-M26)."""
    events = _move_events(battle, craft, leg)
    end = leg.path[-1] if leg.path else craft.at
    arrived = changed(craft, at=end, entered=leg.entered)
    if leg.path and _is_off_map(battle, end):
        events.append(
            Gone(battle.now, Cause("PW-M26"), craft.id, end, "disengaged", seen_by=seers_of(battle, craft.id))
        )
        return put_units(battle, changed(arrived, fate="disengaged")), events
    blow = drag(battle, craft, leg.path or (craft.at,))
    if blow is not None:
        battle = changed(battle, blows=(*battle.blows, blow))
    return put_units(battle, arrived), events


def _small_moved(battle: Battle, unit: Small, leg: ImpulsePath) -> tuple[Battle, list[Event]]:
    """A drone, missile or bolt in its new hex, or gone in a gas giant or over the map's edge (PW-A73, PW-M26)."""
    events = _move_events(battle, unit, leg)
    end = leg.path[-1] if leg.path else unit.at
    why: Literal["", "vaporised", "disengaged"] = ""
    if first_entered(battle, leg.path, giants=True) is not None:
        why, rule = "vaporised", "PW-A73"
    elif leg.path and _is_off_map(battle, end):
        why, rule = "disengaged", "PW-M26"
    if why:
        events.append(Gone(battle.now, Cause(rule), unit.id, end, why))
        return remove_units(battle, [unit.id]), events
    if isinstance(unit, Missile) and unit.captor and moves_on(unit.speed, battle.now.impulse, battle.options):
        unit = changed(unit, moved=unit.moved + 1)  # its fuel runs on while a beam holds it (PW-S86)
    return put_units(battle, changed(unit, at=end, entered=leg.entered)), events


def _is_off_map(battle: Battle, here: Hex) -> bool:
    """Whether a hex lies beyond the edge a scenario fixed, where no gas giant stands (PW-M26, PW-A71)."""
    if battle.edge is None or first_entered(battle, [here], giants=True) is not None:
        return False
    left, top, right, bottom = battle.edge
    column, row = BATTLE_MAP.offset(here)
    return not (left <= column <= right and top <= row <= bottom)


def _docked(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """Drones that have been reeled into their captor's hex dock, if a bay is empty (PW-S82)."""
    events: list[Event] = []
    for drone in [drone for _, drone in sorted(battle.drones.items()) if drone.captor]:
        captor = battle.craft[drone.captor]
        if not captor.fate and captor.at == drone.at and empty_bay(captor, drone) is not None:
            events.append(LinkChanged(battle.now, Cause("PW-S82"), "docked", drone.id, captor.id))
            battle = stow(battle, drone, captor)
    return battle, tuple(events)


def _seekers(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """Missiles and bolts, after their targets have moved; one that has reached its target goes no farther (PW-M22)."""
    events: list[Event] = []
    for seeker in seekers(battle):
        if isinstance(seeker, Missile) and seeker.captor:
            continue
        can_strike = strikes(seeker, battle.options)
        if can_strike and has_reached(battle, seeker):
            battle = put_units(battle, changed(seeker, arrived=True))
        elif moves_on(speed_of(seeker, battle.options), battle.now.impulse, battle.options):
            battle, told = _stepped(battle, seeker, can_strike=can_strike)
            events += told
    return battle, tuple(events)


def _stepped(battle: Battle, seeker: Seeker, *, can_strike: bool) -> tuple[Battle, list[Event]]:
    leg = _cut_short(battle, (step(seeker.at, seeker.heading),))
    was_spent = is_spent(seeker, battle.options)
    battle, events = _small_moved(battle, changed(seeker, moved=seeker.moved + 1), leg)
    moved = battle.missiles.get(seeker.id) or battle.bolts.get(seeker.id)
    if moved is None:
        return battle, events
    if can_strike and has_reached(battle, moved):
        return put_units(battle, changed(moved, arrived=True)), events
    if was_spent or not is_spent(moved, battle.options):
        return battle, events
    if isinstance(moved, Bolt):
        events.append(Gone(battle.now, Cause("PW-S135"), moved.id, moved.at, "spent"))
        return remove_units(battle, [moved.id]), events
    return battle, [*events, TrackLost(battle.now, Cause("PW-S64"), moved.id)]


def _forgotten(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """Missiles without fuel that have drifted far from everybody who can be seen are taken off the map (PW-S64)."""
    far = [
        seeker
        for seeker in seekers(battle)
        if is_spent(seeker, battle.options)
        and seeker.moved > endurance_of(seeker, battle.options)
        and all(distance(seeker.at, craft.at) > FORGOTTEN_HEXES for craft in alive(battle) if not craft.hidden)
    ]
    gone = (Gone(battle.now, Cause("PW-S64"), seeker.id, seeker.at, "spent") for seeker in far)
    return remove_units(battle, [seeker.id for seeker in far]), tuple(gone)
