"""Growth of the colonies: the CPs that come back soonest go in first (5.0-21)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, growth
from rules.cluster_war.model.economy.supply import connected
from rules.cluster_war.model.worlds.step_codes import colony_cost, multiple, plain_multiple
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using

CONCERN: Final = "grow"


def grow(known: Known) -> Iterator[Proposal]:
    """Each colony that can grow and pays for it within the turns that are looked ahead, the cheapest first; places that are cut
    off out of their own stores (CW-5.0-10)."""
    found: list[Proposal] = []
    for colony in known.colonies:
        world = known.planned.world(colony.hex, colony.orbit)
        if world is None or world.max_cp is None or colony.size >= world.max_cp:
            continue
        share = multiple(known.me.race, world.step, known.settings)
        if share >= known.judgment.horizon:
            continue
        if connected(known.view, known.me.id, colony):
            cost = colony_cost(world.max_cp - colony.size, share)
            danger = 300 if known.foes(colony.hex) else 0
            price = f"a CP of size for {plain_multiple(share)}, back in as many turns"
            text = f"{colony.name}: {price}; {colony.size} of {world.max_cp}"
            weight = int(1000 / share) - danger
            order = ExpandColony(colony.id, cost)
            least = min(cost, colony_cost(1, share))
            found.append(
                Proposal(CONCERN, (order,), text, weight, "grow", cost, using(f"grow/{colony.id}"), least=least)
            )
        elif colony.store:
            added, cost = growth(colony.store, share, colony.size, world.max_cp)
            if added:
                text = f"{colony.name} is cut off, and has {colony.store} CPs that nobody else can use"
                found.append(
                    Proposal(CONCERN, (ExpandColony(colony.id, cost),), text, 300, uses=using(f"grow/{colony.id}"))
                )
    yield from sorted(found, key=lambda p: (-p.weight, p.key))[: known.judgment.candidates]
