"""A turn that goes on from where it came to a stop is the turn that is played from its start."""

import pytest

from rules.dice import Dice, Roller
from rules.pentagon_war.captains.advance import BattleProgress, run_turn
from rules.pentagon_war.orders import Continue, SeatSent, SetStance, TakeCommand
from rules.pentagon_war.state import Battle
from rules.values import Roll
from tests.rules.pentagon_war.captains.test_advance import SEED, scenario


class Heard(Roller):
    """Dice that remember what was rolled for."""

    def __init__(self) -> None:
        self.real, self.keys = Dice(SEED, "battle", 1), list[str]()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """As the dice roll."""
        self.keys.append(key)
        return self.real.roll(key, sides, count)


def played(
    start: Battle, sent: list[SeatSent], before: BattleProgress | None = None
) -> tuple[BattleProgress, list[str]]:
    """The turn from its start or from a halt of it, and what was rolled for."""
    dice = Heard()
    return run_turn(start, sent, dice, None if before is None else before.halt), dice.keys


def same(one: tuple[BattleProgress, list[str]], other: tuple[BattleProgress, list[str]]) -> bool:
    """Whether two ways to play a turn come to the same, and roll for the same; where they halted is no part of it."""
    (a, rolled), (b, keys) = one, other
    return (a.battle, a.events, a.done, rolled) == (b.battle, b.events, b.done, keys)


def answered(progress: BattleProgress, sent: list[SeatSent]) -> list[SeatSent]:
    """What was sent, and a bare answer of everybody who is asked; the first of them changes its stance as well."""
    found = list(sent)
    for side in sorted({ask.side for ask in progress.battle.waiting}):
        craft = next(unit.id for unit in progress.battle.craft.values() if unit.side == side)
        for order in (SetStance(craft, "aggressive"), Continue(progress.battle.now)):
            found.append(SeatSent(side, len(found) + 1, order))
    return found


@pytest.mark.parametrize("pace", ["segments", "programme"])
def test_from_stop_to_stop_a_turn_comes_to_the_same_and_nothing_is_rolled_twice(pace: str) -> None:
    start = scenario("duel", "S", "A", pace=pace)
    sent: list[SeatSent] = []
    whole, rolled = played(start, sent)
    stops, at_once = 0, whole
    while not whole.done:
        stops += 1
        sent = answered(whole, sent)
        whole, keys = played(start, sent)
        at_once, more = played(start, sent, at_once)
        rolled += more
        assert same((at_once, rolled), (whole, keys))
    assert stops > (5 if pace == "segments" else 0)


def test_a_halt_does_not_hold_when_something_else_was_sent_before_it() -> None:
    start = scenario("duel", "S", "A", pace="segments")
    first = played(start, [])[0]
    sent = answered(first, [])
    second = played(start, sent)[0]
    third = played(start, answered(second, sent))[0]
    assert third.halt is not None
    other = [
        SeatSent(s.side, s.number, SetStance("S1", "flee") if s.order == SetStance("S1", "aggressive") else s.order)
        for s in sent
    ]
    assert other != sent
    assert same(played(start, other, third), played(start, other))
    assert same(played(start, [], third), played(start, []))


def test_whoever_takes_command_at_a_stop_is_asked_there() -> None:
    start = scenario("duel", "S", pace="segments")
    sent = answered(played(start, [])[0], [])
    stop = played(start, sent)[0]
    assert {ask.side for ask in stop.battle.waiting} == {"S"}
    joined = [*sent, SeatSent("A", 99, TakeCommand("A", stop.battle.now))]
    assert "A" in played(start, joined)[0].battle.players
    assert same(played(start, joined, stop), played(start, joined))
