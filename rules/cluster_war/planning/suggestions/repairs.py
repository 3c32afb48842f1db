"""What can be repaired where it is, by whom, for how much and how long (9.6)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cluster_war.combat.orders.repair import RepairUnits, when
from rules.cluster_war.combat.repair.bills import bill_for, is_damaged
from rules.cluster_war.combat.repair.shops import Shop, shops_for
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.planning.suggestions.suggestion import Suggestion
from rules.cluster_war.state.holdings import Base
from rules.cluster_war.state.names import FleetId, short_id
from rules.cluster_war.state.units import Ship
from rules.cluster_war.unit_design.wounded import damage_text
from rules.errors import GameError

EACH: Final = 2
"""Of those who could repair a fleet, so many are offered."""


def repairs(planned: PlannedState) -> Iterator[Suggestion]:
    """Repairs of all that is damaged and not in repair, a fleet or base at a time, with price and days (CW-9.6-12)."""
    for name, fleet, units in waiting(planned):
        for shop, told in list(offers(planned, units))[:EACH]:
            using, at = (shop.key, "") if shop.fleet else ("", shop.key)
            order = RepairUnits(fleet, () if fleet else tuple(u.id for u in units), at, using)
            yield Suggestion(order, f"Repair {name} at {shop.name}", told)


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
    for shop in shops_for(planned, units[0]):
        try:
            bill = bill_for(planned, shop, units)
        except GameError:
            continue
        if shop.fleet or bill.cps <= planned.purse or not planned.connected(planned.site(shop.key)):
            part = "" if not bill.left else ", not all of it"
            yield shop, f"{bill.cps} CPs, {when(bill.days)}, {shop.words}{part}"


def state_of(unit: Ship | Base) -> str:
    """A unit and what is wrong with it: "DD01: 3 Beam emitter 3 damaged"."""
    return f"{short_id(unit.id)}: {damage_text(unit.wounds, unit.damage)}"


def _waits(unit: Ship | Base) -> bool:
    return not unit.mending.by and is_damaged(unit)
