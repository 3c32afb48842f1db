"""Rules of engagement: a fleet's own, its empire's, and what its attitude makes of a meeting (CW-9.0-09, CW-9.0-10)."""

from typing import Final, cast

from rules.cluster_war.model.race_design.attitudes import NEUTRAL, XENOPHOBIC
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.war import Engagement, Stance
from rules.values import changed

STANCES: Final = "CW-TAB-STANCES"
NOTHING_SAID: Final = Engagement()


def usual_stance(attitude: str, settings: Settings, *, stronger: bool) -> Stance:
    """How a race of this attitude meets whom it is not at peace with; `stronger` are those with more hull spaces there.

    Whoever is unknown is potentially hostile: nobody without instructions lets a foreign ship come near unready (CW-9.0-10).
    """
    table, parts = tables(settings)[STANCES], attitude.split(", ")
    row = table.row(next((name for name in parts if name in table.keys), NEUTRAL))
    column = "if xenophobic" if XENOPHOBIC in parts else "stronger" if stronger else "stance"
    return cast("Stance", row[column])


def engagement_of(side: Side, fleet: Fleet | None, settings: Settings, *, stronger: bool = False) -> Engagement:
    """What a fleet does in a meeting: its own orders for battle; where it has none, its empire's; where the stance is said
    nowhere, that of the race's attitude. Without a fleet: bases and the defenders of worlds, which cannot evade."""
    own = fleet.engagement if fleet is not None else NOTHING_SAID
    if own == NOTHING_SAID:
        own = changed(side.engagement, reserve=(), protect="")
    stance = own.stance or side.engagement.stance or usual_stance(side.race.attitude, settings, stronger=stronger)
    if fleet is not None and fleet.is_held:
        stance = "defend"  # drained or frozen, it can begin nothing and get away from nobody
    if fleet is None and stance == "evade":
        stance = "defend"
    return changed(own, stance=stance)
