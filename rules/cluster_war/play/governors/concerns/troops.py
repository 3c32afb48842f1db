"""Ground forces: aboard for an invasion, down on the enemy's world, and what they do there (9.2, 9.3)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.logistics.orders.craft import TakeCraft
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.meetings import ends_at
from rules.cluster_war.turn.planning.suggestions.sieges import army_advice, boardings, landings

CONCERN: Final = "troops"
KEPT: Final = 4
"""Battalions that stay to hold a colony."""


def troops(known: Known) -> Iterator[Proposal]:
    """Armies in the field get their posture; at war forces land where the orbit is ours, and board fleets with room."""
    for found in army_advice(known.planned):
        order = found.order
        if isinstance(order, CommandArmy):
            yield Proposal(CONCERN, (order,), f"{found.label}: {found.reason}", 700, uses=using(f"army/{order.world}"))
    if not known.memory.foe or known.refuses("conquest"):
        return
    for found in landings(known.planned):
        order = found.order
        if isinstance(order, InvadeWorld) and _is_ours_to_take(known, order):
            why = f"{found.label}: {found.reason}"
            yield Proposal(CONCERN, (order,), why, 965, uses=using(f"invade/{order.fleet}"))
    for found in boardings(known.planned):
        order = found.order
        if not isinstance(order, TakeCraft) or known.roles.get(order.fleet) != "war":
            continue
        held = known.planned.colonies[order.place].garrison.get(order.design, 0)
        count = min(order.count, held - KEPT)
        if count > 0:
            taken = TakeCraft(order.fleet, order.place, order.design, count)
            uses = using(f"board/{order.fleet}", f"garrison/{order.place}/{order.design}")
            yield Proposal(CONCERN, (taken,), f"{found.label}: {found.reason}", 640, uses=uses)


def _is_ours_to_take(known: Known, order: InvadeWorld) -> bool:
    """Whether an enemy's world is below, and nobody is seen in the orbit that would bar the landing (CW-9.2-05)."""
    seen = known.view.foreign_colonies.get(order.world)
    fleet = known.planned.fleets[order.fleet]
    here = ends_at(known.planned, fleet)
    return seen is not None and known.is_enemy(seen.side) and not sum(known.foes(here).values())
