"""How campaigns begin: homes, first colonies and what each side knows (CW-3.0)."""

import re

import pytest

from rules.cluster_war.model.economy.supply import components, supply_grid
from rules.cluster_war.model.state.places import distance, sector_of
from rules.cluster_war.model.worlds.step_codes import multiple
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import StartColony
from rules.values import GameError, changed
from tests.rules.cluster_war.turn.setup.new_game_kit import (
    FOUR,
    SEED,
    SHIPPED,
    game,
    home_world,
    scenario,
    start,
    with_side,
)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_same_seed_begins_the_same_game(name: str) -> None:
    assert repr(new_game(scenario(name), SEED)) == repr(game(name))
    assert repr(new_game(scenario(name), bytes(32))) != repr(game(name))


@pytest.mark.rule("CW-2.1-07", "CW-3.0-01")
@pytest.mark.parametrize("name", SHIPPED)
def test_every_home_world_is_perfect_for_its_race(name: str) -> None:
    state = game(name)
    for side in state.sides.values():
        world = home_world(state, side.id)
        assert world.step == side.race.home_step
        assert multiple(side.race, world.step, state.settings) == 1
        assert state.cluster.systems[side.home].special is None
        assert state.cluster.systems[side.home].codes[0] in {"F", "G", "K"}
        assert world.resources == ()


@pytest.mark.parametrize("seed", [SEED, bytes(32), b"a" * 32], ids=["usual", "zeros", "letters"])
def test_homes_stand_far_apart_and_alike(seed: bytes) -> None:
    state = new_game(scenario("four_empires"), seed)
    homes = [side.home for side in state.sides.values()]
    apart = [distance(state.cluster, a, b) for a in homes for b in homes if a < b]
    assert min(apart) >= 40
    for home in homes:
        assert 9 <= int(home[:2]) <= 62
        assert 9 <= int(home[2:]) <= 62


@pytest.mark.parametrize("sides", [2, 3, 6, 10])
def test_homes_stay_apart_with_any_number_of_sides(sides: int) -> None:
    base = scenario("duel_small")
    many = tuple(changed(base.sides[n % 2], id=f"side{n}", name=f"Side {n}") for n in range(sides))
    state = new_game(changed(base, sides=many), SEED)
    homes = [side.home for side in state.sides.values()]
    least = min(distance(state.cluster, a, b) for a in homes for b in homes if a < b)
    assert least >= {2: 40, 3: 30, 6: 18, 10: 10}[sides]
    assert len({c.id for c in state.colonies.values()}) == len(state.colonies)


def test_temperatures_of_a_home_system_stay_in_order() -> None:
    for name in ("four_empires", "duel_small"):
        state = game(name)
        for side in state.sides.values():
            indexes = [body.index for body in state.cluster.systems[side.home].bodies]
            assert indexes == sorted(indexes)


@pytest.mark.parametrize("name", SHIPPED)
def test_first_colonies_share_one_supply_grid_and_fit_their_worlds(name: str) -> None:
    state = game(name)
    for side in state.sides:
        assert len(components(state, side)) == 1
    for colony in state.colonies.values():
        world = next(b for b in state.cluster.systems[colony.hex].bodies if b.orbit == colony.orbit)
        assert 0 < colony.size <= world.max_cp
        assert colony.id == f"{colony.hex}-{colony.orbit}"
        assert colony.name


def test_dispersed_colonies_lie_one_to_a_system_and_farther_out() -> None:
    state = game("four_empires")
    vermin = [c for c in state.colonies.values() if c.side == "vermin"]
    assert len({c.hex for c in vermin}) == len(vermin)

    def mean(side: str) -> float:
        own = [
            distance(state.cluster, c.hex, state.sides[side].home) for c in state.colonies.values() if c.side == side
        ]
        return sum(own) / len(own)

    assert mean("vermin") > mean("humans")


@pytest.mark.rule("CW-3.0-01")
@pytest.mark.parametrize("side", ["humans", "vermin", "dominators"])
def test_systems_inside_the_first_grid_start_surveyed_and_no_others(side: str) -> None:
    state = game("four_empires")
    inside = {h for h in supply_grid(state, side) if h in state.cluster.systems}
    known = state.knowledge[side].systems
    assert set(known) == inside
    for hex_, system in known.items():
        assert system.level == "surveyed"
        truth = state.cluster.systems[hex_].bodies
        assert [(b.step, b.max_cp) for b in system.bodies] == [(b.step, b.max_cp) for b in truth]
    assert set(state.knowledge[side].seen) == supply_grid(state, side)


@pytest.mark.rule("CW-3.0-02")
def test_nobody_starts_with_knowledge_of_anothers_set_up() -> None:
    state = game("four_empires")
    for side, known in state.knowledge.items():
        foreign = {other.home for other in state.sides.values() if other.id != side}
        assert not foreign & set(known.systems)
        assert not known.fleets
        assert not known.colonies
        assert not known.contacts
        assert not known.met


@pytest.mark.rule("CW-3.1-33")
def test_a_sector_survey_covers_the_whole_home_sector() -> None:
    state = game("four_empires")
    own = sector_of(state.cluster, state.sides["oolab"].home)
    sector = {h for h in state.cluster.systems if sector_of(state.cluster, h) == own}
    known = set(state.knowledge["oolab"].systems)
    assert sector <= known
    assert known - sector <= supply_grid(state, "oolab")
    twice = changed(
        start("duel_small", "humans").race, bonuses=("Extra Colonies +2", "Extra Designs +5", "Sector Survey +2")
    )
    larger = new_game(with_side("duel_small", "humans", race=twice), SEED)
    sectors = {sector_of(larger.cluster, h) for h in larger.cluster.systems}
    whole = [
        s
        for s in sectors
        if {h for h in larger.cluster.systems if sector_of(larger.cluster, h) == s}
        <= set(larger.knowledge["humans"].systems)
    ]
    assert len(whole) == 2


def test_colonies_and_homes_placed_where_no_world_is_are_refused() -> None:
    for colony, says in (
        (StartColony("2524", 9, 10), "no world is there"),
        (StartColony("2525", 4, 74), "the world holds 73"),
        (StartColony("2525", 3, 10), "Two colonies"),
    ):
        with pytest.raises(GameError, match=says):
            new_game(with_side("bland_star", "bse", colonies=(colony,)), SEED)
    with pytest.raises(GameError, match="no planet there"):
        new_game(changed(with_side("bland_star", "bse", home="0101"), map="empty"), SEED)
    with pytest.raises(GameError, match="nothing is there"):
        new_game(with_side("bland_star", "bse", home_orbit=9), SEED)


def test_a_cluster_without_room_for_homes_is_refused() -> None:
    base = scenario("duel_small")
    nothing = {f"{x},{y}": 0 for x in range(1, 6) for y in range(1, 6)}
    with pytest.raises(GameError, match="fit for a home"):
        new_game(changed(base, settings=changed(base.settings, sector_density=nothing)), SEED)


def test_every_side_has_a_salt_of_its_own_for_its_secret_rolls() -> None:
    salts = [side.salt for side in game("four_empires").sides.values()]
    assert len(set(salts)) == len(FOUR)
    assert all(re.fullmatch("0:[0-9a-f]{32}", salt) for salt in salts)
    assert [side.salt for side in new_game(scenario("four_empires"), bytes(32)).sides.values()] != salts
