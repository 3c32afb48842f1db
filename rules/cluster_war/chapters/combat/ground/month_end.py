"""The month's end on worlds at war and on conquered ones: stress, reorganising, refilling, garrisons and rebellion."""

from typing import Final

from rules.cluster_war.chapters.combat.ground.forces import (
    design_in,
    hearers,
    is_contested,
    put_forces,
    stand_down,
    tell_lost,
    troops_in,
)
from rules.cluster_war.chapters.combat.ground.staying import (
    Duty,
    check_same_type,
    crew_battalions,
    duties,
    garrisons,
    may_garrison,
    refill_cost,
    reorganised,
    stress_after,
    stress_fails,
    weeks_unsupplied,
)
from rules.cluster_war.chapters.combat.ground.troops import Troops, is_coast, troops_of, war_number
from rules.cluster_war.model.events.ground import (
    ArmyTired,
    BattalionRefilled,
    BattalionsReorganised,
    CityRebelled,
    MilitiaRaised,
    RebellionEnded,
)
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, ColonyId, HexId, SideId
from rules.cluster_war.model.state.surface import FULL, REBELS, City, Force, Surface
from rules.cluster_war.model.working.secret_words import secret_keys
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause, Modifier
from rules.values import changed

STRESS: Final = "CW-9.3-45"


def keep_armies(turn: TurnState) -> None:
    """At the month's end, world by world (CW-9.3-45, CW-9.3-64, CW-9.3-68 to CW-9.3-72)."""
    for world in sorted(turn.surfaces):
        _tire(turn, world)
        _reorganise(turn, world)
        if world in turn.colonies:
            _refill(turn, world)
            if turn.surfaces[world].people:
                _garrison(turn, world)
            if not is_contested(turn, turn.surfaces[world]):
                stand_down(turn, world)


def _tire(turn: TurnState, world: ColonyId) -> None:
    """Stress of forces out of supply, and their checks: who fails loses combat teams."""
    week = turn.first_week + WEEKS_PER_TURN
    for side in hearers(turn, *(f.side for f in turn.surfaces[world].forces.values())):
        tired = []
        for _, force in sorted(turn.surfaces[world].forces.items()):
            stress = stress_after(weeks_unsupplied(force.supplied, week, turn.settings), turn.settings)
            if force.side == side and stress:
                tired.append(changed(force, stress=stress))
        if tired:
            _check(turn, world, side, tired)


def _check(turn: TurnState, world: ColonyId, side: SideId, tired: list[Force]) -> None:
    keys = secret_keys(turn, side, (f"ground-stress/{world}/{n}" for n in range(1, len(tired) + 1)))
    rolls = tuple(turn.dice.percent(key) for key in keys)
    each = war_number("teams lost by a failed stress check", turn.settings)
    kept: list[Force] = []
    gone: list[Force] = []
    failed = 0
    for force, roll in zip(tired, rolls, strict=True):
        after = force
        if stress_fails(roll, force.stress):
            failed += 1
            after = changed(force, failures=force.failures + 1, teams=max(0, force.teams - each))
        (kept if after.teams else gone).append(after)
    surface = turn.surfaces[world]
    left = {key: f for key, f in surface.forces.items() if key not in {g.id for g in gone}}
    turn.surfaces[world] = put_forces(changed(surface, forces=left), kept)
    worst = max(f.stress for f in tired)
    cause = Cause(STRESS, modifiers=(Modifier(worst, "stress of an army without supplies"),), rolls=rolls)
    turn.tell_side(ArmyTired(side, world, worst, failed, failed * each, cause=cause))
    tell_lost(turn, world, gone, Cause(STRESS), "stress")


def _reorganise(turn: TurnState, world: ColonyId) -> None:
    """Depleted battalions of one type in one hex put their teams together (CW-9.3-64)."""
    groups: dict[tuple[SideId, str, HexId], list[Force]] = {}
    for _, force in sorted(turn.surfaces[world].forces.items()):
        if force.teams < FULL and force.side in turn.sides:
            groups.setdefault((force.side, force.design, force.at), []).append(force)
    for (side, _, _), forces in sorted(groups.items()):
        check_same_type(f.design for f in forces)
        before = tuple(f.teams for f in forces)
        after = reorganised(before)
        if len(forces) == 1 or sorted(after) == sorted(before):
            continue
        surface = turn.surfaces[world]
        gone = [f for f, teams in zip(forces, after, strict=True) if not teams]
        kept = [changed(f, teams=teams) for f, teams in zip(forces, after, strict=True) if teams]
        left = {key: f for key, f in surface.forces.items() if f not in gone}
        turn.surfaces[world] = put_forces(changed(surface, forces=left), kept)
        name = design_in(turn, forces[0]).name
        turn.tell_side(BattalionsReorganised(side, world, name, before, after, cause=Cause("CW-9.3-64")))
        tell_lost(turn, world, gone, Cause("CW-9.3-64"), "put into others")


def _refill(turn: TurnState, world: ColonyId) -> None:
    """Battalions sent home are filled up at the colony's training base, as far as there are CPs (CW-9.3-65, CW-9.6-03)."""
    colony, surface = turn.colonies[world], turn.surfaces[world]
    if not colony.training or is_contested(turn, surface):
        return
    for key, force in sorted(surface.forces.items()):
        if force.side != colony.side or not force.home or force.teams == FULL:
            continue
        design = design_in(turn, force)
        cps = refill_cost(design, force.teams)
        if turn.pay(force.side, "ground", cps):
            full = changed(turn.surfaces[world].forces[key], teams=FULL, home=False)
            turn.surfaces[world] = put_forces(turn.surfaces[world], [full])
            cause = Cause("CW-9.3-65", modifiers=(Modifier(cps, f"CPs for {FULL - force.teams} of {FULL} teams"),))
            turn.tell_side(BattalionRefilled(force.side, world, design.name, FULL - force.teams, cps, cause=cause))


def watch(turn: TurnState, world: ColonyId) -> tuple[Duty, ...]:
    """The garrison duty of each city of a conquered people: battalions in it, crews of vessels there, and those of the
    colony's garrison wherever they lack (CW-9.3-68 to CW-9.3-74)."""
    colony, surface = turn.colonies[world], turn.surfaces[world]
    needed = garrisons(surface.cities, colony.size, surface.people, turn.settings)
    posted = {
        city.name: sum(_counts_for(turn, surface, city, f) for f in surface.forces.values() if f.side == colony.side)
        for city in surface.cities
    }
    designs = turn.sides[colony.side].designs
    called = ((designs[d], n) for d, n in colony.garrison.items() if d in designs)
    held = [(troops_of(design, turn.settings), n) for design, n in called if design.kind == "ground"]
    spare, afloat = (
        sum(_worth(turn, troops) * n for troops, n in held if troops.at_sea == at_sea) for at_sea in (False, True)
    )
    coastal = {city.name for city in surface.cities if is_coast(surface, city.hex, turn.settings)}
    return duties(surface.cities, needed, posted, spare, afloat=afloat, coastal=coastal)


def _counts_for(turn: TurnState, surface: Surface, city: City, force: Force) -> int:
    troops = troops_in(turn, force)
    coastal = is_coast(surface, city.hex, turn.settings)
    if force.at != city.hex or not may_garrison(at_sea=troops.at_sea, coastal=coastal):
        return 0
    return _worth(turn, troops)


def _worth(turn: TurnState, troops: Troops) -> int:
    """How many garrison units a unit counts for: a large one by its crew (CW-9.3-73); minefields watch over nobody."""
    if troops.scale == "starship":
        return crew_battalions(troops.hull, turn.settings)
    return 0 if troops.hidden else 1


def _garrison(turn: TurnState, world: ColonyId) -> None:
    colony = turn.colonies[world]
    week = turn.first_week + WEEKS_PER_TURN
    for duty in watch(turn, world):
        surface, city = turn.surfaces[world], duty.city
        risen = any(f.side == REBELS and f.at == city.hex for f in surface.forces.values())
        if not duty.rebels and not risen:
            if city.rebels:
                turn.tell_side(RebellionEnded(colony.side, world, city.name, cause=Cause("CW-9.3-71")))
                _mark(turn, world, city, rebels=False)
            continue
        if not duty.rebels:
            continue
        if not city.rebels:
            turn.tell_side(
                CityRebelled(colony.side, world, city.name, duty.needed, duty.there, cause=Cause("CW-9.3-71"))
            )
            _mark(turn, world, city, rebels=True)
        for _ in range(war_number("militia a rebel city raises each turn", turn.settings)):
            surface = turn.surfaces[world]
            number = surface.counter + 1
            militia = Force(f"{REBELS}/A{number}", REBELS, "militia", city.hex, supplied=week)
            turn.surfaces[world] = put_forces(changed(surface, counter=number), [militia])
        turn.tell_side(MilitiaRaised(colony.side, world, city.name, cause=Cause("CW-9.3-71")))


def _mark(turn: TurnState, world: ColonyId, city: City, *, rebels: bool) -> None:
    surface = turn.surfaces[world]
    cities = tuple(changed(c, rebels=rebels) if c.name == city.name else c for c in surface.cities)
    turn.surfaces[world] = changed(surface, cities=cities)
