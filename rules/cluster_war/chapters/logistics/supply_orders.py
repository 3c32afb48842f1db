"""Orders on supply points and munitions, and foreign aid: CPs carried by freighters to an empire that lets them land (CW-4.3,
CW-5.1-01, use 3, CW-5.2)."""

from typing import Final

from rules.cluster_war.chapters.logistics import stores
from rules.cluster_war.model.economy.holds import land_cps, shared_out
from rules.cluster_war.model.events.logistics import AidLanded, StoresMoved
from rules.cluster_war.model.holdings.finders import check_amount, fleet_here, ships_of
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings, tell_giver
from rules.cluster_war.model.orders.names import COUNT, NAME, Names, colony_text, fleet_text
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import BaseId, ColonyId, FleetId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Fleet, Ship
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, changed, quoted

AID_RULE: Final = "CW-5.1-01"


class LoadSupplies(Order):
    """Fill cargo bays with supply points: free in the own grid and where supply rights hold (CW-4.3-15); from an own
    depot's store elsewhere (CW-5.2-07)."""

    fleet: FleetId
    points: int


class UnloadSupplies(Order):
    """Give supply points from cargo bays to an own base in the hex, or back where they cost nothing with base ""."""

    fleet: FleetId
    points: int
    base: BaseId = ""


class TransferSupplies(Order):
    """Hand supply points to another own fleet in the same hex (CW-4.3-14)."""

    fleet: FleetId
    points: int
    into: FleetId


class LoadMunitions(Order):
    """Load munitions for so many CPs from the stock of a colony or base into cargo bays, to be hauled (CW-4.3-09)."""

    fleet: FleetId
    cps: int
    place: str


class UnloadMunitions(Order):
    """Unload hauled munitions into the stock of an own colony or base, or with place "" into the magazines of the ships
    in the hex (CW-4.3-10)."""

    fleet: FleetId
    cps: int
    place: str = ""


def load(holdings: Holdings, order: LoadSupplies) -> StoresMoved:
    """Take supply points aboard: free ones, or those of own depots in the hex."""
    fleet, points = fleet_here(holdings, order.fleet), stores.check_number(order.points)
    me = holdings.owner
    loaded = stores.taken_up(me.designs, ships_of(holdings, fleet), "supplies", points, holdings.settings)
    if fleet.hex not in stores.supply_hexes(holdings.source, me.id):
        depots = {key: b for key, b in sorted(holdings.bases.items()) if b.side == me.id and b.hex == fleet.hex}
        given, lacking = shared_out(depots, points, lambda base: base.supplies)
        if lacking:
            raise IllegalOrderError(
                f"{fleet.hex} is outside your supply grid, where your bases hold {points - lacking} supply points.",
                rule="CW-4.3-15",
            )
        for key, base in depots.items():
            holdings.bases[key] = changed(base, supplies=base.supplies - given[key])
    holdings.ships.update(loaded)
    return StoresMoved(me.id, fleet.id, "supplies", "loaded", points, fleet.hex, "", cause=Cause("CW-4.3-15"))


def _plan_load(planned: PlannedState, order: LoadSupplies) -> OrderPreview:
    done = load(planned, order)
    fleet = planned.fleets[order.fleet]
    where = planned.place(done.hex)
    text = f"{fleet.name} takes {order.points} supply points aboard at {where}, {_aboard(planned, fleet)} in all."
    return OrderPreview(order=order, text=text)


def unload(holdings: Holdings, order: UnloadSupplies) -> StoresMoved:
    """Give supply points to a base in the hex, or back where they are free."""
    fleet, me = fleet_here(holdings, order.fleet), holdings.owner
    emptied = stores.given_away(ships_of(holdings, fleet), "supplies", stores.check_number(order.points))
    if order.base:
        base = holdings.bases.get(stores.own_place(holdings, fleet, order.base).id)
        if base is None:
            raise IllegalOrderError("A colony has all the supplies it needs; name a base.", rule="CW-4.3-02")
        room = stores.depot_room(me.designs[base.design], base, holdings.settings)
        if order.points > room:
            raise IllegalOrderError(f"{base.name} has room for {room} more supply points.", rule="CW-5.2-07")
        holdings.bases[base.id] = changed(base, supplies=base.supplies + order.points)
    elif fleet.hex not in stores.supply_hexes(holdings.source, me.id):
        raise IllegalOrderError("Outside your supply grid name the base that takes them.", rule="CW-5.2-07")
    holdings.ships.update(emptied)
    cause = Cause("CW-5.2-07")
    return StoresMoved(me.id, fleet.id, "supplies", "unloaded", order.points, fleet.hex, order.base, cause=cause)


def _plan_unload(planned: PlannedState, order: UnloadSupplies) -> OrderPreview:
    done = unload(planned, order)
    fleet = planned.fleets[order.fleet]
    where = stores.place_name(planned, order.base) or planned.place(done.hex)
    text = f"{fleet.name} unloads {order.points} supply points at {where}, {_aboard(planned, fleet)} stay aboard."
    return OrderPreview(order=order, text=text)


def transfer(holdings: Holdings, order: TransferSupplies) -> StoresMoved:
    """Hand supply points over to another fleet in the hex."""
    fleet, into = fleet_here(holdings, order.fleet), fleet_here(holdings, order.into)
    if into.id == fleet.id:
        raise IllegalOrderError(f"{fleet.name} shares its supplies already.", rule="CW-4.3-14")
    if into.hex != fleet.hex:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex} and {into.name} at {into.hex}; hand supplies over in one hex.",
            rule="CW-4.3-14",
        )
    emptied = stores.given_away(ships_of(holdings, fleet), "supplies", stores.check_number(order.points))
    designs = holdings.owner.designs
    loaded = stores.taken_up(designs, ships_of(holdings, into), "supplies", order.points, holdings.settings)
    holdings.ships.update(emptied | loaded)
    cause = Cause("CW-4.3-14")
    return StoresMoved(fleet.side, fleet.id, "supplies", "handed over", order.points, fleet.hex, into.id, cause=cause)


def _plan_transfer(planned: PlannedState, order: TransferSupplies) -> OrderPreview:
    transfer(planned, order)
    fleet, into = planned.fleets[order.fleet], planned.fleets[order.into]
    text = f"{fleet.name} hands {order.points} supply points to {into.name}, {_aboard(planned, fleet)} stay aboard."
    return OrderPreview(order=order, text=text)


def _aboard(planned: PlannedState, fleet: Fleet) -> int:
    return stores.goods_held(ships_of(planned, fleet).values(), "supplies")


def arm(holdings: Holdings, order: LoadMunitions) -> StoresMoved:
    """Take munitions aboard from the stock of a place."""
    fleet = fleet_here(holdings, order.fleet)
    place = stores.own_place(holdings, fleet, order.place)
    designs, cps = holdings.owner.designs, stores.check_number(order.cps)
    loaded = stores.taken_up(designs, ships_of(holdings, fleet), "crated", cps, holdings.settings)
    if place.munitions < cps:
        raise IllegalOrderError(
            f"{place.name} has munitions for {place.munitions} CPs in stock, not for {cps}.", rule="CW-4.3-23"
        )
    holdings.put_site(changed(place, munitions=place.munitions - cps))
    holdings.ships.update(loaded)
    cause = Cause("CW-4.3-23")
    return StoresMoved(fleet.side, fleet.id, "munitions", "loaded", cps, fleet.hex, order.place, cause=cause)


def _plan_arm(planned: PlannedState, order: LoadMunitions) -> OrderPreview:
    arm(planned, order)
    name, where = planned.fleets[order.fleet].name, stores.place_name(planned, order.place)
    text = f"{name} takes munitions for {order.cps} CPs from {where} aboard, not ready to fire."
    return OrderPreview(order=order, text=text)


def disarm(holdings: Holdings, order: UnloadMunitions) -> StoresMoved:
    """Give hauled munitions to the stock of a place, or to the magazines of the side's ships in the hex."""
    fleet = fleet_here(holdings, order.fleet)
    emptied = stores.given_away(ships_of(holdings, fleet), "crated", stores.check_number(order.cps))
    if order.place:
        place = stores.own_place(holdings, fleet, order.place)
        holdings.put_site(changed(place, munitions=place.munitions + order.cps))
        holdings.ships.update(emptied)
    else:
        holdings.ships.update(_armed(holdings, fleet, emptied, order.cps))
    cause = Cause("CW-4.3-10")
    return StoresMoved(fleet.side, fleet.id, "munitions", "unloaded", order.cps, fleet.hex, order.place, cause=cause)


def _armed(holdings: Holdings, fleet: Fleet, emptied: dict[ShipId, Ship], cps: int) -> dict[ShipId, Ship]:
    """The ships in the fleet's hex after so many CPs of munitions went into their magazines, its own first."""
    others = [f for _, f in sorted(holdings.fleets.items()) if f.side == fleet.side and f.transit is None]
    near = [f for f in others if f.hex == fleet.hex and f.id != fleet.id]
    ships = {key: emptied.get(key, holdings.ships[key]) for f in (fleet, *near) for key in f.ships}
    designs, settings = holdings.owner.designs, holdings.settings
    shares, left = shared_out(
        ships, cps, lambda s: max(0, stores.magazine_room(designs[s.design], settings) - s.munitions)
    )
    if left:
        raise IllegalOrderError(
            f"The magazines at {fleet.hex} have room for {cps - left} CPs of munitions.", rule="CW-4.3-23"
        )
    return {key: changed(ship, munitions=ship.munitions + shares[key]) for key, ship in ships.items()}


def _plan_disarm(planned: PlannedState, order: UnloadMunitions) -> OrderPreview:
    disarm(planned, order)
    name, where = planned.fleets[order.fleet].name, stores.place_name(planned, order.place) or "the magazines there"
    return OrderPreview(order=order, text=f"{name} unloads munitions for {order.cps} CPs into {where}.")


def _place_words(names: Names, place: str) -> str:
    return f" at {colony_text(names, place)}" if place else ""


SUPPLY_KINDS: Final = (
    OrderKind(
        LoadSupplies,
        Phase.LOAD,
        command="fleet supply",
        example="supply Convoy 40",
        pattern=rf"{NAME} {COUNT}(?: points?)?",
        read=lambda g: LoadSupplies(g.fleet(0), g.number(1)),
        write=lambda order, names: f"supply {fleet_text(names, order.fleet)} {order.points}",
        plan=_plan_load,
        carry_out=tell_giver(load),
    ),
    OrderKind(
        UnloadSupplies,
        Phase.UNLOAD,
        command="fleet unsupply",
        example="unsupply Convoy 40 at WS01",
        pattern=rf"{NAME} {COUNT}(?: points?)?(?: at {NAME})?",
        read=lambda g: UnloadSupplies(g.fleet(0), g.number(1), g.site(2) if g.has(2) else ""),
        write=lambda order, names: (
            f"unsupply {fleet_text(names, order.fleet)} {order.points}{_place_words(names, order.base)}"
        ),
        plan=_plan_unload,
        carry_out=tell_giver(unload),
    ),
    OrderKind(
        TransferSupplies,
        Phase.LOAD,
        command="fleet hand",
        example='hand Convoy 40 to "1st Fleet"',
        pattern=rf"{NAME} {COUNT}(?: points?)? to {NAME}",
        read=lambda g: TransferSupplies(g.fleet(0), g.number(1), g.fleet(2)),
        write=lambda order, names: (
            f"hand {fleet_text(names, order.fleet)} {order.points} to {fleet_text(names, order.into)}"
        ),
        plan=_plan_transfer,
        carry_out=tell_giver(transfer),
    ),
    OrderKind(
        LoadMunitions,
        Phase.LOAD,
        command="fleet arm",
        example="arm Convoy 20 from Terra",
        pattern=rf"{NAME} {COUNT}(?: ?cps?)? from {NAME}",
        read=lambda g: LoadMunitions(g.fleet(0), g.number(1), g.site(2)),
        write=lambda order, names: (
            f"arm {fleet_text(names, order.fleet)} {order.cps} from {colony_text(names, order.place)}"
        ),
        plan=_plan_arm,
        carry_out=tell_giver(arm),
    ),
    OrderKind(
        UnloadMunitions,
        Phase.UNLOAD,
        command="fleet disarm",
        example="disarm Convoy 20 at WS01 (or into the magazines there: disarm Convoy 20)",
        pattern=rf"{NAME} {COUNT}(?: ?cps?)?(?: at {NAME})?",
        read=lambda g: UnloadMunitions(g.fleet(0), g.number(1), g.site(2) if g.has(2) else ""),
        write=lambda order, names: (
            f"disarm {fleet_text(names, order.fleet)} {order.cps}{_place_words(names, order.place)}"
        ),
        plan=_plan_disarm,
        carry_out=tell_giver(disarm),
    ),
)


class GiftCps(Order):
    """Unload CPs as foreign aid at a colony of an empire that lets you (CW-TAB-FREIGHTER-USES/3)."""

    fleet: FleetId
    cps: int
    colony: ColonyId


def give(holdings: Holdings, order: GiftCps) -> tuple[Fleet, SideId]:
    """Land CPs at a foreign colony with its owner's leave: the fleet, and who gets them."""
    fleet = fleet_here(holdings, order.fleet)
    colony = holdings.foreign_colony(order.colony)
    if colony is None or colony.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at no foreign colony {quoted(order.colony)}.", rule=AID_RULE)
    if not stores.has_right(holdings.source.rights, colony.side, holdings.owner.id, "aid"):
        raise IllegalOrderError(f"{holdings.side_name(colony.side)} lets you land no aid.", rule=AID_RULE)
    check_amount(order.cps)
    holdings.ships.update(land_cps(ships_of(holdings, fleet), order.cps))
    return fleet, colony.side


def _plan(planned: PlannedState, order: GiftCps) -> OrderPreview:
    fleet, other = give(planned, order)
    text = f"{fleet.name} gives {order.cps} CPs to {planned.side_name(other)} at {planned.place(fleet.hex)}."
    return OrderPreview(order=order, text=text)


def _give(turn: TurnState, signed: SignedOrder, order: GiftCps) -> None:
    me = signed.side
    fleet, other = give(TurnHoldings(turn, me), order)
    to = TurnHoldings(turn, other).give(order.cps, turn.colonies[order.colony])
    turn.tell_side(AidLanded(me, other, fleet.id, order.colony, order.cps, "", cause=Cause(AID_RULE, signed.id)))
    turn.say(AidLanded(me, other, "", order.colony, order.cps, to, cause=Cause(AID_RULE), seen_by=(other,)))


AID_KINDS: Final = (
    OrderKind(
        GiftCps,
        Phase.UNLOAD,
        command="fleet aid",
        example="aid Convoy 40 at 2034-3",
        pattern=rf"{NAME} {COUNT}(?: ?cps?)? at (\d{{4}}-\d{{1,2}})",
        read=lambda g: GiftCps(g.fleet(0), g.number(1), g.raw(2)),
        write=lambda order, names: f"aid {fleet_text(names, order.fleet)} {order.cps} at {order.colony}",
        plan=_plan,
        carry_out=_give,
    ),
)
