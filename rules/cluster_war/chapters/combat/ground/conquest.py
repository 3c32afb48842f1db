"""A world changes hands, only by forces on its surface, and what forces do to a city that nobody defends (CW-9.2-01,
CW-9.2-15, CW-9.3-41)."""

from fractions import Fraction
from typing import Final, Literal, cast

from rules.cluster_war.chapters.combat.arms import destroy_arms, in_bases, limit_works, without_bases
from rules.cluster_war.chapters.combat.ground import forces as ground_forces
from rules.cluster_war.chapters.combat.ground.troops import war_number
from rules.cluster_war.chapters.combat.ground.upkeep import is_conquered
from rules.cluster_war.chapters.detection.surveys import learn
from rules.cluster_war.chapters.industry.facility_orders import facility_price
from rules.cluster_war.model.economy.yields import world_at
from rules.cluster_war.model.events.ground import CityHarmed, GroundUnitsLost, WorldConquered
from rules.cluster_war.model.holdings.capacity import FACILITIES, FacilityKind
from rules.cluster_war.model.holdings.order_kind import settle_hindrance
from rules.cluster_war.model.state.common import ColonyId, SideId
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.npr import LONGEST_LOG
from rules.cluster_war.model.state.war import REBELS, City, Force, Surface
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, changed

CITY_RULE: Final = "CW-9.2-15"
CONQUEROR_DEEDS: Final[tuple[Literal["civilians", "destroy"], ...]] = ("civilians", "destroy")


def effective(turn: TurnState, surface: Surface, forces: list[Force]) -> list[Force]:
    """Forces that can stop a takeover: remote minefields cannot (CW-9.3-42)."""
    del surface
    return [f for f in forces if not ground_forces.troops_in(turn, f).hidden]


def conqueror(turn: TurnState, world: ColonyId) -> SideId:
    """Who has taken a world: the side with the most forces in its cities, when its owner has none left that count; ""
    as long as it stands."""
    colony, surface = ground_forces.held_world(turn, world), turn.surfaces[world]
    if colony is None:
        return ""
    defenders = [f for _, f in sorted(surface.forces.items()) if f.side == colony.side]
    known = turn.sides[colony.side].designs if colony.side in turn.sides else {}
    still = [d for d in colony.garrison if (found := known.get(d)) and ground_forces.musters(found)]
    if still or not is_conquered(len(effective(turn, surface, defenders))):
        return ""
    cities = {city.hex for city in surface.cities}
    held: dict[SideId, int] = {}
    for force in surface.forces.values():
        if (
            force.side in turn.sides
            and ground_forces.is_hostile(turn, force.side, colony.side)
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
        ground_forces.tell_lost(turn, world, gone, cause, "given up")
        gone_home = {loser, REBELS} if side == surface.former else {loser}
        left = {key: f for key, f in surface.forces.items() if f.side not in gone_home}
        people = "" if side == surface.former else surface.people or _attitude(turn, loser)
        cities = tuple(changed(city, rebels=False) for city in surface.cities)
        turn.surfaces[world] = changed(
            surface, forces=left, cities=cities, people=people, former=surface.former if surface.people else loser
        )
        if not people:
            turn.surfaces[world] = changed(turn.surfaces[world], former="")
        if not ground_forces.is_contested(turn, turn.surfaces[world]):
            ground_forces.stand_down(turn, world)
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
            seen_by=ground_forces.hearers(turn, side, loser),
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
    found = ground_forces.held_world(turn, world)
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


def do_tasks(turn: TurnState, world: ColonyId, week: int) -> None:
    """Forces that stand alone in an enemy's city do as they are told, each for its week's worth."""
    if world not in turn.colonies:
        return  # what becomes of a people of the game master's is theirs to say
    for city in turn.surfaces[world].cities:
        here = [f for f in turn.surfaces[world].forces.values() if f.at == city.hex]
        sides = {f.side for f in here}
        colony = turn.colonies[world]
        if any(ground_forces.is_hostile(turn, a, b, turn.surfaces[world]) for a in sides for b in sides):
            continue
        for side in sorted(s for s in sides if s != REBELS and ground_forces.is_hostile(turn, s, colony.side)):
            for task in CONQUEROR_DEEDS:
                units = sum(f.side == side and f.task == task for f in here)
                if units:
                    _harm(turn, world, side, city, task, units, week)


def _harm(
    turn: TurnState,
    world: ColonyId,
    side: SideId,
    city: City,
    task: Literal["civilians", "destroy"],
    units: int,
    week: int,
) -> None:
    colony = turn.colonies[world]
    if task == "civilians":
        each = war_number("CPs of people a battalion kills in a week", turn.settings)
        done = min(colony.size - 1, units * each)
        after = changed(colony, size=colony.size - done)
    else:
        after, done = _wreck(
            turn, colony, units * war_number("CPs of facilities a battalion destroys in a week", turn.settings)
        )
    if done:
        turn.colonies[world] = after
        limit_works(turn, after)
        heard = tuple(sorted({side, colony.side}))
        turn.say(CityHarmed(side, world, city.name, week, task, done, cause=Cause(CITY_RULE), seen_by=heard))


def _wreck(turn: TurnState, colony: Colony, cps: int) -> tuple[Colony, int]:
    """A colony after facilities of up to so many CPs were destroyed, point by point of their rating, those first that are
    listed first; what they were worth. What is part of a base falls with the base."""
    left = Fraction(cps)
    for kind, facility in FACILITIES.items():
        each = Fraction(facility_price(cast("FacilityKind", kind), facility.step, turn.settings), facility.step)
        held: int = getattr(colony, facility.field)
        gone = min(held - in_bases(turn, colony, facility.field), int(left / each))
        if gone > 0:
            colony = destroy_arms(colony, facility.field, gone)
            left -= gone * each
    return colony, int(cps - left)
