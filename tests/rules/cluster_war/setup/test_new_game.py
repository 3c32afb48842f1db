"""How campaigns begin: homes, first colonies, forces and knowledge (CW-3.0), and the printed races (CW-3.2)."""

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from rules.cluster_war.economy.holds import cargo_capacity
from rules.cluster_war.economy.income import income, production
from rules.cluster_war.economy.supply import components, supply_grid
from rules.cluster_war.setup.new_game import new_game
from rules.cluster_war.setup.presets import printed_race
from rules.cluster_war.setup.scenario import Scenario, StartColony, StartFleet, StartSide, load_scenario
from rules.cluster_war.setup.start_kit import base_output, facilities_price, ships_price
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.geometry import distance, sector_of
from rules.cluster_war.state.places import Body
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.worlds.step_codes import multiple
from rules.errors import GameError

FOLDER = Path(__file__).parents[4] / "scenarios"
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
    sides = tuple(replace(s, **changes) if s.id == side else s for s in base.sides)  # type: ignore[arg-type] # fields by name
    return replace(base, sides=sides)


@pytest.mark.rule("CW-3.2-01", "CW-3.2-02", "CW-3.2-03", "CW-3.2-04")
@pytest.mark.parametrize("name", ["Humans", "Vermin", "The Dominators", "Oolab"])
def test_the_printed_races_come_to_thirty_points(name: str) -> None:
    printed = printed_race(name, USUAL)
    row = tables(USUAL)["CW-TAB-RACE-EXAMPLES"].row(name)
    assert printed.net == 30 == int(row["net"])
    assert sum(ap for _, ap in printed.points if ap > 0) == int(row["spent"])
    assert sum(ap for _, ap in printed.points if ap < 0) == int(row["gained"])


@pytest.mark.rule("CW-3.2-05")
def test_a_race_record_holds_everything_that_was_bought() -> None:
    vermin = printed_race("Vermin", USUAL)
    assert vermin.race == Race(
        name="Vermin",
        home_step="5654",
        biology="Terrestrial Insectoid Omnivore",
        attitude="Hostile, Xenophobic",
        abilities=(
            "Environmental Resistance",
            "Extra Durability",
            "Natural Armor",
            "Chameleon",
            "Extra Strength +2",
            "Combat Reflexes",
        ),
        bonuses=("Extra Colonies +2",),
        disadvantages=("Non-academic", "Limited Designs: Ships", "Limited Designs: Bases", "Dispersed Colonies"),
        home_nickname="dry and barren",
    )
    assert vermin.technologies == ("Stealth Technology",)
    with pytest.raises(GameError, match="there are Humans, Vermin, The Dominators, Oolab"):
        printed_race("Elves", USUAL)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_same_seed_begins_the_same_game(name: str) -> None:
    assert repr(new_game(scenario(name), SEED)) == repr(game(name))
    assert repr(new_game(scenario(name), bytes(32))) != repr(game(name))


@pytest.mark.rule("CW-3.0-03", "CW-3.1-32", "CW-3.1-67")
@pytest.mark.parametrize(("side", "cps"), [("humans", 1000), ("vermin", 1000), ("dominators", 250), ("oolab", 500)])
def test_colonies_yield_what_the_race_was_given_home_included(side: str, cps: int) -> None:
    state = game("four_empires")
    assert base_output(state.sides[side].race, USUAL) == cps
    assert sum(c.size for c in state.colonies.values() if c.side == side) == cps
    assert production(state, side) == cps


def test_low_industry_may_weigh_on_every_turn_instead() -> None:
    every_turn = Settings(rulings={"CW-3.1-67": "every-turn"})
    assert base_output(printed_race("The Dominators", USUAL).race, every_turn) == 500


@pytest.mark.rule("CW-3.0-03", "CW-5.1-10")
@pytest.mark.parametrize("side", FOUR)
def test_ships_and_facilities_keep_to_a_thousand_cps_each(side: str) -> None:
    begun = start("four_empires", side)
    assert 900 <= ships_price(begun) <= 1000
    assert 850 <= facilities_price(begun, USUAL) <= 1000
    ships = [begun.designs[d] for fleet in begun.fleets for d, n in fleet.ships.items() for _ in range(n)]
    assert 8 <= len(ships) <= 14
    assert sum(bool(design.cargo_bays) for design in ships) >= 2
    assert sum(design.lrs > 1 and not design.survey_bays for design in ships) >= 2
    assert any(design.survey_bays and design.lrs for design in ships)
    assert all(1 <= design.drive <= 5 for design in ships)


@pytest.mark.rule("CW-3.0-04", "CW-6.5-02")
@pytest.mark.parametrize(("side", "size"), [("humans", 50), ("oolab", 75)])
def test_the_home_world_has_a_free_training_base_of_size_50(side: str, size: int) -> None:
    state = game("four_empires")
    owner = state.sides[side]
    assert state.colonies[f"{owner.home}-{owner.home_orbit}"].training == size
    others = [c for c in state.colonies.values() if c.side == side and c.hex != owner.home]
    assert all(colony.training == 0 for colony in others)
    bought = start("four_empires", side).facilities.training
    assert size - bought == 50


def test_a_base_serves_the_home_world_with_its_yards() -> None:
    side = start("duel_small", "humans")
    garrison = {**side.facilities.garrison, "SB": 2}
    free = replace(
        with_side("duel_small", "humans", facilities=replace(side.facilities, garrison=garrison)), budget="free"
    )
    state = new_game(free, SEED)
    home = state.colonies[f"{state.sides['humans'].home}-{state.sides['humans'].home_orbit}"]
    assert home.shipyard_bays == side.facilities.shipyard_bays + 2 * side.designs["SB"].shipyard_bays
    assert home.garrison["SB"] == 2


@pytest.mark.rule("CW-3.0-06", "CW-6.3-01")
@pytest.mark.parametrize(
    ("side", "ships", "bases"), [("humans", 7, 3), ("vermin", 4, 2), ("dominators", 5, 3), ("oolab", 5, 3)]
)
def test_every_empire_has_its_number_of_designs_and_a_command_freighter(side: str, ships: int, bases: int) -> None:
    designs = start("four_empires", side).designs.values()
    assert sum(d.kind == "ship" for d in designs) == ships
    assert sum(d.kind == "base" for d in designs) == bases
    assert sum(d.kind == "small_craft" and d.hull <= 5 for d in designs) == 2
    assert sum(d.kind == "small_craft" and d.hull > 5 for d in designs) == 2
    assert any(d.kind == "ship" and d.cargo_bays for d in designs)


@pytest.mark.rule("CW-6.5-06")
@pytest.mark.parametrize("side", FOUR)
def test_ground_forces_cost_what_is_printed(side: str) -> None:
    printed = tables(USUAL)["CW-TAB-GROUND"]
    for design in start("four_empires", side).designs.values():
        if design.kind == "ground":
            row = printed.row(design.name)
            assert design.cost == int(row["CPs_printed"])
            assert design.hull == int(row["size_barracks"]) + int(row["size_cargo"])


@pytest.mark.rule("CW-3.0-06")
def test_a_roster_without_a_command_freighter_is_refused() -> None:
    designs = {d: replace(x, cargo_bays=0) for d, x in start("duel_small", "humans").designs.items()}
    with pytest.raises(GameError, match="no command freighter"):
        new_game(with_side("duel_small", "humans", designs=designs), SEED)


@pytest.mark.rule("CW-3.0-06")
@pytest.mark.parametrize(
    ("side", "design"), [("dominators", "FS"), ("dominators", "EY"), ("dominators", "DR"), ("dominators", "PG")]
)
def test_one_design_too_many_is_refused(side: str, design: str) -> None:
    designs = dict(start("duel_small", side).designs)
    designs["XX"] = replace(designs[design], id="XX", prefix="XX")
    with pytest.raises(GameError, match="are allowed") as refused:
        new_game(with_side("duel_small", side, designs=designs), SEED)
    assert refused.value.rule == "CW-3.0-06"


@pytest.mark.rule("CW-3.0-03", "CW-3.1-31")
def test_more_than_the_kit_is_refused_unless_points_paid_for_it() -> None:
    side = start("duel_small", "humans")
    more = (*side.fleets, StartFleet("Reserve", {"CA": 1}))
    with pytest.raises(GameError, match="are allowed") as refused:
        new_game(with_side("duel_small", "humans", fleets=more), SEED)
    assert refused.value.rule == "CW-3.0-03"
    richer = replace(side.race, bonuses=(*side.race.bonuses, "Convert APs to CPs +2"))
    state = new_game(with_side("duel_small", "humans", fleets=more, race=richer), SEED)
    assert any(fleet.name == "Reserve" for fleet in state.fleets.values())


@pytest.mark.rule("CW-6.5-01")
def test_ground_forces_beyond_the_training_bases_are_refused() -> None:
    side = start("duel_small", "humans")
    crowd = replace(side.facilities, garrison={"INF": 51})
    with pytest.raises(GameError, match="house 50"):
        new_game(with_side("duel_small", "humans", facilities=crowd), SEED)


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
    many = tuple(replace(base.sides[n % 2], id=f"side{n}", name=f"Side {n}") for n in range(sides))
    state = new_game(replace(base, sides=many), SEED)
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
    twice = replace(
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


def test_ships_and_fleets_are_numbered_by_their_own_side() -> None:
    state = game("four_empires")
    assert {"humans/DD01", "humans/DD04", "humans/CA01", "vermin/ND08"} <= set(state.ships)
    assert state.counters["ship/humans/DD"] == 4
    assert state.counters["fleet/humans"] == sum(f.side == "humans" for f in state.fleets.values())
    for fleet in state.fleets.values():
        assert fleet.id.startswith(f"{fleet.side}-F")
        assert fleet.hex == state.sides[fleet.side].home
        assert all(state.ships[ship].side == fleet.side for ship in fleet.ships)
    carried = [ship for fleet in state.fleets.values() for ship in fleet.ships]
    assert sorted(carried) == sorted(state.ships)


@pytest.mark.rule("CW-18.0-27", "CW-11.0-07")
def test_the_turn_example_begins_with_its_printed_sums() -> None:
    state = game("bland_star")
    assert state.turn == 7
    counted = income(state, "bse")
    assert (counted.production, counted.treasury, counted.available) == (2000, 400, 3400)
    assert [cps for _, cps in counted.trade_lines] == [500, 300, 200]


@pytest.mark.rule("CW-18.0-28", "CW-18.0-30", "CW-18.0-31", "CW-18.0-35")
def test_the_turn_example_has_the_units_and_worlds_it_speaks_of() -> None:
    state = game("bland_star")
    designs = state.sides["bse"].designs
    assert {d: designs[d].cost for d in ("CA", "FI", "SPM", "LB")} == {"CA": 233, "FI": 10, "SPM": 23, "LB": 900}
    known = state.knowledge["bse"].systems
    worlds = {(b.step, b.max_cp) for system in known.values() for b in system.bodies}
    assert {("5555", 73), ("4455", 389)} <= worlds
    convoys = {f.name: [state.ships[s] for s in f.ships] for f in state.fleets.values() if "Convoy" in f.name}
    assert {name: cargo_capacity(designs, ships) for name, ships in convoys.items()} == {
        "First Convoy": 4 * 20,
        "Second Convoy": 32 * 20,
    }
    home = state.colonies["2525-3"]
    assert home.light_industry >= 40 * designs["FI"].hull
    assert home.training >= 8 * designs["SPM"].hull


def test_colonies_and_homes_placed_where_no_world_is_are_refused() -> None:
    for colony, says in (
        (StartColony("2524", 9, 10), "no world is there"),
        (StartColony("2525", 4, 74), "the world holds 73"),
        (StartColony("2525", 3, 10), "Two colonies"),
    ):
        with pytest.raises(GameError, match=says):
            new_game(with_side("bland_star", "bse", colonies=(colony,)), SEED)
    with pytest.raises(GameError, match="no planet there"):
        new_game(replace(with_side("bland_star", "bse", home="0101"), map="empty"), SEED)
    with pytest.raises(GameError, match="nothing is there"):
        new_game(with_side("bland_star", "bse", home_orbit=9), SEED)


def test_a_cluster_without_room_for_homes_is_refused() -> None:
    base = scenario("duel_small")
    nothing = {f"{x},{y}": 0 for x in range(1, 6) for y in range(1, 6)}
    with pytest.raises(GameError, match="fit for a home"):
        new_game(replace(base, settings=replace(base.settings, sector_density=nothing)), SEED)


def test_every_side_has_a_salt_of_its_own_for_its_secret_rolls() -> None:
    salts = [side.salt for side in game("four_empires").sides.values()]
    assert len(set(salts)) == len(FOUR)
    assert all(re.fullmatch("0:[0-9a-f]{32}", salt) for salt in salts)
    assert [side.salt for side in new_game(scenario("four_empires"), bytes(32)).sides.values()] != salts
