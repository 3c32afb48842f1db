"""Pace "segments": a captain is asked where a decision is worth it, may pass, and plays a duel with few answers."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from rules.dice import Dice
from rules.pentagon_war.captains.advance import BattleProgress, decisions_of, run_turn
from rules.pentagon_war.captains.questions import asks_of, passes
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.events import Accelerated, Fired, NotDone, Stopped
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Continue,
    Decision,
    Fire,
    Pass,
    Rotate,
    SeatOrder,
    SeatSent,
    SetProgramme,
)
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Ask, Battle
from rules.pentagon_war.turn.steps import step_at
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import changed
from tests.rules.pentagon_war.captains.test_advance import PLANS, ahead, dice, plan, scenario, sheet

MOST_ASKS = 15
"""The most questions of a turn that a captain of a duel is asked, whatever he answers (issue 11, point 20)."""
Captain = Callable[[Battle, str, tuple[Ask, ...]], tuple[list[SeatOrder], Pass]]
"""What a captain sends at a stop, and until when they pass then."""


@dataclass
class Played:
    """A turn, how often each side was asked in it, and with what words."""

    result: BattleProgress
    asked: Counter[str]
    words: list[str]


def by_questions(start: Battle, captain: Captain, turn_dice: Dice, first: tuple[SeatSent, ...] = ()) -> Played:
    """A turn in which every question is answered by the captain."""
    sent = list(first)
    asked: Counter[str] = Counter()
    words: list[str] = []
    for _ in range(400):
        result = run_turn(start, sent, turn_dice)
        if result.done:
            return Played(result, asked, words)
        battle = result.battle
        for side in sorted({ask.side for ask in battle.waiting}):
            mine = tuple(ask for ask in battle.waiting if ask.side == side)
            asked[side] += 1
            words += [f"{battle.now.impulse}/{battle.now.segment} {ask.reason}" for ask in mine]
            orders, until = captain(battle, side, mine)
            number = sum(one.side == side for one in sent)
            given = (*orders, Continue(battle.now, until=until))
            sent += [SeatSent(side, number + at, order) for at, order in enumerate(given, 1)]
    raise AssertionError("the turn did not end")


def silent(battle: Battle, side: str, asks: tuple[Ask, ...]) -> tuple[list[SeatOrder], Pass]:
    """Says nothing but that it is done."""
    del battle, side, asks
    return [], ""


def passing(until: Pass) -> Captain:
    """Plots nothing and passes."""
    return lambda battle, side, asks: ([], until)


def fighting(battle: Battle, side: str, asks: tuple[Ask, ...]) -> tuple[list[SeatOrder], Pass]:
    """Does at every question what an aggressive stance would do there."""
    del asks
    own = frozenset(c.id for c in battle.craft.values() if c.side == side)
    made: list[Decision] = []
    if step_at(battle.now).decisions:
        known = changed(battle, stances=dict.fromkeys(own, "aggressive"))
        made = decisions_of(view_for(known, side), CaptainMemory(side, own), (), by_stance=True)
    return [*made], ""


def duel(hexes: int = 33) -> Battle:
    start = scenario("duel", "S", "A")
    return changed(start if hexes == 33 else ahead(start, hexes), pace="segments")


@pytest.mark.rule("PW-C36")
@pytest.mark.parametrize("hexes", [33, 14, 5, 1])
@pytest.mark.parametrize("captain", [silent, fighting], ids=["silent", "fighting"])
def test_nobody_is_asked_more_than_fifteen_times_in_a_turn_of_a_duel(hexes: int, captain: Captain) -> None:
    battle = duel(hexes)
    counts: list[int] = []
    while battle.winner is None and battle.now.turn <= 4:
        played = by_questions(battle, captain, dice(battle.now.turn))
        counts += played.asked.values()
        assert max(played.asked.values()) <= MOST_ASKS, played.words
        battle = played.result.battle
    print(f"{hexes} hexes, {captain.__name__}: {counts}")
    assert min(counts) >= 2


def test_at_the_pace_of_steps_the_same_turn_asks_at_every_step() -> None:
    steps = by_questions(changed(duel(14), pace="steps"), silent, dice())
    assert min(steps.asked.values()) > 30


def test_fire_is_asked_about_where_it_gets_past_screens_with_range_and_points() -> None:
    played = by_questions(duel(5), fighting, dice())
    fire = [text for text in played.words if "may fire: at" in text or "or fire: at" in text]
    assert fire
    assert all("hexes, about" in text and "against screens of" in text for text in fire)
    assert any(isinstance(event, Fired) for event in played.result.events)
    far = by_questions(duel(), silent, dice())
    assert [text for text in far.words if "Hot Rivet may" in text and "fire: at" in text] == []


def test_a_programme_is_flown_between_the_questions_and_comes_to_the_same_as_in_the_other_pace() -> None:
    start = duel(5)
    sent = tuple(
        each
        for side, unit in (("S", "S1"), ("A", "A1"))
        for each in sheet(side, plan(unit, PLANS[unit]), Continue(Moment(1, 0, 1)))
    )
    stepped = by_questions(start, silent, dice(), sent)
    plotted = run_turn(changed(start, pace="programme"), sent, dice())
    done, same = ([e for e in result.events if not isinstance(e, Stopped)] for result in (stepped.result, plotted))
    assert done == same
    assert changed(stepped.result.battle, pace="programme") == plotted.battle
    assert stepped.asked["S"] >= 2


def test_without_a_programme_a_craft_keeps_its_course_and_protects_itself() -> None:
    def shooting(battle: Battle, side: str, asks: tuple[Ask, ...]) -> tuple[list[SeatOrder], Pass]:
        return fighting(battle, side, asks) if side == "A" else silent(battle, side, asks)

    events = by_questions(duel(3), shooting, dice()).result.events
    assert [event for event in events if isinstance(event, Accelerated) and event.unit == "S1"] == []
    assert [event for event in events if isinstance(event, Fired) and event.unit == "S1"] == []


def test_power_and_thrust_may_be_sent_with_the_question_before_theirs() -> None:
    def steering(battle: Battle, side: str, asks: tuple[Ask, ...]) -> tuple[list[SeatOrder], Pass]:
        if side == "A":
            return [], "turn"
        if battle.now == Moment(1, 0, 1):
            return [AllocatePower("S1", PowerPlan(radar_on=False))], ""
        if battle.now == Moment(1, 1, 1):
            return [Rotate("S1", 1), Accelerate("S1")], "turn"
        return [], "turn"

    result = by_questions(duel(), steering, dice()).result
    assert not result.battle.craft["S1"].radar_on
    moved = [event for event in result.events if isinstance(event, Accelerated) and event.unit == "S1"]
    assert [(event.at.impulse, event.at.segment) for event in moved] == [(1, 2)]
    assert result.battle.craft["S1"].facing == 1
    assert [event for event in result.events if isinstance(event, NotDone)] == []


def test_passing_until_the_turns_end_is_not_asked_again_but_by_a_stop_line() -> None:
    assert by_questions(duel(5), passing("turn"), dice()).asked == {"S": 1, "A": 1}
    sent = sheet("S", plan("S1", "stop when impulse >= 6"), Continue(Moment(1, 0, 1), until="turn"))
    stopped = by_questions(duel(5), passing("turn"), dice(), sent)
    assert stopped.asked == {"S": 1, "A": 1}
    assert any("6/1 You wanted to be asked" in text for text in stopped.words)


def test_passing_until_the_next_impulse_skips_the_rest_of_this_one() -> None:
    assert max(by_impulse(duel(3), passing("impulse"), "S").values()) == 1
    assert max(by_impulse(duel(3), fighting, "S").values()) > 1


def by_impulse(start: Battle, captain: Captain, side: str) -> Counter[int]:
    """How often a side is asked in each impulse."""
    found: Counter[int] = Counter()

    def counting(battle: Battle, asked: str, asks: tuple[Ask, ...]) -> tuple[list[SeatOrder], Pass]:
        found[battle.now.impulse] += asked == side
        return captain(battle, asked, asks) if asked == side else fighting(battle, asked, asks)

    by_questions(start, counting, dice())
    return found


@pytest.mark.rule("PW-B71", "PW-B72")
def test_passing_until_something_happens_is_asked_when_fired_at_launched_at_or_in_range() -> None:
    def against(battle: Battle, side: str, asks: tuple[Ask, ...]) -> tuple[list[SeatOrder], Pass]:
        if side == "S":
            heard.extend(ask.reason for ask in asks)
            return [], "event"
        launch = [SetProgramme(plan("A1", "fire L1 L2 at S1\nfire LM1 when impulse >= 3").programme)]
        return ([*launch] if battle.now.impulse == 0 else []), "turn"

    heard: list[str] = []
    by_questions(duel(4), against, dice())
    assert any("A1 launched something" in text for text in heard)
    assert any("A1 fires at S1" in text for text in heard)
    assert len(heard) <= MOST_ASKS
    heard.clear()

    def listening(battle: Battle, side: str, asks: tuple[Ask, ...]) -> tuple[list[SeatOrder], Pass]:
        heard.extend(ask.reason for ask in asks)
        return [], "event"

    by_questions(duel(), listening, dice())
    assert all(text.startswith(("Plot turn", "Kestrel Vee (S1) comes", "Hot Rivet (A1) comes")) for text in heard)


def test_a_question_tells_nothing_that_its_side_does_not_see() -> None:
    start = duel(9)
    unknown = start.craft["A1"]
    hidden = changed(unknown, hidden=True, design=changed(unknown.design, radar_invisibility=True))
    unseen = changed(start, craft={**start.craft, "A1": hidden})
    sneaking = sheet("A", plan("A1", "power invisible"), Continue(Moment(1, 0, 1), until="turn"))
    played = by_questions(unseen, silent, dice(), sneaking)
    assert played.result.battle.craft["A1"].hidden
    assert [text for text in played.words if "A1" in text or "Hot Rivet" in text] == []
    assert played.asked["S"] == 1 + 4 + 1  # plotting, the course, and whether to leave


def test_orders_sent_too_early_for_their_step_are_not_held_in_the_other_paces() -> None:
    start = scenario("duel", "S")
    sent = sheet("S", Fire("S1", ("L1",), "A1"), Accelerate("S1"), Continue(Moment(1, 0, 1)))
    refused = [event for event in run_turn(start, sent, dice()).events if isinstance(event, NotDone)]
    assert {event.at for event in refused} == {Moment(1, 0, 1)}


@pytest.mark.rule("PW-B72")
@pytest.mark.parametrize(
    ("impulse", "segment", "heard"), [(12, 2, False), (12, 4, True), (13, 1, True), (11, 2, False)]
)
def test_news_waits_for_its_segments_until_the_last_impulse_is_over(impulse: int, segment: int, heard: bool) -> None:
    battle = changed(duel(), now=Moment(1, impulse, segment))
    memories = {side: CaptainMemory(side, own=frozenset({f"{side}1"})) for side in battle.players}
    passes(battle, memories["S"], "event")
    memories["S"].news.append("A1 fires at S1")
    told = [ask.reason for ask in asks_of(battle, memories) if ask.side == "S"]
    assert ("A1 fires at S1." in told) is heard
