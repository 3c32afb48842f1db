"""What the news of a dogfight say and who reads them: reasons, rules, keys of rolls, what is seen at night, what is kept."""

import pytest

from rules.air_force.changes import pilot_sees
from rules.air_force.engine import check, decide, play_on
from rules.air_force.events import (
    Fired,
    FlightSet,
    FuelBurnt,
    InitiativeRolled,
    MoveOrderSet,
    StallFell,
    Turned,
    TurnTried,
)
from rules.air_force.jets import ContrailHex, Jet, Stores, Sun
from rules.air_force.orders import Attack, Chase, Decision, Fly, Hold, Moment, PlanEnergy, SetFlight, Split
from rules.air_force.state import Dogfight, Gain
from rules.air_force.tables_of import Options
from rules.air_force.view import view_for
from rules.dice import ScriptedDice
from rules.values import EVERYONE, GameError, WrongPhaseError, changed
from tests.rules.air_force.kit import MAP, acting, fight, jet

FAR = jet("B1", "red", "0303", altitude=9)


@pytest.mark.rule("JET-X02")
def test_initiative_names_the_pilots_bonus_where_there_is_one_and_its_rolls_by_try() -> None:
    made = fight(jet("A1", at="0505"), jet("B1", "red", "1010", bonus=2), jet("C1", at="1515", bonus=-1))
    told = [
        e for e in play_on(made, ScriptedDice([2, 3, 1, 2, 6, 6, 1, 1, 2, 2])).events if isinstance(e, InitiativeRolled)
    ]
    assert [(event.jet, event.total) for event in told] == [("A1", 5), ("B1", 5), ("C1", 11)]
    assert {event.jet: [(one.value, one.reason) for one in event.cause.modifiers] for event in told} == {
        "A1": [], "B1": [(2, "pilot")], "C1": [(-1, "pilot")],
    }  # fmt: skip
    assert [[roll.key for roll in event.cause.rolls] for event in told] == [
        ["dogfight/1/initiative/A1/1", "dogfight/1/initiative/A1/2"],
        ["dogfight/1/initiative/B1/1", "dogfight/1/initiative/B1/2"],
        ["dogfight/1/initiative/C1/1"],
    ]


@pytest.mark.rule("JET-M01", "JET-M02", "JET-M03")
def test_the_order_of_movement_shows_dice_only_where_they_decided() -> None:
    jets = [jet("A1", at="1212"), jet("B1", "red", "0312"), jet("C1", at="1205"), jet("D1", altitude=7)]
    start = changed(fight(*jets), now=Moment(1, 2), order=tuple(one.id for one in jets))
    told = [event for event in play_on(start, ScriptedDice([2, 5])).events if isinstance(event, MoveOrderSet)]
    assert [(event.jet, event.cause.rule, len(event.cause.rolls)) for event in told] == [
        ("A1", "JET-M03", 1), ("B1", "JET-M03", 1), ("C1", "JET-M02", 0), ("D1", "JET-M01", 0),
    ]  # fmt: skip


def settled(own: Jet, gain: int, choice: SetFlight) -> FlightSet:
    made = changed(acting(fight(own, FAR), 2, "P1"), gain=Gain(gain))
    return next(e for e in decide(made, choice, ScriptedDice([])).events if isinstance(e, FlightSet))


@pytest.mark.rule("JET-E16", "JET-E18", "JET-E19", "JET-E20")
def test_a_flight_is_told_with_each_step_of_its_sum() -> None:
    climbed = settled(jet(speed=5), 1, SetFlight("P1", 1))
    assert [(one.value, one.reason) for one in climbed.cause.modifiers] == [
        (5, "Speed before"), (1, "energy roll"), (-1, "drag"), (-1, "climb of 1"),
    ]  # fmt: skip
    assert settled(jet(speed=5), 1, SetFlight("P1", 2)).cause.modifiers[-1].reason == "climb of 2"
    assert settled(jet(speed=1), 0, SetFlight("P1", -1)).cause.modifiers[-1].reason == "dive of 1"
    braked = settled(jet(speed=2), 2, SetFlight("P1", -1, 3))
    assert [(one.value, one.reason) for one in braked.cause.modifiers] == [
        (2, "Speed before"), (2, "energy roll"), (-2, "speed brakes"), (-1, "drag"), (1, "dive of 1"),
        (-1, "speed brakes in the dive"),
    ]  # fmt: skip
    assert (braked.levels, braked.brakes, braked.speed, braked.altitude) == (-1, 3, 1, 4)
    assert (braked.cause.rule, braked.stalled) == ("JET-E20", False)
    stalled = settled(jet(speed=2), 0, SetFlight("P1", 1))
    assert (stalled.cause.rule, stalled.stalled, stalled.speed) == ("JET-E18", True, 0)


@pytest.mark.rule("JET-M07", "JET-X17")
def test_a_turn_is_told_by_its_own_rule_and_what_a_split_adds_by_another() -> None:
    made = acting(fight(jet(at="1212", speed=4), FAR, options=Options(aerobatics=True)), 3, "P1", "B1")
    told = decide(made, Split("P1", "right", 3), ScriptedDice([6, 6, 6] * 3)).events
    turns = [event for event in told if isinstance(event, Turned)]
    assert [(event.cause.rule, event.cost, event.heading) for event in turns] == [
        ("JET-M07", 0, 2), ("JET-X17", 1, 3), ("JET-X17", 1, 4),
    ]  # fmt: skip
    tried = next(event for event in told if isinstance(event, TurnTried))
    assert [(one.value, one.reason) for one in tried.cause.modifiers] == [(6, "die kept")]
    assert [die.face for die in tried.dropped] == [6, 6]


@pytest.mark.parametrize(
    ("there", "lit", "fired", "sees"),
    [
        ("1206", False, False, True), ("1205", False, False, False), ("1202", True, False, True),
        ("1124", True, False, True), ("1201", True, False, True), ("2401", True, False, False), ("2401", False, True, True),
    ],
)  # fmt: skip
def test_at_night_a_jet_is_seen_at_six_hexes_its_afterburner_at_twelve_and_its_shots_anywhere(
    there: str, *, lit: bool, fired: bool, sees: bool
) -> None:
    other = jet("B1", "red", there, afterburner=lit, fired=("gun",) if fired else ())
    made = fight(jet(at="1212"), other, sun="night")
    assert pilot_sees(made, made.jets["P1"], other) is sees


@pytest.mark.parametrize(("away", "lit"), [(12, True), (13, False)])
def test_an_afterburner_is_seen_at_twelve_hexes_and_not_at_thirteen(away: int, *, lit: bool) -> None:
    own = jet(at="1220")
    other = jet("B1", "red", f"12{20 - away:02}", afterburner=True)
    assert pilot_sees(fight(own, other, sun="night"), own, other) is lit


@pytest.mark.parametrize(("away", "above", "sees"), [(4, 1, True), (5, 1, False), (5, 0, True), (5, -1, True)])
def test_out_of_the_sun_a_higher_jet_is_seen_at_four_hexes_and_not_at_five(
    away: int, above: int, *, sees: bool
) -> None:
    own = jet(at="1212")
    other = jet("B1", "red", f"12{12 - away:02}", altitude=5 + above)
    assert pilot_sees(fight(own, other, sun="north"), own, other) is sees


@pytest.mark.parametrize("sun", ["north", "east", "south", "west", "night"])
def test_contrails_of_the_other_side_are_seen_by_day_and_not_at_night(sun: Sun) -> None:
    trail = (ContrailHex(1, MAP.parse("1213"), 1, 5),)
    made = fight(jet(at="1212", trail=trail), jet("B1", "red", "1210", trail=trail), sun=sun)
    known = view_for(made, "blue").known.jets
    assert known["P1"].trail == trail
    assert known["B1"].trail == (() if sun == "night" else trail)


def test_a_pilot_remembers_the_last_decision_of_each_kind_the_newest_last() -> None:
    own = jet(at="1212", speed=1, stores=Stores(12, 3, 2, ("PlanEnergy easy", "Fly ahead", "SetFlight level")))
    made = acting(fight(own, FAR), 3, "P1", "B1")
    flown = decide(made, Fly("P1", ("left",)), ScriptedDice([1, 1, 1])).state.jets["P1"].stores
    assert flown is not None
    assert flown.before == ("PlanEnergy easy", "SetFlight level", "Fly left")
    chased = decide(made, Chase("P1"), ScriptedDice([1, 1, 1])).state.jets["P1"].stores
    assert chased is not None
    assert chased.before == ("PlanEnergy easy", "Fly ahead", "SetFlight level", "Chase middle")


@pytest.mark.rule("JET-X01")
@pytest.mark.parametrize("phase", [1, 2, 3, 4, 5])
def test_each_decision_belongs_to_its_phase_alone(phase: int) -> None:
    fits: dict[int, list[Decision]] = {
        2: [PlanEnergy("P1")], 3: [Fly("P1", ("straight",)), Chase("P1")], 4: [Attack("P1", "gun", "B1"), Hold("P1")],
    }  # fmt: skip
    made = acting(fight(jet(at="1212"), jet("B1", "red", "1211")), phase, "P1")
    for of, decisions in fits.items():
        for decision in decisions:
            if of == phase:
                check(made, "blue", decision)
                continue
            with pytest.raises(GameError, match=r"What is asked now is|You have nothing"):
                check(made, "blue", decision)
    if phase == 2:
        check(changed(made, gain=Gain(1)), "blue", SetFlight("P1"))
        with pytest.raises(GameError, match="What is asked now is"):
            check(changed(made, gain=Gain(1)), "blue", PlanEnergy("P1"))
    if phase in {1, 5}:
        with pytest.raises(WrongPhaseError):
            check(made, "blue", Hold("P1"))


def test_a_shot_is_told_to_whoever_sees_either_jet() -> None:
    def audience(made: Dogfight) -> tuple[str, ...]:
        result = decide(acting(made, 4, "P1", "B1"), Attack("P1", "gun", "B1"), ScriptedDice([1, 1]))
        return next(event.seen_by for event in result.events if isinstance(event, Fired))

    day = fight(jet(at="1212"), jet("B1", "red", "1211"))
    assert audience(day) == (EVERYONE,)
    assert audience(changed(day, sun="night")) == (EVERYONE,)


@pytest.mark.rule("JET-X14", "JET-X15")
@pytest.mark.parametrize(("at", "seen"), [("1206", True), ("1205", False)])
def test_at_night_a_fall_is_told_to_those_who_see_it_and_fuel_to_nobody_but_its_pilot(at: str, seen: bool) -> None:
    made = fight(jet(speed=0, stalled=True), jet("B1", "red", at), sun="night", now=Moment(1, 5))
    done = play_on(made, ScriptedDice([])).events
    (fell,) = [e for e in done if isinstance(e, StallFell)]
    assert fell.seen_by == ((EVERYONE,) if seen else ("blue",))
    assert {e.jet: (e.seen_by, e.left) for e in done if isinstance(e, FuelBurnt)} == {
        "P1": (("blue",), 11), "B1": (("red",), 11),
    }  # fmt: skip
