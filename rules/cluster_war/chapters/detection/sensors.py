"""What a side has in view now, how good its sensors and cloaks are, where its reports come home at once, and who sees rifts
and changed stars (12.0, CW-4.0-09, CW-12.0-04, CW-12.0-09, CW-12.1-02, CW-13.0-01, CW-13.0-02, CW-13.0-09).

No signal is faster than light: beyond the supply grid news goes by ship. Worm holes pass signals on, as does what the game master
has attached to a technology.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.movement.travel_time import weeks
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.events.detection import RiftDetected
from rules.cluster_war.model.race_design.effects import levels_of
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, Settings, SideId, overrides_of, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Fleet
from rules.cluster_war.model.state.places import StarSystem, disk, distance, grid_of
from rules.cluster_war.model.state.register import things_of
from rules.cluster_war.model.state.sides import CommEffect, Race, Side, Signals, has_trait
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.drive_kinds import SECOND_STAGE, hexes_a_month
from rules.cluster_war.model.unit_design.pricing import ROSTER_PARTS
from rules.cluster_war.model.unit_design.wounded import has_whole, sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import known_links
from rules.values import Cause, changed

SENSOR_TECH_TABLE: Final = "CW-TAB-SENSOR-TECH"
DETECTION_TABLE: Final = "CW-TAB-DETECTION"
CLOAKING_TECHNOLOGY: Final = "Cloaking Technology"
BASIC_CLOAK: Final = "basic cloak"
Use: TypeAlias = Literal["against cloaks", "reach"]
NO_ROUTE_WEEKS: Final = 1_000_000
"""The week in which news comes home that no ship of the side's can carry."""
RELAYS: Final = ("wormhole", "held")
OLD_LIGHT: Final = "CW-12.1-02"


def is_full(settings: Settings) -> bool:
    """Whether cloaks hide everybody and ships may vanish; otherwise cloaks hide raiders alone."""
    return settings.detection == "full"


def number(what: str, settings: Settings) -> int:
    """A number of CW-TAB-DETECTION by its situation; 0 where there is no such row."""
    table = tables(settings)[DETECTION_TABLE]
    return table.number(what, "levels") if what in table.keys else 0


def lrs_level(owner: Side, settings: Settings, use: Use = "against cloaks") -> int:
    """The level of a side's long range sensors: what it began with, and what it has learned by research (CW-12.0-09)."""
    return owner.lrs_level + (researched_levels(owner, settings, use) if is_full(settings) else 0)


def cloak_level(owner: Side, settings: Settings) -> int:
    """The level of a side's cloaks: the basic one, and one more for each further level of its technology (CW-12.0-09)."""
    known = _levels(owner.race, owner.technologies, overrides_of(settings)).get(CLOAKING_TECHNOLOGY, 0)
    return number(BASIC_CLOAK, settings) + max(0, known - 1)


def researched_levels(owner: Side, settings: Settings, use: Use) -> int:
    """Levels of LRS that a side's technologies add, by CW-TAB-SENSOR-TECH."""
    known, table = _levels(owner.race, owner.technologies, overrides_of(settings)), tables(settings)[SENSOR_TECH_TABLE]
    names = {name.casefold(): level for name, level in known.items()}
    return sum(names.get(name.casefold(), 0) * table.number(name, use) for name in table.keys)


@lru_cache(maxsize=512)
def _levels(race: Race, technologies: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> dict[str, int]:
    return dict(levels_of(race, technologies, Settings(overrides=dict(overrides))))


def sight(
    world: GameState | TurnState,
    side: SideId,
    grid: frozenset[HexId] | None = None,
    within: frozenset[HexId] | None = None,
) -> frozenset[HexId]:
    """The hexes a side has in view: supply grids, own units' and colonies' hexes, LRS range (CW-12.0-04, CW-12.0-06).

    `grid` is the side's supply grid where the caller has it already. Fleets in FTL space see nothing. A base with LRS
    in a colony's garrison sees as far as a ship with LRS. In open play everybody sees the whole board (CW-4.1-01). With `within`
    only what forces in those hexes see counts.
    """
    if world.settings.open_play:
        return every_hex(world.cluster.columns, world.cluster.rows)
    owner = world.sides[side]
    reach = lrs_range(world, side)
    found = set(supply_grid(world, side) if grid is None else grid)
    watching = {design.id for design in owner.designs.values() if design.lrs > 0}
    posts: set[HexId] = (
        set()
    )  # where somebody has LRS: of a hex with one such fleet the others need not be looked through
    for fleet in things_of(world.fleets, side):
        if fleet.transit is None and (within is None or fleet.hex in within):
            found.add(fleet.hex)
            if fleet.hex not in posts and has_lrs(world, fleet):
                posts.add(fleet.hex)
    for colony in things_of(world.colonies, side):
        found.add(colony.hex)
        if colony.garrison and any(colony.garrison[d] > 0 for d in watching & colony.garrison.keys()):
            posts.add(colony.hex)
    for post in posts:
        found.update(disk(world.cluster, post, reach))
    for base in world.bases.values():
        if base.side == side and not base.towed_by and (within is None or base.hex in within):
            watched = base.ready <= world.turn and base.design in watching and sound(owner.designs, base).lrs > 0
            found.update(disk(world.cluster, base.hex, reach if watched else 0))
    return frozenset(found)


@lru_cache(maxsize=16)
def every_hex(columns: int, rows: int) -> frozenset[HexId]:
    """All hexes of a map."""
    grid = grid_of(columns, rows)
    return frozenset(grid.number(here) for here in grid.all_hexes())


def lrs_range(world: GameState | TurnState, side: SideId) -> int:
    """How many hexes around itself a side's LRS reach: the campaign's range, and one more a level (CW-12.0-04)."""
    return world.settings.lrs_range + max(0, lrs_level(world.sides[side], world.settings, "reach") - 1)


def has_lrs(world: GameState | TurnState, fleet: Fleet) -> bool:
    """Whether any ship of a fleet has LRS that work."""
    designs, ships = world.sides[fleet.side].designs, world.ships
    hurt = []
    for key in fleet.ships:
        ship = ships[key]
        if designs[ship.design].lrs > 0:
            if has_whole(ship, ROSTER_PARTS["lrs"]):
                return True
            hurt.append(ship)
    return any(sound(designs, ship).lrs > 0 for ship in hurt)


def sensor_reach(view: View, side: SideId) -> frozenset[HexId]:
    """The hexes that the long range sensors of a view's side reach now, or for the game master those of any side (CW-12.0-04)."""
    owner = view.me if view.me is not None and view.me.id == side else view.sides.get(side)
    if owner is None:
        return frozenset()
    reach = view.settings.lrs_range + max(0, lrs_level(owner, view.settings, "reach") - 1)
    watching = {design.id for design in owner.designs.values() if design.lrs > 0}
    posts = [
        fleet.hex
        for fleet in view.fleets.values()
        if fleet.side == side
        and fleet.transit is None
        and any(sound(owner.designs, view.ships[key]).lrs > 0 for key in fleet.ships)
    ]
    posts += [
        colony.hex
        for colony in view.colonies.values()
        if colony.side == side and any(count > 0 and d in watching for d, count in colony.garrison.items())
    ]
    posts += [
        base.hex
        for base in view.bases.values()
        if base.side == side and not base.towed_by and base.ready <= view.turn and sound(owner.designs, base).lrs > 0
    ]
    return frozenset(hex_ for post in posts for hex_ in disk(view, post, reach))


def by_courier(settings: Settings) -> bool:
    """Whether reports from beyond the grid take their time."""
    return settings.news == "by-courier" and not settings.open_play


def amount_of(signals: Signals, owner: Side, effect: CommEffect) -> int:
    """What a side's communications technologies come to, by the game master's word (CW-13.0-09)."""
    known = {name.casefold() for name in owner.technologies}
    return sum(
        each.amount
        for each in signals.effects
        if each.effect == effect
        and (each.technology.casefold() in known or has_trait(owner.technologies, each.technology))
    )


def network(world: GameState | TurnState, side: SideId) -> frozenset[HexId]:
    """The hexes from which reports come home at once: the supply grid, what worm holes join to it (CW-13.0-02), and what relays
    of a better technology reach."""
    if not by_courier(world.settings):
        return every_hex(world.cluster.columns, world.cluster.rows)
    owner = world.sides[side]
    grid = set(supply_grid(world, side))
    far = amount_of(world.signals, owner, "relay")
    found = {near for hex_ in grid for near in disk(world.cluster, hex_, far)} if far else grid
    if world.settings.natural_wormholes != "none":
        for _ in range(2):
            for link in known_links(world.cluster, owner, world.knowledge[side]):
                if link.kind in RELAYS and {link.a, link.b} & found:
                    found |= {link.a, link.b}
    return frozenset(found)


def courier_weeks(world: GameState | TurnState, side: SideId, hex_: HexId, home: frozenset[HexId]) -> int:
    """Weeks that news from a hex takes: the side's fastest ship to the nearest hex of its network, less what technology saves; at
    least one. `NO_ROUTE_WEEKS` for a side without a ship that travels, or without a place to report to."""
    far = min((distance(world.cluster, hex_, other) for other in home), default=0)
    owner = world.sides[side]
    flown = {ship.design for ship in world.ships.values() if ship.side == side}
    taken = [found for key in sorted(flown) if (found := _weeks(owner.designs[key], far, world.settings))]
    if not far or not taken:
        return 0 if home and not far else NO_ROUTE_WEEKS
    return max(1, min(taken) - amount_of(world.signals, owner, "couriers"))


def _weeks(design: Design, far: int, settings: Settings) -> int:
    """Weeks that a design takes over so many hexes; 0 if it does not travel by itself."""
    if not far or not design.drive:
        return 0
    if design.ftl == SECOND_STAGE:
        return weeks(far, design.drive, settings)
    speed = hexes_a_month(design, settings)
    return -(-far * WEEKS_PER_TURN // speed) if speed else WEEKS_PER_TURN


def watchers(turn: TurnState, hex_: HexId) -> tuple[SideId, ...]:
    """The sides that have a hex in view, as far as what is seen there is home at once (CW-13.0-02)."""
    found = []
    for side in sorted(turn.sides):
        within = network(turn, side) if by_courier(turn.settings) else None
        if hex_ in sight(turn, side, within=within):
            found.append(side)
    return tuple(found)


def keep_light(
    turn: TurnState, sides: Iterable[SideId], hex_: HexId, before: tuple[str, ...], now: tuple[str, ...]
) -> None:
    """The maps of these sides go on showing what a hex held before; a map whose light is that of the new thing needs no note."""
    for side in sides:
        stars = turn.knowledge[side].stars
        light = stars.get(hex_, before)
        kept = {h: codes for h, codes in stars.items() if h != hex_}
        turn.learn(side, stars=kept if light == now else {**kept, hex_: light})


def put_star(turn: TurnState, hex_: HexId, codes: tuple[str, ...]) -> tuple[SideId, ...]:
    """Something else is in a hex from now on, nothing without codes; the sides that see it at once. The others' maps go on
    showing the old light (CW-12.1-02, ruling R-155)."""
    system = turn.cluster.systems.get(hex_)
    systems = {h: found for h, found in turn.cluster.systems.items() if h != hex_}
    if codes:
        systems[hex_] = changed(system, codes=codes) if system is not None else StarSystem(hex_, codes)
    told = watchers(turn, hex_)
    for side in told:
        see_now(turn, side, hex_, worlds=bool(codes))
    before = system.codes if system is not None else ()
    keep_light(turn, [side for side in sorted(turn.sides) if side not in told], hex_, before, codes)
    turn.cluster = changed(turn.cluster, systems=dict(sorted(systems.items())))
    return told


def see_now(turn: TurnState, side: SideId, hex_: HexId, *, worlds: bool) -> None:
    """A side's map shows what is in a hex now; without `worlds` any more, its survey sheet has none either."""
    known = turn.knowledge[side]
    if hex_ in known.stars:
        turn.learn(side, stars={h: codes for h, codes in known.stars.items() if h != hex_})
    entry = known.systems.get(hex_)
    if entry is not None and entry.bodies and not worlds:
        turn.learn(side, systems={**known.systems, hex_: changed(entry, bodies=(), notes=())})


def show_rifts(turn: TurnState, _week: int) -> None:
    """Tell every side of the week's rifts of others that lie in its view; both ends open as the ships leave."""
    torn = sorted(turn.rifts, key=lambda r: (r.hex, r.exit, r.due))
    if not torn:
        return
    for side in sorted(turn.sides):
        foreign = [rift for rift in torn if rift.side != side]
        view = sight(turn, side) if foreign else frozenset()
        for rift in foreign:
            if rift.hex in view:
                cause = Cause("CW-4.0-09")
                turn.tell_side(
                    RiftDetected(side, rift.hex, rift.exit, rift.week, rift.due if rift.exit else 0, cause=cause)
                )
