"""The course of a turn: phases, impulses and segments in order, everybody at once, and who may decide when."""

from typing import Any

import pytest

from rules.dice import Dice
from rules.pentagon_war.designs import GunTrack, MissileType, WeaponBox
from rules.pentagon_war.events import Announced, BattleEnded, Fired, Gone, NotDone
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Decided,
    Decision,
    DefendPoint,
    Detonate,
    Disengage,
    Fire,
    LaunchMissile,
    Ram,
    Reinforce,
    Rotate,
    SelfDestruct,
    TakeDamage,
)
from rules.pentagon_war.positions import check_start
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import check, may_decide, play_step
from rules.pentagon_war.turn.steps import END_STEP, PHASES, SEGMENTS, format_moment, next_moment, place_of, step_at
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import IMPULSES, Moment, Velocity
from rules.values import GameError, IllegalOrderError, WrongPhaseError, changed
from tests.rules.pentagon_war.combat.stage import missile
from tests.rules.pentagon_war.kit import battle, craft, scripted

BOTH = Options(self_destruction=True, ramming=True)
DICE = Dice(b"\x07" * 32, "course", 1)


def after(now: Moment, options: Options, **changes: Any) -> Moment:
    """Where the clock goes from a moment."""
    return next_moment(changed(battle(options=options, now=now), **changes))


def a_whole_turn(options: Options, **changes: Any) -> list[Moment]:
    """Every place the clock stands at in turn 1."""
    moments = [Moment()]
    while moments[-1].turn == 1:
        moments.append(after(moments[-1], options, **changes))
    return moments[:-1]


@pytest.mark.rule("PW-C01", "PW-C03")
def test_a_turn_is_three_phases_then_twelve_impulses_then_its_end() -> None:
    moments = a_whole_turn(BOTH)
    assert [moment.segment for moment in moments if moment.impulse == 0] == [1, 2, 3]
    assert [step.name for step in PHASES] == [
        "Velocity determination", "Initial capacitor power allocation", "Radar lock-on",
    ]  # fmt: skip
    assert sorted({moment.impulse for moment in moments}) == list(range(14))
    assert IMPULSES == 12
    assert moments[-1] == Moment(1, 13, 1)
    assert after(moments[-1], BOTH) == Moment(2, 0, 1)


@pytest.mark.rule("PW-C01")
def test_an_impulse_is_five_seconds_of_a_minute() -> None:
    assert 60 // IMPULSES == 5
    assert Moment(2, 1).absolute - Moment(1, 1).absolute == IMPULSES


@pytest.mark.rule("PW-C03", "PW-C04")
def test_phases_and_segments_are_those_of_the_printed_tables() -> None:
    printed = tables(Options())
    assert [step.name for step in PHASES] == list(printed["PW-T01"].column("phase")[:3])
    assert printed["PW-T01"].number(4, "repeats") == IMPULSES
    assert [step.name for step in SEGMENTS] == list(printed["PW-T02"].column("segment"))
    assert [str(step.number) for step in SEGMENTS] == list(printed["PW-T02"].keys)


@pytest.mark.rule("PW-C04")
@pytest.mark.parametrize("impulse", [1, 7, 12])
def test_every_impulse_has_its_eleven_segments_in_order(impulse: int) -> None:
    segments = [moment.segment for moment in a_whole_turn(BOTH) if moment.impulse == impulse]
    assert segments == list(range(1, 12))
    names = {step.number: step.name for step in SEGMENTS}
    assert names[after(Moment(1, impulse, 3), BOTH).segment] == "Point defense"
    assert names[after(Moment(1, impulse, 8), BOTH).segment] == "Screen reinforcement"
    assert names[after(Moment(1, impulse, 9), BOTH).segment] == "Direct fire"


@pytest.mark.rule("PW-C05")
@pytest.mark.parametrize(
    ("options", "next_"),
    [
        (Options(), 6),
        (Options(self_destruction=True), 5),
        (Options(ramming=True), 5),
        (Options(hyper_bombs=True), 5),
    ],
)
def test_segment_5_is_there_only_if_an_option_uses_it(options: Options, next_: int) -> None:
    assert after(Moment(1, 1, 4), options).segment == next_
    segments = [moment.segment for moment in a_whole_turn(options) if moment.impulse == 1]
    assert segments == [number for number in range(1, 12) if number != 5 or next_ == 5]


@pytest.mark.rule("PW-C05", "PW-B82")
def test_while_a_missile_flies_its_owner_may_set_it_off_in_segment_5_without_any_option() -> None:
    flying = {"X1.M1": missile("X1.M1", "1018", "Y1")}
    assert after(Moment(1, 1, 4), Options(), missiles=flying).segment == 5
    start = battle(craft("X1", "1015"), craft("Y1", "1019"), now=Moment(1, 1, 5), missiles=flying)
    assert [(asked.unit, asked.decisions) for asked in may_decide(start, "X")] == [("X1.M1", (Detonate,))]
    assert may_decide(start, "Y") == ()
    for other in (SelfDestruct("X1"), Ram("X1", "Y1")):
        with pytest.raises(GameError, match="played without"):
            check(start, "X", other)
    result = play_step(start, [Decided("X", Detonate("X1.M1"))], DICE)
    assert result.state.missiles == {}
    assert result.state.now == Moment(1, 1, 6)
    assert after(Moment(1, 2, 4), Options(), missiles=result.state.missiles).segment == 6


@pytest.mark.rule("PW-C05")
def test_who_would_ram_where_nobody_rams_is_told_that_the_segment_is_not_played() -> None:
    start = battle(craft("X1", "1015"), craft("Y1", "1015"), now=Moment(1, 1, 4))
    with pytest.raises(WrongPhaseError, match=r"without segment 5 \(self-destruction and ramming\)") as refused:
        check(start, "X", Ram("X1", "Y1"))
    assert refused.value.rule == "PW-C05"


AT_THEIR_STEP: list[tuple[Decision, Moment]] = [
    (AllocatePower("X1", PowerPlan()), Moment(1, 0, 2)),
    (Rotate("X1", 1), Moment(1, 1, 1)),
    (Accelerate("X1"), Moment(1, 1, 2)),
    (DefendPoint("X1", ("Y1",)), Moment(1, 1, 4)),
    (SelfDestruct("X1"), Moment(1, 1, 5)),
    (LaunchMissile("X1", "M1", "Y1", 0), Moment(1, 1, 6)),
    (Fire("X1", ("L1",), "Y1"), Moment(1, 1, 7)),
    (Reinforce("X1", 1), Moment(1, 1, 9)),
    (TakeDamage("X1"), Moment(1, 1, 11)),
]


@pytest.mark.rule("PW-C04", "PW-B71", "PW-B73")
@pytest.mark.parametrize(("decision", "home"), AT_THEIR_STEP, ids=lambda value: type(value).__name__)
def test_each_decision_is_made_in_its_own_step_and_in_no_other(decision: Decision, home: Moment) -> None:
    armed = craft("X1", "1015", missiles=(MissileType(),))
    start = battle(armed, craft("Y1", "1015"), options=BOTH)
    for moment in a_whole_turn(BOTH):
        if moment.impulse > 1:
            break
        if moment == home:
            check(changed(start, now=moment), "X", decision)
            continue
        with pytest.raises(WrongPhaseError, match="battle is at turn 1, ") as refused:
            check(changed(start, now=moment), "X", decision)
        assert str(refused.value).startswith(f"That is decided in {place_of(step_at(home))};")


@pytest.mark.rule("PW-B73")
def test_screens_are_not_reinforced_in_the_decision_segment() -> None:
    start = battle(craft("X1", "1015"), craft("Y1", "1001"), now=Moment(1, 4, 7))
    with pytest.raises(WrongPhaseError) as refused:
        check(start, "X", Reinforce("X1", 1))
    assert refused.value.rule == "PW-B73"


@pytest.mark.rule("PW-B71", "PW-B72")
def test_targets_are_not_changed_after_the_announcement() -> None:
    start = battle(craft("X1", "1015"), craft("Y1", "1012"), craft("Y2", "1013"), now=Moment(1, 1, 7))
    order = Decided("X", Fire("X1", ("L1",), "Y1"))
    announced = play_step(play_step(start, (order,), scripted()).state, (), scripted()).state
    with pytest.raises(WrongPhaseError) as refused:
        check(announced, "X", Fire("X1", ("L1",), "Y2"))
    assert refused.value.rule == "PW-B71"


@pytest.mark.rule("PW-B71", "PW-B72")
def test_fire_is_decided_in_secret_then_revealed_and_paid_for() -> None:
    start = battle(craft("X1", "1015"), craft("Y1", "1012"), now=Moment(1, 1, 7))
    decided = play_step(start, (Decided("X", Fire("X1", ("L1", "L2"), "Y1")),), scripted())
    assert decided.events == ()
    assert view_for(decided.state, "Y").known.shots == ()
    assert decided.state.craft["X1"].cpmf.total == 0
    open_ = play_step(decided.state, (), scripted())
    (told,) = open_.events
    assert isinstance(told, Announced)
    assert (told.unit, told.weapons, told.target) == ("X1", ("L1", "L2"), "Y1")
    assert len(view_for(open_.state, "Y").known.shots) == 2
    assert open_.state.craft["X1"].cpmf.lasers == 2


@pytest.mark.rule("PW-C14")
def test_no_power_makes_a_radiation_gun_ready_again_on_the_next_turn() -> None:
    ship = craft("X1", "1015", capacitors=20, guns=(GunTrack("radiation", 3),))
    fired = changed(ship, guns=(changed(ship.guns[0], fired=5, fired_turn=1),))
    start = battle(fired, craft("Y1", "1012"), now=Moment(2, 6, 7))
    with pytest.raises(IllegalOrderError) as refused:
        check(start, "X", Fire("X1", ("RG1",), "Y1"))
    assert refused.value.rule == "PW-S123"
    check(changed(start, now=Moment(3, 6, 7)), "X", Fire("X1", ("RG1",), "Y1"))


@pytest.mark.rule("PW-C13", "PW-C15")
def test_power_for_a_laser_is_there_in_the_middle_of_a_turn() -> None:
    one = craft("X1", "1015", capacitors=1)
    check(battle(one, craft("Y1", "1012"), now=Moment(1, 4, 7)), "X", Fire("X1", ("L1",), "Y1"))


def played(start: Battle, decisions: dict[int, list[Decided]], until: Moment) -> tuple[Battle, list[Any]]:
    """The battle played on with these decisions by segment, and the events."""
    events: list[Any] = []
    while start.now < until and start.winner is None:
        result = play_step(start, decisions.get(start.now.segment, []), DICE)
        start, events = result.state, [*events, *result.events]
    return start, events


@pytest.mark.rule("PW-C36")
def test_two_ships_that_destroy_each_other_both_fire_and_both_are_lost() -> None:
    lasers = tuple(WeaponBox("laser") for _ in range(12))
    pair = [
        changed(
            craft(unit, at, facing=facing, capacitors=12, weapons=lasers), screens=0, armor=(0,) * 6, final_damage=1,
            hull_forward=0, hull_aft=0, engines=0, point_defense=0, radar=(), main_control=0, tanks_full=0, locked_on=True,
        )
        for unit, at, facing in (("X1", "1015", "A"), ("Y1", "1014", "D"))
    ]  # fmt: skip
    names = tuple(f"L{n}" for n in range(1, 13))
    fire = [Decided("X", Fire("X1", names, "Y1")), Decided("Y", Fire("Y1", names, "X1"))]
    after, events = played(battle(*pair, now=Moment(1, 1, 7)), {7: fire}, Moment(1, 2, 1))
    shots = [event.unit for event in events if isinstance(event, Fired)]
    assert (shots.count("X1"), shots.count("Y1")) == (12, 12)
    assert {event.unit for event in events if isinstance(event, Gone)} == {"X1", "Y1"}
    assert after.winner == ""
    assert isinstance(events[-1], BattleEnded)


@pytest.mark.rule("PW-C36")
def test_the_order_in_which_captains_send_changes_nothing() -> None:
    start = battle(craft("X1", "1015"), craft("X2", "1016"), craft("Y1", "1012"), now=Moment(1, 1, 1))
    orders = [Decided("X", Rotate("X2", 1)), Decided("Y", Rotate("Y1", 2)), Decided("X", Rotate("X1", 5))]
    assert play_step(start, orders, scripted()) == play_step(start, orders[::-1], scripted())


def test_a_decision_for_another_step_is_told_to_its_side_and_nothing_else_is_lost() -> None:
    start = battle(craft("X1", "1015"), craft("Y1", "1012"), now=Moment(1, 1, 1))
    result = play_step(start, [Decided("X", Accelerate("X1")), Decided("X", Rotate("X1", 2))], scripted())
    (refused,) = [event for event in result.events if isinstance(event, NotDone)]
    assert (refused.craft, refused.seen_by) == ("X1", ("X",))
    assert result.state.craft["X1"].facing == 2


def test_a_battle_that_is_over_is_played_no_further() -> None:
    over = battle(craft("X1", "1015"), craft("Y1", "1012"), winner="X", now=Moment(1, 1, 1))
    with pytest.raises(GameError, match="is over"):
        play_step(over, (), scripted())
    with pytest.raises(GameError, match="is over"):
        check(over, "X", Rotate("X1", 1))
    assert may_decide(over, "X") == ()


@pytest.mark.rule("PW-C02", "PW-B87")
@pytest.mark.parametrize(("last_turn", "winner"), [(0, None), (50, "Y"), (51, None)])
def test_the_scenario_says_when_play_stops(last_turn: int, winner: str | None) -> None:
    hurt = changed(craft("X1", "1015"), engines=0)
    start = battle(hurt, craft("Y1", "1001"), now=Moment(50, 13, 1), last_turn=last_turn)
    assert play_step(start, (), scripted()).state.winner == winner


def test_a_craft_that_leaves_last_gives_the_other_side_the_field() -> None:
    runner = craft("X1", "1015", velocity=(12, 0))
    start = battle(runner, craft("Y1", "1001"), now=Moment(3, 13, 1))
    result = play_step(start, (Decided("X", Disengage("X1", "acceleration")),), scripted())
    assert result.state.winner == "Y"
    assert isinstance(result.events[-1], BattleEnded)


@pytest.mark.rule("PW-M28", "PW-S46")
def test_a_base_set_up_moving_is_refused() -> None:
    base = craft("X1", "1015", engines=0).design
    with pytest.raises(IllegalOrderError) as refused:
        check_start(base, Velocity(craft("X1", "1015", velocity=(1, 0)).velocity.a), Options())
    assert refused.value.rule == "PW-M28"


def asked(now: Moment, side: str = "X", **changes: Any) -> dict[str, set[str]]:
    """What each unit of a side may decide at a moment, by the decisions' names."""
    armed = craft("X1", "1015", missiles=(MissileType(),), **changes)
    start = battle(armed, craft("Y1", "1013", facing="D"), now=now, options=BOTH)
    return {question.unit: {kind.__name__ for kind in question.decisions} for question in may_decide(start, side)}


@pytest.mark.parametrize(
    ("now", "kinds"),
    [
        (Moment(1, 0, 1), None),
        (Moment(1, 0, 2), {"AllocatePower"}),
        (Moment(1, 0, 3), None),
        (Moment(1, 1, 1), {"Rotate"}),
        (Moment(1, 1, 2), {"Accelerate"}),
        (Moment(1, 1, 3), None),
        (Moment(1, 1, 4), None),  # nobody in its hex
        (Moment(1, 1, 5), {"SelfDestruct"}),
        (Moment(1, 1, 6), {"LaunchMissile"}),
        (Moment(1, 1, 7), {"Fire"}),
        (Moment(1, 1, 8), None),
        (Moment(1, 1, 9), {"Reinforce"}),
        (Moment(1, 1, 10), None),
        (Moment(1, 1, 11), None),
        (Moment(1, 13, 1), None),
    ],
)
def test_only_units_that_can_do_something_are_asked(now: Moment, kinds: set[str] | None) -> None:
    assert asked(now) == ({} if kinds is None else {"X1": kinds})


def test_questions_say_in_words_who_may_do_what_and_by_which_rule() -> None:
    start = battle(craft("X1", "1015"), craft("Y1", "1013"), now=Moment(1, 0, 2))
    (question,) = may_decide(start, "X")
    assert (question.text, question.rule) == ("X1 may allocate power.", "PW-C13")
    spent = changed(craft("X1", "1015"), engines=0)
    assert may_decide(changed(start, craft={**start.craft, "X1": spent}, now=Moment(1, 1, 2)), "X") == ()


def test_places_in_a_turn_have_names() -> None:
    assert format_moment(Moment(2, 3, 9)) == "turn 2, impulse 3, segment 9 (screen reinforcement)"
    assert format_moment(Moment(2, 0, 3)) == "turn 2, phase 3 (radar lock-on)"
    assert format_moment(Moment(2, 13, 1)) == "turn 2, the end of the turn"
    assert place_of(END_STEP) == "the end of the turn"


@pytest.mark.rule("PW-C05", "PW-B82")
def test_segment_five_is_there_with_its_options_or_while_a_missile_flies() -> None:
    step = step_at(Moment(1, 3, 5))
    plain = battle(craft("X1", "1015"), craft("Y1", "1001"), options=Options(), now=Moment(1, 3, 5))
    assert not step.is_played(plain)
    flying = missile("X1.M1", "1010", "Y1")
    assert step.is_played(changed(plain, missiles={flying.id: flying}))
    for options in (Options(self_destruction=True), Options(ramming=True), Options(hyper_bombs=True)):
        assert step.is_played(changed(plain, options=options))
    assert step_at(Moment(1, 3, 7)).is_played(plain)
