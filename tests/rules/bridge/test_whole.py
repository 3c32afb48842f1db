"""What goes into a battle comes out of it once, whatever fights (CW-9.0-05)."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bridge import auto_resolve
from rules.bridge.battle import field_of
from rules.bridge.craft import BATTLE_OPTIONS, blueprint, fit_craft, loaded_missiles
from rules.cluster_war.chapters.combat import quick_engine
from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.model.state.war import BattleOutcome, Engagement
from rules.pentagon_war.shipyard.checks import check_design
from rules.values import changed
from tests.rules.bridge.fleets import (
    PLAIN,
    battle,
    broken,
    combatant,
    dice,
    printed_designs,
    random_battle,
    random_design,
)


@pytest.mark.rule("CW-9.0-05", "CW-9.0-11")
@pytest.mark.parametrize("settle", [auto_resolve.settle, quick_engine.settle], ids=["chair", "quick"])
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_every_unit_comes_out_once_and_no_better_than_it_went_in(
    settle: Callable[..., BattleOutcome], seed: int
) -> None:
    fight = random_battle(Random(seed), most=4)
    outcome = settle(fight, {}, dice(str(seed)))
    assert broken(fight, outcome) == []
    check_outcome(fight, outcome)
    for unit in outcome.units:
        assert (unit.captor != "") == (unit.fate == "captured")


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_the_same_dice_give_the_same_outcome(seed: int) -> None:
    fight = random_battle(Random(seed), most=3)
    assert auto_resolve.settle(fight, {}, dice(str(seed))) == auto_resolve.settle(fight, {}, dice(str(seed)))


@pytest.mark.rule("CW-9.1-03")
def test_every_design_of_every_scenario_has_a_craft() -> None:
    for name, design in printed_designs().items():
        for count in (1, 4):
            made = fit_craft(blueprint(design, PLAIN), design.name, count)
            assert check_design(made.design, BATTLE_OPTIONS) == (), name


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_every_design_of_the_unit_designer_has_a_craft(seed: int) -> None:
    design = random_design(Random(seed))
    plan = blueprint(design, PLAIN)
    made = fit_craft(plan, design.name)
    assert check_design(made.design, BATTLE_OPTIONS) == ()
    assert sum(block.pieces for block in plan.blocks if block.on_record) >= sum(design.layout.values())
    for block in made.blocks:
        assert block.lost(block.total) == (block.pieces if block.total else 0)
        assert all(block.lost(block.out(n)) <= n for n in range(block.pieces + 1))


@pytest.mark.rule("CW-9.1-05", "CW-9.0-11")
@pytest.mark.parametrize("settle", [auto_resolve.settle, quick_engine.settle], ids=["chair", "quick"])
def test_what_a_colony_keeps_shares_its_stock_of_munitions_and_gives_back_what_it_has_not_fired(
    settle: Callable[..., BattleOutcome],
) -> None:
    boat = changed(printed_designs()["duel_small/humans/MB"], launchers=2)
    kept = combatant("home|MB", "amber", boat, "centre", count=5, munitions=3)
    calm = {side: Engagement("defend") for side in ("amber", "blue")}
    idle = settle(battle(kept, combatant("blue-0", "blue", boat), plans=calm), {}, dice())
    assert (idle.units[0].count, idle.units[0].munitions) == (5, 3)
    fought = battle(
        kept, *(combatant(f"blue-{n}", "blue", printed_designs()["duel_small/humans/DD"]) for n in range(2))
    )
    field_ = field_of(fought, ("amber", "blue"))
    flown = [f for f in field_.formations.values() if f.first.unit == "home|MB"]
    assert sum(loaded_missiles(f, PLAIN) for f in flown) < sum(len(f.fitted.design.missiles) for f in flown)
    outcomes = [settle(fought, {}, dice(f"stock {n}")) for n in range(6)]
    left = [o.units[0].munitions for o in outcomes if o.units[0].fate == "survived"]
    assert all(0 <= munitions <= 3 for munitions in left)
