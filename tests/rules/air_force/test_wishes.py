"""Whole turns by wishes: closed in secret, carried out in the book's order, else as the doctrine decides (R-303)."""

from typing import Any

import pytest

from rules.air_force.advance import FightProgress, run_turn
from rules.air_force.engine import by_post
from rules.air_force.events import EnergyRolled, Event, Fired, FlightSet, ManeuversChosen, Moved, NotDone, TurnTried
from rules.air_force.orders import (
    Attack,
    Chase,
    Concede,
    Continue,
    Fly,
    Hold,
    Moment,
    PlanEnergy,
    SeatOrder,
    SeatSent,
    TurnWishes,
)
from rules.air_force.setup import Wishes, new_dogfight
from rules.air_force.state import Dogfight
from rules.air_force.view import view_for
from rules.air_force.wishes import check_wishes
from rules.dice import Dice
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from tests.rules.air_force.kit import fight, jet

KEY = (7).to_bytes(32, "big")
BLUE, RED = jet("P1", crew="player"), jet("P2", "red", "1203", crew="player", heading=4)


def duel(**changes: Any) -> Dogfight:
    """Two people, nine hexes apart and nose to nose."""
    return changed(fight(changed(BLUE, **changes), RED), players=("blue", "red"))


def turn(start: Dogfight, *given: tuple[str, tuple[SeatOrder, ...]], close: bool = True) -> FightProgress:
    """The turn with what each side has sent, closed or not."""
    sent: list[SeatSent] = []
    for side, orders in given:
        whole = (*orders, Continue(start.now)) if close else orders
        sent += [SeatSent(side, number, order) for number, order in enumerate(whole, 1)]
    return run_turn(start, sent, Dice(KEY, "dogfight", start.now.turn))


def of(result: FightProgress, kind: type[Event], name: str = "P1") -> list[Any]:
    return [event for event in result.events if isinstance(event, kind) and getattr(event, "jet", "") == name]


@pytest.mark.rule("JET-X01")
def test_nothing_happens_before_both_have_closed_and_only_who_has_not_is_asked() -> None:
    start = duel()
    for given in ((), (("blue", (TurnWishes("P1", PlanEnergy("P1", 2)),)),)):
        result = turn(start, *given)
        assert (result.done, result.events) == (False, ())
        assert {ask.side for ask in result.fight.waiting} == {"blue", "red"} - {side for side, _ in given}
        assert changed(result.fight, waiting=()) == start
    waits = turn(start, ("blue", (TurnWishes("P1", PlanEnergy("P1", 2)),)), ("red", ()), close=False)
    assert [ask.jet for ask in waits.fight.waiting] == ["P1", "P2"]


@pytest.mark.rule("JET-X01")
def test_people_fly_alone_or_beside_the_bot_by_steps_and_against_each_other_by_whole_turns() -> None:
    assert by_post(duel())
    assert not by_post(changed(duel(), players=("blue",)))
    assert not by_post(changed(new_dogfight("night", Wishes(), Dice(KEY, "x", 0)), players=("blue", "red")))
    alone = run_turn(changed(duel(), players=("blue",)), (), Dice(KEY, "dogfight", 1))
    assert alone.fight.now.phase == 2


@pytest.mark.rule("JET-X16")
def test_a_turn_without_a_wish_is_flown_as_the_doctrine_would() -> None:
    start = duel()
    wished = turn(start, ("blue", ()), ("red", ()))
    flown = run_turn(changed(start, players=()), (), Dice(KEY, "dogfight", 1))
    assert wished.done
    assert wished.events == flown.events


@pytest.mark.rule("JET-X01", "JET-E24")
def test_each_wish_is_carried_out_when_its_step_comes() -> None:
    wishes = TurnWishes("P1", PlanEnergy("P1", 1), levels=-1, pace="slow", move=Fly("P1", ("left",)), fire=Hold("P1"))
    result = turn(duel(), ("blue", (wishes,)), ("red", ()))
    (plan,), (flight,) = of(result, ManeuversChosen), of(result, FlightSet)
    assert (plan.maneuvers.hard_turns, plan.maneuvers.aim, plan.afterburner) == (1, False, False)
    assert flight.levels == -1
    assert len(of(result, TurnTried)) == len(of(result, Moved)) == flight.speed
    assert of(result, NotDone) == []
    assert [event.at.phase for event in result.events] == sorted(event.at.phase for event in result.events)


@pytest.mark.rule("JET-E19")
def test_brakes_that_are_wished_are_as_many_or_as_few_as_the_roll_leaves() -> None:
    speeds = {
        pace: of(turn(duel(), ("blue", (TurnWishes("P1", levels=0, pace=pace),)), ("red", ())), FlightSet)[0]
        for pace in ("fast", "slow")
    }
    (rolled,) = of(turn(duel(), ("blue", (TurnWishes("P1", levels=0),)), ("red", ())), EnergyRolled)
    assert speeds["fast"].brakes == 0
    assert speeds["slow"].speed == speeds["fast"].speed - rolled.gain


@pytest.mark.rule("JET-X16", "JET-E22")
def test_what_is_not_possible_when_its_time_comes_is_told_to_its_side_and_decided_by_the_doctrine() -> None:
    start = duel(speed=1, altitude=8)
    result = turn(start, ("blue", (TurnWishes("P1", PlanEnergy("P1"), levels=3),)), ("red", ()))
    without = turn(start, ("blue", (TurnWishes("P1", PlanEnergy("P1")),)), ("red", ()))
    (told,) = of(result, NotDone)
    assert told.seen_by == ("blue",)
    assert "beyond" in told.why
    assert of(result, FlightSet) == of(without, FlightSet)
    assert [event for event in result.events if event != told] == list(without.events)


@pytest.mark.rule("JET-X09")
def test_a_shot_that_is_wished_is_fired_at_any_odds_and_told_of_where_nothing_is_in_reach() -> None:
    near = changed(fight(changed(BLUE, speed=2), changed(RED, at=BLUE.at, altitude=5)), players=("blue", "red"))
    start = changed(near, jets={**near.jets, "P2": changed(near.jets["P2"], at=RED.at, heading=1, speed=4)})
    ahead = Fly("P1", ("straight",))
    wishes = TurnWishes("P1", levels=0, move=ahead, fire=Attack("P1", "missile", "P2"))
    fled = turn(start, ("blue", (wishes,)), ("red", (TurnWishes("P2", levels=0, pace="fast"),)))
    assert of(fled, Fired) == []
    (told,) = of(fled, NotDone)
    assert "missile" in told.why
    close = changed(start, jets={**start.jets, "P2": changed(start.jets["P2"], at=jet(at="1207").at, speed=1)})
    fired = turn(close, ("blue", (wishes,)), ("red", (TurnWishes("P2", levels=0, pace="slow"),)))
    assert next(event.weapon for event in of(fired, Fired)) == "missile"
    held = turn(
        close, ("blue", (changed(wishes, fire=Hold("P1")),)), ("red", (TurnWishes("P2", levels=0, pace="slow"),))
    )
    assert of(held, Fired) == []


@pytest.mark.rule("JET-X19")
def test_by_night_a_wish_for_prey_out_of_sight_tells_nothing_of_it() -> None:
    start = changed(duel(), sun="night", jets={"P1": BLUE, "P2": changed(RED, at=jet(at="2022").at)})
    wishes = TurnWishes("P1", move=Chase("P1", "P2"), fire=Attack("P1", "gun", "P2"))
    with pytest.raises(NotYoursError):
        check_wishes(view_for(start, "blue"), wishes)
    told = [event.why for event in of(turn(start, ("blue", (wishes,)), ("red", ())), NotDone)]
    gone = changed(start, jets={**start.jets, "P2": changed(start.jets["P2"], at=jet(at="0322").at)})
    assert told
    assert told == [event.why for event in of(turn(gone, ("blue", (wishes,)), ("red", ())), NotDone)]


@pytest.mark.rule("JET-X21")
@pytest.mark.parametrize("closed", [False, True])
def test_who_gives_up_is_out_before_anything_is_rolled_whoever_has_decided(closed: bool) -> None:
    start = duel()
    sent = [SeatSent("blue", 1, Continue(start.now))] if closed else []
    result = run_turn(start, [*sent, SeatSent("blue", 2, Concede("blue"))], Dice(KEY, "dogfight", 1))
    assert result.done
    assert result.fight.winner == "red"
    assert not any(event.cause.rolls for event in result.events)


@pytest.mark.rule("JET-E02", "JET-X15")
@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        (TurnWishes("P1", PlanEnergy("P1", 3, jink=True)), "at most three"),
        (TurnWishes("P1", levels=4), "at most three levels"),
        (TurnWishes("P2"), "not a jet you fly"),
        (TurnWishes("P1", move=Chase("P1", "P9")), "not an enemy you can see"),
        (TurnWishes("P1", fire=Hold("P2")), "about P1 alone"),
        (TurnWishes("P1", move=Fly("P1", ("try",))), "straight on, left or right"),
    ],
)
def test_what_can_never_be_done_is_refused_at_once(wishes: TurnWishes, why: str) -> None:
    with pytest.raises(GameError, match=why):
        check_wishes(view_for(duel(), "blue"), wishes)


def test_wishes_are_of_a_turns_beginning() -> None:
    later = changed(duel(), now=Moment(1, 2, "P1"), queue=("P1", "P2"))
    with pytest.raises(WrongPhaseError):
        check_wishes(view_for(later, "blue"), TurnWishes("P1"))


@pytest.mark.rule("JET-X01")
@pytest.mark.parametrize("seed", range(6))
def test_duels_by_stars_alone_come_to_an_end_and_the_same_end_again(seed: int) -> None:
    def played() -> tuple[Dogfight, ...]:
        state = changed(new_dogfight("duel", Wishes(sun="north"), Dice(KEY, "x", 0)), players=("blue", "red"))
        found = [state]
        while state.winner is None and len(found) < 60:
            closing = [SeatSent(side, 1, Continue(state.now)) for side in ("blue", "red")]
            state = run_turn(state, closing, Dice(seed.to_bytes(32, "big"), "dogfight", state.now.turn)).fight
            found.append(state)
        return tuple(found)

    once = played()
    assert once[-1].winner is not None
    assert once == played()
