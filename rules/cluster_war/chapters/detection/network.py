"""Where a side's reports come home at once, and how long others take (CW-13.0-01, CW-13.0-02, CW-13.0-09).

No signal is faster than light: beyond the supply grid news goes by ship. Worm holes pass signals on, as does what the game master
has attached to a technology.
"""

from typing import Final

from rules.cluster_war.chapters.detection.sensors import every_hex
from rules.cluster_war.chapters.movement.travel_time import weeks
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.geometry import disk, distance
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, HexId, SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.signals import CommEffect, Signals
from rules.cluster_war.model.state.traits import has_trait
from rules.cluster_war.model.unit_design.drive_kinds import SECOND_STAGE, hexes_a_month
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.links import known_links

NEVER: Final = 1_000_000
"""The week in which news comes home that no ship of the side's can carry."""
RELAYS: Final = ("wormhole", "held")


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
    least one. `NEVER` for a side without a ship that travels, or without a place to report to."""
    far = min((distance(world.cluster, hex_, other) for other in home), default=0)
    owner = world.sides[side]
    flown = {ship.design for ship in world.ships.values() if ship.side == side}
    taken = [found for key in sorted(flown) if (found := _weeks(owner.designs[key], far, world.settings))]
    if not far or not taken:
        return 0 if home and not far else NEVER
    return max(1, min(taken) - amount_of(world.signals, owner, "couriers"))


def _weeks(design: Design, far: int, settings: Settings) -> int:
    """Weeks that a design takes over so many hexes; 0 if it does not travel by itself."""
    if not far or not design.drive:
        return 0
    if design.ftl == SECOND_STAGE:
        return weeks(far, design.drive, settings)
    speed = hexes_a_month(design, settings)
    return -(-far * WEEKS_PER_TURN // speed) if speed else WEEKS_PER_TURN
