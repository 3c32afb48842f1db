"""Crash building in both forms, and the flaws of what is built so (6.7)."""

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.construction import (
    TRIAL_FAULTS,
    check_flaws,
    crash_hull,
    crash_price,
    flaw_check,
    stress_event,
)
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.model.events.industry import (
    BuildStarted,
    CrashFlawShown,
    RefitStarted,
    UnitsDelivered,
    UnitsRefitted,
)
from rules.cluster_war.model.events.logistics import StressRose
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.dice import ScriptedDice
from rules.values import Cause, IllegalOrderError, changed
from tests.rules.cluster_war.build import draft_of
from tests.rules.cluster_war.yard import HOME, Rigged, empire, failures, fleet, plan, told, turn
from tests.used_up import assert_used_up


@pytest.mark.rule("CW-6.7-01", "CW-6.0-09")
def test_haste_for_twice_the_price_halves_the_time_and_gives_a_normal_ship() -> None:
    state = empire(shipyard_bays=5)
    normal = plan(state, BuildUnits(HOME, "destroyer", 1, 5))
    fast = plan(state, BuildUnits(HOME, "destroyer", 1, 5, crash="cost"))
    assert (normal.cost, fast.cost) == (100, 200)
    assert "ready at the end of turn 4" in normal.text
    assert "ready at the end of turn 2" in fast.text
    first = turn(state, BuildUnits(HOME, "destroyer", 1, 5, crash="cost"))
    assert [(e.price, e.turns) for e in told(first, BuildStarted)] == [(200, 2)]
    second = turn(first.state)
    assert [e.ships for e in told(second, UnitsDelivered)] == [("humans/DD01",)]
    assert not second.state.ships["humans/DD01"].low_quality


@pytest.mark.rule("CW-6.7-02", "CW-6.0-09")
def test_haste_for_quality_keeps_the_price_and_marks_the_units() -> None:
    state = empire(shipyard_bays=10, light_industry=5)
    orders = (
        BuildUnits(HOME, "destroyer", 1, 10, crash="quality"),
        BuildUnits(HOME, "fighter", 2, 5, crash="quality"),
    )
    assert "Destroyer of low quality for 100 CPs" in plan(state, orders[0]).text
    done = turn(state, *orders)
    assert {e.design: e.price for e in told(done, BuildStarted)} == {"destroyer": 100, "fighter": 20}
    assert done.state.ships["humans/DD01"].low_quality
    assert done.state.colonies[HOME].garrison == {"fighter": 2}
    assert done.state.colonies[HOME].low_quality == {"fighter": 2}


@pytest.mark.rule("CW-6.7-02", "CW-6.0-09")
@pytest.mark.parametrize(("hull", "bays", "turns"), [(80, 20, 2), (20, 40, 1), (50, 20, 2), (41, 20, 2), (1, 1, 1)])
def test_turns_are_half_of_hull_by_bays_rounded_up(hull: int, bays: int, turns: int) -> None:
    assert -(-crash_hull(hull, "quality") // bays) == turns
    assert crash_price(100, "quality") == crash_price(100, "") == 100


@pytest.mark.rule("CW-6.7-01")
def test_what_takes_one_turn_cannot_be_hurried() -> None:
    for design in ("way", "militia"):
        with pytest.raises(IllegalOrderError, match="ready in one turn as it is"):
            plan(empire(training=25), BuildUnits(HOME, design, 1, 0, crash="cost"))


@pytest.mark.rule("CW-6.7-03", "CW-6.7-05")
@pytest.mark.parametrize(("face", "fault"), [(1, True), (10, True), (11, False), (100, False)])
def test_one_stress_event_in_ten_shows_a_flaw(face: int, fault: bool) -> None:
    dice = ScriptedDice([face, 2] if fault else [face])
    shown, rolls = flaw_check(dice, "battle/7/round/3/DD01", Settings())
    assert shown == (TRIAL_FAULTS[1] if fault else "")
    assert rolls[0].total == face
    assert_used_up(dice)


@pytest.mark.rule("CW-6.7-03")
def test_a_house_rule_may_make_haste_more_dangerous() -> None:
    house = Settings(overrides={"CW-TAB-INDUSTRY/percent chance of a crash flaw/number": "40"})
    dice = ScriptedDice([40, 2])
    assert flaw_check(dice, "battle/7/round/3/DD01", house)[0] == TRIAL_FAULTS[1]
    assert_used_up(dice)


@pytest.mark.rule("CW-6.7-03")
def test_the_faults_are_those_of_the_book() -> None:
    assert {"beams go off line", "launchers jam", "shields buckle", "armor shatters"} <= set(TRIAL_FAULTS)
    assert any("engine" in fault for fault in TRIAL_FAULTS)


@pytest.mark.rule("CW-6.7-04", "CW-6.7-05")
def test_a_month_out_of_supply_tests_crash_built_ships_alone_and_besides_the_usual_check() -> None:
    state = fleet(empire(), "1111", "destroyer", "destroyer", "destroyer")
    state = hasty(state, "humans/DD01", "humans/DD02")
    draft = draft_of(state)
    draft.dice = ScriptedDice([5, 4, 50])
    ships = ("humans/DD01", "humans/DD02", "humans/DD03")
    draft.say(StressRose("humans", "humans-F1", "1111", ships, 30, cause=Cause("CW-4.3-19"), seen_by=("humans",)))
    check_flaws(draft)
    shown = [e for e in draft.events if isinstance(e, CrashFlawShown)]
    assert [(e.ship, e.failed, e.fault) for e in shown] == [
        ("humans/DD01", True, TRIAL_FAULTS[3]),
        ("humans/DD02", False, ""),
    ]
    assert draft.ships["humans/DD01"].faults == (TRIAL_FAULTS[3],)
    asked = [e for e in draft.events if isinstance(e, QuestionRaised)]
    assert [(e.kind, e.seen_by) for e in asked] == [("catastrophe", ())]
    assert draft.questions[-1].suggestion == "Armor shatters: out of order until repaired."


@pytest.mark.rule("CW-6.7-04", "CW-6.7-05")
def test_in_a_whole_turn_far_from_home_both_checks_are_rolled() -> None:
    state = hasty(fleet(empire(), "1111", "destroyer"), "humans/DD01")
    dice = Rigged()
    done = turn(state, dice=dice)
    assert told(done, StressRose) != []
    assert [e.failed for e in told(done, CrashFlawShown)] == [False]
    assert sum("crash/" in key for key in dice.keys) == 1
    near = turn(hasty(fleet(empire(), "0303", "destroyer"), "humans/DD01"), dice=dice)
    assert told(near, CrashFlawShown) == []


@pytest.mark.rule("CW-6.7-04")
def test_a_battle_round_can_put_a_ship_to_the_test() -> None:
    draft = draft_of(hasty(fleet(empire(), "0303", "destroyer"), "humans/DD01"))
    draft.dice = ScriptedDice([10, 1])
    stress_event(draft, "humans/DD01", "in round 2 of battle")
    assert [e.occasion for e in draft.events if isinstance(e, CrashFlawShown)] == ["in round 2 of battle"]


@pytest.mark.rule("CW-6.7-06")
def test_a_crash_built_ship_is_mended_by_half_its_hull_in_bays_and_no_cps() -> None:
    state = hasty(fleet(empire(shipyard_bays=10), "0303", "destroyer", "destroyer"), "humans/DD01")
    ships = {**state.ships, "humans/DD01": changed(state.ships["humans/DD01"], faults=("launchers jam",))}
    state = changed(state, ships=ships)
    order = RefitUnits(HOME, "destroyer", ("humans/DD01",))
    assert plan(state, order).cost == 0
    done = turn(state, order, BuildUnits(HOME, "scout", 1, 1))
    assert failures(done) == ["Humans 0303 has 0 shipyard bays free this turn; this needs 1."]
    assert [(e.price, e.turns, e.cause.rule) for e in told(done, RefitStarted)] == [(0, 1, "CW-6.7-06")]
    assert [(e.ships, e.cause.rule) for e in told(done, UnitsRefitted)] == [(("humans/DD01",), "CW-6.7-06")]
    mended = done.state.ships["humans/DD01"]
    assert (mended.low_quality, mended.faults) == (False, ())
    with pytest.raises(IllegalOrderError, match="nothing is wrong with it"):
        plan(state, RefitUnits(HOME, "destroyer", ("humans/DD02",)))


@pytest.mark.rule("CW-6.7-06")
def test_crash_built_fighters_are_mended_in_their_garrison() -> None:
    state = empire(shipyard_bays=6, garrison={"fighter": 3}, low_quality={"fighter": 2})
    done = turn(state, RefitUnits(HOME, "fighter", (), "fighter", 2))
    assert [e.turns for e in told(done, RefitStarted)] == [1]
    assert done.state.colonies[HOME].garrison == {"fighter": 3}
    assert done.state.colonies[HOME].low_quality == {}
    assert done.state.sides["humans"].treasury == 2000
    with pytest.raises(IllegalOrderError, match="nothing is wrong"):
        plan(state, RefitUnits(HOME, "fighter", (), "fighter", 3))


def hasty(state: GameState, *ships: str) -> GameState:
    """The state with these ships crash-built."""
    return changed(state, ships={**state.ships, **{s: changed(state.ships[s], low_quality=True) for s in ships}})
