"""What components hold and do: bays, magazines, hangars, gates, nodes of the grid (CW-TAB-CAPACITY, Appendix A)."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from rules.cluster_war.state import Design, Settings
from rules.cluster_war.tables_of import tables
from rules.cluster_war.unit_design.drafts import UnitDraft
from rules.cluster_war.unit_design.problems import Problem
from rules.errors import GameError

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


def goods_held(design: Design, settings: Settings) -> int:
    """CPs of goods in its cargo bays: 20 a bay, small craft 2 (CW-A-15)."""
    return design.cargo_bays * capacity(SMALL_GOODS if design.kind == "small_craft" else GOODS, settings)


def supplies_held(design: Design, settings: Settings) -> int:
    """Supply points that its cargo bays hold instead: 20 a bay, small craft 2 (CW-A-15, CW-4.3-18)."""
    return design.cargo_bays * capacity(SMALL_SUPPLIES if design.kind == "small_craft" else SUPPLIES, settings)


def crate_bays(hull: int, settings: Settings) -> int:
    """Cargo bays for so much hull of crated craft, 10 a bay (CW-5.1-03)."""
    return -(-hull // capacity(CRATES, settings))


def missiles_ready(launchers: int, magazines: int, settings: Settings) -> int:
    """Missiles that can be fired: 10 in each launcher, 100 in each magazine; none without a launcher (CW-A-45)."""
    if not launchers:
        return 0
    return launchers * capacity(IN_LAUNCHER, settings) + magazines * capacity(ROUNDS, settings)


def hangar_bays(hulls: Iterable[int], settings: Settings) -> int:
    """Hangar bays for small craft of these hulls: each bay takes up to 10, and no craft is split (CW-A-29).

    Each bay is begun with the largest craft left and filled as full as the others allow. GameError for one too large.
    """
    room = capacity(HANGAR, settings)
    waiting = sorted(hulls, reverse=True)
    if waiting and (waiting[0] > room or waiting[-1] < 1):
        raise GameError(f"A hangar bay takes craft of 1 to {room} hull.", rule="CW-A-29")
    bays = 0
    while waiting:
        bays += 1
        first = waiting.pop(0)
        for hull in _fullest(waiting, room - first):
            waiting.remove(hull)
    return bays


def _fullest(hulls: Sequence[int], room: int) -> tuple[int, ...]:
    """The craft that fill `room` best, larger ones first where two choices are equal."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    for hull in hulls:
        for filled, chosen in sorted(best.items(), reverse=True):
            total = filled + hull
            if total <= room and total not in best:
                best[total] = (*chosen, hull)
    return best[max(best)]


def host_problems(carrier: Design, craft: Iterable[Design]) -> tuple[Problem, ...]:
    """What a carrier lacks to launch these small craft: hangar bays, and a control space for each remote one.

    Autonomous craft with an AI cockpit need no control space (CW-A-09).
    """
    aboard = tuple(craft)
    found = []
    remote = sum("remote" in one.traits for one in aboard)
    if remote > carrier.control_spaces:
        found.append(
            Problem(
                f"{remote} remote craft need as many control spaces; {carrier.name} has {carrier.control_spaces}.",
                "CW-A-09",
            )
        )
    return tuple(found)


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
