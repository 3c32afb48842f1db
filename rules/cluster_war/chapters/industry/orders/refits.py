"""The order to refit ships and units to another design, or to mend them (CW-6.6, CW-6.7-06)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.industry.construction import (
    LINES,
    changed_hull,
    check_in_use,
    enter,
    is_listed,
    new_build,
    ready,
    refit_bays,
    refit_price,
    turns_left,
)
from rules.cluster_war.model.economy.holds import filled, ship_capacity
from rules.cluster_war.model.events.industry import RefitStarted
from rules.cluster_war.model.holdings.capacity import gear_line, label, with_components, workplace
from rules.cluster_war.model.holdings.finders import own_design, ships_here
from rules.cluster_war.model.holdings.holdings import Holdings, check_needs, take_units
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, design_text, site_text, units_text
from rules.cluster_war.model.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.model.state.holdings import Build, Colony
from rules.cluster_war.model.state.names import ColonyId, DesignId, ShipId, short_id
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.unit_design.wounded import BUYING, crew_grade, is_whole
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier
from rules.values import changed


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
        if filled(ship) > ship_capacity(new, holdings.settings):
            raise IllegalOrderError(
                f"{short_id(ship.id)} carries more than it then could; unload it first.", rule="CW-6.6-03"
            )
        price += refit_price(old.cost, new.cost)
        work += refit_bays(changed_hull(old, new))
    build = new_build(holdings, site, new, len(ships), price, work)
    build = changed(build, refits=tuple(s.id for s in ships))
    return enter(holdings, site, build, order.capacity, LINES[new.kind])


def _refit_garrison(holdings: Holdings, site: Colony, new: Design, order: RefitUnits) -> Build:
    old = own_design(holdings, order.old)
    rest, weak = take_units(site, old.id, order.count, weak=True)
    _check_pair(old, new, mended=weak == order.count)
    price = refit_price(old.cost, new.cost) * order.count
    gear: Mapping[str, int] = {}
    if new.kind == "ground":
        place, line = workplace(new, holdings.settings)
        more = max(0, new.gear - old.gear) * order.count
        gear = {gear_line(new): more} if more else {}
        build = new_build(holdings, site, new, order.count, price, new.hull * order.count)
        build = changed(build, place=place, line=line)
    else:
        build = new_build(holdings, site, new, order.count, price, _bays(changed_hull(old, new), order.count))
    holdings.put_site(with_components(rest, old, -order.count))
    try:
        check_in_use(holdings, site)
        return enter(
            holdings, holdings.site(site.id), changed(build, old=old.id), order.capacity, LINES[new.kind], gear
        )
    except IllegalOrderError:
        holdings.put_site(site)
        raise


def _bays(spaces: int, count: int) -> int:
    """Bays for so many units of a garrison, each rounded up by itself (CW-6.6-02, CW-6.6-05)."""
    return refit_bays(spaces) * count


def _check_pair(old: Design, new: Design, *, mended: bool) -> None:
    if old.kind != new.kind:
        raise IllegalOrderError(f"{old.name} cannot become {new.name}: they are different things.", rule="CW-6.6-03")
    if old.kind != "ground" and old.hull != new.hull:
        raise IllegalOrderError(
            f"A refit never changes the hull: {old.name} has {old.hull} hull spaces, {new.name} {new.hull}.",
            rule="CW-6.6-03",
        )
    if crew_grade(old) != crew_grade(new):
        raise IllegalOrderError("A refit changes no crew: both designs need one of the same grade.", rule=BUYING)
    if old.id == new.id and not mended:
        raise IllegalOrderError(f"It is a {new.name} already, and nothing is wrong with it.", rule="CW-6.6-03")


def _plan(planned: PlannedState, order: RefitUnits) -> Preview:
    build = refit(planned, order)
    site, design = planned.site(build.colony), own_design(planned, build.design)
    using = f" using {build.capacity} {label(build.place)}" if build.place == "shipyard" else ""
    when = ready(build, planned.turn, planned.settings)
    text = f"{site.name} refits {build.count} × {design.name} for {build.price} CPs{using}: {when}."
    done = changed(order, ships=build.refits, capacity=build.capacity)
    return Preview(
        order=done, text=text, cost=build.price, line=LINES[design.kind], notes=_notes(planned, done, design)
    )


def _notes(planned: PlannedState, order: RefitUnits, new: Design) -> tuple[Note, ...]:
    """How much of each hull changes; the whole of one whose components nobody has listed (CW-6.6-02)."""
    olds = dict.fromkeys(planned.ships[s].design for s in order.ships) if order.ships else {order.old: None}
    notes = []
    for key in olds:
        old = own_design(planned, key)
        if new.kind == "ground" or old.id == new.id:
            continue
        unlisted = next((d for d in (old, new) if not is_listed(d)), None)
        if unlisted is not None:
            text = f"Nobody has listed what fills {unlisted.name}: its whole hull of {new.hull} counts as changed."
        else:
            text = f"{changed_hull(old, new)} of {new.hull} hull spaces change from {old.name} to {new.name}."
        notes.append(Note(text, "CW-6.6-02"))
    return tuple(notes)


def _refit(turn: TurnState, signed: SignedOrder, order: RefitUnits) -> None:
    build = refit(TurnHoldings(turn, signed.side), order)
    turns = turns_left(build, turn.settings)
    reasons = (
        Modifier(build.price, "CPs, the difference of the prices"),
        Modifier(build.hull_left, "hull spaces of work"),
    )
    cause = Cause("CW-6.6-01" if build.price else "CW-6.7-06", signed.id, reasons)
    turn.tell_side(
        RefitStarted(signed.side, build.id, build.colony, build.design, build.count, build.price, turns, cause=cause)
    )


def _read(g: Groups) -> RefitUnits:
    ships, old, count = g.units(0)
    return RefitUnits(g.site(1), g.design(2), ships, old, count, g.number(3))


def _write(order: RefitUnits, names: Names) -> str:
    what = units_text(names, order.ships, order.old, order.count)
    using = f" using {order.capacity}" if order.capacity > 0 else ""
    return f"refit {what} at {site_text(names, order.colony)} to {design_text(names, order.design)}{using}"


KINDS: Final = (
    OrderKind(
        RefitUnits,
        Phase.SPEND,
        command="build refit",
        example='refit DD01 DD02 at Terra to "Destroyer II" using 10 (or: refit 3 Militia at Terra to Marines)',
        pattern=rf"{TEXT} at {NAME} to {NAME}(?: using (\d{{1,5}}))?",
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=_refit,
    ),
)
