"""What a side is told to do in a battle changes what it does, by both engines (CW-9.0-09, CW-9.0-13, CW-9.7-04, CW-9.7-05)."""

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from rules.bridge import auto_resolve
from rules.bridge.battle import field_of, stance_of
from rules.cluster_war.chapters.combat import quick_engine
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, Fate, Stance
from rules.values import changed
from tests.rules.bridge.fleets import battle, combatant, dice, printed_designs
from tests.rules.cluster_war.chapters.combat.fleets import lost_share

ENGINES = pytest.mark.parametrize("settle", [auto_resolve.settle, quick_engine.settle], ids=["chair", "quick"])
Settle = Callable[..., BattleOutcome]
SEEDS = range(3)


def some(side: str, kind: str, count: int) -> list[Combatant]:
    design = printed_designs()[f"duel_small/humans/{kind}"]
    return [combatant(f"{side}-{kind}{n}", side, design) for n in range(count)]


def even(**plans: Engagement) -> Battle:
    """Four cruisers a side, with these orders."""
    return battle(*some("amber", "CA", 4), *some("blue", "CA", 4), plans=plans)


def fates(settle: Settle, fought: Battle, side: str) -> Counter[Fate]:
    """What becomes of a side's units, over some seeds."""
    outcomes = (settle(fought, {}, dice(f"stance {seed}")) for seed in SEEDS)
    return Counter(done.fate for o in outcomes for done in o.units if done.unit.startswith(side))


def lost(settle: Settle, fought: Battle, side: str) -> float:
    """The share of its hull that a side loses, over some seeds."""
    return sum(lost_share(fought, settle(fought, {}, dice(f"stance {n}")), side) for n in SEEDS) / len(SEEDS)


@pytest.mark.rule("CW-9.0-09")
@ENGINES
def test_where_nobody_attacks_nobody_is_harmed(settle: Settle) -> None:
    stances: tuple[Stance, ...] = ("defend", "evade")
    for stance in stances:
        fought = even(amber=Engagement("defend"), blue=Engagement(stance))
        outcome = settle(fought, {}, dice())
        assert (outcome.winner, outcome.story[0]) == ("", "Nobody attacked, and nobody was harmed.")
        assert all(
            done.fate == "survived" and done.wounds == unit.wounds
            for unit, done in zip(fought.units, outcome.units, strict=True)
        )
    assert lost(settle, even(amber=Engagement("attack"), blue=Engagement("defend")), "blue") > 0


@pytest.mark.rule("CW-9.7-05")
@ENGINES
def test_who_evades_leaves_and_loses_less_than_who_stays(settle: Settle) -> None:
    attack = Engagement("attack")
    stays, evades = even(amber=attack, blue=Engagement("defend")), even(amber=attack, blue=Engagement("evade"))
    assert fates(settle, evades, "blue")["fled"] > fates(settle, stays, "blue")["fled"]
    assert lost(settle, evades, "blue") < lost(settle, stays, "blue")
    assert fates(settle, evades, "blue")["survived"] == 0


@pytest.mark.rule("CW-9.0-13")
@ENGINES
def test_who_leaves_loses_more_to_whom_may_pursue(settle: Settle) -> None:
    plans = {"amber": Engagement("attack"), "blue": Engagement("evade")}
    fought = battle(*some("amber", "DD", 6), *some("blue", "CA", 4), plans=plans)
    chased = changed(fought, plans={**plans, "amber": Engagement("attack", pursue=True)})
    assert lost(settle, chased, "blue") > lost(settle, fought, "blue")


@pytest.mark.rule("CW-9.0-14")
@ENGINES
def test_who_withdraws_at_a_loss_loses_less_and_leaves_the_field(settle: Settle) -> None:
    stays, leaves = even(), even(blue=Engagement("attack", withdraw_at=20))
    assert lost(settle, leaves, "blue") < lost(settle, stays, "blue")
    assert fates(settle, leaves, "blue")["fled"] > fates(settle, stays, "blue")["fled"]


@pytest.mark.rule("CW-4.0-17")
@ENGINES
def test_skip_drives_are_gone_before_the_first_shot(settle: Settle) -> None:
    plain = even(amber=Engagement("attack", pursue=True), blue=Engagement("evade"))
    skips = tuple(changed(u, design=changed(u.design, ftl="skip")) if u.side == "blue" else u for u in plain.units)
    outcome = settle(changed(plain, units=skips), {}, dice())
    assert {done.fate for done in outcome.units if done.unit.startswith("blue")} == {"fled"}
    assert all(done.wounds == unit.wounds for unit, done in zip(skips, outcome.units, strict=True))


@pytest.mark.rule("CW-9.7-04")
@ENGINES
def test_the_reserve_loses_less_than_the_front(settle: Settle) -> None:
    held = [changed(unit, reserve=True) for unit in some("blue", "HF", 2)]
    fought = battle(*some("amber", "CA", 5), *some("blue", "DD", 3), *held)

    def gone(fight: Battle) -> int:
        outcomes = (settle(fight, {}, dice(f"stance {n}")) for n in SEEDS)
        return sum(done.fate == "destroyed" for o in outcomes for done in o.units if "HF" in done.unit)

    front = changed(fought, units=tuple(changed(unit, reserve=False) for unit in fought.units))
    assert gone(fought) < gone(front)


@pytest.mark.rule("CW-9.7-04")
@ENGINES
def test_a_fleet_that_others_stand_before_loses_less(settle: Settle) -> None:
    guarded = [changed(unit, fleet="convoy") for unit in some("blue", "CA", 2)]
    fought = battle(*some("amber", "CA", 4), *some("blue", "DD", 4), *guarded)

    def share(plans: Mapping[str, Engagement]) -> float:
        total = 0.0
        for n in range(12):
            outcome = settle(changed(fought, plans=plans), {}, dice(f"guard {n}"))
            done = {one.unit: one for one in outcome.units}
            total += sum(done[unit.unit].fate == "destroyed" for unit in guarded)
        return total

    assert share({"blue": Engagement("attack", protect="convoy")}) < share({"blue": Engagement("attack")})


@pytest.mark.rule("CW-9.0-05")
def test_stances_become_those_of_the_tactical_map() -> None:
    fought = battle(*some("amber", "CA", 1), *some("blue", "CA", 1), *some("blue", "HF", 1))
    wants: Mapping[Stance, str] = {"attack": "aggressive", "defend": "cautious", "evade": "flee"}
    for stance, wanted in wants.items():
        fight = changed(fought, plans={"blue": Engagement(stance)})
        found = {f.first.unit: stance_of(fight, f) for f in field_of(fight, ("amber", "blue")).formations.values()}
        assert found == {"amber-CA0": "aggressive", "blue-CA0": wanted, "blue-HF0": "flee"}
    guard = changed(fought, plans={"blue": Engagement("attack", protect="blue fleet")})
    (cruiser,) = [f for f in field_of(guard, ("amber", "blue")).formations.values() if f.first.unit == "blue-CA0"]
    assert stance_of(guard, cruiser) == "stand-off"
