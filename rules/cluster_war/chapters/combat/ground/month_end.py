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
from rules.cluster_war.chapters.combat.ground.marching import is_coast
from rules.cluster_war.chapters.combat.ground.numbers import war_number
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
from rules.cluster_war.chapters.combat.ground.troops import Troops, troops_of
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


def keep_armies(month: TurnState) -> None:
    """At the month's end, world by world (CW-9.3-45, CW-9.3-64, CW-9.3-68 to CW-9.3-72)."""
    for world in sorted(month.surfaces):
        _tire(month, world)
        _reorganise(month, world)
        if world in month.colonies:
            _refill(month, world)
            if month.surfaces[world].people:
                _garrison(month, world)
            if not is_contested(month, month.surfaces[world]):
                stand_down(month, world)


def _tire(month: TurnState, world: ColonyId) -> None:
    """Stress of forces out of supply, and their checks: who fails loses combat teams."""
    week = month.first_week + WEEKS_PER_TURN
    for side in hearers(month, *(f.side for f in month.surfaces[world].forces.values())):
        tired = []
        for _, force in sorted(month.surfaces[world].forces.items()):
            stress = stress_after(weeks_unsupplied(force.supplied, week, month.settings), month.settings)
            if force.side == side and stress:
                tired.append(changed(force, stress=stress))
        if tired:
            _check(month, world, side, tired)


def _check(month: TurnState, world: ColonyId, side: SideId, tired: list[Force]) -> None:
    keys = secret_keys(month, side, (f"ground-stress/{world}/{n}" for n in range(1, len(tired) + 1)))
    rolls = tuple(month.dice.percent(key) for key in keys)
    each = war_number("teams lost by a failed stress check", month.settings)
    kept: list[Force] = []
    gone: list[Force] = []
    failed = 0
    for force, roll in zip(tired, rolls, strict=True):
        after = force
        if stress_fails(roll, force.stress):
            failed += 1
            after = changed(force, failures=force.failures + 1, teams=max(0, force.teams - each))
        (kept if after.teams else gone).append(after)
    surface = month.surfaces[world]
    left = {key: f for key, f in surface.forces.items() if key not in {g.id for g in gone}}
    month.surfaces[world] = put_forces(changed(surface, forces=left), kept)
    worst = max(f.stress for f in tired)
    cause = Cause(STRESS, modifiers=(Modifier(worst, "stress of an army without supplies"),), rolls=rolls)
    month.tell_side(ArmyTired(side, world, worst, failed, failed * each, cause=cause))
    tell_lost(month, world, gone, Cause(STRESS), "stress")


def _reorganise(month: TurnState, world: ColonyId) -> None:
    """Depleted battalions of one type in one hex put their teams together (CW-9.3-64)."""
    groups: dict[tuple[SideId, str, HexId], list[Force]] = {}
    for _, force in sorted(month.surfaces[world].forces.items()):
        if force.teams < FULL and force.side in month.sides:
            groups.setdefault((force.side, force.design, force.at), []).append(force)
    for (side, _, _), forces in sorted(groups.items()):
        check_same_type(f.design for f in forces)
        before = tuple(f.teams for f in forces)
        after = reorganised(before)
        if len(forces) == 1 or sorted(after) == sorted(before):
            continue
        surface = month.surfaces[world]
        gone = [f for f, teams in zip(forces, after, strict=True) if not teams]
        kept = [changed(f, teams=teams) for f, teams in zip(forces, after, strict=True) if teams]
        left = {key: f for key, f in surface.forces.items() if f not in gone}
        month.surfaces[world] = put_forces(changed(surface, forces=left), kept)
        name = design_in(month, forces[0]).name
        month.tell_side(BattalionsReorganised(side, world, name, before, after, cause=Cause("CW-9.3-64")))
        tell_lost(month, world, gone, Cause("CW-9.3-64"), "put into others")


def _refill(month: TurnState, world: ColonyId) -> None:
    """Battalions sent home are filled up at the colony's training base, as far as there are CPs (CW-9.3-65, CW-9.6-03)."""
    colony, surface = month.colonies[world], month.surfaces[world]
    if not colony.training or is_contested(month, surface):
        return
    for key, force in sorted(surface.forces.items()):
        if force.side != colony.side or not force.home or force.teams == FULL:
            continue
        design = design_in(month, force)
        cps = refill_cost(design, force.teams)
        if month.pay(force.side, "ground", cps):
            full = changed(month.surfaces[world].forces[key], teams=FULL, home=False)
            month.surfaces[world] = put_forces(month.surfaces[world], [full])
            cause = Cause("CW-9.3-65", modifiers=(Modifier(cps, f"CPs for {FULL - force.teams} of {FULL} teams"),))
            month.tell_side(BattalionRefilled(force.side, world, design.name, FULL - force.teams, cps, cause=cause))


def watch(month: TurnState, world: ColonyId) -> tuple[Duty, ...]:
    """The garrison duty of each city of a conquered people: battalions in it, crews of vessels there, and those of the
    colony's garrison wherever they lack (CW-9.3-68 to CW-9.3-74)."""
    colony, surface = month.colonies[world], month.surfaces[world]
    needed = garrisons(surface.cities, colony.size, surface.people, month.settings)
    posted = {
        city.name: sum(_counts_for(month, surface, city, f) for f in surface.forces.values() if f.side == colony.side)
        for city in surface.cities
    }
    designs = month.sides[colony.side].designs
    called = ((designs[d], n) for d, n in colony.garrison.items() if d in designs)
    held = [(troops_of(design, month.settings), n) for design, n in called if design.kind == "ground"]
    spare, afloat = (
        sum(_worth(month, troops) * n for troops, n in held if troops.at_sea == at_sea) for at_sea in (False, True)
    )
    coastal = {city.name for city in surface.cities if is_coast(surface, city.hex, month.settings)}
    return duties(surface.cities, needed, posted, spare, afloat=afloat, coastal=coastal)


def _counts_for(month: TurnState, surface: Surface, city: City, force: Force) -> int:
    troops = troops_in(month, force)
    coastal = is_coast(surface, city.hex, month.settings)
    if force.at != city.hex or not may_garrison(at_sea=troops.at_sea, coastal=coastal):
        return 0
    return _worth(month, troops)


def _worth(month: TurnState, troops: Troops) -> int:
    """How many garrison units a unit counts for: a large one by its crew (CW-9.3-73); minefields watch over nobody."""
    if troops.scale == "starship":
        return crew_battalions(troops.hull, month.settings)
    return 0 if troops.hidden else 1


def _garrison(month: TurnState, world: ColonyId) -> None:
    colony = month.colonies[world]
    week = month.first_week + WEEKS_PER_TURN
    for duty in watch(month, world):
        surface, city = month.surfaces[world], duty.city
        risen = any(f.side == REBELS and f.at == city.hex for f in surface.forces.values())
        if not duty.rebels and not risen:
            if city.rebels:
                month.tell_side(RebellionEnded(colony.side, world, city.name, cause=Cause("CW-9.3-71")))
                _mark(month, world, city, rebels=False)
            continue
        if not duty.rebels:
            continue
        if not city.rebels:
            month.tell_side(
                CityRebelled(colony.side, world, city.name, duty.needed, duty.there, cause=Cause("CW-9.3-71"))
            )
            _mark(month, world, city, rebels=True)
        for _ in range(war_number("militia a rebel city raises each turn", month.settings)):
            surface = month.surfaces[world]
            number = surface.counter + 1
            militia = Force(f"{REBELS}/A{number}", REBELS, "militia", city.hex, supplied=week)
            month.surfaces[world] = put_forces(changed(surface, counter=number), [militia])
        month.tell_side(MilitiaRaised(colony.side, world, city.name, cause=Cause("CW-9.3-71")))


def _mark(month: TurnState, world: ColonyId, city: City, *, rebels: bool) -> None:
    surface = month.surfaces[world]
    cities = tuple(changed(c, rebels=rebels) if c.name == city.name else c for c in surface.cities)
    month.surfaces[world] = changed(surface, cities=cities)
