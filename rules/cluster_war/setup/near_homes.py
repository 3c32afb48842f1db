"""Homes for a campaign of few: near enough to each other that its empires meet within the first year."""

from dataclasses import replace
from typing import Final

from rules.cluster_war.setup.new_game import DICE_GAME, DICE_TURN
from rules.cluster_war.setup.scenario import HOME_STARS, Scenario
from rules.cluster_war.state.geometry import distance
from rules.cluster_war.state.names import HexId
from rules.cluster_war.state.places import Cluster
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.worlds.generation.cluster import generate
from rules.dice import Dice
from rules.errors import GameError

APART: Final = 9
"""Hexes between homes, at least."""
MARGIN: Final = 5
"""Hexes that a home keeps from the edges of the map."""


def with_near_homes(scenario: Scenario, seed: bytes, *, turned: int = 0, apart: int = APART) -> Scenario:
    """The scenario with its homes `apart` and no farther than they need be, on the map that this seed of 32 bytes makes; `turned`
    gives each side the home of the one so many places after it. GameError if the map has no room for them."""
    homes = near_homes(scenario.settings, seed, len(scenario.sides), apart)
    homes = [homes[(n + turned) % len(homes)] for n in range(len(homes))]
    sides = tuple(replace(side, home=home) for side, home in zip(scenario.sides, homes, strict=True))
    return replace(scenario, sides=sides)


def near_homes(settings: Settings, seed: bytes, count: int, apart: int) -> list[HexId]:
    """Single stars fit for a home around the middle of the map, each at least so many hexes from those before; GameError if there
    are too few."""
    cluster = generate(settings, Dice(seed, DICE_GAME, DICE_TURN))
    middle = f"{(cluster.columns + 1) // 2:02}{(cluster.rows + 1) // 2:02}"
    fit = [s.hex for s in cluster.systems.values() if len(s.codes) == 1 and s.codes[0] in HOME_STARS and s.bodies]
    fit = [h for h in fit if distance(cluster, h, middle) >= apart // 2 and _inside(cluster, h)]
    chosen: list[HexId] = []
    for hex_ in sorted(fit, key=lambda h: (distance(cluster, h, middle), h)):
        if len(chosen) < count and all(distance(cluster, hex_, other) >= apart for other in chosen):
            chosen.append(hex_)
    if len(chosen) < count:
        raise GameError(f"This map has room for {len(chosen)} homes so near each other, not for {count}.")
    return chosen


def _inside(cluster: Cluster, hex_: HexId) -> bool:
    column, row = int(hex_[:2]), int(hex_[2:])
    return min(column, row, cluster.columns - column, cluster.rows - row) >= MARGIN
