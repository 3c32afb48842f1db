"""What can be repaired where it is, by whom, for how much and how long (9.6)."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rules.cluster_war.chapters.combat.fleet_orders import RepairUnits, when
from rules.cluster_war.chapters.combat.repair_bills import Bill, bill_for, is_damaged
from rules.cluster_war.chapters.combat.repair_shops import Shop, shop_of, shops_for
from rules.cluster_war.chapters.movement.orders.moving import MoveFleet
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import FleetId, short_id
from rules.cluster_war.model.state.units import Fleet, Leg, Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.wounded import damage_text
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion, picture, ranked, weeks_text
from rules.cluster_war.turn.planning.suggestions.voyages import nearest
from rules.errors import GameError

EACH: Final = 2
"""Of those who could repair a fleet, so many are offered."""


def mending(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Repairs where the damaged are, then where the others could go to be repaired."""
    planned = picture(view, sheet)
    return ranked(view, sheet, [*repairs(planned), *passages(planned)])


def repairs(planned: PlannedState) -> Iterator[Suggestion]:
    """Repairs of all that is damaged and not in repair, a fleet or base at a time, with price and days (CW-9.6-12)."""
    for name, fleet, units in waiting(planned):
        for shop, told in list(offers(planned, units))[:EACH]:
            using, at = (shop.key, "") if shop.fleet else ("", shop.key)
            order = RepairUnits(fleet, () if fleet else tuple(u.id for u in units), at, using)
            yield Suggestion(order, f"Repair {name} at {shop.name}", told)


def passages(planned: PlannedState) -> Iterator[Suggestion]:
    """Damaged fleets that nobody can repair where they are, to the nearest colony or base with bays (CW-9.6-01)."""
    found = (
        (name, key)
        for name, key, units in waiting(planned)
        if may_leave(planned, key) and not has_offer(planned, units)
    )
    yield from voyages(planned, [(name, planned.fleets[key]) for name, key in found])


def may_leave(planned: PlannedState, fleet: FleetId) -> bool:
    """Whether a fleet, "" for none, is somewhere and nothing on the sheet sends it on."""
    found = planned.fleets.get(fleet)
    return found is not None and found.transit is None and found.course is None and fleet not in planned.moving


def has_offer(planned: PlannedState, units: Sequence[Ship | Base]) -> bool:
    """Whether somebody could repair these units where they are, and it can be paid."""
    return any(is_payable(planned, shop, bill) for shop, bill in bills(planned, units))


def voyages(planned: PlannedState, stranded: Sequence[tuple[str, Fleet]]) -> Iterator[Suggestion]:
    """Fleets, each with what it is called, to the nearest colony or base with bays."""
    sites = map(partial(shop_of, planned), _sites(planned) if stranded else ())
    shops = {shop.hex: shop for shop in sites if shop.bays or shop.yards}
    for name, fleet in stranded:
        for weeks, goal in [*nearest(planned, fleet, shops)][:1]:
            shop = shops[goal]
            why = f"{name} is damaged; {shop.name} has {shop.words}, {weeks_text(weeks)}"
            yield Suggestion(MoveFleet(fleet.id, (Leg(goal),)), f"{name} to {shop.name} for repair", why)


def _sites(planned: PlannedState) -> list[str]:
    """The side's bases and colonies that stand and work, those with most shipyard bays last."""
    bases = [b.id for b in planned.bases.values() if not b.towed_by and b.ready <= planned.turn]
    colonies = sorted(planned.colonies.values(), key=lambda c: (c.shipyard_bays, c.id))
    return [*bases, *(c.id for c in colonies)]


def waiting(planned: PlannedState) -> Iterator[tuple[str, FleetId, tuple[Ship | Base, ...]]]:
    """Fleets, and bases with "" for a fleet, of which something is damaged and not in repair."""
    for _, fleet in sorted(planned.fleets.items(), key=lambda item: (item[1].name.casefold(), item[0])):
        hurt = tuple(planned.ships[s] for s in sorted(fleet.ships) if _waits(planned.ships[s]))
        if hurt and fleet.side == planned.me.id:
            yield fleet.name, fleet.id, hurt
    for _, base in sorted(planned.bases.items()):
        if _waits(base) and base.side == planned.me.id:
            yield f"{base.name} ({short_id(base.id)})", "", (base,)


def offers(planned: PlannedState, units: Sequence[Ship | Base]) -> Iterator[tuple[Shop, str]]:
    """Who could repair these units where the first of them is, and what it comes to: "9 CPs, 3 days, 20 shipyard bays"."""
    for shop, bill in bills(planned, units):
        if is_payable(planned, shop, bill):
            part = "" if not bill.left else ", not all of it"
            yield shop, f"{bill.cps} CPs, {when(bill.days)}, {shop.words}{part}"


def bills(planned: PlannedState, units: Sequence[Ship | Base]) -> Iterator[tuple[Shop, Bill]]:
    """Who could repair something of these units where the first of them is, the best first, each with its bill."""
    for shop in shops_for(planned, units[0]):
        try:
            yield shop, bill_for(planned, shop, units)
        except GameError:
            continue


def is_payable(planned: PlannedState, shop: Shop, bill: Bill) -> bool:
    """Whether the pool has what a bill comes to; fleets, and places that are cut off, pay from what is their own."""
    return shop.fleet or bill.cps <= planned.purse or not planned.connected(planned.site(shop.key))


def state_of(unit: Ship | Base) -> str:
    """A unit and what is wrong with it: "DD01: 3 Beam emitter 3 damaged"."""
    return f"{short_id(unit.id)}: {damage_text(unit.wounds, unit.damage)}"


def _waits(unit: Ship | Base) -> bool:
    return not unit.mending.by and is_damaged(unit)
