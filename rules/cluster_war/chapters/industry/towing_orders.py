"""Orders that take a base in tow and let it go, and bases on the way behind their fleets (CW-5.1-08)."""

from typing import Final

from rules.cluster_war.chapters.industry import construction
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.model.events.industry import BaseTowed
from rules.cluster_war.model.holdings.finders import fleet_at_rest, own_design, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings, tell_giver
from rules.cluster_war.model.orders.names import NAME, Groups, Names, design_text, fleet_text, site_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview
from rules.cluster_war.model.state.common import BaseId, DesignId, FleetId
from rules.cluster_war.model.state.holdings import Base, Design, Fleet
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, NotYoursError, changed, quoted

MISSILE_BATTERY: Final = "missile battery"


class TowBase(Order):
    """Take an assembled base in tow: `place` is the base, or a colony that holds one of `design` (CW-5.1-08)."""

    fleet: FleetId
    place: str
    design: DesignId = ""


class ReleaseBase(Order):
    """Let a towed base go where it is now, into an orbit there or into deep space with orbit 0."""

    base: BaseId
    orbit: int = 0


def tow(holdings: Holdings, order: TowBase) -> BaseTowed:
    """Take a base in tow; IllegalOrderError if it is elsewhere, at work, or too large for the fleet."""
    fleet = fleet_at_rest(holdings, order.fleet)
    known = holdings.bases.get(order.place)
    if known is not None and known.side == holdings.owner.id:
        design = holdings.owner.designs[known.design]
        construction.check_here(fleet, known.hex, known.name)
        if known.towed_by:
            raise IllegalOrderError(f"{known.name} is in tow already.", rule="CW-5.1-08")
        if any(b.colony == known.id for b in holdings.builds.values()):
            raise IllegalOrderError(f"{known.name} is at work and stays where it is.", rule="CW-6.0-04")
        _check_pull(holdings, fleet, design)
        base = changed(known, towed_by=fleet.id, emissions="")
    else:
        site = holdings.site(order.place)
        design = own_design(holdings, order.design)
        construction.check_base(design)
        construction.check_here(fleet, site.hex, site.name)
        _check_pull(holdings, fleet, design)
        weak = construction.take_off(holdings, site, design, 1)
        base = Base(
            id=construction.new_base(holdings, design),
            side=holdings.owner.id,
            design=design.id,
            name=design.name,
            hex=site.hex,
            orbit=site.orbit,
            low_quality=bool(weak),
            towed_by=fleet.id,
        )
    holdings.bases[base.id] = base
    return _towed(base, fleet.id, released=False)


def _plan_tow(planned: PlannedState, order: TowBase) -> OrderPreview:
    known = planned.bases.get(order.place)
    base = planned.bases[tow(planned, order).base]
    loud = known is not None and known.emissions
    notes = (Note("It runs silent from then on, until another order.", "CW-12.0-12"),) if loud else ()
    return OrderPreview(order=order, text=f"{planned.fleets[order.fleet].name} takes {base.name} in tow.", notes=notes)


def _read_tow(g: Groups) -> TowBase:
    fleet = g.fleet(2)
    if g.has(1):
        return TowBase(fleet, g.site(1), g.design(0))
    return TowBase(fleet, g.site(0))


def _write_tow(order: TowBase, names: Names) -> str:
    thing = f"{design_text(names, order.design)} at " if order.design else ""
    return f"tow {thing}{site_text(names, order.place)} with {fleet_text(names, order.fleet)}"


def release(holdings: Holdings, order: ReleaseBase) -> BaseTowed:
    """Let a base go where the fleet that towed it is; it works from the next turn."""
    base = holdings.bases.get(order.base)
    if base is None or base.side != holdings.owner.id:
        raise NotYoursError(f"You have no base {quoted(order.base)} now.")
    if not base.towed_by:
        raise IllegalOrderError(f"{base.name} is not in tow.", rule="CW-5.1-08")
    fleet = fleet_at_rest(holdings, base.towed_by)
    construction.check_orbit(holdings, holdings.owner.designs[base.design], fleet.hex, order.orbit)
    freed = changed(base, hex=fleet.hex, orbit=order.orbit, towed_by="", ready=holdings.turn + 1)
    holdings.bases[base.id] = freed
    return _towed(freed, fleet.id, released=True)


def _plan_release(planned: PlannedState, order: ReleaseBase) -> OrderPreview:
    done = release(planned, order)
    where = construction.whereabouts(done.orbit, done.hex, planned.place(done.hex))
    text = (
        f"{planned.fleets[done.fleet].name} lets {planned.bases[done.base].name} go {where}; it works from next turn."
    )
    return OrderPreview(order=order, text=text)


def _write_release(order: ReleaseBase, names: Names) -> str:
    return f"release {site_text(names, order.base)}" + (f" in orbit {order.orbit}" if order.orbit else "")


def tow_week(turn: TurnState, week: int) -> None:
    """Towed bases are where their fleets are; one whose fleet is gone or has become too weak is left behind."""
    del week
    for key, before in sorted((k, b) for k, b in turn.bases.items() if b.towed_by):
        fleet = turn.fleets.get(before.towed_by)
        moved = fleet is not None and fleet.hex != before.hex
        base = changed(before, hex=fleet.hex, orbit=0) if fleet is not None and moved else before
        if fleet is None or (fleet.transit is None and spare_pull(TurnHoldings(turn, base.side), fleet) < 0):
            base = changed(base, orbit=0, towed_by="", ready=turn.turn + 1)
            turn.tell_side(_towed(base, before.towed_by, released=True))
        turn.bases[key] = base


def spare_pull(holdings: Holdings, fleet: Fleet) -> int:
    """Hull spaces that a fleet could tow besides what it has in tow: its ships' own hull together."""
    designs = holdings.owner.designs
    towed = sum(designs[b.design].hull for b in holdings.bases.values() if b.towed_by == fleet.id)
    return force(designs, ships_by_id(holdings, fleet).values()).hull - towed


def _check_pull(holdings: Holdings, fleet: Fleet, design: Design) -> None:
    spare = spare_pull(holdings, fleet)
    if design.hull > spare:
        raise IllegalOrderError(
            f"{design.name} has {design.hull} hull spaces; {fleet.name} can tow {max(spare, 0)} more.", rule="CW-5.1-08"
        )
    designs, tugs = holdings.owner.designs, ships_by_id(holdings, fleet).values()
    if design.unit == MISSILE_BATTERY and not any(designs[tug.design].racks for tug in tugs):
        raise IllegalOrderError(
            f"{fleet.name} has neither maglocks nor towing links to tow {design.name}.", rule="CW-A-44"
        )
    if force(designs, tugs).drive <= 0:
        raise IllegalOrderError(f"{fleet.name} has a ship without a drive and tows nothing.", rule="CW-5.1-08")


def _towed(base: Base, fleet: FleetId, *, released: bool) -> BaseTowed:
    return BaseTowed(base.side, fleet, base.id, base.hex, base.orbit, released, cause=Cause("CW-5.1-08"))


KINDS: Final = (
    OrderKind(
        TowBase,
        Phase.SPEND,
        command="base tow",
        example='tow "Way Station" at Terra with Tugs',
        pattern=rf"{NAME}(?: at {NAME})? with {NAME}",
        read=_read_tow,
        write=_write_tow,
        plan=_plan_tow,
        carry_out=tell_giver(tow),
    ),
    OrderKind(
        ReleaseBase,
        Phase.SPEND,
        command="base release",
        example="release WS01 in orbit 3",
        pattern=rf"{NAME}(?: in orbit (\d{{1,2}}))?",
        read=lambda g: ReleaseBase(g.site(0), g.number(1)),
        write=_write_release,
        plan=_plan_release,
        carry_out=tell_giver(release),
    ),
)
