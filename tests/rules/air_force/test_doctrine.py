"""How jets without a pilot are flown: whom they go for, how fast and how high, when they shoot (JET-X16, the rest ours)."""

from typing import Any

import pytest

from rules.air_force.combat import attacks
from rules.air_force.doctrine import CRUISING_SPEED, TURNING_SPEED, advise, flights, prey
from rules.air_force.engine import decide, play_on
from rules.air_force.events import Moved, TurnTried
from rules.air_force.jets import Jet, Maneuvers, Stores
from rules.air_force.orders import Attack, Bank, Chase, Decision, Fly, Hold, Moment, PlanEnergy, SetFlight
from rules.air_force.state import Flight, Gain
from rules.air_force.view import view_for
from rules.dice import ScriptedDice
from rules.values import changed
from tests.rules.air_force.kit import MAP, acting, fight, jet


def bandit(at: str = "1212", **changes: Any) -> Jet:
    return jet("B1", "red", at, **changes)


def advised(phase: int, *jets: Jet, **changes: Any) -> Decision:
    """What the doctrine decides for the first of these jets."""
    made = changed(acting(fight(*jets), phase, jets[0].id), **changes)
    return advise(view_for(made, jets[0].side))


@pytest.mark.rule("JET-X16")
@pytest.mark.parametrize(
    ("there", "speed", "plan"),
    [
        ("1211", 3, PlanEnergy("B1", aim=True)),
        ("1210", 3, PlanEnergy("B1", aim=True)),
        ("1213", 3, PlanEnergy("B1", hard_turns=1, jink=True)),
        ("1215", 3, PlanEnergy("B1", hard_turns=1, jink=True)),
    ],
)
def test_who_is_two_hexes_ahead_or_three_behind_decides_the_hard_maneuvers(
    there: str, speed: int, plan: PlanEnergy
) -> None:
    assert advised(2, bandit(speed=speed), jet(at=there)) == plan


def test_one_hex_farther_the_maneuvers_are_those_that_promise_the_best_shot() -> None:
    assert advised(2, bandit(speed=3), jet(at="1216")) != PlanEnergy("B1", hard_turns=1, jink=True)
    turning = advised(2, bandit(speed=3, stores=Stores(6, 3, 0)), jet(at="1315", heading=4, speed=2))
    assert isinstance(turning, PlanEnergy)
    assert turning.hard_turns > 0, "to get the gun line on who is abeam"


@pytest.mark.rule("JET-X16")
def test_an_enemy_ahead_goes_before_one_behind() -> None:
    assert advised(2, bandit(speed=3), jet("P1", at="1210"), jet("P2", at="1213")) == PlanEnergy("B1", aim=True)


@pytest.mark.rule("JET-E14")
@pytest.mark.parametrize(
    ("speed", "altitude", "fuel", "lit"),
    [(1, 3, 4, True), (0, 3, 4, True), (2, 3, 4, False), (1, 3, 3, False), (1, 4, 4, False)],
)
def test_a_jet_all_but_stalled_and_low_lights_its_afterburner_if_it_leaves_fuel(
    speed: int, altitude: int, fuel: int, *, lit: bool
) -> None:
    slow = bandit(speed=speed, altitude=altitude, stores=Stores(fuel, 3, 2))
    for there, plan in (
        ("1210", PlanEnergy("B1", aim=True, afterburner=lit)),
        ("1213", PlanEnergy("B1", hard_turns=1, jink=True, afterburner=lit)),
    ):
        assert advised(2, slow, jet(at=there)) == plan
    assert advised(2, slow) == PlanEnergy("B1", afterburner=lit), "alone in the sky"
    assert advised(2, changed(slow, distracted=True), jet(at="1210")) == PlanEnergy("B1")
    assert advised(2, changed(slow, role="guarded"), jet(at="1210")) == PlanEnergy("B1")


def test_the_nearest_enemy_is_the_prey_and_a_guarded_one_while_no_fighter_is_close() -> None:
    def chosen(*jets: Jet) -> str:
        found = prey(fight(bandit(), *jets), bandit())
        return "" if found is None else found.id

    transport = jet("T1", at="0303", role="guarded")
    assert chosen(jet("P1", at="1208"), transport) == "T1"
    assert chosen(jet("P1", at="1209"), transport) == "P1", "three hexes are close"
    assert chosen(jet("P1", at="1207"), jet("P2", at="1218")) == "P1"
    assert chosen(jet("P2", at="1209"), jet("P1", at="1215")) == "P1", "of two as near, by id"
    assert chosen() == ""


def flown(own: Jet, *others: Jet, gain: int) -> tuple[int, int]:
    """Speed and altitude after the doctrine's flight."""
    made = changed(acting(fight(own, *others), 2, own.id), gain=Gain(gain))
    choice = advise(view_for(made, own.side))
    assert isinstance(choice, SetFlight)
    after = decide(made, choice, ScriptedDice([])).state.jets[own.id]
    return after.speed, after.altitude


def test_a_chaser_without_missiles_flies_faster_than_its_prey_and_slows_down_to_turn_inside() -> None:
    guns = Stores(8, 3, 0)
    away = jet(at="1206", speed=3, stores=Stores(8, 3, 2))
    assert flown(bandit(speed=4, stores=guns), away, gain=2)[0] > away.speed
    abeam = jet(at="1013", speed=3, heading=4, stores=Stores(8, 3, 2))
    assert flown(bandit(speed=5, stores=guns), abeam, gain=2)[0] < 5


def test_a_flight_ends_a_level_above_its_prey_where_that_costs_nothing() -> None:
    astern = jet(at="1216", speed=3)
    assert flown(bandit(speed=4), astern, gain=1) == (3, 6)
    assert flown(bandit(speed=4), changed(astern, altitude=3), gain=0)[1] < 5


def test_who_has_nobody_to_go_for_keeps_the_speed_to_turn_and_a_guarded_jet_cruises() -> None:
    assert (CRUISING_SPEED, TURNING_SPEED) == (2, 3)
    assert flown(bandit(speed=5), gain=0) == (TURNING_SPEED, 6), "drag takes one of five, and a climb another"
    assert flown(bandit(speed=3), gain=3) == (TURNING_SPEED, 5)
    assert flown(bandit(speed=3, role="guarded"), jet(at="1206"), gain=3) == (CRUISING_SPEED, 5)


def test_a_guarded_or_distracted_jet_keeps_its_altitude() -> None:
    high = jet(at="1206", altitude=9)
    assert flown(bandit(speed=3, role="guarded"), high, gain=0) == (2, 5)
    assert flown(bandit(speed=4, distracted=True), high, gain=0) == (3, 5)


@pytest.mark.rule("JET-E16", "JET-E19", "JET-E23")
def test_every_legal_flight_is_known_to_the_doctrine_and_no_other() -> None:
    near_top = bandit(speed=4, altitude=8)
    found = {(one.levels, one.brakes): speed for one, speed in flights(fight(near_top), near_top, 1)}
    assert found == {
        (1, 0): 3, (1, 1): 2,
        (0, 0): 4, (0, 1): 3,
        (-1, 0): 5, (-1, 1): 4, (-1, 2): 3,
        (-2, 0): 6, (-2, 1): 6, (-2, 2): 5, (-2, 3): 4, (-2, 4): 3,
        (-3, 0): 6, (-3, 1): 6, (-3, 2): 6, (-3, 3): 6, (-3, 4): 6, (-3, 5): 5, (-3, 6): 4, (-3, 7): 3,
    }  # fmt: skip


@pytest.mark.rule("JET-X16", "JET-M07")
def test_the_doctrine_moves_by_what_is_left_of_its_speed() -> None:
    target = jet(at="0303")
    assert advised(3, bandit(speed=3), target) == Chase("B1", "P1")
    assert advised(3, bandit(speed=3, role="guarded"), target) == Fly("B1", ("straight",) * 3)
    assert advised(3, bandit(speed=3, role="guarded"), target, flight=Flight(moved=1)) == Fly("B1", ("straight",) * 2)
    assert advised(3, bandit(speed=3), target, flight=Flight(choosing=True)) == Bank("B1", "none")
    assert advised(3, bandit(speed=3)) == Chase("B1"), "nobody to go for"


@pytest.mark.parametrize(
    ("there", "heading", "altitude", "jinks", "shot"),
    [
        ("1211", 1, 5, False, Attack("B1", "gun", "P1")),  # 8 or more
        ("1211", 1, 6, False, Attack("B1", "gun", "P1")),  # 9 or more: ten ways in 36
        ("1211", 1, 6, True, Hold("B1")),  # 10 or more
        ("1209", 1, 5, False, Attack("B1", "missile", "P1")),  # 8 or more: fifteen ways in 36
        ("1209", 1, 5, True, Hold("B1")),
        ("1209", 4, 5, False, Hold("B1")),
    ],
)
def test_with_full_tanks_a_gun_is_fired_at_ten_chances_in_36_and_a_missile_at_fifteen(
    there: str, heading: int, altitude: int, jinks: bool, shot: Decision
) -> None:
    target = jet(at=there, heading=heading, altitude=altitude, maneuvers=Maneuvers(jink=jinks))
    assert advised(4, bandit(), target) == shot


def test_the_less_fuel_is_left_the_poorer_a_shot_is_taken() -> None:
    head_on = jet(at="1209", heading=4)
    for fuel, shot in ((10, Hold("B1")), (9, Attack("B1", "missile", "P1")), (1, Attack("B1", "missile", "P1"))):
        assert advised(4, bandit(stores=Stores(fuel, 3, 2)), head_on) == shot
    poor = jet(at="1211", altitude=6, maneuvers=Maneuvers(jink=True))  # 10 or more: six ways in 36
    for fuel, gun in ((8, Hold("B1")), (7, Attack("B1", "gun", "P1"))):
        assert advised(4, bandit(stores=Stores(fuel, 3, 0)), poor) == gun


def test_a_chase_turns_onto_the_gun_line_not_only_until_its_prey_is_ahead_of_it() -> None:
    """The bomber flies two hexes off and one column to the left: in the cone, where guns do not reach."""
    chaser = bandit("1212", speed=2, stores=Stores(6, 3, 0))
    bomber = jet("T1", at="1110", speed=1, role="guarded")
    made = acting(fight(chaser, bomber), 3, "B1")
    after = decide(made, Chase("B1", "T1"), ScriptedDice([6] * 12)).state
    assert any(order.weapon == "gun" for order in attacks(after, after.jets["B1"]))


def test_a_chase_knows_nothing_of_jets_its_side_does_not_see() -> None:
    """By night, two fights that differ in a jet nobody of the side sees are flown alike."""
    own, seen = bandit("1212", speed=3), jet("P1", at="1215", speed=2)
    unseen = jet("P2", at="0303")
    moved = []
    for other in (unseen, changed(unseen, at=MAP.parse("0304"), heading=4, speed=6)):
        made = acting(fight(own, seen, other, sun="night"), 3, "B1")
        moved.append(decide(made, Chase("B1", "P1"), ScriptedDice([4] * 9)).state.jets["B1"])
    assert moved[0] == moved[1]


def test_of_two_attacks_the_likelier_is_made_and_of_two_as_likely_the_missile() -> None:
    both = jet(at="1210")  # guns need 9 at two hexes, a missile from behind 8
    assert advised(4, bandit(), both) == Attack("B1", "missile", "P1")
    aiming = bandit(maneuvers=Maneuvers(aim=True))
    assert advised(4, aiming, jet("P1", at="1211"), jet("P2", at="1209")) == Attack("B1", "missile", "P2")
    assert advised(4, aiming, jet("P1", at="1211"), jet("P2", at="1209", heading=4)) == Attack("B1", "gun", "P1")
    assert advised(4, bandit(role="guarded"), jet(at="1211")) == Hold("B1")


@pytest.mark.parametrize(
    ("at", "heading", "speed", "turns"),
    [("1205", 1, 4, False), ("1204", 1, 4, True), ("1205", 1, 2, False), ("1203", 1, 2, True), ("1203", 4, 4, False)],
)
def test_a_chase_turns_back_where_its_speed_would_take_it_over_the_edge(
    at: str, heading: int, speed: int, *, turns: bool
) -> None:
    """A jet of Speed 4 looks four hexes ahead, a slower one no farther than it flies and one more."""
    ahead = bandit(at, heading=heading, speed=speed)
    made = acting(fight(ahead, jet(at="1201" if heading == 1 else "1224")), 3, "B1")
    told = decide(made, Chase("B1", "P1"), ScriptedDice([1] * 12)).events
    first = next(event for event in told if isinstance(event, Moved | TurnTried))
    assert isinstance(first, TurnTried) is turns


def test_a_contrail_shows_this_turn_and_the_two_before() -> None:
    made = fight(bandit("1212", speed=1), jet(at="0303", speed=1, heading=4))
    for turn in range(1, 6):
        moving = changed(made, now=Moment(turn, 3, "B1"), queue=("B1",))
        flown_on = decide(moving, Fly("B1", ("straight",)), ScriptedDice([])).state
        made = play_on(changed(flown_on, now=Moment(turn, 5), queue=()), ScriptedDice([])).state
        seen = [(spot.turn, MAP.number(spot.hex)) for spot in made.jets["B1"].trail]
        assert seen == [(past, f"12{12 - past:02}") for past in range(max(1, turn - 2), turn + 1)]
