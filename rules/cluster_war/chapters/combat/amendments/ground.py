"""The GM's hand on worlds at war: forces, peoples, terrain and cities, modifiers, and who has taken what (CW-9.2, CW-9.3)."""

from typing import Final, Literal, cast, get_args

from rules.cluster_war.chapters.combat.ground.conquest import take_over
from rules.cluster_war.chapters.combat.ground.forces import (
    hearers,
    held_world,
    new_force,
    put_forces,
    surface_of,
)
from rules.cluster_war.chapters.combat.ground.marching import TERRAINS
from rules.cluster_war.chapters.combat.ground.month_end import watch
from rules.cluster_war.model.race_design.attitudes import XENOPHOBIC
from rules.cluster_war.model.state.geometry import grid_of
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId, DesignId, HexId, SideId
from rules.cluster_war.model.state.surface import FULL, City, Odds, Surface, Terrain
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.state.war import ArmyId
from rules.cluster_war.model.working.amending import Amending, Apply
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError, IllegalOrderError, quoted, unknown
from rules.values import changed

LONGEST: Final = 120
MOST_ODDS: Final = 20
MOST_SHARES: Final = 1000
ATTITUDES: Final = "CW-TAB-ATTITUDES"
Reach = Literal["", "usual", "ranged", "close"]


class SetForce(Amendment):
    """Move a force on a world, change how many teams it has left (0 removes it), or with a new name such as "A7" of `side`
    and `design` put one there; the GM may move anything."""

    world: ColonyId
    force: ArmyId
    at: HexId = ""
    teams: int = FULL
    side: SideId = ""
    design: DesignId = ""


class SetPeople(Amendment):
    """Change the attitude of a conquered people: mistreatment worsens it (CW-9.3-67)."""

    world: ColonyId
    attitude: str


class DeclareConquered(Amendment):
    """Give a world to a side although some units remain (CW-9.3-42), or because it yields (CW-9.2-03)."""

    world: ColonyId
    side: SideId


class SetOdds(Amendment):
    """Points of AR and DR that a side has on a world until they are set anew, for attacks between air, surface and water or
    whatever else the GM sees (CW-9.3-40); both 0 end them."""

    world: ColonyId
    side: SideId
    attack: int
    defense: int


class ChangeSurface(Amendment):
    """Change a hex of a world's surface: its terrain, a city there with its share of the CPs (0 removes it, CW-9.3-68), or at
    what reach everybody fights in it (CW-9.3-31)."""

    world: ColonyId
    at: HexId
    terrain: str = ""
    city: str = ""
    share: int = 1
    reach: Reach = ""


def _surface(turn: Amending, world: ColonyId) -> Surface:
    return surface_of(turn, _world(turn, world))


def _world(turn: Amending, world: ColonyId) -> Colony:
    """A side's colony, or the world of a race that the game master runs; GameError."""
    return held_world(turn, world) or turn.colony(world)


def _hex(surface: Surface, at: HexId) -> HexId:
    if at not in surface.terrain:
        grid = grid_of(surface.columns, surface.rows)
        last = grid.number(grid.hex(surface.columns, surface.rows))
        raise GameError(f"The surface has no hex {quoted(at)}; its hexes run from 0101 to {last}.", rule="CW-9.3-10")
    return at


def _force(turn: Amending, order: SetForce) -> None:
    surface = _surface(turn, order.world)
    if not 0 <= order.teams <= FULL:
        raise IllegalOrderError(f"A battalion has up to {FULL} combat teams, not {order.teams}.", rule="CW-9.3-22")
    force = surface.forces.get(order.force)
    if force is None:
        if not order.side:
            lead = f"There is no force {quoted(order.force)} on {order.world}."
            raise unknown(GameError, lead, order.force, "There are", sorted(surface.forces))
        owner = turn.side(order.side)
        design = owner.designs.get(order.design)
        if design is None or design.kind != "ground":
            raise GameError(f"{quoted(order.design)} are no ground forces of {owner.name}.", rule="CW-18.0-16")
        at = _hex(surface, order.at or surface.cities[0].hex)
        force = new_force(turn, owner.id, design.id, at, turn.first_week)
    at = _hex(surface, order.at or force.at)
    moved = changed(force, at=at, teams=max(1, order.teams), dug_in=force.dug_in and at == force.at, goal="")
    after = put_forces(surface, [moved])
    if not order.teams:
        after = changed(surface, forces={k: f for k, f in surface.forces.items() if k != force.id})
    turn.surfaces[order.world] = after
    told = [force.side] if force.side in turn.sides else []
    gone = "is gone" if not order.teams else f"is in {at} of {order.world} with {order.teams} teams"
    turn.tell(f"{force.id.rpartition('/')[2]} {gone}.", *told, rule="CW-9.3-22")


def _people(turn: Amending, order: SetPeople) -> None:
    words = [word.strip() for word in order.attitude.split(",")]
    known = [*tables(turn.settings)[ATTITUDES].keys, XENOPHOBIC, "Belligerent", "Very Hostile", "Totally Xenophobic"]
    if any(word not in known for word in words):
        raise unknown(GameError, f"There is no attitude {quoted(order.attitude)}.", words[0], "There are", known)
    colony = turn.colony(order.world)
    surface = _surface(turn, order.world)
    turn.surfaces[order.world] = changed(surface, people=", ".join(words))
    needed = sum(duty.needed for duty in watch(turn, order.world))
    text = f"The people of {colony.name} are now {', '.join(words)}: garrisons of {needed} units are needed."
    turn.tell(text, colony.side, rule="CW-9.3-67")


def _declare(turn: Amending, order: DeclareConquered) -> None:
    side, colony = turn.side(order.side), _world(turn, order.world)
    if side.id == colony.side:
        raise GameError(f"{colony.name} is theirs already.", rule="CW-9.3-42")
    turn.surfaces[order.world] = _surface(turn, order.world)
    take_over(turn, order.world, side.id, turn.first_week, changed(turn.cause, rule="CW-9.3-42"))
    turn.after = changed(turn.after, nprs=turn.nprs)


def _odds(turn: Amending, order: SetOdds) -> None:
    surface, side = _surface(turn, order.world), turn.side(order.side)
    if max(abs(order.attack), abs(order.defense)) > MOST_ODDS:
        raise IllegalOrderError(f"A modifier goes up to {MOST_ODDS} points.", rule="CW-9.3-40")
    kept = tuple(odd for odd in surface.odds if odd.side != side.id)
    new = (Odds(side.id, order.attack, order.defense, turn.cause.override),) if order.attack or order.defense else ()
    turn.surfaces[order.world] = changed(surface, odds=(*kept, *new))
    text = f"On {order.world} {side.name} now fights with {order.attack:+d} AR and {order.defense:+d} DR."
    turn.tell(text, side.id, rule="CW-9.3-40")


def _change(turn: Amending, order: ChangeSurface) -> None:
    surface = _surface(turn, order.world)
    at = _hex(surface, order.at)
    parts = []
    if order.terrain:
        if order.terrain not in get_args(Terrain):
            lead = f"There is no terrain {quoted(order.terrain)}."
            raise unknown(GameError, lead, order.terrain, "There are", get_args(Terrain))
        surface = changed(surface, terrain={**surface.terrain, at: cast("Terrain", order.terrain)})
        parts.append(f"{at} is {order.terrain} now")
    if order.city:
        surface = _with_city(surface, City(" ".join(order.city.split())[:LONGEST], at, order.share))
        parts.append(f"{order.city} has {order.share} {'share' if order.share == 1 else 'shares'} of the CPs")
    if order.reach:
        close = {k: v for k, v in surface.close.items() if k != at}
        surface = changed(surface, close=close if order.reach == "usual" else {**close, at: order.reach == "close"})
        parts.append(f"fights in {at} are {order.reach}")
    table = tables(turn.settings)[TERRAINS]
    drowned = next((c.name for c in surface.cities if table.cell(surface.terrain[c.hex], "ground") != "yes"), "")
    if drowned:
        raise IllegalOrderError(f"The city of {drowned} needs land under it.", rule="CW-9.3-68")
    if not parts:
        raise GameError("Say what to change: the terrain, a city, or the reach of fights.")
    turn.surfaces[order.world] = surface
    sides = hearers(turn, *(f.side for f in surface.forces.values()), _world(turn, order.world).side)
    turn.tell(f"On {order.world} {'; '.join(parts)}.", *sides, rule="CW-9.3-10")


def _with_city(surface: Surface, city: City) -> Surface:
    if not 0 <= city.share <= MOST_SHARES:
        raise IllegalOrderError(f"A city's share goes from 0 to {MOST_SHARES}.", rule="CW-9.3-68")
    others = tuple(c for c in surface.cities if c.name != city.name and c.hex != city.hex)
    cities = (*others, city) if city.share else others
    if not cities:
        raise IllegalOrderError("A colony has at least one city.", rule="CW-9.3-68")
    return changed(surface, cities=cities)


APPLY: Final[Apply] = {
    SetForce: _force,
    SetPeople: _people,
    DeclareConquered: _declare,
    SetOdds: _odds,
    ChangeSurface: _change,
}
