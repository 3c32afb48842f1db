"""What is refused, and in which words; what happens when a decision cannot be carried out after all."""

import pytest

from rules.air_force.advance import run_turn
from rules.air_force.changes import stores
from rules.air_force.choices import choices, repeated_choice
from rules.air_force.engine import check, play_on
from rules.air_force.events import FuelBurnt, NotDone
from rules.air_force.jets import Stores, Sun, toward_sun
from rules.air_force.orders import Bank, Chase, Continue, Fly, Hold, Moment, PlanEnergy, SeatSent, SetFlight
from rules.air_force.setup import Wishes, dogfight_from, new_dogfight, scenario
from rules.air_force.state import Flight, Gain
from rules.air_force.tables_of import Options, card_of
from rules.air_force.view import view_for
from rules.dice import Dice
from rules.hexes import Hex
from rules.values import GameError, IllegalOrderError, NotYoursError, WrongPhaseError, changed
from tests.rules.air_force.kit import MAP, acting, fight, jet

DICE = Dice(bytes(32), "dogfight", 1)


def test_a_decision_that_cannot_be_is_told_to_its_side_and_the_doctrine_decides() -> None:
    start = changed(new_dogfight("night", Wishes(), DICE), players=("blue",))
    stop = run_turn(start, (), DICE).fight.now
    sent = (SeatSent("blue", 1, PlanEnergy("P1", 3, jink=True)), SeatSent("blue", 2, Continue(stop)))
    result = run_turn(start, sent, DICE)
    (no,) = (event for event in result.events if isinstance(event, NotDone))
    assert no.seen_by == ("blue",)
    assert "at most three" in no.why
    assert result.fight.now != stop
    unsaid = run_turn(start, (SeatSent("blue", 1, Continue(stop)),), DICE)
    assert unsaid.fight == result.fight


def test_only_the_jet_that_acts_is_decided_for_and_only_by_its_side() -> None:
    made = acting(fight(jet(), jet("W1", at="0909"), jet("B1", "red", "1010")), 3, "P1")
    with pytest.raises(WrongPhaseError, match="You have nothing"):
        check(made, "red", Fly("B1", ("straight",)))
    with pytest.raises(NotYoursError, match="P1's turn"):
        check(made, "blue", Fly("W1", ("straight",)))
    with pytest.raises(IllegalOrderError, match="What is asked now"):
        check(made, "blue", Hold("P1"))


def test_a_chase_needs_an_enemy_in_sight() -> None:
    made = acting(fight(jet(), jet("W1", at="0909"), jet("B1", "red", "1010")), 3, "P1")
    for target, words in (("W1", "own side"), ("B9", "no such jet")):
        with pytest.raises(GameError, match=words):
            check(made, "blue", Chase("P1", target))
    with pytest.raises(IllegalOrderError, match="last leg"):
        check(made, "blue", Fly("P1", ("try", "straight")))


def test_steep_climbs_too_many_and_flights_too_early_are_refused() -> None:
    made = acting(fight(jet(), jet("B1", "red", "1010")), 2, "P1")
    with pytest.raises(IllegalOrderError):
        check(made, "blue", SetFlight("P1"))


def test_nobody_reads_stores_he_cannot_know() -> None:
    seen = view_for(fight(jet(), jet("B1", "red", "1010")), "blue").known.jets["B1"]
    with pytest.raises(NotYoursError):
        stores(seen)


@pytest.mark.parametrize(
    ("sun", "there", "blinds"),
    [("north", "1203", True), ("south", "1220", True), ("east", "2012", True), ("west", "0412", True),
     ("east", "0412", False), ("north", "1220", False), ("night", "1203", False), ("north", "1212", False)],
)  # fmt: skip
def test_the_sun_stands_at_its_edge(sun: Sun, there: str, *, blinds: bool) -> None:
    assert toward_sun(MAP.parse("1212"), MAP.parse(there), sun) is blinds


@pytest.mark.parametrize(
    ("cell", "value", "words"),
    [("maneuverability", "Huge", "one of Low"), ("max speed", "0", "top Speed"), ("guns", "-1", "no fewer")],
)
def test_a_house_card_that_cannot_be_is_told(cell: str, value: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        card_of(Options(overrides={f"JET-T06/F-86F Sabre/{cell}": value}), "F-86F Sabre")


def test_a_scenario_needs_its_difficulty_and_a_jet_on_each_side() -> None:
    text = scenario("duel")
    with pytest.raises(GameError, match="has no jet"):
        dogfight_from(text.replace('side = "red"', 'side = "blue"'), Wishes(), DICE)
    with pytest.raises(GameError, match="no hard bandits"):
        dogfight_from(text + "\n[difficulty.easy]\nfighters = 1\n", Wishes("hard"), DICE)
    assert dogfight_from(text.replace("heading = 1", "heading = 1\nfuel = 3"), Wishes(), DICE).jets[
        "P1"
    ].stores == Stores(3, 3, 2)


def test_what_was_decided_last_may_not_be_there_any_more() -> None:
    hunter = jet(at="1212", stores=Stores(12, 3, 2, ("Attack gun:B1",)))
    made = acting(fight(hunter, jet("B1", "red", "1208")), 4, "P1")
    view = view_for(made, "blue")
    found = choices(view)
    assert {choice.id for choice in found} == {"missile:B1", "hold"}
    assert repeated_choice(view, found) is None
    assert repeated_choice(view, ()) is None


@pytest.mark.parametrize("unarmed", ["Tu-16 bomber", "c-97 transport"])
def test_a_pilot_flies_nothing_without_a_weapon(unarmed: str) -> None:
    with pytest.raises(GameError, match="carries no weapon; fly a fighter"):
        new_dogfight("intercept", Wishes(aircraft=unarmed), DICE)


@pytest.mark.rule("JET-M07")
def test_who_turns_at_the_wrong_moment_is_told_what_may_be_done_now() -> None:
    made = acting(fight(jet(speed=3), jet("B1", "red", "0303")), 3, "P1", "B1")
    with pytest.raises(IllegalOrderError, match="P1: there is no turn to choose before a roll succeeds"):
        check(made, "blue", Bank("P1", "left"))
    chosen = changed(made, flight=Flight(choosing=True))
    with pytest.raises(IllegalOrderError, match="P1: choose left, right or none now"):
        check(chosen, "blue", Fly("P1", ("straight",)))
    check(chosen, "blue", Bank("P1", "none"))


@pytest.mark.rule("JET-E22", "JET-E19", "JET-E23", "JET-M04")
def test_a_refusal_says_the_numbers_that_were_wrong_and_would_be_right() -> None:
    climbing = changed(acting(fight(jet(speed=3), jet("B1", "red", "0303")), 2, "P1"), gain=Gain(0))
    with pytest.raises(IllegalOrderError, match="A climb of 2 costs 3 Speed; P1 has 2 after drag"):
        check(climbing, "blue", SetFlight("P1", 2))
    with pytest.raises(IllegalOrderError, match="refuse from 0 to the 1 Speed gained"):
        check(climbing, "blue", SetFlight("P1", -1, 2))
    check(climbing, "blue", SetFlight("P1", -1, 1))
    with pytest.raises(IllegalOrderError, match="Altitudes run from 1 to 9; 10 is beyond"):
        check(changed(climbing, jets={"P1": jet(speed=3, altitude=9)}), "blue", SetFlight("P1", 1))
    flying = acting(fight(jet(speed=3), jet("B1", "red", "0303")), 3, "P1", "B1")
    with pytest.raises(IllegalOrderError, match="P1 has 3 hexes left to fly; give 1 to 3 legs"):
        check(flying, "blue", Fly("P1", ("straight",) * 4))
    flying = acting(fight(jet(speed=1), jet("B1", "red", "0303")), 3, "P1", "B1")
    with pytest.raises(IllegalOrderError, match="P1 has 1 hex left to fly; give 1 leg"):
        check(flying, "blue", Fly("P1", ("straight",) * 2))


def test_neither_side_decides_for_the_other_nor_for_another_jet_of_its_own() -> None:
    jets = (jet("P2"), jet("P1", at="0909"), jet("P3", at="0808"), jet("B1", "red", "1010"))
    for acts, mine, theirs in (("P2", "blue", "red"), ("B1", "red", "blue")):
        made = acting(fight(*jets), 3, acts)
        check(made, mine, Fly(acts, ("straight",)))
        with pytest.raises(WrongPhaseError, match="You have nothing"):
            check(made, theirs, Fly(acts, ("straight",)))
    for other in ("P1", "P3"):
        with pytest.raises(NotYoursError, match="P2's turn"):
            check(acting(fight(*jets), 3, "P2"), "blue", Fly(other, ("straight",)))


@pytest.mark.rule("JET-X15", "JET-E14")
@pytest.mark.parametrize(("lit", "fuel", "burnt"), [(False, 12, 1), (True, 12, 3), (True, 2, 2), (False, 0, 0)])
def test_the_fuel_a_turn_burns_is_told_as_what_it_takes(fuel: int, burnt: int, *, lit: bool) -> None:
    flown = jet(afterburner=lit, stores=Stores(fuel, 3, 2))
    made = changed(fight(flown, jet("B1", "red", "0303")), now=Moment(1, 5))
    told = next(e for e in play_on(made, DICE).events if isinstance(e, FuelBurnt) and e.jet == "P1")
    assert [(one.value, one.reason) for one in told.cause.modifiers] == [(-burnt, "fuel")]
    assert (told.burnt, told.left) == (burnt, fuel - burnt)


@pytest.mark.parametrize(
    ("sun", "at", "toward"),
    [
        ("east", (1, 0), True), ("east", (1, -1), True), ("east", (0, 1), False), ("east", (0, -1), False),
        ("east", (2, -1), True), ("east", (-1, 0), False), ("west", (-1, 0), True), ("west", (-1, 1), True),
        ("west", (0, 1), False), ("west", (1, -1), False),
    ],
)  # fmt: skip
def test_the_suns_cone_to_a_side_has_its_borders_in_it(sun: Sun, at: tuple[int, int], *, toward: bool) -> None:
    assert toward_sun(Hex(0, 0), Hex(*at), sun) is toward
