"""Taking supplies, munitions, small craft and troops aboard and giving them away: one piece of code for plan and turn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from rules.cluster_war.economy.holds import filled, ship_capacity
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.logistics.stores import depot_room, given_away, magazine_room, taken_up
from rules.cluster_war.logistics.troops import boarded, check_landing, disembarked
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Colony
from rules.cluster_war.state.names import BaseId, ColonyId, DesignId, FleetId, HexId, ShipId
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.unit_design.hangars import control_problem
from rules.cluster_war.unit_design.transport import crate_room
from rules.errors import IllegalOrderError, NotYoursError, quoted

Carry = LoadSupplies | UnloadSupplies | TransferSupplies | LoadMunitions | UnloadMunitions | TakeCraft | LandCraft


@dataclass(frozen=True, slots=True)
class Scene:
    """What a side's carrying orders change: its own picture before the deadline, or the truth when the turn is worked
    out. The mappings are changed in place; `free` are the hexes where supplies cost nothing, `step_of` tells the STEP
    code of a world, None where the side knows of none."""

    me: Side
    settings: Settings
    fleets: dict[FleetId, Fleet]
    ships: dict[ShipId, Ship]
    colonies: dict[ColonyId, Colony]
    bases: dict[BaseId, Base]
    free: frozenset[HexId]
    new_ship: Callable[[Design], ShipId]
    step_of: Callable[[HexId, int], str | None]


@dataclass(frozen=True, slots=True)
class Carried:
    """What came of an order: the fleet after it, and craft that joined it or left it flying (the others were crated)."""

    fleet: Fleet
    ships: tuple[ShipId, ...] = ()


def carry(scene: Scene, order: Carry) -> Carried:
    """Carry out one of these orders; raises GameError with the rule, and changes nothing, when it cannot be."""
    fleet = _fleet(scene, order.fleet)
    match order:
        case LoadSupplies():
            return _load_supplies(scene, fleet, order.points)
        case UnloadSupplies():
            return _unload_supplies(scene, fleet, order)
        case TransferSupplies():
            return _transfer(scene, fleet, order)
        case LoadMunitions():
            return _load_munitions(scene, fleet, order)
        case UnloadMunitions():
            return _unload_munitions(scene, fleet, order)
        case TakeCraft():
            return _take(scene, fleet, order)
        case LandCraft():
            return _land(scene, fleet, order)
        case _:
            assert_never(order)


def _fleet(scene: Scene, fleet: FleetId) -> Fleet:
    found = scene.fleets.get(fleet)
    if found is None or found.side != scene.me.id:
        raise NotYoursError(f"You have no fleet {quoted(fleet)}.")
    if found.transit is not None:
        raise IllegalOrderError(f"{found.name} is in FTL space on its way to {found.transit.to}.", rule="CW-4.1-06")
    return found


def _ships(scene: Scene, fleet: Fleet) -> dict[ShipId, Ship]:
    return {key: scene.ships[key] for key in fleet.ships}


def _amount(number: int) -> int:
    if number < 1:
        raise IllegalOrderError("Give a number of at least 1.", rule="CW-4.3-12")
    return number


def _place(scene: Scene, fleet: Fleet, place: str) -> Colony | Base:
    """An own colony or base in the fleet's hex."""
    found: Colony | Base | None = scene.colonies.get(place) or scene.bases.get(place)
    if found is None or found.side != scene.me.id:
        raise NotYoursError(f"You have no colony or base {quoted(place)}.")
    if found.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, not at {found.name}.", rule="CW-4.3-10")
    return found


def _keep(scene: Scene, place: Colony | Base) -> None:
    if isinstance(place, Colony):
        scene.colonies[place.id] = place
    else:
        scene.bases[place.id] = place


def _load_supplies(scene: Scene, fleet: Fleet, points: int) -> Carried:
    loaded = taken_up(scene.me.designs, _ships(scene, fleet), "supplies", _amount(points), scene.settings)
    if fleet.hex not in scene.free:
        depots = [b for _, b in sorted(scene.bases.items()) if b.side == scene.me.id and b.hex == fleet.hex]
        there = sum(b.supplies for b in depots)
        if there < points:
            raise IllegalOrderError(
                f"{fleet.hex} is outside your supply grid, and the bases there hold {there} supply points of yours.",
                rule="CW-4.3-15",
            )
        left = points
        for base in depots:
            given = min(base.supplies, left)
            scene.bases[base.id] = replace(base, supplies=base.supplies - given)
            left -= given
    scene.ships.update(loaded)
    return Carried(fleet)


def _unload_supplies(scene: Scene, fleet: Fleet, order: UnloadSupplies) -> Carried:
    emptied = given_away(_ships(scene, fleet), "supplies", _amount(order.points))
    if order.base:
        base = _place(scene, fleet, order.base)
        if not isinstance(base, Base):
            raise IllegalOrderError("A colony has all the supplies it needs; name a base.", rule="CW-4.3-02")
        room = depot_room(scene.me.designs[base.design], base, scene.settings)
        if order.points > room:
            raise IllegalOrderError(f"{base.name} has room for {room} more supply points.", rule="CW-5.2-07")
        scene.bases[base.id] = replace(base, supplies=base.supplies + order.points)
    elif fleet.hex not in scene.free:
        raise IllegalOrderError("Outside your supply grid name the base that takes them.", rule="CW-5.2-07")
    scene.ships.update(emptied)
    return Carried(fleet)


def _transfer(scene: Scene, fleet: Fleet, order: TransferSupplies) -> Carried:
    into = _fleet(scene, order.into)
    if into.id == fleet.id:
        raise IllegalOrderError(f"{fleet.name} shares its supplies already.", rule="CW-4.3-14")
    if into.hex != fleet.hex:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex} and {into.name} at {into.hex}; hand supplies over in one hex.",
            rule="CW-4.3-14",
        )
    emptied = given_away(_ships(scene, fleet), "supplies", _amount(order.points))
    loaded = taken_up(scene.me.designs, _ships(scene, into), "supplies", order.points, scene.settings)
    scene.ships.update(emptied)
    scene.ships.update(loaded)
    return Carried(fleet)


def _load_munitions(scene: Scene, fleet: Fleet, order: LoadMunitions) -> Carried:
    place = _place(scene, fleet, order.place)
    loaded = taken_up(scene.me.designs, _ships(scene, fleet), "crated", _amount(order.cps), scene.settings)
    if place.munitions < order.cps:
        raise IllegalOrderError(
            f"{place.name} has munitions for {place.munitions} CPs in stock, not for {order.cps}.", rule="CW-4.3-23"
        )
    _keep(scene, replace(place, munitions=place.munitions - order.cps))
    scene.ships.update(loaded)
    return Carried(fleet)


def _unload_munitions(scene: Scene, fleet: Fleet, order: UnloadMunitions) -> Carried:
    emptied = given_away(_ships(scene, fleet), "crated", _amount(order.cps))
    if order.place:
        place = _place(scene, fleet, order.place)
        _keep(scene, replace(place, munitions=place.munitions + order.cps))
        scene.ships.update(emptied)
        return Carried(fleet)
    others = [f for _, f in sorted(scene.fleets.items()) if f.side == fleet.side and f.transit is None]
    near = [f for f in others if f.hex == fleet.hex and f.id != fleet.id]
    ships = {key: emptied.get(key, scene.ships[key]) for f in (fleet, *near) for key in f.ships}
    left = order.cps
    for key, ship in ships.items():
        room = max(0, magazine_room(scene.me.designs[ship.design], scene.settings) - ship.munitions)
        ships[key] = replace(ship, munitions=ship.munitions + min(room, left))
        left -= min(room, left)
    if left:
        raise IllegalOrderError(
            f"The magazines at {fleet.hex} have room for {order.cps - left} CPs of munitions.", rule="CW-4.3-23"
        )
    scene.ships.update(ships)
    return Carried(fleet)


def _craft(scene: Scene, design: DesignId) -> Design:
    found = scene.me.designs.get(design)
    if found is None or found.kind not in {"small_craft", "ground"}:
        raise IllegalOrderError(f"{quoted(design)} is none of your small craft or ground forces.", rule="CW-4.2-01")
    return found


def _take(scene: Scene, fleet: Fleet, order: TakeCraft) -> Carried:
    place, design = _place(scene, fleet, order.place), _craft(scene, order.design)
    held_here = place.garrison.get(design.id, 0)
    bad = place.low_quality if isinstance(place, Colony) else place.weak
    weak = bad.get(design.id, 0)
    sound = held_here - weak
    if _amount(order.count) > held_here:
        raise IllegalOrderError(f"{place.name} holds {held_here} {design.name}, not {order.count}.", rule="CW-4.3-05")
    if order.crated or design.kind == "ground":
        if order.count > sound:
            raise IllegalOrderError(
                f"Only {sound} {design.name} at {place.name} are sound; crash-built ones cannot be crated.",
                rule="CW-5.1-03",
            )
        if design.kind == "ground":
            aboard = _ships(scene, fleet)
            aboard = boarded(scene.me.designs, aboard, design, order.count, scene.settings, crated=order.crated)
        else:
            aboard = _crated(scene, fleet, design, order.count)
        scene.ships.update(aboard)
        taken: tuple[ShipId, ...] = ()
    else:
        made: list[ShipId] = []
        for n in range(order.count):
            key = scene.new_ship(design)
            scene.ships[key] = Ship(key, scene.me.id, design.id, low_quality=n >= sound)
            made.append(key)
        taken = tuple(made)
        fleet = replace(fleet, ships=(*fleet.ships, *taken))
        lacking = control_problem(scene.me.designs, _ships(scene, fleet).values(), fleet.name)
        if lacking is not None:
            for key in taken:
                del scene.ships[key]
            raise IllegalOrderError(lacking.text, rule=lacking.rule)
        scene.fleets[fleet.id] = fleet
    _regarrison(scene, place, design.id, -order.count, -max(0, order.count - sound))
    return Carried(fleet, taken)


def _crated(scene: Scene, fleet: Fleet, design: Design, count: int) -> dict[ShipId, Ship]:
    """The ships with so many crates more, each whole in one ship's bays; IllegalOrderError without room."""
    ships, size, left = _ships(scene, fleet), crate_room(design, scene.settings), count
    for key, ship in ships.items():
        room = ship_capacity(scene.me.designs[ship.design], scene.settings) - filled(ship)
        fits = min(left, max(0, room) // size)
        if fits:
            crates = {**ship.crates, design.id: ship.crates.get(design.id, 0) + fits}
            ships[key] = replace(ship, crates=crates, crate_room=ship.crate_room + fits * size)
            left -= fits
    if left:
        raise IllegalOrderError(
            f"The cargo bays have room for {count - left} crated {design.name}, not for {count}.", rule="CW-5.1-03"
        )
    return ships


def _land(scene: Scene, fleet: Fleet, order: LandCraft) -> Carried:
    place, design = _place(scene, fleet, order.place), _craft(scene, order.design)
    if design.kind == "ground":
        return _land_troops(scene, fleet, order, place, design)
    ships, left, size = _ships(scene, fleet), _amount(order.count), crate_room(design, scene.settings)
    for key, ship in list(ships.items()):
        given = min(ship.crates.get(design.id, 0), left)
        if given:
            crates = {d: n - given if d == design.id else n for d, n in ship.crates.items()}
            room = ship.crate_room - given * size
            ships[key] = replace(ship, crates={d: n for d, n in crates.items() if n}, crate_room=room)
            left -= given
    flying = [key for key, ship in ships.items() if ship.design == design.id][:left]
    if len(flying) < left:
        there = order.count - left + len(flying)
        raise IllegalOrderError(f"{fleet.name} has {there} {design.name}, not {order.count}.", rule="CW-4.3-05")
    laden = [key for key in flying if filled(ships[key])]
    if laden:
        raise IllegalOrderError(f"{laden[0].rpartition('/')[2]} has cargo aboard; unload it first.", rule="CW-4.3-18")
    weak = sum(ships[key].low_quality for key in flying)
    for key in flying:
        del ships[key], scene.ships[key]
    scene.ships.update(ships)
    left_over = replace(fleet, ships=tuple(s for s in fleet.ships if s not in flying))
    if left_over.ships:
        scene.fleets[fleet.id] = left_over
    else:
        del scene.fleets[fleet.id]
    _regarrison(scene, place, design.id, order.count, weak)
    return Carried(left_over, tuple(flying))


def _land_troops(scene: Scene, fleet: Fleet, order: LandCraft, place: Colony | Base, design: Design) -> Carried:
    ships, gone = disembarked(scene.me.designs, _ships(scene, fleet), design, _amount(order.count), scene.settings)
    if gone < order.count:
        raise IllegalOrderError(f"{fleet.name} has {gone} {design.name}, not {order.count}.", rule="CW-6.5-22")
    check_landing(place, scene.me.designs, design, order.count, scene.step_of(place.hex, place.orbit))
    scene.ships.update(ships)
    _regarrison(scene, place, design.id, order.count, 0)
    return Carried(fleet)


def _regarrison(scene: Scene, place: Colony | Base, design: DesignId, count: int, weak: int) -> None:
    garrison = _changed(place.garrison, design, count)
    if isinstance(place, Colony):
        _keep(scene, replace(place, garrison=garrison, low_quality=_changed(place.low_quality, design, weak)))
    else:
        _keep(scene, replace(place, garrison=garrison, weak=_changed(place.weak, design, weak)))


def _changed(counts: Mapping[DesignId, int], design: DesignId, by: int) -> dict[DesignId, int]:
    changed = {**counts, design: counts.get(design, 0) + by}
    return {d: n for d, n in changed.items() if n}
