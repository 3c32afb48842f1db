"""A late campaign: eight empires on 70x70 hexes, 500 colonies, 400 fleets, 5,000 ships, and a turn's orders for all.

The same campaign can be had smaller and larger, with everything but the map and the number of empires in proportion. The
cluster comes from the generator, the empires are grown on it by a fixed recipe: the same call, the same bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SetMission, SplitFleet
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import HexId, MissionKind, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Build, Colony, Fleet, Leg, Project, Ship, Transit
from rules.cluster_war.model.state.places import disk, distance
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.dice import Dice
from rules.values import changed

SCENARIO_FILE = Path(__file__).parents[2] / "scenarios" / "four_empires.toml"
SEED = bytes(range(32))
TURN = 40
SHIPS = 5_000
SHIPS_A_COLONY = 10
FLEETS_A_COLONY = Fraction(4, 5)
SURVEYED, SCOUTED = 9, 14
MIXES: tuple[tuple[str, ...], ...] = (
    ("DD",) * 6 + ("CA",) * 4 + ("CV",) * 2 + ("SC",),
    ("SC", "SV", "DD"),
    ("HF", "HF", "CF", "DD", "DD"),
    ("CA",) * 10 + ("CV",) * 6 + ("DD",) * 9,
    ("SC",),
    ("DD",) * 12 + ("CA",) * 8 + ("SC",) * 2,
)
"""Ships of a fleet by kind of task; the large ones are filled up until the cluster has all its ships."""


@dataclass
class Pieces:
    """What is being put together."""

    colonies: dict[str, Colony] = field(default_factory=dict)
    fleets: dict[str, Fleet] = field(default_factory=dict)
    ships: dict[str, Ship] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)


@cache
def late_game(ships: int = SHIPS) -> tuple[GameState, tuple[SignedOrder, ...]]:
    """The state of a campaign with so many ships before turn 40 is resolved, and every side's orders for it."""
    state = settled(eight_empires(), ships)
    state = changed(state, turn=TURN)
    turn_state = TurnState(state, (), Dice(SEED, "bench", TURN))
    refresh(turn_state, turn_state.first_week)
    state = turn_state.freeze(TURN, {})
    return state, tuple(signed for side in sorted(state.sides) for signed in orders_of(state, side))


def units(state: GameState) -> int:
    """Fleets, colonies and ships: what a turn has to deal with."""
    return len(state.fleets) + len(state.colonies) + len(state.ships)


@cache
def eight_empires() -> GameState:
    """The first state: the four empires of the scenario, and four more of the same races; all build the Humans' ships."""
    four = load_scenario(SCENARIO_FILE)
    twins = tuple(
        changed(side, id=f"{side.id}2", name=f"Far {side.name}", colour=side.colour ^ 0x404040) for side in four.sides
    )
    state = new_game(changed(four, sides=(*four.sides, *twins)), SEED)
    common = state.sides["humans"].designs
    sides = {id_: changed(side, designs={**side.designs, **common}) for id_, side in state.sides.items()}
    return changed(state, sides=sides)


def share_of(state: GameState, total: int, index: int) -> int:
    """What one of the sides gets of a total, by its place in the list: the first get what is left over."""
    each, over = divmod(total, len(state.sides))
    return each + (index < over)


def settled(state: GameState, ships: int) -> GameState:
    """The state forty turns on: colonies near home, fleets about, yards and labs at work, neighbours known."""
    pieces = Pieces(dict(state.colonies), {}, {}, {})
    rich = {}
    knowledge = dict(state.knowledge)
    builds: dict[str, Build] = {}
    projects: dict[str, Project] = {}
    for index, (name, side) in enumerate(sorted(state.sides.items())):
        chance = Random(index)
        near = sorted(state.cluster.systems, key=lambda h: (distance(state.cluster, side.home, h), h))
        worlds = ships // SHIPS_A_COLONY
        settle(state, name, near, pieces, share_of(state, worlds, index))
        fleets = share_of(state, int(worlds * FLEETS_A_COLONY), index)
        launch(state, name, near, pieces, chance, fleets, share_of(state, ships, index))
        own = [c for c in pieces.colonies.values() if c.side == name]
        builds |= {b.id: b for b in ship_builds(name, own)}
        projects |= {
            f"{name}-P{n}": Project(f"{name}-P{n}", name, f"Theory {n}", side.home, 3, cps=100, funded_turn=TURN - 1)
            for n in range(1, len(own) // 8 + 2)
        }
        pieces.counters |= {f"build/{name}": len(own) + 100, f"project/{name}": len(own) + 20}
        rich[name] = changed(side, treasury=70 * len(own), lrs_level=1 + index % 2)
        systems = {
            h: known_as(state.cluster.systems[h], "surveyed" if far <= SURVEYED else "scouted", TURN - 1)
            for h in near
            if (far := distance(state.cluster, side.home, h)) <= SCOUTED
        }
        seen = dict.fromkeys(disk(state.cluster, side.home, SCOUTED + 3), 4 * TURN - 30)
        knowledge[name] = changed(state.knowledge[name], systems=systems, seen=seen)
    return changed(
        state,
        sides=rich,
        colonies=pieces.colonies,
        fleets=pieces.fleets,
        ships=pieces.ships,
        counters=pieces.counters,
        builds=builds,
        projects=projects,
        knowledge=knowledge,
    )


def settle(state: GameState, side: SideId, near: list[HexId], pieces: Pieces, share: int) -> None:
    """Colonies on the worlds nearest to home until the side has its share."""
    held = sum(c.side == side for c in pieces.colonies.values())
    free = (
        (hex_, body)
        for hex_ in near
        for body in state.cluster.systems[hex_].bodies
        if body.max_cp > 1 and f"{hex_}-{body.orbit}" not in pieces.colonies
    )
    for hex_, body in islice(free, max(0, share - held)):
        id_ = f"{hex_}-{body.orbit}"
        pieces.colonies[id_] = Colony(
            id_, side, f"World {hex_}", hex_, body.orbit, body.max_cp // 2, shipyard_bays=body.max_cp % 40
        )


def launch(
    state: GameState, side: SideId, near: list[HexId], pieces: Pieces, chance: Random, share: int, crews: int
) -> None:
    """The side's share of fleets, at own colonies, at systems around and on their way there, and of ships."""
    places = [c.hex for c in pieces.colonies.values() if c.side == side]
    around = near[: len(places)]
    large = sum(len(MIXES[n % len(MIXES)]) > 5 for n in range(share))
    small = sum(len(MIXES[n % len(MIXES)]) for n in range(share) if len(MIXES[n % len(MIXES)]) <= 5)
    each, over = divmod(crews - small, large)
    for n in range(share):
        mix = MIXES[n % len(MIXES)]
        if len(mix) > 5:
            mix = tuple(mix[i % len(mix)] for i in range(each + (over > 0)))
            over -= 1
        hex_ = chance.choice(places if n % 3 else around)
        if "HF" in mix:
            hex_ = chance.choice(places)
        ships = tuple(ship(state, side, design, pieces) for design in mix)
        number = pieces.counters[f"fleet/{side}"] = pieces.counters.get(f"fleet/{side}", 0) + 1
        id_ = f"{side}-F{number}"
        under_way = None
        if n % 7 == 1:
            left = 4 * TURN - 8
            under_way = Transit(hex_, chance.choice(around), left, left + 5 + n % 9)
        mission: MissionKind = "patrol" if n % 2 else "none"
        pieces.fleets[id_] = Fleet(id_, side, f"Task Force {number}", hex_, ships, mission=mission, transit=under_way)


def ship(state: GameState, side: SideId, design: str, pieces: Pieces) -> str:
    """One more ship of a design; its key."""
    prefix = state.sides[side].designs[design].prefix
    number = pieces.counters[f"ship/{side}/{prefix}"] = pieces.counters.get(f"ship/{side}/{prefix}", 0) + 1
    key = f"{side}/{prefix}{number:02d}"
    pieces.ships[key] = Ship(key, side, design)
    return key


def ship_builds(side: SideId, colonies: list[Colony]) -> Iterator[Build]:
    """A ship under construction in each of the yards."""
    yards = [c for c in colonies if c.shipyard_bays >= 10][: len(colonies) // 6]
    for n, colony in enumerate(yards, 1):
        yield Build(f"{side}-B{n}", side, colony.id, "DD", 2, 224, 112, 25, 5, TURN - 2)


def orders_of(state: GameState, side: SideId) -> tuple[SignedOrder, ...]:
    """A busy sheet: two thirds of the fleets get orders, and some of everything else."""
    chance = Random(side)
    systems = state.cluster.systems
    mine = [f for f in state.fleets.values() if f.side == side]
    colonies = [c for c in state.colonies.values() if c.side == side]
    home = state.sides[side].home
    given: list[Order] = []
    for n, fleet in enumerate(mine):
        reach = [h for h in disk(state.cluster, fleet.hex, 8) if h in systems and h != fleet.hex]
        freight = any(state.ships[s].design == "HF" for s in fleet.ships)
        match n % 6:
            case 0 | 3:
                legs = tuple(Leg(chance.choice(reach)) for _ in range(1 + n % 3))
                given.append(MoveFleet(fleet.id, legs, n % 4))
            case 1:
                given.append(SetMission(fleet.id, "survey"))
            case 2 if freight:
                given += [LoadCargo(fleet.id, 200), MoveFleet(fleet.id, (Leg(chance.choice(reach)),))]
                given.append(FoundColony(fleet.id, fleet.hex, 3, 40))
            case 4:
                given.append(RenameFleet(fleet.id, f"Picket {n}"))
            case 5 if n % 24 < 12:
                given.append(SplitFleet(fleet.id, fleet.ships[:3], f"Detachment {n}"))
            case _:
                pass
    together = [(a, b) for a in mine for b in mine if a.hex == b.hex and a.id < b.id][: len(mine) // 25 + 1]
    given += [MergeFleets(a.id, b.id) for a, b in together]
    held = len(colonies)
    given += [ExpandColony(c.id, 60) for c in colonies[5 : 5 + held // 3]]
    yards = [c for c in colonies if c.shipyard_bays >= 20][: held // 8 + 1]
    given += [BuildUnits(c.id, "DD", 1, 10) for c in yards]
    given += [ContinueBuild(f"{side}-B{n}", 8, 40) for n in range(1, held // 12 + 1)]
    given += [BuildFacility(c.id, "shipyard", 2) for c in colonies[: held // 16 + 1]]
    given += [StartProject(f"Study {n}", home, 2, 100) for n in range(held // 30 + 1)]
    given += [FundProject(f"{side}-P{n}", 100) for n in range(1, held // 10 + 1)]
    given += [FreeText("Please send our envoys to whoever we meet."), Contingency("If attacked, withdraw.")]
    return tuple(SignedOrder(f"{side}-{TURN}-{n}", side, n, order) for n, order in enumerate(given, 1))
