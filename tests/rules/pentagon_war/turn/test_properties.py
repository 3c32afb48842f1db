"""What holds in every battle: no exception, no power and no box below zero, the same twice, and no secret told."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import Dice
from rules.hexes import Hex
from rules.pentagon_war.designs import BASIC_MISSILE
from rules.pentagon_war.events import Event
from rules.pentagon_war.orders import unit_of
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.shipyard.pricing import boxes_left, built
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.turn.engine import may_decide, play_step
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Craft, Missile, Moment, Velocity
from rules.values import Value, changed, fields, seen_events
from tests.render.battle.battle_scene import log_lines
from tests.rules.pentagon_war.kit import craft, scripted
from tests.rules.pentagon_war.turn.random_play import random_battle, random_play

SEEDS = st.integers(0, 2**31)
TWO_IMPULSES = 3 + 2 * 11


def assert_lawful(unit: Craft) -> None:
    """Power and boxes are never below zero, nor boxes more than were built."""
    form = unit.cpmf
    assert min(getattr(form, line.name) for line in fields(form)) >= 0
    assert 0 <= form.left <= form.available
    assert min(unit.armor) >= 0
    whole = built(unit.design)
    for system, count in boxes_left(unit).items():
        assert 0 <= count <= whole[system], system
    assert max(abs(unit.velocity.a), abs(unit.velocity.c)) <= 12


@pytest.mark.rule("PW-C32", "PW-C33")
@settings(max_examples=25)
@given(SEEDS)
def test_random_battles_are_played_without_exception_or_illegal_state(seed: int) -> None:
    for _, _, after, events in random_play(random_battle(Random(seed)), seed, TWO_IMPULSES):
        for unit in after.craft.values():
            assert_lawful(unit)
        assert all(event.seen_by for event in events)
        log_lines(view_for(after, None), events)


@settings(max_examples=5)
@given(SEEDS)
def test_whole_turns_are_played_to_their_end(seed: int) -> None:
    two_turns = 2 * (3 + 12 * 11 + 1)
    last = None
    for _, _, after, _ in random_play(random_battle(Random(seed)), seed, two_turns):
        for unit in after.craft.values():
            assert_lawful(unit)
        last = after
    assert last is not None
    assert last.winner is not None or last.now >= Moment(3)


@pytest.mark.rule("PW-C36")
@settings(max_examples=12)
@given(SEEDS)
def test_the_same_decisions_and_dice_give_the_same_battle_in_whatever_order_units_come(seed: int) -> None:
    for before, decided, after, events in random_play(random_battle(Random(seed)), seed, TWO_IMPULSES):
        turned = sorted(decided, key=lambda one: unit_of(one.decision), reverse=True)
        again = play_step(before, turned, Dice(seed.to_bytes(32, "big"), "random", 1))
        assert again.state == after
        assert again.events == events


def words(thing: object) -> set[str]:
    """Every text in an event's fields, however deep."""
    if isinstance(thing, str):
        return {thing, *thing.replace(">", " ").split()}
    if isinstance(thing, tuple | frozenset | list):
        return {word for item in thing for word in words(item)}
    if isinstance(thing, Value):
        return {word for field in fields(thing) for word in words(getattr(thing, field.name))}
    return set()


@pytest.mark.rule("PW-S92", "PW-B83")
@settings(max_examples=25)
@given(SEEDS)
def test_nothing_a_side_is_told_names_a_craft_that_stays_hidden_from_it(seed: int) -> None:
    for before, _, after, events in random_play(random_battle(Random(seed)), seed, TWO_IMPULSES):
        for side in after.sides:
            hidden = {
                unit.id
                for unit in after.craft.values()
                if unit.side != side and unit.hidden and before.craft[unit.id].hidden
            }
            view = view_for(after, side)
            told = [changed(event, cause=changed(event.cause, rolls=())) for event in seen_events(events, side)]
            assert not hidden & words(told)
            assert not hidden & set(view.known.craft)
            assert not any(unit in line for unit in hidden for line in log_lines(view, told))


def secretive(**changes: Any) -> Battle:
    """A battle in which X knows nothing of Y2, which hides far away, nor of what Y's missile is after."""
    far = changed(craft("Y2", "1090", radar_invisibility=True), hidden=True, invisible=True, radar_on=False)
    # Out of fuel: it follows nothing, so that what it was after can make no difference to its flight.
    spent = Missile("Y1.M1", "Y", "Y1", BASIC_MISSILE, Hex(40, 40), 0, 6, "X1", 1, moved=24)
    base = Battle(
        sides={},
        craft={"X1": craft("X1", "1015"), "Y1": craft("Y1", "1011", facing="D", special_electronics=False), "Y2": far},
        missiles={spent.id: spent},
        programmes={"Y1": Programme("Y1", 1)},
        stances={"Y1": "flee"},
    )
    return changed(base, sides=random_battle(Random(1)).sides, **changes)


HIDDEN = st.builds(
    lambda column, facing, velocity, engines, armor, name: changed(
        craft("Y2", f"{column}90", facing=facing, velocity=velocity, radar_invisibility=True, engines=engines),
        hidden=True, invisible=True, radar_on=False, armor=armor, name=name, screens=0,
    ),
    st.integers(10, 99), st.sampled_from("ABCDEF"), st.tuples(st.integers(-3, 3), st.integers(-3, 3)), st.integers(1, 4),
    st.tuples(*[st.integers(0, 3)] * 6), st.sampled_from(["Lurker", "Y2"]),
)  # fmt: skip


def altered(start: Battle, other: Craft, target: str, tracking: bool, note: str) -> Battle:
    """The same battle with everything changed that X may not know."""
    missile = changed(start.missiles["Y1.M1"], target=target, tracking=tracking)
    plan = changed(start.programmes["Y1"], defend=(note,))
    special = changed(start.craft["Y1"], design=changed(start.craft["Y1"].design, special_electronics=True))
    return changed(
        start,
        craft={**start.craft, "Y2": other, "Y1": special},
        missiles={"Y1.M1": missile},
        programmes={"Y1": plan},
        stances={"Y1": "aggressive"},
    )


def known_to_x(battle: Battle, events: tuple[Event, ...] = ()) -> tuple[object, ...]:
    """Everything X can be shown of a battle."""
    view = view_for(battle, "X")
    return view, seen_events(events, "X"), may_decide(battle, "X"), log_lines(view, events)


@pytest.mark.rule("PW-S61", "PW-S92", "PW-A78")
@settings(max_examples=25)
@given(HIDDEN, st.sampled_from(["X1", "Y1", "Y2", ""]), st.booleans(), st.integers(0, 2**31))
def test_what_a_side_may_not_know_changes_nothing_it_sees(other: Craft, target: str, tracking: bool, seed: int) -> None:
    one = secretive(now=Moment(2, 1, 1))
    two = altered(one, other, target, tracking, "bolts")
    assert known_to_x(one) == known_to_x(two)
    steps = random_play(changed(one, craft={k: v for k, v in one.craft.items() if k != "Y2"}), seed, 22)
    for _, decided, _, _ in steps:
        # What the visible craft do, the hidden one and its missile away from it all.
        dice = seed_dice(seed)
        mine = [each for each in decided if "Y1.M1" not in repr(each)]
        result, also = play_step(one, mine, dice), play_step(two, mine, dice)
        one, two = result.state, also.state
        assert known_to_x(one, result.events) == known_to_x(two, also.events)
        if one.winner is not None or two.winner is not None:
            break


def seed_dice(seed: int) -> Dice:
    """Dice of a seed."""
    return Dice(seed.to_bytes(32, "big"), "secret", 1)


@pytest.mark.rule("PW-B71", "PW-C12")
@given(st.lists(st.sampled_from(["L1", "L2", "P1", "E1"]), unique=True), st.sampled_from(["X1", "X2"]))
def test_shots_decided_but_not_announced_change_nothing_the_enemy_sees(weapons: list[str], target: str) -> None:
    units = {
        "X1": craft("X1", "1015"), "X2": craft("X2", "1014"), "Y1": craft("Y1", "1011", facing="D"),
    }  # fmt: skip
    quiet = changed(secretive(now=Moment(2, 1, 8)), craft=units)
    loud = changed(quiet, shots=tuple(Shot("Y1", weapon, target) for weapon in weapons))
    assert known_to_x(quiet) == known_to_x(loud)


@pytest.mark.rule("PW-C12")
@given(st.integers(0, 6), st.integers(0, 6))
def test_what_the_enemys_form_says_in_the_allocation_phase_is_not_seen(ecm: int, available: int) -> None:
    start = secretive(now=Moment(2, 0, 2))
    form = changed(start.craft["Y1"].cpmf, ecm=min(ecm, available), available=available)
    other = changed(start, craft={**start.craft, "Y1": changed(start.craft["Y1"], cpmf=form)})
    assert known_to_x(start) == known_to_x(other)


def test_a_hidden_craft_that_flies_alone_is_told_to_nobody_else() -> None:
    moving = secretive(now=Moment(2, 1, 3))
    velocity = Velocity(Fraction(12), Fraction(0))
    mover = changed(moving.craft["Y2"], velocity=velocity, counted=changed(moving.craft["Y2"].counted, a=12))
    result = play_step(changed(moving, craft={**moving.craft, "Y2": mover}), (), scripted())
    assert result.state.craft["Y2"].at != mover.at
    assert not any("Y2" in words(event) for event in seen_events(result.events, "X"))
    assert any("Y2" in words(event) for event in seen_events(result.events, "Y"))
