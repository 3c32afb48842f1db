"""A world's surface, the same whenever it is made: from its place, its STEP code and the colony on it (CW-9.3-10, 68)."""

import hashlib
from typing import Final

from rules.cluster_war.model.state.geometry import disk_on, grid_of
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.surface import City, Surface, Terrain
from rules.cluster_war.model.worlds.step_codes import CODES

LEAST_COLUMNS: Final = 4
LEAST_ROWS: Final = 3
COLD: Final = 4
HOT: Final = 6
MILD: Final = range(4, 7)
WATER: Final[dict[str, int]] = {"5": 60, "6": 85, "4": 25}
"""Per cent of a surface under water, by the STEP code's last digit (CW-TAB-STEP-DIGITS)."""


def make_surface(colony: Colony, step: str) -> Surface:
    """The surface of a colony's world: larger for a larger world, wet or dry, hot or cold as its STEP code has it; one city
    with the colony's whole CPs (CW-9.3-68), in the land hex nearest to the middle."""
    size, heat, life, water = (CODES.index(c) for c in step)
    columns, rows = LEAST_COLUMNS + size // 2, LEAST_ROWS + size // 3
    grid = grid_of(columns, rows)
    wet = WATER.get(CODES[water], 0)
    terrain: dict[HexId, Terrain] = {}
    for here in grid.all_hexes():
        number = grid.number(here)
        row = grid.offset(here)[1]
        polar = row in {1, rows} and heat < HOT
        terrain[number] = _terrain(_chance(colony.id, step, number), wet, heat, life, polar=polar)
    middle = grid.number(grid.hex((columns + 1) // 2, (rows + 1) // 2))
    around = sorted(terrain, key=lambda at: (_away(columns, rows, middle, at), at))
    city = next((at for at in around if terrain[at] not in {"ocean", "islands"}), middle)
    if terrain[city] in {"ocean", "islands"}:
        terrain[city] = "clear"
    for beside in disk_on(columns, rows, city, 1):
        if beside > city and terrain[beside] in {"ocean", "islands"}:
            terrain[beside] = "clear"
            break
    return Surface(colony.id, columns, rows, terrain, (City(colony.name, city),))


def _away(columns: int, rows: int, middle: HexId, at: HexId) -> int:
    return next((n for n in range(columns + rows) if at in disk_on(columns, rows, middle, n)), columns + rows)


def _chance(world: str, step: str, at: HexId) -> tuple[int, int]:
    digest = hashlib.sha256(f"{world}/{step}/{at}".encode()).digest()
    return digest[0] * 100 // 256, digest[1] * 100 // 256


def _terrain(chance: tuple[int, int], wet: int, heat: int, life: int, *, polar: bool) -> Terrain:
    first, second = chance
    if first < wet:
        return "ice" if polar and heat < COLD else "islands" if second < 15 else "ocean"
    if polar or heat == 0:
        return "ice"
    if life not in MILD:
        return "badlands" if second < 35 else "caverns" if second < 42 else "clear"
    green: Terrain = "jungle" if heat >= HOT else "forest"
    return green if second < 30 else "swamp" if second < 40 else "badlands" if second < 50 else "clear"
