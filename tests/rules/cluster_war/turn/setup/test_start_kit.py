"""What a side begins with: its CPs, designs, ships, facilities and ground forces (CW-3.0, CW-5.1, CW-6)."""

from pathlib import Path
from typing import Final

import pytest

from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.unit_design.pricing import known_layout
from rules.cluster_war.turn.planning.suggestions.outlook import is_scout
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.presets import printed_race
from rules.cluster_war.turn.setup.scenario import StartFleet, load_scenario
from rules.cluster_war.turn.setup.start_kit import base_output, facilities_price, ships_price
from rules.values import GameError, changed
from tests.rules.cluster_war.turn.setup.new_game_kit import FOUR, SEED, USUAL, game, start, with_side

SCENARIOS: Final = Path(__file__).parents[5] / "scenarios"


@pytest.mark.rule("CW-3.0-03", "CW-3.1-32", "CW-3.1-67")
@pytest.mark.parametrize(("side", "cps"), [("humans", 1000), ("vermin", 1000), ("dominators", 250), ("oolab", 500)])
def test_colonies_yield_what_the_race_was_given_home_included(side: str, cps: int) -> None:
    state = game("four_empires")
    assert base_output(state.sides[side].race, USUAL) == cps
    assert sum(c.size for c in state.colonies.values() if c.side == side) == cps
    assert income(state, side).production == cps


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
    assert sum(design.cargo_bays > design.lrs for design in ships) >= 2
    assert sum(is_scout(design, USUAL) for design in ships) >= 2
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
    free = changed(
        with_side("duel_small", "humans", facilities=changed(side.facilities, garrison=garrison)), budget="free"
    )
    state = new_game(free, SEED)
    home = state.colonies[f"{state.sides['humans'].home}-{state.sides['humans'].home_orbit}"]
    assert home.shipyard_bays == side.facilities.shipyard_bays + 2 * side.designs["SB"].shipyard_bays
    assert home.garrison["SB"] == 2


@pytest.mark.rule("CW-3.0-06", "CW-6.3-01")
@pytest.mark.parametrize(
    ("side", "ships", "bases"), [("humans", 9, 3), ("vermin", 4, 2), ("dominators", 5, 3), ("oolab", 5, 3)]
)
def test_every_empire_has_its_number_of_designs_and_a_command_freighter(side: str, ships: int, bases: int) -> None:
    designs = start("four_empires", side).designs.values()
    assert sum(d.kind == "ship" for d in designs) == ships
    assert sum(d.kind == "base" for d in designs) == bases
    assert sum(d.kind == "small_craft" and d.hull <= 5 for d in designs) == 2
    assert sum(d.kind == "small_craft" and d.hull > 5 for d in designs) == 2
    assert any(d.kind == "ship" and d.cargo_bays for d in designs)


@pytest.mark.parametrize("name", ["bland_star", "duel_small", "four_empires", "six_empires"])
def test_every_ready_roster_has_a_ship_for_troops_and_one_for_supplies(name: str) -> None:
    found = load_scenario(SCENARIOS / f"{name}.toml")
    for side in found.sides:
        ships = [d for d in side.designs.values() if d.kind == "ship" and d.drive]
        assert any(d.barracks for d in ships), side.name
        assert any(d.cargo_bays for d in ships), side.name
        for design in ships:
            known_parts = known_layout(design, found.settings)
            assert sum(known_parts.values()) <= design.hull, f"{design.name}: {known_parts}"


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
    designs = {d: changed(x, cargo_bays=0) for d, x in start("duel_small", "humans").designs.items()}
    with pytest.raises(GameError, match="no command freighter"):
        new_game(with_side("duel_small", "humans", designs=designs), SEED)


@pytest.mark.rule("CW-3.0-06")
@pytest.mark.parametrize(
    ("side", "design"), [("dominators", "FS"), ("dominators", "EY"), ("dominators", "DR"), ("dominators", "PG")]
)
def test_one_design_too_many_is_refused(side: str, design: str) -> None:
    designs = dict(start("duel_small", side).designs)
    designs["XX"] = changed(designs[design], id="XX", prefix="XX")
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
    richer = changed(side.race, bonuses=(*side.race.bonuses, "Convert APs to CPs +2"))
    state = new_game(with_side("duel_small", "humans", fleets=more, race=richer), SEED)
    assert any(fleet.name == "Reserve" for fleet in state.fleets.values())


@pytest.mark.rule("CW-6.5-01")
def test_ground_forces_beyond_the_training_bases_are_refused() -> None:
    side = start("duel_small", "humans")
    crowd = changed(side.facilities, garrison={"INF": 51})
    with pytest.raises(GameError, match="house 50"):
        new_game(with_side("duel_small", "humans", facilities=crowd), SEED)


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
