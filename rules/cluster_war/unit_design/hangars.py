"""Who rides in the hangar bays of ships that travel together (CW-A-29, CW-A-04), and who steers remote craft (CW-A-09)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import DesignId
from rules.cluster_war.state.problems import Problem
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.state.units import Ship
from rules.cluster_war.unit_design.transport import bay_capacity, crate_room

HANGAR: Final = "hangar bay (starship scale)/hull of fighters or gunboats"
PRINTED: Final = Settings()


def bay_room(settings: Settings = PRINTED) -> int:
    """Tenth-scale hull that one hangar bay houses: 10 (CW-A-29)."""
    return tables(settings)["CW-TAB-CAPACITY"].number(HANGAR, "capacity")


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

    def __init__(self, designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED) -> None:
        self.room = bay_room(settings)
        self.bays = 0
        self.left = 0
        for ship in ships:
            hull = designs[ship.design].hangar
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


def flights_aboard(designs: Mapping[DesignId, Design], ship: Ship, settings: Settings = PRINTED) -> int:
    """Hangar bays that aerospace battalions use: their gear fills as many of these as it does not fill cargo bays."""
    full = sum(crate_room(designs[d], settings) * n for d, n in ship.crates.items() if d in designs)
    return max(0, full - ship.crate_room) // bay_capacity(settings)


def control_problem(designs: Mapping[DesignId, Design], ships: Iterable[Ship], name: str) -> Problem | None:
    """What a fleet lacks to launch its small craft: a control space for each remote one.

    Autonomous craft with an AI cockpit need none (CW-A-09).
    """
    aboard = [designs[ship.design] for ship in ships]
    remote = sum("remote" in one.traits for one in aboard)
    spaces = sum(one.control_spaces for one in aboard)
    if remote <= spaces:
        return None
    return Problem(f"{remote} remote craft need as many control spaces; {name} has {spaces}.", "CW-A-09")
