"""Supplies of an army on a world: what it carries, what freighters bring, what captured cities have (CW-9.3-43, 44)."""

from rules.cluster_war.chapters.combat.ground.forces import is_hostile, owner_of
from rules.cluster_war.chapters.combat.ground.numbers import war_number
from rules.cluster_war.chapters.combat.ground.staying import is_supplied
from rules.cluster_war.model.state.names import ColonyId, SideId
from rules.cluster_war.model.state.surface import REBELS
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed


def draw_supplies(month: TurnState, world: ColonyId, week: int) -> None:
    """Each side's forces on a world are supplied by a city that it holds; others live on what they carry, and once that is
    used up on supply points from freighters of theirs in the hex."""
    surface = month.surfaces[world]
    for side in sorted({f.side for f in surface.forces.values()} - {REBELS}):
        city = holds_a_city(month, world, side)
        for key, force in sorted(month.surfaces[world].forces.items()):
            if force.side != side:
                continue
            hungry = week - force.supplied >= war_number("weeks of supplies an army carries", month.settings)
            shipped = not city and hungry and _from_freighters(month, world, side)
            if is_supplied(freighter=shipped, captured_city=city):
                _put(month, world, key, week)


def _put(month: TurnState, world: ColonyId, key: str, week: int) -> None:
    surface = month.surfaces[world]
    force = changed(surface.forces[key], supplied=week, stress=0, failures=0)
    month.surfaces[world] = changed(surface, forces={**surface.forces, key: force})


def holds_a_city(month: TurnState, world: ColonyId, side: SideId) -> bool:
    """Whether a side draws supplies from a city: its own one that no enemy stands in alone, or one that it captured;
    the ruins of a colony feed nobody."""
    surface, owner = month.surfaces[world], owner_of(month, world)
    if not owner:
        return False
    for city in surface.cities:
        here = {f.side for f in surface.forces.values() if f.at == city.hex}
        foes = {other for other in here if is_hostile(month, side, other)}
        if (side in here and not foes) or (side == owner and not city.rebels and (not foes or side in here)):
            return True
    return False


def _from_freighters(month: TurnState, world: ColonyId, side: SideId) -> bool:
    """Take one battalion's supply points from the side's freighters over a world; False if they have none."""
    if side not in month.sides:
        return False
    needed = war_number("supply points a battalion takes for these weeks", month.settings)
    designs = month.sides[side].designs
    for fleet in sorted(month.fleets.at(world.partition("-")[0]), key=lambda f: f.id):
        if fleet.side != side or fleet.transit is not None:
            continue
        for key in fleet.ships:
            ship = month.ships[key]
            if designs[ship.design].cargo_bays and ship.supplies >= needed:
                month.ships[key] = changed(ship, supplies=ship.supplies - needed)
                return True
    return False
