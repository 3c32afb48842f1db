"""The GM's hand on ships and fleets: where they are, what is lost, stress and repair (chapters 4, 6.7)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.logistics.stress import StressEffect, apply_effect
from rules.cluster_war.chapters.movement.fleets import put_fleet
from rules.cluster_war.chapters.officers.posts import lost_with
from rules.cluster_war.model.state.common import DesignId, FleetId, HexId, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.cluster_war.model.unit_design.wounded import crew_grade
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.values import GameError, changed, quoted, unknown

MOST_SHIPS: Final = 100
MOST_STRESS: Final = 100


class PlaceFleet(Amendment):
    """Put a fleet into a hex at once; any transit, route and survey work ends."""

    fleet: FleetId
    hex: HexId


class CreateShips(Amendment):
    """Create ships of one of the side's designs in a hex, in a new fleet or an existing one there."""

    side: SideId
    design: DesignId
    count: int
    hex: HexId
    fleet: str = ""


class RemoveShips(Amendment):
    """Remove ships (lost, captured, retired); an empty fleet disappears."""

    ships: tuple[ShipId, ...]


class SetStress(Amendment):
    """Set the stress tag of ships or bases: the work of hospital ships, or a slower recovery (CW-4.3-22)."""

    units: tuple[str, ...]
    stress: int


class RepairShips(Amendment):
    """Put right what a crash-built ship's flaws had put out of order (CW-6.7-03)."""

    ships: tuple[ShipId, ...]


def place_fleet(turn: Amending, order: PlaceFleet) -> None:
    """Put a fleet into a hex; GameError for one that is not there."""
    if order.fleet not in turn.fleets:
        names = turn.fleets
        raise unknown(GameError, f"There is no fleet {quoted(order.fleet)}.", order.fleet, "There are", names)
    found, there = turn.fleets[order.fleet], turn.hex(order.hex)
    turn.fleets[found.id] = changed(
        found, hex=there, transit=None, route=(), pick_up=(), survey=None, course=None, raid=None
    )
    turn.tell(f"{found.name} is now at {there}.", found.side)


def create_ships(turn: Amending, order: CreateShips) -> None:
    """New ships of a side; GameError for a design that is none of its ships."""
    side = turn.side(order.side)
    design = side.designs.get(order.design)
    if design is None or design.kind != "ship":
        ships = [d.id for d in side.designs.values() if d.kind == "ship"]
        lead = f"{side.name} has no ship design {quoted(order.design)}."
        raise unknown(GameError, lead, order.design, "Its ships are", ships)
    if not 1 <= order.count <= MOST_SHIPS:
        raise GameError(f"Create 1 to {MOST_SHIPS} ships at a time, not {order.count}.")
    there = turn.hex(order.hex)
    keys = []
    for _ in range(order.count):
        key = f"{side.id}/{design.prefix}{turn.next_id(f'ship/{side.id}/{design.prefix}'):02d}"
        turn.ships[key] = Ship(id=key, side=side.id, design=design.id, grade=crew_grade(design))
        keys.append(key)
    same = [f for f in turn.fleets_of(side.id) if order.fleet and order.fleet in {f.id, f.name} and f.hex == there]
    if same and same[0].transit is None:
        turn.fleets[same[0].id] = changed(same[0], ships=same[0].ships + tuple(keys))
        name = same[0].name
    else:
        new = f"{side.id}-F{turn.next_id(f'fleet/{side.id}')}"
        name = order.fleet or f"{design.name} group"
        turn.fleets[new] = Fleet(id=new, side=side.id, name=name, hex=there, ships=tuple(keys))
    listed = ", ".join(short_id(k) for k in keys)
    joins = "joins" if order.count == 1 else "join"
    turn.tell(f"{order.count} × {design.name} ({listed}) {joins} {name} at {there}.", side.id)


def _remove(turn: Amending, order: RemoveShips) -> None:
    if not order.ships:
        raise GameError("Name at least one ship to remove.")
    unknown = [s for s in order.ships if s not in turn.ships]
    if unknown:
        raise GameError(f"There is no ship {quoted(unknown[0])}; ships are written side/id, like humans/DD01.")
    lost = [turn.ships[key] for key in dict.fromkeys(order.ships)]
    for ship in lost:
        del turn.ships[ship.id]
    for fleet in list(turn.fleets.values()):
        left = tuple(s for s in fleet.ships if s in turn.ships)
        if not left:
            del turn.fleets[fleet.id]
        elif left != fleet.ships:
            put_fleet(turn, changed(fleet, ships=left))
    lost_with(turn, {ship.id for ship in lost})
    _tell_owners(turn, "Lost", lost)


def _tell_owners(turn: Amending, what: str, units: Iterable[Ship | Base]) -> None:
    told: dict[SideId, list[str]] = {}
    for unit in units:
        told.setdefault(unit.side, []).append(short_id(unit.id))
    for side, ids in sorted(told.items()):
        turn.tell(f"{what}: {', '.join(ids)}.", side)


def _set_stress(turn: Amending, order: SetStress) -> None:
    if not 0 <= order.stress <= MOST_STRESS:
        raise GameError(f"Stress runs from 0 to {MOST_STRESS} %.", rule="CW-4.3-19")
    found: list[Ship | Base] = []
    for key in dict.fromkeys(order.units):
        if key in turn.ships:
            turn.ships[key] = changed(turn.ships[key], stress=order.stress)
            found.append(turn.ships[key])
        elif key in turn.bases:
            turn.bases[key] = changed(turn.bases[key], stress=order.stress)
            found.append(turn.bases[key])
        else:
            raise GameError(f"There is no ship or base {quoted(key)}; ships are written side/id, like humans/DD01.")
    if not found:
        raise GameError("Name at least one ship or base.")
    _tell_owners(turn, f"Stress is now {order.stress} %", found)


def _stress_effect(turn: Amending, effect: StressEffect) -> None:
    if effect.question:
        found = next((q for q in turn.start.questions if q.id == effect.question), None)
        if found is None or found.settled_turn:
            raise GameError(f"There is no open question {quoted(effect.question)}.")
        turn.after = turn.after.answered(found.id, effect.effect)
    for event in apply_effect(turn, effect, turn.cause):
        turn.say(event)


def _repair(turn: Amending, order: RepairShips) -> None:
    unknown = [s for s in order.ships if s not in turn.ships]
    if unknown or not order.ships:
        raise GameError(f"There is no ship {quoted(unknown[0] if unknown else '')}; ships are written side/id.")
    for key in order.ships:
        turn.ships[key] = changed(turn.ships[key], faults=())
    owners = sorted({turn.ships[key].side for key in order.ships})
    turn.tell(f"Repaired: {', '.join(short_id(key) for key in order.ships)}.", *owners, rule="CW-6.7-03")


APPLY: Final[Apply] = {
    PlaceFleet: place_fleet,
    CreateShips: create_ships,
    RemoveShips: _remove,
    SetStress: _set_stress,
    StressEffect: _stress_effect,
    RepairShips: _repair,
}
