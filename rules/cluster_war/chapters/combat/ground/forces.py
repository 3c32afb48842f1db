"""Forces on a world in a turn: the world's surface, whose enemies they are, what they are, who leads them, and how a garrison
takes to the field (CW-9.3-10, CW-9.3-68)."""

import hashlib
from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.combat.ground.troops import MILITIA, Troops, design_of, of_people, troops_of
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.npr.sight import NATIVES, native_world, natives
from rules.cluster_war.chapters.officers.posts import in_the_field, lost_with
from rules.cluster_war.chapters.officers.ratings import close_combat
from rules.cluster_war.model.economy.holds import recount
from rules.cluster_war.model.economy.yields import world_at
from rules.cluster_war.model.events.ground import ForcesMustered, GroundUnitsLost
from rules.cluster_war.model.events.officers import OfficerPosted
from rules.cluster_war.model.psionics.abilities import is_machine
from rules.cluster_war.model.psionics.units import is_robotic
from rules.cluster_war.model.race_design.effects import effects_of, moves_mobile
from rules.cluster_war.model.state.common import ColonyId, DesignId, HexId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Colony, Design
from rules.cluster_war.model.state.places import disk_on, grid_of
from rules.cluster_war.model.state.sides import Post
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, REBELS, City, Force, Surface, Terrain
from rules.cluster_war.model.unit_design.drafts import NO_RACE
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS
from rules.values import Cause, changed

LEAST_COLUMNS: Final = 4
LEAST_ROWS: Final = 3
COLD_BELOW_HEAT: Final = 4
HOT_FROM_HEAT: Final = 6
LIVING_WORLD_LIFE: Final = range(4, 7)
WATER_PERCENT: Final[dict[str, int]] = {"5": 60, "6": 85, "4": 25}
"""Per cent of a surface under water, by the STEP code's last digit (CW-TAB-STEP-DIGITS)."""
GROUND_BASE: Final = "ground base"
ASHORE_RULE: Final = "CW-17.1-12"


def make_surface(colony: Colony, step: str) -> Surface:
    """The surface of a colony's world: larger for a larger world, wet or dry, hot or cold as its STEP code has it; one city
    with the colony's whole CPs (CW-9.3-68), in the land hex nearest to the middle."""
    size, heat, life, water = (STEP_DIGITS.index(c) for c in step)
    columns, rows = LEAST_COLUMNS + size // 2, LEAST_ROWS + size // 3
    grid = grid_of(columns, rows)
    wet = WATER_PERCENT.get(STEP_DIGITS[water], 0)
    terrain: dict[HexId, Terrain] = {}
    for here in grid.all_hexes():
        number = grid.number(here)
        row = grid.offset(here)[1]
        polar = row in {1, rows} and heat < HOT_FROM_HEAT
        terrain[number] = _terrain(_chance(colony.id, step, number), wet, heat, life, polar=polar)
    middle = grid.number(grid.hex((columns + 1) // 2, (rows + 1) // 2))
    around = sorted(terrain, key=lambda at: (_away(columns, rows, middle, at), at))
    city = next((at for at in around if terrain[at] not in {"ocean", "islands"}), middle)
    if terrain[city] in {"ocean", "islands"}:
        terrain[city] = "clear"
    for beside in disk_on(columns, rows, city, 1):
        if beside > city and terrain[beside] in {"ocean", "islands"}:
            terrain[beside] = "clear"
            break
    return Surface(colony.id, columns, rows, terrain, (City(colony.name, city),))


def _away(columns: int, rows: int, middle: HexId, at: HexId) -> int:
    return next((n for n in range(columns + rows) if at in disk_on(columns, rows, middle, n)), columns + rows)


def _chance(world: str, step: str, at: HexId) -> tuple[int, int]:
    digest = hashlib.sha256(f"{world}/{step}/{at}".encode()).digest()
    return digest[0] * 100 // 256, digest[1] * 100 // 256


def _terrain(chance: tuple[int, int], wet: int, heat: int, life: int, *, polar: bool) -> Terrain:
    first, second = chance
    if first < wet:
        return "ice" if polar and heat < COLD_BELOW_HEAT else "islands" if second < 15 else "ocean"
    if polar or heat == 0:
        return "ice"
    if life not in LIVING_WORLD_LIFE:
        return "badlands" if second < 35 else "caverns" if second < 42 else "clear"
    green: Terrain = "jungle" if heat >= HOT_FROM_HEAT else "forest"
    return green if second < 30 else "swamp" if second < 40 else "badlands" if second < 50 else "clear"


def is_hostile(turn: TurnState, a: SideId, b: SideId, surface: Surface | None = None) -> bool:
    """Whether forces of two sides fight where they meet, on this surface; rebels fight everybody but the side whose people they
    are (R-091)."""
    if REBELS in {a, b}:
        return a != b and (surface is None or surface.former not in {a, b})
    return a != b and not at_peace(turn.start.peace, a, b)


def owner_of(turn: TurnState, world: ColonyId) -> SideId:
    """Whose colony a world is, "" if there is none any more."""
    colony = held_world(turn, world)
    return colony.side if colony is not None else ""


def held_world(turn: TurnState, world: ColonyId) -> Colony | None:
    """The colony on a world; of a race that the game master runs, one that shows what its profile says of it (R-119)."""
    return turn.colonies.get(world) or native_world(turn.nprs, world, turn.settings)[0]


def hearers(turn: TurnState, *sides: SideId) -> tuple[SideId, ...]:
    """Those of some sides who read reports: neither rebels nor races that the game master runs."""
    return tuple(sorted({side for side in sides if side in turn.sides}))


def design_in(turn: TurnState, force: Force) -> Design:
    """What a force is made of."""
    if force.side in turn.nprs:
        return NATIVES
    return MILITIA if force.side == REBELS else design_of(turn.sides[force.side].designs, force)


def troops_in(turn: TurnState, force: Force) -> Troops:
    """What a force fights as. Troops on foot of some races move as fast as vehicles (CW-3.1-16); bodies and technologies add to
    ratings for nothing, but androids have no bodies of the race (CW-6.5-09)."""
    design = design_in(turn, force)
    if force.side not in turn.sides:
        return troops_of(design, turn.settings)

    def find() -> Troops:
        side, settings = turn.sides[force.side], turn.settings
        race = effects_of(side.race, side.technologies, settings)
        troops = troops_of(design, settings, foot_is_mobile=moves_mobile(race, "foot"))
        if is_robotic(design):
            race = effects_of(NO_RACE, side.technologies, settings)
        return of_people(troops, design, race, settings)

    return turn.memoized("troops", f"{force.side}|{force.design}", (turn.sides[force.side],), find)


def surface_of(turn: TurnState, colony: Colony) -> Surface:
    """A colony's surface, made when it is first needed."""
    found = turn.surfaces.get(colony.id)
    if found is None:
        world = world_at(turn, colony.hex, colony.orbit)
        found = make_surface(colony, world.step if world is not None else "5555")
        if colony.side in turn.nprs:
            count = native_world(turn.nprs, colony.id, turn.settings)[1]
            found = put_forces(found, natives(found, colony.side, count, turn.first_week))
    return found


def enemies_on(turn: TurnState, surface: Surface, side: SideId) -> list[Force]:
    """The forces on a world that a side fights."""
    return [f for _, f in sorted(surface.forces.items()) if is_hostile(turn, side, f.side, surface)]


def is_contested(turn: TurnState, surface: Surface) -> bool:
    """Whether forces on a world, or forces and its owner, are enemies."""
    sides = {f.side for f in surface.forces.values()}
    owner = owner_of(turn, surface.world)
    everyone = sorted(sides | ({owner} if owner else set()))
    return any(is_hostile(turn, a, b, surface) for a in sides for b in everyone)


def is_unseen(turn: TurnState, surface: Surface, force: Force, side: SideId) -> bool:
    """Whether another side knows nothing of a force: minefields are known to who laid them alone; units that conceal themselves
    are seen only by who stands there too (CW-9.3-11); machines see those that a shadow alone conceals (CW-15.1-21)."""
    troops = troops_in(turn, force)
    if troops.shadowed and side in turn.sides and is_machine(turn.sides[side].race):
        return False
    return troops.hidden or (
        troops.conceals and all(f.side != side or f.at != force.at for f in surface.forces.values())
    )


def put_forces(surface: Surface, forces: Iterable[Force]) -> Surface:
    """The surface with these forces, new or changed."""
    return changed(surface, forces={**surface.forces, **{f.id: f for f in forces}})


def new_force(turn: TurnState, side: SideId, design: DesignId, at: HexId, week: int) -> Force:
    """A fresh battalion of a side."""
    return Force(f"{side}/A{turn.next_id(f'army/{side}')}", side, design, at, supplied=week)


def musters(design: Design) -> bool:
    """Whether a unit of a garrison fights on the ground: ground forces, and bases on it."""
    return design.kind == "ground" or (design.kind == "base" and design.unit == GROUND_BASE)


def muster(turn: TurnState, world: ColonyId, week: int) -> None:
    """The owner's garrison takes its prepared positions at the cities, shared out evenly (CW-9.3-35, CW-9.3-55): at those that
    no enemy is in since before this week, or else in the open before the enemy's."""
    colony, surface = turn.colonies[world], turn.surfaces[world]
    designs = turn.sides[colony.side].designs
    called = [(d, n) for d, n in sorted(colony.garrison.items()) if d in designs and musters(designs[d])]
    if not called or not surface.cities:
        return
    held = {f.at for f in enemies_on(turn, surface, colony.side) if turn.landed.get(f.id) != week}
    places = [c.hex for c in surface.cities if c.hex not in held] or [c.hex for c in surface.cities]
    raised: list[Force] = []
    garrison, weak = dict(colony.garrison), dict(colony.low_quality)
    for design, count in called:
        for _ in range(count):
            at = places[len(raised) % len(places)]
            force = new_force(turn, colony.side, design, at, week)
            raised.append(changed(force, posture="hold", dug_in=at not in held))
            turn.landed[force.id] = week
        garrison = recount(garrison, design, -count)
        weak.pop(design, None)
    turn.colonies[world] = changed(colony, garrison=garrison, low_quality=weak)
    turn.surfaces[world] = put_forces(surface, raised)
    turn.tell_side(ForcesMustered(colony.side, world, week, len(raised), cause=Cause("CW-9.3-35")))


def stand_down(turn: TurnState, world: ColonyId) -> None:
    """Where nobody fights any more, the owner's whole units go back into the colony's garrison; depleted battalions stay as
    they are until they are refilled (CW-9.3-65)."""
    colony, surface = turn.colonies.get(world), turn.surfaces[world]
    if colony is None:
        return
    home = [
        f for f in surface.forces.values() if f.side == colony.side and f.teams == FULL_COMBAT_TEAMS and not f.damage
    ]
    if not home:
        return
    garrison = dict(colony.garrison)
    for force in home:
        garrison = recount(garrison, force.design, 1)
    left = {key: f for key, f in surface.forces.items() if f not in home}
    turn.colonies[world] = changed(colony, garrison=garrison)
    turn.surfaces[world] = changed(surface, forces=left)


def tell_lost(turn: TurnState, world: ColonyId, gone: Iterable[Force], cause: Cause, why: str = "destroyed") -> None:
    """Tell each side which of its units are no more."""
    counted: dict[tuple[SideId, DesignId], int] = {}
    for force in gone:
        if force.side in turn.sides:
            counted[force.side, force.design] = counted.get((force.side, force.design), 0) + 1
    for (side, design), count in sorted(counted.items()):
        turn.tell_side(GroundUnitsLost(side, world, design, count, why, cause=cause))  # type: ignore[arg-type] # one of its words


def go_ashore(turn: TurnState, side: SideId, ship: ShipId, world: ColonyId, design: DesignId) -> None:
    """Leaders of combat teams aboard a ship go down with the battalions that land from it."""
    for key, officer in sorted(turn.officers.items()):
        if officer.side == side and officer.post == Post("team", ship):
            unit = f"{world}|{design}"
            turn.officers[key] = changed(officer, post=Post("team", unit))
            turn.tell_side(OfficerPosted(side, key, officer.name, "team", unit, cause=Cause(ASHORE_RULE)))


def go_aboard(turn: TurnState, side: SideId, world: ColonyId, design: DesignId, ship: ShipId) -> None:
    """Leaders go aboard with the last battalion of the type they lead."""
    unit = f"{world}|{design}"
    if in_the_field(turn, side, unit):
        return
    for key, officer in sorted(turn.officers.items()):
        if officer.side == side and officer.post == Post("team", unit):
            turn.officers[key] = changed(officer, post=Post("team", ship))
            turn.tell_side(OfficerPosted(side, key, officer.name, "team", ship, cause=Cause(ASHORE_RULE)))


def troops_with_leader(turn: TurnState, surface: Surface, force: Force, troops: Troops) -> Troops:
    """What a force fights as with its leader: a soldier is with the first battalion of the type they lead, and adds to its
    ratings in close combat alone (CW-17.1-12)."""
    if not turn.settings.flag_officers or force.side == REBELS or troops.starship_grade:
        return troops
    alike = (f.id for f in surface.forces.values() if (f.side, f.design) == (force.side, force.design))
    if force.id != min(alike, key=lambda key: (len(key), key), default=""):
        return troops
    own = _Staff(turn, force.side)
    far, near, guard, cover = close_combat(
        own, f"{surface.world}|{force.design}", (*troops.attack, *troops.defense), turn.settings
    )
    return changed(troops, attack=(far, near), defense=(guard, cover))


def lose_leaders(turn: TurnState, surface: Surface, gone: Iterable[Force]) -> None:
    """Leaders whose last battalion was destroyed are lost with it (CW-17.1-28)."""
    colony = turn.colonies.get(surface.world)
    for side, design in sorted({(f.side, f.design) for f in gone if f.side != REBELS}):
        unit = f"{surface.world}|{design}"
        held = colony is not None and colony.side == side and colony.garrison.get(design)
        if not held and not in_the_field(turn, side, unit):
            lost_with(turn, {unit}, side)


class _Staff:
    """The officers of one side: two sides may call their troops alike."""

    def __init__(self, turn: TurnState, side: SideId) -> None:
        self.officers = {key: o for key, o in turn.officers.items() if o.side == side}
