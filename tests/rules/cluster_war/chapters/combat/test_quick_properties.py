"""What holds of every battle of the quick engine: each unit once, nothing grows, sides alike win alike, more wins more."""

from collections.abc import Mapping
from random import Random
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.quick_engine import settle
from rules.cluster_war.chapters.combat.unit_strength import fitted_spaces
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import Engagement, Grade, Stance, Wounds
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.fleets import (
    CRUISER,
    DESTROYER,
    FIGHTER,
    PLAIN,
    battle,
    dice,
    lost_share,
    of,
    random_pair,
    scenario_designs,
    ships,
)

PRINTED = Settings()
KNOWN = (*PLAIN, *scenario_designs())
SEEDS = range(120)


def wounds(layout: Mapping[str, int], rng: Random) -> Wounds:
    """Some wounds that a unit of this layout can have."""
    out = {label: rng.randint(0, spaces) for label, spaces in layout.items() if rng.random() < 0.5}
    damaged = {label: rng.randint(0, spaces) for label, spaces in out.items()}
    return Wounds(damaged, {label: spaces - damaged[label] for label, spaces in out.items()}, rng.randint(0, 3))


def combatant(side: str, number: int, rng: Random) -> Combatant:
    """A unit, whatever it is and has gone through."""
    design = rng.choice(KNOWN)
    small = design.kind == "small_craft"
    kept = small and rng.random() < 0.5
    return Combatant(
        f"{side}-world|{number}" if kept else f"{side}/{number}",
        side,
        design,
        f"{side}{number}",
        fleet=rng.choice(["first", "second"]),
        wounds=Wounds() if small or rng.random() < 0.5 else wounds(fitted_spaces(design, PRINTED), rng),
        munitions=rng.randint(0, 5),
        crates={"FI": rng.randint(1, 9)} if rng.random() < 0.5 else {},
        grade=rng.choice(get_args(Grade)),
        attack=rng.randint(0, 20),
        defense=rng.randint(0, 20),
        reserve=rng.random() < 0.3,
        count=rng.randint(1, 5) if kept else 1,
    )


def plan(rng: Random) -> Engagement:
    """Any orders."""
    return Engagement(
        stance=rng.choice(get_args(Stance)),
        withdraw_at=rng.choice([0, 10, 50]),
        pursue=rng.random() < 0.5,
        protect=rng.choice(["", "second"]),
    )


def any_battle(sides: int, seed: int) -> Battle:
    """So many sides with one to six units each, any orders, and at least one pair of enemies."""
    rng = Random(seed)
    names = ("a", "b", "c")[:sides]
    units = tuple(combatant(side, n, rng) for side in names for n in range(rng.randint(1, 6)))
    return battle(
        *units,
        plans={side: plan(rng) for side in names if rng.random() < 0.8},
        enemies=(("a", "b"), ("b", "c"))[: rng.randint(1, sides - 1)],
        surprised=tuple(side for side in names if rng.random() < 0.3),
        advantage={side: rng.randint(1, 60) for side in names if rng.random() < 0.3},
    )


@given(sides=st.sampled_from([2, 3]), seed=st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_each_unit_comes_out_once_and_nothing_grows(sides: int, seed: int) -> None:
    fought = any_battle(sides, seed)
    outcome = settle(fought, {}, dice(seed))
    check_outcome(fought, outcome)
    assert [unit.unit for unit in outcome.units] == [unit.unit for unit in fought.units]
    assert outcome == settle(fought, {}, dice(seed))
    after = of(outcome)
    for unit in fought.units:
        found, layout = after[unit.unit], fitted_spaces(unit.design, PRINTED)
        assert 0 <= found.munitions <= unit.munitions
        assert all(0 <= n <= unit.crates[design] for design, n in found.crates.items())
        assert (found.captor != "") == (found.fate == "captured")
        if unit.count > 1 or "|" in unit.unit:
            assert 0 <= found.count <= unit.count
            assert (found.count > 0) == (found.fate == "survived")
        if found.fate == "destroyed":
            continue
        for label in {*layout, *unit.wounds.damaged, *unit.wounds.destroyed}:
            damaged, destroyed = found.wounds.damaged.get(label, 0), found.wounds.destroyed.get(label, 0)
            assert damaged >= unit.wounds.damaged.get(label, 0), "a battle mends nothing"
            assert destroyed >= unit.wounds.destroyed.get(label, 0)
            assert damaged + destroyed <= max(layout.get(label, 0), 0)
        assert found.wounds.burnt >= unit.wounds.burnt
    if outcome.winner:
        assert any(u.side == outcome.winner and after[u.unit].fate == "survived" for u in fought.units)
        against = {b if a == outcome.winner else a for a, b in fought.enemies if outcome.winner in {a, b}}
        ground = {u.unit for u in fought.units if u.design.kind == "ground"}
        assert not any(
            u.side in against and after[u.unit].fate == "survived" and u.unit not in ground for u in fought.units
        )


def wins(fought: Battle, side: str) -> int:
    """How many of the battles, with other dice each, a side wins."""
    return sum(settle(fought, {}, dice(seed)).winner == side for seed in SEEDS)


def test_sides_alike_win_about_half_each() -> None:
    for design, count in ((DESTROYER, 5), (CRUISER, 4), (FIGHTER, 12)):
        fought = battle(*ships("a", design, count), *ships("b", design, count))
        ahead = wins(fought, "a")
        assert 40 <= ahead <= 80
        assert wins(fought, "b") >= 40


def test_more_of_the_same_wins_more() -> None:
    shares = [wins(battle(*ships("a", DESTROYER, count), *ships("b", DESTROYER, 6)), "a") for count in (3, 5, 6, 7, 9)]
    assert shares == sorted(shares)
    assert shares[0] < 12
    assert shares[-1] > 108


def test_a_fleet_that_withdraws_loses_less_and_a_pursued_one_more() -> None:
    def lost(**plans: Engagement) -> float:
        total = 0.0
        for seed in range(40):
            plain = random_pair(seed, designs=(DESTROYER, CRUISER))
            fought = changed(plain, plans=plans)
            total += lost_share(fought, settle(fought, {}, dice(seed)), "a")
        return total

    stays, leaves = lost(), lost(a=Engagement(withdraw_at=30))
    chased = lost(a=Engagement(withdraw_at=30), b=Engagement(pursue=True))
    assert leaves < chased < stays


@given(seed=st.integers(0, 500))
@settings(max_examples=40, deadline=None)
def test_the_order_of_sides_does_not_matter_for_who_is_there(seed: int) -> None:
    plain = random_pair(seed)
    mirrored = changed(plain, sides=("b", "a"))
    assert {u.unit for u in settle(plain, {}, dice(seed)).units} == {
        u.unit for u in settle(mirrored, {}, dice(seed)).units
    }
