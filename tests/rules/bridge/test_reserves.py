"""The reserve of a battle that is fought from the admiral's chair (ruling R-212)."""

import pytest

from rules.bridge.auto_resolve import settle
from rules.bridge.story import watch
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import Engagement
from rules.pentagon_war.events import BattleEnded
from rules.values import changed
from tests.rules.bridge.fleets import battle, broken, dice
from tests.rules.bridge.test_auto_resolve import fates, some

UP = Settings(reserves="come-up")


def fight(front: int, behind: int, enemies: int, **orders: object) -> Battle:
    """Cruisers, some of them in reserve, against cruisers."""
    mine = [changed(unit, reserve=n >= front) for n, unit in enumerate(some(front + behind, "amber", "CA"))]
    made = battle(*mine, *some(enemies, "blue", "CA"))
    plans = {"amber": Engagement("attack", **orders), "blue": Engagement("attack")}  # type: ignore[arg-type] # its fields
    return changed(made, plans=plans)


@pytest.mark.rule("CW-9.0-05", "CW-9.0-11")
def test_the_reserve_comes_up_when_its_side_has_lost_so_much_and_everybody_is_accounted_for() -> None:
    fought = fight(2, 4, 3)
    outcome = settle(fought, {}, dice(), UP)
    assert [line for line in outcome.story if line.endswith("the reserve of amber came up.")]
    assert broken(fought, outcome) == []
    assert outcome.winner == "amber"
    kept_back = settle(fought, {}, dice())
    assert not any("reserve" in line for line in kept_back.story)
    assert kept_back.winner == "blue"
    assert settle(fought, {}, dice(), UP) == outcome


@pytest.mark.rule("CW-9.0-05")
def test_a_reserve_that_is_not_needed_and_one_without_a_weapon_stay_where_they_are() -> None:
    calm = settle(fight(6, 2, 1), {}, dice(), UP)
    assert (calm.winner, any("reserve" in line for line in calm.story)) == ("amber", False)
    freighters = [changed(unit, reserve=True) for unit in some(2, "amber", "HF")]
    convoy = battle(*some(1, "amber", "CA"), *freighters, *some(3, "blue", "CA"))
    outcome = settle(convoy, {}, dice(), UP)
    assert not any("reserve" in line for line in outcome.story)
    assert fates(outcome, "amber").get("destroyed", 0) <= 1


@pytest.mark.rule("CW-9.7-05")
def test_who_withdraws_first_brings_nobody_up() -> None:
    outcome = settle(fight(2, 4, 3, withdraw_at=5), {}, dice(), UP)
    assert not any("reserve" in line for line in outcome.story)
    assert fates(outcome, "amber").get("fled", 0) >= 4


def test_without_the_switch_and_without_a_reserve_battles_are_as_they_were() -> None:
    plain = fight(4, 0, 3)
    assert settle(plain, {}, dice(), UP) == settle(plain, {}, dice())


def test_a_film_of_the_battle_shows_the_reserve_behind_and_ends_once() -> None:
    fought = fight(1, 5, 3)
    (course,) = watch(fought, dice(), UP)
    assert set(course.start.craft) == set(course.end.craft)
    assert len([craft for craft in course.start.craft.values() if craft.side == "A"]) == 6
    assert len([event for event in course.events if isinstance(event, BattleEnded)]) <= 1
    outcome = settle(fought, {}, dice(), UP)
    lost = {unit.unit for unit in outcome.units if unit.fate == "destroyed"}
    assert course.destroyed == lost
