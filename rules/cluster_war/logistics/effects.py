"""What a failed stress check comes to, carried out by the GM's word (CW-4.3-21)."""

from dataclasses import replace

from rules.cluster_war.events.all import Event
from rules.cluster_war.events.empire import Amended
from rules.cluster_war.logistics.stress_effects import StressEffect
from rules.cluster_war.movement.fleets import new_fleet_id, put, shown
from rules.cluster_war.state.geometry import distance
from rules.cluster_war.state.holdings import Base
from rules.cluster_war.state.names import HexId, ShipId, SideId
from rules.cluster_war.state.units import Fleet, Leg, Ship
from rules.cluster_war.working.turn_state import Draft
from rules.errors import GameError, quoted
from rules.events import Cause

LEAVING = {
    "rogue": "went rogue and obey no longer",
    "mutiny": "mutinied and are lost to you",
    "retire": "left for a neutral world and will not come back",
    "surrender": "surrendered",
}


def apply_effect(draft: Draft, effect: StressEffect, cause: Cause) -> tuple[Event, ...]:
    """Carry an effect out on all its units; GameError, and nothing changed, when it names what is not there."""
    units = tuple(dict.fromkeys(effect.units))
    found = [draft.ships.get(u) or draft.bases.get(u) for u in units]
    unknown = [u for u, f in zip(units, found, strict=True) if f is None]
    if unknown or not units:
        missing = quoted(unknown[0]) if unknown else "that"
        raise GameError(f"There is no ship or base {missing}; units are written side/id, like humans/DD01.")
    told: list[Event] = []
    for side in sorted({f.side for f in found if f is not None}):
        mine = [f for f in found if f is not None and f.side == side]
        told.append(Amended(text=_apply(draft, side, mine, effect), cause=cause, seen_by=(side,)))
        if effect.effect == "surrender" and effect.to:
            ids = ", ".join(shown(u.id) for u in mine)
            text = f"{ids} of {draft.sides[side].name} surrendered to you."
            told.append(Amended(text=text, cause=cause, seen_by=(effect.to,)))
    return tuple(told)


def _apply(draft: Draft, side: SideId, units: list[Ship | Base], effect: StressEffect) -> str:
    """The change for one side's units; what its owner reads."""
    ids = ", ".join(shown(u.id) for u in units)
    if effect.effect == "nothing":
        return f"{ids}: the crews pull themselves together."
    if effect.effect == "damage":
        for unit in units:
            if isinstance(unit, Ship):
                draft.ships[unit.id] = replace(unit, damage=unit.damage + 1)
            else:
                draft.bases[unit.id] = replace(unit, damage=unit.damage + 1)
        return f"{ids}: one component of each takes 1 damage."
    ships = tuple(u.id for u in units if isinstance(u, Ship))
    if effect.effect == "return":
        if len(ships) < len(units):
            raise GameError("A base cannot go home; choose another effect.", rule="CW-4.3-21")
        return f"{ids} turn back to {send_home(draft, side, ships)}."
    for unit in units:
        if isinstance(unit, Base):
            del draft.bases[unit.id]
    if effect.effect == "surrender" and effect.to:
        _hand_over(draft, ships, effect.to)
    else:
        _detach(draft, ships)
        for key in ships:
            del draft.ships[key]
    return f"{ids} {LEAVING[effect.effect]}."


def send_home(draft: Draft, side: SideId, ships: tuple[ShipId, ...]) -> HexId:
    """Send ships, apart from the rest of their fleets, to the side's nearest colony; its hex."""
    goal = ""
    for fleet in [f for f in draft.fleets_of(side) if set(f.ships) & set(ships)]:
        here = fleet.transit.to if fleet.transit is not None else fleet.hex
        colonies = sorted({c.hex for c in draft.colonies.values() if c.side == side})
        if not colonies:
            raise GameError(f"{draft.sides[side].name} has no colony to go home to.", rule="CW-4.3-21")
        goal = min(colonies, key=lambda h: (distance(draft.cluster, here, h), h))
        going = tuple(s for s in fleet.ships if s in ships)
        home = replace(fleet, ships=going, route=(Leg(goal),), mission="none", survey=None, mining=None, pick_up=())
        if len(going) < len(fleet.ships):
            home = replace(home, id=new_fleet_id(draft, side), name=f"{fleet.name}, going home", order="")
            put(draft, replace(fleet, ships=tuple(s for s in fleet.ships if s not in going)))
        put(draft, home)
    return goal


def _detach(draft: Draft, ships: tuple[ShipId, ...]) -> None:
    """Take ships out of their fleets; an empty fleet disappears."""
    for fleet in [f for f in draft.fleets.values() if set(f.ships) & set(ships)]:
        put(draft, replace(fleet, ships=tuple(s for s in fleet.ships if s not in ships)))


def _hand_over(draft: Draft, ships: tuple[ShipId, ...], to: SideId) -> None:
    """Ships change their flag where they are: new ids, and their designs on the new owner's roster."""
    if to not in draft.sides:
        raise GameError(f"There is no side {quoted(to)}; the sides are {', '.join(sorted(draft.sides))}.")
    for fleet in [f for f in list(draft.fleets.values()) if set(f.ships) & set(ships)]:
        if fleet.transit is not None:
            raise GameError(f"{fleet.name} is in FTL space; nobody can take its surrender there.", rule="CW-4.1-06")
        taken = tuple(s for s in fleet.ships if s in ships)
        put(draft, replace(fleet, ships=tuple(s for s in fleet.ships if s not in taken)))
        new = tuple(_reflag(draft, draft.ships.pop(key), to) for key in taken)
        prize = Fleet(new_fleet_id(draft, to), to, f"Prizes at {fleet.hex}", fleet.hex, new)
        put(draft, prize)


def _reflag(draft: Draft, ship: Ship, to: SideId) -> ShipId:
    design = draft.sides[ship.side].designs[ship.design]
    owner = draft.sides[to]
    name = design.id if owner.designs.get(design.id) == design else f"{ship.side}-{design.id}"
    if name not in owner.designs:
        draft.sides[to] = replace(owner, designs={**owner.designs, name: replace(design, id=name)})
    key = f"{to}/{design.prefix}{draft.next_id(f'ship/{to}/{design.prefix}'):02d}"
    draft.ships[key] = replace(ship, id=key, side=to, design=name, stress=0, failures=0, away=0)
    return key
