"""What holds of every battle of the quick engine: each unit once, nothing grows, sides alike win alike, more wins more."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.combat.battle import Battle, Combatant
from rules.cluster_war.combat.fittings import fitted
from rules.cluster_war.combat.quick import settle
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.war import Engagement, Wounds
from tests.rules.cluster_war.combat.fleets import (
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


def wounds(layout: Mapping[str, int], seed: int) -> Wounds:
    """Some wounds that a unit of this layout can have."""
    rng = Random(seed)
    out = {label: rng.randint(0, spaces) for label, spaces in layout.items() if rng.random() < 0.5}
    damaged = {label: rng.randint(0, spaces) for label, spaces in out.items()}
    return Wounds(damaged, {label: spaces - damaged[label] for label, spaces in out.items()}, rng.randint(0, 3))


@st.composite
def combatants(draw: st.DrawFn, side: str) -> tuple[Combatant, ...]:
    """One to six units of a side, whatever they are and have gone through."""
    found = []
    for number in range(draw(st.integers(1, 6))):
        design = draw(st.sampled_from(KNOWN))
        small = design.kind == "small_craft"
        layout = fitted(design, PRINTED)
        kept = small and draw(st.booleans())
        found.append(
            Combatant(
                f"{side}-world|{number}" if kept else f"{side}/{number}",
                side,
                design,
                f"{side}{number}",
                fleet=draw(st.sampled_from(["first", "second"])),
                wounds=Wounds() if small or not (hit := draw(st.integers(0, 99))) % 2 else wounds(layout, hit),
                munitions=draw(st.integers(0, 5)),
                crates=draw(st.dictionaries(st.just("FI"), st.integers(1, 9))),
                grade=draw(st.sampled_from(["green", "regular", "veteran", "elite"])),
                attack=draw(st.integers(0, 20)),
                defense=draw(st.integers(0, 20)),
                reserve=draw(st.booleans()),
                count=draw(st.integers(1, 5)) if kept else 1,
            )
        )
    return tuple(found)


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    """Two or three sides with any orders."""
    sides = draw(st.sampled_from([("a", "b"), ("a", "b", "c")]))
    units = tuple(unit for side in sides for unit in draw(combatants(side)))
    plans = st.builds(
        Engagement,
        stance=st.sampled_from(["", "attack", "defend", "evade"]),
        withdraw_at=st.sampled_from([0, 10, 50]),
        pursue=st.booleans(),
        protect=st.sampled_from(["", "second"]),
    )
    enemies = (("a", "b"), ("b", "c")) if "c" in sides else (("a", "b"),)
    return battle(
        *units,
        plans={side: draw(plans) for side in sides},
        enemies=draw(st.just(enemies) | st.just(enemies[:1])),
        surprised=tuple(draw(st.sets(st.sampled_from(sides)))),
        advantage=draw(st.dictionaries(st.sampled_from(sides), st.integers(1, 60))),
    )


@given(fought=battles(), seed=st.integers(0, 1_000))
@settings(max_examples=150, deadline=None)
def test_each_unit_comes_out_once_and_nothing_grows(fought: Battle, seed: int) -> None:
    outcome = settle(fought, {}, dice(seed))
    assert [unit.unit for unit in outcome.units] == [unit.unit for unit in fought.units]
    assert outcome == settle(fought, {}, dice(seed))
    after = of(outcome)
    for unit in fought.units:
        found, layout = after[unit.unit], fitted(unit.design, PRINTED)
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
            fought = replace(plain, plans=plans)
            total += lost_share(fought, settle(fought, {}, dice(seed)), "a")
        return total

    stays, leaves = lost(), lost(a=Engagement(withdraw_at=30))
    chased = lost(a=Engagement(withdraw_at=30), b=Engagement(pursue=True))
    assert leaves < chased < stays


@given(seed=st.integers(0, 500))
@settings(max_examples=40, deadline=None)
def test_the_order_of_sides_does_not_matter_for_who_is_there(seed: int) -> None:
    plain = random_pair(seed)
    mirrored = replace(plain, sides=("b", "a"))
    assert {u.unit for u in settle(plain, {}, dice(seed)).units} == {
        u.unit for u in settle(mirrored, {}, dice(seed)).units
    }
