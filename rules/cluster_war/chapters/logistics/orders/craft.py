"""Orders that take small craft and ground forces along and land them (CW-4.2, CW-6.5)."""

from typing import Final

from rules.cluster_war.chapters.logistics.stores import (
    boarded,
    check_landing,
    check_number,
    disembarked,
    own_place,
    place_name,
)
from rules.cluster_war.chapters.movement.fleets import drop_survey
from rules.cluster_war.model.economy.holds import filled, recounted, ship_capacity
from rules.cluster_war.model.events.logistics import CraftLanded, CraftTaken
from rules.cluster_war.model.holdings.finders import fleet_here, ships_of
from rules.cluster_war.model.holdings.holdings import Holdings, add_units, take_units
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, telling
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import COUNT, NAME, colony_text, design_text, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import DesignId, FleetId, ShipId, short_id
from rules.cluster_war.model.state.units import Design, Fleet, Ship
from rules.cluster_war.model.unit_design.transport import control_problem, crate_room, launch_problem, transport
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause
from rules.values import changed


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


def take(holdings: Holdings, order: TakeCraft) -> CraftTaken:
    """Take craft or troops along; of those held at a place the sound ones first."""
    fleet = fleet_here(holdings, order.fleet)
    place, design = own_place(holdings, fleet, order.place), _craft(holdings, order.design)
    held = place.garrison.get(design.id, 0)
    sound = held - place.low_quality.get(design.id, 0)
    if check_number(order.count) > held:
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
        return boarded(designs, aboard, design, order.count, settings, crated=order.crated)
    size, left = crate_room(design, settings), order.count
    for key, ship in aboard.items():
        room = ship_capacity(sound(designs, ship), settings) - filled(ship)
        fits = min(left, max(0, room) // size)
        if fits:
            crates = recounted(ship.crates, design.id, fits)
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


def _plan_take(planned: PlannedState, order: TakeCraft) -> Preview:
    take(planned, order)
    design = planned.me.designs[order.design]
    how = "aboard" if design.kind == "ground" else "in crates" if order.crated else "with it"
    notes = _berth_notes(planned, order, design) if design.kind == "ground" else ()
    where = place_name(planned, order.place)
    text = f"{planned.fleets[order.fleet].name} takes {order.count} × {design.name} from {where} {how}."
    return Preview(order=order, text=text, notes=notes)


def _berth_notes(planned: PlannedState, order: TakeCraft, design: Design) -> tuple[Note, ...]:
    """What ground forces take aboard ship (CW-6.5-22 to CW-6.5-24)."""
    takes = transport(design, planned.settings, hangars=not order.crated)
    rule = "CW-6.5-23" if takes.hangar_bays else "CW-6.5-22" if takes.barracks else "CW-5.1-04"
    return (Note(f"Each of {design.name} takes {takes.words}.", rule),)


def land(holdings: Holdings, order: LandCraft) -> CraftLanded:
    """Leave craft or troops at a place, crated ones first; a fleet of which nothing is left is gone."""
    fleet = fleet_here(holdings, order.fleet)
    place, design = own_place(holdings, fleet, order.place), _craft(holdings, order.design)
    if design.kind == "ground":
        return _land_troops(holdings, fleet, order, place, design)
    ships, left = ships_of(holdings, fleet), check_number(order.count)
    size = crate_room(design, holdings.settings)
    for key, ship in list(ships.items()):
        given = min(ship.crates.get(design.id, 0), left)
        if given:
            crates = recounted(ship.crates, design.id, -given)
            ships[key] = changed(ship, crates=crates, crate_room=ship.crate_room - given * size)
            left -= given
    flying = [key for key, ship in ships.items() if ship.design == design.id][:left]
    if len(flying) < left:
        there = order.count - left + len(flying)
        raise IllegalOrderError(f"{fleet.name} has {there} {design.name}, not {order.count}.", rule="CW-4.3-05")
    laden = [key for key in flying if filled(ships[key])]
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
    ships, gone = disembarked(designs, ships_of(holdings, fleet), design, check_number(order.count), settings)
    if gone < order.count:
        raise IllegalOrderError(f"{fleet.name} has {gone} {design.name}, not {order.count}.", rule="CW-6.5-22")
    check_landing(place, designs, design, order.count, holdings.step_of(place.hex, place.orbit))
    holdings.ships.update(ships)
    holdings.put_site(add_units(place, design.id, order.count))
    return CraftLanded(fleet.side, fleet.id, place.id, design.id, order.count, (), cause=Cause("CW-6.5-22"))


def _plan_land(planned: PlannedState, order: LandCraft) -> Preview:
    fleet = fleet_here(planned, order.fleet)
    land(planned, order)
    design = planned.me.designs[order.design]
    text = f"{fleet.name} leaves {order.count} × {design.name} at {place_name(planned, order.place)}."
    return Preview(order=order, text=text, notes=_landing_notes(planned, order, design))


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


KINDS: Final = (
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
        carry_out=telling(take),
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
