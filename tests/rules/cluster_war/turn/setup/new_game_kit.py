"""Games begun from the shipped scenarios, for the tests of how campaigns begin."""

from functools import lru_cache
from pathlib import Path

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Body
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import Scenario, StartSide, load_scenario
from rules.values import changed

FOLDER = Path(__file__).parents[5] / "scenarios"
SEED = bytes(range(32))
USUAL = Settings()
FOUR = ("humans", "vermin", "dominators", "oolab")
SHIPPED = ("four_empires", "six_empires", "duel_small", "bland_star")


@lru_cache(maxsize=8)
def scenario(name: str) -> Scenario:
    """A shipped scenario."""
    return load_scenario(FOLDER / f"{name}.toml")


@lru_cache(maxsize=8)
def game(name: str) -> GameState:
    """A shipped scenario begun with the usual seed."""
    return new_game(scenario(name), SEED)


def start(name: str, side: str) -> StartSide:
    """One side of a shipped scenario."""
    return next(s for s in scenario(name).sides if s.id == side)


def home_world(state: GameState, side: str) -> Body:
    """The body a side calls home."""
    owner = state.sides[side]
    return next(b for b in state.cluster.systems[owner.home].bodies if b.orbit == owner.home_orbit)


def with_side(name: str, side: str, **changes: object) -> Scenario:
    """A shipped scenario with one side changed."""
    base = scenario(name)
    sides = tuple(changed(s, **changes) if s.id == side else s for s in base.sides)  # type: ignore[arg-type] # fields by name
    return changed(base, sides=sides)
