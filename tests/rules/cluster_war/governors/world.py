"""Campaigns for governors: the scenarios' empires on a small cluster, with homes near enough that they meet."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rules.cluster_war.setup.near_homes import APART, with_near_homes
from rules.cluster_war.setup.new_game import new_game
from rules.cluster_war.setup.scenario import Scenario, load_scenario
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.names import SideId

ROOT: Final = Path(__file__).parents[4]
PLAYED: Final = {"battles": "quick", "encounters": "played"}


def seed_bytes(seed: int) -> bytes:
    """A number as the seed of a campaign."""
    return seed.to_bytes(32, "big")


def scenario(name: str, sides: Sequence[SideId] = (), **settings: object) -> Scenario:
    """A scenario of the house on the smallest cluster, for some of its sides (all without `sides`); battles settled by numbers,
    encounters played, so that nobody waits for a game master."""
    found = load_scenario(ROOT / "scenarios" / f"{name}.toml")
    chosen = tuple(s for s in found.sides if not sides or s.id in sides)
    changes = {"sectors_across": 5, "sectors_down": 5, **PLAYED, **settings}
    rules = replace(found.settings, **changes)  # type: ignore[arg-type] # keywords are Settings' own fields
    return replace(found, settings=rules, sides=chosen)


def begun(found: Scenario, seed: int, *, turned: int = 0, apart: int = APART) -> GameState:
    """The first state, homes `apart` and no farther than they need be; `turned` gives each side the home of the one so many
    places after it."""
    return new_game(with_near_homes(found, seed_bytes(seed), turned=turned, apart=apart), seed_bytes(seed))
