"""By which rules this program resolves turns, game by game.

A change of how a turn is resolved gives its game the next number (CONTRIBUTING.md). No rule is ever played in two ways.
"""

from collections.abc import Mapping
from typing import Final

RULESETS: Final[Mapping[str, str]] = {
    "cluster_war": "cluster-war-3/5",
    "pentagon_war": "pentagon-war/3",
    "air_force": "air-force/1",
}
"""By the name of the game's folder."""
