"""Supply grids and what travels in them: which colonies share the pool, which are cut off and live from their own stock; and
special resources that some technologies and units cannot do without (CW-7.0-09, CW-5.0-08, CW-5.0-27).

Grids hang on colonies, and on bases with LRS and comm gear: way stations (CW-6.4-04, CW-7.0-12).
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeAlias

from rules import hexes
from rules.cluster_war.model.economy.yields import mining_yields, resource, world_at
from rules.cluster_war.model.psionics.abilities import BEINGS, side_abilities
from rules.cluster_war.model.state.common import ColonyId, HexId, Settings, SideId, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Colony, Design
from rules.cluster_war.model.state.places import Sized, disk_on, hex_at
from rules.cluster_war.model.state.sides import Knowledge, Side
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.drive_kinds import SECOND_STAGE, hexes_a_month
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import known_links
from rules.values import IllegalOrderError

Place: TypeAlias = GameState | TurnState | View
"""Where colonies can be looked up: the truth, a turn being worked out, or what one side sees."""

NO_KNOWLEDGE: Final = Knowledge()
"""What a side knows before its first look round: set-up draws grids too."""
NO_HEXES: Final[frozenset[HexId]] = frozenset()


def map_of(place: Place) -> Sized:
    """What knows the map's size."""
    return place if isinstance(place, View) else place.cluster


def state_before(place: Place) -> GameState | View:
    """What stood when the turn's orders were given."""
    return place.start if isinstance(place, TurnState) else place


def side_of(place: Place, side: SideId) -> Side | None:
    """The side's record; None where a view does not hold it."""
    if isinstance(place, View) and place.me is not None:
        return place.me if place.me.id == side else None
    return place.sides.get(side)


def colonies_of(place: Place, side: SideId) -> tuple[Colony, ...]:
    """A side's colonies by id."""
    mine = [(key, c) for key, c in place.colonies.items() if c.side == side]
    return tuple([c for _, c in sorted(mine, key=itemgetter(0))])


def supply_grid(place: Place, side: SideId) -> frozenset[HexId]:
    """Every hex of the side's grids: each colony's or way station's own hex and all within the grid radius (CW-7.0-09)."""
    settled, stations = _settled(place, side), _stations(place, side)
    return _area(place, side, settled | stations if stations else settled)


def _settled(place: Place, side: SideId) -> frozenset[HexId]:
    """The hexes of a side's colonies; a draft keeps them until a colony comes, goes or moves."""

    def look() -> frozenset[HexId]:
        return frozenset([c.hex for c in place.colonies.values() if c.side == side])

    return place.memoized("settled", side, (place.colonies.layout,), look) if isinstance(place, TurnState) else look()


def main_grid(place: Place, side: SideId) -> frozenset[HexId]:
    """The hexes of the one grid that shares the pool (CW-5.0-09)."""
    return _area(place, side, main_hexes(place, side))


def grid_radius(place: Place, side: SideId) -> int:
    """How far a side's grid reaches from a colony: the campaign's radius, or with other drives than second stage one
    jump, which is what its best ships go in a month and at least a hex (CW-7.0-10)."""
    owner = side_of(place, side)
    ships = [d for d in owner.designs.values() if d.kind == "ship" and d.ftl] if owner is not None else []
    if not ships or any(d.ftl == SECOND_STAGE for d in ships):
        return place.settings.grid_radius
    return max(1, *(hexes_a_month(d, place.settings) for d in ships))


def _area(place: Place, side: SideId, centers: set[HexId] | frozenset[HexId]) -> frozenset[HexId]:
    around = _around(map_of(place).columns, map_of(place).rows, grid_radius(place, side), frozenset(centers))
    points = _next_points(place, side, centers)
    return around | points if points else around


@lru_cache(maxsize=64)
def _around(columns: int, rows: int, radius: int, centers: frozenset[HexId]) -> frozenset[HexId]:
    return frozenset(h for center in centers for h in disk_on(columns, rows, center, radius))


def _next_points(place: Place, side: SideId, centers: set[HexId] | frozenset[HexId]) -> set[HexId]:
    """For string drives: the systems one jump line away (CW-7.0-10)."""
    owner = side_of(place, side)
    if owner is None or not any(d.ftl == "string" for d in owner.designs.values()):
        return set()
    links = (
        place.links
        if isinstance(place, View)
        else known_links(place.cluster, owner, place.knowledge.get(side, NO_KNOWLEDGE))
    )
    pairs = [(link.a, link.b) for link in links if link.kind == "jump"]
    return {b for a, b in pairs if a in centers} | {a for a, b in pairs if b in centers}


def components(place: Place, side: SideId) -> tuple[tuple[Colony, ...], ...]:
    """The side's colonies by connected grid, the main one first; bordering areas connect (CW-7.0-09).

    The main grid holds the home world; if that is lost, it is the one with the most CPs of colony size.
    """
    colonies = colonies_of(place, side)
    groups = [tuple(c for c in colonies if c.hex in group) for group in grids_in(place, side)]
    owner = side_of(place, side)

    def rank(group: tuple[Colony, ...]) -> tuple[bool, int, int, HexId]:
        home = owner is not None and any(_is_home(owner, c) for c in group)
        return not home, -sum(c.size for c in group), -len(group), group[0].hex

    return tuple(sorted((group for group in groups if group), key=rank))


def main_hexes(place: Place, side: SideId) -> frozenset[HexId]:
    """The hexes of the colonies that share the pool, and of the way stations among them."""
    if isinstance(place, TurnState):
        owner = place.sides[side]
        comes_from = place.colonies.layout, place.bases.layout, owner.designs, owner.home, owner.home_orbit
        found = place.memoized("grid of home", side, comes_from, lambda: _grid_of_home(place, side))
    else:
        found = _grid_of_home(place, side)
    if found is not None:
        return found
    main = next(iter(components(place, side)), ())
    return next((g for g in grids_in(place, side) if main and main[0].hex in g), NO_HEXES)


def _grid_of_home(place: Place, side: SideId) -> frozenset[HexId] | None:
    """The hexes of the grid with the home world, or of the only one; None where what colonies have grown to decides."""
    groups = grids_in(place, side)
    if len(groups) < 2:
        return groups[0] if groups else NO_HEXES
    home = _home_of(place, side)
    return next(g for g in groups if home in g) if home is not None else None


def is_connected(place: Place, side: SideId, colony: Colony | ColonyId) -> bool:
    """Whether a colony of the side shares the pool; one that is cut off spends its own store alone (CW-5.0-10).

    A base that stands alone shares it inside the main grid.
    """
    found = colony if isinstance(colony, Colony) else place.colonies[colony]
    if found.id in place.bases:
        return found.side == side and found.hex in main_grid(place, side)
    return found.side == side and found.hex in main_hexes(place, side)


def extends_grid(design: Design, base: Base, turn: int) -> bool:
    """Whether a base is a node of the grid: it has LRS and comm gear, is ready, and not in tow (CW-6.4-04)."""
    return design.lrs > 0 and design.comm > 0 and base.ready <= turn and not base.towed_by


def _stations(place: Place, side: SideId) -> set[HexId]:
    """The hexes of a side's way stations."""
    owner = side_of(place, side) if place.bases else None
    if owner is None:
        return set()
    mine = (b for b in place.bases.values() if b.side == side)
    return {b.hex for b in mine if extends_grid(sound(owner.designs, b), b, place.turn)}


def _home_of(place: Place, side: SideId) -> HexId | None:
    """The hex of the side's home world while it holds it."""
    owner = side_of(place, side)
    home = place.colonies.get(f"{owner.home}-{owner.home_orbit}") if owner is not None else None
    return home.hex if owner is not None and home is not None and home.side == side and _is_home(owner, home) else None


def _is_home(owner: Side, colony: Colony) -> bool:
    return (colony.hex, colony.orbit) == (owner.home, owner.home_orbit)


def grids_in(place: Place, side: SideId) -> tuple[frozenset[HexId], ...]:
    """The hexes of colonies and way stations in groups that connect; a blockaded hex is alone (CW-5.0-24).

    A draft keeps them until a colony or base comes, goes or moves, or the side's designs change.
    """
    if not isinstance(place, TurnState):
        return _grids(place, side)
    comes_from = place.colonies.layout, place.bases.layout, place.sides[side].designs
    return place.memoized("grids", side, comes_from, lambda: _grids(place, side))


def _grids(place: Place, side: SideId) -> tuple[frozenset[HexId], ...]:
    mine = [c for c in place.colonies.values() if c.side == side]
    blockaded = {c.hex for c in mine if c.blockaded}
    nodes = {c.hex for c in mine} | _stations(place, side)
    on = map_of(place)
    wider = 2 * (grid_radius(place, side) - place.settings.grid_radius)
    free = _linked(on.columns, on.rows, place.settings.grid_touch + wider, tuple(sorted(nodes - blockaded)))
    return (*free, *(frozenset({hex_}) for hex_ in sorted(blockaded)))


@lru_cache(maxsize=1024)
def _linked(columns: int, rows: int, reach: int, numbers: tuple[HexId, ...]) -> tuple[frozenset[HexId], ...]:
    """Hexes in groups: a group's every hex is within `reach` of another of it."""
    left = {number: hex_at(columns, rows, number) for number in numbers}
    groups: list[frozenset[HexId]] = []
    while left:
        first = next(iter(left))
        edge, group = [left.pop(first)], {first}
        while edge:
            here = edge.pop()
            near = {n: there for n, there in left.items() if hexes.distance(here, there) <= reach}
            for number, there in near.items():
                del left[number]
                edge.append(there)
                group.add(number)
        groups.append(frozenset(group))
    return tuple(groups)


def supply_lines(view: View, side: SideId) -> tuple[tuple[HexId, HexId], ...]:
    """Pairs of hexes that join each of a side's connected grids, nearest first; sorted. Grids apart have none between."""
    return tuple(sorted(line for group in grids_in(view, side) for line in lines_among(view, group)))


def lines_among(on: Sized, group: Collection[HexId]) -> tuple[tuple[HexId, HexId], ...]:
    """Pairs of hexes that join a group of them, each hex to the nearest one that is joined already; sorted within a pair."""
    return _lines(on.columns, on.rows, frozenset(group))


@lru_cache(maxsize=64)
def _lines(columns: int, rows: int, group: frozenset[HexId]) -> tuple[tuple[HexId, HexId], ...]:
    first, *rest = sorted(group)
    found: list[tuple[HexId, HexId]] = []
    # Prim's tree: each hex still outside remembers the nearest one inside.
    at = {number: hex_at(columns, rows, number) for number in group}
    near = {number: (hexes.distance(at[number], at[first]), first) for number in rest}
    while near:
        number = min(near, key=lambda n: (near[n], n))
        _, joined = near.pop(number)
        found.append((min(number, joined), max(number, joined)))
        for other, kept in near.items():
            near[other] = min(kept, (hexes.distance(at[other], at[number]), number))
    return tuple(found)


RESOURCE_NEEDS_TABLE: Final = "CW-TAB-RESOURCE-NEEDS"
JUMP_DRIVE: Final = "Jump drive"
ARTIFICIAL_PREFIX: Final = "Artificial "


def needed_by_technology(technology: str, settings: Settings) -> str:
    """The resource without which a technology is neither researched nor built, "" for none (CW-5.0-08)."""
    table = tables(settings)[RESOURCE_NEEDS_TABLE]
    found = next((key for key in table.keys if key.casefold() == technology.casefold()), "")
    if found == JUMP_DRIVE and not settings.monopoles:
        return ""
    return table.cell(found, "resource") if found else ""


def needed_by_design(design: Design, settings: Settings) -> tuple[str, ...]:
    """The resources without which a design is not built: its own, and its jump drive's where the campaign says so."""
    jump = needed_by_technology(JUMP_DRIVE, settings) if design.ftl == "jump" and design.drive > 0 else ""
    return tuple(dict.fromkeys(resource(r) for r in (*design.requires, *([jump] if jump else []))))


def held_by_draft(place: GameState | TurnState, side: SideId) -> frozenset[str]:
    """The resources of the worlds where a side lives or mines inside its main grid, and what allies deliver to it."""
    grid = main_grid(place, side)
    worlds = {(c.hex, c.orbit) for c in place.colonies.values() if c.side == side}
    worlds |= {(m.hex, m.orbit) for m in mining_yields(place) if m.side == side and m.stations}
    found = (world_at(place, hex_, orbit) for hex_, orbit in worlds if hex_ in grid)
    return _named(
        (r for world in found if world is not None for r in world.resources),
        _resources_from_elsewhere(place.sides[side], place.settings),
    )


def held_by_view(view: View) -> frozenset[str]:
    """The same as the side itself knows it."""
    if view.me is None:
        return frozenset()
    grid = main_grid(view, view.me.id)
    worlds = {(c.hex, c.orbit) for c in view.colonies.values()}
    designs = view.me.designs
    for base in view.bases.values():
        if base.orbit and not base.towed_by and base.ready <= view.turn and designs[base.design].mining:
            worlds.add((base.hex, base.orbit))
    for fleet in view.fleets.values():
        if fleet.mining is not None and fleet.transit is None and fleet.hex == fleet.mining.hex:
            worlds.add((fleet.hex, fleet.mining.orbit))
    known = {(h, b.orbit): b.resources or () for h, s in view.systems.items() for b in s.bodies}
    return _named(
        (r for w in worlds if w[0] in grid for r in known.get(w, ())), _resources_from_elsewhere(view.me, view.settings)
    )


def _resources_from_elsewhere(owner: Side, settings: Settings) -> tuple[str, ...]:
    """What a side has without mining it: from allies, by a technology that makes it ("Artificial Neutronium"), and psychics of
    its own, whom an ally may study (CW-15.0-08)."""
    made = (t.removeprefix(ARTIFICIAL_PREFIX) for t in owner.technologies if t.startswith(ARTIFICIAL_PREFIX))
    return (*owner.materials, *made, *((BEINGS,) if side_abilities(owner, settings) else ()))


def _named(found: Iterable[str], materials: Iterable[str]) -> frozenset[str]:
    return frozenset(resource(name) for name in (*found, *materials))


def check_resources(needed: Iterable[str], held: frozenset[str], what: str) -> None:
    """IllegalOrderError naming the first resource that is missing for `what` (CW-5.0-08)."""
    for name in needed:
        if resource(name) not in held:
            raise IllegalOrderError(f"{what} needs {name}, and you have no source of it.", rule="CW-5.0-08")
