"""What a pilot is offered: legal choices with exact odds, a repeat, a whole turn in a few taps; and the doctrine (JET-X16)."""

from fractions import Fraction
from itertools import product

import pytest

from harness.storm.rates import SCENARIO_NAMES
from rules.air_force.choices import MOST_CHOICES, Choice, choices, repeated_choice
from rules.air_force.combat import attack_odds, chance_to_reach, gain_chances, turn_odds
from rules.air_force.doctrine import advise
from rules.air_force.engine import check, decide
from rules.air_force.events import TurnTried
from rules.air_force.jets import Maneuvers
from rules.air_force.orders import Attack, Chase, Fly, Hold, PlanEnergy, SetFlight
from rules.air_force.setup import DIFFICULTIES, Wishes, new_dogfight
from rules.air_force.state import Dogfight, Gain
from rules.air_force.view import DogfightView, view_for
from rules.dice import Dice, ScriptedDice
from rules.values import changed
from tests.rules.air_force.kit import acting, fight, jet, played, suggested

MOST_TAPS = 5


def start_of(scenario: str, difficulty: str = "even", *, aerobatics: bool = False) -> Dogfight:
    return new_dogfight(scenario, Wishes(difficulty, aerobatics=aerobatics), Dice(bytes(32), "dogfight", 0))


@pytest.mark.parametrize("scenario", SCENARIO_NAMES)
def test_a_whole_turn_is_played_in_under_six_taps_by_the_suggestions(scenario: str) -> None:
    buttons = [count for seed in range(4) for count in played(start_of(scenario), seed, [("blue", suggested)])[1]]
    assert max(buttons) <= MOST_TAPS
    assert max(buttons) >= 3


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_every_choice_offered_is_legal_and_one_is_suggested(difficulty: str) -> None:
    asked = 0

    def pilot(view: DogfightView, found: tuple[Choice, ...]) -> Choice:
        nonlocal asked
        asked += 1
        assert 1 <= len(found) <= MOST_CHOICES
        assert sum(choice.suggested for choice in found) == 1
        assert len({choice.id for choice in found}) == len(found)
        for choice in found:
            check(view.known, "blue", choice.decision)
            assert choice.words
            assert all(0 <= odds.chance <= 1 for odds in choice.odds)
        return found[asked % len(found)]

    for seed in range(2):
        played(start_of("furball", difficulty, aerobatics=True), seed, [("blue", pilot)])
    assert asked > 20


def test_the_odds_of_an_energy_roll_are_counted_exactly() -> None:
    made = acting(fight(jet(type="SU-9", altitude=4), jet("B1", "red", "0303")), 2, "P1")
    own = made.jets["P1"]
    two_of_four = gain_chances(made, own, PlanEnergy("P1", 2))
    # three dice, the middle one kept: above 4 with two dice or more of 5 and 6
    assert two_of_four == {0: Fraction(20, 27), 1: Fraction(7, 27)}
    assert gain_chances(made, own, PlanEnergy("P1", 3)) == {0: Fraction(1)}
    burning = gain_chances(made, own, PlanEnergy("P1", 3, afterburner=True))
    assert burning == {1: Fraction(1)}


@pytest.mark.parametrize(
    ("kind", "wins"), [("SU-9", "lowest"), ("Generic fighter", "middle"), ("Generic dogfighter", "highest")]
)
def test_the_odds_of_a_turn_are_those_of_its_dice(kind: str, wins: str) -> None:
    own = jet(type=kind, speed=3, maneuvers=Maneuvers(1))
    keep = {"lowest": 0, "middle": 1, "highest": 2}[wins]
    count = sum(sorted(dice)[keep] + 1 > 3 for dice in product(range(1, 7), repeat=3))
    assert turn_odds(fight(own), own).chance == Fraction(count, 216)


def test_the_odds_of_a_shot_come_with_their_reasons() -> None:
    own = jet(at="1212", maneuvers=Maneuvers(aim=True))
    made = acting(fight(own, jet("B1", "red", "1211", hits=1)), 4, "P1")
    (odds,) = attack_odds(made, own, Attack("P1", "gun", "B1"))
    assert (odds.what, odds.chance) == ("shoot it down", chance_to_reach(7))
    assert chance_to_reach(7) == Fraction(21, 36)
    assert [why.reason for why in odds.reasons] == ["or more needed on 2d6", "Aim"]


def test_the_last_choice_is_offered_again_against_whoever_is_there() -> None:
    first = acting(fight(jet(at="1212", speed=2), jet("B1", "red", "0303")), 3, "P1")
    flown = decide(first, Chase("P1", "B1"), ScriptedDice([1] * 6)).state.jets["P1"]
    later = acting(fight(changed(flown, speed=3), jet("B2", "red", "2020")), 3, "P1")
    view = view_for(later, "blue")
    again = repeated_choice(view, choices(view))
    assert again is not None
    assert again.decision == Chase("P1", "B2")
    fresh = view_for(first, "blue")
    assert repeated_choice(fresh, choices(fresh)) is None


def test_repeating_a_move_through_fits_another_speed() -> None:
    first = acting(fight(jet(at="1212", speed=2), jet("B1", "red", "0303")), 3, "P1")
    flown = decide(first, Fly("P1", ("straight",) * 2), ScriptedDice([])).state.jets["P1"]
    for speed in (1, 3):
        view = view_for(acting(fight(changed(flown, speed=speed), jet("B1", "red", "0303")), 3, "P1"), "blue")
        again = repeated_choice(view, choices(view))
        assert again is not None
        assert isinstance(again.decision, Fly)
        assert again.decision.legs == ("straight",) * speed


def test_nobody_is_offered_choices_for_another_sides_jet() -> None:
    made = acting(fight(jet(), jet("B1", "red", "1010")), 3, "B1")
    assert choices(view_for(made, "blue")) == ()
    assert choices(view_for(made, "red")) != ()


@pytest.mark.rule("JET-X16")
@pytest.mark.parametrize(
    ("there", "speed", "plan"),
    [
        ("1210", 3, PlanEnergy("B1", aim=True)),  # two hexes off the nose
        ("1214", 3, PlanEnergy("B1", hard_turns=1, jink=True)),  # two hexes behind
        ("1215", 5, PlanEnergy("B1", hard_turns=1, jink=True)),
    ],
)
def test_enemies_choose_hard_maneuvers_by_who_is_ahead_and_who_is_behind(
    there: str, speed: int, plan: PlanEnergy
) -> None:
    bandit = jet("B1", "red", "1212", speed=speed)
    made = acting(fight(bandit, jet(at=there)), 2, "B1")
    assert advise(view_for(made, "red")) == plan


@pytest.mark.rule("JET-X16")
def test_enemies_try_to_turn_in_every_hex_while_nobody_is_off_their_nose() -> None:
    made = acting(fight(jet("B1", "red", "1212", speed=3), jet(at="1217")), 3, "B1")
    order = advise(view_for(made, "red"))
    assert order == Chase("B1", "P1")
    told = decide(made, order, ScriptedDice([1] * 9)).events
    assert len([event for event in told if isinstance(event, TurnTried)]) == 3
    ahead = acting(fight(jet("B1", "red", "1212", speed=3), jet(at="1206")), 3, "B1")
    told = decide(ahead, advise(view_for(ahead, "red")), ScriptedDice([])).events
    assert not any(isinstance(event, TurnTried) for event in told)


def test_a_distracted_enemy_has_no_plan_and_holds_its_fire() -> None:
    away = jet("B1", "red", "1212", distracted=True, speed=5)
    made = fight(away, jet(at="1211"))
    assert advise(view_for(acting(made, 2, "B1"), "red")) == PlanEnergy("B1")
    assert advise(view_for(acting(made, 4, "B1"), "red")) == Hold("B1")
    assert advise(view_for(acting(made, 3, "B1"), "red")) == Chase("B1")


def test_the_advice_never_stalls_where_it_can_fly() -> None:
    slow = jet(speed=1, altitude=3)
    made = changed(acting(fight(slow, jet("B1", "red", "1210", altitude=9)), 2, "P1"), gain=Gain(0))
    level = decide(made, SetFlight("P1"), ScriptedDice([])).state.jets["P1"]
    assert (level.speed, level.stalled) == (0, True)
    advised = decide(made, advise(view_for(made, "blue")), ScriptedDice([])).state.jets["P1"]
    assert (advised.speed, advised.altitude, advised.stalled) == (3, 1, False)


def test_a_poor_shot_does_not_know_it_and_keeps_his_missiles_for_a_good_place() -> None:
    poor = jet("B1", "red", "1212", marksmanship=-3)
    behind = acting(fight(poor, jet(at="1209")), 4, "B1")
    assert advise(view_for(behind, "red")) == Attack("B1", "missile", "P1")
    head_on = acting(fight(poor, jet(at="1209", heading=4)), 4, "B1")
    assert advise(view_for(head_on, "red")) == Hold("B1")
