"""What units take aboard ship, who rides in hangar bays, and where units can be used when they land (5.1, 6.5, Appendix A)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.state.common import DesignId, DesignProblem, Settings, tables
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS, check_step
from rules.values import Value

AIR_STEP: Final = 2
MOST_AIR_STEPS: Final = 2
ORDINARY_CARGO: Final = 1
BATTALIONS: Final = ("", "battalion")
NAVAL: Final = ("patrol boat", "naval ship")
CARGO_BAY_CELL: Final = "cargo bay (starship scale)/CPs of goods"
CRATES_CELL: Final = "cargo bay (starship scale)/hull of crated fighters/smart mines/gunboats (5.1)"
PRINTED_SETTINGS: Final = Settings()
HANGAR_CELL: Final = "hangar bay (starship scale)/hull of fighters or gunboats"


class Transport(Value):
    """What one unit takes aboard ship: barracks, cargo bays and hangar bays; turns to reassemble where it lands.

    `crated_hull` is tenth-scale hull in crates; `special` one that no ordinary ship carries (CW-5.1-04).
    """

    barracks: int = 0
    cargo_bays: int = 0
    hangar_bays: int = 0
    turns: int = 0
    special: int = 0
    crated_hull: int = 0

    @property
    def words(self) -> str:
        """What it takes, in words."""
        if self.special:
            return "a ship of its own"
        named = (
            (self.barracks, "barracks"),
            (self.cargo_bays, "cargo bay" if self.cargo_bays == 1 else "cargo bays"),
            (self.hangar_bays, "hangar bay" if self.hangar_bays == 1 else "hangar bays"),
        )
        taken = " and ".join(f"{amount} {name}" for amount, name in named if amount)
        return f"{taken}, then a turn to be put together" if self.turns else taken


def transport(design: Design, settings: Settings = PRINTED_SETTINGS, *, hangars: bool = False) -> Transport:
    """What one unit of a design takes aboard ship; with `hangars` aerospace fighters travel ready to launch.

    Battalions need a barracks and their gear in cargo (CW-6.5-22); aerospace fighters one hangar bay or two
    instead of cargo (CW-6.5-23); gunboat-scale vehicles and boats go as crated craft, boats need a turn to be put
    together (CW-6.5-24); starship-scale ones take a ship of their own. A scenario's battalion that tells no gear has one
    barracks, and the rest of its size is gear.
    """
    turns = int(works_at_sea(design))
    if design.kind == "small_craft" or design.kind != "ground" or design.unit not in BATTALIONS:
        if design.kind != "small_craft" and _scale(design, settings) != "tenth":
            return Transport(turns=turns, special=1)
        bays = -(-design.hull // tables(settings)["CW-TAB-CAPACITY"].number(CRATES_CELL, "capacity"))
        return Transport(cargo_bays=bays, turns=turns, crated_hull=design.hull)
    cargo = design.gear if design.gear or design.unit else max(0, design.hull - 1)
    barracks = max(0, design.hull - cargo)
    if hangars and "aerospace" in design.traits:
        return Transport(barracks, hangar_bays=_flight_bays(cargo, settings))
    return Transport(barracks, cargo)


def _scale(design: Design, settings: Settings) -> str:
    kinds = tables(settings)["CW-TAB-UNIT-KINDS"]
    return kinds.cell(design.unit, "scale") if design.unit in kinds.keys else "starship"


def _flight_bays(cargo: int, settings: Settings) -> int:
    """Hangar bays of an aerospace battalion: a light one fits in one bay, a heavy one takes two (CW-A-04)."""
    table = tables(settings)["CW-TAB-CAPACITY"]
    if cargo <= ORDINARY_CARGO:
        return table.number("hangar bay/light aerospace fighter battalions", "capacity")
    return 2 * table.number("two hangar bays/heavy aerospace fighter battalions", "capacity")


def launch_problem(design: Design, step: str, home_step: str) -> DesignProblem | None:
    """Why aerospace fighters cannot launch over a world with this STEP code: they need air like that of their home.

    Air is the third character: none (0) or extreme (X) will not do, nor more than 2 steps from home (CW-6.5-23).
    """
    if "aerospace" not in design.traits:
        return None
    air, home = check_step(step)[AIR_STEP], check_step(home_step)[AIR_STEP]
    if air in "0X" and air != home:
        return DesignProblem(f"There is no air here that {design.name} could fly in.", "CW-6.5-23")
    if abs(STEP_DIGITS.index(air) - STEP_DIGITS.index(home)) > MOST_AIR_STEPS:
        return DesignProblem(f"{design.name} was not made for this world's air: it cannot launch here.", "CW-6.5-23")
    return None


def works_at_sea(design: Design) -> bool:
    """Whether it is a wet navy unit: it needs water, and it cannot invade another world (CW-A-63)."""
    return design.unit in NAVAL


def bay_capacity(settings: Settings = PRINTED_SETTINGS) -> int:
    """CPs that one cargo bay holds: 20 (CW-5.1-03)."""
    return tables(settings)["CW-TAB-CAPACITY"].number(CARGO_BAY_CELL, "capacity")


def crate_room(design: Design, settings: Settings = PRINTED_SETTINGS) -> int:
    """What a crated craft, or a battalion's gear, takes of a hold, in the CPs that would fill the same room
    (CW-5.1-03, CW-5.1-04)."""
    taken = transport(design, settings)
    if not taken.crated_hull:
        return taken.cargo_bays * bay_capacity(settings)
    hull_a_bay = tables(settings)["CW-TAB-CAPACITY"].number(CRATES_CELL, "capacity")
    return -(-taken.crated_hull * bay_capacity(settings) // hull_a_bay)


def bay_room(settings: Settings = PRINTED_SETTINGS) -> int:
    """Tenth-scale hull that one hangar bay houses: 10 (CW-A-29)."""
    return tables(settings)["CW-TAB-CAPACITY"].number(HANGAR_CELL, "capacity")


@lru_cache(maxsize=4096)
def hangar_bays(hulls: tuple[int, ...], room: int) -> int:
    """Hangar bays of that room for small craft of these hulls: each bay takes up to that, and no craft is split (CW-A-29).

    Each bay is begun with the largest craft left and filled as full as the others allow. No hull is above `room`.
    """
    waiting = sorted(hulls, reverse=True)
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


class Hangars:
    """The hangar bays of some ships, as craft come into them one by one."""

    def __init__(
        self, designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED_SETTINGS
    ) -> None:
        self.room = bay_room(settings)
        self.bays = 0
        self.left = 0
        for ship in ships:
            hull = sound(designs, ship).hangar
            if hull:
                taken = flights_aboard(designs, ship, settings) if ship.crates else 0
                self.bays += max(0, -(-hull // self.room) - taken)
                self.left += max(0, hull - taken * self.room)
        self.held: tuple[int, ...] = ()

    def take(self, hull: int) -> bool:
        """House one more craft of this hull, if the bays allow it."""
        if hull > self.left or hull > self.room:
            return False
        held = tuple(sorted((*self.held, hull)))
        if hangar_bays(held, self.room) > self.bays:
            return False
        self.held = held
        self.left -= hull
        return True

    @property
    def free(self) -> int:
        """Whole bays that nobody uses."""
        return max(0, self.bays - hangar_bays(self.held, self.room))


def flights_aboard(designs: Mapping[DesignId, Design], ship: Ship, settings: Settings = PRINTED_SETTINGS) -> int:
    """Hangar bays that aerospace battalions use: their gear fills as many of these as it does not fill cargo bays."""
    full = sum(crate_room(designs[d], settings) * n for d, n in ship.crates.items() if d in designs)
    return max(0, full - ship.crate_room) // bay_capacity(settings)


def control_problem(designs: Mapping[DesignId, Design], ships: Iterable[Ship], name: str) -> DesignProblem | None:
    """What a fleet lacks to launch its small craft: a control space for each remote one.

    Autonomous craft with an AI cockpit need none (CW-A-09).
    """
    aboard = [designs[ship.design] for ship in ships]
    remote = sum("remote" in one.traits for one in aboard)
    spaces = sum(one.control_spaces for one in aboard)
    if remote <= spaces:
        return None
    return DesignProblem(f"{remote} remote craft need as many control spaces; {name} has {spaces}.", "CW-A-09")
