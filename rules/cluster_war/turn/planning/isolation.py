"""Colonies that are cut off from the pool: what stays with them, and what would link them; and what garrisons a conquered people
asks for (CW-5.0-10, CW-7.0-09, CW-9.3-68)."""

from collections import Counter

from rules.cluster_war.chapters.combat.ground.upkeep import garrisons
from rules.cluster_war.model.economy.supply import grid_radius, main_hexes
from rules.cluster_war.model.state.common import ColonyId, HexId, SideId
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.values import Value


class Isolation(Value):
    """A colony that is cut off: what it makes a turn and has in its own store; the `blockader`, "" where it is only too far from
    the `nearest` place of the grid that shares the pool, `far` hexes away, where `reach` would join them; and how many places
    between them would be enough."""

    colony: ColonyId
    cps: int
    store: int
    blockader: SideId = ""
    nearest: HexId = ""
    far: int = 0
    reach: int = 0
    between: int = 0


def isolation_of(view: View, colony: Colony) -> Isolation | None:
    """Why one of the side's own colonies shares no pool; None for one that does."""
    pool = main_hexes(view, view.side)
    if colony.hex in pool:
        return None
    cps = sum(one.cps for one in view.income.yields if one.who == colony.id and not one.pooled)
    if colony.blockaded:
        return Isolation(colony.id, cps, colony.store, colony.blockader)
    reach = view.settings.grid_touch + 2 * (grid_radius(view, view.side) - view.settings.grid_radius)
    far, nearest = min(((distance(view, colony.hex, hex_), hex_) for hex_ in pool), default=(0, ""))
    between = max(1, -(-far // reach) - 1) if reach > 0 else 0
    return Isolation(colony.id, cps, colony.store, nearest=nearest, far=far, reach=reach, between=between)


def isolated(view: View) -> tuple[Isolation, ...]:
    """All the side's colonies that are cut off."""
    found = (isolation_of(view, colony) for _, colony in sorted(view.colonies.items()))
    return tuple(one for one in found if one is not None)


class GarrisonNeed(Value):
    """What a conquered people, by its attitude, asks for: garrison units in all large cities together, and how many units are
    there."""

    people: str
    needed: int
    there: int


def garrison_need(view: View, colony: Colony) -> GarrisonNeed | None:
    """What one of the side's own colonies needs to stay quiet; None where its own people live there."""
    front = view.fronts.get(colony.id)
    if front is None or front.owner != view.side or not front.people or view.me is None:
        return None
    needed = sum(garrisons(front.cities, colony.size, front.people, view.settings).values())
    designs = view.me.designs
    held = Counter({key: n for key, n in colony.garrison.items() if key in designs and designs[key].kind == "ground"})
    posted = sum(force.side == view.side for force in front.forces.values())
    return GarrisonNeed(front.people, needed, held.total() + posted)
