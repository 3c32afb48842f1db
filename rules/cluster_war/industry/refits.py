"""Refits, and scrapping (CW-6.6)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.cluster_war.economy.holds import filled, room_aboard, ship_capacity, stowed
from rules.cluster_war.events.industry import RefitStarted, UnitsScrapped
from rules.cluster_war.holdings.capacity import free, gear_line, with_components, workplace
from rules.cluster_war.holdings.holdings import (
    Holdings,
    TurnHoldings,
    check_needs,
    design_of,
    find_site,
    put_site,
    ships_here,
    skill_of,
    take_units,
)
from rules.cluster_war.industry.construction import LINES, enter, turns_left
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits
from rules.cluster_war.movement.fleets import put
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Build, Colony
from rules.cluster_war.state.names import ShipId
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.units import Ship
from rules.cluster_war.unit_design.pricing import without_surcharge
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier

SCRAPPABLE = "scrappable"


def refit_price(old: int, new: int) -> int:
    """CPs for one unit: the difference of the prices, whichever way (CW-6.6-01)."""
    return abs(new - old)


def refit_bays(changed: int) -> int:
    """Bays that the work on so many changed hull spaces needs: half, rounded up (CW-6.6-02)."""
    return -(-changed // 2)


def changed_hull(old: Design, new: Design) -> int:
    """Hull spaces whose component changes; the whole hull where a layout is not drawn, or nothing changes (CW-6.6-02)."""
    if not is_listed(old) or not is_listed(new) or old.id == new.id:
        return new.hull
    added = sum(max(0, n - old.layout.get(what, 0)) for what, n in new.layout.items())
    removed = sum(max(0, n - new.layout.get(what, 0)) for what, n in old.layout.items())
    return min(new.hull, max(added, removed))


def is_listed(design: Design) -> bool:
    """Whether it is known what fills the hull; where it is not, a refit works on all of it (CW-6.6-02)."""
    return bool(design.layout)


def start_refit(month: TurnState, signed: SignedOrder, order: RefitUnits) -> None:
    """Begin a refit and pay for it in full; IllegalOrderError says why it cannot be."""
    build = refit(TurnHoldings(month, signed.side), order)
    turns = turns_left(build, month.settings)
    reasons = (
        Modifier(build.price, "CPs, the difference of the prices"),
        Modifier(build.hull_left, "hull spaces of work"),
    )
    month.say(
        RefitStarted(
            side=signed.side,
            build=build.id,
            colony=build.colony,
            design=build.design,
            count=build.count,
            price=build.price,
            turns=turns,
            cause=Cause("CW-6.6-01" if build.price else "CW-6.7-06", signed.id, reasons),
            seen_by=(signed.side,),
        )
    )


def refit(holdings: Holdings, order: RefitUnits) -> Build:
    """Take in a refit of ships or of a garrison's units; IllegalOrderError says why it cannot be."""
    site, new = find_site(holdings, order.colony), design_of(holdings, order.design)
    check_needs(holdings, new)
    if order.ships:
        return _refit_ships(holdings, site, new, order)
    return _refit_garrison(holdings, site, new, order)


def _refit_ships(holdings: Holdings, site: Colony, new: Design, order: RefitUnits) -> Build:
    ships, _ = ships_here(holdings, order.ships, site.hex)
    busy = {s for b in holdings.builds.values() for s in b.refits}
    price = work = 0
    for ship in ships:
        old = holdings.owner.designs[ship.design]
        _check_pair(old, new, mended=ship.low_quality or bool(ship.faults))
        if ship.id in busy:
            raise IllegalOrderError(f"{_shown(ship.id)} is being refitted already.", rule="CW-6.6-03")
        if filled(ship) > ship_capacity(new, holdings.settings):
            raise IllegalOrderError(
                f"{_shown(ship.id)} carries more than it then could; unload it first.", rule="CW-6.6-03"
            )
        price += refit_price(old.cost, new.cost)
        work += refit_bays(changed_hull(old, new))
    build = _build(holdings, site, new, len(ships), price, work)
    build = replace(build, refits=tuple(s.id for s in ships))
    return enter(holdings, site, build, order.capacity, LINES[new.kind])


def _refit_garrison(holdings: Holdings, site: Colony, new: Design, order: RefitUnits) -> Build:
    old = design_of(holdings, order.old)
    rest, weak = take_units(site, old.id, order.count, weak=True)
    _check_pair(old, new, mended=weak == order.count)
    price = refit_price(old.cost, new.cost) * order.count
    gear: Mapping[str, int] = {}
    if new.kind == "ground":
        place, line = workplace(new, holdings.settings)
        more = max(0, new.gear - old.gear) * order.count
        gear = {gear_line(new): more} if more else {}
        build = _build(holdings, site, new, order.count, price, new.hull * order.count)
        build = replace(build, place=place, line=line)
    else:
        build = _build(holdings, site, new, order.count, price, refit_bays(changed_hull(old, new) * order.count))
    put_site(holdings, with_components(rest, old, -order.count))
    try:
        check_in_use(holdings, site)
        return enter(
            holdings, find_site(holdings, site.id), replace(build, old=old.id), order.capacity, LINES[new.kind], gear
        )
    except IllegalOrderError:
        put_site(holdings, site)
        raise


def _build(holdings: Holdings, site: Colony, new: Design, count: int, price: int, work: int) -> Build:
    return Build(
        id="",
        side=holdings.owner.id,
        colony=site.id,
        design=new.id,
        count=count,
        price=price,
        paid=price,
        hull_left=work,
        capacity=0,
        started_turn=holdings.turn,
    )


def _check_pair(old: Design, new: Design, *, mended: bool) -> None:
    if old.kind != new.kind:
        raise IllegalOrderError(f"{old.name} cannot become {new.name}: they are different things.", rule="CW-6.6-03")
    if old.kind != "ground" and old.hull != new.hull:
        raise IllegalOrderError(
            f"A refit never changes the hull: {old.name} has {old.hull} hull spaces, {new.name} {new.hull}.",
            rule="CW-6.6-03",
        )
    if old.id == new.id and not mended:
        raise IllegalOrderError(f"It is a {new.name} already, and nothing is wrong with it.", rule="CW-6.6-03")


def check_in_use(holdings: Holdings, before: Colony) -> None:
    """IllegalOrderError if a place has lost capacity that its running work takes: `before` is how it was (CW-6.0-03)."""
    able, site = skill_of(holdings), find_site(holdings, before.id)

    def taken(key: str) -> int:
        return holdings.taken(site.id, key)

    for key in ("shipyard", "heavy", "training"):
        left = free(site, key, taken, able)
        if left < 0 and left < free(before, key, taken, able):
            raise IllegalOrderError(
                f"{site.name} is at work; what works there now must be finished first.", rule="CW-6.0-04"
            )
    busy = sum(taken(line) for line in set(before.tooling))
    if site.light_industry < min(busy, before.light_industry):
        raise IllegalOrderError(f"The factories of {site.name} are at work.", rule="CW-6.0-04")


def scrap_value(design: Design, settings: Settings) -> int:
    """CPs that one unit gives: half its price, rounded down, without what a hull for scrapping cost more (CW-6.6-06)."""
    cost = without_surcharge(design.cost, settings) if SCRAPPABLE in design.traits else design.cost
    return cost // 2


def scrap_bays(design: Design) -> int:
    """Yard bays that scrapping one unit takes this turn: one for two hull; none for forces and what is made for it."""
    if SCRAPPABLE in design.traits or design.kind == "ground":
        return 0
    return -(-design.hull // (20 if design.kind == "small_craft" else 2))


def scrap_units(month: TurnState, signed: SignedOrder, order: ScrapUnits) -> None:
    """Scrap units; IllegalOrderError says why it cannot be."""
    for event in scrap(TurnHoldings(month, signed.side), order):
        month.say(replace(event, cause=replace(event.cause, order=signed.id)))


def scrap(holdings: Holdings, order: ScrapUnits) -> tuple[UnitsScrapped, ...]:
    """Take in an order to scrap: what is gone and what it gave, by design."""
    if order.ships and not order.colony:
        return _scrap_in_place(holdings, order)
    site = find_site(holdings, order.colony)
    if order.ships:
        ships, _ = ships_here(holdings, order.ships, site.hex)
        _check_empty(holdings, ships)
        _use_bays(holdings, site, sum(scrap_bays(holdings.owner.designs[s.design]) for s in ships))
        return _gone(holdings, ships, site)
    design = design_of(holdings, order.design)
    rest, _ = take_units(site, design.id, order.count, weak=True)
    put_site(holdings, with_components(rest, design, -order.count))
    try:
        check_in_use(holdings, site)
        _use_bays(holdings, find_site(holdings, site.id), scrap_bays(design) * order.count)
    except IllegalOrderError:
        put_site(holdings, site)
        raise
    cps = scrap_value(design, holdings.settings) * order.count
    to = holdings.give(cps, find_site(holdings, site.id))
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
    site = next(
        (c for _, c in sorted(holdings.colonies.items()) if c.side == holdings.owner.id and c.hex == here), None
    )
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
            raise IllegalOrderError(f"{_shown(ship.id)} still carries something; unload it first.", rule="CW-6.6-06")
        if ship.id in busy:
            raise IllegalOrderError(f"{_shown(ship.id)} is being refitted.", rule="CW-6.6-06")


def _use_bays(holdings: Holdings, site: Colony, bays: int) -> None:
    left = free(site, "shipyard", lambda key: holdings.taken(site.id, key), skill_of(holdings))
    if bays > left:
        raise IllegalOrderError(
            f"{site.name} has {max(left, 0)} shipyard bays free this turn; scrapping needs {bays}.", rule="CW-6.6-06"
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
            put(holdings.month, replace(fleet, ships=left))
        elif left:
            holdings.fleets[fleet.id] = replace(fleet, ships=left)
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
    return UnitsScrapped(side, hex_, design.id, count, ships, cps, to, Cause(rule, modifiers=(reason,)), (side,))


def _shown(ship: ShipId) -> str:
    return ship.rpartition("/")[2]
