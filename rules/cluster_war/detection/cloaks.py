"""Cloaks against sensors, for raiders (CW-9.5-11): a fleet is hidden if all its ships are, from whoever has no better LRS."""

from typing import Final

from rules.cluster_war.events.raids import RaidersFaced
from rules.cluster_war.state.names import SideId
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.working.turn_state import TurnState

BASIC_CLOAK: Final = 1
NEBULA: Final = "Neb"


def is_cloaked(month: TurnState, fleet: Fleet) -> bool:
    """Whether all ships of a fleet are cloaked."""
    designs = month.sides[fleet.side].designs
    return all("cloaked" in designs[month.ships[ship].design].traits for ship in fleet.ships)


def _trapped(month: TurnState, fleet: Fleet, side: SideId) -> bool:
    told = (e for e in month.events if isinstance(e, RaidersFaced) and e.escort and e.side == side)
    return any((e.foe, e.hex) == (fleet.side, fleet.hex) for e in told)


def hidden_raiders(month: TurnState, fleet: Fleet, side: SideId) -> bool:
    """Whether a fleet on a raid is hidden from a side: a cloak of the basic level defeats LRS of the first, and is one level
    less in a nebula (CW-12.0-09, CW-12.0-10). Who has closed in on an escort or Q-ship is seen there this month (CW-9.5-12)."""
    if fleet.raid is None or not is_cloaked(month, fleet) or _trapped(month, fleet, side):
        return False
    system = month.cluster.systems.get(fleet.hex)
    level = BASIC_CLOAK - (system is not None and NEBULA in system.codes)
    return month.sides[side].lrs_level <= level
