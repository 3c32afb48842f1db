"""A world changes hands: only by forces on its surface (CW-9.2-01, CW-9.3-41)."""

from rules.changes import changed
from rules.cluster_war.combat.ground.forces import is_hostile, musters, stand_down, tell_lost, troops_in
from rules.cluster_war.combat.ground.staying import is_conquered
from rules.cluster_war.events.ground import GroundUnitsLost, WorldConquered
from rules.cluster_war.state.names import ColonyId, SideId
from rules.cluster_war.state.surface import REBELS, Force, Surface
from rules.cluster_war.working.turn_state import TurnState
from rules.events import Cause


def effective(month: TurnState, surface: Surface, forces: list[Force]) -> list[Force]:
    """Forces that can stop a takeover: remote minefields cannot (CW-9.3-42)."""
    del surface
    return [f for f in forces if not troops_in(month, f).hidden]


def conqueror(month: TurnState, world: ColonyId) -> SideId:
    """Who has taken a world: the side with the most forces in its cities, when its owner has none left that count; ""
    as long as it stands."""
    colony, surface = month.colonies.get(world), month.surfaces[world]
    if colony is None:
        return ""
    defenders = [f for _, f in sorted(surface.forces.items()) if f.side == colony.side]
    still = [d for d in colony.garrison if (found := month.sides[colony.side].designs.get(d)) and musters(found)]
    if still or not is_conquered(len(effective(month, surface, defenders))):
        return ""
    cities = {city.hex for city in surface.cities}
    held: dict[SideId, int] = {}
    for force in surface.forces.values():
        if force.side != REBELS and is_hostile(month, force.side, colony.side) and (force.at in cities or not cities):
            held[force.side] = held.get(force.side, 0) + 1
    return min(held, key=lambda side: (-held[side], side), default="")


def take_over(month: TurnState, world: ColonyId, side: SideId, week: int, cause: Cause) -> None:
    """Give a world to a side: its people, facilities and stores; what was under construction there, and the small craft and
    bases of its garrison, are lost to its old owner."""
    colony, surface = month.colonies[world], month.surfaces.get(world)
    loser = colony.side
    works = 0
    for build in sorted(month.builds.at(world), key=lambda b: b.id):
        if build.side == loser:
            works += build.paid
            if build.old:
                month.tell_side(GroundUnitsLost(loser, world, build.old, build.count, "given up", cause=cause))
            del month.builds[build.id]
    for design, count in sorted(colony.garrison.items()):
        month.tell_side(GroundUnitsLost(loser, world, design, count, "given up", cause=cause))
    month.colonies[world] = changed(
        colony, side=side, garrison={}, low_quality={}, strip=False, hindered=0, blockaded=False, blockader=""
    )
    if surface is not None:
        gone = [f for f in surface.forces.values() if f.side == loser]
        tell_lost(month, world, gone, cause, "given up")
        left = {key: f for key, f in surface.forces.items() if f.side != loser}
        people = "" if side == surface.former else surface.people or month.sides[loser].race.attitude
        cities = tuple(changed(city, rebels=False) for city in surface.cities)
        month.surfaces[world] = changed(
            surface, forces=left, cities=cities, people=people, former=surface.former if surface.people else loser
        )
        if not people:
            month.surfaces[world] = changed(month.surfaces[world], former="")
        stand_down(month, world)
    month.say(
        WorldConquered(
            side=side,
            world=world,
            name=colony.name,
            hex=colony.hex,
            loser=loser,
            size=colony.size,
            week=week,
            works=works,
            store=colony.store,
            cause=cause,
            seen_by=(side, loser),
        )
    )
