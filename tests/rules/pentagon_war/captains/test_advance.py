"""Turns played from what was sent: stops, replies, and the same end by programmes and by single decisions."""

import pytest

from rules.dice import Dice
from rules.hexes import Hex
from rules.pentagon_war.captains.advance import BattleProgress, decisions_of, run_turn
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.events import Accelerated, Fired, Gone, Launched, NotDone, Rotated, Stopped
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.orders import (
    Concede,
    Continue,
    Rotate,
    SeatOrder,
    SeatSent,
    SetProgramme,
    SetStance,
    TakeCommand,
)
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import changed

SEED = bytes(range(32))


def dice(turn: int = 1) -> Dice:
    return Dice(SEED, "battle", turn)


def scenario(name: str, *players: str, pace: str = "programme") -> Battle:
    battle = new_battle((FOLDER / f"{name}.toml").read_text(), library())
    assert pace in {"programme", "segments"}
    return changed(battle, players=players, pace="segments" if pace == "segments" else "programme")


def sheet(side: str, *orders: SeatOrder) -> tuple[SeatSent, ...]:
    return tuple(SeatSent(side, number, order) for number, order in enumerate(orders, 1))


def plan(craft: str, text: str, turn: int = 1) -> SetProgramme:
    return SetProgramme(parse_programme(text, craft, turn))


def ahead(duel: Battle, hexes: int) -> Battle:
    """The duel with the second craft so many hexes ahead of the first."""
    here = duel.craft["S1"].at
    return changed(duel, craft={**duel.craft, "A1": changed(duel.craft["A1"], at=Hex(here.q, here.r - hexes))})


START = Moment(1, 0, 1)


def test_every_player_is_asked_to_plot_and_nothing_is_played_before_all_have() -> None:
    duel = scenario("duel", "S", "A")
    first = run_turn(duel, (), dice())
    assert [(ask.side, first.battle.now) for ask in first.battle.waiting] == [("S", START), ("A", START)]
    half = run_turn(duel, sheet("S", Continue(START)), dice())
    assert [ask.side for ask in half.battle.waiting] == ["A"]
    assert half.events == ()
    whole = run_turn(duel, sheet("S", Continue(START)) + sheet("A", Continue(START)), dice())
    assert whole.done
    assert whole.battle.now >= Moment(2) or whole.battle.winner is not None


def test_a_battle_of_stances_never_waits() -> None:
    done = run_turn(scenario("duel"), (), dice())
    assert done.done
    assert done.battle.waiting == ()
    assert any(isinstance(event, Accelerated) for event in done.events)


def test_what_is_not_closed_by_a_continue_does_not_count_yet() -> None:
    duel = scenario("duel", "S")
    orders = plan("S1", "1 turn C")
    waiting = run_turn(duel, sheet("S", orders), dice())
    assert not waiting.done
    assert waiting.battle.programmes == {}


def test_a_programme_is_flown_line_by_line() -> None:
    duel = scenario("duel", "S")
    orders = plan("S1", "1 turn B\n2-3 accelerate\n4 turn A\nstance flee")
    result = run_turn(duel, sheet("S", orders, Continue(START)), dice())
    own = [event for event in result.events if isinstance(event, Accelerated) and event.unit == "S1" and not event.by]
    assert [(event.at.impulse, event.entry) for event in own] == [(2, "A+C+"), (3, "A+C+")]
    facings = [event.after for event in result.events if isinstance(event, Rotated) and event.unit == "S1"]
    assert facings == [1, 0]


def test_an_illegal_line_is_told_to_its_own_side_and_the_rest_is_done() -> None:
    duel = scenario("duel", "S")
    orders = plan("S1", "1 accelerate 2\n2 turn B")
    result = run_turn(
        changed(duel, options=changed(duel.options, crash_acceleration=False)),
        sheet("S", orders, Continue(START)),
        dice(),
    )
    refused = [event for event in result.events if isinstance(event, NotDone)]
    assert [(event.at.impulse, event.seen_by) for event in refused] == [(1, ("S",))]
    assert refused[0].cause.rule.startswith("PW-")
    assert result.done


def test_fire_waits_for_its_conditions() -> None:
    duel = scenario("duel", "S")
    never = run_turn(duel, sheet("S", plan("S1", "fire all at nearest when range < 0"), Continue(START)), dice())
    assert not [e for e in never.events if isinstance(e, Fired) and e.unit == "S1"]
    soon = run_turn(ahead(duel, 9), sheet("S", plan("S1", "fire L1 at A1 when impulse >= 5"), Continue(START)), dice())
    assert [e.at.impulse for e in soon.events if isinstance(e, Fired) and e.unit == "S1"][:1] == [5]


@pytest.mark.rule("PW-B82")
def test_a_missile_is_set_off_when_its_line_holds_as_seen_from_the_missile() -> None:
    fleets = scenario("fleet_action", "S")
    target, at = fleets.craft["A1"], fleets.craft["S1"].at
    near = changed(fleets, craft={**fleets.craft, "A1": changed(target, at=Hex(at.q, at.r - 6))})
    fire = "fire M1 at A1\nfire M2 at A1"
    orders = plan("S1", f"{fire}\ndetonate M1 when range to A1 <= 2\ndetonate M2 when range to A1 < 0")
    done = run_turn(near, sheet("S", orders, Continue(START)), dice())
    assert {e.unit for e in done.events if isinstance(e, Launched)} >= {"S1.M1", "S1.M2"}
    ends = {e.unit: (e.at.segment, e.cause.rule) for e in done.events if isinstance(e, Gone)}
    assert ends["S1.M1"] == (5, "PW-B82")
    assert ends.get("S1.M2") != (5, "PW-B82")
    idle = run_turn(near, sheet("S", plan("S1", fire), Continue(START)), dice())
    assert "PW-B82" not in {e.cause.rule for e in idle.events if isinstance(e, Gone)}


def test_a_stop_asks_once_a_turn_and_a_new_programme_counts_from_there() -> None:
    duel = scenario("duel", "S")
    first = (plan("S1", "1 turn B\nstop when impulse >= 4 say look"), Continue(START))
    waiting = run_turn(duel, sheet("S", *first), dice())
    assert waiting.battle.now == Moment(1, 4, 1)
    assert "look" in waiting.battle.waiting[0].reason
    more = (*first, plan("S1", "stop when impulse >= 4\n6 turn D"), Rotate("S1", 2), Continue(Moment(1, 4, 1)))
    done = run_turn(duel, sheet("S", *more), dice())
    assert done.done
    turns = [(e.at.impulse, e.after) for e in done.events if isinstance(e, Rotated) and e.unit == "S1"]
    assert turns == [(1, 1), (4, 2), (6, 3)]
    assert [e.seen_by for e in done.events if isinstance(e, Stopped)] == [("S",)]


def test_who_did_not_answer_is_played_by_stance_until_he_is_asked_again() -> None:
    duel = scenario("duel", "S")
    orders = (SetStance("S1", "flee"), plan("S1", "12 turn A"))
    idle = run_turn(duel, sheet("S", *orders, Continue(START)), dice())
    by_stance = run_turn(duel, sheet("S", *orders, Continue(START, by_stance=True)), dice())
    assert not [e for e in idle.events if isinstance(e, Accelerated) and e.unit == "S1"]
    assert [e for e in by_stance.events if isinstance(e, Accelerated) and e.unit == "S1"]


@pytest.mark.rule("PW-B87")
def test_conceding_ends_the_battle_for_the_other_side() -> None:
    result = run_turn(scenario("duel", "S"), sheet("S", Concede("S"), Continue(START)), dice())
    assert result.done
    assert result.battle.winner == "A"
    assert {e.why for e in result.events if isinstance(e, Gone)} == {"conceded"}


@pytest.mark.rule("PW-B87")
def test_who_gives_up_is_out_where_the_battle_stands_whoever_is_asked_there() -> None:
    duel = scenario("duel", "S", "A")
    result = run_turn(duel, sheet("S", Concede("S", START)), dice())
    assert result.done
    assert result.battle.winner == "A"
    sent = (*sheet("S", plan("S1", "stop when impulse >= 6"), Continue(START)), *sheet("A", Continue(START)))
    waiting = run_turn(duel, sent, dice())
    gone = run_turn(duel, (*sent, SeatSent("A", 2, Concede("A", waiting.battle.now))), dice(), waiting.halt)
    assert gone.events[: len(waiting.events)] == waiting.events
    assert [e.why for e in gone.events[len(waiting.events) :] if isinstance(e, Gone)] == ["conceded"]
    assert (gone.done, gone.battle.winner) == (True, "S")


@pytest.mark.rule("PW-B87")
def test_of_three_sides_one_gives_up_and_the_others_go_on_the_same_when_it_is_played_again() -> None:
    duel = scenario("duel", "S", "A", "B")
    third = changed(duel.craft["A1"], id="B1", side="B", at=Hex(20, 0))
    three = changed(
        duel, sides={**duel.sides, "B": changed(duel.sides["A"], id="B")}, craft={**duel.craft, "B1": third}
    )
    first = "S"
    given = (SeatSent(first, 1, Concede(first, START)),)
    result = run_turn(three, given, dice())
    assert not result.done
    assert {ask.side for ask in result.battle.waiting} == set(three.players) - {first}
    others = [one for side in three.players if side != first for one in sheet(side, Continue(START))]
    whole = run_turn(three, (*given, *others), dice(), result.halt)
    assert whole.done
    assert whole.events == run_turn(three, (*given, *others), dice()).events
    assert whole.events[: len(result.events)] == result.events


def test_a_side_that_is_taken_later_is_asked_from_there_on_and_nothing_before_changes() -> None:
    duel = scenario("duel", "S")
    sent = sheet("S", plan("S1", "fire all\nstop when impulse >= 6"), Continue(START))
    waiting = run_turn(duel, sent, dice())
    at_opening = run_turn(duel, (*sent, *sheet("A", TakeCommand("A", START))), dice())
    assert [ask.side for ask in at_opening.battle.waiting] == ["A"]
    under_way = run_turn(duel, (*sent, *sheet("A", TakeCommand("A", waiting.battle.now))), dice())
    assert under_way.events == waiting.events
    assert [ask.side for ask in under_way.battle.waiting] == ["S"]
    on = (*sent, SeatSent("S", 3, Continue(waiting.battle.now)))
    after = run_turn(duel, (*on, *sheet("A", TakeCommand("A", waiting.battle.now))), dice())
    assert after.events == run_turn(duel, on, dice()).events
    assert run_turn(after.battle, (), dice(2)).battle.players == ("S", "A")


def test_nothing_of_the_turn_so_far_changes_when_more_is_sent() -> None:
    duel = scenario("duel", "S")
    first = (plan("S1", "fire all\nstop when impulse >= 6"), SetStance("S1", "aggressive"), Continue(START))
    waiting = run_turn(duel, sheet("S", *first), dice())
    done = run_turn(duel, sheet("S", *first, Continue(waiting.battle.now)), dice())
    assert done.events[: len(waiting.events)] == waiting.events
    assert run_turn(duel, sheet("S", *first, Continue(waiting.battle.now)), dice()) == done


def by_segments(start: Battle, plans: dict[str, SetProgramme], turn_dice: Dice) -> BattleProgress:
    """The turn played step by step: at each stop every side sends the very decisions its programmes would have made."""
    sent: dict[str, list[SeatOrder]] = {side: [] for side in start.players}
    own = {side: frozenset(c.id for c in start.craft.values() if c.side == side) for side in start.sides}
    for _ in range(400):
        said = tuple(one for side, orders in sent.items() for one in sheet(side, *orders))
        result = run_turn(changed(start, pace="steps"), said, turn_dice)
        if result.done:
            return result
        programmes = {unit: order.programme for unit, order in plans.items()}
        here = changed(result.battle, programmes=programmes, pace="programme")
        for side in {ask.side for ask in result.battle.waiting}:
            memory = CaptainMemory(side, own[side])
            memory.learn(result.events)
            sent[side] += [
                *decisions_of(view_for(here, side), memory, (), by_stance=False),
                Continue(result.battle.now),
            ]
    raise AssertionError("the turn did not end")


PLANS = {
    "S1": "power keep 2; 1 turn F, accelerate; 2-4 accelerate; 6 turn A; fire all when range <= 12; screens to stop all",
    "A1": "2 turn E; 3-5 accelerate 3/2; 8 turn D; fire L1 L2 at S1 when range <= 14; fire LM1 at S1; screens always",
}


@pytest.mark.parametrize("near", [False, True])
def test_the_same_decisions_and_dice_come_to_the_same_by_programmes_and_by_segments(*, near: bool) -> None:
    duel = scenario("duel", "S", "A")
    duel = ahead(duel, 5) if near else duel
    plans = {unit: plan(unit, text) for unit, text in PLANS.items()}
    sent = sheet("S", plans["S1"], Continue(START)) + sheet("A", plans["A1"], Continue(START))
    programmed = run_turn(duel, sent, dice())
    stepped = by_segments(duel, plans, dice())
    # Nobody is asked about what they cannot do, so refusals are told of programmes only; they change nothing.
    done, same = (
        [e for e in result.events if not isinstance(e, Stopped | NotDone)] for result in (stepped, programmed)
    )
    assert done == same
    assert changed(stepped.battle, programmes={}, pace="programme") == changed(programmed.battle, programmes={})
    assert any(isinstance(event, Fired) for event in programmed.events) == near
