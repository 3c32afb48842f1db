"""Ways in which a secret might get out by its side effects: means, links, dice that can be computed, launches counted."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import Dice, secret_word
from rules.hexes import Hex
from rules.pentagon_war.captains.advance import BattleProgress, run_turn
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.changes import find, key, secret_key
from rules.pentagon_war.combat.damage.explosions import tidy_up
from rules.pentagon_war.designs import BASIC_MISSILE, DesignLink, GunTrack
from rules.pentagon_war.events import Event, Launched, NotDone, Sighted, TrackLost
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Continue,
    Decided,
    Decision,
    DefendPoint,
    Detonate,
    Disengage,
    Fire,
    Join,
    LandDrone,
    LaunchBolt,
    LaunchMissile,
    Ram,
    Reinforce,
    Rotate,
    SeatOrder,
    SeatSent,
    SelfDestruct,
    SetProgramme,
    TakeDamage,
)
from rules.pentagon_war.programme import Condition, PowerPlan, Programme, StopLine
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import check, may_decide, play_step
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Bay, CountedVelocity, Craft, Drone, Missile, Moment, Velocity
from rules.values import EVERYONE, Cause, GameError, changed, seen_events
from tests.render.battle.battle_scene import log_lines
from tests.rules.pentagon_war.kit import battle, craft, hexed, scripted
from tests.rules.pentagon_war.turn.random_play import ALL_OPTIONS, random_battle, random_decisions
from tests.rules.pentagon_war.turn.test_properties import words

LEFT, RIGHT = DesignLink("Right", 0, "L"), DesignLink("Left", 0, "R")
SEED = bytes(range(32))


def linked(unit: str, name: str, place: DesignLink, at: str = "1005", **marks: Any) -> Craft:
    """A craft built to be joined to another design, with radar invisibility."""
    return changed(craft(unit, at, name=name, attachments=(place,), radar_invisibility=True), name=unit, **marks)


def lurking(unit: str, name: str, place: DesignLink, **marks: Any) -> Craft:
    """The same, hidden and invisible."""
    return linked(unit, name, place, hidden=True, invisible=True, radar_on=False, **marks)


def told(
    start: Battle, side: str, *decisions: Decision, faces: tuple[int, ...] = ()
) -> tuple[Battle, tuple[Event, ...]]:
    """The step played with Y's decisions, and what a side was told of it."""
    result = play_step(start, [Decided("Y", decision) for decision in decisions], scripted(*faces))
    return result.state, seen_events(result.events, side)


@pytest.mark.rule("PW-A10", "PW-B83")
def test_the_announced_mean_does_not_count_craft_in_hiding() -> None:
    options = Options(electronic_warfare=True)
    loud = changed(craft("Y1", "1005"), cpmf=changed(craft("Y1", "1005").cpmf, ecm=4))
    alone = battle(craft("X1", "1099", radar=()), loud, options=options, now=Moment(2, 0, 3))
    hider = changed(craft("Y2", "1001", radar_invisibility=True), hidden=True, invisible=True, radar_on=False)
    both = changed(alone, craft={**alone.craft, "Y2": hider})
    heard = [seen_events(play_step(start, (), Dice(SEED, "game", 2)).events, "X") for start in (alone, both)]
    assert heard[0] == heard[1]
    assert "ECM 4 against ECCM 0" in " ".join(log_lines(view_for(alone, "X"), heard[0]))


@pytest.mark.rule("PW-M30", "PW-B83")
def test_hidden_craft_that_were_joined_leave_without_a_word_to_the_enemy() -> None:
    away = [
        changed(lurking(unit, name, place, joined="Y1+Y2"), fate="disengaged")
        for unit, name, place in (("Y1", "Left", LEFT), ("Y2", "Right", RIGHT))
    ]
    state, events = tidy_up(battle(craft("X1", "1015"), *away))
    assert not any(unit.joined for unit in state.craft.values())
    assert seen_events(events, "X") == ()
    assert [words(event) & {"Y1", "Y2"} for event in seen_events(events, "Y")] == [{"Y1"}, {"Y2"}]


@pytest.mark.rule("PW-S90", "PW-M30")
def test_of_joined_craft_all_are_seen_when_one_gives_itself_away() -> None:
    one = lurking("Y1", "Left", LEFT, joined="Y1+Y2")
    other = lurking("Y2", "Right", RIGHT, joined="Y1+Y2")
    start = battle(craft("X1", "1004"), changed(one, facing=0), other, now=Moment(1, 3, 8))
    decided = changed(start, now=Moment(1, 3, 7))
    aimed, _ = told(decided, "X", Fire("Y1", ("L1",), "X1"))
    state, events = told(aimed, "X")
    assert [event.craft for event in events if isinstance(event, Sighted)] == ["Y1", "Y2"]
    assert set(view_for(state, "X").known.craft) == {"X1", "Y1", "Y2"}
    assert (state.craft["Y1"].invisible, state.craft["Y2"].invisible) == (False, True)


@pytest.mark.rule("PW-M30", "PW-B83")
@pytest.mark.parametrize("order", [Join("Y1", "Y2"), Join("Y2", "Y1")])
def test_who_joins_a_craft_that_is_seen_is_seen(order: Join) -> None:
    start = battle(craft("X1", "1099"), lurking("Y1", "Left", LEFT), linked("Y2", "Right", RIGHT), now=Moment(1, 3, 6))
    state, events = told(start, "X", order)
    assert [event.craft for event in events if isinstance(event, Sighted)] == ["Y1"]
    assert not state.craft["Y1"].hidden
    assert {unit.joined for unit in view_for(state, "X").known.craft.values()} == {"", "Y1+Y2"}


@pytest.mark.rule("PW-M30", "PW-B83")
def test_two_hidden_craft_join_in_hiding() -> None:
    start = battle(craft("X1", "1099"), lurking("Y1", "Left", LEFT), lurking("Y2", "Right", RIGHT), now=Moment(1, 3, 6))
    state, events = told(start, "X", Join("Y1", "Y2"))
    assert events == ()
    assert state.craft["Y1"].joined == state.craft["Y2"].joined == "Y1+Y2"
    assert state.craft["Y1"].hidden
    assert state.craft["Y2"].hidden


@pytest.mark.rule("PW-S83", "PW-B83")
def test_a_hidden_carrier_that_takes_a_drone_aboard_is_seen() -> None:
    carrier = changed(lurking("Y1", "Left", LEFT), bays=(Bay("D1", "laser", "dotted"),))
    flying = Drone("Y2.D1", "Y", "Y2", "laser", carrier.at, 0, Velocity(), CountedVelocity(), 1)
    start = battle(craft("X1", "1099"), carrier, now=Moment(1, 3, 6), drones={flying.id: flying})
    state, events = told(start, "X", LandDrone("Y2.D1", "Y1"))
    assert [type(event).__name__ for event in events] == ["Sighted", "LinkChanged"]
    assert state.craft["Y1"].invisible
    assert "Y1" in view_for(state, "X").known.craft


def salted(start: Battle) -> Battle:
    """The battle with a secret word for each side."""
    return changed(start, salts={"X": "0:0123456789abcdef", "Y": "0:fedcba9876543210"})


WORD_DICE = (1, 2, 3, 4)
"""What a side's secret word of a turn is made with."""


def word_of(turn: int) -> str:
    """The secret word of Y in a turn in which these dice fall."""
    return secret_word("0:fedcba9876543210", turn, scripted(*WORD_DICE))


@pytest.mark.rule("PW-A17", "PW-S61")
@pytest.mark.parametrize(("face", "tracks"), [(1, False), (2, True)])
def test_the_die_of_a_seeker_that_may_not_acquire_has_a_key_only_its_owner_knows(face: int, tracks: bool) -> None:
    ship = changed(craft("Y1", "1005", missiles=(BASIC_MISSILE,)), evading=True)
    start = salted(battle(craft("X1", "1015"), ship, now=Moment(1, 3, 6)))
    dice = scripted(*WORD_DICE, face)
    result = play_step(start, [Decided("Y", LaunchMissile("Y1", "M1", "X1", 3))], dice)
    flying = find(result.state, "Y1.M1")
    assert isinstance(flying, Missile)
    assert flying.tracking is tracks
    lost = [event for event in result.events if isinstance(event, TrackLost)]
    key = f"battle/1/3/6/acquire/Y1.M1/{word_of(1)}"
    assert [roll.key for event in lost for roll in event.cause.rolls] == ([] if tracks else [key])
    read = repr((view_for(result.state, "X"), seen_events(result.events, "X")))
    assert "fedcba9876543210" not in read
    assert word_of(1) not in read
    assert view_for(result.state, "Y").known.salts == {}
    assert view_for(result.state, None).known.salts == start.salts


@pytest.mark.rule("PW-S94", "PW-S61")
def test_the_die_of_a_seeker_that_may_lose_track_has_a_key_only_its_owner_knows() -> None:
    ship = craft("X1", "1015", radar_invisibility=True)
    seeker = Missile("Y1.M1", "Y", "Y1", BASIC_MISSILE, hexed("1009"), 3, 6, "X1", 1)
    start = salted(battle(ship, craft("Y1", "1005"), now=Moment(2, 0, 2), missiles={seeker.id: seeker}))
    hide = Decided("X", AllocatePower("X1", PowerPlan(radar_on=False, invisible=True)))
    result = play_step(start, [hide], scripted(*WORD_DICE, 4))
    (lost,) = [event for event in result.events if isinstance(event, TrackLost)]
    assert [roll.key for roll in lost.cause.rolls] == [f"battle/2/0/2/track/Y1.M1/{word_of(2)}"]
    assert lost not in seen_events(result.events, "X")


@pytest.mark.rule("PW-A17", "PW-S61")
def test_a_captain_who_shows_one_key_shows_no_other_turns_secret_dice() -> None:
    start = changed(battle(craft("Y1", "1005"), craft("X1", "1015")), salts={"Y": "0:fedcba9876543210"})
    seeds = Dice(bytes(32), "duel", 1), Dice(bytes(31) + b"\1", "duel", 1), Dice(bytes(32), "duel", 2)
    turns = (1, 1, 2)
    keys = [
        secret_key(changed(start, now=Moment(turn, 3, 6)), dice, "Y", "track", "Y1.M1")
        for turn, dice in zip(turns, seeds, strict=True)
    ]
    assert len({key.rpartition("/")[2] for key in keys}) == 3
    assert not any("fedcba9876543210" in key for key in keys)
    assert secret_key(start, seeds[0], "X", "track", "X1.M1") == key(start, "track", "X1.M1")


@pytest.mark.parametrize(
    ("by", "kind", "counted"), [("Y1", "missile", 1), ("Y1", "bolt", 1), ("Y1", "drone", 0), ("X1", "missile", 0)]
)
def test_launched_at_counts_the_enemys_seekers_and_not_his_drones(by: str, kind: Any, counted: int) -> None:
    memory = CaptainMemory("X", frozenset({"X1"}))
    memory.learn(
        [Launched(Moment(1, 1, 6), Cause("PW-S57"), f"{by}.Z1", by, kind, hexed("1010"), 0, seen_by=(EVERYONE,))]
    )
    assert memory.launches == counted


AT_NAMES: tuple[tuple[int, Callable[[str], Decision]], ...] = (
    (4, lambda name: DefendPoint("X1", (name,))),
    (5, lambda name: Ram("X1", name)),
    (5, Detonate),
    (5, SelfDestruct),
    (6, lambda name: LaunchMissile("X1", "M1", name, 0)),
    (6, lambda name: LaunchBolt("X1", "LM1", name, 0)),
    (6, lambda name: Join("X1", name)),
    (6, lambda name: LandDrone("X1.D1", name)),
    (7, lambda name: Fire("X1", ("L1",), name)),
    (7, lambda name: Fire("X1", ("B1",), name, doubled=True)),
    (9, lambda name: Reinforce("X1", aim=name)),
    (1, lambda name: Rotate(name, 1)),
    (2, Accelerate),
    (11, TakeDamage),
)


@pytest.mark.rule("PW-B83")
@pytest.mark.parametrize(("segment", "order"), AT_NAMES)
def test_a_hidden_crafts_id_is_answered_like_an_id_nobody_has(segment: int, order: Callable[[str], Decision]) -> None:
    everything = Options(ramming=True, self_destruction=True, ranged_point_defense=True, directional_screens=True)
    ship = craft(
        "X1", "1015", missiles=(BASIC_MISSILE,), guns=(GunTrack("metal", 2),), directional=True, attachments=(LEFT,)
    )
    flying = Drone("X1.D1", "X", "X1", "laser", ship.at, 0, Velocity(), CountedVelocity(), 1)
    hider = lurking("Y2", "Right", RIGHT, at="1015")
    start = battle(
        ship, craft("Y1", "1099"), hider, options=everything, now=Moment(1, 3, segment), drones={flying.id: flying}
    )
    answers = []
    for name in ("Y2", "Y9"):
        with pytest.raises(GameError) as refused:
            check(view_for(start, "X").known, "X", order(name))
        result = play_step(start, [Decided("X", order(name))], Dice(SEED, "game", 1))
        told = [(event.why, event.cause) for event in seen_events(result.events, "X") if isinstance(event, NotDone)]
        answers.append(repr((str(refused.value), refused.value.rule, told)).replace(name, "?"))
    assert answers[0] == answers[1]


def without_y2(start: Battle) -> Battle:
    """The battle as if Y2 had never been."""
    return changed(start, craft={name: unit for name, unit in start.craft.items() if name != "Y2"})


def with_a_hider(seed: int) -> Battle:
    """A random battle of craft that cannot hide or see far, and among them Y2, which hides."""
    start = changed(random_battle(Random(seed)), options=ALL_OPTIONS)
    seen = {
        name: changed(unit, hidden=False, radar=(), design=changed(unit.design, radar_invisibility=False))
        for name, unit in start.craft.items()
    }
    twin = seen["Y1"]
    design = changed(twin.design, radar_invisibility=True, capacitors=40)
    hider = changed(
        twin, id="Y2", name="Y2", design=design, capacitors=40, hidden=True, invisible=True, radar_on=False,
        at=Hex(twin.at.q + 1, twin.at.r),
    )  # fmt: skip
    return changed(start, craft={**seen, "Y2": hider})


def by_itself(start: Battle, rng: Random) -> list[Decided]:
    """What Y2 does in hiding: it stays invisible, turns and thrusts."""
    orders: dict[tuple[bool, int], Decision] = {
        (False, 2): AllocatePower("Y2", PowerPlan(radar_on=False, invisible=True)),
        (True, 1): Rotate("Y2", rng.randrange(6)),
        (True, 2): Accelerate("Y2"),
    }
    order = orders.get((bool(start.now.impulse), start.now.segment))
    return [] if order is None or start.craft["Y2"].fate else [Decided("Y", order)]


@pytest.mark.rule("PW-S92", "PW-B83")
@settings(max_examples=12)
@given(st.integers(0, 2**31))
def test_with_and_without_a_craft_in_hiding_everybody_else_is_told_the_same(seed: int) -> None:
    """Until it is seen, or the battle's end tells that it was there."""
    there, rng = with_a_hider(seed), Random(seed)
    gone = without_y2(there)
    for _ in range(3 + 4 * 11):
        decided = [one for side in "XY" for one in random_decisions(gone, side, rng)]
        decided = [one for one in decided if not isinstance(one.decision, Disengage)]
        dice = Dice(seed.to_bytes(32, "big"), "hidden", 1)
        one, two = play_step(there, [*decided, *by_itself(there, rng)], dice), play_step(gone, decided, dice)
        there, gone = one.state, two.state
        if there.winner is not None or gone.winner is not None or not there.craft["Y2"].hidden:
            return
        for side in ("X", "*"):
            assert known_to(there, side, one.events) == known_to(gone, side, two.events)


def known_to(start: Battle, side: str, events: tuple[Event, ...]) -> tuple[object, ...]:
    """Everything a side, or the public, can be shown."""
    view = view_for(start, side)
    return view, seen_events(events, side), may_decide(start, side), log_lines(view, seen_events(events, side))


@pytest.mark.rule("PW-C36")
def test_where_an_enemys_programme_stopped_leaves_no_trace_in_what_one_is_told() -> None:
    start = battle(
        craft("X1", "1015", velocity=(6, 0)), craft("Y1", "1001", facing="D", velocity=(-6, 0)), players=("X", "Y")
    )
    plan = Programme("Y1", 1)
    stopping = changed(plan, stops=(StopLine((Condition("range", "<=", 6, "X1"),)),))
    dice, begin = Dice(SEED, "game", 1), Moment(1)

    def plotted(programme: Programme, *more: Continue) -> BattleProgress:
        """The turn played on what X and Y sent."""
        mine = SeatSent("X", 1, Continue(begin))
        theirs: tuple[SeatOrder, ...] = (SetProgramme(programme), Continue(begin), *more)
        return run_turn(start, (mine, *(SeatSent("Y", n, order) for n, order in enumerate(theirs, 1))), dice)

    waits = plotted(stopping)
    assert [ask.side for ask in waits.battle.waiting] == ["Y"]
    assert view_for(waits.battle, "X").known.waiting == ()
    straight, stopped = plotted(plan), plotted(stopping, Continue(waits.battle.now))
    assert straight.done
    assert stopped.done
    assert known_to(straight.battle, "X", straight.events) == known_to(stopped.battle, "X", stopped.events)
    assert known_to(straight.battle, "Y", straight.events) != known_to(stopped.battle, "Y", stopped.events)
