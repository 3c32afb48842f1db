"""A campaign's first state from a scenario and a seed (CW-3.0). The same two always give the same state."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.industry.drawings import on_template, start_templates
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, ColonyId, FleetId, HexId, Settings, ShipId, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony, Fleet, Ship
from rules.cluster_war.model.state.places import Cluster, StarSystem, distance, hex_at, sector_of
from rules.cluster_war.model.state.sides import Knowledge, Side, trait_level
from rules.cluster_war.model.unit_design.pricing import complete_design
from rules.cluster_war.model.unit_design.technology import with_own_drive
from rules.cluster_war.model.unit_design.wounded import crew_grade
from rules.cluster_war.model.worlds.cluster import SECTOR_HEXES, check_size, generate, world_name
from rules.cluster_war.model.worlds.homes import prepare_home
from rules.cluster_war.model.worlds.jump_map import (
    JUMP_MAP_COUNTER,
    draw_jump_map,
    has_transit_gear,
    needs_jump_map,
    widest_web,
)
from rules.cluster_war.model.worlds.terrain import next_weather, seen_weather, with_hole
from rules.cluster_war.turn.setup.scenario import Scenario, StartSide
from rules.cluster_war.turn.setup.start_kit import base_output, check_scenario, kit
from rules.cluster_war.turn.setup.starting_places import (
    StartingArea,
    home_system,
    place,
    salt,
    with_monopoles,
    with_nprs,
)
from rules.dice import Dice, Roller, format_salt
from rules.values import GameError, changed

DICE_GAME: Final = "generation"
DICE_TURN: Final = 0
SALT_DIGITS: Final = 32


def new_game(scenario: Scenario, seed: bytes) -> GameState:
    """The state before the first orders: cluster, homes, colonies, fleets, knowledge. `seed` has 32 bytes.

    All rolls are `Dice(seed, "generation", 0)`'s. GameError if the scenario breaks a rule or finds no room.
    """
    check_scenario(scenario)
    dice = Dice(seed, DICE_GAME, DICE_TURN)
    cluster = _cluster(scenario, dice)
    homes, theirs = _homes(scenario, cluster, dice, _linked(scenario, cluster, dice))
    sides: dict[SideId, Side] = {}
    for start in scenario.sides:
        cluster, orbit = _with_home(scenario, cluster, start, homes[start.id])
        sides[start.id] = _side(start, homes[start.id], orbit, _salt(dice, start.id), scenario.settings)
    colonies: dict[ColonyId, Colony] = {}
    for start in scenario.sides:
        for colony in _colonies(scenario, cluster, start, sides, homes):
            if colony.id in colonies:
                raise GameError(f"Two colonies would begin on orbit {colony.orbit} of {colony.hex}.")
            colonies[colony.id] = colony
    shown = needs_jump_map(sides.values(), scenario.settings)
    if scenario.settings.jump_map != "never":
        cluster = changed(cluster, links=draw_jump_map(cluster, dice, scenario.settings))
    cluster, colonies = with_monopoles(cluster, sides.values(), colonies, scenario.settings)
    state = GameState(
        turn=scenario.turn,
        settings=scenario.settings,
        cluster=cluster,
        sides=sides,
        colonies=colonies,
        fleets={},
        ships={},
        builds={},
        projects={},
        knowledge={},
        trade=scenario.trade,
    )
    state = with_nprs(state, scenario.others, theirs, scenario.home_max_cp, dice)
    state = _with_fleets(state, scenario.sides)
    if shown:
        state = changed(state, counters={**state.counters, JUMP_MAP_COUNTER: 1})
    state = changed(state, weather=next_weather(state, dice, str))
    knowledge = {start.id: _knowledge(state, start) for start in scenario.sides}
    return changed(state, knowledge=knowledge)


def _cluster(scenario: Scenario, dice: Roller) -> Cluster:
    """The map, with the systems that the scenario fixes laid over it."""
    settings = scenario.settings
    if scenario.map == "generated":
        cluster = generate(settings, dice)
    else:
        check_size(settings)
        cluster = Cluster(settings.sectors_across * SECTOR_HEXES, settings.sectors_down * SECTOR_HEXES, {})
    fixed: dict[HexId, StarSystem] = {}
    for system in scenario.systems:
        hex_at(cluster.columns, cluster.rows, system.hex)
        before = cluster.systems.get(system.hex)
        fixed[system.hex] = changed(system, name=system.name or (before.name if before else ""))
    systems = {h: with_hole(system, settings) for h, system in {**cluster.systems, **fixed}.items()}
    return changed(cluster, systems=dict(sorted(systems.items())))


def _linked(scenario: Scenario, cluster: Cluster, dice: Roller) -> frozenset[HexId]:
    """Where empires may begin of which one goes from warp point to warp point: where these lead far (docs/rulings, R-230)."""
    if scenario.settings.jump_map == "never":
        return frozenset()
    if not any(has_transit_gear(start) for start in scenario.sides if not start.home):
        return frozenset()
    return widest_web(draw_jump_map(cluster, dice, scenario.settings))


def _homes(
    scenario: Scenario, cluster: Cluster, dice: Roller, among: Collection[HexId]
) -> tuple[dict[SideId, HexId], Mapping[SideId, HexId]]:
    """Every side's home hex, and those of the GM's races; which side gets which of the chosen ones is rolled for."""
    homes = {side.id: side.home for side in scenario.sides if side.home}
    open_sides = [side.id for side in scenario.sides if not side.home]
    all_homes = {side.id: side.home for side in scenario.sides}
    mine, theirs = place(cluster, all_homes, scenario.others, scenario.home_stars, scenario.placement, among)
    places = list(mine)
    for side in open_sides:
        homes[side] = places.pop(dice.roll(f"setup/home/{side}", len(places)).total - 1)
    return homes, theirs


def _with_home(scenario: Scenario, cluster: Cluster, start: StartSide, home: HexId) -> tuple[Cluster, int]:
    """The cluster with the side's home world made, unless the scenario placed it; and its orbit."""
    system = home_system(cluster, start.name, home)
    if start.home_orbit:
        if all(body.orbit != start.home_orbit for body in system.bodies):
            raise GameError(f"{start.name} cannot begin on orbit {start.home_orbit} of {home}: nothing is there.")
        return cluster, start.home_orbit
    made, orbit = prepare_home(system, start.race, scenario.home_max_cp, scenario.settings)
    return changed(cluster, systems={**cluster.systems, home: made}), orbit


def _side(start: StartSide, home: HexId, orbit: int, salt: str, settings: Settings) -> Side:
    templates = start_templates(start.templates, start.designs)
    designs = {key: on_template(templates, complete_design(d, settings)) for key, d in start.designs.items()}
    return Side(
        id=start.id,
        name=start.name,
        colour=start.colour,
        race=with_own_drive(start.race, start.designs.values(), settings),
        home=home,
        home_orbit=orbit,
        treasury=start.treasury,
        designs=designs,
        technologies=start.technologies,
        salt=salt,
        templates=templates,
    )


def _salt(dice: Roller, side: SideId) -> str:
    """A side's secret letters; its seat has not changed hands yet."""
    return format_salt(0, salt(dice, side, SALT_DIGITS))


def _colonies(
    scenario: Scenario,
    cluster: Cluster,
    start: StartSide,
    sides: Mapping[SideId, Side],
    homes: Mapping[SideId, HexId],
) -> Iterable[Colony]:
    """The home world and the first colonies: together the base output that the race starts with (CW-3.0-03)."""
    side, settings = sides[start.id], scenario.settings
    home = (side.home, side.home_orbit)
    total = base_output(start.race, settings)
    wished = sum(wish.cps for wish in start.wishes)
    usual = total if start.colonies else min(total // 2, total - wished)
    size = start.home_size or max(1, min(scenario.home_max_cp, usual))
    yield _home_world(start, cluster, home, size, kit(settings, "training base size"))
    placed = [(c.hex, c.orbit, c.size, c.name) for c in start.colonies]
    if not placed and total > size:
        foreign = [h for other, h in homes.items() if other != start.id]
        near = StartingArea(cluster, settings, start.race, home, foreign)
        placed = list(near.wished(start.wishes))
        taken = [(hex_, orbit) for hex_, orbit, _, _ in placed]
        rest = total - size - sum(cps for _, _, cps, _ in placed)
        placed += [(*world, "") for world in near.colonies(rest, taken)]
    for hex_, orbit, cps, name in placed:
        system = _settled(cluster, start.name, hex_, orbit, cps)
        named = name or world_name(system.name or hex_, orbit)
        yield Colony(id=f"{hex_}-{orbit}", side=start.id, name=named, hex=hex_, orbit=orbit, size=cps)


def _home_world(start: StartSide, cluster: Cluster, home: tuple[HexId, int], size: int, training: int) -> Colony:
    """The home world with its facilities, and the free training base on it (CW-3.0-04)."""
    built = start.facilities
    bases = [(start.designs[d], n) for d, n in built.garrison.items() if start.designs[d].kind == "base"]
    _settled(cluster, start.name, *home, size)
    return Colony(
        id=f"{home[0]}-{home[1]}",
        side=start.id,
        name=start.home_name,
        hex=home[0],
        orbit=home[1],
        size=size,
        shipyard_bays=built.shipyard_bays + sum(d.shipyard_bays * n for d, n in bases),
        light_industry=built.light_industry + sum(d.light_industry * n for d, n in bases),
        heavy_industry=built.heavy_industry,
        training=training + built.training + sum(d.training * n for d, n in bases),
        science_stations=built.science_stations + sum(d.science_stations * n for d, n in bases),
        garrison={d: n for d, n in built.garrison.items() if n},
    )


def _settled(cluster: Cluster, owner: str, hex_: HexId, orbit: int, size: int) -> StarSystem:
    """The system of a colony to be; GameError unless that world is there and holds so many CPs (CW-5.0-02)."""
    system = cluster.systems.get(hex_)
    body = next((b for b in system.bodies if b.orbit == orbit), None) if system else None
    if system is None or body is None:
        raise GameError(f"{owner} cannot have a colony at {hex_}, orbit {orbit}: no world is there.")
    if size > body.max_cp:
        raise GameError(
            f"{owner}'s colony at {hex_}, orbit {orbit}, has {size} CPs; the world holds {body.max_cp}.",
            rule="CW-5.0-02",
        )
    return system


def _with_fleets(state: GameState, starts: Sequence[StartSide]) -> GameState:
    fleets: dict[FleetId, Fleet] = {}
    ships: dict[ShipId, Ship] = {}
    counters: dict[str, int] = {}

    def number(counter: str) -> int:
        counters[counter] = counters.get(counter, 0) + 1
        return counters[counter]

    for start in starts:
        for begun in start.fleets:
            here = begun.hex or state.sides[start.id].home
            hex_at(state.cluster.columns, state.cluster.rows, here)
            members: list[ShipId] = []
            for design in (start.designs[d] for d, n in begun.ships.items() for _ in range(n)):
                key = f"{start.id}/{design.prefix}{number(f'ship/{start.id}/{design.prefix}'):02d}"
                ships[key] = Ship(id=key, side=start.id, design=design.id, grade=crew_grade(design))
                members.append(key)
            if members:
                name = f"{start.id}-F{number(f'fleet/{start.id}')}"
                fleets[name] = Fleet(name, start.id, begun.name, here, tuple(members), mission=begun.mission)
    return changed(state, fleets=fleets, ships=ships, counters=counters)


def _knowledge(state: GameState, start: StartSide) -> Knowledge:
    """Surveys of the systems in the first supply grid, of what the scenario names, and of sectors bought (CW-3.0-01)."""
    grid = supply_grid(state, start.id)
    surveyed = {*grid, *start.surveyed, *_sectors(state, start)}
    week = (state.turn - 1) * WEEKS_PER_TURN
    systems = {
        h: known_as(state.cluster.systems[h], "surveyed", state.turn)
        for h in sorted(surveyed & set(state.cluster.systems))
    }
    weather = {hex_: seen_weather(state, hex_, state.turn) for hex_ in state.weather if hex_ in grid}
    return Knowledge(systems=systems, seen=dict.fromkeys(sorted(grid), week), weather=weather)


def _sectors(state: GameState, start: StartSide) -> set[HexId]:
    """The systems of the sectors a race has surveyed: its home's, then those whose stars lie nearest (CW-3.1-33)."""
    bought = trait_level(start.race.bonuses, "Sector Survey")
    if not bought:
        return set()
    home = state.sides[start.id].home
    sectors: dict[tuple[int, int], list[HexId]] = {}
    for here in state.cluster.systems:
        sectors.setdefault(sector_of(state.cluster, here), []).append(here)
    own = sector_of(state.cluster, home)
    nearest = sorted(sectors, key=lambda s: (s != own, min(distance(state.cluster, home, h) for h in sectors[s]), s))
    return {h for sector in nearest[:bought] for h in sectors[sector]}
