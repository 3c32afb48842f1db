"""The order to scrap ships and units for half their CPs (CW-6.6-06, CW-6.6-07)."""

from typing import Final

from rules.cluster_war.chapters.industry.construction import SCRAPPABLE, check_in_use, scrap_bays, scrap_value
from rules.cluster_war.chapters.movement.fleets import put
from rules.cluster_war.model.economy.holds import filled, room_aboard, stowed
from rules.cluster_war.model.events.industry import UnitsScrapped
from rules.cluster_war.model.holdings.capacity import with_components
from rules.cluster_war.model.holdings.finders import own_design, own_ship, ships_here
from rules.cluster_war.model.holdings.holdings import Holdings, take_units
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, site_text, units_text
from rules.cluster_war.model.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId, DesignId, ShipId, short_id
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotationError
from rules.events import Cause, Modifier
from rules.values import changed


class ScrapUnits(Order):
    """Scrap ships at a yard, or `count` units of a design held there, for half their CPs (CW-6.6-06).

    Ships made for it are scrapped where they are, with `colony` "" (CW-6.6-07).
    """

    colony: ColonyId
    ships: tuple[ShipId, ...] = ()
    design: DesignId = ""
    count: int = 0


def scrap(holdings: Holdings, order: ScrapUnits) -> tuple[UnitsScrapped, ...]:
    """Take in an order to scrap: what is gone and what it gave, by design."""
    if order.ships and not order.colony:
        return _scrap_in_place(holdings, order)
    site = holdings.site(order.colony)
    if order.ships:
        ships, _ = ships_here(holdings, order.ships, site.hex)
        _check_empty(holdings, ships)
        _use_bays(holdings, site, sum(scrap_bays(holdings.owner.designs[s.design]) for s in ships))
        return _gone(holdings, ships, site)
    design = own_design(holdings, order.design)
    rest, _ = take_units(site, design.id, order.count, weak=True)
    holdings.put_site(with_components(rest, design, -order.count))
    try:
        check_in_use(holdings, site)
        _use_bays(holdings, holdings.site(site.id), scrap_bays(design) * order.count)
    except IllegalOrderError:
        holdings.put_site(site)
        raise
    cps = scrap_value(design, holdings.settings) * order.count
    to = holdings.give(cps, holdings.site(site.id))
    return (_scrapped(holdings, site.hex, design, order.count, (), cps, to),)


def _scrap_in_place(holdings: Holdings, order: ScrapUnits) -> tuple[UnitsScrapped, ...]:
    """Ships made for it are taken apart where they are: for a colony there, or into the bays of their fleet (CW-6.6-07)."""
    first = holdings.ships.get(order.ships[0])
    here = next((f.hex for f in holdings.fleets.values() if first is not None and first.id in f.ships), "")
    ships, holders = ships_here(holdings, order.ships, here)
    kinds = [holdings.owner.designs[s.design] for s in ships]
    plain = next((d for d in kinds if SCRAPPABLE not in d.traits), None)
    if plain is not None:
        raise IllegalOrderError(f"{plain.name} is scrapped at a shipyard only.", rule="CW-6.6-07")
    _check_empty(holdings, ships)
    site = min(holdings.colonies_at(here), key=lambda c: c.id, default=None)
    if site is not None:
        return _gone(holdings, ships, site)
    cps = sum(scrap_value(d, holdings.settings) for d in kinds)
    gone = {s.id for s in ships}
    others = {
        key: holdings.ships[key]
        for f in sorted(set(holders.values()))
        for key in holdings.fleets[f].ships
        if key not in gone
    }
    room = room_aboard(holdings.owner.designs, others.values(), holdings.settings)
    if cps > room:
        raise IllegalOrderError(
            f"The {cps} CPs need room: a colony there, or cargo bays in the fleet, which have room for {room}.",
            rule="CW-6.6-07",
        )
    holdings.ships.update(stowed(holdings.owner.designs, others, cps, holdings.settings))
    return _gone(holdings, ships, None, here)


def _check_empty(holdings: Holdings, ships: tuple[Ship, ...]) -> None:
    busy = {s for b in holdings.builds.values() for s in b.refits}
    for ship in ships:
        if filled(ship):
            raise IllegalOrderError(f"{short_id(ship.id)} still carries something; unload it first.", rule="CW-6.6-06")
        if ship.id in busy:
            raise IllegalOrderError(f"{short_id(ship.id)} is being refitted.", rule="CW-6.6-06")


def _use_bays(holdings: Holdings, site: Colony, bays: int) -> None:
    left = holdings.free_capacity(site, "shipyard")
    if bays > left:
        raise IllegalOrderError(
            f"{site.name} has {left} shipyard bays free this turn; scrapping needs {bays}.", rule="CW-6.6-06"
        )
    holdings.use(site.id, "shipyard", bays)


def _gone(
    holdings: Holdings, ships: tuple[Ship, ...], site: Colony | None, here: str = ""
) -> tuple[UnitsScrapped, ...]:
    """Take ships off their fleets and the list, and hand out what they gave."""
    keys = {s.id for s in ships}
    for fleet in [f for f in holdings.fleets.values() if keys & set(f.ships)]:
        left = tuple(s for s in fleet.ships if s not in keys)
        if isinstance(holdings, TurnHoldings):
            put(holdings.month, changed(fleet, ships=left))
        elif left:
            holdings.fleets[fleet.id] = changed(fleet, ships=left)
        else:
            del holdings.fleets[fleet.id]
    told: list[UnitsScrapped] = []
    for design in sorted({s.design for s in ships}):
        kind = holdings.owner.designs[design]
        mine = tuple(s.id for s in ships if s.design == design)
        cps = scrap_value(kind, holdings.settings) * len(mine)
        to = holdings.give(cps, site) if site is not None else "ships"
        told.append(_scrapped(holdings, site.hex if site is not None else here, kind, len(mine), mine, cps, to))
    for key in keys:
        del holdings.ships[key]
    return tuple(told)


def _scrapped(
    holdings: Holdings, hex_: str, design: Design, count: int, ships: tuple[ShipId, ...], cps: int, to: str
) -> UnitsScrapped:
    side = holdings.owner.id
    reason = Modifier(scrap_value(design, holdings.settings), f"CPs from each, half of {design.cost}")
    rule = "CW-6.6-07" if SCRAPPABLE in design.traits else "CW-6.6-06"
    return UnitsScrapped(side, hex_, design.id, count, ships, cps, to, cause=Cause(rule, modifiers=(reason,)))


def _plan(planned: PlannedState, order: ScrapUnits) -> Preview:
    done = changed(order, ships=tuple(own_ship(planned, ship) for ship in order.ships))
    gone = scrap(planned, done)
    what = ", ".join(f"{e.count} × {own_design(planned, e.design).name}" for e in gone)
    to = {"pool": "the pool", "store": "the store there", "ships": "the cargo bays there"}[gone[0].to]
    return Preview(order=done, text=f"{what} scrapped: {sum(e.cps for e in gone)} CPs for {to}.")


def _scrap(turn: TurnState, signed: SignedOrder, order: ScrapUnits) -> None:
    for event in scrap(TurnHoldings(turn, signed.side), order):
        turn.tell_side(changed(event, cause=changed(event.cause, order=signed.id)))


def _read(g: Groups) -> ScrapUnits:
    ships, design, count = g.units(0)
    if not ships and not g.has(1):
        raise NotationError("Say at which colony: scrap 3 Militia at Terra.")
    return ScrapUnits(g.site(1) if g.has(1) else "", ships, design, count)


def _write(order: ScrapUnits, names: Names) -> str:
    at = f" at {site_text(names, order.colony)}" if order.colony else ""
    return f"scrap {units_text(names, order.ships, order.design, order.count)}{at}"


KINDS: Final = (
    OrderKind(
        ScrapUnits,
        Phase.SPEND,
        command="build scrap",
        example="scrap DD01 DD02 at Terra (or: scrap 3 Militia at Terra)",
        pattern=rf"{TEXT}(?: at {NAME})?",
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=_scrap,
    ),
)
