"""Where empires begin: systems far apart, alike in what lies around them, each with a world its race calls perfect."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from rules import hexes
from rules.cluster_war.model.state.common import HexId, Settings, tables
from rules.cluster_war.model.state.places import Body, Cluster, StarSystem, disk, hex_at
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.step_codes import step_distance
from rules.hexes import Hex
from rules.values import GameError, Value, changed

IMPROVEMENT_ROUNDS: Final = 12
SURROUNDING_HEXES: Final = 4
CORNERS_AND_EDGES: Final = 8
"""Four corners and the middles of four edges."""

NEAR_HEXES: Final = 4
"""Hexes between homes that are close together: scouts meet within three months, fleets within a year."""

KEPT_DISTANCE_PERCENT: Final = 85
"""How many hundredths of the least distance stay when homes move to more equal surroundings."""

GOOD_STEPS: Final = 6
EARTHLIKE: Final = "5555"


class Site(Value):
    """A system that could be a home: its place, and how many good worlds lie within four hexes."""

    hex: HexId
    place: Hex
    worlds: int


def choose_homes(
    cluster: Cluster,
    count: int,
    stars: Sequence[str],
    fixed: Sequence[HexId] = (),
    *,
    corners: bool = False,
    near: bool = False,
    among: Collection[HexId] = (),
) -> tuple[HexId, ...]:
    """`count` home systems under single stars of these classes, as far from each other and from `fixed` as can be.

    Among placements nearly as wide, the one with the most equal surroundings. The same cluster gives the same homes.
    With `corners`, the systems nearest to the corners of the map instead, opposite ones first, then to the middles of
    its edges; with `near`, systems `NEAR_HEXES` from each other around the middle of the map (CW-19.0-14). `among` are the only
    hexes that will do, if there are enough of them that are fit.
    """
    if count == 0:
        return ()
    sites = _sites(cluster, stars)
    chosen = tuple(site for site in sites if site.hex in among)
    sites = chosen if len(chosen) >= count + len(fixed) else sites
    if len(sites) < count:
        raise GameError(
            f"This cluster has {len(sites)} systems fit for a home, and {count} are needed; make it larger."
        )
    held = tuple(hex_at(cluster.columns, cluster.rows, h) for h in fixed)
    if corners and count <= CORNERS_AND_EDGES:
        return _in_corners(cluster, sites, count, held)
    if near:
        return _around_the_middle(cluster, sites, count, held)
    wide = _spread(sites, _first(cluster, sites, count, held), held)
    return tuple(site.hex for site in _even(sites, wide, held))


def _in_corners(cluster: Cluster, sites: Sequence[Site], count: int, held: Sequence[Hex]) -> tuple[HexId, ...]:
    """The free sites nearest to the corners, then to the middles of the edges; of equals the first by number."""
    last, low = cluster.columns, cluster.rows
    middle, half = (last + 1) // 2, (low + 1) // 2
    ends = [(1, 1), (last, low), (last, 1), (1, low), (middle, 1), (middle, low), (1, half), (last, half)]
    chosen: list[Site] = []
    for column, row in ends[:count]:
        corner = hex_at(cluster.columns, cluster.rows, f"{column % 100:02}{row % 100:02}")
        free = [site for site in sites if site not in chosen and site.place not in held]
        if not free:
            raise GameError("This cluster has too few systems fit for a home beside those that are held.")
        chosen.append(min(free, key=lambda site: (hexes.distance(site.place, corner), site.hex)))
    return tuple(site.hex for site in chosen)


def _around_the_middle(cluster: Cluster, sites: Sequence[Site], count: int, held: Sequence[Hex]) -> tuple[HexId, ...]:
    """The free sites nearest to the middle, at least `NEAR_HEXES` from each other and from who is there, or as many fewer as the
    map has room for; of equals the first by number."""
    column, row = (cluster.columns + 1) // 2, (cluster.rows + 1) // 2
    middle = hex_at(cluster.columns, cluster.rows, f"{column:02}{row:02}")
    inwards = sorted(sites, key=lambda site: (hexes.distance(site.place, middle), site.hex))
    for apart in range(NEAR_HEXES, 0, -1):
        chosen: list[Site] = []
        for site in inwards:
            others = [*held, *(one.place for one in chosen)]
            if len(chosen) < count and all(hexes.distance(site.place, other) >= apart for other in others):
                chosen.append(site)
        if len(chosen) == count:
            return tuple(site.hex for site in chosen)
    raise GameError("This cluster has too few systems fit for a home beside those that are held.")


def _sites(cluster: Cluster, stars: Sequence[str]) -> tuple[Site, ...]:
    """The candidates by number: away from the edge unless too few are."""
    fit = [s.hex for s in cluster.systems.values() if len(s.codes) == 1 and s.codes[0] in stars and s.bodies]
    good = {s.hex: sum(map(_is_good, s.bodies)) for s in cluster.systems.values()}
    return tuple(
        Site(
            h,
            hex_at(cluster.columns, cluster.rows, h),
            sum([good.get(near, 0) for near in disk(cluster, h, SURROUNDING_HEXES)]),
        )
        for h in sorted(fit)
        if not _at_edge(cluster, h)
    )


def _at_edge(cluster: Cluster, here: HexId) -> bool:
    """Whether less than an eighth of the map lies between this hex and its edge."""
    margin = min(cluster.columns, cluster.rows) // 8
    column, row = int(here[:2]) or 100, int(here[2:]) or 100
    return min(column - 1, row - 1, cluster.columns - column, cluster.rows - row) < margin


def _is_good(body: Body) -> bool:
    return "X" not in body.step and step_distance(body.step, EARTHLIKE) <= GOOD_STEPS


def _nearest(place: Hex, others: Sequence[Hex]) -> int:
    return min((hexes.distance(place, other) for other in others), default=0)


def _first(cluster: Cluster, sites: tuple[Site, ...], count: int, held: tuple[Hex, ...]) -> list[Site]:
    """Each next home farthest from those before; the very first farthest from the middle."""
    middle = hex_at(cluster.columns, cluster.rows, f"{(cluster.columns + 1) // 2:02}{(cluster.rows + 1) // 2:02}")
    chosen: list[Site] = []
    while len(chosen) < count:
        others = [*held, *(site.place for site in chosen)] or [middle]
        free = [site for site in sites if site not in chosen]
        distances = [_nearest(site.place, others) for site in free]
        chosen.append(free[distances.index(max(distances))])
    return chosen


def _spread(sites: tuple[Site, ...], homes: list[Site], held: tuple[Hex, ...]) -> list[Site]:
    """Move one home at a time to where it stands farther from the others, until none gains."""
    for _ in range(IMPROVEMENT_ROUNDS):
        before = list(homes)
        for i, home in enumerate(homes):
            others = _others(homes, i, held)
            distances = [_nearest(site.place, others) for site in sites]
            best = max(distances)
            if best > _nearest(home.place, others):
                homes[i] = sites[distances.index(best)]
        if homes == before:
            break
    return homes


def _even(sites: tuple[Site, ...], homes: list[Site], held: tuple[Hex, ...]) -> list[Site]:
    """Move homes, keeping most of the least distance, while that makes their surroundings more alike."""
    least = (
        min((_nearest(h.place, _others(homes, i, held)) for i, h in enumerate(homes)), default=0)
        * KEPT_DISTANCE_PERCENT
        // 100
    )
    for _ in range(IMPROVEMENT_ROUNDS):
        before = list(homes)
        for i, home in enumerate(homes):
            others = _others(homes, i, held)
            rest = [h.worlds for j, h in enumerate(homes) if j != i] or [home.worlds]
            wide = [site for site in sites if _nearest(site.place, others) >= least] if others else [home]
            homes[i] = min(wide, key=partial(_unlike, rest))
        if homes == before:
            break
    return homes


def _unlike(rest: Sequence[int], site: Site) -> tuple[int, int, HexId]:
    """How far a site's surroundings differ from the other homes'; the richer site of equals."""
    return max(site.worlds, *rest) - min(site.worlds, *rest), -site.worlds, site.hex


def _others(homes: Sequence[Site], i: int, held: tuple[Hex, ...]) -> list[Hex]:
    return [*held, *(home.place for j, home in enumerate(homes) if j != i)]


def prepare_home(system: StarSystem, race: Race, max_cp: int, settings: Settings) -> tuple[StarSystem, int]:
    """The system with the race's perfect world in it, and that world's orbit: the planet nearest in warmth is remade.

    Nothing hides in a home system, and its home world has no resource of note, so that nobody starts ahead.
    """
    rows = [row for row in _zones(settings) if row[2][1] == race.home_step[1]]
    low, high = rows[0][0], rows[-1][1]
    chosen = min(system.bodies, key=lambda b: (max(low - b.index, b.index - high, 0), b.orbit))
    index = min(max(chosen.index, low), high)
    life = chosen.life or "terrestrial"
    world = changed(chosen, step=race.home_step, max_cp=max_cp, index=index, life=life, resources=())
    bodies = tuple(world if b is chosen else b for b in system.bodies)
    return changed(system, bodies=bodies, special=None), world.orbit


def _zones(settings: Settings) -> list[tuple[int, int, str]]:
    table = tables(settings)["CW-B-T17"]
    open_end = 10_000
    return [(int(r["low"]), int(r["high"] or open_end), r["step_pattern"]) for r in map(table.row, table.keys)]
