"""Supplies of an army on a world: what it carries, what freighters bring, what captured cities have (CW-9.3-43, 44)."""

from rules.cluster_war.chapters.combat.ground.forces import is_hostile, owner_of
from rules.cluster_war.chapters.combat.ground.staying import is_supplied
from rules.cluster_war.chapters.combat.ground.troops import war_number
from rules.cluster_war.model.state.names import ColonyId, SideId
from rules.cluster_war.model.state.surface import REBELS
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed


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
                _put(turn, world, key, week)


def _put(turn: TurnState, world: ColonyId, key: str, week: int) -> None:
    surface = turn.surfaces[world]
    force = changed(surface.forces[key], supplied=week, stress=0, failures=0)
    turn.surfaces[world] = changed(surface, forces={**surface.forces, key: force})


def holds_a_city(turn: TurnState, world: ColonyId, side: SideId) -> bool:
    """Whether a side draws supplies from a city: its own one that no enemy stands in alone, or one that it captured;
    the ruins of a colony feed nobody."""
    surface, owner = turn.surfaces[world], owner_of(turn, world)
    if not owner:
        return False
    for city in surface.cities:
        here = {f.side for f in surface.forces.values() if f.at == city.hex}
        foes = {other for other in here if is_hostile(turn, side, other)}
        if (side in here and not foes) or (side == owner and not city.rebels and (not foes or side in here)):
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
