"""What components hold and do: bays, magazines, hangars, gates, nodes of the grid (CW-TAB-CAPACITY, Appendix A)."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from rules.cluster_war.state import Design, Settings
from rules.cluster_war.tables_of import tables
from rules.cluster_war.unit_design.drafts import UnitDraft
from rules.cluster_war.unit_design.problems import Problem

GateTrip: TypeAlias = Literal["none", "one way", "return"]

CAPACITY: Final = "CW-TAB-CAPACITY"
GOODS: Final = "cargo bay (starship scale)/CPs of goods"
SUPPLIES: Final = "cargo bay (starship scale)/supply points"
CRATES: Final = "cargo bay (starship scale)/hull of crated fighters/smart mines/gunboats (5.1)"
CHEAP_MISSILES: Final = "cargo bay (starship scale)/cheap missiles"
SMALL_GOODS: Final = "cargo bay (fighter or gunboat)/CPs of goods (1/10)"
SMALL_SUPPLIES: Final = "cargo bay (fighter or gunboat)/supply points"
ROUNDS: Final = "magazine/missiles/rounds"
IN_LAUNCHER: Final = "missile launcher/internal missiles"
HANGAR: Final = "hangar bay (starship scale)/hull of fighters or gunboats"
MEDICAL_HULL: Final = 120
MEDICINE_SHARE: Final = 10
"""A planetary medical center is 120 spaces, and gives one tenth more."""


def capacity(row: str, settings: Settings) -> int:
    """One number of CW-TAB-CAPACITY."""
    return tables(settings)[CAPACITY].number(row, "capacity")


def missiles_ready(launchers: int, magazines: int, settings: Settings) -> int:
    """Missiles that can be fired: 10 in each launcher, 100 in each magazine; none without a launcher (CW-A-45)."""
    if not launchers:
        return 0
    return launchers * capacity(IN_LAUNCHER, settings) + magazines * capacity(ROUNDS, settings)


def gate_trip(hull: int, here: int, there: int) -> GateTrip:
    """How a ship of this hull can use a gate, by the hull that the gates here and there pass (0: no gate) (CW-A-33)."""
    if hull > here:
        return "none"
    return "return" if there >= hull else "one way"


def medical_centers(spaces: int) -> int:
    """Planetary medical centers that so many hull spaces of medical center come to: one for 120 (CW-A-39)."""
    return spaces // MEDICAL_HULL


def with_medicine(output: int, spaces: int) -> int:
    """A world's output of medicine resources: a tenth more with a medical center, once, rounded down (CW-A-39)."""
    return output + (output // MEDICINE_SHARE if medical_centers(spaces) else 0)


def mining_output(stations: int, max_cp: int, settled: int = 0) -> int:
    """CPs that mining stations draw from a world: 1 each, up to what colonists leave of its maximum (CW-A-41)."""
    return max(0, min(stations, max_cp - settled))


def food_points(design: Design) -> int:
    """Points of food that its agricultural stations make each turn (CW-A-05)."""
    return design.agro


def is_grid_node(design: Design, *, moving: bool) -> bool:
    """Whether it is a node of the supply grid: LRS and a communications center, standing still (CW-A-18, CW-6.4-04)."""
    return bool(design.lrs and design.comm) and not moving


def command_bonus(posts: Iterable[tuple[int, int]]) -> int:
    """What graded officers at combat information centers (or flag bridges) add: the highest ranked one's rating alone.

    Each post is an officer's rank and his command (or strategy) rating; 0 without any (CW-A-17, CW-A-26).
    """
    return max(posts, default=(0, 0))[1]


def tow_problem(module: Design, tug: Design) -> Problem | None:
    """Why a ship cannot bring a missile battery into battle: it needs maglocks or towing links (CW-A-44)."""
    if module.unit != "missile battery" or tug.racks:
        return None
    return Problem(f"{tug.name} has neither maglocks nor towing links to tow {module.name}.", "CW-A-44")


def asteroid_base_problem(draft: UnitDraft, *, has_belt: bool) -> Problem | None:
    """Why a base cannot be made from an asteroid here: the system needs a belt (CW-6.4-05)."""
    if draft.template.structure == "built" or has_belt:
        return None
    return Problem("There is no asteroid belt in this system to take a rock from.", "CW-6.4-05")
