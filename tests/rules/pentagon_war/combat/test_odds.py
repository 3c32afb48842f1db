"""Odds shown before a shot are exactly what the dice then do."""

from fractions import Fraction

import pytest

from rules.dice import ScriptedDice
from rules.pentagon_war.combat import direct_fire
from rules.pentagon_war.combat.odds import bolt_table, odds, point_defense_odds
from rules.pentagon_war.designs import GunTrack, WeaponBox
from rules.pentagon_war.events import Fired, Gone
from rules.pentagon_war.orders import Fire
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body
from rules.values import GameError, Modifier
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import announce, at, bare, bolt, drone, fight, missile, of, ship

WEAPONS = ("L1", "E1", "P1", "RG1", "AG1")


def scene(number: str = "1010") -> Battle:
    firer = ship(
        "X1",
        "1015",
        weapons=(WeaponBox("laser"), WeaponBox("electron"), WeaponBox("proton"), WeaponBox("beam")),
        guns=(GunTrack("radiation", 2), GunTrack("acid", 2), GunTrack("metal", 2)),
        point_defense=7,
    )
    target = bare("Y1", number, engines=1, marks={"evading": True})
    mars = Body("mars", "Mars", kit.hexed("1008"), radius=1, atmosphere=True)
    return fight(firer, target, drone("Y1.D1", number), bolt("Y1.LM1-1", "1014"), bodies={"mars": mars})


@pytest.mark.rule("PW-B04", "PW-B06", "PW-B07")
@pytest.mark.parametrize("target", ["Y1", "Y1.D1", "mars"])
@pytest.mark.parametrize("weapon", WEAPONS)
def test_the_odds_are_those_of_all_36_rolls(weapon: str, target: str) -> None:
    battle = scene("1012")
    shown = odds(battle, battle.craft["X1"], weapon, target)
    announced = at(announce(battle, Fire("X1", (weapon,), target)).state, 10)
    hits, kills, points = 0, 0, 0
    for first in range(1, 7):
        for second in range(1, 7):
            done = direct_fire.resolve(announced, (), ScriptedDice((first, second)))
            fired = of(Fired, done)[0]
            hits += fired.hit
            points += fired.damage
            kills += len(of(Gone, done))
    assert (shown.hit, shown.mean, shown.kill) == (Fraction(hits, 36), Fraction(points, 36), Fraction(kills, 36))
    assert sum(shown.points.values()) == 1


def test_the_odds_name_their_reasons() -> None:
    battle = scene()
    shown = odds(battle, battle.craft["X1"], "P1", "Y1")
    assert shown.modifiers == (Modifier(1, "size class 1"), Modifier(-4, "range 5"), Modifier(-3, "Y1 evades"))
    assert (shown.range, shown.needed, shown.hit) == (5, 6, Fraction(1, 36))
    assert shown.points == {0: Fraction(35, 36), 5: Fraction(1, 36)}
    sure = odds(battle, battle.craft["X1"], "P1", "mars")
    assert (sure.hit, sure.needed, len(sure.modifiers)) == (Fraction(1), None, 0)


def test_a_beam_has_a_chance_to_attach() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1014"))
    shown = odds(battle, battle.craft["X1"], "B1", "Y1")
    assert (shown.hit, shown.kill, shown.mean) == (Fraction(30, 36), Fraction(0), Fraction(0))  # 5 or more


@pytest.mark.rule("PW-B36", "PW-B37", "PW-B43")
def test_point_defense_odds_fall_with_every_shot() -> None:
    battle = fight(ship("X1", "1015", point_defense=7), bare("Y1", "1015"), missile("Y1.M1", "1015"))
    craft = battle.craft["X1"]
    assert [point_defense_odds(battle, craft, "Y1.M1", shots).hit for shots in (0, 3, 6, 7)] == [
        Fraction(5, 6), Fraction(4, 6), Fraction(1, 6), 0,
    ]  # fmt: skip
    at_craft = point_defense_odds(battle, craft, "Y1", 4)
    assert (at_craft.needed, at_craft.hit, at_craft.kill, at_craft.mean) == (
        4,
        Fraction(4, 6),
        Fraction(0),
        Fraction(4, 6),
    )


@pytest.mark.rule("PW-B14")
def test_a_metal_gun_has_a_table_instead_of_odds() -> None:
    battle = scene()
    with pytest.raises(GameError, match="bolt"):
        odds(battle, battle.craft["X1"], "LM1", "Y1")
    assert [bolt_table(battle)[hexes] for hexes in range(1, 13)] == [50, 45, 40, 35, 30, 25, 20, 15, 12, 10, 5, 1]


def test_odds_tell_nothing_of_a_hidden_craft() -> None:
    hidden = fight(ship("X1", "1015"), bare("Y1", "1010", marks={"hidden": True}))
    with pytest.raises(GameError, match="nothing you can see"):
        odds(hidden, hidden.craft["X1"], "L1", "Y1")
