"""CPs as freight: loading and unloading at own colonies (CW-5.0, CW-5.1)."""

from typing import Final

from rules.cluster_war.model.economy.holds import bays_needed, landed, room_aboard, shared_out, stowed
from rules.cluster_war.model.events.logistics import CargoLoaded, CargoUnloaded
from rules.cluster_war.model.holdings.finders import check_amount, fleet_here, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, telling
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import CPS, NAME, fleet_text, site_text
from rules.cluster_war.model.orders.order import Order, Preview
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId, FleetId, HexId
from rules.cluster_war.model.unit_design.transport import bay_capacity
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier
from rules.values import changed


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
    aboard = stowed(holdings.owner.designs, ships_by_id(holdings, fleet), order.cps, holdings.settings)
    if holdings.connected(here[0]):
        holdings.spend("colonies", order.cps, None)
    else:
        held = sum(c.store for c in here)
        if order.cps > held:
            raise IllegalOrderError(
                f"{here[0].name} is cut off and holds {held} CPs of its own; this needs {order.cps}.", rule="CW-5.0-10"
            )
        given, _ = shared_out({colony.id: colony for colony in here}, order.cps, lambda colony: colony.store)
        for colony in here:
            holdings.put_site(changed(colony, store=colony.store - given[colony.id]))
    holdings.ships.update(aboard)
    bays = Modifier(bays_needed(order.cps, holdings.settings), f"cargo bays of {bay_capacity(holdings.settings)} CPs")
    return CargoLoaded(fleet.side, fleet.id, fleet.hex, order.cps, cause=Cause("CW-5.1-03", modifiers=(bays,)))


def _plan_load(planned: PlannedState, order: LoadCargo) -> Preview:
    load(planned, order)
    fleet = planned.fleets[order.fleet]
    colony = _places(planned, fleet.hex)[0]
    room = room_aboard(planned.me.designs, [planned.ships[s] for s in fleet.ships], planned.settings)
    text = f"{fleet.name} loads {order.cps} CPs at {colony.name} and then has room for {room}."
    return Preview(order=order, text=text, cost=order.cps, line="colonies")


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
    holdings.ships.update(landed(ships_by_id(holdings, fleet), order.cps))
    to_pool = holdings.give(order.cps, colony) == "pool"
    cause = Cause("CW-5.0-11" if to_pool else "CW-5.0-10")
    return CargoUnloaded(fleet.side, fleet.id, colony.id, order.cps, to_pool, cause=cause)


def _plan_unload(planned: PlannedState, order: UnloadCargo) -> Preview:
    done = unload(planned, order)
    where = "the pool" if done.to_pool else f"the store of {planned.site(done.colony).name}"
    return Preview(order=order, text=f"{planned.fleets[order.fleet].name} unloads {order.cps} CPs into {where}.")


KINDS: Final = (
    OrderKind(
        LoadCargo,
        Phase.LOAD,
        command="fleet load",
        example="load Convoy 80",
        pattern=rf"{NAME} {CPS}",
        read=lambda g: LoadCargo(g.fleet(0), g.number(1)),
        write=lambda order, names: f"load {fleet_text(names, order.fleet)} {order.cps}",
        plan=_plan_load,
        carry_out=telling(load),
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
        carry_out=telling(unload),
    ),
)
