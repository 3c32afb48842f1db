"""The quick engine: protection before hull, orders kept, who gets away, surprise, aim and munitions."""

import pytest

from rules.cluster_war.chapters.combat.battle import Settle
from rules.cluster_war.chapters.combat.quick_engine import BATTLE_OVER, NOBODY_DANGEROUS, NOBODY_PRESSED, settle
from rules.cluster_war.chapters.combat.quick_outcome import enter
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import Engagement, Wounds
from rules.dice import ScriptedDice
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.fleets import (
    CRUISER,
    DESTROYER,
    FIGHTER,
    FREIGHTER,
    MISSILES,
    SKIPPER,
    TROOPER,
    battle,
    dice,
    fates,
    lost_share,
    of,
    ships,
)

PRINTED = Settings()
NUMBERS = numbers_of(PRINTED)
ATTACK, DEFEND, EVADE = Engagement("attack"), Engagement("defend"), Engagement("evade")
SEEDS = range(12)


def test_it_is_a_way_to_settle_a_battle() -> None:
    way: Settle = settle
    fought = battle(*ships("a", DESTROYER, 2), *ships("b", DESTROYER, 2))
    found = way(fought, {}, dice(1))
    assert found == settle(fought, {}, dice(1)), "the same dice give the same outcome"
    assert (found.battle, found.method) == (fought.id, "quick")


@pytest.mark.rule("CW-9.1-07")
def test_shields_and_armor_go_before_the_hull() -> None:
    armored = changed(DESTROYER, layout={**DESTROYER.layout, "High grade armor 4": 0})
    (unit,) = ships("a", armored)
    inside = enter(unit, strength_of(unit, NUMBERS, PRINTED), NUMBERS, 1)
    shields, armor = inside.shields, inside.armor
    assert shields
    assert armor == 400
    inside.begin_round()
    inside.take(shields, 0, 0)
    assert (inside.shields, inside.armor, inside.hurt) == (0, armor, 0)
    inside.take(armor, 0, 0)
    assert (inside.shields, inside.armor, inside.hurt) == (0, 0, 0)
    inside.take(100, 0, 0)
    assert inside.hurt == 100


@pytest.mark.rule("CW-9.1-07")
def test_a_battle_that_stays_in_the_shields_burns_generators_and_harms_nothing() -> None:
    hard = changed(DESTROYER, layout={"Bridge": 1, "Shield projector 9": 10, "Beam emitter 3": 3})
    found = of(settle(battle(*ships("a", hard), *ships("b", FIGHTER)), {}, dice(1)))["a/DD01"]
    assert found.fate == "survived"
    assert not found.wounds.damaged
    assert not found.wounds.destroyed


@pytest.mark.rule("CW-A-55")
def test_shield_breakers_do_double_damage_to_shields_and_none_to_the_hull() -> None:
    (unit,) = ships("a", DESTROYER)
    inside = enter(unit, strength_of(unit, NUMBERS, PRINTED), NUMBERS, 1)
    whole = inside.shields
    inside.begin_round()
    inside.take(0, 100, 0)
    assert inside.shields == whole - 200
    inside.take(0, 100_000, 0)
    assert (inside.shields, inside.hurt) == (0, 0)


@pytest.mark.rule("CW-A-52")
def test_resistant_shields_do_not_burn_out() -> None:
    firm = changed(DESTROYER, layout={"Bridge": 1, "Resistant shield projector 2": 2})
    (unit,) = ships("a", firm)
    inside = enter(unit, strength_of(unit, NUMBERS, PRINTED), NUMBERS, 1)
    assert inside.worth.firm
    for _ in range(5):
        inside.begin_round()
        inside.take(inside.worth.firm, 0, 0)
    assert inside.hurt == 0, "they are up again each round"
    inside.take(100, 0, 0)
    assert inside.hurt == 100, "and hold so much of a round"


@pytest.mark.rule("CW-A-48")
def test_point_defense_stops_missiles_and_nothing_else() -> None:
    guarded = changed(FREIGHTER, layout={"Bridge": 1, "Point defense battery": 1})
    (unit,) = ships("a", guarded)
    worth = strength_of(unit, NUMBERS, PRINTED)
    inside = enter(unit, worth, NUMBERS, 1)
    inside.begin_round()
    inside.take(0, 0, worth.defense)
    assert inside.hurt == 0
    inside.take(0, 0, 100)
    assert inside.hurt == 100, "it stops so much a round"
    inside.begin_round()
    inside.take(100, 0, 0)
    assert inside.hurt == 200, "no beams"


@pytest.mark.rule("CW-9.0-13")
def test_who_retreats_is_pursued_only_with_orders() -> None:
    runners, hunters = ships("a", CRUISER, 4), ships("b", DESTROYER, 6)
    losses = {}
    for pursue in (False, True):
        orders = {"a": EVADE, "b": Engagement("attack", pursue=pursue)}
        fought = battle(*runners, *hunters, plans=orders)
        losses[pursue] = sum(lost_share(fought, settle(fought, {}, dice(n)), "a") for n in SEEDS)
        assert all(fate != "survived" for fate in fates(settle(fought, {}, dice(1)), "a"))
    assert losses[False] < losses[True], "followed, they are under fire for longer"


@pytest.mark.rule("CW-9.0-13")
def test_a_slower_pursuer_catches_nobody_up() -> None:
    def lost(pursue: bool) -> float:
        orders = {"a": EVADE, "b": Engagement("attack", pursue=pursue)}
        fought = battle(*ships("a", DESTROYER, 4), *ships("b", CRUISER, 3), plans=orders)
        return lost_share(fought, settle(fought, {}, dice(1)), "a")

    assert lost(True) == lost(False)


@pytest.mark.rule("CW-4.0-17")
def test_a_skip_drive_gets_away_before_a_shot() -> None:
    orders = {"a": EVADE, "b": Engagement("attack", pursue=True)}
    fought = battle(*ships("a", SKIPPER, 3), *ships("b", CRUISER, 20), plans=orders)
    for seed in SEEDS:
        found = settle(fought, {}, dice(seed))
        assert fates(found, "a") == ["fled"] * 3
        assert all(unit.wounds == Wounds() for unit in found.units)
        assert found.winner == "b"


@pytest.mark.rule("CW-4.0-17")
@pytest.mark.rule("CW-4.0-17", "CW-9.6-04")
def test_a_ship_whose_drive_is_gone_gets_away_from_nothing() -> None:
    orders = {"a": Engagement("evade")}
    broken = Wounds(destroyed={"Drive 4G": 8})
    fought = battle(*ships("a", SKIPPER, 3, wounds=broken), *ships("b", CRUISER, 20), plans=orders)
    assert set(fates(settle(fought, {}, dice(3), Settings()), "a")) <= {"destroyed", "captured"}
    one_left = Wounds(destroyed={"Drive 4G": 7})
    saved = battle(*ships("a", SKIPPER, 3, wounds=one_left), *ships("b", CRUISER, 20), plans=orders)
    assert set(fates(settle(saved, {}, dice(3), Settings()), "a")) == {"fled"}


def test_a_surprised_skip_drive_gets_away_a_round_later() -> None:
    orders = {"a": EVADE, "b": ATTACK}
    fought = battle(*ships("a", SKIPPER, 3), *ships("b", CRUISER, 20), plans=orders, surprised=("a",))
    assert sum(fates(settle(fought, {}, dice(n)), "a").count("destroyed") for n in SEEDS) > 0


def test_a_surprised_side_does_not_act_in_the_first_round() -> None:
    fought = battle(*ships("a", DESTROYER), *ships("b", DESTROYER), surprised=("a",))
    rolled = ScriptedDice([50] * 60)
    settle(fought, {}, rolled)
    first, second = rolled.rolls[:2]
    assert (first.key, len(first.faces)) == ("battle/1/0505/1/quick/1", 1)
    assert (second.key, len(second.faces)) == ("battle/1/0505/1/quick/2", 2)


@pytest.mark.rule("CW-A-16")
def test_a_cloaked_ship_has_the_first_strike() -> None:
    hidden = changed(DESTROYER, layout={**DESTROYER.layout, "Cloaking device": 1})
    fought = battle(*ships("a", hidden), *ships("b", DESTROYER))
    rolled = ScriptedDice([100] * 60)
    settle(fought, {}, rolled)
    won = [settle(changed(fought, id=f"1/0505/{n}"), {}, dice(n)).winner for n in range(60)]
    assert won.count("a") > won.count("b")


def test_a_side_withdraws_at_the_loss_that_its_orders_name() -> None:
    fought = battle(*ships("a", DESTROYER, 8), *ships("b", DESTROYER, 12), plans={"a": Engagement(withdraw_at=25)})
    to_the_end = changed(fought, plans={})
    early = [lost_share(fought, settle(fought, {}, dice(n)), "a") for n in SEEDS]
    late = [lost_share(fought, settle(to_the_end, {}, dice(n)), "a") for n in SEEDS]
    assert sum(early) < sum(late)
    found = settle(fought, {}, dice(1))
    assert "fled" in fates(found, "a")
    assert found.winner == "b"


@pytest.mark.rule("CW-9.7-04")
def test_a_reserve_comes_up_when_it_is_needed_and_takes_no_fire_before() -> None:
    held = ships("a", CRUISER, 2, reserve=True)
    found = settle(battle(*ships("a", DESTROYER, 2), *held, *ships("b", DESTROYER, 6)), {}, dice(1))
    assert of(found)["a/CA01"].fate == "destroyed", "it came up"
    short = settle(battle(*ships("a", DESTROYER, 20), *held, *ships("b", DESTROYER, 2)), {}, dice(1))
    assert of(short)["a/CA01"].wounds == Wounds(), "nobody needed it"


def test_a_fleet_that_others_stand_before_is_fired_at_last() -> None:
    convoy = ships("a", TROOPER, 3, fleet="convoy")
    guard = ships("a", DESTROYER, 4, fleet="guard")
    raiders = ships("b", DESTROYER, 6)
    orders = {"a": Engagement(protect="guard", withdraw_at=60), "b": ATTACK}
    protected = {**orders, "a": Engagement(protect="convoy", withdraw_at=60)}

    def troopers_lost(plans: dict[str, Engagement]) -> int:
        fought = battle(*convoy, *guard, *raiders, plans=plans)
        return sum(fates(settle(fought, {}, dice(n)), "a")[:3].count("destroyed") for n in SEEDS)

    assert troopers_lost(protected) < troopers_lost(orders)


@pytest.mark.rule("CW-17.2-03")
@pytest.mark.parametrize(("grade", "chance"), [("green", 40), ("regular", 50), ("veteran", 60), ("elite", 70)])
def test_a_crews_grade_moves_a_base_of_50_percent(grade: str, chance: int) -> None:
    (unit,) = ships("a", DESTROYER, grade=grade)
    assert NUMBERS.whole("accuracy") + strength_of(unit, NUMBERS, PRINTED).aim == chance


@pytest.mark.rule("CW-17.1-21")
def test_a_captains_attack_of_8_adds_8_to_the_roll() -> None:
    (unit,) = ships("a", DESTROYER, attack=8)
    assert strength_of(unit, NUMBERS, PRINTED).aim == 8


@pytest.mark.rule("CW-17.1-22")
def test_a_captains_defense_of_5_takes_5_from_the_enemys_roll() -> None:
    (unit,) = ships("a", DESTROYER, defense=5)
    assert strength_of(unit, NUMBERS, PRINTED).cover == 5


@pytest.mark.rule("CW-A-13", "CW-A-20")
def test_computers_and_ecm_count_ten_points_a_level() -> None:
    clever = changed(DESTROYER, layout={**DESTROYER.layout, "Battle computer 2": 0, "ECM 1": 0})
    (unit,) = ships("a", clever)
    worth = strength_of(unit, NUMBERS, PRINTED)
    assert (worth.aim, worth.cover) == (20, 10)


@pytest.mark.rule("CW-17.1-20")
def test_a_captains_ratings_count_for_the_own_ship_alone() -> None:
    (led,), (beside,) = ships("a", DESTROYER, attack=8, defense=5), ships("a", CRUISER)
    assert strength_of(led, NUMBERS, PRINTED).cover == 5
    assert (strength_of(beside, NUMBERS, PRINTED).aim, strength_of(beside, NUMBERS, PRINTED).cover) == (0, 0)


def test_good_officers_and_crews_win_more() -> None:
    better = (*ships("a", DESTROYER, 3, grade="elite", attack=8, defense=5), *ships("b", DESTROYER, 3))
    assert wins("a", *better) > 40


def test_the_better_admiral_wins_more() -> None:
    units = (*ships("a", DESTROYER, 5), *ships("b", DESTROYER, 5))
    assert wins("a", *units, advantage={"a": 15}) > wins("a", *units) > wins("a", *units, advantage={"b": 15})


def wins(side: str, *units: object, **more: object) -> int:
    """How many of 60 battles a side wins."""
    fought = battle(*units, **more)  # type: ignore[arg-type] # units are combatants
    return sum(settle(fought, {}, dice(seed)).winner == side for seed in range(60))


@pytest.mark.rule("CW-4.3-25")
def test_without_munitions_launchers_do_not_fire() -> None:
    empty = battle(*ships("a", MISSILES, 3), *ships("b", FREIGHTER, 2))
    loaded = battle(*ships("a", MISSILES, 3, munitions=6), *ships("b", FREIGHTER, 2))
    assert all(unit.fate == "survived" and unit.wounds == Wounds() for unit in settle(empty, {}, dice(1)).units)
    assert settle(empty, {}, dice(1)).story[-1] == NOBODY_DANGEROUS
    found = settle(loaded, {}, dice(1))
    assert sum(unit.munitions for unit in found.units) < 18
    assert fates(found, "b") != ["survived"] * 2


def test_where_nobody_attacks_nobody_is_harmed() -> None:
    fought = battle(*ships("a", CRUISER, 3), *ships("b", CRUISER, 3), plans={"a": DEFEND, "b": EVADE})
    found = settle(fought, {}, dice(1))
    assert found.winner == ""
    assert found.story == (NOBODY_PRESSED,)
    assert all(unit.fate == "survived" for unit in found.units)


@pytest.mark.rule("CW-9.7-05")
def test_who_is_to_evade_leaves_and_lets_the_enemy_have_the_place() -> None:
    found = settle(battle(*ships("a", CRUISER, 3), *ships("b", CRUISER, 3), plans={"a": EVADE}), {}, dice(1))
    assert "survived" not in fates(found, "a")
    assert found.winner == "b"


def test_unarmed_ships_run_from_an_attack() -> None:
    found = settle(battle(*ships("a", FREIGHTER, 4), *ships("b", DESTROYER)), {}, dice(3))
    assert "fled" in fates(found, "a")
    assert "survived" not in fates(found, "a")


def test_three_sides_fight_their_own_enemies_only() -> None:
    units = (*ships("a", DESTROYER, 3), *ships("b", DESTROYER, 3), *ships("c", CRUISER, 6))
    fought = battle(*units, enemies=(("a", "b"), ("b", "c")))
    for seed in SEEDS:
        found = settle(fought, {}, dice(seed))
        assert fates(found, "b") == ["destroyed"] * 3
        assert found.winner in {"a", "c"}
        assert found.story[-2] == BATTLE_OVER


@pytest.mark.rule("CW-9.0-02")
def test_a_campaign_may_change_any_number_of_it() -> None:
    house = Settings(overrides={"CW-TAB-QUICK/accuracy/value": "0", "CW-TAB-QUICK/least/value": "0"})
    gentle = Settings(overrides={**house.overrides, "CW-TAB-QUICK/luck/value": "0"})
    fought = battle(*ships("a", DESTROYER, 2), *ships("b", DESTROYER, 2))
    assert all(unit.wounds == Wounds() for unit in settle(fought, {}, dice(1), gentle).units)
