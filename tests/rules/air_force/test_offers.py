"""What stands in a pilot's menu at each question: which choices, in which order, with which words and chances."""

from fractions import Fraction
from typing import Any

import pytest

from rules.air_force.changes import max_speed
from rules.air_force.choices import MOST_CHOICES, Choice, choices
from rules.air_force.combat import at_least, attack_odds, chance_to_reach, gain_chances, turn_odds
from rules.air_force.jets import Jet, Maneuvers, Stores
from rules.air_force.orders import Attack, Hold, PlanEnergy, SetFlight
from rules.air_force.state import Flight, Gain
from rules.air_force.tables_of import Options
from rules.air_force.view import view_for
from rules.values import changed
from tests.rules.air_force.kit import acting, fight, jet

ASTERN = jet("B1", "red", "1216")


def offered(phase: int, *jets: Jet, options: Options | None = None, **changes: Any) -> tuple[Choice, ...]:
    """The menu of the first of these jets."""
    made = changed(acting(fight(*jets, options=options), phase, jets[0].id), **changes)
    return choices(view_for(made, jets[0].side))


def ids(found: tuple[Choice, ...]) -> list[str]:
    return [choice.id for choice in found]


@pytest.mark.rule("JET-E02", "JET-E03", "JET-E24")
def test_before_the_roll_every_set_of_hard_maneuvers_is_offered_with_and_without_afterburner() -> None:
    dry = [
        "easy", "turn1", "turn2", "turn3", "jink", "turn1-jink", "turn2-jink", "aim", "turn1-aim", "turn2-aim", "jink-aim",
        "turn1-jink-aim",
    ]  # fmt: skip
    found = offered(2, jet(), ASTERN)
    assert ids(found) == [*dry, "burner", *(f"{name}-burner" for name in dry[1:])]
    assert ids(offered(2, jet(stores=Stores(2, 3, 2)), ASTERN)) == dry
    assert [choice.words for choice in found[:2]] == ["no hard maneuver", "Hard Turn x1"]
    assert found[11].words == "Hard Turn x1 + Jink + Aim"
    assert found[-1].words == "Hard Turn x1 + Jink + Aim + afterburner"


@pytest.mark.rule("JET-E06", "JET-E09", "JET-E12", "JET-E13")
def test_a_plan_comes_with_the_chance_of_each_gain() -> None:
    told = {choice.id: [(one.what, one.chance) for one in choice.odds] for choice in offered(2, jet(), ASTERN)}
    assert told["easy"] == [
        ("gain 1 or more", Fraction(13, 16)), ("gain 2 or more", Fraction(1, 2)), ("gain 3 or more", Fraction(3, 16)),
    ]  # fmt: skip
    assert told["turn3"] == [("gain no Speed", Fraction(1))], "two dice, both discarded"
    assert told["turn3-burner"] == [("gain 1 or more", Fraction(1))]
    assert [one[0] for one in told["turn2-burner"]] == ["gain 1 or more", "gain 2 or more"]
    assert at_least({0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}, 1) == Fraction(1, 2)


@pytest.mark.rule("JET-X15")
def test_without_fuel_a_plan_gains_nothing_and_with_the_last_it_may() -> None:
    dry = jet(stores=Stores(0, 3, 2))
    assert gain_chances(fight(dry), dry, PlanEnergy("P1")) == {0: Fraction(1)}
    last = jet(stores=Stores(1, 3, 2))
    assert max(gain_chances(fight(last), last, PlanEnergy("P1"))) == 3
    unknown = jet(stores=None)
    assert gain_chances(fight(unknown), unknown, PlanEnergy("P1")) == gain_chances(fight(last), last, PlanEnergy("P1"))


@pytest.mark.rule("JET-E16", "JET-E19", "JET-E20")
def test_after_the_roll_flights_are_offered_gentle_first_and_brakes_only_where_they_change_something() -> None:
    found = offered(2, jet(speed=3), ASTERN, gain=Gain(1))
    assert ids(found) == [
        "level", "climb1", "dive1", "climb2", "dive2", "dive3", "level-brake1", "climb1-brake1", "dive1-brake1",
        "dive1-brake2", "dive2-brake1", "dive2-brake2", "dive2-brake3", "dive2-brake4", "dive3-brake4", "dive3-brake5",
        "dive3-brake6", "dive3-brake7",
    ]  # fmt: skip
    words = {choice.id: choice.words for choice in found}
    assert words["level"] == "level: Speed 3, altitude 5"
    assert words["climb2"] == "climb 2: stall, altitude 7"
    assert words["dive3"] == "dive 3: Speed 6, altitude 2"
    assert words["dive1-brake2"] == "dive 1, brakes 2: Speed 2, altitude 4"
    steep = next(choice for choice in found if choice.id == "dive3").odds
    assert [(one.what, one.chance) for one in steep] == [("Speed 6", Fraction(1))]
    assert [why.value for why in steep[0].reasons] == [3, 1, -1, 6, -3]
    assert [choice.id for choice in found if choice.suggested] == ["climb1"]


@pytest.mark.rule("JET-M04", "JET-M10", "JET-M11")
def test_a_move_is_offered_for_one_hex_and_for_all_that_are_left() -> None:
    through = [
        "chase:B1", "middle", "ahead", "ahead-all", "left", "left-all", "right", "right-all", "try",
    ]  # fmt: skip
    single = ["chase:B1", "middle", "ahead", "left", "right", "try"]
    assert ids(offered(3, jet(speed=2), ASTERN)) == through
    assert ids(offered(3, jet(speed=1), ASTERN)) == single
    assert ids(offered(3, jet(speed=3), ASTERN, flight=Flight(moved=1))) == through
    last = offered(3, jet(speed=3), ASTERN, flight=Flight(moved=2))
    assert ids(last) == single
    words = [choice.words for choice in offered(3, jet(speed=3), ASTERN)]
    assert words[2:6] == [
        "straight for one hex", "straight in each of 3 hexes", "try left for one hex", "try left in each of 3 hexes",
    ]  # fmt: skip
    assert words[0] == "go after B1"
    assert words[1] == "keep to the middle"


@pytest.mark.rule("JET-M07")
def test_a_roll_that_succeeded_is_used_to_either_side_or_not_at_all() -> None:
    found = offered(3, jet(speed=3), ASTERN, flight=Flight(choosing=True))
    assert [(choice.id, choice.words, choice.odds) for choice in found] == [
        ("bank-left", "turn left", ()), ("bank-right", "turn right", ()), ("bank-none", "straight on", ()),
    ]  # fmt: skip


@pytest.mark.rule("JET-M12", "JET-X17")
def test_splits_of_two_and_three_hexsides_are_offered_once_where_aerobatics_are_flown() -> None:
    aerobatics = Options(aerobatics=True)
    splits = ["split-left-2", "split-right-2", "split-left-3", "split-right-3"]
    found = offered(3, jet(speed=3), ASTERN, options=aerobatics)
    assert ids(found)[-4:] == splits
    assert found[-1].words == "split right, up to 3 hexsides"
    assert not set(splits) & set(ids(offered(3, jet(speed=3), ASTERN)))
    made = offered(3, jet(speed=3), ASTERN, options=aerobatics, flight=Flight(moved=1, split=True))
    assert not set(splits) & set(ids(made))


@pytest.mark.rule("JET-X08", "JET-X09")
def test_every_attack_that_can_be_made_is_offered_with_its_chance() -> None:
    own = jet(maneuvers=Maneuvers(aim=True))
    found = offered(4, own, jet("B1", "red", "1210", altitude=6))
    assert [(choice.id, choice.words) for choice in found] == [
        ("gun:B1", "guns at B1"), ("missile:B1", "a missile at B1"), ("hold", "hold fire"),
    ]  # fmt: skip
    assert [[(one.what, one.chance) for one in choice.odds] for choice in found] == [
        [("hit", Fraction(10, 36))], [("shoot it down", Fraction(21, 36))], [],
    ]  # fmt: skip
    assert found[2].decision == Hold("P1")


@pytest.mark.rule("JET-X08")
@pytest.mark.parametrize(("goal", "ways"), [(1, 36), (2, 36), (3, 35), (7, 21), (8, 15), (9, 10), (12, 1), (13, 0)])
def test_two_dice_reach_a_number_in_so_many_ways_of_36(goal: int, ways: int) -> None:
    assert chance_to_reach(goal) == Fraction(ways, 36)


@pytest.mark.rule("JET-X11")
@pytest.mark.parametrize(
    ("hits", "weapon", "what"), [(0, "gun", "hit"), (1, "gun", "shoot it down"), (0, "missile", "shoot it down")]
)
def test_a_chance_says_whether_it_is_to_hit_or_to_shoot_down(hits: int, weapon: Any, what: str) -> None:
    made = acting(fight(jet(), jet("B1", "red", "1210", hits=hits)), 4, "P1")
    (odds,) = attack_odds(made, made.jets["P1"], Attack("P1", weapon, "B1"))
    assert odds.what == what
    goal = {"gun": 8, "missile": 9}[weapon]
    assert (odds.reasons[0].value, odds.reasons[0].reason) == (goal, "or more needed on 2d6")


@pytest.mark.rule("JET-X11", "JET-E17")
def test_a_hit_takes_one_from_the_top_speed_which_is_never_below_one() -> None:
    made = fight(jet(), jet("B1", "red", hits=1))
    assert [max_speed(made, made.jets[name]) for name in ("P1", "B1")] == [6, 5]
    slow = fight(jet(hits=1), options=Options(overrides={"JET-T06/Generic fighter/max speed": "1"}))
    assert max_speed(slow, slow.jets["P1"]) == 1


@pytest.mark.rule("JET-M07", "JET-M08")
def test_a_turns_chance_is_that_of_a_die_above_speed_with_hard_turns_added() -> None:
    """The middle one of three dice is above 5 in 16 of 216 ways, above 4 in 56, above 3 in half."""
    for speed, turns, ways in ((5, 0, 16), (4, 0, 56), (5, 1, 56), (3, 0, 108), (5, 2, 108), (6, 0, 0), (0, 0, 216)):
        own = jet(speed=speed, maneuvers=Maneuvers(turns))
        told = turn_odds(fight(own), own)
        assert told.chance == Fraction(ways, 216)
        assert [why.value for why in told.reasons] == [speed + 1, turns][: 1 + bool(turns)]


def test_a_menu_holds_25_and_what_is_suggested_is_always_in_it() -> None:
    near = offered(2, jet(speed=3), ASTERN, gain=Gain(4))
    far_below = offered(2, jet(speed=3), changed(ASTERN, altitude=1), gain=Gain(4))
    for found in (near, far_below):
        assert len(found) == MOST_CHOICES
        assert len(set(ids(found))) == MOST_CHOICES
        assert ids(found)[0] == "level"
    assert [choice.decision for choice in near if choice.suggested] == [SetFlight("P1", 1, 2)]
    assert far_below[-1].suggested, "in the place of the last"
    assert far_below[-1].decision == SetFlight("P1", -3, 9)
    assert ids(near)[:-1] == ids(far_below)[:-1]
