"""What can be seen of the races that the game master runs: their forces and colonies, as marks like any foreign ones.

A force is shown to those who look as a fleet of that race with so many ships and hull spaces; nothing else of a profile
reaches a player. Its key starts with a sign no side's id has, so that it never meets a player's fleet.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.movement.fleets import Force
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.knowledge import ColonySighting, FleetSighting
from rules.cluster_war.state.names import WEEKS_PER_TURN, ColonyId, FleetId, SideId
from rules.cluster_war.state.npr import Npr, NprForce
from rules.cluster_war.state.units import Fleet

MARK: Final = "~"


def force_key(npr: Npr, force: NprForce) -> FleetId:
    """The key of a force among fleets: "~hive/3"."""
    return f"{MARK}{npr.id}/{force.id}"


def marks(nprs: Mapping[SideId, Npr]) -> Iterator[tuple[Fleet, Force]]:
    """Every force as a fleet without ships of its own, and what it amounts to."""
    for _, npr in sorted(nprs.items()):
        for force in npr.forces:
            fleet = Fleet(force_key(npr, force), npr.id, force.name, force.hex, ())
            yield fleet, Force(force.ships, force.hull, 0, 0, 0, 0, Fraction(0))


def worlds(nprs: Mapping[SideId, Npr]) -> Iterator[Colony]:
    """Every colony as one without size."""
    for _, npr in sorted(nprs.items()):
        for colony in npr.colonies:
            yield Colony(colony.id, npr.id, colony.name, colony.hex, colony.orbit, 0)


def gm_fleets(state: GameState) -> Mapping[str, FleetSighting]:
    """All forces, as the game master's map shows them now (CW-19.0-21)."""
    week = (state.turn - 1) * WEEKS_PER_TURN
    return {
        fleet.id: FleetSighting(fleet.name, fleet.side, fleet.hex, force.ships, force.hull, week)
        for fleet, force in marks(state.nprs)
    }


def gm_colonies(state: GameState) -> Mapping[ColonyId, ColonySighting]:
    """All their colonies, likewise."""
    week = (state.turn - 1) * WEEKS_PER_TURN
    return {c.id: ColonySighting(c.id, c.side, c.hex, c.orbit, week) for c in worlds(state.nprs)}
