"""Forces on a world in a turn: whose enemies they are, what they are, and how a garrison takes to the field."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.combat.ground.surface_map import make_surface
from rules.cluster_war.chapters.combat.ground.troops import MILITIA, Troops, design_of, troops_of
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.npr.natives import NATIVES, native_world, natives
from rules.cluster_war.model.economy.holds import recounted
from rules.cluster_war.model.economy.yields import world_at
from rules.cluster_war.model.events.ground import ForcesMustered, GroundUnitsLost
from rules.cluster_war.model.psionics.abilities import is_machine
from rules.cluster_war.model.race_design.effects import effects_of, moves_mobile
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId, DesignId, HexId, SideId
from rules.cluster_war.model.state.surface import FULL, REBELS, Force, Surface
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

GROUND_BASE: Final = "ground base"


def is_hostile(turn: TurnState, a: SideId, b: SideId) -> bool:
    """Whether forces of two sides fight where they meet; rebels fight everybody."""
    return a != b and (REBELS in {a, b} or not at_peace(turn.start.peace, a, b))


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
    """What a force fights as; troops on foot of some races move as fast as vehicles (CW-3.1-16)."""
    design = design_in(turn, force)
    if force.side not in turn.sides:
        return troops_of(design, turn.settings)

    def find() -> Troops:
        side = turn.sides[force.side]
        fast = moves_mobile(effects_of(side.race, side.technologies, turn.settings), "foot")
        return troops_of(design, turn.settings, foot_is_mobile=fast)

    return turn.kept("troops", f"{force.side}|{force.design}", (turn.sides[force.side],), find)


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
    return [f for _, f in sorted(surface.forces.items()) if is_hostile(turn, side, f.side)]


def is_contested(turn: TurnState, surface: Surface) -> bool:
    """Whether forces on a world, or forces and its owner, are enemies."""
    sides = {f.side for f in surface.forces.values()}
    owner = owner_of(turn, surface.world)
    everyone = sorted(sides | ({owner} if owner else set()))
    return any(is_hostile(turn, a, b) for a in sides for b in everyone)


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
        garrison = recounted(garrison, design, -count)
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
    home = [f for f in surface.forces.values() if f.side == colony.side and f.teams == FULL and not f.damage]
    if not home:
        return
    garrison = dict(colony.garrison)
    for force in home:
        garrison = recounted(garrison, force.design, 1)
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
