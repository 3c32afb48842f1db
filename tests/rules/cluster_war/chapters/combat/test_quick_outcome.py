"""What the quick engine leaves: wounds, craft, cargo, what a colony keeps, bases taken, and the story."""

from collections import Counter
from fractions import Fraction

import pytest

from rules.cluster_war.chapters.combat.quick_engine import BATTLE_OVER, settle
from rules.cluster_war.chapters.combat.unit_strength import fitted_spaces, numbers_of, strength_of
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Wounds
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.fleets import (
    CRUISER,
    DESTROYER,
    DOCK,
    FIGHTER,
    FORT,
    FREIGHTER,
    TROOPER,
    battle,
    dice,
    of,
    ships,
)

PRINTED = Settings()
NUMBERS = numbers_of(PRINTED)
SEEDS = range(12)


def test_wounds_from_before_weaken_and_stay() -> None:
    before = Wounds(damaged={"Beam emitter 3": 2}, destroyed={"Beam emitter 3": 1, "Drive 4G": 2}, burnt=3)
    (unit,) = ships("a", DESTROYER, wounds=before)
    worth = strength_of(unit, NUMBERS, PRINTED)
    assert (worth.beams, worth.shields) == (0, 0)
    found = of(settle(battle(unit, *ships("a", CRUISER, 6), *ships("b", FREIGHTER)), {}, dice(1)))["a/DD01"]
    assert found.wounds == before


@pytest.mark.rule("CW-9.6-02")
def test_small_craft_are_whole_or_gone() -> None:
    fought = battle(*ships("a", FIGHTER, 20), *ships("b", CRUISER, 2))
    for seed in SEEDS:
        for unit in settle(fought, {}, dice(seed)).units:
            if unit.unit.startswith("a/"):
                assert unit.fate != "survived" or not (unit.wounds.damaged or unit.wounds.destroyed)


@pytest.mark.rule("CW-A-37")
def test_a_hit_on_a_magazine_spares_the_ship_but_not_small_craft() -> None:
    cruiser = changed(CRUISER, layout={**CRUISER.layout, "Magazine": 8}, magazines=8)
    fighter = changed(FIGHTER, layout={**FIGHTER.layout, "Magazine": 1}, magazines=1)
    hit = 0
    for seed in SEEDS:
        fought = battle(
            *ships("a", fighter, 20), *ships("a", cruiser, 6, munitions=9), *ships("b", CRUISER, 4, munitions=9)
        )
        swift = {unit.unit for unit in fought.units if unit.design.kind == "small_craft"}
        for unit in settle(fought, {}, dice(seed)).units:
            out = unit.wounds.damaged.get("Magazine", 0) + unit.wounds.destroyed.get("Magazine", 0)
            if unit.fate == "survived" and out:
                hit += 1
                assert unit.unit not in swift
    assert hit


def test_wounds_name_what_the_design_has_and_no_more_of_it() -> None:
    fought = battle(*ships("a", CRUISER, 6, munitions=2), *ships("b", CRUISER, 4, munitions=2))
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        for unit in settle(fought, {}, dice(seed)).units:
            for label, spaces in CRUISER.layout.items():
                out = unit.wounds.damaged.get(label, 0) + unit.wounds.destroyed.get(label, 0)
                assert 0 <= out <= spaces
                seen[label] += out
            assert {*unit.wounds.damaged, *unit.wounds.destroyed} <= {*CRUISER.layout}
            assert 0 <= unit.wounds.burnt <= 5
    assert seen["Drive 3G"] > seen["Bridge"], "what fills more of the hull is hit more often"


def test_a_base_that_cannot_fight_falls_at_once_and_to_marines_if_there_are_any() -> None:
    plain = settle(battle(*ships("a", DOCK), *ships("b", DESTROYER)), {}, dice(1))
    assert of(plain)["a/DK01"].fate == "destroyed"
    assert plain.winner == "b"
    boarded = settle(battle(*ships("a", DOCK), *ships("b", TROOPER)), {}, dice(1))
    assert (of(boarded)["a/DK01"].fate, of(boarded)["a/DK01"].captor) == ("captured", "b")
    assert len(boarded.story) == 3, "one round, why it ended, who won"


def test_what_a_colony_keeps_is_counted() -> None:
    (squadron,) = ships("a", FIGHTER)
    kept = changed(squadron, unit="home|FI", count=30, place="centre")
    fought = battle(kept, *ships("b", DESTROYER, 3))
    counts = {of(settle(fought, {}, dice(seed)))["home|FI"].count for seed in SEEDS}
    assert all(0 <= n <= 30 for n in counts)
    assert len(counts) > 1


def test_troops_are_no_targets_in_space() -> None:
    army = Design("INF", "Infantry", "ground", 1, 10, ratings=(4, 4, 4, 4))
    (troops,) = ships("a", army)
    kept = changed(troops, unit="home|INF", count=5)
    found = of(settle(battle(kept, *ships("a", FORT), *ships("b", CRUISER, 9)), {}, dice(1)))["home|INF"]
    assert (found.fate, found.count) == ("survived", 5)


def test_crates_are_lost_with_the_hull_and_in_proportion() -> None:
    fought = battle(*ships("a", FREIGHTER, 4, crates={"FI": 10}), *ships("a", FORT), *ships("b", CRUISER, 3))
    for seed in SEEDS:
        for unit in settle(fought, {"a": {"FI": FIGHTER}}, dice(seed)).units:
            if unit.unit.startswith("a/FF"):
                assert unit.crates.get("FI", 0) <= (0 if unit.fate == "destroyed" else 10)
                if not unit.wounds.damaged and not unit.wounds.destroyed and unit.fate != "destroyed":
                    assert unit.crates == {"FI": 10}


@pytest.mark.rule("CW-9.0-11")
def test_the_story_says_who_was_lost_when_and_why_it_ended() -> None:
    found = settle(battle(*ships("a", DESTROYER, 2), *ships("b", CRUISER, 6)), {}, dice(1))
    assert found.story[0].startswith("Round ")
    assert "a lost" in found.story[0]
    assert found.story[-2:] == (BATTLE_OVER, "b held the place.")
    assert any("Destroyer 1" in line for line in found.told["a"])
    assert "b" not in found.told, "its ships all came through"


def test_a_design_that_nobody_drew_is_armed_for_what_its_price_leaves() -> None:
    destroyer = Design("DD", "Sabre", "ship", 20, 112, Fraction(4), lrs=1)
    found = fitted_spaces(destroyer, PRINTED)
    assert (found["Beam emitter 3"], found["Shield projector 1"]) == (3, 3)
    assert sum(found.values()) <= destroyer.hull
    freighter = Design("CF", "Caravan", "ship", 24, 64, Fraction(2), cargo_bays=10)
    assert not any(label.startswith("Beam") for label in fitted_spaces(freighter, PRINTED))
    fighter = Design("FI", "Swift", "small_craft", 4, 10, Fraction(4))
    assert fitted_spaces(fighter, PRINTED)["Beam emitter 1"] == 1
    assert fitted_spaces(DESTROYER, PRINTED)["Beam emitter 3"] == 3, "as drawn"
