"""Orders on supply points (CW-4.3, CW-5.2)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.cluster_war.holdings.finders import fleet_here
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.logistics.places import check_number, own_place, place_name, say_moved
from rules.cluster_war.logistics.stores import depot_room, given_away, ships_of, taken_up
from rules.cluster_war.logistics.supplied import supply_hexes
from rules.cluster_war.orders.notation_parts import COUNT, NAME, colony_text, fleet_text, unquote
from rules.cluster_war.orders.order import Order, SignedOrder
from rules.cluster_war.orders.previews import Preview
from rules.cluster_war.state.holdings import Base
from rules.cluster_war.state.names import BaseId, FleetId
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError


@dataclass(frozen=True, slots=True)
class LoadSupplies(Order):
    """Fill cargo bays with supply points: free in the own grid and where supply rights hold (CW-4.3-15); from an own
    depot's store elsewhere (CW-5.2-07)."""

    fleet: FleetId
    points: int


@dataclass(frozen=True, slots=True)
class UnloadSupplies(Order):
    """Give supply points from cargo bays to an own base in the hex, or back where they cost nothing with base ""."""

    fleet: FleetId
    points: int
    base: BaseId = ""


@dataclass(frozen=True, slots=True)
class TransferSupplies(Order):
    """Hand supply points to another own fleet in the same hex (CW-4.3-14)."""

    fleet: FleetId
    points: int
    into: FleetId


def load(holdings: Holdings, order: LoadSupplies) -> Fleet:
    """Take supply points aboard: free ones, or those of own depots in the hex."""
    fleet, points = fleet_here(holdings, order.fleet), check_number(order.points)
    me = holdings.owner
    loaded = taken_up(me.designs, ships_of(holdings, fleet), "supplies", points, holdings.settings)
    if fleet.hex not in supply_hexes(holdings.source, me.id):
        depots = [b for _, b in sorted(holdings.bases.items()) if b.side == me.id and b.hex == fleet.hex]
        there = sum(b.supplies for b in depots)
        if there < points:
            raise IllegalOrderError(
                f"{fleet.hex} is outside your supply grid, and the bases there hold {there} supply points of yours.",
                rule="CW-4.3-15",
            )
        left = points
        for base in depots:
            given = min(base.supplies, left)
            holdings.bases[base.id] = replace(base, supplies=base.supplies - given)
            left -= given
    holdings.ships.update(loaded)
    return fleet


def _plan_load(planned: PlannedState, order: LoadSupplies) -> Preview:
    fleet = load(planned, order)
    where = planned.place(fleet.hex)
    text = f"{fleet.name} takes {order.points} supply points aboard at {where}, {_aboard(planned, fleet)} in all."
    return Preview(order=order, text=text)


def _load(month: TurnState, signed: SignedOrder, order: LoadSupplies) -> None:
    fleet = load(TurnHoldings(month, signed.side), order)
    say_moved(month, signed, fleet, "supplies", "loaded", order.points, "", "CW-4.3-15")


def unload(holdings: Holdings, order: UnloadSupplies) -> Fleet:
    """Give supply points to a base in the hex, or back where they are free."""
    fleet = fleet_here(holdings, order.fleet)
    emptied = given_away(ships_of(holdings, fleet), "supplies", check_number(order.points))
    if order.base:
        base = own_place(holdings, fleet, order.base)
        if not isinstance(base, Base):
            raise IllegalOrderError("A colony has all the supplies it needs; name a base.", rule="CW-4.3-02")
        room = depot_room(holdings.owner.designs[base.design], base, holdings.settings)
        if order.points > room:
            raise IllegalOrderError(f"{base.name} has room for {room} more supply points.", rule="CW-5.2-07")
        holdings.bases[base.id] = replace(base, supplies=base.supplies + order.points)
    elif fleet.hex not in supply_hexes(holdings.source, holdings.owner.id):
        raise IllegalOrderError("Outside your supply grid name the base that takes them.", rule="CW-5.2-07")
    holdings.ships.update(emptied)
    return fleet


def _plan_unload(planned: PlannedState, order: UnloadSupplies) -> Preview:
    fleet = unload(planned, order)
    where = place_name(planned, order.base) or planned.place(fleet.hex)
    text = f"{fleet.name} unloads {order.points} supply points at {where}, {_aboard(planned, fleet)} stay aboard."
    return Preview(order=order, text=text)


def _unload(month: TurnState, signed: SignedOrder, order: UnloadSupplies) -> None:
    fleet = unload(TurnHoldings(month, signed.side), order)
    say_moved(month, signed, fleet, "supplies", "unloaded", order.points, order.base, "CW-5.2-07")


def transfer(holdings: Holdings, order: TransferSupplies) -> tuple[Fleet, Fleet]:
    """Hand supply points over in a hex: the fleet that gives and the one that gets them."""
    fleet, into = fleet_here(holdings, order.fleet), fleet_here(holdings, order.into)
    if into.id == fleet.id:
        raise IllegalOrderError(f"{fleet.name} shares its supplies already.", rule="CW-4.3-14")
    if into.hex != fleet.hex:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex} and {into.name} at {into.hex}; hand supplies over in one hex.",
            rule="CW-4.3-14",
        )
    emptied = given_away(ships_of(holdings, fleet), "supplies", check_number(order.points))
    designs = holdings.owner.designs
    loaded = taken_up(designs, ships_of(holdings, into), "supplies", order.points, holdings.settings)
    holdings.ships.update(emptied | loaded)
    return fleet, into


def _plan_transfer(planned: PlannedState, order: TransferSupplies) -> Preview:
    fleet, into = transfer(planned, order)
    text = f"{fleet.name} hands {order.points} supply points to {into.name}, {_aboard(planned, fleet)} stay aboard."
    return Preview(order=order, text=text)


def _transfer(month: TurnState, signed: SignedOrder, order: TransferSupplies) -> None:
    fleet, _ = transfer(TurnHoldings(month, signed.side), order)
    say_moved(month, signed, fleet, "supplies", "handed over", order.points, order.into, "CW-4.3-14")


def _aboard(planned: PlannedState, fleet: Fleet) -> int:
    return sum(planned.ships[s].supplies for s in fleet.ships)


KINDS: Final = (
    OrderKind(
        LoadSupplies,
        Phase.LOAD,
        command="fleet supply",
        verb="supply",
        example="supply Convoy 40",
        pattern=rf"{NAME} {COUNT}(?: points?)?",
        read=lambda names, g: LoadSupplies(names.fleet(unquote(g[0])), int(g[1] or 0)),
        write=lambda order, names: f"supply {fleet_text(names, order.fleet)} {order.points}",
        plan=_plan_load,
        carry_out=_load,
    ),
    OrderKind(
        UnloadSupplies,
        Phase.UNLOAD,
        command="fleet unsupply",
        verb="unsupply",
        example="unsupply Convoy 40 at WS01",
        pattern=rf"{NAME} {COUNT}(?: points?)?(?: at {NAME})?",
        read=lambda names, g: UnloadSupplies(
            names.fleet(unquote(g[0])), int(g[1] or 0), names.site(unquote(g[2])) if g[2] else ""
        ),
        write=lambda order, names: (
            f"unsupply {fleet_text(names, order.fleet)} {order.points}"
            + (f" at {colony_text(names, order.base)}" if order.base else "")
        ),
        plan=_plan_unload,
        carry_out=_unload,
    ),
    OrderKind(
        TransferSupplies,
        Phase.LOAD,
        command="fleet hand",
        verb="hand",
        example='hand Convoy 40 to "1st Fleet"',
        pattern=rf"{NAME} {COUNT}(?: points?)? to {NAME}",
        read=lambda names, g: TransferSupplies(names.fleet(unquote(g[0])), int(g[1] or 0), names.fleet(unquote(g[2]))),
        write=lambda order, names: (
            f"hand {fleet_text(names, order.fleet)} {order.points} to {fleet_text(names, order.into)}"
        ),
        plan=_plan_transfer,
        carry_out=_transfer,
    ),
)
