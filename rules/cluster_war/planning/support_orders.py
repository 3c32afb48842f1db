"""Supply, munitions, craft and aid against a side's picture: previews, or why not."""

from typing import assert_never

from rules.cluster_war.economy.holds import landed
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.logistics.carry import Carry, Scene, carry
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.logistics.supplied import has_right, supply_hexes
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.registry.support_orders import SupportOrder
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import ShipId
from rules.cluster_war.unit_design.transport import launch_problem, transport
from rules.errors import IllegalOrderError, quoted


def plan_support(planned: PlannedState, order: SupportOrder) -> Preview:
    """Apply one of these orders to the picture; raises GameError with the rule when it cannot be."""
    match order:
        case GiftCps():
            return _gift(planned, order)
        case _:
            return _carry(planned, order)


def _carry(planned: PlannedState, order: Carry) -> Preview:
    def new_ship(design: Design) -> ShipId:
        number = planned.craft_numbers.get(design.prefix, planned.view.counters.get(f"ship/{design.prefix}", 0)) + 1
        planned.craft_numbers[design.prefix] = number
        return f"{planned.me.id}/{design.prefix}{number:02d}"

    view = planned.view
    scene = Scene(
        me=planned.me,
        settings=view.settings,
        fleets=planned.fleets,
        ships=planned.ships,
        colonies=planned.colonies,
        bases=planned.bases,
        free=supply_hexes(view, planned.me.id),
        new_ship=new_ship,
        step_of=planned.step_of,
    )
    done = carry(scene, order)
    where = planned.place(done.fleet.hex)
    name = done.fleet.name
    aboard = sum(planned.ships[s].supplies for s in done.fleet.ships)
    notes: tuple[Note, ...] = ()
    match order:
        case LoadSupplies(_, points):
            text = f"{name} takes {points} supply points aboard at {where}, {aboard} in all."
        case UnloadSupplies(_, points, base):
            text = f"{name} unloads {points} supply points at {_end(planned, base) or where}, {aboard} stay aboard."
        case TransferSupplies(_, points, into):
            text = f"{name} hands {points} supply points to {planned.fleets[into].name}, {aboard} stay aboard."
        case LoadMunitions(_, cps, end):
            text = f"{name} takes munitions for {cps} CPs from {_end(planned, end)} aboard, not ready to fire."
        case UnloadMunitions(_, cps, end):
            text = f"{name} unloads munitions for {cps} CPs into {_end(planned, end) or 'the magazines there'}."
        case TakeCraft(_, end, design, count, crated):
            how = "in crates" if crated else "with it"
            if planned.design(design).kind == "ground":
                how = "aboard"
                notes = _berth_notes(planned, order)
            text = f"{name} takes {count} × {planned.design(design).name} from {_end(planned, end)} {how}."
        case LandCraft(_, end, design, count):
            text = f"{name} leaves {count} × {planned.design(design).name} at {_end(planned, end)}."
            notes = _landing_notes(planned, order)
        case _:
            assert_never(order)
    return Preview(order=order, text=text, notes=notes)


def _berth_notes(planned: PlannedState, order: TakeCraft) -> tuple[Note, ...]:
    """What ground forces take aboard ship (CW-6.5-22 to CW-6.5-24)."""
    design = planned.design(order.design)
    takes = transport(design, planned.settings, hangars=not order.crated)
    rule = "CW-6.5-23" if takes.hangar_bays else "CW-6.5-22" if takes.barracks else "CW-5.1-04"
    return (Note(f"Each of {design.name} takes {takes.words}.", rule),)


def _landing_notes(planned: PlannedState, order: LandCraft) -> tuple[Note, ...]:
    """What ground forces cannot do where they land, or not at once (CW-6.5-23, CW-6.5-24)."""
    design = planned.design(order.design)
    site = planned.colonies.get(order.place) or planned.bases.get(order.place)
    step = planned.step_of(site.hex, site.orbit) if site is not None else None
    grounded = launch_problem(design, step, planned.me.race.home_step) if step is not None else None
    notes = [Note(grounded.text, grounded.rule)] if grounded is not None else []
    if transport(design, planned.settings).turns:
        notes.append(Note(f"{design.name} takes a turn to be put together.", "CW-6.5-24"))
    return tuple(notes)


def _end(planned: PlannedState, where: str) -> str:
    """An own colony or base by name; "" for none."""
    found = planned.colonies.get(where) or planned.bases.get(where)
    return found.name if found else ""


def _gift(planned: PlannedState, order: GiftCps) -> Preview:
    fleet = planned.fleet_here(order.fleet)
    colony = planned.view.foreign_colonies.get(order.colony)
    if colony is None or colony.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at no foreign colony {quoted(order.colony)}.", rule="CW-5.1-01")
    name = planned.side_name(colony.side)
    if not has_right(planned.view.rights, colony.side, planned.me.id, "aid"):
        raise IllegalOrderError(f"{name} lets you land no aid.", rule="CW-5.1-01")
    if order.cps < 1:
        raise IllegalOrderError("Give the number of CPs, at least 1.", rule="CW-5.1-01")
    planned.ships.update(landed({s: planned.ships[s] for s in fleet.ships}, order.cps))
    return Preview(order=order, text=f"{fleet.name} gives {order.cps} CPs to {name} at {planned.place(fleet.hex)}.")
