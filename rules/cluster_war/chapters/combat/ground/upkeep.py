"""An army that stays on a world: supplies, stress, reorganising, refilling, garrisons and rebellion, and the month's end
(CW-9.3-41 to 46, CW-9.3-64 to 74)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.ground import forces as ground_forces
from rules.cluster_war.chapters.combat.ground.troops import Troops, is_coast, troops_of, war_number
from rules.cluster_war.chapters.logistics.stores import has_right
from rules.cluster_war.model.events import ground
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, ColonyId, DesignId, HexId, Settings, SideId, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, REBELS, City, Force, Surface, city_cps
from rules.cluster_war.model.working.turn_state import TurnState, secret_keys
from rules.values import Cause, IllegalOrderError, Modifier, Roll, Value, changed

XENOPHOBIC: Final = frozenset({"Xenophobic", "Totally Xenophobic"})
HOSTILE: Final = frozenset({"Hostile", "Very Hostile"})
GARRISONS_TABLE: Final = "CW-9.3-T06"
STRESS_RULE: Final = "CW-9.3-45"


def weeks_unsupplied(supplied: int, week: int, settings: Settings) -> int:
    """Weeks that an army has been without supplies: those it carries come first (CW-9.3-43)."""
    return max(0, week - supplied - war_number("weeks of supplies an army carries", settings))


def stress_after(weeks: int, settings: Settings) -> int:
    """The stress of an army after so many weeks without supplies: 10 % for every four (CW-9.3-45)."""
    return weeks // war_number("weeks for each tag of stress", settings) * war_number("stress of a tag", settings)


def stress_fails(roll: Roll, stress: int) -> bool:
    """Whether a stress check of 1d100 fails: at or below the stress (CW-9.3-45, CW-4.3-20)."""
    return roll.total <= stress


def is_supplied(*, freighter: bool, captured_city: bool) -> bool:
    """Whether an army draws supplies: from freighters over the world, or from a city it has captured (CW-9.3-44)."""
    return freighter or captured_city


def reorganise_teams(teams: Sequence[int]) -> tuple[int, ...]:
    """Battalions of one type after their teams are put together: as many as possible full, the rest in the first ones
    (CW-9.3-63, CW-9.3-64). Full ones come last, as in the book's example: losses 2, 2, 1 become 5, 0, 0."""
    left = sum(teams)
    found: list[int] = []
    for _ in teams:
        found.append(min(FULL_COMBAT_TEAMS, left))
        left -= found[-1]
    return tuple(reversed(found))


def check_same_type(types: Iterable[DesignId]) -> None:
    """IllegalOrderError if teams of different types would be put into one battalion (CW-9.3-64)."""
    if len(set(types)) > 1:
        raise IllegalOrderError("Combat teams go only to battalions of the same type.", rule="CW-9.3-64")


def is_conquered(effective_defenders: int, *, declared: bool = False) -> bool:
    """Whether a world is taken: no defender is left who could stop it, or the game master says so (CW-9.3-41, 42)."""
    return declared or effective_defenders == 0


def garrison_needed(attitude: str, settings: Settings) -> int:
    """Garrison units that each large city of a conquered people needs, by their attitude (CW-9.3-66, CW-9.3-69, 70)."""
    words = {word.strip() for word in attitude.split(",")}
    table = tables(settings)[GARRISONS_TABLE]
    if words & {"Totally Xenophobic"} or (words & XENOPHOBIC and (words & HOSTILE or words <= XENOPHOBIC)):
        return table.number("hostile and xenophobic", "garrison_units")
    return table.number("hostile" if words & HOSTILE else "belligerent or milder", "garrison_units")


def garrisons(cities: Sequence[City], size: int, attitude: str, settings: Settings) -> dict[str, int]:
    """The garrison units that each city needs: none below 10 CPs (CW-9.3-68)."""
    least, each = war_number("CPs of a city that needs a garrison", settings), garrison_needed(attitude, settings)
    return {name: each if cps >= least else 0 for name, cps in city_cps(cities, size).items()}


def crew_battalions(crewed_hull: int, settings: Settings) -> int:
    """Battalions that a crew counts for as a garrison: one for ten crewed hull spaces, rounded down (CW-9.3-73)."""
    return crewed_hull // war_number("crewed hull spaces that count as a battalion", settings)


def may_garrison(*, at_sea: bool, coastal: bool) -> bool:
    """Whether a vessel's crew can hold a city: one of the wet navy holds cities by the sea alone (CW-9.3-74)."""
    return coastal or not at_sea


class GarrisonDuty(Value):
    """What a city's garrison should be and is."""

    city: City
    needed: int
    there: int

    @property
    def rebels(self) -> bool:
        """Whether the garrison is missing or too small (CW-9.3-71)."""
        return self.there < self.needed


def duties(
    cities: Sequence[City],
    needed: Mapping[str, int],
    posted: Mapping[str, int],
    spare: int,
    *,
    afloat: int = 0,
    coastal: Collection[str] = (),
) -> tuple[GarrisonDuty, ...]:
    """How garrison units are shared out: those posted in a city stay there, the spare ones go where they lack, in order; crews
    `afloat` only to the cities that are `coastal` (CW-9.3-74), and there first."""
    found = []
    for city in cities:
        there = posted.get(city.name, 0)
        landed = min(afloat, max(0, needed[city.name] - there)) if city.name in coastal else 0
        lent = min(spare, max(0, needed[city.name] - there - landed))
        afloat, spare = afloat - landed, spare - lent
        found.append(GarrisonDuty(city, needed[city.name], there + landed + lent))
    return tuple(found)


def refill_cost(design: Design, teams: int) -> int:
    """CPs that refill a battalion at a training base: the lost teams' part of its price, rounded up (CW-9.6-03)."""
    return -(-design.cost * (FULL_COMBAT_TEAMS - teams) // FULL_COMBAT_TEAMS)


def draw_supplies(turn: TurnState, world: ColonyId, week: int) -> None:
    """Each side's forces on a world are supplied by a city that it holds; others live on what they carry, and once that is
    used up on supply points from freighters of theirs in the hex."""
    surface = turn.surfaces[world]
    for side in sorted({f.side for f in surface.forces.values()} - {REBELS}):
        city = holds_a_city(turn, world, side)
        for key, force in sorted(turn.surfaces[world].forces.items()):
            if force.side != side:
                continue
            hungry = week - force.supplied >= war_number("weeks of supplies an army carries", turn.settings)
            shipped = not city and hungry and _from_freighters(turn, world, side)
            if is_supplied(freighter=shipped, captured_city=city):
                _resupply_force(turn, world, key, week)


def _resupply_force(turn: TurnState, world: ColonyId, key: str, week: int) -> None:
    surface = turn.surfaces[world]
    force = changed(surface.forces[key], supplied=week, stress=0, failures=0)
    turn.surfaces[world] = changed(surface, forces={**surface.forces, key: force})


def holds_a_city(turn: TurnState, world: ColonyId, side: SideId) -> bool:
    """Whether a side draws supplies from a city: its own one that no enemy stands in alone, one that it captured, or one in which
    it stands by leave of an owner that lets it draw supplies; the ruins of a colony feed nobody."""
    surface, owner = turn.surfaces[world], ground_forces.owner_of(turn, world)
    if not owner:
        return False
    fed = side == owner or ground_forces.is_hostile(turn, side, owner) or has_right(turn.rights, owner, side, "supply")
    for city in surface.cities:
        here = {f.side for f in surface.forces.values() if f.at == city.hex}
        foes = {other for other in here if ground_forces.is_hostile(turn, side, other, surface)}
        if (fed and side in here and not foes) or (side == owner and not city.rebels and (not foes or side in here)):
            return True
    return False


def _from_freighters(turn: TurnState, world: ColonyId, side: SideId) -> bool:
    """Take one battalion's supply points from the side's freighters over a world; False if they have none."""
    if side not in turn.sides:
        return False
    needed = war_number("supply points a battalion takes for these weeks", turn.settings)
    designs = turn.sides[side].designs
    for fleet in sorted(turn.fleets.at(world.partition("-")[0]), key=lambda f: f.id):
        if fleet.side != side or fleet.transit is not None:
            continue
        for key in fleet.ships:
            ship = turn.ships[key]
            if designs[ship.design].cargo_bays and ship.supplies >= needed:
                turn.ships[key] = changed(ship, supplies=ship.supplies - needed)
                return True
    return False


def keep_armies(turn: TurnState) -> None:
    """At the month's end, world by world (CW-9.3-45, CW-9.3-64, CW-9.3-68 to CW-9.3-72)."""
    for world in sorted(turn.surfaces):
        _tire(turn, world)
        _reorganise(turn, world)
        if world in turn.colonies:
            _refill(turn, world)
            if turn.surfaces[world].people:
                _garrison(turn, world)
            if not ground_forces.is_contested(turn, turn.surfaces[world]):
                ground_forces.stand_down(turn, world)


def _tire(turn: TurnState, world: ColonyId) -> None:
    """Stress of forces out of supply, and their checks: who fails loses combat teams."""
    week = turn.first_week + WEEKS_PER_TURN
    for side in ground_forces.hearers(turn, *(f.side for f in turn.surfaces[world].forces.values())):
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
    turn.surfaces[world] = ground_forces.put_forces(changed(surface, forces=left), kept)
    worst = max(f.stress for f in tired)
    cause = Cause(STRESS_RULE, modifiers=(Modifier(worst, "stress of an army without supplies"),), rolls=rolls)
    turn.tell_side(ground.ArmyTired(side, world, worst, failed, failed * each, cause=cause))
    ground_forces.tell_lost(turn, world, gone, Cause(STRESS_RULE), "stress")


def _reorganise(turn: TurnState, world: ColonyId) -> None:
    """Depleted battalions of one type in one hex put their teams together (CW-9.3-64)."""
    groups: dict[tuple[SideId, str, HexId], list[Force]] = {}
    for _, force in sorted(turn.surfaces[world].forces.items()):
        if force.teams < FULL_COMBAT_TEAMS and force.side in turn.sides:
            groups.setdefault((force.side, force.design, force.at), []).append(force)
    for (side, _, _), forces in sorted(groups.items()):
        check_same_type(f.design for f in forces)
        before = tuple(f.teams for f in forces)
        after = reorganise_teams(before)
        if len(forces) == 1 or sorted(after) == sorted(before):
            continue
        surface = turn.surfaces[world]
        gone = [f for f, teams in zip(forces, after, strict=True) if not teams]
        kept = [changed(f, teams=teams) for f, teams in zip(forces, after, strict=True) if teams]
        left = {key: f for key, f in surface.forces.items() if f not in gone}
        turn.surfaces[world] = ground_forces.put_forces(changed(surface, forces=left), kept)
        name = ground_forces.design_in(turn, forces[0]).name
        turn.tell_side(ground.BattalionsReorganised(side, world, name, before, after, cause=Cause("CW-9.3-64")))
        ground_forces.tell_lost(turn, world, gone, Cause("CW-9.3-64"), "put into others")


def _refill(turn: TurnState, world: ColonyId) -> None:
    """Battalions sent home are filled up at the colony's training base, as far as there are CPs (CW-9.3-65, CW-9.6-03)."""
    colony, surface = turn.colonies[world], turn.surfaces[world]
    if not colony.training or ground_forces.is_contested(turn, surface):
        return
    for key, force in sorted(surface.forces.items()):
        if force.side != colony.side or not force.home or force.teams == FULL_COMBAT_TEAMS:
            continue
        design = ground_forces.design_in(turn, force)
        cps = refill_cost(design, force.teams)
        if turn.pay(force.side, "ground", cps):
            full = changed(turn.surfaces[world].forces[key], teams=FULL_COMBAT_TEAMS, home=False)
            turn.surfaces[world] = ground_forces.put_forces(turn.surfaces[world], [full])
            cause = Cause(
                "CW-9.3-65",
                modifiers=(Modifier(cps, f"CPs for {FULL_COMBAT_TEAMS - force.teams} of {FULL_COMBAT_TEAMS} teams"),),
            )
            turn.tell_side(
                ground.BattalionRefilled(
                    force.side, world, design.name, FULL_COMBAT_TEAMS - force.teams, cps, cause=cause
                )
            )


def watch(turn: TurnState, world: ColonyId) -> tuple[GarrisonDuty, ...]:
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
    troops = ground_forces.troops_in(turn, force)
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
                turn.tell_side(ground.RebellionEnded(colony.side, world, city.name, cause=Cause("CW-9.3-71")))
                _mark(turn, world, city, rebels=False)
            continue
        if not duty.rebels:
            continue
        if not city.rebels:
            turn.tell_side(
                ground.CityRebelled(colony.side, world, city.name, duty.needed, duty.there, cause=Cause("CW-9.3-71"))
            )
            _mark(turn, world, city, rebels=True)
        for _ in range(war_number("militia a rebel city raises each turn", turn.settings)):
            surface = turn.surfaces[world]
            number = surface.counter + 1
            militia = Force(f"{REBELS}/A{number}", REBELS, "militia", city.hex, supplied=week)
            turn.surfaces[world] = ground_forces.put_forces(changed(surface, counter=number), [militia])
        turn.tell_side(ground.MilitiaRaised(colony.side, world, city.name, cause=Cause("CW-9.3-71")))


def _mark(turn: TurnState, world: ColonyId, city: City, *, rebels: bool) -> None:
    surface = turn.surfaces[world]
    cities = tuple(changed(c, rebels=rebels) if c.name == city.name else c for c in surface.cities)
    turn.surfaces[world] = changed(surface, cities=cities)
