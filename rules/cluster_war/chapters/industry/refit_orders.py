"""Orders to refit ships and units to another design or to repair them, and to scrap them for half their CPs (CW-6.6,
CW-6.6-06, CW-6.6-07, CW-6.7-06)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.industry import construction
from rules.cluster_war.chapters.movement.fleets import put_fleet
from rules.cluster_war.model.economy.holds import filled_space, room_aboard, ship_capacity, stow_cps
from rules.cluster_war.model.events.industry import RefitStarted, UnitsScrapped
from rules.cluster_war.model.holdings.capacity import gear_line, label, with_components, workplace
from rules.cluster_war.model.holdings.finders import own_design, own_ship, ships_here
from rules.cluster_war.model.holdings.holdings import Holdings, check_needs, take_units
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, design_text, site_text, units_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import ColonyId, DesignId, ShipId, short_id
from rules.cluster_war.model.state.holdings import Build, Colony, Design, Ship
from rules.cluster_war.model.unit_design.wounded import GRADE_PRICE_RULE, crew_grade, is_whole
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, Modifier, NotationError, changed


class RefitUnits(Order):
    """Refit ships that are at a yard, or `count` units of design `old` held there, to another design (CW-6.6-01).

    The same design again mends crash-built units (CW-6.7-06). `capacity` is the bays a turn, 0 for all it needs.
    """

    colony: ColonyId
    design: DesignId
    ships: tuple[ShipId, ...] = ()
    old: DesignId = ""
    count: int = 0
    capacity: int = 0


def refit(holdings: Holdings, order: RefitUnits) -> Build:
    """Take in a refit of ships or of a garrison's units; IllegalOrderError says why it cannot be."""
    site, new = holdings.site(order.colony), own_design(holdings, order.design)
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
            raise IllegalOrderError(f"{short_id(ship.id)} is being refitted already.", rule="CW-6.6-03")
        if not is_whole(ship.wounds):
            raise IllegalOrderError(f"{short_id(ship.id)} is damaged; repair it first.", rule="CW-9.6-07")
        if filled_space(ship) > ship_capacity(new, holdings.settings):
            raise IllegalOrderError(
                f"{short_id(ship.id)} carries more than it then could; unload it first.", rule="CW-6.6-03"
            )
        price += construction.refit_price(old.cost, new.cost)
        work += construction.refit_bays(construction.changed_hull(old, new))
    build = construction.new_build(holdings, site, new, len(ships), price, work)
    build = changed(build, refits=tuple(s.id for s in ships))
    return construction.enter(holdings, site, build, order.capacity, construction.BUDGET_LINES[new.kind])


def _refit_garrison(holdings: Holdings, site: Colony, new: Design, order: RefitUnits) -> Build:
    old = own_design(holdings, order.old)
    rest, weak = take_units(site, old.id, order.count, weak=True)
    _check_pair(old, new, mended=weak == order.count)
    price = construction.refit_price(old.cost, new.cost) * order.count
    gear: Mapping[str, int] = {}
    if new.kind == "ground":
        place, line = workplace(new, holdings.settings)
        more = max(0, new.gear - old.gear) * order.count
        gear = {gear_line(new): more} if more else {}
        build = construction.new_build(holdings, site, new, order.count, price, new.hull * order.count)
        build = changed(build, place=place, line=line)
    else:
        build = construction.new_build(
            holdings, site, new, order.count, price, _bays(construction.changed_hull(old, new), order.count)
        )
    holdings.put_site(with_components(rest, old, -order.count))
    try:
        construction.check_in_use(holdings, site)
        return construction.enter(
            holdings,
            holdings.site(site.id),
            changed(build, old=old.id),
            order.capacity,
            construction.BUDGET_LINES[new.kind],
            gear,
        )
    except IllegalOrderError:
        holdings.put_site(site)
        raise


def _bays(spaces: int, count: int) -> int:
    """Bays for so many units of a garrison, each rounded up by itself (CW-6.6-02, CW-6.6-05)."""
    return construction.refit_bays(spaces) * count


def _check_pair(old: Design, new: Design, *, mended: bool) -> None:
    if old.kind != new.kind:
        raise IllegalOrderError(f"{old.name} cannot become {new.name}: they are different things.", rule="CW-6.6-03")
    if old.kind != "ground" and old.hull != new.hull:
        raise IllegalOrderError(
            f"A refit never changes the hull: {old.name} has {old.hull} hull spaces, {new.name} {new.hull}.",
            rule="CW-6.6-03",
        )
    if crew_grade(old) != crew_grade(new):
        raise IllegalOrderError(
            "A refit changes no crew: both designs need one of the same grade.", rule=GRADE_PRICE_RULE
        )
    if old.id == new.id and not mended:
        raise IllegalOrderError(f"It is a {new.name} already, and nothing is wrong with it.", rule="CW-6.6-03")


def _plan_refit(planned: PlannedState, order: RefitUnits) -> OrderPreview:
    build = refit(planned, order)
    site, design = planned.site(build.colony), own_design(planned, build.design)
    using = f" using {build.capacity} {label(build.place)}" if build.place == "shipyard" else ""
    when = construction.ready(build, planned.turn, planned.settings)
    text = f"{site.name} refits {build.count} × {design.name} for {build.price} CPs{using}: {when}."
    done = changed(order, ships=build.refits, capacity=build.capacity)
    return OrderPreview(
        order=done,
        text=text,
        cost=build.price,
        line=construction.BUDGET_LINES[design.kind],
        notes=_notes(planned, done, design),
    )


def _notes(planned: PlannedState, order: RefitUnits, new: Design) -> tuple[Note, ...]:
    """How much of each hull changes; the whole of one whose components nobody has listed (CW-6.6-02)."""
    olds = dict.fromkeys(planned.ships[s].design for s in order.ships) if order.ships else {order.old: None}
    notes = []
    for key in olds:
        old = own_design(planned, key)
        if new.kind == "ground" or old.id == new.id:
            continue
        unlisted = next((d for d in (old, new) if not construction.is_listed(d)), None)
        if unlisted is not None:
            text = f"Nobody has listed what fills {unlisted.name}: its whole hull of {new.hull} counts as changed."
        else:
            text = (
                f"{construction.changed_hull(old, new)} of {new.hull} hull spaces change from {old.name} to {new.name}."
            )
        notes.append(Note(text, "CW-6.6-02", informs=True))
    return tuple(notes)


def _refit(turn: TurnState, signed: SignedOrder, order: RefitUnits) -> None:
    build = refit(TurnHoldings(turn, signed.side), order)
    turns = construction.turns_left(build, turn.settings)
    reasons = (
        Modifier(build.price, "CPs, the difference of the prices"),
        Modifier(build.hull_left, "hull spaces of work"),
    )
    cause = Cause("CW-6.6-01" if build.price else "CW-6.7-06", signed.id, reasons)
    turn.tell_side(
        RefitStarted(signed.side, build.id, build.colony, build.design, build.count, build.price, turns, cause=cause)
    )


def _read_refit(g: Groups) -> RefitUnits:
    ships, old, count = g.units(0)
    return RefitUnits(g.site(1), g.design(2), ships, old, count, g.number(3))


def _write_refit(order: RefitUnits, names: Names) -> str:
    what = units_text(names, order.ships, order.old, order.count)
    using = f" using {order.capacity}" if order.capacity > 0 else ""
    return f"refit {what} at {site_text(names, order.colony)} to {design_text(names, order.design)}{using}"


REFIT_KINDS: Final = (
    OrderKind(
        RefitUnits,
        Phase.SPEND,
        command="build refit",
        example='refit DD01 DD02 at Terra to "Destroyer II" using 10 (or: refit 3 Militia at Terra to Marines)',
        pattern=rf"{TEXT} at {NAME} to {NAME}(?: using (\d{{1,5}}))?",
        read=_read_refit,
        write=_write_refit,
        plan=_plan_refit,
        carry_out=_refit,
    ),
)


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
        _use_bays(holdings, site, sum(construction.scrap_bays(holdings.owner.designs[s.design]) for s in ships))
        return _scrap_ships(holdings, ships, site)
    design = own_design(holdings, order.design)
    rest, _ = take_units(site, design.id, order.count, weak=True)
    holdings.put_site(with_components(rest, design, -order.count))
    try:
        construction.check_in_use(holdings, site)
        _use_bays(holdings, holdings.site(site.id), construction.scrap_bays(design) * order.count)
    except IllegalOrderError:
        holdings.put_site(site)
        raise
    cps = construction.scrap_value(design, holdings.settings) * order.count
    to = holdings.give(cps, holdings.site(site.id))
    return (_scrapped(holdings, site.hex, design, order.count, (), cps, to),)


def _scrap_in_place(holdings: Holdings, order: ScrapUnits) -> tuple[UnitsScrapped, ...]:
    """Ships made for it are taken apart where they are: for a colony there, or into the bays of their fleet (CW-6.6-07)."""
    first = holdings.ships.get(order.ships[0])
    here = next((f.hex for f in holdings.fleets.values() if first is not None and first.id in f.ships), "")
    ships, holders = ships_here(holdings, order.ships, here)
    kinds = [holdings.owner.designs[s.design] for s in ships]
    plain = next((d for d in kinds if construction.SCRAPPABLE not in d.traits), None)
    if plain is not None:
        raise IllegalOrderError(f"{plain.name} is scrapped at a shipyard only.", rule="CW-6.6-07")
    _check_empty(holdings, ships)
    site = min(holdings.colonies_at(here), key=lambda c: c.id, default=None)
    if site is not None:
        return _scrap_ships(holdings, ships, site)
    cps = sum(construction.scrap_value(d, holdings.settings) for d in kinds)
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
    holdings.ships.update(stow_cps(holdings.owner.designs, others, cps, holdings.settings))
    return _scrap_ships(holdings, ships, None, here)


def _check_empty(holdings: Holdings, ships: tuple[Ship, ...]) -> None:
    busy = {s for b in holdings.builds.values() for s in b.refits}
    for ship in ships:
        if filled_space(ship):
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


def _scrap_ships(
    holdings: Holdings, ships: tuple[Ship, ...], site: Colony | None, here: str = ""
) -> tuple[UnitsScrapped, ...]:
    """Take ships off their fleets and the list, and hand out what they gave."""
    keys = {s.id for s in ships}
    for fleet in [f for f in holdings.fleets.values() if keys & set(f.ships)]:
        left = tuple(s for s in fleet.ships if s not in keys)
        if isinstance(holdings, TurnHoldings):
            put_fleet(holdings.turn_state, changed(fleet, ships=left))
        elif left:
            holdings.fleets[fleet.id] = changed(fleet, ships=left)
        else:
            del holdings.fleets[fleet.id]
    told: list[UnitsScrapped] = []
    for design in sorted({s.design for s in ships}):
        kind = holdings.owner.designs[design]
        mine = tuple(s.id for s in ships if s.design == design)
        cps = construction.scrap_value(kind, holdings.settings) * len(mine)
        to = holdings.give(cps, site) if site is not None else "ships"
        told.append(_scrapped(holdings, site.hex if site is not None else here, kind, len(mine), mine, cps, to))
    for key in keys:
        del holdings.ships[key]
    return tuple(told)


def _scrapped(
    holdings: Holdings, hex_: str, design: Design, count: int, ships: tuple[ShipId, ...], cps: int, to: str
) -> UnitsScrapped:
    side = holdings.owner.id
    reason = Modifier(construction.scrap_value(design, holdings.settings), f"CPs from each, half of {design.cost}")
    rule = "CW-6.6-07" if construction.SCRAPPABLE in design.traits else "CW-6.6-06"
    return UnitsScrapped(side, hex_, design.id, count, ships, cps, to, cause=Cause(rule, modifiers=(reason,)))


def _plan_scrap(planned: PlannedState, order: ScrapUnits) -> OrderPreview:
    done = changed(order, ships=tuple(own_ship(planned, ship) for ship in order.ships))
    gone = scrap(planned, done)
    what = ", ".join(f"{e.count} × {own_design(planned, e.design).name}" for e in gone)
    to = {"pool": "the pool", "store": "the store there", "ships": "the cargo bays there"}[gone[0].to]
    return OrderPreview(order=done, text=f"{what} scrapped: {sum(e.cps for e in gone)} CPs for {to}.")


def _scrap(turn: TurnState, signed: SignedOrder, order: ScrapUnits) -> None:
    for event in scrap(TurnHoldings(turn, signed.side), order):
        turn.tell_side(changed(event, cause=changed(event.cause, order=signed.id)))


def _read_scrap(g: Groups) -> ScrapUnits:
    ships, design, count = g.units(0)
    if not ships and not g.has(1):
        raise NotationError("Say at which colony: scrap 3 Militia at Terra.")
    return ScrapUnits(g.site(1) if g.has(1) else "", ships, design, count)


def _write_scrap(order: ScrapUnits, names: Names) -> str:
    at = f" at {site_text(names, order.colony)}" if order.colony else ""
    return f"scrap {units_text(names, order.ships, order.design, order.count)}{at}"


SCRAP_KINDS: Final = (
    OrderKind(
        ScrapUnits,
        Phase.SPEND,
        command="build scrap",
        example="scrap DD01 DD02 at Terra (or: scrap 3 Militia at Terra)",
        pattern=rf"{TEXT}(?: at {NAME})?",
        read=_read_scrap,
        write=_write_scrap,
        plan=_plan_scrap,
        carry_out=_scrap,
    ),
)
