"""Repair: where it can be done now, else where somebody can do it (9.6)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.combat.fleet_orders import RepairUnits
from rules.cluster_war.chapters.combat.repair_bills import Bill
from rules.cluster_war.chapters.combat.repair_shops import Shop
from rules.cluster_war.chapters.movement.orders.moving import MoveFleet
from rules.cluster_war.chapters.movement.orders.organising import SetMission
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import FleetId
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.repairs import bills, is_payable, may_leave, voyages, waiting

CONCERN: Final = "repair"


def repair(known: Known) -> Iterator[Proposal]:
    """All that is damaged and in nobody's care, a fleet or base at a time; then voyages to those who can."""
    planned = known.planned
    stranded: list[tuple[str, Fleet]] = []
    for name, fleet, units in waiting(planned):
        offered = bills(planned, units)
        first = next(offered, None)
        if first is not None:
            yield _mending(name, fleet, units, *first)
        payable = first is not None and (is_payable(planned, *first) or any(is_payable(planned, *o) for o in offered))
        if not payable and may_leave(planned, fleet):
            stranded.append((name, planned.fleets[fleet]))
    for found in voyages(planned, stranded):
        order_ = found.order
        if isinstance(order_, MoveFleet):
            idle = known.planned.fleets[order_.fleet].mission in {"none", "patrol"}
            stop = () if idle else (SetMission(order_.fleet, "none"),)  # what is broken cannot go on with it there
            yield Proposal(CONCERN, (*stop, order_), found.reason, 905, uses=using(f"fleet/{order_.fleet}"))


def _mending(name: str, fleet: FleetId, units: tuple[Ship | Base, ...], shop: Shop, bill: Bill) -> Proposal:
    using_, at = (shop.key, "") if shop.fleet else ("", shop.key)
    order = RepairUnits(fleet, () if fleet else tuple(u.id for u in units), at, using_)
    cost = 0 if shop.fleet else bill.cps
    uses = using(*([f"fleet/{fleet}"] if fleet else []), f"repair/{units[0].id}")
    why = f"{name} is damaged; {shop.name} mends it for {bill.cps} CPs"
    return Proposal(CONCERN, (order,), why, 910, "duty" if cost else "free", cost, uses)
