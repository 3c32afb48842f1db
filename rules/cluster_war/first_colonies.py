"""The colonies an empire begins with: the best worlds near home, inside the reach of one supply grid (CW-3.0-03)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.cluster_war.geometry import disk, distance
from rules.cluster_war.state import Body, Cluster, HexId, Race, Settings, StarSystem
from rules.cluster_war.steps import multiple
from rules.cluster_war.traits import has_trait
from rules.errors import GameError

USUAL_SIZE: Final = 80
SMALLEST: Final = 30
FEWEST: Final = 2
AWAY: Final = 4
"""How many hexes weigh as much as 1 in a world's multiple."""

RADII: Final = (8, 20, 140)


@dataclass(frozen=True, slots=True)
class World:
    """A world that could be settled from home: its system, body, price and distance."""

    system: StarSystem
    body: Body
    multiple: Fraction
    away: int


def choose_colonies(
    cluster: Cluster, settings: Settings, race: Race, home: tuple[HexId, int], total: int, foreign: Iterable[HexId]
) -> tuple[tuple[HexId, int, int], ...]:
    """(hex, orbit, size) of colonies of `total` CPs together, near `home`, a (hex, orbit); GameError if they find no room.

    The worlds that are cheap for the race and near come first; a race of Dispersed Colonies takes the farthest in reach,
    one to a system. Worlds nearer to a `foreign` home, with a resource or in a system with a special are left alone.
    """
    if total <= 0:
        return ()
    for away in RADII:
        worlds = _worlds(cluster, settings, race, home, tuple(foreign), away)
        chosen = _choose(cluster, settings, race, home[0], total, worlds)
        if chosen:
            return _shared(chosen, total)
    raise GameError("There are too few worlds near a home for its colonies; make the cluster larger or fuller.")


def _choose(
    cluster: Cluster, settings: Settings, race: Race, home: HexId, total: int, worlds: list[World]
) -> list[World]:
    """The worlds for `total` CPs, or none at all if these do not suffice."""
    dispersed = has_trait(race.disadvantages, "Dispersed Colonies")
    wanted = max(FEWEST, -(-total // USUAL_SIZE))
    held = {home}
    chosen: list[World] = []
    while len(chosen) < wanted or sum(w.body.max_cp for w in chosen) < total:
        worlds = [w for w in worlds if w not in chosen and not (dispersed and w.system.hex in held)]
        best = _best(cluster, worlds, held, settings.grid_touch, dispersed=dispersed)
        if best is None:
            return chosen if sum(w.body.max_cp for w in chosen) >= total else []
        chosen.append(best)
        held.add(best.system.hex)
    return chosen


def _worlds(
    cluster: Cluster,
    settings: Settings,
    race: Race,
    home: tuple[HexId, int],
    foreign: tuple[HexId, ...],
    farthest: int,
) -> list[World]:
    """Every world within `farthest` hexes that a colony could be on."""
    found: list[World] = []
    for here in disk(cluster, home[0], farthest):
        system = cluster.systems.get(here)
        away = distance(cluster, home[0], here)
        if system is None or system.special is not None or any(distance(cluster, f, here) <= away for f in foreign):
            continue
        found += [
            World(system, body, multiple(race, body.step, settings), away)
            for body in system.bodies
            if (system.hex, body.orbit) != home and body.max_cp >= SMALLEST and not body.resources
        ]
    return found


def _best(cluster: Cluster, worlds: list[World], held: set[HexId], touch: int, *, dispersed: bool) -> World | None:
    """The best world within touch of what is held; if there is none, within the next larger distance that has one."""
    places = {w.system.hex for w in worlds}
    gaps = {place: min(distance(cluster, place, h) for h in held) for place in places}
    if not gaps:
        return None
    reach = max(touch, min(gaps.values()))
    near = [w for w in worlds if gaps[w.system.hex] <= reach]

    def rank(world: World) -> tuple[Fraction, int, HexId, int]:
        away = Fraction(-world.away if dispersed else world.away, AWAY)
        return world.multiple + away, -world.body.max_cp, world.system.hex, world.body.orbit

    return min(near, key=rank)


def _shared(worlds: list[World], total: int) -> tuple[tuple[HexId, int, int], ...]:
    """The total shared out evenly, no world above its maximum; in order of place."""
    sizes: list[tuple[HexId, int, int]] = []
    left = total
    by_room = sorted(worlds, key=lambda w: (w.body.max_cp, w.system.hex, w.body.orbit))
    for i, world in enumerate(by_room):
        size = min(world.body.max_cp, left // (len(by_room) - i))
        sizes.append((world.system.hex, world.body.orbit, size))
        left -= size
    return tuple(sorted(placed for placed in sizes if placed[2] > 0))
