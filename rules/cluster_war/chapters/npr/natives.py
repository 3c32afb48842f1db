"""Worlds of races that the game master runs, as far as war comes to them: how large they are, and who defends them (R-119)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId, SideId
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.state.war import Force as GroundForce
from rules.cluster_war.model.state.war import Surface

NATIVES: Final = Design("natives", "Infantry", "ground", 1, 10, unit="battalion", ratings=(3, 3, 2, 2))
"""What defends a world of a race that the game master runs."""
EACH: Final = "CPs of a world for each battalion of its garrison"


def native_world(nprs: Mapping[SideId, Npr], world: ColonyId, settings: Settings) -> tuple[Colony | None, int]:
    """A race's world as a colony, and how many battalions defend it; None, 0 if no race holds it."""
    for _, npr in sorted(nprs.items()):
        for held in npr.colonies:
            if held.id == world:
                size = held.size or npr.gross // len(npr.colonies)
                each = tables(settings)["CW-TAB-NPR"].number(EACH, "usual")
                count = held.garrison if held.garrison >= 0 else max(1, size // each)
                name = held.name or f"{npr.name} world"
                return Colony(world, npr.id, name, held.hex, held.orbit, size), count
    return None, 0


def natives(surface: Surface, race: SideId, count: int, week: int) -> tuple[GroundForce, ...]:
    """The battalions of a race, dug in at its cities, shared out evenly (CW-9.3-35)."""
    cities = surface.cities
    return tuple(
        GroundForce(
            f"{race}/A{n + 1}",
            race,
            NATIVES.id,
            cities[n % len(cities)].hex,
            posture="hold",
            dug_in=True,
            supplied=week,
        )
        for n in range(count)
    )
