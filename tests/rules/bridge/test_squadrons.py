"""Craft that fly as one are neither better nor worse for it, and are lost one by one (CW-9.0-05)."""

from statistics import mean

import pytest

from rules.bridge import auto_resolve
from rules.bridge.battle import field_of
from rules.bridge.craft import BATTLE_OPTIONS, blueprint, fit_craft, formations
from rules.bridge.losses import remove_craft
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import Settings
from rules.hexes import Hex
from rules.pentagon_war.commission import commission
from rules.pentagon_war.shipyard.pricing import boxes_left, built, design_size
from rules.pentagon_war.units import Velocity
from tests.rules.bridge.fleets import PLAIN, battle, broken, combatant, dice, printed_designs
from tests.rules.cluster_war.chapters.combat.fleets import lost_share

KINDS = ("humans/DD", "humans/CA", "dominators/TH", "dominators/FS")
SEEDS = range(4)


def fleets(kind: str, count: int) -> Battle:
    """So many ships of a design on either side."""
    design = printed_designs()[f"duel_small/{kind}"]
    return battle(*(combatant(f"{side}-{n}", side, design) for side in ("amber", "blue") for n in range(count)))


def two_as_one(count: int) -> Settings:
    """House rules by which the map bears half the craft of the first side, and so all of the second's in pairs."""
    return Settings(overrides={"BR-T03/most craft/number": str(count)})


def test_ships_that_fly_in_pairs_do_as_well_as_ships_that_fly_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead, won = [], 0
    monkeypatch.setattr("rules.bridge.battle.formations", lambda units, settings, most: _paired(list(units), settings))
    for kind in KINDS:
        fight = fleets(kind, 6)
        for seed in SEEDS:
            outcome = auto_resolve.settle(fight, {}, dice(f"pairs {seed}"))
            ahead.append(lost_share(fight, outcome, "blue") - lost_share(fight, outcome, "amber"))
            won += outcome.winner == "amber"
    assert abs(mean(ahead)) <= 0.15
    assert 4 <= won <= 12


def _paired(units: list, settings: Settings) -> tuple:  # type: ignore[type-arg] # a stand-in for `formations` in a test
    size = 2 if units[0].side == "amber" else 1
    return tuple(f for n in range(0, len(units), size) for f in formations(units[n : n + size], settings, 1))


@pytest.mark.rule("CW-9.1-02")
def test_a_squadron_has_the_boxes_of_all_its_craft_but_not_all_their_screens_and_is_no_easier_to_hit() -> None:
    for name, design in printed_designs().items():
        plan = blueprint(design, PLAIN)
        one, five = fit_craft(plan, "x").design, fit_craft(plan, "x", 5).design
        each, all_ = built(one), built(five)
        for system, boxes in each.items():
            if system == "screens":
                assert boxes <= all_[system] <= 5 * boxes, name
            elif system != "radar":
                assert all_[system] == 5 * boxes, (name, system)
        assert design_size(one, BATTLE_OPTIONS) == design_size(five, BATTLE_OPTIONS) == 1


def test_a_squadron_without_one_of_its_craft_is_a_squadron_of_the_others() -> None:
    for name in ("humans/CA", "humans/FI", "humans/HF"):
        plan = blueprint(printed_designs()[f"duel_small/{name}"], PLAIN)
        made = {n: fit_craft(plan, "x", n).design for n in (2, 3)}
        three = commission(made[3], "A1", "x", "A", Hex(0, 0), 0, Velocity(), BATTLE_OPTIONS)
        fewer = boxes_left(remove_craft(three, 1, 3))
        for system, boxes in built(made[2]).items():
            if system != "screens":
                assert fewer[system] == boxes, (name, system)
        assert remove_craft(remove_craft(three, 1, 3), 1, 3) == remove_craft(three, 1, 3)


@pytest.mark.parametrize(("most", "sizes"), [(1, [10, 10]), (3, [10, 5, 5]), (20, [1] * 20)])
def test_a_kind_is_one_squadron_at_the_most_however_few_craft_the_map_bears(most: int, sizes: list[int]) -> None:
    units = [unit for side in ("amber", "blue") for unit in fleets("humans/DD", 10).units if unit.side == side]
    made = formations(units, PLAIN, most)
    assert sorted((len(f.members) for f in made), reverse=True) == sizes


def test_squadrons_of_a_kind_are_alike_and_lose_their_craft_one_by_one() -> None:
    fight = fleets("humans/DD", 10)
    house = two_as_one(8)
    field_ = field_of(fight, ("amber", "blue"), house)
    assert [len(f.members) for f in field_.formations.values()] == [3, 3, 2, 2] * 2
    outcome = auto_resolve.settle(fight, {}, dice("one by one"), house)
    assert broken(fight, outcome) == []
    fates = [sum(u.fate == "destroyed" for u in outcome.units if u.unit.startswith(side)) for side in ("amber", "blue")]
    assert any(0 < lost < 10 for lost in fates)
