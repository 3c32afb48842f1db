"""Campaigns for governors: the scenarios' empires on a small cluster, with homes near enough that they meet."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rules.cluster_war.model.state.common import HexId, Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Cluster, distance
from rules.cluster_war.model.worlds.cluster import generate
from rules.cluster_war.turn.setup.new_game import DICE_GAME, DICE_TURN, new_game
from rules.cluster_war.turn.setup.scenario import HOME_STARS, Scenario, load_scenario
from rules.dice import Dice
from rules.values import changed

ROOT: Final = Path(__file__).parents[5]
APART: Final = 9
"""Hexes between homes, at least."""
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
    rules = changed(found.settings, **changes)  # type: ignore[arg-type] # keywords are Settings' own fields
    return changed(found, settings=rules, sides=chosen)


def begun(found: Scenario, seed: int, *, turned: int = 0, apart: int = APART) -> GameState:
    """The first state, homes `apart` and no farther than they need be; `turned` gives each side the home of the one so many
    places after it."""
    homes = near_homes(found.settings, seed, len(found.sides), apart)
    homes = [homes[(n + turned) % len(homes)] for n in range(len(homes))]
    sides = tuple(changed(side, home=home) for side, home in zip(found.sides, homes, strict=True))
    return new_game(changed(found, sides=sides), seed_bytes(seed))


def near_homes(settings: Settings, seed: int, count: int, apart: int) -> list[HexId]:
    """Single stars fit for a home around the middle of the map, each at least so many hexes from those before."""
    cluster = generate(settings, Dice(seed_bytes(seed), DICE_GAME, DICE_TURN))
    middle = f"{(cluster.columns + 1) // 2:02}{(cluster.rows + 1) // 2:02}"
    fit = [s.hex for s in cluster.systems.values() if len(s.codes) == 1 and s.codes[0] in HOME_STARS and s.bodies]
    fit = [h for h in fit if distance(cluster, h, middle) >= apart // 2 and _inside(cluster, h)]
    chosen: list[HexId] = []
    for hex_ in sorted(fit, key=lambda h: (distance(cluster, h, middle), h)):
        if len(chosen) < count and all(distance(cluster, hex_, other) >= apart for other in chosen):
            chosen.append(hex_)
    assert len(chosen) == count, f"seed {seed}: {len(chosen)} homes"
    return chosen


def _inside(cluster: Cluster, hex_: HexId) -> bool:
    column, row = int(hex_[:2]), int(hex_[2:])
    return min(column, row, cluster.columns - column, cluster.rows - row) >= 5
