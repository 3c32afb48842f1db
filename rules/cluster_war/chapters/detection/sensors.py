"""What a side has in view now: its supply grids, its own places, and what its long range sensors reach (12.0)."""

from functools import lru_cache

from rules.cluster_war.chapters.detection.levels import lrs_level
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.geometry import disk, grid_of
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.wounded import is_sound, sound
from rules.cluster_war.model.working.turn_state import TurnState


def sight(
    world: GameState | TurnState,
    side: SideId,
    grid: frozenset[HexId] | None = None,
    within: frozenset[HexId] | None = None,
) -> frozenset[HexId]:
    """The hexes a side has in view: supply grids, own units' and colonies' hexes, LRS range (CW-12.0-04, CW-12.0-06).

    `grid` is the side's supply grid where the caller has it already. Fleets in FTL space see nothing. A base with LRS
    in a colony's garrison sees as far as a ship with LRS. In open play everybody sees the whole board (CW-4.1-01). With `within`
    only what forces in those hexes see counts.
    """
    if world.settings.open_play:
        return every_hex(world.cluster.columns, world.cluster.rows)
    owner = world.sides[side]
    reach = lrs_range(world, side)
    found = set(supply_grid(world, side) if grid is None else grid)
    watching = {design.id for design in owner.designs.values() if design.lrs > 0}
    posts: set[HexId] = (
        set()
    )  # where somebody has LRS: of a hex with one such fleet the others need not be looked through
    for fleet in [f for f in world.fleets.values() if f.side == side and f.transit is None]:
        if within is None or fleet.hex in within:
            found.add(fleet.hex)
            if fleet.hex not in posts and has_lrs(world, fleet):
                posts.add(fleet.hex)
    for colony in [c for c in world.colonies.values() if c.side == side]:
        found.add(colony.hex)
        if colony.garrison and any(colony.garrison[d] > 0 for d in watching & colony.garrison.keys()):
            posts.add(colony.hex)
    for post in posts:
        found.update(disk(world.cluster, post, reach))
    for base in world.bases.values():
        if base.side == side and not base.towed_by and (within is None or base.hex in within):
            watched = base.ready <= world.turn and base.design in watching and sound(owner.designs, base).lrs > 0
            found.update(disk(world.cluster, base.hex, reach if watched else 0))
    return frozenset(found)


@lru_cache(maxsize=16)
def every_hex(columns: int, rows: int) -> frozenset[HexId]:
    """All hexes of a map."""
    grid = grid_of(columns, rows)
    return frozenset(grid.number(here) for here in grid.all_hexes())


def lrs_range(world: GameState | TurnState, side: SideId) -> int:
    """How many hexes around itself a side's LRS reach: the campaign's range, and one more a level (CW-12.0-04)."""
    return world.settings.lrs_range + max(0, lrs_level(world.sides[side], world.settings, "reach") - 1)


def has_lrs(world: GameState | TurnState, fleet: Fleet) -> bool:
    """Whether any ship of a fleet has LRS that work."""
    designs, ships = world.sides[fleet.side].designs, world.ships
    for key in fleet.ships:
        ship = ships[key]
        if designs[ship.design].lrs > 0 and (is_sound(ship) or sound(designs, ship).lrs > 0):
            return True
    return False


def sensor_reach(view: View, side: SideId) -> frozenset[HexId]:
    """The hexes that the long range sensors of a view's side reach now, or for the game master those of any side (CW-12.0-04)."""
    owner = view.me if view.me is not None and view.me.id == side else view.sides.get(side)
    if owner is None:
        return frozenset()
    reach = view.settings.lrs_range + max(0, lrs_level(owner, view.settings, "reach") - 1)
    watching = {design.id for design in owner.designs.values() if design.lrs > 0}
    posts = [
        fleet.hex
        for fleet in view.fleets.values()
        if fleet.side == side
        and fleet.transit is None
        and any(sound(owner.designs, view.ships[key]).lrs > 0 for key in fleet.ships)
    ]
    posts += [
        colony.hex
        for colony in view.colonies.values()
        if colony.side == side and any(count > 0 and d in watching for d, count in colony.garrison.items())
    ]
    posts += [
        base.hex
        for base in view.bases.values()
        if base.side == side and not base.towed_by and base.ready <= view.turn and sound(owner.designs, base).lrs > 0
    ]
    return frozenset(hex_ for post in posts for hex_ in disk(view, post, reach))
