"""Where empires begin: races of the game master's, the players' places among them, and the first colonies near home
(CW-19.0-14, CW-19.0-16, CW-3.0-03)."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.movement.navigation import MONOPOLES
from rules.cluster_war.chapters.npr.amendments import check_npr, slug_of, with_home_colony
from rules.cluster_war.model.race_design.sheet import PlannedColony
from rules.cluster_war.model.state.common import ColonyId, HexId, Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.npr import PACES, Npr, Pace
from rules.cluster_war.model.state.places import Body, Cluster, StarSystem, disk, distance, hex_at
from rules.cluster_war.model.state.sides import Race, Side, has_trait
from rules.cluster_war.model.worlds.cluster import world_name
from rules.cluster_war.model.worlds.homes import choose_homes, prepare_home
from rules.cluster_war.model.worlds.step_codes import check_step, multiple, step_distance
from rules.dice import Roller
from rules.scenario_fields import Fields
from rules.values import GameError, Value, asdict, changed

Placement: TypeAlias = Literal["spread", "corners", "gaps", "near"]
PLACEMENTS: Final[tuple[Placement, ...]] = ("spread", "corners", "gaps", "near")
USUAL_GROSS: Final = 300
UNMARKED_COLOUR: Final = 0x9A9A9A


class StartNpr(Value):
    """A race the game master runs, as a scenario has it; `home` "" lets set-up choose one."""

    name: str
    gross: int = USUAL_GROSS
    home: HexId = ""
    attitude: str = "Neutral"
    pace: Pace = "steady"
    home_step: str = ""
    colour: int = UNMARKED_COLOUR
    technologies: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    culture: str = ""
    story: str = ""
    notes: str = ""

    @property
    def id(self) -> SideId:
        return slug_of(self.name)


def read_npr(part: Fields) -> StartNpr:
    """A scenario's `[[other]]` table."""
    step = part.text("home_step", "")
    return part.read_as(
        StartNpr(
            name=part.text("name"),
            gross=part.number("gross", USUAL_GROSS),
            home=part.text("home", ""),
            attitude=part.text("attitude", "Neutral"),
            pace=part.choice("pace", PACES, "steady"),
            home_step=check_step(step) if step else "",
            colour=part.colour("colour") if part.has("colour") else UNMARKED_COLOUR,
            technologies=part.texts("technologies"),
            goals=part.texts("goals"),
            culture=part.text("culture", ""),
            story=part.text("story", ""),
            notes=part.text("notes", ""),
        )
    )


def place(
    cluster: Cluster,
    sides: Mapping[SideId, HexId],
    others: tuple[StartNpr, ...],
    stars: tuple[str, ...],
    method: Placement,
    among: Collection[HexId] = (),
) -> tuple[tuple[HexId, ...], Mapping[SideId, HexId]]:
    """Homes for the sides that have none ("" in `sides`), and all homes of the game master's races (CW-19.0-14).

    "spread" puts players as far apart as can be, "corners" near the corners of the map; the other races come after them.
    "gaps" places the other races first, and players in the gaps between them. "near" puts players close together in the middle.
    Players' homes are `among` these hexes, if there are enough of them that are fit.
    """
    fixed = tuple(home for home in sides.values() if home)
    wanted = sum(not home for home in sides.values())
    for other in others:
        if other.home:
            hex_at(cluster.columns, cluster.rows, other.home)
    held = tuple(other.home for other in others if other.home)
    open_ = sum(not other.home for other in others)
    if method == "gaps":
        theirs = choose_homes(cluster, open_, stars, (*fixed, *held))
        mine = choose_homes(cluster, wanted, stars, (*fixed, *held, *theirs), among=among)
    else:
        corners, near = method == "corners", method == "near"
        mine = choose_homes(cluster, wanted, stars, (*fixed, *held), corners=corners, near=near, among=among)
        theirs = choose_homes(cluster, open_, stars, (*fixed, *held, *mine))
    free = iter(theirs)
    return mine, {other.id: other.home or next(free) for other in others}


def home_system(cluster: Cluster, name: str, home: HexId) -> StarSystem:
    """The system that somebody begins in; GameError if it has no planet."""
    system = cluster.systems.get(home)
    if system is None or not system.bodies:
        raise GameError(f"{name} cannot begin in {home}: there is no planet there.")
    return system


def salt(dice: Roller, whose: str, digits: int = 16) -> str:
    """Four bits a digit for the keys of rolls that only this side, or the game master, may see (docs/decisions/0003)."""
    return "".join(f"{face - 1:x}" for face in dice.roll(f"setup/salt/{whose}", 16, digits).faces)


def with_nprs(
    state: GameState, others: tuple[StartNpr, ...], homes: Mapping[SideId, HexId], max_cp: int, dice: Roller
) -> GameState:
    """The state with the scenario's races in it, each with its home world and a salt of its own; the home is perfect for
    every race whose STEP code is given (CW-19.0-15)."""
    cluster = state.cluster
    for other in others:
        system = home_system(cluster, other.name, homes[other.id])
        if other.home_step:
            made, _ = prepare_home(system, Race(other.name, other.home_step), max_cp, state.settings)
            cluster = changed(cluster, systems={**cluster.systems, made.hex: made})
    state = changed(state, cluster=cluster)
    for other in others:
        if other.id in state.nprs:
            raise GameError(f"Two races of the scenario are called {other.name}.")
        named = {**asdict(other), "id": other.id, "home": homes[other.id]}
        bare = Npr(**named, advanced=state.turn - 1, salt=salt(dice, f"npr/{other.id}"))
        npr = with_home_colony(state, bare)
        check_npr(state, npr)
        state = changed(state, nprs=dict(sorted({**state.nprs, npr.id: npr}.items())))
    return state


USUAL_SIZE: Final = 80
SMALLEST_WORLD_CPS: Final = 30
FEWEST_WORLDS: Final = 2
HEXES_A_MULTIPLE: Final = 4
"""How many hexes weigh as much as 1 in a world's multiple."""

SEARCH_RADII: Final = (8, 20, 140)
Spot: TypeAlias = tuple[HexId, int]
"""A world by its hex and orbit."""
OUTPOST_CPS: Final = 10
"""CPs of a colony made for the purpose, or as many as its world holds."""


class CandidateWorld(Value):
    """A world that could be settled from home: its system, body, price and distance."""

    system: StarSystem
    body: Body
    multiple: Fraction
    away: int

    @property
    def spot(self) -> Spot:
        return self.system.hex, self.body.orbit


class StartingArea(Value):
    """Where a race may settle around its home. The worlds that are cheap for it and near come first; a race of Dispersed
    Colonies takes the farthest in reach, one to a system. Worlds nearer to a `foreign` home, with a resource or in a
    system with a special are left alone.
    """

    cluster: Cluster
    settings: Settings
    race: Race
    home: Spot
    foreign: Collection[HexId] = ()

    def colonies(self, total: int, taken: Collection[Spot] = ()) -> tuple[tuple[HexId, int, int], ...]:
        """(hex, orbit, size) of colonies of `total` CPs together, on none of the worlds `taken` already; GameError if they
        find no room."""
        if total <= 0:
            return ()
        for away in SEARCH_RADII:
            chosen = self._choose(total, [world for world in self._worlds(away) if world.spot not in taken])
            if chosen:
                return _shared(chosen, total)
        raise GameError("There are too few worlds near a home for its colonies; make the cluster larger or fuller.")

    def wished(self, wishes: Iterable[PlannedColony]) -> tuple[tuple[HexId, int, int, str], ...]:
        """(hex, orbit, size, name) for each wish, the largest first, on worlds that hold so many CPs.

        A wished STEP code is had where a world in reach has it, else the nearest to it. GameError if a wish finds no room.
        """
        held: list[CandidateWorld] = []
        placed: list[tuple[HexId, int, int, str]] = []
        for wish in sorted(wishes, key=lambda w: -w.cps):
            for away in SEARCH_RADII:
                fit = [w for w in self._free(self._worlds(away), held) if w.body.max_cp >= wish.cps]
                if wish.step and fit:
                    nearest = min(_apart(w, wish.step) for w in fit)
                    fit = [w for w in fit if _apart(w, wish.step) == nearest]
                best = self._best(fit, held)
                if best is not None:
                    break
            else:
                raise GameError(f"No world near a home holds a first colony of {wish.cps} CPs; plan smaller ones.")
            held.append(best)
            placed.append((*best.spot, wish.cps, wish.name))
        return tuple(placed)

    @property
    def _dispersed(self) -> bool:
        return has_trait(self.race.disadvantages, "Dispersed Colonies")

    def _free(self, worlds: list[CandidateWorld], held: list[CandidateWorld]) -> list[CandidateWorld]:
        """The worlds that are not held; for Dispersed Colonies, only those in systems where nothing is."""
        spots = {w.spot for w in held}
        full = {self.home[0], *(w.system.hex for w in held)} if self._dispersed else set()
        return [w for w in worlds if w.spot not in spots and w.system.hex not in full]

    def _choose(self, total: int, worlds: list[CandidateWorld]) -> list[CandidateWorld]:
        """The worlds for `total` CPs, or none at all if these do not suffice."""
        wanted = max(FEWEST_WORLDS, -(-total // USUAL_SIZE))
        chosen: list[CandidateWorld] = []
        while len(chosen) < wanted or sum(w.body.max_cp for w in chosen) < total:
            best = self._best(self._free(worlds, chosen), chosen)
            if best is None:
                return chosen if sum(w.body.max_cp for w in chosen) >= total else []
            chosen.append(best)
        return chosen

    def _worlds(self, farthest: int) -> list[CandidateWorld]:
        """Every world within `farthest` hexes that a colony could be on."""
        found: list[CandidateWorld] = []
        on, home = self.cluster, self.home[0]
        for here in disk(on, home, farthest):
            system, away = on.systems.get(here), distance(on, home, here)
            if system is None or system.special is not None or any(distance(on, f, here) <= away for f in self.foreign):
                continue
            found += [
                CandidateWorld(system, body, multiple(self.race, body.step, self.settings), away)
                for body in system.bodies
                if (system.hex, body.orbit) != self.home and body.max_cp >= SMALLEST_WORLD_CPS and not body.resources
            ]
        return found

    def _best(self, worlds: list[CandidateWorld], held: list[CandidateWorld]) -> CandidateWorld | None:
        """The best world within touch of what is held; if there is none, within the next larger distance that has one."""
        mine = {self.home[0], *(w.system.hex for w in held)}
        places = {w.system.hex for w in worlds}
        gaps = {place: min(distance(self.cluster, place, h) for h in mine) for place in places}
        if not gaps:
            return None
        reach, nearer = max(self.settings.grid_touch, min(gaps.values())), -1 if self._dispersed else 1

        def rank(world: CandidateWorld) -> tuple[Fraction, int, Spot]:
            away = Fraction(nearer * world.away, HEXES_A_MULTIPLE)
            return world.multiple + away, -world.body.max_cp, world.spot

        return min((w for w in worlds if gaps[w.system.hex] <= reach), key=rank)


def _apart(world: CandidateWorld, step: str) -> int:
    return step_distance(world.body.step, step)


def _shared(worlds: list[CandidateWorld], total: int) -> tuple[tuple[HexId, int, int], ...]:
    """The total shared out evenly, no world above its maximum; in order of place."""
    sizes: list[tuple[HexId, int, int]] = []
    left = total
    by_room = sorted(worlds, key=lambda w: (w.body.max_cp, w.spot))
    for i, world in enumerate(by_room):
        size = min(world.body.max_cp, left // (len(by_room) - i))
        sizes.append((*world.spot, size))
        left -= size
    return tuple(sorted(placed for placed in sizes if placed[2] > 0))


def with_monopoles(
    cluster: Cluster, sides: Iterable[Side], colonies: Mapping[ColonyId, Colony], settings: Settings
) -> tuple[Cluster, dict[ColonyId, Colony]]:
    """The start with the materials on a small colony of every side that has jump drives and none of them yet.

    It is the side's smallest colony but the home world; without one, a new one of 10 CPs on the nearest free world.
    """
    held = dict(colonies)
    if not settings.monopoles:
        return cluster, held
    for side in sides:
        own = [c for _, c in sorted(held.items()) if c.side == side.id]
        has = any(MONOPOLES in _body(cluster, c.hex, c.orbit).resources for c in own)
        if has or not any(design.ftl == "jump" for design in side.designs.values()):
            continue
        others = [c for c in own if (c.hex, c.orbit) != (side.home, side.home_orbit)]
        if others:
            chosen = min(others, key=lambda c: (c.size, c.id))
        else:
            found = _nearest(cluster, side, held)
            if found is None:
                continue
            chosen = held[found.id] = found
        cluster = _rich(cluster, chosen)
    return cluster, held


def _body(cluster: Cluster, hex_: HexId, orbit: int) -> Body:
    return next(body for body in cluster.systems[hex_].bodies if body.orbit == orbit)


def _nearest(cluster: Cluster, side: Side, held: Mapping[ColonyId, Colony]) -> Colony | None:
    """A new colony on the free world nearest to the home; None if the map has no other world."""
    worlds = [
        (distance(cluster, side.home, hex_), hex_, body.orbit)
        for hex_, system in cluster.systems.items()
        for body in system.bodies
        if body.max_cp > 0 and f"{hex_}-{body.orbit}" not in held
    ]
    if not worlds:
        return None
    _, hex_, orbit = min(worlds)
    system = cluster.systems[hex_]
    name = world_name(system.name or hex_, orbit)
    size = min(OUTPOST_CPS, _body(cluster, hex_, orbit).max_cp)
    return Colony(f"{hex_}-{orbit}", side.id, name, hex_, orbit, size)


def _rich(cluster: Cluster, colony: Colony) -> Cluster:
    system = cluster.systems[colony.hex]
    bodies = tuple(
        changed(b, resources=(*b.resources, MONOPOLES)) if b.orbit == colony.orbit else b for b in system.bodies
    )
    return changed(cluster, systems={**cluster.systems, colony.hex: changed(system, bodies=bodies)})
