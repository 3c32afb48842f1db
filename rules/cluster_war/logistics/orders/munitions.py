"""Orders on munitions (CW-4.3)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.cluster_war.holdings.finders import fleet_here
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.logistics.places import check_number, own_place, place_name, put_place, say_moved
from rules.cluster_war.logistics.stores import given_away, magazine_room, ships_of, taken_up
from rules.cluster_war.orders.notation_parts import COUNT, NAME, colony_text, fleet_text, unquote
from rules.cluster_war.orders.order import Order, SignedOrder
from rules.cluster_war.orders.previews import Preview
from rules.cluster_war.state.names import FleetId, ShipId
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError


@dataclass(frozen=True, slots=True)
class LoadMunitions(Order):
    """Load munitions for so many CPs from the stock of a colony or base into cargo bays, to be hauled (CW-4.3-09)."""

    fleet: FleetId
    cps: int
    place: str


@dataclass(frozen=True, slots=True)
class UnloadMunitions(Order):
    """Unload hauled munitions into the stock of an own colony or base, or with place "" into the magazines of the ships
    in the hex (CW-4.3-10)."""

    fleet: FleetId
    cps: int
    place: str = ""


def load(holdings: Holdings, order: LoadMunitions) -> Fleet:
    """Take munitions aboard from the stock of a place."""
    fleet = fleet_here(holdings, order.fleet)
    place = own_place(holdings, fleet, order.place)
    designs, cps = holdings.owner.designs, check_number(order.cps)
    loaded = taken_up(designs, ships_of(holdings, fleet), "crated", cps, holdings.settings)
    if place.munitions < cps:
        raise IllegalOrderError(
            f"{place.name} has munitions for {place.munitions} CPs in stock, not for {cps}.", rule="CW-4.3-23"
        )
    put_place(holdings, replace(place, munitions=place.munitions - cps))
    holdings.ships.update(loaded)
    return fleet


def _plan_load(planned: PlannedState, order: LoadMunitions) -> Preview:
    fleet = load(planned, order)
    where = place_name(planned, order.place)
    text = f"{fleet.name} takes munitions for {order.cps} CPs from {where} aboard, not ready to fire."
    return Preview(order=order, text=text)


def _load(month: TurnState, signed: SignedOrder, order: LoadMunitions) -> None:
    fleet = load(TurnHoldings(month, signed.side), order)
    say_moved(month, signed, fleet, "munitions", "loaded", order.cps, order.place, "CW-4.3-23")


def unload(holdings: Holdings, order: UnloadMunitions) -> Fleet:
    """Give hauled munitions to the stock of a place, or to the magazines of the side's ships in the hex."""
    fleet = fleet_here(holdings, order.fleet)
    emptied = given_away(ships_of(holdings, fleet), "crated", check_number(order.cps))
    if order.place:
        place = own_place(holdings, fleet, order.place)
        put_place(holdings, replace(place, munitions=place.munitions + order.cps))
        holdings.ships.update(emptied)
    else:
        holdings.ships.update(_armed(holdings, fleet, emptied, order.cps))
    return fleet


def _armed(holdings: Holdings, fleet: Fleet, emptied: dict[ShipId, Ship], cps: int) -> dict[ShipId, Ship]:
    """The ships in the fleet's hex after so many CPs of munitions went into their magazines, its own first."""
    others = [f for _, f in sorted(holdings.fleets.items()) if f.side == fleet.side and f.transit is None]
    near = [f for f in others if f.hex == fleet.hex and f.id != fleet.id]
    ships = {key: emptied.get(key, holdings.ships[key]) for f in (fleet, *near) for key in f.ships}
    left = cps
    for key, ship in ships.items():
        room = max(0, magazine_room(holdings.owner.designs[ship.design], holdings.settings) - ship.munitions)
        ships[key] = replace(ship, munitions=ship.munitions + min(room, left))
        left -= min(room, left)
    if left:
        raise IllegalOrderError(
            f"The magazines at {fleet.hex} have room for {cps - left} CPs of munitions.", rule="CW-4.3-23"
        )
    return ships


def _plan_unload(planned: PlannedState, order: UnloadMunitions) -> Preview:
    fleet = unload(planned, order)
    where = place_name(planned, order.place) or "the magazines there"
    return Preview(order=order, text=f"{fleet.name} unloads munitions for {order.cps} CPs into {where}.")


def _unload(month: TurnState, signed: SignedOrder, order: UnloadMunitions) -> None:
    fleet = unload(TurnHoldings(month, signed.side), order)
    say_moved(month, signed, fleet, "munitions", "unloaded", order.cps, order.place, "CW-4.3-10")


KINDS: Final = (
    OrderKind(
        LoadMunitions,
        Phase.LOAD,
        command="fleet arm",
        verb="arm",
        example="arm Convoy 20 from Terra",
        pattern=rf"{NAME} {COUNT}(?: ?cps?)? from {NAME}",
        read=lambda names, g: LoadMunitions(names.fleet(unquote(g[0])), int(g[1] or 0), names.site(unquote(g[2]))),
        write=lambda order, names: (
            f"arm {fleet_text(names, order.fleet)} {order.cps} from {colony_text(names, order.place)}"
        ),
        plan=_plan_load,
        carry_out=_load,
    ),
    OrderKind(
        UnloadMunitions,
        Phase.UNLOAD,
        command="fleet disarm",
        verb="disarm",
        example="disarm Convoy 20 at WS01 (or into the magazines there: disarm Convoy 20)",
        pattern=rf"{NAME} {COUNT}(?: ?cps?)?(?: at {NAME})?",
        read=lambda names, g: UnloadMunitions(
            names.fleet(unquote(g[0])), int(g[1] or 0), names.site(unquote(g[2])) if g[2] else ""
        ),
        write=lambda order, names: (
            f"disarm {fleet_text(names, order.fleet)} {order.cps}"
            + (f" at {colony_text(names, order.place)}" if order.place else "")
        ),
        plan=_plan_unload,
        carry_out=_unload,
    ),
)
