"""A week on every world that is fought over: landings, marches, fights, and who holds what after it (CW-9.3-12 to 15)."""

from collections import Counter
from typing import Final

from rules.cluster_war.chapters.combat.ground import forces as ground_forces
from rules.cluster_war.chapters.combat.ground.conquest import conqueror, do_tasks, take_over
from rules.cluster_war.chapters.combat.ground.skirmish import Fighter, FightPlace, GroundFightResult, fight
from rules.cluster_war.chapters.combat.ground.troops import marching_order, may_stand, nearest, week_march
from rules.cluster_war.chapters.combat.ground.upkeep import draw_supplies
from rules.cluster_war.model.events import ground
from rules.cluster_war.model.state.common import ColonyId, HexId, SideId
from rules.cluster_war.model.state.war import REBELS, Force, Surface
from rules.cluster_war.model.working.turn_state import TurnState, shared_key
from rules.values import Cause, changed

DIGGING_POSTURES: Final = ("hold", "ambush")


def ground_week(turn: TurnState, week: int) -> None:
    """The ground round of a week, on each world where enemies are (CW-9.2-16); elsewhere armies draw supplies."""
    for world in sorted(turn.surfaces):
        if ground_forces.owner_of(turn, world) and ground_forces.is_contested(turn, turn.surfaces[world]):
            _round(turn, world, week)
        else:
            _part(turn, world, set())
            draw_supplies(turn, world, week)


def _round(turn: TurnState, world: ColonyId, week: int) -> None:
    if world in turn.colonies:
        ground_forces.muster(turn, world, week)
    invaders = {f.side for f in turn.surfaces[world].forces.values()} - {ground_forces.owner_of(turn, world), REBELS}
    hot = {
        e.at for e in turn.events if isinstance(e, ground.TroopsLanded) and e.hot and (e.world, e.week) == (world, week)
    }
    for at in sorted(hot):
        _fight(turn, world, at, week, hot=True)
    _march(turn, world, week, hot)
    fought = hot | set(_contested(turn, turn.surfaces[world]))
    for at in sorted(fought - hot):
        _fight(turn, world, at, week)
    _part(turn, world, fought)
    _take_cities(turn, world, week)
    do_tasks(turn, world, week)
    draw_supplies(turn, world, week)
    _aftermath(turn, world, week, invaders)


def _aftermath(turn: TurnState, world: ColonyId, week: int, invaders: set[SideId]) -> None:
    owner = ground_forces.owner_of(turn, world)
    left = {f.side for f in turn.surfaces[world].forces.values()}
    for side in sorted(invaders - left):
        heard = ground_forces.hearers(turn, side, owner)
        if heard:
            turn.say(ground.InvasionBeaten(side, world, week, cause=Cause("CW-9.3-41"), seen_by=heard))
    taker = conqueror(turn, world)
    if taker:
        take_over(turn, world, taker, week, Cause("CW-9.3-41"))
    if not ground_forces.is_contested(turn, turn.surfaces[world]):
        ground_forces.stand_down(turn, world)


def _part(turn: TurnState, world: ColonyId, fought: set[HexId]) -> None:
    """Who has not fought this week has nobody in contact any more: the next fight there begins at range (CW-9.3-31)."""
    surface = turn.surfaces[world]
    free = [changed(f, contact=0) for f in surface.forces.values() if f.contact and f.at not in fought]
    if free:
        turn.surfaces[world] = ground_forces.put_forces(surface, free)


def _contested(turn: TurnState, surface: Surface) -> list[HexId]:
    """The hexes with forces of sides that fight (CW-9.3-15)."""
    there: dict[HexId, set[SideId]] = {}
    for force in surface.forces.values():
        there.setdefault(force.at, set()).add(force.side)
    return sorted(
        at
        for at, sides in there.items()
        if any(ground_forces.is_hostile(turn, a, b, surface) for a in sides for b in sides)
    )


def _march(turn: TurnState, world: ColonyId, week: int, fighting: set[HexId]) -> None:
    """All sides' forces move, the least mobile first (CW-9.3-13); those just dropped into a fight stay in it, and who came
    down at this week's end marches from the next one on (CW-9.2-13)."""
    moved: Counter[tuple[SideId, str, HexId, HexId]] = Counter()
    for force, troops in marching_order(
        (f, ground_forces.troops_in(turn, f))
        for f in turn.surfaces[world].forces.values()
        if f.at not in fighting and turn.landed.get(f.id) != week
    ):
        surface = turn.surfaces[world]
        hostile = {f.at for f in ground_forces.enemies_on(turn, surface, force.side)}
        goal = _goal(turn, surface, force)
        way = week_march(troops, surface, force.at, goal, hostile, turn.settings) if goal else ()
        if way:
            moved[force.side, troops.name, force.at, way[-1]] += 1
            after = changed(force, at=way[-1], dug_in=False, contact=0, place="")
        else:
            after = changed(force, dug_in=force.dug_in or force.posture in DIGGING_POSTURES)
        after = changed(after, goal="" if after.at == after.goal else after.goal)
        turn.surfaces[world] = changed(surface, forces={**surface.forces, force.id: after})
    for (side, name, start, at), count in sorted(moved.items()):
        if side in turn.sides:
            turn.tell_side(ground.ForcesMarched(side, world, name, count, start, at, week, cause=Cause("CW-9.3-13")))


def _goal(turn: TurnState, surface: Surface, force: Force) -> HexId:
    """Where a force marches: where it was sent; of itself, one that attacks goes for the nearest city that is not its side's,
    then for the nearest enemy it can come to, of those that its side sees (CW-9.3-11)."""
    hostile = {
        f.at
        for f in ground_forces.enemies_on(turn, surface, force.side)
        if not ground_forces.is_unseen(turn, surface, f, force.side)
    }
    if force.goal or force.posture != "attack" or force.at in hostile:
        return force.goal
    troops = ground_forces.troops_in(turn, force)
    owner = ground_forces.owner_of(turn, surface.world)
    held = {f.at for f in surface.forces.values() if f.side == force.side}
    foreign = ground_forces.is_hostile(turn, force.side, owner)
    cities = [c.hex for c in surface.cities if c.hex in hostile or (foreign and c.hex not in held)]
    if troops.at_sea:
        cities = [at for at in cities if may_stand(troops, surface, at, turn.settings)]
    return nearest(surface, force.at, cities, troops, turn.settings) or nearest(
        surface, force.at, sorted(hostile), troops, turn.settings
    )


def _fight(turn: TurnState, world: ColonyId, at: HexId, week: int, *, hot: bool = False) -> None:
    surface = turn.surfaces[world]
    forces = [f for _, f in sorted(surface.forces.items()) if f.at == at]
    bases = {f.side for f in forces if ground_forces.design_in(turn, f).kind == "base"}
    fighters = [
        Fighter(
            f,
            ground_forces.troops_with_leader(turn, surface, f, ground_forces.troops_in(turn, f)),
            ground_forces.design_in(turn, f),
            f.dug_in or f.side in bases,
        )
        for f in forces
    ]
    city = next((c.name for c in surface.cities if c.hex == at), "")
    odds = {odd.side: (odd.attack, odd.defense) for odd in surface.odds}
    where = FightPlace(surface.terrain[at], bool(city), odds, surface.close.get(at))
    heard = {*(f.side for f in forces), ground_forces.owner_of(turn, world)}
    key = shared_key(turn, heard, f"ground/{world}", f"ground/{world}/{week}/{at}")
    done = fight(
        fighters, where, lambda a, b: ground_forces.is_hostile(turn, a, b, surface), key, turn.settings, turn.dice
    )
    gone = [f for f in forces if f.id not in done.left]
    kept = {k: f for k, f in surface.forces.items() if f not in gone}
    turn.surfaces[world] = changed(surface, forces={**kept, **done.left})
    _tell_fight(turn, surface, at, week, forces, done, city=city, hot=hot)
    ground_forces.tell_lost(turn, world, gone, Cause("CW-9.3-28"))
    ground_forces.lose_leaders(turn, turn.surfaces[world], gone)


def _tell_fight(
    turn: TurnState,
    surface: Surface,
    at: HexId,
    week: int,
    forces: list[Force],
    done: GroundFightResult,
    *,
    city: str,
    hot: bool,
) -> None:
    by_id = {f.id: f for f in forces}
    units, lost, destroyed = Counter(f.side for f in forces), Counter[SideId](), Counter[SideId]()
    for force in forces:
        after = done.left.get(force.id)
        teams = force.teams if ground_forces.troops_in(turn, force).scale == "battalion" else 0
        lost[force.side] += max(0, teams - (after.teams if after is not None else 0))
        destroyed[force.side] += after is None
    blows = tuple(
        ground.GroundAttack(
            side=by_id[s.attacker].side,
            attacker=ground_forces.troops_in(turn, by_id[s.attacker]).name,
            other=by_id[s.target].side,
            target=ground_forces.troops_in(turn, by_id[s.target]).name,
            reach=s.reach,
            attack=s.attack,
            defense=s.defense,
            points=s.points,
            killed=s.killed,
            direction=s.direction,
            dice=len(s.rolls),
        )
        for s in done.strikes
    )
    rolls = tuple(roll for s in done.strikes for roll in s.rolls)
    sides = tuple(sorted(units))
    heard = ground_forces.hearers(turn, *sides, ground_forces.owner_of(turn, surface.world))
    cause = Cause("CW-9.2-14" if hot else "CW-9.3-28", rolls=rolls)
    turn.say(
        ground.GroundFought(
            world=surface.world,
            hex=surface.world.partition("-")[0],
            at=at,
            week=week,
            city=city,
            sides=sides,
            units=dict(units),
            lost=dict(lost),
            destroyed=dict(destroyed),
            blows=blows,
            hot=hot,
            cause=cause,
            seen_by=heard,
        )
    )


def _take_cities(turn: TurnState, world: ColonyId, week: int) -> None:
    """Who comes to stand alone in an enemy's city has captured it."""
    surface, owner = turn.surfaces[world], ground_forces.owner_of(turn, world)
    before = turn.start.surfaces.get(world)
    told = {(e.side, e.city) for e in turn.events if isinstance(e, ground.CityTaken) and e.world == world}
    for city in surface.cities:
        side = _alone(turn, surface, city.hex)
        if not side or not ground_forces.is_hostile(turn, side, owner) or (side, city.name) in told:
            continue
        if before is None or _alone(turn, before, city.hex) != side:
            heard = ground_forces.hearers(turn, side, owner)
            turn.say(ground.CityTaken(side, world, city.name, week, cause=Cause("CW-9.3-44"), seen_by=heard))


def _alone(turn: TurnState, surface: Surface, at: HexId) -> SideId:
    """The side that alone has forces in a hex, if need be beside rebels of its own people; "" where nobody has, or enemies stand.
    Rebels by themselves hold nothing for anybody."""
    there = {f.side for f in surface.forces.values() if f.at == at}
    fought = any(ground_forces.is_hostile(turn, a, b, surface) for a in there for b in there)
    return "" if fought else min(there - {REBELS}, default="")
