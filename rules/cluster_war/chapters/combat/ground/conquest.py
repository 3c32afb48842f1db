"""A world changes hands: only by forces on its surface (CW-9.2-01, CW-9.3-41)."""

from rules.cluster_war.chapters.combat.arms import without_bases
from rules.cluster_war.chapters.combat.ground.forces import (
    hearers,
    held_world,
    is_contested,
    is_hostile,
    musters,
    stand_down,
    tell_lost,
    troops_in,
)
from rules.cluster_war.chapters.combat.ground.upkeep import is_conquered
from rules.cluster_war.chapters.detection.scouting import learn
from rules.cluster_war.model.economy.yields import world_at
from rules.cluster_war.model.events.ground import GroundUnitsLost, WorldConquered
from rules.cluster_war.model.holdings.hindrance import settle_hindrance
from rules.cluster_war.model.state.names import ColonyId, SideId
from rules.cluster_war.model.state.npr import LONGEST_LOG
from rules.cluster_war.model.state.surface import REBELS, Force, Surface
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed


def effective(turn: TurnState, surface: Surface, forces: list[Force]) -> list[Force]:
    """Forces that can stop a takeover: remote minefields cannot (CW-9.3-42)."""
    del surface
    return [f for f in forces if not troops_in(turn, f).hidden]


def conqueror(turn: TurnState, world: ColonyId) -> SideId:
    """Who has taken a world: the side with the most forces in its cities, when its owner has none left that count; ""
    as long as it stands."""
    colony, surface = held_world(turn, world), turn.surfaces[world]
    if colony is None:
        return ""
    defenders = [f for _, f in sorted(surface.forces.items()) if f.side == colony.side]
    known = turn.sides[colony.side].designs if colony.side in turn.sides else {}
    still = [d for d in colony.garrison if (found := known.get(d)) and musters(found)]
    if still or not is_conquered(len(effective(turn, surface, defenders))):
        return ""
    cities = {city.hex for city in surface.cities}
    held: dict[SideId, int] = {}
    for force in surface.forces.values():
        if (
            force.side in turn.sides
            and is_hostile(turn, force.side, colony.side)
            and (force.at in cities or not cities)
        ):
            held[force.side] = held.get(force.side, 0) + 1
    return min(held, key=lambda side: (-held[side], side), default="")


def take_over(turn: TurnState, world: ColonyId, side: SideId, week: int, cause: Cause) -> None:
    """Give a world to a side: its people, facilities and stores; what was under construction there, and the small craft and
    bases of its garrison, are lost to its old owner. Rebels go home when their own side is back."""
    if world not in turn.colonies:
        _hand_over(turn, world, cause)
    colony, surface = turn.colonies[world], turn.surfaces.get(world)
    loser = colony.side
    works = 0
    for build in sorted(turn.builds.at(world), key=lambda b: b.id):
        if build.side == loser:
            works += build.paid
            if build.old:
                turn.tell_side(GroundUnitsLost(loser, world, build.old, build.count, "given up", cause=cause))
            del turn.builds[build.id]
    kept = colony
    for design, count in sorted(colony.garrison.items()):
        turn.tell_side(GroundUnitsLost(loser, world, design, count, "given up", cause=cause))
        kept = without_bases(kept, turn.sides[loser].designs[design], count)
    turn.colonies[world] = changed(
        kept, side=side, garrison={}, low_quality={}, strip=False, hindered=0, blockaded=False, blockader=""
    )
    _look_around(turn, side, world, week, cause)
    settle_hindrance(turn, colony)
    if surface is not None:
        gone = [f for f in surface.forces.values() if f.side == loser]
        tell_lost(turn, world, gone, cause, "given up")
        gone_home = {loser, REBELS} if side == surface.former else {loser}
        left = {key: f for key, f in surface.forces.items() if f.side not in gone_home}
        people = "" if side == surface.former else surface.people or _attitude(turn, loser)
        cities = tuple(changed(city, rebels=False) for city in surface.cities)
        turn.surfaces[world] = changed(
            surface, forces=left, cities=cities, people=people, former=surface.former if surface.people else loser
        )
        if not people:
            turn.surfaces[world] = changed(turn.surfaces[world], former="")
        if not is_contested(turn, turn.surfaces[world]):
            stand_down(turn, world)
    turn.say(
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
            seen_by=hearers(turn, side, loser),
        )
    )


def _look_around(turn: TurnState, side: SideId, world: ColonyId, week: int, cause: Cause) -> None:
    """Who rules a world has its archives: its system is surveyed. It is no foreign colony to them any more."""
    seen = turn.knowledge[side].colonies
    if world in seen:
        turn.learn(side, colonies={key: one for key, one in seen.items() if key != world})
    hex_ = world.partition("-")[0]
    system, known = turn.cluster.systems.get(hex_), turn.knowledge[side].systems.get(hex_)
    if system is not None and (known is None or known.level != "surveyed"):
        learn(turn, side, system, "surveyed", week=week, cause=cause)


def _attitude(turn: TurnState, loser: SideId) -> str:
    race = turn.nprs.get(loser)
    return race.attitude if race is not None else turn.sides[loser].race.attitude


def _hand_over(turn: TurnState, world: ColonyId, cause: Cause) -> None:
    """A world leaves the profile of the race that the game master runs, with its share of their production, and is a colony as
    others are (R-119)."""
    found = held_world(turn, world)
    if found is None:
        return
    npr = turn.nprs[found.side]
    body = world_at(turn, found.hex, found.orbit)
    size = min(found.size, body.max_cp) if body is not None else found.size
    line = (
        f"Turn {turn.turn}: {found.name} ({world}) is lost ({cause.rule}), and {found.size} CPs of production with it."
    )
    turn.nprs[npr.id] = changed(
        npr,
        colonies=tuple(c for c in npr.colonies if c.id != world),
        gross=max(0, npr.gross - found.size),
        log=(*npr.log, line)[-LONGEST_LOG:],
    )
    turn.colonies[world] = changed(found, size=max(1, size), founded_turn=turn.turn)
