"""Supply points made far from home: food from agro stations, parts from light industry fed by mines (5.2)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.model.economy.yields import ruled
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import HexId, TechId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import trait_level
from rules.cluster_war.model.state.units import Design, Fleet
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value

AGRO: Final = "Agricultural Stations"
INDUSTRY: Final = "Light Industry"
MINING: Final = "Mining Stations"


class Workshop(Value):
    """What units can make a turn: food, parts, and the CPs their mines dig for the industry (CW-5.2-01 to 03)."""

    food: int = 0
    parts: int = 0
    mined: int = 0

    @property
    def free(self) -> int:
        """Full supply points from mined CPs alone: the lesser of food and parts (CW-5.2-05)."""
        return min(self.food, self.parts, self.mined)

    def more(self, stored: int) -> int:
        """Further points if `stored` CPs feed the industry, one CP each (CW-5.2-05)."""
        return min(self.food - self.free, self.parts - self.free, stored)


def workshop(
    designs: Iterable[Design], technologies: Iterable[TechId], settings: Settings, *, busy: int = 0, digs: bool = True
) -> Workshop:
    """What these units make; `busy` light industry builds something else, and without `digs` no mine works.

    Each level of "Agricultural Stations", "Light Industry" or "Mining Stations" adds to each component (CW-5.2-08).
    """
    units, known = tuple(designs), tuple(technologies)
    step = ruled("more for each level of a component's technology", settings)

    def each(what: str, technology: str) -> int:
        return ruled(what, settings) + step * trait_level(known, technology)

    idle = max(0, sum(d.light_industry for d in units) - busy)
    return Workshop(
        sum(d.agro for d in units) * each("food a station makes", AGRO),
        idle * each("parts a light industry makes", INDUSTRY),
        sum(d.mining for d in units) * each("CPs a mining station digs for industry", MINING) if digs else 0,
    )


def untapped(turn: TurnState, hex_: HexId) -> bool:
    """Whether a hex has a world with CPs that nobody has settled (CW-5.2-03)."""
    system = turn.cluster.systems.get(hex_)
    if system is None:
        return False
    settled = {c.orbit for c in turn.colonies.at(hex_)}
    return any(b.max_cp > 0 and b.orbit not in settled for b in system.bodies)


def fleet_workshop(turn: TurnState, fleet: Fleet, *, moved: bool) -> Workshop:
    """What a fleet's ships can make; who moved, or mines for CPs, digs nothing for the industry (CW-5.2-06)."""
    owner = turn.sides[fleet.side]
    ships = [turn.ships[s] for s in fleet.ships]
    if not any(owner.designs[design].agro for design in {ship.design for ship in ships}):
        return Workshop()
    designs = [sound(owner.designs, ship) for ship in ships]
    digs = not moved and fleet.transit is None and fleet.mining is None and untapped(turn, fleet.hex)
    return workshop(designs, owner.technologies, turn.settings, digs=digs)


def base_workshop(turn: TurnState, base: Base) -> Workshop:
    """What a base can make with the light industry that builds nothing this turn (CW-5.2-02)."""
    owner = turn.sides[base.side]
    design = sound(owner.designs, base)
    if not design.agro or base.towed_by or base.ready > turn.turn:
        return Workshop()
    busy = sum(b.capacity for b in turn.builds.at(base.id) if b.place == "factory")
    digs = not base.strip and untapped(turn, base.hex)
    return workshop([design], owner.technologies, turn.settings, busy=busy, digs=digs)
