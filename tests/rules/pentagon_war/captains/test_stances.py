"""Stances: everything a captain who thinks decides is legal, made from what they may see, and the same every time."""

import hashlib
from collections.abc import Iterator
from random import Random

import pytest

from harness.storm.battles import STANCES, random_start
from rules.dice import Dice
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.advance import decisions_of
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.designs import BASIC_MISSILE
from rules.pentagon_war.events import NotDone
from rules.pentagon_war.orders import Accelerate, Decided, Decision, Disengage, Fire, LaunchMissile, Rotate
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import check, play_step
from rules.pentagon_war.turn.steps import step_at
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import changed
from tests.rules.pentagon_war import kit


def own(battle: Battle, side: str) -> CaptainMemory:
    return CaptainMemory(side, frozenset(c.id for c in battle.craft.values() if c.side == side))


def by_stance(battle: Battle, side: str) -> list[Decision]:
    """What a side's stances decide at the step the battle stands at."""
    return decisions_of(view_for(battle, side), own(battle, side), (), by_stance=True)


def course(seed: int, stance: Stance) -> Iterator[tuple[Battle, list[Decided]]]:
    """A turn of a random battle in which everybody has this stance: each step with its decisions."""
    battle = random_start(Random(seed))
    battle = changed(battle, stances=dict.fromkeys(battle.craft, stance))
    dice = Dice(hashlib.sha256(f"stances/{seed}".encode()).digest(), "stances", 1)
    while battle.now.turn == 1 and battle.winner is None:
        said: list[Decided] = []
        if step_at(battle.now).decisions:
            said = [Decided(side, decision) for side in battle.sides for decision in by_stance(battle, side)]
        yield battle, said
        result = play_step(battle, said, dice)
        assert [event for event in result.events if isinstance(event, NotDone)] == []
        battle = result.state


@pytest.mark.parametrize("stance", STANCES)
@pytest.mark.parametrize("seed", [3, 8])
def test_every_decision_passes_the_check_at_its_step_and_none_is_refused_later(seed: int, stance: Stance) -> None:
    count = 0
    for battle, said in course(seed, stance):
        for one in said:
            known = view_for(battle, one.side).known
            check(known, one.side, one.decision)
            check(battle, one.side, one.decision)
            count += 1
    assert count > 10


@pytest.mark.rule("PW-B83")
def test_a_hidden_craft_changes_no_decision_of_the_other_side() -> None:
    unseen = changed(kit.craft("Y2", "1011"), hidden=True)
    base = kit.battle(kit.craft("X1", "1015"), kit.craft("Y1", "1008"), now=Moment(1, 3, 1))
    with_it = changed(base, craft={**base.craft, "Y2": unseen})
    for segment in range(1, 12):
        now = Moment(1, 3, segment)
        assert by_stance(changed(base, now=now), "X") == by_stance(changed(with_it, now=now), "X")


def flown(stance: Stance, at: str = "1008") -> Battle:
    """Where a turn of this stance takes X1, its enemy standing still."""
    battle = kit.battle(kit.craft("X1", "1015"), kit.craft("Y1", at), stances={"X1": stance})
    dice = Dice(b"\x01" * 32, "stances", 1)
    while battle.now.turn == 1 and battle.winner is None:
        said = [Decided("X", decision) for decision in by_stance(battle, "X")]
        battle = play_step(battle, said, dice).state
    return battle


def range_soon(battle: Battle) -> int:
    """The range four turns from here if nobody changes velocity: A is up the map, C to the right."""
    own, other = battle.craft["X1"], battle.craft["Y1"]
    there = Hex(own.at.q + int(4 * own.velocity.c), own.at.r - int(4 * own.velocity.a))
    return distance(there, other.at)


def test_the_aggressive_close_in_and_the_fleeing_run() -> None:
    start = distance(kit.hexed("1015"), kit.hexed("1001"))
    assert range_soon(flown("aggressive", "1001")) < start < range_soon(flown("flee", "1001"))


def test_the_aggressive_fire_when_they_are_near_and_launch_what_they_have() -> None:
    armed = kit.craft("X1", "1015", missiles=(BASIC_MISSILE,) * 2)
    near = kit.battle(armed, kit.craft("Y1", "1014"), stances={"X1": "aggressive"})
    assert {type(d) for d in by_stance(changed(near, now=Moment(1, 12, 7)), "X")} == {Fire}
    assert {type(d) for d in by_stance(changed(near, now=Moment(1, 1, 6)), "X")} == {LaunchMissile}


def test_only_the_fleeing_leave_when_they_may() -> None:
    far = kit.battle(kit.craft("X1", "1015"), kit.craft("Y1", "1099"), now=Moment(1, 13, 1))
    for stance in STANCES:
        made = by_stance(changed(far, stances={"X1": stance}), "X")
        assert made == ([Disengage("X1", "separation")] if stance == "flee" else [])


def test_a_base_neither_thrusts_nor_is_asked_to() -> None:
    base = kit.craft("X1", "1015", engines=0, fuel_tanks=0)
    battle = kit.battle(base, kit.craft("Y1", "1020"), stances={"X1": "aggressive"})
    for segment in (1, 2):
        made = by_stance(changed(battle, now=Moment(1, 1, segment)), "X")
        assert [type(decision) for decision in made if isinstance(decision, Accelerate)] == []
        assert all(isinstance(decision, Rotate) for decision in made)
