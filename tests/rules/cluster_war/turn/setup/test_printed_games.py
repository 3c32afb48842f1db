"""The races and the example of a turn that are printed (CW-3.2, CW-18.0)."""

import pytest

from rules.cluster_war.model.economy.holds import cargo_capacity
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.state.common import tables
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.turn.setup.presets import printed_race
from rules.values import GameError
from tests.rules.cluster_war.turn.setup.new_game_kit import USUAL, game


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
    with pytest.raises(GameError, match="There are: Humans, Vermin, The Dominators, Oolab"):
        printed_race("Elves", USUAL)


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
