"""The GM's hand on worlds at war, raids and bombardment: forces, peoples, terrain and cities, who has taken what, whose
traffic was caught, worlds laid waste, weapons that break planets (CW-9.2 to CW-9.5)."""

import re
from typing import Final, Literal, cast, get_args

from rules.cluster_war.chapters.combat.arms import PLANET_KILLER
from rules.cluster_war.chapters.combat.ground.conquest import take_over
from rules.cluster_war.chapters.combat.ground.forces import hearers, held_world, new_force, put_forces, surface_of
from rules.cluster_war.chapters.combat.ground.troops import TERRAIN_TABLE
from rules.cluster_war.chapters.combat.ground.upkeep import watch
from rules.cluster_war.chapters.combat.raids import share_of
from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.chapters.detection.surveys import learn
from rules.cluster_war.model.economy.yields import colony_output
from rules.cluster_war.model.race_design.choices import XENOPHOBIC
from rules.cluster_war.model.state.common import ColonyId, DesignId, HexId, SideId, tables
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.places import grid_of
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, ArmyId, City, GroundModifier, Surface, Terrain
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply, amount
from rules.typed_text import folded
from rules.values import GameError, IllegalOrderError, changed, quoted, unknown

LONGEST_CITY_NAME: Final = 120
MOST_ODDS: Final = 20
MOST_SHARES: Final = 1000
ATTITUDES_TABLE: Final = "CW-TAB-ATTITUDES"
Reach = Literal["", "usual", "ranged", "close"]
CATCH_RULE: Final = "CW-9.5-19"
WASTE_RULE: Final = "CW-9.4-05"


class SetForce(Amendment):
    """Move a force on a world, change how many teams it has left (0 removes it), or with a new name such as "A7" of `side`
    and `design` put one there; the GM may move anything."""

    world: ColonyId
    force: ArmyId
    at: HexId = ""
    teams: int = FULL_COMBAT_TEAMS
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
    if not 0 <= order.teams <= FULL_COMBAT_TEAMS:
        raise IllegalOrderError(
            f"A battalion has up to {FULL_COMBAT_TEAMS} combat teams, not {order.teams}.", rule="CW-9.3-22"
        )
    force = surface.forces.get(order.force)
    if force is None:
        if not order.side:
            lead = f"There is no force {quoted(order.force)} on {order.world}."
            raise unknown(GameError, lead, order.force, "There are", sorted(surface.forces))
        owner = turn.side(order.side)
        ground = [one for one in owner.designs.values() if one.kind == "ground"]
        wanted = folded(order.design)
        design = next((one for one in ground if wanted in {folded(one.id), folded(one.name)}), None)
        if design is None:
            raise GameError(f"{quoted(order.design)} are not ground forces of {owner.name}.", rule="CW-18.0-16")
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
    known = [
        *tables(turn.settings)[ATTITUDES_TABLE].keys,
        XENOPHOBIC,
        "Belligerent",
        "Very Hostile",
        "Totally Xenophobic",
    ]
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
    new = (
        (GroundModifier(side.id, order.attack, order.defense, turn.cause.override),)
        if order.attack or order.defense
        else ()
    )
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
        surface = _with_city(surface, City(" ".join(order.city.split())[:LONGEST_CITY_NAME], at, order.share))
        parts.append(f"{order.city} has {order.share} {'share' if order.share == 1 else 'shares'} of the CPs")
    if order.reach:
        close = {k: v for k, v in surface.close.items() if k != at}
        surface = changed(surface, close=close if order.reach == "usual" else {**close, at: order.reach == "close"})
        parts.append(f"fights in {at} are {order.reach}")
    table = tables(turn.settings)[TERRAIN_TABLE]
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


APPLY_TO_GROUND: Final[Apply] = {
    SetForce: _force,
    SetPeople: _people,
    DeclareConquered: _declare,
    SetOdds: _odds,
    ChangeSurface: _change,
}


class ChangeCatch(Amendment):
    """Say that raiders caught the traffic of another colony than was charged for it, by the question that asks so: the
    victim's treasury pays the difference, or gets it back (CW-9.5-19)."""

    question: str
    colony: ColonyId


def _catch(turn: Amending, order: ChangeCatch) -> None:
    asked = next((q for q in turn.start.questions if q.id == order.question and q.rule == CATCH_RULE), None)
    if asked is None or asked.settled_turn:
        raise GameError(
            f"There is no open question {quoted(order.question)} about a catch of raiders.", rule=CATCH_RULE
        )
    victim, before, charged = asked.subjects
    colony = turn.colony(order.colony)
    if colony.side != victim:
        raise GameError(f"{quoted(order.colony)} is not a colony of {turn.side(victim).name}.", rule=CATCH_RULE)
    known = (re.fullmatch(r"(.+): (\d+) CPs", choice) for choice in asked.choices)
    listed = {found[1]: int(found[2]) for found in known if found}
    cps = listed.get(colony.id, share_of(colony_output(turn.start, colony), turn.settings))
    owner = turn.side(victim)
    more = min(cps - int(charged), owner.treasury)
    turn.sides[victim] = changed(owner, treasury=owner.treasury - more)
    turn.after = turn.after.answered(asked.id, f"{colony.id}: {cps} CPs")
    text = f"What raiders caught at {asked.hex} was the traffic of {colony.name}, not of {before}: {cps} CPs, not {charged}."
    turn.tell(text, victim, rule=CATCH_RULE)


class DevastateWorld(Amendment):
    """A world is laid waste: its climate is changed for good, and the new STEP code must be given (CW-9.4-05)."""

    hex: HexId
    orbit: int
    step: str


class AllowPlanetKiller(Amendment):
    """Let a side's design carry a weapon that breaks planets, at a price for each; or take that away (CW-9.4-07)."""

    side: SideId
    design: DesignId
    cost: int = 0
    on: bool = True


class YieldColony(Amendment):
    """A bombarded colony gives in to a side: it changes hands as a conquered one does, its forces lay down their arms, and its
    people may need a garrison (CW-9.2-03)."""

    colony: ColonyId
    side: SideId


class SetAttitude(Amendment):
    """A side's race thinks otherwise of others than it did (CW-9.4-09)."""

    side: SideId
    attitude: str


def _devastate(turn: Amending, order: DevastateWorld) -> None:
    system = turn.system(order.hex)
    body = next((b for b in system.bodies if b.orbit == order.orbit), None)
    if body is None:
        raise GameError(f"{order.hex} has no world in orbit {order.orbit}.", rule="CW-2.1-01")
    if len(order.step) != 4 or any(c not in "0123456789X" for c in order.step):
        raise GameError("A STEP code is four characters, each 0 to 9 or X, like 5555.", rule="CW-2.1-03")
    if order.step == body.step:
        raise GameError(f"The climate of a world laid waste is changed; it is {body.step} now.", rule=WASTE_RULE)
    after = changed(system, bodies=tuple(changed(b, step=order.step) if b is body else b for b in system.bodies))
    turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, system.hex: after})
    turn.strains.pop(f"{system.hex}-{order.orbit}", None)
    for asked in turn.after.questions:
        if asked.rule == WASTE_RULE and asked.hex == system.hex and not asked.settled_turn:
            turn.after = turn.after.answered(asked.id, order.step)
    told = []
    for side in sorted(turn.sides):
        known = turn.knowledge[side].systems.get(system.hex)
        if known is not None and known.level != "map" and system.hex in sight(turn, side):
            learn(turn, side, after, known.level, week=turn.first_week, cause=turn.cause)
            told.append(side)
    turn.tell(f"World {order.orbit} of {system.hex} is laid waste: {order.step}.", *told, rule=WASTE_RULE)


def _planet_killer(turn: Amending, order: AllowPlanetKiller) -> None:
    owner = turn.side(order.side)
    design = owner.designs.get(order.design)
    if design is None or design.kind != "ship":
        ships = [d.id for d in owner.designs.values() if d.kind == "ship"]
        lead = f"{owner.name} has no ship design {quoted(order.design)}."
        raise unknown(GameError, lead, order.design, "Its ships are", ships)
    traits = tuple(trait for trait in design.traits if trait != PLANET_KILLER) + ((PLANET_KILLER,) if order.on else ())
    new = changed(design, traits=traits, cost=amount(order.cost) if order.cost else design.cost)
    turn.sides[owner.id] = changed(owner, designs={**owner.designs, design.id: new})
    can = f"{'now' if order.on else 'no longer'} carries a weapon that breaks planets"
    turn.tell(f"{design.name} {can}, and costs {new.cost} CPs.", owner.id, rule="CW-9.4-07")


def _yield(turn: Amending, order: YieldColony) -> None:
    found, side = turn.colony(order.colony), turn.side(order.side)
    if found.side == side.id:
        raise GameError(f"{found.name} is {side.name}'s already.", rule="CW-9.2-03")
    turn.surfaces[found.id] = surface_of(turn, found)
    take_over(turn, found.id, side.id, turn.first_week, changed(turn.cause, rule="CW-9.2-03"))
    turn.tell(f"{found.name} gives in to {side.name}.", found.side, side.id, rule="CW-9.2-03")


def _attitude(turn: Amending, order: SetAttitude) -> None:
    owner = turn.side(order.side)
    table = tables(turn.settings)["CW-TAB-ATTITUDES"]
    for part in order.attitude.split(", "):
        if part not in (*table.keys, XENOPHOBIC):
            raise GameError(f"{quoted(part)} is not an attitude; they are {', '.join(table.keys)}, joined by a comma.")
    turn.sides[owner.id] = changed(owner, race=changed(owner.race, attitude=order.attitude))
    turn.tell(f"The attitude of {owner.race.name} is now {order.attitude}.", owner.id, rule="CW-9.4-09")


APPLY_TO_RAIDS: Final[Apply] = {
    ChangeCatch: _catch,
    DevastateWorld: _devastate,
    AllowPlanetKiller: _planet_killer,
    YieldColony: _yield,
    SetAttitude: _attitude,
}
