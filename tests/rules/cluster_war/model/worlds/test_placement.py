"""Where races begin: players spread or in the corners, or in the gaps between other races (CW-19.0-14, CW-19.0-15)."""

from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest

from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Cluster, distance
from rules.cluster_war.model.worlds.homes import NEAR_HEXES, choose_homes
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import HOME_STARS, Scenario, load_scenario, read_scenario
from rules.cluster_war.turn.setup.starting_places import StartNpr
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed

FILE = Path(__file__).parents[5] / "scenarios" / "four_empires.toml"
SEED = bytes(range(32))
OTHERS = tuple(StartNpr(name, gross=200 + 50 * n) for n, name in enumerate(("Hive", "Guild", "Monks")))


@lru_cache(maxsize=8)
def scenario(placement: str, *others: StartNpr) -> Scenario:
    """The four empires, set up in this way with these other races."""
    return changed(load_scenario(FILE), placement=placement, others=others)  # type: ignore[arg-type] # a placement's name


@lru_cache(maxsize=8)
def game(placement: str, *others: StartNpr) -> GameState:
    """The campaign begun."""
    return new_game(scenario(placement, *others), SEED)


def homes(state: GameState) -> list[HexId]:
    """The players' homes."""
    return [side.home for side in state.sides.values()]


def least(cluster: Cluster, places: list[HexId]) -> int:
    """The least distance between any two."""
    return min(distance(cluster, a, b) for a, b in combinations(places, 2))


@pytest.mark.rule("CW-19.0-14")
def test_players_in_the_corners() -> None:
    state = game("corners", *OTHERS)
    c = state.cluster
    ends = ["0101", f"{c.columns:02}{c.rows:02}", f"{c.columns:02}01", f"01{c.rows:02}"]
    found = homes(state)
    for corner in ends:
        nearest = min(distance(c, corner, home) for home in found)
        assert nearest <= c.columns // 4 + 3, (corner, nearest)
    assert len({min(ends, key=lambda e: distance(c, e, home)) for home in found}) == 4, "one in each"
    assert set(homes(game("spread"))) != set(found) or least(c, found) == least(c, homes(game("spread")))


@pytest.mark.rule("CW-19.0-14")
def test_players_close_together_around_the_middle() -> None:
    state = game("near", *OTHERS)
    c, found = state.cluster, homes(state)
    middle = f"{(c.columns + 1) // 2:02}{(c.rows + 1) // 2:02}"
    assert least(c, found) == NEAR_HEXES
    assert max(distance(c, middle, home) for home in found) <= 3 * NEAR_HEXES
    assert all(distance(c, npr.home, home) > NEAR_HEXES for npr in state.nprs.values() for home in found)
    assert max(distance(c, a, b) for a, b in combinations(found, 2)) < least(c, homes(game("spread")))
    few = changed(c, systems={h: c.systems[h] for h in sorted(c.systems, key=lambda h: distance(c, middle, h))[:12]})
    fit = [h for h, s in few.systems.items() if len(s.codes) == 1 and s.codes[0] in HOME_STARS and s.bodies]
    assert set(choose_homes(few, len(fit), HOME_STARS, near=True)) == set(fit), "nearer where there is no other room"


@pytest.mark.rule("CW-19.0-14")
def test_players_in_the_gaps_between_races_placed_first() -> None:
    state = game("gaps", *OTHERS)
    theirs = [npr.home for npr in state.nprs.values()]
    alone = new_game(changed(load_scenario(FILE), sides=load_scenario(FILE).sides[:3]), SEED)
    assert len(theirs) == 3
    assert least(state.cluster, theirs) >= least(state.cluster, homes(game("spread", *OTHERS))) - 12
    assert least(state.cluster, homes(state) + theirs) >= 8, "nobody begins next to anybody"
    assert set(theirs) == set(homes(alone)), "the other races have the places that three empires would take"


@pytest.mark.rule("CW-19.0-14", "CW-19.0-16")
def test_races_of_a_scenario_are_there_and_nobody_knows_of_them() -> None:
    state, without = game("spread", *OTHERS), game("spread")
    assert {npr.name: npr.gross for npr in state.nprs.values()} == {"Hive": 200, "Guild": 250, "Monks": 300}
    assert all(npr.colonies[0].hex == npr.home and npr.salt for npr in state.nprs.values())
    assert len({npr.salt for npr in state.nprs.values()}) == 3
    assert homes(state) == homes(without), "and players begin where they would without them"
    for side in state.sides:
        assert view_for(state, side) == view_for(without, side)


@pytest.mark.rule("CW-19.0-15")
def test_a_home_system_is_made_to_fit_its_race() -> None:
    state = game("spread", StartNpr("Frost", home_step="5255"))
    frost = state.nprs["frost"]
    worlds = {b.orbit: b.step for b in state.cluster.systems[frost.home].bodies}
    assert worlds[frost.colonies[0].orbit] == "5255"
    for side in state.sides.values():
        made = {b.orbit: b.step for b in state.cluster.systems[side.home].bodies}
        assert made[side.home_orbit] == side.race.home_step


@pytest.mark.rule("CW-19.0-16")
def test_a_scenario_file_holds_profiles_and_the_way_of_placement() -> None:
    import tomllib  # noqa: PLC0415 # only here is a file read as it is written

    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    read = read_scenario(
        {**data, "placement": "gaps", "other": [{"name": "Hive", "pace": "fast", "story": "Old", "colour": "#112233"}]}
    )
    assert read.placement == "gaps"
    assert read.others == (StartNpr("Hive", pace="fast", story="Old", colour=0x112233),)
    for bad in ({"placement": "anywhere"}, {"other": [{"name": "X", "pace": "warp"}]}, {"other": [{"gross": 1}]}):
        with pytest.raises(GameError, match="must be"):
            read_scenario({**data, **bad})


def test_what_cannot_be_placed_is_refused() -> None:
    for others, told in (
        ((StartNpr("Hive", home="9999"),), "9999"),
        ((StartNpr("Humans"),), "id of its own"),
        ((StartNpr("Hive"), StartNpr("hive")), "called"),
    ):
        with pytest.raises(GameError, match=told):
            new_game(scenario("spread", *others), SEED)
