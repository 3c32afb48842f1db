"""Bases away from colonies: put together from freighters' holds, taken apart, towed; and yards on the move
(CW-5.1-08, CW-6.0-04, CW-6.4, CW-7.0-12)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.cluster_war.economy.holds import cargo_held, landed, parts_held, with_parts, without_parts
from rules.cluster_war.events.industry import BaseAssembled, BaseTowed, PartsLoaded
from rules.cluster_war.holdings.capacity import free, with_components
from rules.cluster_war.holdings.holdings import (
    Holdings,
    TurnHoldings,
    check_needs,
    design_of,
    find_site,
    fleet_at_hand,
    put_site,
    skill_of,
    take_units,
)
from rules.cluster_war.industry.construction import MOST_UNITS, facility_price
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.refits import check_in_use
from rules.cluster_war.movement.fleets import force
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Colony
from rules.cluster_war.state.names import HexId, ShipId
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotYoursError, quoted
from rules.events import Cause, Modifier

SHIPYARD: Final = "shipyard"
MISSILE_BATTERY: Final = "missile battery"


@dataclass(frozen=True, slots=True)
class Moved:
    """What was put together or taken apart: where, how much, its CPs, and how many of those are parts."""

    hex: HexId
    orbit: int
    what: str
    amount: int
    cps: int
    parts: int
    at: str


def dismantle_order(month: TurnState, signed: SignedOrder, order: Dismantle) -> None:
    """Take a base or yard apart, its parts into a fleet's bays."""
    done = dismantle(TurnHoldings(month, signed.side), order)
    month.say(
        PartsLoaded(
            side=signed.side,
            fleet=order.fleet,
            hex=done.hex,
            what=done.what,
            amount=done.amount,
            cps=done.cps,
            cause=Cause("CW-6.0-04" if done.what == SHIPYARD else "CW-5.1-08", signed.id),
            seen_by=(signed.side,),
        )
    )


def dismantle(holdings: Holdings, order: Dismantle) -> Moved:
    """Take apart what the order names; IllegalOrderError if it is at work, elsewhere, or the bays lack room."""
    fleet = fleet_at_hand(holdings, order.fleet)
    ships = aboard(holdings, fleet)
    _check_amount(order.amount)
    base = holdings.bases.get(order.place)
    if base is not None and base.side == holdings.owner.id and not order.what:
        return _dismantle_base(holdings, fleet, ships, base)
    site = find_site(holdings, order.place)
    _check_here(fleet, site.hex, site.name)
    if order.what == SHIPYARD and site.id in holdings.bases:
        raise IllegalOrderError(f"The yards of {site.name} are part of it: take it apart as a whole.", rule="CW-6.0-04")
    if order.what == SHIPYARD:
        left = free(
            replace(site, heavy_industry=0), SHIPYARD, lambda key: holdings.taken(site.id, key), skill_of(holdings)
        )
        if order.amount > max(0, min(left, site.shipyard_bays)):
            raise IllegalOrderError(
                f"{site.name} can spare {max(0, min(left, site.shipyard_bays))} shipyard bays now, not {order.amount}.",
                rule="CW-6.0-04",
            )
        cps = facility_price("shipyard", order.amount, holdings.settings)
        loaded = with_parts(holdings.owner.designs, ships, SHIPYARD, cps, holdings.settings)
        put_site(holdings, replace(site, shipyard_bays=site.shipyard_bays - order.amount))
        holdings.ships.update(loaded)
        return Moved(site.hex, site.orbit, SHIPYARD, order.amount, cps, cps, site.id)
    design = design_of(holdings, order.what)
    _check_base(design)
    cps = design.cost * order.amount
    loaded = with_parts(holdings.owner.designs, ships, design.id, cps, holdings.settings)
    _take_off(holdings, site, design, order.amount)
    holdings.ships.update(loaded)
    return Moved(site.hex, site.orbit, design.id, order.amount, cps, cps, site.id)


def _dismantle_base(holdings: Holdings, fleet: Fleet, ships: dict[ShipId, Ship], base: Base) -> Moved:
    design = holdings.owner.designs[base.design]
    _check_here(fleet, base.hex, base.name)
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
    return Moved(base.hex, base.orbit, design.id, 1, design.cost, design.cost, base.id)


def _take_off(holdings: Holdings, site: Colony, design: Design, count: int) -> int:
    """Take bases out of a colony's garrison, with what they did for it; how many of them were crash-built."""
    rest, weak = take_units(site, design.id, count, weak=False)
    put_site(holdings, with_components(rest, design, -count))
    try:
        check_in_use(holdings, site)
    except IllegalOrderError:
        put_site(holdings, site)
        raise
    return weak


def assemble_order(month: TurnState, signed: SignedOrder, order: Assemble) -> None:
    """Put a base or yard together where the fleet is; it works from the next turn."""
    done = assemble(TurnHoldings(month, signed.side), order)
    reasons = [Modifier(done.parts, "CPs of parts")] if done.parts else []
    reasons += [Modifier(done.cps - done.parts, "CPs from the cargo bays")] if done.cps > done.parts else []
    month.say(
        BaseAssembled(
            side=signed.side,
            fleet=order.fleet,
            hex=done.hex,
            orbit=done.orbit,
            what=done.what,
            amount=done.amount,
            cps=done.cps,
            from_parts=done.parts,
            at=done.at,
            cause=Cause("CW-7.0-12" if done.parts else "CW-5.0-11", signed.id, tuple(reasons)),
            seen_by=(signed.side,),
        )
    )


def assemble(holdings: Holdings, order: Assemble) -> Moved:
    """Put together what the order names; IllegalOrderError without parts or CPs enough, or without a place for it."""
    fleet = fleet_at_hand(holdings, order.fleet)
    ships = aboard(holdings, fleet)
    _check_amount(order.amount)
    if order.what == SHIPYARD:
        return _put_up_yard(holdings, fleet, ships, order.amount)
    design = design_of(holdings, order.what)
    _check_base(design)
    if order.amount != 1:
        raise IllegalOrderError("Put bases together one by one.", rule="CW-6.4-03")
    check_needs(holdings, design)
    _check_orbit(holdings, fleet.hex, order.orbit)
    if "asteroid" in design.traits and not holdings.has_belt(fleet.hex):
        raise IllegalOrderError(
            f"{design.name} is made from an asteroid, and {fleet.hex} has no asteroid belt.", rule="CW-6.4-05"
        )
    parts = min(design.cost, parts_held(ships.values(), design.id))
    missing = design.cost - parts
    if missing > cargo_held(ships.values()):
        raise IllegalOrderError(
            f"{design.name} takes {design.cost} CPs; {fleet.name} carries {parts} CPs of its parts and "
            f"{cargo_held(ships.values())} CPs besides.",
            rule="CW-5.0-11",
        )
    holdings.ships.update(landed(without_parts(ships, design.id, parts), missing))
    base = Base(
        id=f"{holdings.owner.id}/{design.prefix}{holdings.next_id(f'ship/{design.prefix}'):02d}",
        side=holdings.owner.id,
        design=design.id,
        name=order.name or design.name,
        hex=fleet.hex,
        orbit=order.orbit,
        ready=holdings.turn + 1,
    )
    holdings.bases[base.id] = base
    return Moved(fleet.hex, order.orbit, design.id, 1, design.cost, parts, base.id)


def _put_up_yard(holdings: Holdings, fleet: Fleet, ships: dict[ShipId, Ship], amount: int) -> Moved:
    side = holdings.owner.id
    here = [c for _, c in sorted(holdings.colonies.items()) if c.side == side and c.hex == fleet.hex]
    if not here:
        raise IllegalOrderError(f"You have no colony at {fleet.hex} for a shipyard.", rule="CW-6.0-05")
    cps = facility_price("shipyard", amount, holdings.settings)
    held = parts_held(ships.values(), SHIPYARD)
    if cps > held:
        raise IllegalOrderError(
            f"{fleet.name} carries {held} CPs of shipyard parts; {amount} bays take {cps}.", rule="CW-6.0-04"
        )
    holdings.ships.update(without_parts(ships, SHIPYARD, cps))
    return Moved(fleet.hex, here[0].orbit, SHIPYARD, amount, cps, cps, here[0].id)


def tow_order(month: TurnState, signed: SignedOrder, order: TowBase) -> None:
    """Take a base in tow."""
    base = tow(TurnHoldings(month, signed.side), order)
    month.say(_towed(base, order.fleet, signed.id, released=False))


def tow(holdings: Holdings, order: TowBase) -> Base:
    """The base in tow; IllegalOrderError if it is elsewhere, at work, or too large for the fleet."""
    fleet = fleet_at_hand(holdings, order.fleet)
    known = holdings.bases.get(order.place)
    if known is not None and known.side == holdings.owner.id:
        design = holdings.owner.designs[known.design]
        _check_here(fleet, known.hex, known.name)
        if known.towed_by:
            raise IllegalOrderError(f"{known.name} is in tow already.", rule="CW-5.1-08")
        if any(b.colony == known.id for b in holdings.builds.values()):
            raise IllegalOrderError(f"{known.name} is at work and stays where it is.", rule="CW-6.0-04")
        _check_pull(holdings, fleet, design)
        base = replace(known, towed_by=fleet.id)
    else:
        site = find_site(holdings, order.place)
        design = design_of(holdings, order.design)
        _check_base(design)
        _check_here(fleet, site.hex, site.name)
        _check_pull(holdings, fleet, design)
        weak = _take_off(holdings, site, design, 1)
        base = Base(
            id=f"{holdings.owner.id}/{design.prefix}{holdings.next_id(f'ship/{design.prefix}'):02d}",
            side=holdings.owner.id,
            design=design.id,
            name=design.name,
            hex=site.hex,
            orbit=site.orbit,
            low_quality=bool(weak),
            towed_by=fleet.id,
        )
    holdings.bases[base.id] = base
    return base


def release_order(month: TurnState, signed: SignedOrder, order: ReleaseBase) -> None:
    """Let a towed base go."""
    fleet, base = release(TurnHoldings(month, signed.side), order)
    month.say(_towed(base, fleet, signed.id, released=True))


def release(holdings: Holdings, order: ReleaseBase) -> tuple[str, Base]:
    """The fleet that towed a base and the base where it was let go; it works from the next turn."""
    base = holdings.bases.get(order.base)
    if base is None or base.side != holdings.owner.id:
        raise NotYoursError(f"You have no base {quoted(order.base)} now.")
    if not base.towed_by:
        raise IllegalOrderError(f"{base.name} is not in tow.", rule="CW-5.1-08")
    fleet = fleet_at_hand(holdings, base.towed_by)
    _check_orbit(holdings, fleet.hex, order.orbit)
    freed = replace(base, hex=fleet.hex, orbit=order.orbit, towed_by="", ready=holdings.turn + 1)
    holdings.bases[base.id] = freed
    return fleet.id, freed


def tow_week(month: TurnState, week: int) -> None:
    """Towed bases are where their fleets are; one whose fleet is gone or has become too weak is left behind."""
    del week
    for key, before in sorted((k, b) for k, b in month.bases.items() if b.towed_by):
        fleet = month.fleets.get(before.towed_by)
        moved = fleet is not None and fleet.hex != before.hex
        base = replace(before, hex=fleet.hex, orbit=0) if fleet is not None and moved else before
        if fleet is None or (fleet.transit is None and spare_pull(TurnHoldings(month, base.side), fleet) < 0):
            base = replace(base, orbit=0, towed_by="", ready=month.turn + 1)
            month.say(_towed(base, before.towed_by, "", released=True))
        month.bases[key] = base


def spare_pull(holdings: Holdings, fleet: Fleet) -> int:
    """Hull spaces that a fleet could tow besides what it has in tow: its ships' own hull together."""
    designs = holdings.owner.designs
    towed = sum(designs[b.design].hull for b in holdings.bases.values() if b.towed_by == fleet.id)
    return force(designs, aboard(holdings, fleet).values()).hull - towed


def _check_pull(holdings: Holdings, fleet: Fleet, design: Design) -> None:
    spare = spare_pull(holdings, fleet)
    if design.hull > spare:
        raise IllegalOrderError(
            f"{design.name} has {design.hull} hull spaces; {fleet.name} can tow {max(spare, 0)} more.", rule="CW-5.1-08"
        )
    tugs = [holdings.owner.designs[ship.design] for ship in aboard(holdings, fleet).values()]
    if design.unit == MISSILE_BATTERY and not any(tug.racks for tug in tugs):
        raise IllegalOrderError(
            f"{fleet.name} has neither maglocks nor towing links to tow {design.name}.", rule="CW-A-44"
        )
    if force(holdings.owner.designs, aboard(holdings, fleet).values()).drive <= 0:
        raise IllegalOrderError(f"{fleet.name} has a ship without a drive and tows nothing.", rule="CW-5.1-08")


def aboard(holdings: Holdings, fleet: Fleet) -> dict[ShipId, Ship]:
    """A fleet's ships by id."""
    return {s: holdings.ships[s] for s in sorted(fleet.ships)}


def _check_orbit(holdings: Holdings, hex_: HexId, orbit: int) -> None:
    if orbit and holdings.step_of(hex_, orbit) is None:
        raise IllegalOrderError(
            f"You know of no world in orbit {orbit} of {hex_}; orbit 0 is deep space.", rule="CW-6.4-03"
        )


def _check_here(fleet: Fleet, hex_: HexId, name: str) -> None:
    if fleet.hex != hex_:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, and {name} at {hex_}.", rule="CW-5.1-08")


def _check_base(design: Design) -> None:
    if design.kind != "base":
        raise IllegalOrderError(f"{design.name} is no base.", rule="CW-6.4-01")


def _check_amount(amount: int) -> None:
    if not 1 <= amount <= MOST_UNITS:
        raise IllegalOrderError(f"Name an amount from 1 to {MOST_UNITS}, not {amount}.", rule="CW-6.4-03")


def _towed(base: Base, fleet: str, order: str, *, released: bool) -> BaseTowed:
    cause = Cause("CW-5.1-08", order)
    return BaseTowed(base.side, fleet, base.id, base.hex, base.orbit, released, cause, (base.side,))
