"""CPs as freight: what cargo bays hold, and loading and unloading at own colonies (CW-5.1)."""

from dataclasses import replace

from rules.cluster_war.economy.holds import bays_needed, landed, stowed
from rules.cluster_war.economy.supply import connected
from rules.cluster_war.events.logistics import CargoLoaded, CargoUnloaded
from rules.cluster_war.holdings.sites import bases_at, find_site, put_site
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.names import ShipId
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.unit_design.transport import bay_capacity
from rules.cluster_war.working.lookups import fleet_in_place
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier


def ships_of(month: TurnState, fleet: Fleet) -> dict[ShipId, Ship]:
    """A fleet's ships by id."""
    return {s: month.ships[s] for s in sorted(fleet.ships)}


def unload_one(month: TurnState, signed: SignedOrder, order: UnloadCargo) -> None:
    """Carry out one order to unload CPs; GameError, and nothing changed, when it cannot be."""
    fleet = fleet_in_place(month, signed.side, order.fleet)
    colony = find_site(TurnHoldings(month, signed.side), order.colony)
    _check_amount(order.cps)
    if fleet.hex != colony.hex:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, not at {colony.name}.", rule="CW-5.1-01")
    month.ships.update(landed(ships_of(month, fleet), order.cps))
    to_pool = connected(month, signed.side, colony)
    if to_pool:
        month.purse[signed.side] += order.cps
    else:
        put_site(TurnHoldings(month, signed.side), replace(colony, store=colony.store + order.cps))
    month.say(
        CargoUnloaded(
            side=signed.side,
            fleet=fleet.id,
            colony=colony.id,
            cps=order.cps,
            to_pool=to_pool,
            cause=Cause("CW-5.0-11" if to_pool else "CW-5.0-10", signed.id),
            seen_by=(signed.side,),
        )
    )


def load_one(month: TurnState, signed: SignedOrder, order: LoadCargo) -> None:
    """Carry out one order to load CPs; GameError, and nothing changed, when it cannot be."""
    side = signed.side
    fleet = fleet_in_place(month, side, order.fleet)
    _check_amount(order.cps)
    holdings = TurnHoldings(month, side)
    here = [c for c in month.colonies.at(fleet.hex) if c.side == side] or bases_at(holdings, fleet.hex)
    if not here:
        raise IllegalOrderError(f"You have no colony at {fleet.hex} where CPs could be loaded.", rule="CW-5.1-01")
    aboard = stowed(month.sides[side].designs, ships_of(month, fleet), order.cps, month.settings)
    if connected(month, side, here[0]):
        holdings.spend("colonies", order.cps)
    else:
        held = sum(c.store for c in here)
        if order.cps > held:
            raise IllegalOrderError(
                f"{here[0].name} is cut off and holds {held} CPs of its own; this needs {order.cps}.", rule="CW-5.0-10"
            )
        left = order.cps
        for colony in here:
            given = min(colony.store, left)
            left -= given
            put_site(holdings, replace(colony, store=colony.store - given))
    month.ships.update(aboard)
    bays = bays_needed(order.cps, month.settings)
    month.say(
        CargoLoaded(
            side=side,
            fleet=fleet.id,
            hex=fleet.hex,
            cps=order.cps,
            cause=Cause("CW-5.1-03", signed.id, (Modifier(bays, f"cargo bays of {bay_capacity(month.settings)} CPs"),)),
            seen_by=(side,),
        )
    )


def _check_amount(cps: int) -> None:
    if cps < 1:
        raise IllegalOrderError("Give the number of CPs, at least 1.", rule="CW-5.1-03")
