"""Attacks on the ground: contests, fire by accuracy, what losses take, and the book's two worked examples (CW-9.3)."""

from collections.abc import Iterable

import pytest

from rules.cluster_war.chapters.combat.ground.skirmish import (
    Fighter,
    FightPlace,
    GroundSituation,
    StarshipHull,
    UnitAttack,
    accuracy,
    aim_fighters,
    contest,
    direction_on_base,
    direction_on_vehicle,
    fight,
    rating,
    reaches,
    situation,
    situation_of,
)
from rules.cluster_war.chapters.combat.ground.troops import (
    can_harm,
    current_attack,
    teams_left,
    troops_of,
    usable_weapons,
)
from rules.cluster_war.chapters.combat.ground.upkeep import reorganise_teams
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Force
from rules.dice import ScriptedDice
from rules.values import Roll, changed
from tests.used_up import assert_used_up

PLAIN = Settings()
INFANTRY = Design("INF", "Infantry", "ground", 1, 10, ratings=(3, 3, 2, 2))
TANKS = Design("MTK", "Medium Tank", "ground", 2, 19, gear=1, ratings=(8, 1, 7, 1), traits=("mobile",))
HEAVY = Design("HTK", "Heavy Tank", "ground", 3, 25, gear=2, ratings=(11, 1, 10, 1), traits=("mobile",))
COMMANDOS = Design("CMD", "Commandos", "ground", 1, 12, ratings=(3, 6, 2, 2), traits=("chameleon",))
GHOSTS = Design("GHO", "Ghosts", "ground", 1, 12, ratings=(3, 3, 2, 2), traits=("cloaking",))
SMASHER = Design(
    "ATS",
    "Atom Smasher",
    "ground",
    40,
    200,
    unit="naval ship",
    layout={"Energy torpedo launcher 1": 3, "Shield projector 3": 1},
)
FORT = Design("FRT", "Fort", "base", 30, 100, unit="ground base", layout={"Beam emitter 2": 4, "Missile launcher": 2})
FIGHTER = Design("FTR", "Fighter", "small_craft", 5, 10, unit="fighter", layout={"Beam emitter 1": 2})


def of(design: Design, name: str, side: str, **more: object) -> Fighter:
    """A fighter of a design, as a force called so."""
    force = changed(Force(name, side, design.id, "0101"), **more)  # type: ignore[arg-type] # keywords are Force's own fields
    return Fighter(force, troops_of(design, PLAIN), design, force.dug_in)


def enemies(a: str, b: str) -> bool:
    """Two sides that fight."""
    return a != b


def struck(strikes: Iterable[UnitAttack], who: str) -> list[UnitAttack]:
    """The attacks of one unit."""
    return [s for s in strikes if s.attacker == who]


@pytest.mark.rule("CW-9.3-27", "CW-9.3-28", "CW-9.3-29", "CW-9.3-30", "CW-9.3-31")
def test_three_tanks_roll_over_one_infantry_as_in_the_book() -> None:
    script = ScriptedDice([7, 10, 2, 8, 5, 5, 7, 3])
    tanks = [of(TANKS, f"a{n}", "humans") for n in (1, 2, 3)]
    done = fight([*tanks, of(INFANTRY, "z1", "vermin")], FightPlace("clear"), enemies, "k", PLAIN, script)
    assert_used_up(script)
    assert [(s.attack, s.defense, s.killed, s.reach) for s in done.strikes] == [
        (15, 12, True, "ranged"),
        (10, 10, False, "ranged"),
        (13, 7, True, "ranged"),
        (10, 10, False, "ranged"),
    ]
    assert [s.target for s in done.strikes[:3]] == ["z1"] * 3
    assert sorted(done.left) == ["a1", "a2", "a3"]


@pytest.mark.rule("CW-9.3-28", "CW-9.3-29")
def test_an_equal_roll_does_nothing_and_both_sides_may_be_wiped_out() -> None:
    assert not contest(8, 2, "k", ScriptedDice([2, 8])).destroyed
    assert contest(8, 2, "k", ScriptedDice([3, 8])).destroyed
    both = fight(
        [of(INFANTRY, "a", "humans"), of(INFANTRY, "b", "vermin")],
        FightPlace("clear"),
        enemies,
        "k",
        PLAIN,
        ScriptedDice([9, 1, 9, 1]),
    )
    assert both.left == {}


@pytest.mark.rule(
    "CW-9.3-63", "CW-9.3-47", "CW-9.3-48", "CW-9.3-49", "CW-9.3-50", "CW-9.3-51", "CW-9.3-24", "CW-9.3-25", "CW-9.3-59"
)
def test_the_siege_of_new_helios_city_as_in_the_book() -> None:
    where = FightPlace("clear", city=True)
    script = ScriptedDice([22, 3, 67, 45, 4, 1, 37, 77, 11, 2, 78, 49, 51, 20, 92])
    tanks = [of(HEAVY, f"A{n}", "humans", dug_in=True) for n in (1, 2, 3)]
    ship = of(SMASHER, "S1", "vermin")
    one = fight([*tanks, ship], where, enemies, "k", PLAIN, script)
    assert [s.attack for s in one.strikes] == [45, 45, 45, 35]
    assert [s.points for s in one.strikes] == [1, 0, 1, 1]
    assert [s.direction for s in one.strikes] == ["direction 3", "", "direction 4", ""]
    assert StarshipHull(ship.troops.shields, ship.troops.hull).struck(one.left["S1"].damage) == StarshipHull(1, 40)
    first = one.left["A1"]
    assert (first.teams, current_attack(tanks[0].troops, first.teams)[0]) == (9, 10)
    again = [changed(f, force=one.left[f.force.id]) for f in (*tanks, ship)]
    two = fight(again, where, enemies, "k", PLAIN, script)
    assert_used_up(script)
    assert [s.points for s in two.strikes] == [1, 0, 0, 1]
    assert StarshipHull(3, 40).struck(two.left["S1"].damage) == StarshipHull(0, 40)
    first = two.left["A1"]
    assert (first.teams, current_attack(tanks[0].troops, first.teams)[0]) == (8, 9)
    third = [changed(f, force=two.left[f.force.id]) for f in (*tanks, ship)]
    assert sorted(aim_fighters(third, where, enemies, PLAIN)) == ["A2", "A3", "S1"], (
        "AR 9 hurts nothing of starship scale"
    )
    assert reorganise_teams((8, 8, 9)) == (5, 10, 10), "three more teams are lost by the end of the turn"
    assert [current_attack(tanks[0].troops, teams)[0] for teams in reorganise_teams((8, 8, 9))] == [6, 11, 11]


@pytest.mark.rule("CW-9.3-20", "CW-9.3-21", "CW-9.3-22", "CW-9.3-51", "CW-9.3-52")
def test_ar_falls_by_one_a_lost_team_and_never_below_zero() -> None:
    heavy, foot = troops_of(HEAVY, PLAIN), troops_of(INFANTRY, PLAIN)
    assert [current_attack(heavy, teams)[0] for teams in (10, 9, 8, 5)] == [11, 10, 9, 6]
    assert current_attack(foot, 5) == (0, 0)
    assert (teams_left(10, 5), teams_left(10, 10), teams_left(3, 9)) == (5, 0, 0)
    assert foot.defense == (2, 2)
    assert heavy.attack == (11, 1), "each team by itself keeps its rating"


@pytest.mark.rule("CW-9.3-46")
def test_what_is_told_of_a_units_training_and_gear_changes_no_rating() -> None:
    described = changed(INFANTRY, note="Veterans of the burning moons, with rail rifles")
    assert troops_of(described, PLAIN) == troops_of(INFANTRY, PLAIN)


@pytest.mark.rule("CW-9.3-16", "CW-9.3-23", "CW-9.3-24", "CW-9.3-25")
def test_who_can_harm_whom() -> None:
    ship, fighter = troops_of(SMASHER, PLAIN), troops_of(FIGHTER, PLAIN)
    assert (ship.scale, fighter.scale, troops_of(INFANTRY, PLAIN).scale) == ("starship", "gunboat", "battalion")
    assert not can_harm(troops_of(INFANTRY, PLAIN), 10, ship, PLAIN)
    assert can_harm(troops_of(INFANTRY, PLAIN), 10, fighter, PLAIN)
    assert can_harm(troops_of(HEAVY, PLAIN), 9, ship, PLAIN)
    assert not can_harm(troops_of(HEAVY, PLAIN), 8, ship, PLAIN), "the current AR counts, here 9"
    left = troops_of(INFANTRY, PLAIN)
    assert left.scale == "battalion", "no force in the field is a single team"
    assert can_harm(left, 1, troops_of(HEAVY, PLAIN), PLAIN), "the last team is what is left of its battalion"
    assert not can_harm(troops_of(HEAVY, PLAIN), 1, ship, PLAIN)


@pytest.mark.rule("CW-9.3-17", "CW-9.3-18", "CW-9.3-19")
def test_large_units_are_taken_apart_and_small_craft_go_with_one_hit() -> None:
    assert not StarshipHull(3, 40).struck(42).destroyed
    assert StarshipHull(3, 40).struck(43).destroyed
    done = fight(
        [of(HEAVY, "a", "humans"), of(FIGHTER, "b", "vermin")],
        FightPlace("clear"),
        enemies,
        "k",
        PLAIN,
        ScriptedDice([50, 51, 50]),
    )
    assert sorted(done.left) == ["a"]
    assert done.left["a"].teams == 9
    assert len(struck(done.strikes, "b")[0].rolls) == 2, "a fighter fires each of its weapons"


@pytest.mark.rule("CW-9.3-26", "CW-9.3-27")
def test_a_unit_attacks_once_and_defends_against_all() -> None:
    script = ScriptedDice([1, 10, 1, 10, 1, 10, 1, 10])
    done = fight(
        [*(of(TANKS, f"a{n}", "humans") for n in (1, 2, 3)), of(INFANTRY, "z", "vermin")],
        FightPlace("clear"),
        enemies,
        "k",
        PLAIN,
        script,
    )
    assert len(struck(done.strikes, "z")) == 1
    assert sum(s.target == "z" for s in done.strikes) == 3


@pytest.mark.rule("CW-9.3-35", "CW-9.3-37", "CW-9.3-38", "CW-9.3-39", "CW-9.3-40")
def test_situation_modifiers_of_ranged_combat() -> None:
    assert situation("clear", PLAIN) == GroundSituation(0, 0)
    assert situation("clear", PLAIN, dug_in=True) == GroundSituation(0, 2)
    assert situation("forest", PLAIN) == situation("badlands", PLAIN) == GroundSituation(-1, 1)
    assert situation("clear", PLAIN, city=True, dug_in=True) == GroundSituation(-1, 3)
    assert (
        situation("swamp", PLAIN) == situation("jungle", PLAIN) == situation("caverns", PLAIN) == GroundSituation(-2, 2)
    )
    assert situation("clear", PLAIN, more=(-1, 2)) == GroundSituation(-1, 2)
    assert rating((2, 2), 2, "ranged") == 4
    assert rating((2, 2), 2, "close") == 2
    assert (rating((1, 1), -2, "ranged"), rating((1, 1), -2, "close")) == (0, 1), "no rating falls below zero"


@pytest.mark.rule("CW-9.3-47", "CW-9.3-48", "CW-9.3-49")
def test_modifiers_become_five_per_cent_each_and_terrain_leaves_ships_alone() -> None:
    city = situation("clear", PLAIN, city=True, dug_in=True)
    assert accuracy(GroundSituation(), GroundSituation(), PLAIN) == 50
    assert accuracy(GroundSituation(-4), GroundSituation(0, 8), PLAIN) == 0
    assert accuracy(GroundSituation(11), GroundSituation(), PLAIN) == 105
    assert accuracy(city, situation_of(troops_of(SMASHER, PLAIN), city), PLAIN) == 45
    assert accuracy(situation_of(troops_of(SMASHER, PLAIN), city), city, PLAIN) == 35


@pytest.mark.rule("CW-9.3-31", "CW-9.3-33")
def test_the_first_round_is_ranged_and_later_each_unit_chooses() -> None:
    foot, tank, where = of(INFANTRY, "a", "humans"), of(TANKS, "b", "vermin"), FightPlace("clear")
    assert reaches(foot, tank, where) == ("ranged",)
    old = [of(INFANTRY, "a", "humans", contact=1), of(TANKS, "b", "vermin", contact=1)]
    assert aim_fighters(old, where, enemies, PLAIN) == {"a": ("b", "close"), "b": ("a", "ranged")}
    assert reaches(foot, tank, FightPlace("clear", close=True)) == ("close",)
    waiting = {"posture": "ambush", "dug_in": True}
    assert reaches(of(COMMANDOS, "a", "humans", **waiting), tank, where) == ("ranged", "close")
    assert reaches(of(INFANTRY, "a", "humans", **waiting), tank, where) == ("ranged",)


@pytest.mark.rule("CW-9.3-32", "CW-9.3-34")
def test_an_ambush_is_not_answered_and_who_is_surprised_does_not_attack() -> None:
    hidden = of(INFANTRY, "a", "humans", posture="ambush", dug_in=True)
    tank, where = of(TANKS, "b", "vermin"), FightPlace("forest")
    assert aim_fighters([hidden, tank], where, enemies, PLAIN) == {"a": ("b", "ranged")}
    other = of(INFANTRY, "c", "humans")
    assert aim_fighters([hidden, other, tank], where, enemies, PLAIN)["b"][0] == "c", "another it may attack"
    ghosts = [of(GHOSTS, "a", "humans"), other, tank]
    assert "b" not in aim_fighters(ghosts, where, enemies, PLAIN), "struck first by a cloaked unit: surprised"
    met = [of(GHOSTS, "a", "humans", contact=1), of(TANKS, "b", "vermin", contact=1)]
    assert "b" in aim_fighters(met, where, enemies, PLAIN), "once only"


@pytest.mark.rule("CW-9.3-53", "CW-9.3-54", "CW-9.3-55", "CW-9.3-57")
def test_bases_fire_missiles_at_ground_forces_and_no_beams() -> None:
    fort, foot = troops_of(FORT, PLAIN), troops_of(INFANTRY, PLAIN)
    assert (fort.weapons, usable_weapons(FORT, fort, foot)) == (6, 2)
    assert usable_weapons(FORT, fort, troops_of(SMASHER, PLAIN)) == 6
    assert usable_weapons(changed(FORT, traits=("ground fire",)), fort, foot) == 6
    done = fight(
        [of(FORT, "a", "humans"), of(INFANTRY, "b", "vermin")],
        FightPlace("clear"),
        enemies,
        "k",
        PLAIN,
        ScriptedDice([50, 50]),
    )
    assert done.left["b"].teams == 8, "every hit strikes something"
    inside = of(INFANTRY, "b", "vermin", dug_in=True)
    (attack,) = [
        s
        for s in fight(
            [of(TANKS, "a", "humans"), inside], FightPlace("clear"), enemies, "k", PLAIN, ScriptedDice([9, 1, 1, 10])
        ).strikes
        if s.attacker == "a"
    ]
    assert attack.defense == 1 + 4, "troops of a base count as dug in"


@pytest.mark.rule("CW-9.3-56")
@pytest.mark.parametrize(("rolled", "damage"), [(50, 1), (51, 0)])
def test_every_hit_on_a_base_is_a_point_of_damage_and_none_is_a_near_miss(rolled: int, damage: int) -> None:
    dice = ScriptedDice([rolled, *([1] if damage else []), 99, 99])
    done = fight([of(HEAVY, "a", "humans"), of(FORT, "b", "vermin")], FightPlace("clear"), enemies, "k", PLAIN, dice)
    assert_used_up(dice)
    assert done.left["b"].damage == damage


@pytest.mark.rule("CW-9.3-61", "CW-9.3-62")
@pytest.mark.parametrize("shields", [{}, {"Shield projector 3": 1}])
def test_shields_of_what_is_on_the_ground_cover_all_sides_and_small_craft_go_with_one_hit(
    shields: dict[str, int],
) -> None:
    boat = changed(FIGHTER, id="BOAT", kind="ground", unit="super tank", layout={**FIGHTER.layout, **shields})
    assert (troops_of(boat, PLAIN).scale, troops_of(boat, PLAIN).shields) == ("gunboat", 0)
    cruiser = changed(SMASHER, id="CRU", layout={"Beam emitter 3": 1})
    dice = ScriptedDice([1, 99, 99])
    done = fight([of(cruiser, "a", "humans"), of(boat, "b", "vermin")], FightPlace("clear"), enemies, "k", PLAIN, dice)
    assert_used_up(dice)
    assert sorted(done.left) == ["a"], "no die says from which side, since none is without shields"
    large = of(SMASHER, "c", "vermin", damage=2)
    struck = fight(
        [of(cruiser, "a", "humans"), large], FightPlace("clear"), enemies, "k", PLAIN, ScriptedDice([1, 6, 99, 99, 99])
    )
    assert struck.left["c"].damage == 3, "the third point of its shields, from wherever it comes"


@pytest.mark.rule("CW-9.3-58", "CW-9.3-59", "CW-9.3-60")
def test_where_attacks_strike() -> None:
    assert [direction_on_vehicle("k", ScriptedDice([n]))[0] for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    sides = [direction_on_base("k", PLAIN, ScriptedDice([n]))[0] for n in range(1, 7)]
    assert sides == ["left side", "left side", "above", "above", "right side", "right side"]
    strafing = [tables(PLAIN)["CW-9.3-T03"].by_roll(n) for n in (1, 3, 5, 7, 8, 10)]
    assert [(row["strike"], row["dat_direction"]) for row in strafing] == [
        ("frontal strike", "1"),
        ("glancing blow", "6"),
        ("glancing blow", "2"),
        ("flanking attack", "5"),
        ("flanking attack", "3"),
        ("parting shot", "4"),
    ]
    done = fight(
        [of(HEAVY, "a", "humans"), of(FORT, "b", "vermin")],
        FightPlace("clear"),
        enemies,
        "k",
        PLAIN,
        ScriptedDice([50, 3, 99, 99]),
    )
    assert done.strikes[0].direction == "above"
    assert isinstance(done.strikes[0].rolls[-1], Roll)
