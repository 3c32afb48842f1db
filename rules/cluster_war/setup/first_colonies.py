"""The colonies an empire begins with: the best worlds near home, inside the reach of one supply grid (CW-3.0-03)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.cluster_war.state.geometry import disk, distance
from rules.cluster_war.state.names import HexId
from rules.cluster_war.state.places import Body, Cluster, StarSystem
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race
from rules.cluster_war.state.traits import has_trait
from rules.cluster_war.worlds.step_codes import multiple, step_distance
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
    cluster: Cluster,
    settings: Settings,
    race: Race,
    home: tuple[HexId, int],
    total: int,
    foreign: Iterable[HexId],
    taken: Collection[tuple[HexId, int]] = (),
) -> tuple[tuple[HexId, int, int], ...]:
    """(hex, orbit, size) of colonies of `total` CPs together, near `home`, a (hex, orbit); GameError if they find no room.

    The worlds that are cheap for the race and near come first; a race of Dispersed Colonies takes the farthest in reach,
    one to a system. Worlds nearer to a `foreign` home, with a resource or in a system with a special are left alone, as
    are those `taken` already.
    """
    if total <= 0:
        return ()
    for away in RADII:
        found = _worlds(cluster, settings, race, home, tuple(foreign), away)
        worlds = [world for world in found if (world.system.hex, world.body.orbit) not in taken]
        chosen = _choose(cluster, settings, race, home[0], total, worlds)
        if chosen:
            return _shared(chosen, total)
    raise GameError("There are too few worlds near a home for its colonies; make the cluster larger or fuller.")


@dataclass(frozen=True, slots=True)
class Wish:
    """A first colony as its player would like it: CPs, a name, and a STEP code or ""."""

    cps: int
    name: str = ""
    step: str = ""


def choose_wished(
    cluster: Cluster,
    settings: Settings,
    race: Race,
    home: tuple[HexId, int],
    wishes: Iterable[Wish],
    foreign: Iterable[HexId],
) -> tuple[tuple[HexId, int, int, str], ...]:
    """(hex, orbit, size, name) for each wish, the largest first, on worlds as in `choose_colonies` that hold so many CPs.

    A wished STEP code is had where a world in reach has it, else the nearest to it. GameError if a wish finds no room.
    """
    held, taken = {home[0]}, set[tuple[HexId, int]]()
    dispersed = has_trait(race.disadvantages, "Dispersed Colonies")
    placed: list[tuple[HexId, int, int, str]] = []
    around = tuple(foreign)
    for wish in sorted(wishes, key=lambda w: -w.cps):
        for away in RADII:
            fit = [
                w
                for w in _worlds(cluster, settings, race, home, around, away)
                if w.body.max_cp >= wish.cps
                and (w.system.hex, w.body.orbit) not in taken
                and not (dispersed and w.system.hex in held)
            ]
            if wish.step and fit:
                nearest = min(_apart(w, wish.step) for w in fit)
                fit = [w for w in fit if _apart(w, wish.step) == nearest]
            best = _best(cluster, fit, held, settings.grid_touch, dispersed=dispersed)
            if best is not None:
                break
        else:
            raise GameError(f"No world near a home holds a first colony of {wish.cps} CPs; plan smaller ones.")
        held.add(best.system.hex)
        taken.add((best.system.hex, best.body.orbit))
        placed.append((best.system.hex, best.body.orbit, wish.cps, wish.name))
    return tuple(placed)


def _apart(world: World, step: str) -> int:
    return step_distance(world.body.step, step)


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
