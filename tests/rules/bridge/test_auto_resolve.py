"""Battles settled from the admiral's chair: set-up, orders, what comes back (CW-9.0-05, CW-9.1)."""

import pytest

from rules.bridge.auto_resolve import settle, settle_under
from rules.bridge.battle import camps_of, clashes, field_of
from rules.bridge.craft import blueprint
from rules.bridge.dice import GradedDice, shift_faces
from rules.cluster_war.chapters.combat.battle import Combatant, Place
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, UnitOutcome, Wounds
from rules.dice import ScriptedDice
from rules.hexes import Hex, distance
from rules.values import changed
from tests.rules.bridge.fleets import PLAIN, battle, broken, combatant, dice, printed_designs
from tests.used_up import assert_used_up

HUMANS = "duel_small/humans"


def some(count: int, side: str, design: str, place: Place = "edge", **more: object) -> list[Combatant]:
    """So many units of a scenario's design."""
    known = printed_designs()[f"{HUMANS}/{design}"]
    return [combatant(f"{side}-{design}{n}", side, known, place, **more) for n in range(count)]


def fates(outcome: BattleOutcome, side: str) -> dict[str, int]:
    """How many units of a side came to what."""
    found: dict[str, int] = {}
    for done in outcome.units:
        if done.unit.startswith(f"{side}-"):
            found[done.fate] = found.get(done.fate, 0) + 1
    return found


def by_unit(outcome: BattleOutcome) -> dict[str, UnitOutcome]:
    return {done.unit: done for done in outcome.units}


@pytest.mark.rule("CW-9.0-05", "CW-9.0-11")
def test_the_stronger_fleet_wins_and_the_story_says_who_was_lost() -> None:
    fight = battle(*some(6, "amber", "CA"), *some(2, "blue", "DD"))
    outcome = settle(fight, {}, dice())
    assert (outcome.winner, outcome.method, outcome.battle) == ("amber", "chair", "7/2034/1")
    assert "survived" not in fates(outcome, "blue")
    assert outcome.story[0].startswith("The fight lasted")
    told = sum(line.endswith("blue lost Sabre destroyer.") for line in outcome.story)
    assert told == fates(outcome, "blue")["destroyed"]
    assert broken(fight, outcome) == []


@pytest.mark.rule("CW-9.7-01")
def test_only_its_own_side_is_told_which_of_its_ships_was_lost() -> None:
    outcome = settle(battle(*some(6, "amber", "CA"), *some(2, "blue", "DD")), {}, dice())
    assert outcome.told["blue"][0].startswith("Turn ")
    assert sum("blue-DD" in line for line in outcome.told["blue"]) == fates(outcome, "blue")["destroyed"]
    others = (*outcome.story, *outcome.told.get("amber", ()))
    assert not any("blue-DD" in line for line in others)
    assert not any("amber-CA" in line for line in (*outcome.story, *outcome.told["blue"]))


@pytest.mark.rule("CW-9.1-01", "CW-9.1-02", "CW-9.1-04", "CW-9.1-05")
def test_who_comes_starts_at_the_edge_and_who_defends_at_the_centre() -> None:
    fight = battle(*some(3, "amber", "DD"), *some(2, "blue", "FT", place="centre"))
    craft = field_of(fight, ("amber", "blue")).battle.craft
    comers = [unit for unit in craft.values() if unit.side == "A"]
    assert all(distance(unit.at, Hex(0, 0)) >= 18 for unit in comers)
    assert all(distance(unit.at, Hex(0, 0)) <= 1 for unit in craft.values() if unit.side == "B")
    assert all(unit.velocity.a or unit.velocity.c for unit in comers)
    after = [distance(Hex(u.at.q + int(u.velocity.c), u.at.r - int(u.velocity.a)), Hex(0, 0)) for u in comers]
    assert all(late < distance(unit.at, Hex(0, 0)) for unit, late in zip(comers, after, strict=True))


@pytest.mark.rule("CW-9.1-07")
def test_armor_takes_what_gets_past_the_shields_before_the_hull_does() -> None:
    design = printed_designs()[f"{HUMANS}/DD"]
    armored = changed(design, id="DA", layout={**design.layout, "High grade armor 60": 0})
    bare = settle(battle(*some(3, "amber", "CA"), combatant("blue-x", "blue", design)), {}, dice())
    clad = settle(battle(*some(3, "amber", "CA"), combatant("blue-x", "blue", armored)), {}, dice())
    lost = [[int(line.split()[1].strip(":")) for line in o.story if " lost " in line] for o in (bare, clad)]
    assert lost[0]
    assert not lost[1] or lost[0] < lost[1]


@pytest.mark.rule("CW-9.0-13", "CW-9.7-05")
def test_who_evades_gets_away_unless_the_enemy_may_pursue() -> None:
    fight = battle(*some(4, "amber", "CA"), *some(4, "blue", "HF"), plans={"blue": Engagement("evade")})
    assert fates(settle(fight, {}, dice()), "blue").get("fled", 0) == 4
    chased = changed(fight, plans={"blue": Engagement("evade"), "amber": Engagement("attack", pursue=True)})
    assert fates(settle(chased, {}, dice()), "blue").get("destroyed", 0) > 0


@pytest.mark.rule("CW-9.0-14")
def test_a_side_withdraws_at_the_loss_it_was_told() -> None:
    fleets = [*some(5, "amber", "CA"), *some(5, "blue", "CA")]
    careful = settle(battle(*fleets, plans={"amber": Engagement("attack", 20)}), {}, dice("w"))
    assert fates(careful, "amber").get("fled", 0) > 0
    assert careful.winner == "blue"
    assert any("got away" in line for line in careful.story)


@pytest.mark.rule("CW-9.7-04")
def test_the_reserve_is_kept_back_and_leaves_with_its_side() -> None:
    fight = battle(*some(1, "amber", "DD"), *some(2, "amber", "CF", reserve=True), *some(6, "blue", "CA"))
    field_ = field_of(fight, ("amber", "blue"))
    assert len(field_.kept_back) == 2
    assert fates(settle(fight, {}, dice()), "amber") == {"destroyed": 1, "fled": 2}
    alone = battle(*some(2, "amber", "CF", reserve=True), *some(1, "blue", "CA"))
    assert field_of(alone, ("amber", "blue")).kept_back == ()


def test_sides_without_an_enemy_in_common_fight_apart_and_friends_stand_together() -> None:
    pairs = (("amber", "blue"), ("cyan", "dun"))
    fight = battle(*some(1, "amber", "CA"), *some(1, "blue", "SC"), *some(1, "cyan", "SC"), *some(1, "dun", "CA"))
    assert clashes(changed(fight, enemies=pairs)) == pairs
    assert camps_of(("amber", "blue", "cyan"), (("amber", "blue"), ("blue", "cyan"))) == (("amber", "cyan"), ("blue",))
    three = (("amber", "blue"), ("amber", "cyan"), ("blue", "cyan"))
    assert len(camps_of(("amber", "blue", "cyan"), three)) == 3
    onlooker = settle(changed(fight, enemies=pairs[:1]), {}, dice())
    assert by_unit(onlooker)["cyan-SC0"] == UnitOutcome("cyan-SC0", "survived")


@pytest.mark.rule("CW-9.7-03")
def test_who_is_surprised_hardly_shoots_in_the_first_turn() -> None:
    fleets = [*some(5, "amber", "CA", place="centre"), *some(5, "blue", "CA", place="centre")]
    assert settle(battle(*fleets, surprised=("amber",)), {}, dice()).winner == "blue"
    assert settle(battle(*fleets, surprised=("blue",)), {}, dice()).winner == "amber"


@pytest.mark.rule("CW-17.1-21", "CW-17.2-01")
def test_a_better_crew_and_captain_shoot_better_and_ecm_spoils_it() -> None:
    good = some(1, "amber", "CA", grade="elite", attack=12)
    design = printed_designs()[f"{HUMANS}/CA"]
    jammed = changed(design, id="CJ", layout={**design.layout, "ECM 2": 0})
    fight = battle(*good, combatant("blue-x", "blue", jammed, defense=4, grade="green"))
    assert field_of(fight, ("amber", "blue")).aim == {"A1": 20 + 12 - 4 - 20, "B1": -10}


def test_points_of_aim_are_pips_of_a_shot_and_of_nothing_else() -> None:
    shot, other = "battle/2/7/10/laser/A1/L1", "battle/2/7/11/hit/A1/1"
    script = ScriptedDice([3, 4, 46, 3, 4, 47, 3, 4])
    rolls = GradedDice(script, "battle/7/2034/1/chair", {"A1": 22, "B1": -15}, 15)
    assert rolls.roll(shot, 6, 2).faces == (5, 4)
    assert rolls.roll(shot, 6, 2).faces == (4, 4)
    assert rolls.roll(shot.replace("A1", "B1"), 6, 2).faces == (3, 3)
    assert_used_up(script)
    assert shift_faces((1, 6), -3, 6) == (1, 3)
    assert shift_faces((6, 6), 5, 6) == (6, 6)
    hushed = GradedDice(dice(), "x", {}, 15, frozenset({"A1"}))
    assert hushed.roll(shot, 6, 2).faces == (1, 1)
    assert hushed.roll(other, 6, 2) == changed(dice().roll(f"x/{other}", 6, 2))


@pytest.mark.rule("CW-9.6-02", "CW-6.3-07")
def test_small_craft_fly_in_squadrons_and_are_lost_or_whole() -> None:
    fighters = some(14, "amber", "FI")
    fight = battle(*fighters, *some(1, "blue", "DD"))
    field_ = field_of(fight, ("amber", "blue"))
    assert [len(f.members) for f in field_.formations.values()] == [2] * 7 + [1]
    outcome = settle(fight, {}, dice())
    assert all(done.wounds == Wounds() for done in outcome.units if done.unit.startswith("amber"))
    garrison = changed(fighters[0], unit="home|FI", count=14, place="centre")
    held = by_unit(settle(battle(garrison, *some(1, "blue", "DD")), {}, dice()))["home|FI"]
    assert held.fate == "destroyed" or 1 <= held.count <= 14


def test_more_ships_than_the_map_bears_fly_together() -> None:
    fight = battle(*some(50, "amber", "DD"), *some(30, "blue", "DD"))
    formations = field_of(fight, ("amber", "blue")).formations.values()
    assert len(formations) <= 40
    assert sum(len(f.members) for f in formations) == 80


@pytest.mark.rule("CW-9.6-04", "CW-9.6-11")
def test_wounds_weaken_a_ship_and_shields_come_back_burnt_out() -> None:
    hurt = Wounds({"Beam emitter 3": 2}, {"Beam emitter 3": 1, "Drive 3G": 11}, burnt=4)
    fight = battle(*some(1, "amber", "CA", wounds=hurt), *some(3, "blue", "CA"))
    craft = field_of(fight, ("amber", "blue")).battle.craft["A1"]
    assert sum(not weapon.destroyed for weapon in craft.weapons) == 2
    assert (craft.engines, craft.screens) == (0, 1)
    fought = [settle(battle(*some(3, "amber", "CA"), *some(5, "blue", "CA")), {}, dice(f"{n}")) for n in range(3)]
    worn = [done for outcome in fought for done in outcome.units if done.wounds != Wounds()]
    assert worn
    assert not any("Shield projector 1" in done.wounds.damaged for done in worn)
    assert any(done.wounds.burnt for done in worn)


def test_of_components_lost_half_are_destroyed_and_the_odd_one_is_damaged() -> None:
    plan = blueprint(printed_designs()[f"{HUMANS}/CA"], PLAIN)
    drive = next(block for block in plan.blocks if block.label == "Drive 3G")
    assert drive.pieces == 11
    outcome = settle(battle(*some(2, "amber", "CA"), *some(5, "blue", "CA")), {}, dice("burnt"))
    for done in outcome.units:
        for label in done.wounds.destroyed:
            assert done.wounds.damaged[label] - done.wounds.destroyed[label] in {0, 1}
    harsh = Settings(overrides={"BR-T03/destroyed of lost percent/number": "100"})
    grim = settle_under(harsh)(battle(*some(2, "amber", "CA"), *some(5, "blue", "CA")), {}, dice("burnt"))
    assert not any(done.wounds.damaged for done in grim.units)


def test_missiles_fired_are_off_the_munitions_and_an_empty_magazine_fires_none() -> None:
    full = battle(*some(3, "amber", "CA"), *some(3, "blue", "CA"))
    outcome = settle(full, {}, dice())
    left = [by_unit(outcome)[unit.unit].munitions for unit in full.units]
    assert any(now < unit.munitions for unit, now in zip(full.units, left, strict=True))
    empty = battle(*some(1, "amber", "CA", munitions=0), *some(1, "blue", "DD"))
    craft = field_of(empty, ("amber", "blue")).battle.craft["A1"]
    assert {box.state for box in craft.missiles} == {"empty"}


def test_what_a_ship_carries_is_lost_with_its_share_of_the_ship() -> None:
    carriers = some(4, "amber", "CF", crates={"INF": 40})
    outcome = settle(battle(*carriers, *some(3, "blue", "DD")), {}, dice("cargo"))
    aboard = [done.crates.get("INF", 0) for done in outcome.units if done.unit.startswith("amber")]
    assert all(0 <= n <= 40 for n in aboard)
    assert all(not done.crates for done in outcome.units if done.fate == "destroyed")
    assert any(n < 40 for n in aboard)


def test_attackers_withdraw_when_time_is_up() -> None:
    house = Settings(overrides={"BR-T03/turns/number": "1", "BR-T03/edge/number": "90"})
    fight = battle(*some(1, "amber", "DD"), *some(1, "blue", "OS", place="centre"))
    outcome = settle(fight, {}, dice(), house)
    assert outcome.winner == "blue"
    assert by_unit(outcome)["amber-DD0"].fate == "fled"
    assert "those who came withdrew" in outcome.story[-1]


def test_troops_stay_on_the_ground_and_nobody_is_fought_by_nobody() -> None:
    fight = battle(*some(1, "amber", "DD"), *some(2, "blue", "INF", place="centre"))
    outcome = settle(fight, {}, dice())
    assert outcome.winner == "amber"
    assert outcome.story == ("Nobody stood against them: no shot was fired.",)
    assert fates(outcome, "blue") == {"survived": 2}
