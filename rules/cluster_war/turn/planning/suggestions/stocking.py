"""Supplies to take aboard before a voyage that leaves the grid (4.3)."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.cluster_war.chapters.logistics.orders.supplies import LoadSupplies
from rules.cluster_war.chapters.logistics.supplied import supply_hexes
from rules.cluster_war.chapters.movement.orders.moving import MoveFleet
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.state.names import FleetId
from rules.cluster_war.turn.planning.check import wants
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion

MONTHS: Final = 6
"""So many months out of supply a fleet is advised to take supplies for, if it has the room."""


def stocked(planned: PlannedState, voyages: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """The voyages in their order, the first of each fleet that leaves supply with less than it needs for a turn preceded by
    advice to take supplies, where its holds have room (CW-4.3-15)."""
    seen: set[FleetId] = set()
    for one in voyages:
        order = one.order
        if isinstance(order, MoveFleet) and order.fleet not in seen:
            seen.add(order.fleet)
            yield from _supplies(planned, order)
        yield one


def _supplies(planned: PlannedState, order: MoveFleet) -> Iterator[Suggestion]:
    """Supply points for a voyage out of supply, as far as there is room; nothing for a fleet that cannot get any where it is."""
    fleet, goal = planned.fleets[order.fleet], order.legs[-1].to
    if fleet.hex not in supply_hexes(planned.view, planned.me.id):
        return
    ships = [planned.ships[s] for s in fleet.ships]
    needs, aboard = wants(planned, ships, goal)
    room = room_aboard(planned.me.designs, ships, planned.settings)
    if aboard >= needs or not room:
        return
    points = min(room, needs * MONTHS - aboard)
    label = f"{fleet.name} takes {points} supply point{'' if points == 1 else 's'} aboard"
    why = f"{planned.place(goal)} is out of supply: {needs} a month there; they cost nothing here"
    yield Suggestion(LoadSupplies(fleet.id, points), label, why)
