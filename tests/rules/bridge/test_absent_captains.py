"""A tactical game whose captains are absent: it keeps to the orders with which its sides came (CW-9.7-05, CW-9.0-13,
CW-17.1-25)."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rules.bridge.dice import crew_dice
from rules.bridge.fought import after_turn, field_fought, outcome_of, starting_orders_of, tactical_of
from rules.bridge.story import orders
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import Engagement
from rules.dice import Dice
from rules.pentagon_war import state as tactical
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.events import BattleEnded, Gone
from rules.pentagon_war.orders import Continue, SeatSent, TakeCommand
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import changed
from tests.rules.bridge.fleets import battle
from tests.rules.bridge.test_auto_resolve import fates, some
from tests.rules.bridge.test_fought import NAMES, SEED
from umpire.battle.codec import BATTLE_CODEC

HOUSE = Settings()


def tactical_game(fight: Battle, first: str = "") -> tactical.Battle:
    field_ = field_fought(fight, HOUSE)
    return tactical_of(field_, HOUSE, NAMES, "A battle", starting_orders_of(field_, fight, first, HOUSE))


def against(plans: Mapping[str, Engagement], *, drive: str = "") -> Battle:
    fight = battle(*some(2, "amber", "CA"), *some(2, "blue", "CA"))
    units = fight.units
    if drive:
        units = tuple(
            changed(unit, design=changed(unit.design, ftl=drive)) if unit.side == "blue" else unit for unit in units
        )
    return changed(fight, plans=plans, units=units)


def hurt(start: tactical.Battle, side: str) -> tactical.Battle:
    """One of a side's two craft is lost."""
    unit = min(craft.id for craft in start.craft.values() if craft.side == side)
    return changed(start, craft={**start.craft, unit: changed(start.craft[unit], fate="destroyed")})


def played(start: tactical.Battle, most: int = 12) -> list[tactical.Battle]:
    course = [start]
    while course[-1].winner is None and len(course) <= most:
        now = course[-1]
        turn = now.now.turn
        course.append(
            after_turn(
                run_turn(now, (), crew_dice(now, Dice(SEED, "a tactical game", turn), turn)).battle, (), turn
            ).state
        )
    return course


@pytest.mark.rule("CW-9.7-05")
def test_stances_of_an_absent_captain_withdraw_at_the_loss_that_was_ordered() -> None:
    plans = {"amber": Engagement("attack", pursue=True), "blue": Engagement("attack", withdraw_at=40)}
    start = tactical_game(against(plans))
    assert after_turn(start, (), 1).state.stances == start.stances, "nothing is lost yet"
    after = after_turn(hurt(start, "B"), (), 1).state
    assert {after.stances[unit] for unit, craft in after.craft.items() if craft.side == "B" and not craft.fate} == {
        "flee"
    }
    assert {after.stances[unit] for unit, craft in after.craft.items() if craft.side == "A"} == {"aggressive"}
    stays = tactical_game(against({**plans, "blue": Engagement("attack", withdraw_at=80)}))
    assert after_turn(hurt(stays, "B"), (), 1).state.stances == stays.stances


@pytest.mark.rule("CW-9.7-05")
def test_a_captain_who_is_there_decides_when_to_go() -> None:
    plans = {"blue": Engagement("attack", withdraw_at=40)}
    start = hurt(tactical_game(against(plans)), "B")
    said = [SeatSent("B", 1, Continue(Moment(1))), SeatSent("A", 1, Continue(Moment(1), by_stance=True))]
    assert after_turn(start, said, 1).state == start
    assert after_turn(start, [SeatSent("B", 1, TakeCommand("B", Moment(1)))], 1).state == start
    passed = [SeatSent("B", 1, Continue(Moment(1), by_stance=True))]
    assert after_turn(start, passed, 1).state.stances != start.stances


@pytest.mark.rule("CW-9.0-13", "CW-9.7-05")
def test_who_flees_without_a_captain_gets_away_unless_somebody_may_follow() -> None:
    plans = {"amber": Engagement("attack"), "blue": Engagement("attack", withdraw_at=40)}
    start = hurt(tactical_game(against(plans)), "B")
    done = after_turn(start, (), 1)
    assert done.state.winner == "A"
    assert [event.why for event in done.events if isinstance(event, Gone)] == ["disengaged"]
    assert [event.winner for event in done.events if isinstance(event, BattleEnded)] == ["A"]
    commanded = after_turn(start, [SeatSent("A", 1, Continue(Moment(1)))], 1)
    assert commanded.state.winner is None, "a captain may follow"
    hunted = hurt(tactical_game(against({**plans, "amber": Engagement("attack", pursue=True)})), "B")
    assert after_turn(hunted, (), 1).state.winner is None, "so may orders"


@pytest.mark.rule("CW-4.0-17")
def test_skip_drives_of_an_absent_captain_are_gone_when_they_withdraw() -> None:
    plans = {"amber": Engagement("attack", pursue=True), "blue": Engagement("attack", withdraw_at=40)}
    assert after_turn(hurt(tactical_game(against(plans, drive="skip")), "B"), (), 1).state.winner == "A"
    evading = {"amber": Engagement("attack", pursue=True), "blue": Engagement("evade")}
    assert after_turn(tactical_game(against(evading, drive="skip")), (), 1).state.winner == "A"


@pytest.mark.rule("CW-9.7-05", "CW-9.0-11")
def test_a_tactical_game_that_nobody_commands_comes_to_an_outcome_by_its_orders() -> None:
    fight = changed(
        battle(*some(2, "amber", "CA"), *some(3, "blue", "DD")),
        plans={"amber": Engagement("attack"), "blue": Engagement("attack", withdraw_at=30)},
    )
    course = played(tactical_game(fight))
    outcome = outcome_of(fight, HOUSE, course)
    assert outcome.winner == "amber"
    assert fates(outcome, "blue").get("fled", 0) >= 1
    without = changed(fight, plans={"amber": Engagement("attack"), "blue": Engagement("attack")})
    assert fates(outcome_of(without, HOUSE, played(tactical_game(without))), "blue").get("fled", 0) == 0


@pytest.mark.rule("CW-17.1-25")
def test_the_side_with_the_initiative_shoots_better_in_a_tactical_games_first_turn_alone() -> None:
    start = tactical_game(against({}), first="amber")
    start = changed(start, salts={})
    keys = {side: f"battle/1/3/10/laser/{side}1/L1" for side in "AB"}

    def rolled(at: tactical.Battle, side: str, turn: int) -> int:
        key = keys[side].replace("battle/1", f"battle/{turn}")
        return crew_dice(at, Dice(SEED, "a tactical game", turn), turn).roll(key, 6, 2).total

    plain = changed(start, standing=None)
    assert rolled(start, "A", 1) == min(12, rolled(plain, "A", 1) + 1)
    assert rolled(start, "B", 1) == rolled(plain, "B", 1)
    assert rolled(start, "A", 2) == rolled(plain, "A", 2)
    assert any("initiative" in line for line in orders(against({}), "amber", opens=True))
    assert not list(orders(against({}), "blue", opens=False))


def test_a_sides_orders_are_its_own_and_a_battle_may_have_none() -> None:
    start = tactical_game(against({"blue": Engagement("attack", withdraw_at=40)}), first="amber")
    assert view_for(start, "A").known.standing is None
    assert BATTLE_CODEC.read(BATTLE_CODEC.write(start)) == start
    plain = changed(start, standing=None)
    assert BATTLE_CODEC.read(BATTLE_CODEC.write(plain)) == plain
    assert after_turn(plain, (), 1).state == plain


@pytest.mark.rule("CW-9.7-05")
def test_craft_without_an_engine_stay_when_their_side_withdraws() -> None:
    fight = against({"amber": Engagement("attack"), "blue": Engagement("attack", withdraw_at=40)})
    base = changed(fight.units[3].design, id="HK", name="Hulk", drive=Fraction(0), layout={})
    fight = changed(fight, units=(*fight.units[:3], changed(fight.units[3], design=base)))
    after = after_turn(hurt(tactical_game(fight), "B"), (), 1).state
    assert after.winner is None
