"""The energy phase by its ledger: maneuvers, the roll and its discards, Speed and altitude (JET-E)."""

import pytest

from rules.air_force.changes import discard, energy_dice, speed_gain
from rules.air_force.engine import check, decide, play_on, question
from rules.air_force.events import EnergyRolled, FlightSet, FuelBurnt, JetGone, ManeuversChosen, NotDone
from rules.air_force.jets import Jet, Maneuvers, Stores
from rules.air_force.orders import PlanEnergy, SetFlight
from rules.air_force.state import Dogfight, Gain
from rules.air_force.tables_of import Options, card_of
from rules.dice import ScriptedDice
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.air_force.kit import acting, fight, jet
from tests.used_up import assert_used_up


def planned(plan: PlanEnergy, faces: list[int], flown: Jet | None = None) -> tuple[Dogfight, EnergyRolled]:
    """One jet's energy roll with scripted dice."""
    dice = ScriptedDice(faces)
    result = decide(acting(fight(flown or jet(), jet("B1", "red", "0303")), 2, "P1"), plan, dice)
    assert_used_up(dice)
    rolled = next(event for event in result.events if isinstance(event, EnergyRolled))
    return result.state, rolled


def flight_of(flown: Jet, gain: int, choice: SetFlight) -> tuple[Jet, FlightSet]:
    """A jet's climb or dive after a gain."""
    start = changed(acting(fight(flown, jet("B1", "red", "0303")), 2, "P1"), gain=Gain(gain))
    check(start, "blue", choice)
    result = decide(start, choice, ScriptedDice([]))
    told = next(event for event in result.events if isinstance(event, FlightSet))
    return result.state.jets["P1"], told


@pytest.mark.rule("JET-E01", "JET-X01", "JET-X02")
def test_after_initiative_the_jets_act_one_by_one_from_the_lowest() -> None:
    start = fight(jet("A1", at="0505"), jet("B1", "red", "1010"), jet("C1", at="1515"))
    dice = ScriptedDice([1, 2, 3, 4, 2, 3])  # initiatives 3, 7, 5
    assert start.now.phase == 1
    result = play_on(start, dice).state
    assert_used_up(dice)
    assert result.now.phase == 2
    assert result.queue == ("A1", "C1", "B1")
    acted = []
    for name in result.queue:
        ask = question(result)
        assert ask is not None
        assert ask.jet == name
        acted.append(ask.jet)
        result = decide(result, PlanEnergy(name), ScriptedDice([1, 1, 1, 1, 1])).state
        result = decide(result, SetFlight(name), ScriptedDice([])).state
    assert acted == ["A1", "C1", "B1"]
    assert question(result) is None


@pytest.mark.rule("JET-E02", "JET-E03")
@pytest.mark.parametrize(
    ("plan", "rule"),
    [
        (PlanEnergy("P1", 2, aim=True), None),
        (PlanEnergy("P1"), None),
        (PlanEnergy("P1", 3), None),
        (PlanEnergy("P1", 1, jink=True, aim=True), None),
        (PlanEnergy("P1", 3, jink=True), "JET-E02"),
        (PlanEnergy("P1", 2, jink=True, aim=True), "JET-E02"),
        (PlanEnergy("P1", 4), "JET-E03"),
        (PlanEnergy("P1", -1), "JET-E03"),
    ],
)
def test_a_jet_picks_at_most_three_hard_maneuvers_jink_and_aim_once_each(plan: PlanEnergy, rule: str | None) -> None:
    start = acting(fight(jet(), jet("B1", "red", "0303")), 2, "P1")
    if rule is None:
        check(start, "blue", plan)
        return
    with pytest.raises(IllegalOrderError) as no:
        check(start, "blue", plan)
    assert no.value.rule == rule
    refused = decide(start, plan, ScriptedDice([]))
    assert refused.state == start
    assert [type(event) for event in refused.events] == [NotDone]


@pytest.mark.rule("JET-E05")
def test_the_card_has_three_turn_boxes_a_jink_box_and_an_aim_box() -> None:
    made, _ = planned(PlanEnergy("P1", 2, aim=True), [1, 1])
    assert made.jets["P1"].maneuvers.boxes == (
        ("Turn", True), ("Turn", True), ("Turn", False), ("Jink", False), ("Aim", True),
    )  # fmt: skip


@pytest.mark.rule("JET-E06", "JET-X13")
@pytest.mark.parametrize(
    ("maneuvers", "dice"),
    [
        (Maneuvers(), 5), (Maneuvers(1), 4), (Maneuvers(1, jink=True), 3), (Maneuvers(jink=True, aim=True), 3),
        (Maneuvers(3), 2),
    ],
)  # fmt: skip
def test_five_energy_dice_less_one_per_hard_maneuver(maneuvers: Maneuvers, dice: int) -> None:
    assert energy_dice(Options(), maneuvers) == dice
    planned(PlanEnergy("P1", maneuvers.hard_turns, maneuvers.jink, maneuvers.aim), [3] * dice)


@pytest.mark.rule("JET-E06")
def test_a_house_rule_sets_the_fewest_energy_dice() -> None:
    house = Options(overrides={"JET-T05/energy_min_dice/value": "3"})
    assert energy_dice(house, Maneuvers(3)) == 3


@pytest.mark.rule("JET-E07", "JET-E08")
@pytest.mark.parametrize(
    ("faces", "altitude", "kept"),
    [
        ([6, 5], 5, ()),
        ([1, 3, 4, 4], 4, (3, 4)),
        ([1, 2, 3, 5, 6], 2, (3, 5, 6)),
        ([1, 2, 3, 5, 6], 5, (2, 3, 5)),
        ([1, 2, 3, 5, 6], 6, (2, 3, 5)),
        ([1, 2, 3, 5, 6], 8, (1, 2, 3)),
        ([6, 5], 1, ()),
        ([6, 5], 9, ()),
    ],
)
def test_two_dice_go_by_the_altitude_at_the_start(faces: list[int], altitude: int, kept: tuple[int, ...]) -> None:
    left, dropped = discard(Options(), faces, altitude)
    assert left == kept
    assert len(dropped) == 2
    assert sorted([*left, *(die.face for die in dropped)]) == sorted(faces)
    assert all("at altitude" in die.why for die in dropped)


@pytest.mark.rule("JET-E07", "JET-E06")
def test_three_hard_maneuvers_leave_no_die_and_no_speed() -> None:
    made, rolled = planned(PlanEnergy("P1", 3), [6, 6])
    assert rolled.kept == ()
    assert rolled.gain == 0
    assert made.gain == Gain(0)


@pytest.mark.rule("JET-E09", "JET-E12")
@pytest.mark.parametrize(
    ("kept", "afterburner", "gain"),
    [((3, 4), False, 0), ((3, 5, 6), False, 2), ((3, 4), True, 2), ((), True, 1), ((4,), False, 0)],
)
def test_dice_above_the_energy_factor_give_speed(kept: tuple[int, ...], afterburner: bool, gain: int) -> None:
    assert speed_gain(kept, 4, afterburner=afterburner) == gain


@pytest.mark.rule("JET-E12", "JET-E13", "JET-E24", "JET-E08")
def test_the_printed_energy_roll_of_the_su_9() -> None:
    plan = PlanEnergy("P1", 1, afterburner=True)
    made, rolled = planned(plan, [1, 3, 4, 4], jet(type="SU-9", altitude=4, speed=4))
    assert rolled.kept == (3, 4)
    assert sorted(die.face for die in rolled.dropped) == [1, 4]
    assert rolled.gain == 2
    assert [(why.value, why.reason) for why in rolled.cause.modifiers] == [
        (1, "dice above Energy Factor 4"), (1, "afterburner"),
    ]  # fmt: skip
    assert made.gain == Gain(2)
    without, _ = planned(PlanEnergy("P1", 1), [1, 3, 4, 4], jet(type="SU-9", altitude=4, speed=4))
    assert without.gain == Gain(0)


@pytest.mark.rule("JET-E24")
def test_afterburner_and_hard_turn_are_declared_before_the_roll_and_not_after() -> None:
    start = acting(fight(jet(), jet("B1", "red", "0303")), 2, "P1")
    result = decide(start, PlanEnergy("P1", 1, afterburner=True), ScriptedDice([1, 1, 1, 1]))
    assert [type(event) for event in result.events] == [ManeuversChosen, EnergyRolled]
    with pytest.raises(IllegalOrderError):
        check(result.state, "blue", PlanEnergy("P1", 2, afterburner=True))
    with pytest.raises(IllegalOrderError):
        check(start, "blue", SetFlight("P1"))


@pytest.mark.rule("JET-E10", "JET-X03")
def test_energy_factors_run_from_one_to_five_and_the_su_9_has_four() -> None:
    assert card_of(Options(), "su-9").factor == 4
    for bad in ("0", "6"):
        with pytest.raises(GameError, match="1 to 5"):
            card_of(Options(overrides={"JET-T06/SU-9/energy factor": bad}), "SU-9")


@pytest.mark.rule("JET-E11", "JET-E17", "JET-E15")
def test_a_roll_may_pass_the_maximum_until_the_clamp() -> None:
    flown, told = flight_of(jet(speed=6), 2, SetFlight("P1"))
    sums = [sum(step.value for step in told.cause.modifiers[:count]) for count in range(1, 5)]
    assert sums == [6, 8, 7, 6]  # 8 for now, drag, and only then the maximum
    assert flown.speed == 6


@pytest.mark.rule("JET-E17")
def test_speed_eight_is_cut_to_a_maximum_of_six() -> None:
    flown, told = flight_of(jet(speed=6), 3, SetFlight("P1"))
    assert told.cause.modifiers[-1].value == -2
    assert flown.speed == 6


@pytest.mark.rule("JET-E15")
def test_drag_takes_one_speed_whatever_happens() -> None:
    assert flight_of(jet(speed=4), 2, SetFlight("P1"))[0].speed == 5
    assert flight_of(jet(speed=4), 0, SetFlight("P1"))[0].speed == 3
    assert flight_of(jet(speed=4), 2, SetFlight("P1", brakes=2))[0].speed == 3


@pytest.mark.rule("JET-E16")
@pytest.mark.parametrize(("levels", "change"), [(1, -1), (-1, 1), (2, -3), (-2, 3), (3, -6), (-3, 6), (0, 0)])
def test_climbs_cost_and_dives_gain(levels: int, change: int) -> None:
    fast = jet(type="F-104A Starfighter", speed=1 if change > 0 else 7)
    flown, _ = flight_of(fast, 1, SetFlight("P1", levels))
    assert flown.speed == fast.speed + change
    assert flown.altitude == 5 + levels


@pytest.mark.rule("JET-E18")
def test_speed_nought_at_the_end_of_the_phase_is_a_stall() -> None:
    flown, told = flight_of(jet(speed=2), 0, SetFlight("P1", 1))
    assert (flown.speed, flown.stalled, told.stalled) == (0, True, True)
    assert not flight_of(jet(speed=2), 0, SetFlight("P1"))[0].stalled


@pytest.mark.rule("JET-E19")
def test_brakes_refuse_any_part_of_what_the_roll_and_a_dive_give() -> None:
    speeds = [flight_of(jet(type="F-104A Starfighter", speed=2), 2, SetFlight("P1", -2, b))[0].speed for b in range(6)]
    assert speeds == [6, 5, 4, 3, 2, 1]  # 2 - 1 for drag, and 5 to 0 kept
    for brakes in (6, -1):
        with pytest.raises(IllegalOrderError) as no:
            flight_of(jet(speed=2), 2, SetFlight("P1", -2, brakes))
        assert no.value.rule == "JET-E19"


@pytest.mark.rule("JET-E20", "JET-E21")
def test_the_steps_come_in_order_and_are_written_down_before_the_next_jet() -> None:
    flown, told = flight_of(jet(speed=3), 1, SetFlight("P1", -2))
    assert [step.value for step in told.cause.modifiers] == [3, 1, -1, 3]
    assert (flown.speed, flown.altitude) == (6, 3)
    start = changed(acting(fight(jet(speed=5), jet("B1", "red", "0303")), 2, "P1", "B1"), gain=Gain(1))
    result = decide(start, SetFlight("P1", -1), ScriptedDice([])).state
    assert (result.jets["P1"].speed, result.jets["P1"].altitude) == (6, 4)
    ask = question(result)
    assert ask is not None
    assert ask.jet == "B1"


@pytest.mark.rule("JET-E22")
def test_a_climb_that_costs_more_speed_than_there_is_is_refused() -> None:
    with pytest.raises(IllegalOrderError) as no:
        flight_of(jet(speed=3), 0, SetFlight("P1", 2))
    assert no.value.rule == "JET-E22"
    assert flight_of(jet(speed=3), 0, SetFlight("P1", 1))[0].speed == 1
    assert flight_of(jet(speed=0), 0, SetFlight("P1"))[0].speed == 0
    with pytest.raises(IllegalOrderError, match="P1 has 0 after drag"):
        flight_of(jet(speed=0), 0, SetFlight("P1", 1))


@pytest.mark.rule("JET-E23")
@pytest.mark.parametrize(("altitude", "levels"), [(8, 2), (9, 1), (2, -2), (1, -1)])
def test_altitudes_run_from_one_to_nine(altitude: int, levels: int) -> None:
    with pytest.raises(IllegalOrderError) as no:
        flight_of(jet(altitude=altitude, speed=6), 3, SetFlight("P1", levels))
    assert no.value.rule == "JET-E23"


@pytest.mark.rule("JET-E14", "JET-X15")
def test_an_afterburner_turn_burns_three_fuel_and_four_of_them_all_of_it() -> None:
    made = fight(jet(), jet("B1", "red", "0303"))
    burnt = []
    for _ in range(4):
        lit = changed(made, jets={**made.jets, "P1": changed(made.jets["P1"], afterburner=True)})
        result = play_on(changed(lit, now=changed(lit.now, phase=5)), ScriptedDice([]))
        burnt += [event for event in result.events if isinstance(event, FuelBurnt) and event.jet == "P1"]
        made = result.state
    assert [(event.cause.rule, event.burnt) for event in burnt] == [("JET-E14", 3)] * 4
    assert made.jets["P1"].stores == Stores(0, 3, 2)
    assert made.jets["B1"].stores == Stores(8, 3, 2)


@pytest.mark.rule("JET-X15")
def test_without_fuel_there_is_no_roll_and_the_jet_must_dive_or_is_out() -> None:
    empty = jet(speed=3, stores=Stores(0, 3, 2))
    made, rolled = planned(PlanEnergy("P1"), [], empty)
    assert (rolled.kept, rolled.gain) == ((), 0)
    for levels, legal in ((0, False), (1, False), (-1, True)):
        if legal:
            check(made, "blue", SetFlight("P1", levels))
        else:
            with pytest.raises(IllegalOrderError, match="must dive"):
                check(made, "blue", SetFlight("P1", levels))
    with pytest.raises(IllegalOrderError, match="takes 3 fuel"):
        check(acting(fight(empty, jet("B1", "red", "0303")), 2, "P1"), "blue", PlanEnergy("P1", afterburner=True))
    low = fight(changed(empty, altitude=1), jet("B1", "red", "0303"))
    assert play_on(low, ScriptedDice([])).state.jets["P1"].fate == "out of fuel", "a fight may begin so"


@pytest.mark.rule("JET-X15", "JET-X21")
@pytest.mark.parametrize(("altitude", "fuel", "winner"), [(1, 1, ""), (1, 0, ""), (2, 1, "blue"), (1, 2, "blue")])
def test_all_who_must_ditch_do_so_at_once_at_the_turns_end(altitude: int, fuel: int, winner: str) -> None:
    own = jet(speed=3, altitude=altitude, stores=Stores(fuel, 3, 2))
    other = jet("B1", "red", "0303", altitude=1, speed=3, stores=Stores(1, 3, 2), initiative=9)
    made = fight(own, other)
    ended = play_on(changed(made, now=changed(made.now, phase=5)), ScriptedDice([]))
    assert ended.state.winner == winner
    gone = {event.jet for event in ended.events if isinstance(event, JetGone) and event.fate == "out of fuel"}
    assert gone == ({"B1"} if winner else {"B1", "P1"})


@pytest.mark.rule("JET-E23")
def test_the_highest_and_the_lowest_altitude_are_flown_at() -> None:
    assert flight_of(jet(altitude=8, speed=6), 3, SetFlight("P1", 1))[0].altitude == 9
    assert flight_of(jet(altitude=9, speed=6), 3, SetFlight("P1"))[0].altitude == 9
    assert flight_of(jet(altitude=2, speed=3), 0, SetFlight("P1", -1))[0].altitude == 1


@pytest.mark.rule("JET-X15", "JET-E14")
def test_an_afterburner_takes_exactly_the_fuel_there_is() -> None:
    last = jet(stores=Stores(3, 3, 2))
    made = acting(fight(last, jet("B1", "red", "0303")), 2, "P1")
    check(made, "blue", PlanEnergy("P1", afterburner=True))
    short = acting(fight(changed(last, stores=Stores(2, 3, 2)), jet("B1", "red", "0303")), 2, "P1")
    with pytest.raises(IllegalOrderError, match="takes 3 fuel; P1 has 2") as no:
        check(short, "blue", PlanEnergy("P1", afterburner=True))
    assert no.value.rule == "JET-X15"


@pytest.mark.rule("JET-E16")
@pytest.mark.parametrize("levels", [4, -4])
def test_a_climb_or_dive_of_four_levels_is_refused(levels: int) -> None:
    with pytest.raises(IllegalOrderError, match="at most three levels") as no:
        flight_of(jet(altitude=5, speed=9), 3, SetFlight("P1", levels))
    assert no.value.rule == "JET-E16"


@pytest.mark.rule("JET-E20", "JET-E22")
def test_drag_that_takes_the_last_speed_leaves_nought_and_not_less() -> None:
    flown, told = flight_of(jet(speed=1), 0, SetFlight("P1"))
    assert (flown.speed, told.stalled) == (0, True)
    assert [one.reason for one in told.cause.modifiers] == ["Speed before", "energy roll", "drag"]
    none, told = flight_of(jet(speed=0), 0, SetFlight("P1"))
    assert none.speed == 0
    assert "Speed is never below 0" in [one.reason for one in told.cause.modifiers]
