"""Orders on what ships carry: CPs as freight, small craft and ground forces (CW-4.2, CW-5.0, CW-5.1, CW-6.5)."""

from typing import Final

from rules.cluster_war.chapters.logistics import stores
from rules.cluster_war.chapters.movement.fleets import drop_survey
from rules.cluster_war.model.economy import holds
from rules.cluster_war.model.events.logistics import CargoLoaded, CargoUnloaded, CraftLanded, CraftTaken
from rules.cluster_war.model.holdings.finders import check_amount, fleet_here, ships_by_id, ships_of
from rules.cluster_war.model.holdings.holdings import Holdings, add_units, take_units
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings, tell_giver
from rules.cluster_war.model.orders.names import COUNT, CPS, NAME, colony_text, design_text, fleet_text, site_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, ShipId, short_id
from rules.cluster_war.model.state.holdings import Colony, Design, Fleet, Ship
from rules.cluster_war.model.unit_design.transport import (
    bay_capacity,
    control_problem,
    crate_room,
    launch_problem,
    transport,
)
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, Modifier, changed, quoted


class LoadCargo(Order):
    """Load CPs from the pool at an own colony's hex into the fleet's cargo bays (CW-5.0-11; line New Colonies)."""

    fleet: FleetId
    cps: int


class UnloadCargo(Order):
    """Unload CPs from the fleet at an own colony: into the pool, or into its store if cut off (CW-5.0-10)."""

    fleet: FleetId
    cps: int
    colony: ColonyId


def _places(holdings: Holdings, hex_: HexId) -> list[Colony]:
    """Where CPs come from in a hex: own colonies, else own bases at work."""
    return sorted(holdings.colonies_at(hex_), key=lambda c: c.id) or holdings.bases_at(hex_)


def load(holdings: Holdings, order: LoadCargo) -> CargoLoaded:
    """Take CPs aboard from the pool, or from the stores of places that are cut off."""
    fleet = fleet_here(holdings, order.fleet)
    check_amount(order.cps)
    here = _places(holdings, fleet.hex)
    if not here:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex}, where you have no colony; CPs are loaded at your colonies.",
            rule="CW-5.0-11",
        )
    aboard = holds.stow_cps(holdings.owner.designs, ships_by_id(holdings, fleet), order.cps, holdings.settings)
    if holdings.connected(here[0]):
        holdings.spend("colonies", order.cps, None)
    else:
        held = sum(c.store for c in here)
        if order.cps > held:
            raise IllegalOrderError(
                f"{here[0].name} is cut off and holds {held} CPs of its own; this needs {order.cps}.", rule="CW-5.0-10"
            )
        given, _ = holds.shared_out({colony.id: colony for colony in here}, order.cps, lambda colony: colony.store)
        for colony in here:
            holdings.put_site(changed(colony, store=colony.store - given[colony.id]))
    holdings.ships.update(aboard)
    bays = Modifier(
        holds.bays_needed(order.cps, holdings.settings), f"cargo bays of {bay_capacity(holdings.settings)} CPs"
    )
    return CargoLoaded(fleet.side, fleet.id, fleet.hex, order.cps, cause=Cause("CW-5.1-03", modifiers=(bays,)))


def _plan_load(planned: PlannedState, order: LoadCargo) -> OrderPreview:
    load(planned, order)
    fleet = planned.fleets[order.fleet]
    colony = _places(planned, fleet.hex)[0]
    room = holds.room_aboard(planned.me.designs, [planned.ships[s] for s in fleet.ships], planned.settings)
    text = f"{fleet.name} loads {order.cps} CPs at {colony.name} and then has room for {room}."
    return OrderPreview(order=order, text=text, cost=order.cps, line="colonies")


def unload(holdings: Holdings, order: UnloadCargo) -> CargoUnloaded:
    """Land CPs at an own place: for the pool, or its store."""
    fleet = fleet_here(holdings, order.fleet)
    colony = holdings.site(order.colony)
    check_amount(order.cps)
    if fleet.hex != colony.hex:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex} and {colony.name} at {colony.hex}; unload where the colony is.",
            rule="CW-5.1-01",
        )
    holdings.ships.update(holds.land_cps(ships_by_id(holdings, fleet), order.cps))
    to_pool = holdings.give(order.cps, colony) == "pool"
    cause = Cause("CW-5.0-11" if to_pool else "CW-5.0-10")
    return CargoUnloaded(fleet.side, fleet.id, colony.id, order.cps, to_pool, cause=cause)


def _plan_unload(planned: PlannedState, order: UnloadCargo) -> OrderPreview:
    done = unload(planned, order)
    where = "the pool" if done.to_pool else f"the store of {planned.site(done.colony).name}"
    return OrderPreview(order=order, text=f"{planned.fleets[order.fleet].name} unloads {order.cps} CPs into {where}.")


CARGO_KINDS: Final = (
    OrderKind(
        LoadCargo,
        Phase.LOAD,
        command="fleet load",
        example="load Convoy 80",
        pattern=rf"{NAME} {CPS}",
        read=lambda g: LoadCargo(g.fleet(0), g.number(1)),
        write=lambda order, names: f"load {fleet_text(names, order.fleet)} {order.cps}",
        plan=_plan_load,
        carry_out=tell_giver(load),
    ),
    OrderKind(
        UnloadCargo,
        Phase.UNLOAD,
        command="fleet unload",
        example="unload Convoy 80 at Terra",
        pattern=rf"{NAME} {CPS} at {NAME}",
        read=lambda g: UnloadCargo(g.fleet(0), g.number(1), g.site(2)),
        write=lambda order, names: (
            f"unload {fleet_text(names, order.fleet)} {order.cps} at {site_text(names, order.colony)}"
        ),
        plan=_plan_unload,
        carry_out=tell_giver(unload),
    ),
)


class TakeCraft(Order):
    """Take small craft or ground forces held at an own colony or base along with a fleet: craft flying or in crates
    (CW-5.1-03), battalions in barracks with their gear (CW-6.5-22), aerospace ones in hangars unless `crated`."""

    fleet: FleetId
    place: str
    design: DesignId
    count: int
    crated: bool = False


class LandCraft(Order):
    """Leave a fleet's small craft or ground forces at an own colony or base, crated ones first (CW-4.3-05, CW-6.5-22)."""

    fleet: FleetId
    place: str
    design: DesignId
    count: int


def take_craft(holdings: Holdings, order: TakeCraft) -> CraftTaken:
    """Take craft or troops along; of those held at a place the sound ones first."""
    fleet = fleet_here(holdings, order.fleet)
    place, design = stores.own_place(holdings, fleet, order.place), _craft(holdings, order.design)
    held = place.garrison.get(design.id, 0)
    sound = held - place.low_quality.get(design.id, 0)
    if stores.check_number(order.count) > held:
        raise IllegalOrderError(f"{place.name} holds {held} {design.name}, not {order.count}.", rule="CW-4.3-05")
    taken: tuple[ShipId, ...] = ()
    if order.crated or design.kind == "ground":
        if order.count > sound:
            raise IllegalOrderError(
                f"Only {sound} {design.name} at {place.name} are sound; crash-built ones cannot be crated.",
                rule="CW-5.1-03",
            )
        holdings.ships.update(_loaded(holdings, fleet, design, order))
    else:
        taken = _launched(holdings, fleet, design, order.count, sound)
    holdings.put_site(take_units(place, design.id, order.count, weak=False)[0])
    cause = Cause("CW-6.5-22" if design.kind == "ground" else "CW-5.1-03")
    return CraftTaken(fleet.side, fleet.id, place.id, design.id, order.count, taken, cause=cause)


def _craft(holdings: Holdings, design: DesignId) -> Design:
    found = holdings.owner.designs.get(design)
    if found is None or found.kind not in {"small_craft", "ground"}:
        raise IllegalOrderError(f"{quoted(design)} is none of your small craft or ground forces.", rule="CW-4.2-01")
    return found


def _loaded(holdings: Holdings, fleet: Fleet, design: Design, order: TakeCraft) -> dict[ShipId, Ship]:
    designs, settings, aboard = holdings.owner.designs, holdings.settings, ships_of(holdings, fleet)
    if design.kind == "ground":
        return stores.board_forces(designs, aboard, design, order.count, settings, crated=order.crated)
    size, left = crate_room(design, settings), order.count
    for key, ship in aboard.items():
        room = holds.ship_capacity(sound(designs, ship), settings) - holds.filled_space(ship)
        fits = min(left, max(0, room) // size)
        if fits:
            crates = holds.recount(ship.crates, design.id, fits)
            aboard[key] = changed(ship, crates=crates, crate_room=ship.crate_room + fits * size)
            left -= fits
    if left:
        raise IllegalOrderError(
            f"The cargo bays have room for {order.count - left} crated {design.name}, not for {order.count}.",
            rule="CW-5.1-03",
        )
    return aboard


def _launched(holdings: Holdings, fleet: Fleet, design: Design, count: int, sound: int) -> tuple[ShipId, ...]:
    """Craft that join the fleet flying, crash-built ones last; IllegalOrderError if nothing can control them."""
    owner = holdings.owner
    made: list[ShipId] = []
    for n in range(count):
        key = f"{owner.id}/{design.prefix}{holdings.next_id(f'ship/{design.prefix}'):02d}"
        holdings.ships[key] = Ship(key, owner.id, design.id, low_quality=n >= sound)
        made.append(key)
    fleet = changed(fleet, ships=(*fleet.ships, *made))
    lacking = control_problem(owner.designs, ships_of(holdings, fleet).values(), fleet.name)
    if lacking is not None:
        for key in made:
            del holdings.ships[key]
        raise IllegalOrderError(lacking.text, rule=lacking.rule)
    holdings.fleets[fleet.id] = fleet
    return tuple(made)


def _plan_take(planned: PlannedState, order: TakeCraft) -> OrderPreview:
    take_craft(planned, order)
    design = planned.me.designs[order.design]
    how = "aboard" if design.kind == "ground" else "in crates" if order.crated else "with it"
    notes = _berth_notes(planned, order, design) if design.kind == "ground" else ()
    where = stores.place_name(planned, order.place)
    text = f"{planned.fleets[order.fleet].name} takes {order.count} × {design.name} from {where} {how}."
    return OrderPreview(order=order, text=text, notes=notes)


def _berth_notes(planned: PlannedState, order: TakeCraft, design: Design) -> tuple[Note, ...]:
    """What ground forces take aboard ship (CW-6.5-22 to CW-6.5-24)."""
    takes = transport(design, planned.settings, hangars=not order.crated)
    rule = "CW-6.5-23" if takes.hangar_bays else "CW-6.5-22" if takes.barracks else "CW-5.1-04"
    return (Note(f"Each of {design.name} takes {takes.words}.", rule),)


def land(holdings: Holdings, order: LandCraft) -> CraftLanded:
    """Leave craft or troops at a place, crated ones first; a fleet of which nothing is left is gone."""
    fleet = fleet_here(holdings, order.fleet)
    place, design = stores.own_place(holdings, fleet, order.place), _craft(holdings, order.design)
    if design.kind == "ground":
        return _land_troops(holdings, fleet, order, place, design)
    ships, left = ships_of(holdings, fleet), stores.check_number(order.count)
    size = crate_room(design, holdings.settings)
    for key, ship in list(ships.items()):
        given = min(ship.crates.get(design.id, 0), left)
        if given:
            crates = holds.recount(ship.crates, design.id, -given)
            ships[key] = changed(ship, crates=crates, crate_room=ship.crate_room - given * size)
            left -= given
    flying = [key for key, ship in ships.items() if ship.design == design.id][:left]
    if len(flying) < left:
        there = order.count - left + len(flying)
        raise IllegalOrderError(f"{fleet.name} has {there} {design.name}, not {order.count}.", rule="CW-4.3-05")
    laden = [key for key in flying if holds.filled_space(ships[key])]
    if laden:
        raise IllegalOrderError(f"{short_id(laden[0])} has cargo aboard; unload it first.", rule="CW-4.3-18")
    weak = sum(ships[key].low_quality for key in flying)
    for key in flying:
        del ships[key], holdings.ships[key]
    holdings.ships.update(ships)
    rest = changed(fleet, ships=tuple(s for s in fleet.ships if s not in flying))
    if rest.ships:
        holdings.fleets[fleet.id] = rest
    else:
        del holdings.fleets[fleet.id]
    holdings.put_site(add_units(place, design.id, order.count, weak))
    cause = Cause("CW-4.3-05")
    return CraftLanded(fleet.side, fleet.id, place.id, design.id, order.count, tuple(flying), cause=cause)


def _land_troops(holdings: Holdings, fleet: Fleet, order: LandCraft, place: Colony, design: Design) -> CraftLanded:
    designs, settings = holdings.owner.designs, holdings.settings
    ships, gone = stores.disembark_forces(
        designs, ships_of(holdings, fleet), design, stores.check_number(order.count), settings
    )
    if gone < order.count:
        raise IllegalOrderError(f"{fleet.name} has {gone} {design.name}, not {order.count}.", rule="CW-6.5-22")
    stores.check_landing(place, designs, design, order.count, holdings.step_of(place.hex, place.orbit))
    holdings.ships.update(ships)
    holdings.put_site(add_units(place, design.id, order.count))
    return CraftLanded(fleet.side, fleet.id, place.id, design.id, order.count, (), cause=Cause("CW-6.5-22"))


def _plan_land(planned: PlannedState, order: LandCraft) -> OrderPreview:
    fleet = fleet_here(planned, order.fleet)
    land(planned, order)
    design = planned.me.designs[order.design]
    text = f"{fleet.name} leaves {order.count} × {design.name} at {stores.place_name(planned, order.place)}."
    return OrderPreview(order=order, text=text, notes=_landing_notes(planned, order, design))


def _landing_notes(planned: PlannedState, order: LandCraft, design: Design) -> tuple[Note, ...]:
    """What ground forces cannot do where they land, or not at once (CW-6.5-23, CW-6.5-24)."""
    site = planned.colonies.get(order.place) or planned.bases[order.place]
    step = planned.step_of(site.hex, site.orbit)
    grounded = launch_problem(design, step, planned.me.race.home_step) if step is not None else None
    notes = [Note(grounded.text, grounded.rule)] if grounded is not None else []
    if transport(design, planned.settings).turns:
        notes.append(Note(f"{design.name} takes a turn to be put together.", "CW-6.5-24"))
    return tuple(notes)


def _land(turn: TurnState, signed: SignedOrder, order: LandCraft) -> None:
    before = turn.fleets.get(order.fleet)
    done = land(TurnHoldings(turn, signed.side), order)
    if before is not None and order.fleet not in turn.fleets:
        drop_survey(turn, before)
    turn.tell_side(changed(done, cause=changed(done.cause, order=signed.id)))


CRAFT_KINDS: Final = (
    OrderKind(
        TakeCraft,
        Phase.LOAD,
        command="fleet embark",
        example="embark Convoy 6 Gunboat from Terra crated",
        pattern=rf"{NAME} {COUNT} {NAME} from {NAME}( crated)?",
        read=lambda g: TakeCraft(
            g.fleet(0),
            g.site(3),
            g.design(2),
            g.number(1),
            g.has(4),
        ),
        write=lambda order, names: (
            f"embark {fleet_text(names, order.fleet)} {order.count} {design_text(names, order.design)} from "
            f"{colony_text(names, order.place)}{' crated' if order.crated else ''}"
        ),
        plan=_plan_take,
        carry_out=tell_giver(take_craft),
    ),
    OrderKind(
        LandCraft,
        Phase.UNLOAD,
        command="fleet disembark",
        example="disembark Convoy 6 Gunboat at Terra",
        pattern=rf"{NAME} {COUNT} {NAME} at {NAME}",
        read=lambda g: LandCraft(g.fleet(0), g.site(3), g.design(2), g.number(1)),
        write=lambda order, names: (
            f"disembark {fleet_text(names, order.fleet)} {order.count} {design_text(names, order.design)} at "
            f"{colony_text(names, order.place)}"
        ),
        plan=_plan_land,
        carry_out=_land,
    ),
)
