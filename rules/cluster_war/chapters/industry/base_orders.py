"""Orders that take bases and yards apart into a fleet's bays and put them together elsewhere (CW-6.0-04, CW-7.0-12)."""

from typing import Final

from rules.cluster_war.chapters.industry import construction
from rules.cluster_war.chapters.industry.facility_orders import facility_price
from rules.cluster_war.model.economy.holds import cargo_held, land_cps, parts_held, with_parts, without_parts
from rules.cluster_war.model.events.industry import BaseAssembled, PartsLoaded
from rules.cluster_war.model.holdings.finders import checked_name, fleet_at_rest, own_design, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings, check_needs
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, tell_giver
from rules.cluster_war.model.orders.names import (
    COUNT,
    NAME,
    TEXT,
    Groups,
    Names,
    as_text,
    design_text,
    fleet_text,
    site_text,
)
from rules.cluster_war.model.orders.order import Order, OrderPreview
from rules.cluster_war.model.state.common import BaseId, ColonyId, FleetId, ShipId
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.values import Cause, IllegalOrderError, Modifier, changed


class Dismantle(Order):
    """Take something apart and put it aboard a fleet in the same hex: a base (`what` its design, or "" where `place` is
    the base itself), or shipyard bays with `what` "shipyard" (CW-6.0-04, CW-5.1-08)."""

    fleet: FleetId
    place: str
    what: str = ""
    amount: int = 1


class Assemble(Order):
    """Put a base together where the fleet is, from its parts or from CPs in the fleet's bays, or put up shipyard bays
    from parts (`what` "shipyard") at the own colony there; it stands at the month's end (CW-7.0-12).

    `orbit` 0 is deep space.
    """

    fleet: FleetId
    what: str
    orbit: int = 0
    amount: int = 1
    name: str = ""


def dismantle(holdings: Holdings, order: Dismantle) -> PartsLoaded:
    """Take apart what the order names; IllegalOrderError if it is at work, elsewhere, or the bays lack room."""
    fleet = fleet_at_rest(holdings, order.fleet)
    ships = ships_by_id(holdings, fleet)
    _check_amount(order.amount)
    base = holdings.bases.get(order.place)
    if base is not None and base.side == holdings.owner.id and not order.what:
        return _dismantle_base(holdings, fleet, ships, base)
    site = holdings.site(order.place)
    construction.check_here(fleet, site.hex, site.name)
    designs, settings = holdings.owner.designs, holdings.settings
    if order.what == construction.SHIPYARD:
        if site.id in holdings.bases:
            raise IllegalOrderError(
                f"The yards of {site.name} are part of it: take it apart as a whole.", rule="CW-6.0-04"
            )
        spare = min(holdings.free_capacity(changed(site, heavy_industry=0), construction.SHIPYARD), site.shipyard_bays)
        if order.amount > spare:
            raise IllegalOrderError(
                f"{site.name} can spare {spare} shipyard bays now, not {order.amount}.", rule="CW-6.0-04"
            )
        cps = facility_price("shipyard", order.amount, settings)
        loaded = with_parts(designs, ships, construction.SHIPYARD, cps, settings)
        holdings.put_site(changed(site, shipyard_bays=site.shipyard_bays - order.amount))
    else:
        design = own_design(holdings, order.what)
        construction.check_base(design)
        cps = design.cost * order.amount
        loaded = with_parts(designs, ships, design.id, cps, settings)
        construction.take_off(holdings, site, design, order.amount)
    holdings.ships.update(loaded)
    return _parts_loaded(fleet, order.what, order.amount, cps)


def _dismantle_base(holdings: Holdings, fleet: Fleet, ships: dict[ShipId, Ship], base: Base) -> PartsLoaded:
    design = holdings.owner.designs[base.design]
    construction.check_here(fleet, base.hex, base.name)
    if base.towed_by:
        raise IllegalOrderError(f"{base.name} is in tow; let it go first.", rule="CW-5.1-08")
    if base.garrison or base.munitions or base.store:
        raise IllegalOrderError(
            f"{base.name} still holds CPs, units or munitions; take those off first.", rule="CW-6.4-01"
        )
    if any(b.colony == base.id for b in holdings.builds.values()):
        raise IllegalOrderError(
            f"{base.name} is at work; what works there now must be finished first.", rule="CW-6.0-04"
        )
    holdings.ships.update(with_parts(holdings.owner.designs, ships, design.id, design.cost, holdings.settings))
    del holdings.bases[base.id]
    return _parts_loaded(fleet, design.id, 1, design.cost)


def _parts_loaded(fleet: Fleet, what: str, amount: int, cps: int) -> PartsLoaded:
    cause = Cause("CW-6.0-04" if what == construction.SHIPYARD else "CW-5.1-08")
    return PartsLoaded(fleet.side, fleet.id, fleet.hex, what, amount, cps, cause=cause)


def _plan_dismantle(planned: PlannedState, order: Dismantle) -> OrderPreview:
    done = dismantle(planned, order)
    what = "shipyard bays" if done.what == construction.SHIPYARD else f"× {own_design(planned, done.what).name}"
    name = planned.fleets[order.fleet].name
    text = f"{name} takes {done.amount} {what} aboard in parts: {done.cps} CPs of room."
    return OrderPreview(order=order, text=text)


def _read_dismantle(g: Groups) -> Dismantle:
    fleet = g.fleet(3)
    if g.has(2):
        return Dismantle(fleet, g.site(2), _read_thing(g, 1), g.number(0, 1))
    return Dismantle(fleet, g.site(1))


def _write_dismantle(order: Dismantle, names: Names) -> str:
    thing = f"{order.amount} {_thing_text(names, order.what)} at " if order.what else ""
    return f"dismantle {thing}{site_text(names, order.place)} onto {fleet_text(names, order.fleet)}"


def assemble(holdings: Holdings, order: Assemble) -> BaseAssembled:
    """Put together what the order names; IllegalOrderError without parts or CPs enough, or without a place for it."""
    fleet = fleet_at_rest(holdings, order.fleet)
    ships = ships_by_id(holdings, fleet)
    _check_amount(order.amount)
    if order.what == construction.SHIPYARD:
        return _put_up_yard(holdings, fleet, ships, order.amount)
    design = own_design(holdings, order.what)
    construction.check_base(design)
    if order.amount != 1:
        raise IllegalOrderError("Put bases together one by one.", rule="CW-6.4-03")
    check_needs(holdings, design)
    construction.check_orbit(holdings, design, fleet.hex, order.orbit)
    construction.check_asteroid(holdings, design, fleet.hex)
    parts = min(design.cost, parts_held(ships.values(), design.id))
    missing = design.cost - parts
    if missing > cargo_held(ships.values()):
        raise IllegalOrderError(
            f"{design.name} takes {design.cost} CPs; {fleet.name} carries {parts} CPs of its parts and "
            f"{cargo_held(ships.values())} CPs besides.",
            rule="CW-5.0-11",
        )
    holdings.ships.update(land_cps(without_parts(ships, design.id, parts), missing))
    base = Base(
        id=construction.new_base(holdings, design),
        side=holdings.owner.id,
        design=design.id,
        name=order.name or design.name,
        hex=fleet.hex,
        orbit=order.orbit,
        ready=holdings.turn + 1,
    )
    holdings.bases[base.id] = base
    return _assembled(fleet, order.orbit, design.id, 1, design.cost, parts, base.id)


def _put_up_yard(holdings: Holdings, fleet: Fleet, ships: dict[ShipId, Ship], amount: int) -> BaseAssembled:
    here = min(holdings.colonies_at(fleet.hex), key=lambda c: c.id, default=None)
    if here is None:
        raise IllegalOrderError(f"You have no colony at {fleet.hex} for a shipyard.", rule="CW-6.0-05")
    cps = facility_price("shipyard", amount, holdings.settings)
    held = parts_held(ships.values(), construction.SHIPYARD)
    if cps > held:
        raise IllegalOrderError(
            f"{fleet.name} carries {held} CPs of shipyard parts; {amount} bays take {cps}.", rule="CW-6.0-04"
        )
    holdings.ships.update(without_parts(ships, construction.SHIPYARD, cps))
    return _assembled(fleet, here.orbit, construction.SHIPYARD, amount, cps, cps, here.id)


def _assembled(
    fleet: Fleet, orbit: int, what: str, amount: int, cps: int, parts: int, at: ColonyId | BaseId
) -> BaseAssembled:
    reasons = [Modifier(parts, "CPs of parts")] if parts else []
    reasons += [Modifier(cps - parts, "CPs from the cargo bays")] if cps > parts else []
    cause = Cause("CW-7.0-12" if parts else "CW-5.0-11", modifiers=tuple(reasons))
    return BaseAssembled(
        fleet.side, fleet.id, fleet.hex, orbit, what, amount, cps, from_parts=parts, at=at, cause=cause
    )


def _check_amount(amount: int) -> None:
    if not 1 <= amount <= construction.MOST_UNITS:
        raise IllegalOrderError(f"Name an amount from 1 to {construction.MOST_UNITS}, not {amount}.", rule="CW-6.4-03")


def _plan_assemble(planned: PlannedState, order: Assemble) -> OrderPreview:
    name = checked_name(order.name) if order.name else ""
    done = assemble(planned, changed(order, name=name))
    many = f"{done.amount} shipyard bays" if done.what == construction.SHIPYARD else own_design(planned, done.what).name
    where = construction.whereabouts(done.orbit, done.hex, planned.place(done.hex))
    paid = f" ({done.cps - done.from_parts} CPs from the bays)" if done.cps > done.from_parts else ""
    text = f"{planned.fleets[order.fleet].name} puts {many} together {where}{paid}; ready next turn."
    return OrderPreview(order=changed(order, name=name), text=text)


def _read_assemble(g: Groups) -> Assemble:
    what = _read_thing(g, 1)
    return Assemble(g.fleet(2), what, g.number(3), g.number(0, 1), g.text(4))


def _write_assemble(order: Assemble, names: Names) -> str:
    many = f"{order.amount} " if order.amount != 1 else ""
    where = f" in orbit {order.orbit}" if order.orbit else ""
    thing, fleet = _thing_text(names, order.what), fleet_text(names, order.fleet)
    return f"assemble {many}{thing} from {fleet}{where}{as_text(order.name)}"


def _thing_text(names: Names, what: str) -> str:
    return construction.SHIPYARD if what == construction.SHIPYARD else design_text(names, what)


def _read_thing(g: Groups, at: int) -> str:
    known = {construction.SHIPYARD, "shipyards", "shipyard bays", "shipyard bay"}
    return construction.SHIPYARD if g.text(at).casefold() in known else g.design(at)


KINDS: Final = (
    OrderKind(
        Dismantle,
        Phase.SPEND,
        command="base dismantle",
        example='dismantle 1 "Way Station" at Terra onto Convoy (or: dismantle 10 shipyard at Terra onto Convoy)',
        pattern=rf"(?:{COUNT} )?{NAME}(?: at {NAME})? onto {NAME}",
        read=_read_dismantle,
        write=_write_dismantle,
        plan=_plan_dismantle,
        carry_out=tell_giver(dismantle),
    ),
    OrderKind(
        Assemble,
        Phase.SPEND,
        command="base assemble",
        example='assemble "Way Station" from Convoy in orbit 3 as "The Gate"',
        pattern=rf"(?:{COUNT} )?{NAME} from {NAME}(?: in orbit (\d{{1,2}}))?(?: as {TEXT})?",
        read=_read_assemble,
        write=_write_assemble,
        plan=_plan_assemble,
        carry_out=tell_giver(assemble),
    ),
)
