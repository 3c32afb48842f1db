"""Alert status on turn 1, and cannons that go cold and warm up again."""

import pytest

from rules.pentagon_war import commission
from rules.pentagon_war.combat import reinforcement
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.designs import GunTrack, WeaponBox
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided, Reinforce
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.targets import arm_of, check_ready
from rules.pentagon_war.turn import power
from rules.pentagon_war.turn.power import rest_cannon
from rules.pentagon_war.units import Craft, Moment
from rules.values import GameError, changed
from tests.rules.pentagon_war.kit import battle, craft, scripted
from tests.used_up import assert_used_up


def ship(status: int) -> Craft:
    """A craft with one of everything that alert status bears on, as set up at this status."""
    built = craft(
        "X1",
        "1015",
        capacitors=9,
        screens=6,
        point_defense=7,
        weapons=(WeaponBox("laser"), WeaponBox("electron"), WeaponBox("proton")),
        guns=(GunTrack("radiation", 3), GunTrack("metal", 4), GunTrack("acid", 3)),
    )
    return commission.on_alert(built, Options(alert_status=status))


def at_turn(turn: int, status: int) -> Battle:
    """The battle after phase 1 of a turn."""
    start = battle(ship(status), options=Options(alert_status=status), now=Moment(turn))
    return power.begin(start, (), scripted()).state


def may_fire(unit: Craft, weapon: str, turn: int) -> bool:
    """Whether a weapon is ready on impulse 1 of a turn."""
    try:
        check_ready(unit, arm_of(unit, weapon), Moment(turn, 1, 7))
    except GameError:
        return False
    return True


@pytest.mark.rule("PW-A77", "PW-B85", "PW-C16", "PW-S06")
@pytest.mark.parametrize(
    ("status", "charged", "screens", "defense"), [(0, 0, 0, 0), (1, 4, 0, 3), (2, 9, 0, 7), (3, 9, 6, 7)]
)
def test_each_status_has_its_capacitors_screens_and_point_defense(
    status: int, charged: int, screens: int, defense: int
) -> None:
    first = at_turn(1, status)
    unit = first.craft["X1"]
    assert (unit.cpmf.available, screen_rating(unit), commission.defending_boxes(first, unit)) == (
        charged,
        screens,
        defense,
    )


@pytest.mark.rule("PW-A75", "PW-S06")
@pytest.mark.parametrize("status", [0, 1, 2, 3])
def test_from_turn_2_everything_works_but_multi_turn_weapons(status: int) -> None:
    second = at_turn(2, status)
    unit = second.craft["X1"]
    assert (unit.cpmf.available, screen_rating(unit), commission.defending_boxes(second, unit)) == (9, 6, 7)
    assert commission.may_lock_on(second)
    assert all(may_fire(unit, weapon, 2) for weapon in ("L1", "E1", "P1", "AG1"))
    assert may_fire(unit, "RG1", 2) is may_fire(unit, "LM1", 2) is (status >= 2)


@pytest.mark.rule("PW-B85", "PW-B86", "PW-S104", "PW-A75")
@pytest.mark.parametrize(("status", "cannons", "guns"), [(0, 2, 3), (1, 2, 3), (2, 1, 2), (3, 1, 1)])
def test_cannons_are_cold_and_guns_uncharged_as_the_table_says(status: int, cannons: int, guns: int) -> None:
    unit = ship(status)
    for weapon, first in {"E1": cannons, "P1": cannons, "RG1": guns, "LM1": guns, "AG1": 1, "L1": 1}.items():
        assert [turn for turn in (1, 2, 3) if may_fire(unit, weapon, turn)] == list(range(first, 4)), weapon


@pytest.mark.rule("PW-B85")
@pytest.mark.parametrize(("status", "tries"), [(0, False), (1, True), (2, True), (3, True)])
def test_only_at_peacetime_nobody_tries_for_a_lock_on(status: int, tries: bool) -> None:
    dice = scripted(*([1] if tries else []))
    result = power.lock_on(changed(at_turn(1, status), now=Moment(1, 0, 3)), (), dice)
    assert result.state.craft["X1"].locked_on is tries
    assert_used_up(dice)


@pytest.mark.rule("PW-A76")
def test_ordinary_battles_are_fought_fully_alert() -> None:
    assert Options().alert_status == 3
    assert commission.on_alert(craft("X1", "1015"), Options()) == craft("X1", "1015")


def test_a_status_there_is_not_and_a_house_rule_that_means_nothing_are_refused() -> None:
    with pytest.raises(GameError, match="no alert status 7"):
        commission.on_alert(craft("X1", "1015"), Options(alert_status=7))
    odd = Options(alert_status=1, overrides={"PW-T24/1/point defense": "a third"})
    with pytest.raises(GameError, match="a third"):
        commission.defending_boxes(battle(craft("X1", "1015"), options=odd), craft("X1", "1015"))


@pytest.mark.rule("PW-S105")
def test_cannons_last_fired_on_turn_3_are_warm_through_turn_23_and_cold_from_24() -> None:
    unit = changed(craft("X1", "1015"), last_cannon=3)
    assert all(may_fire(rest_cannon(unit, turn), "P1", turn) for turn in range(4, 24))
    cold = rest_cannon(unit, 24)
    assert not may_fire(cold, "P1", 24)
    assert not may_fire(cold, "E1", 24)
    assert may_fire(rest_cannon(cold, 25), "P1", 25)


@pytest.mark.rule("PW-S105", "PW-S104")
def test_the_turns_begin_puts_cannons_to_rest_and_warms_them_again() -> None:
    start = battle(changed(craft("X1", "1015"), last_cannon=3), now=Moment(24))
    cold = power.begin(start, (), scripted()).state.craft["X1"]
    assert (cold.warm_from, cold.last_cannon) == (25, 25)
    assert may_fire(rest_cannon(cold, 45), "P1", 45)
    assert not may_fire(rest_cannon(cold, 46), "P1", 46)


@pytest.mark.rule("PW-S08", "PW-B85")
@pytest.mark.parametrize(("status", "boxes"), [(0, 0), (1, 4), (2, 6)])
def test_cold_screens_are_energised_at_any_status_as_far_as_charge_goes(status: int, boxes: int) -> None:
    first = changed(at_turn(1, status), now=Moment(1, 1, 9))
    for wanted in range(1, 7):
        allowed = Decided("X", Reinforce("X1", energise=wanted))
        after = reinforcement.resolve(first, [allowed], scripted()).state.craft["X1"]
        assert screen_rating(after) == (wanted if wanted <= boxes else 0)
