"""Courses over several turns: what is asked of the planner holds for any speeds and places."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.storm.battles import STANCES
from rules.dice import Dice
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.advance import decisions_of, run_turn
from rules.pentagon_war.captains.chances import HEX_PARTS
from rules.pentagon_war.captains.course import Goal, braked_speed, can_thrust, no_thrust, thrusting, turned, wanted_push
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.events import Announced, LockOnTried
from rules.pentagon_war.orders import Accelerate, Decided, Rotate
from rules.pentagon_war.programme import Programme, Stance
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import check, play_step
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import CountedVelocity, Craft, Moment, Velocity
from rules.values import changed
from tests.rules.pentagon_war import kit

SPEEDS = st.integers(-6, 6)
PLACES = st.integers(-20, 20)


def placed(unit: str, q: int, r: int, a: int = 0, c: int = 0, facing: int = 0) -> Craft:
    """A gunship at a place with a speed that counts in this turn."""
    moving = Velocity(Fraction(a), Fraction(c))
    found = changed(kit.craft(unit, "5050"), facing=facing, velocity=moving, counted=CountedVelocity(a, c))
    return changed(found, at=Hex(found.at.q + q, found.at.r + r))


def duel(own: Craft, other: Craft, impulse: int = 1, segment: int = 1) -> Battle:
    return changed(kit.battle(own, other), now=Moment(1, impulse, segment))


@given(way=st.integers(0, 100 * HEX_PARTS), brakes=st.integers(1, 4 * HEX_PARTS))
def test_a_speed_that_can_be_braked_is_braked_within_its_way(way: int, brakes: int) -> None:
    speed, flown = braked_speed(way, brakes), 0
    while speed > 0 and flown <= way:
        flown, speed = flown + speed, speed - brakes
    assert flown <= way + 12 or way > 12 * 13 // 2 * brakes, "twelve turns are reckoned, and parts are rounded"


@given(q=PLACES, r=PLACES, a=SPEEDS, c=SPEEDS, facing=st.integers(0, 5), impulse=st.integers(1, 12))
def test_every_turn_and_thrust_is_legal_and_what_is_wanted_is_in_reach(
    q: int, r: int, a: int, c: int, facing: int, impulse: int
) -> None:
    own, other = placed("X1", 0, 0, a, c, facing), placed("Y1", q, r, -a, c)
    for stance in STANCES:
        row = STANCE_ROWS[stance]
        goal = Goal((other,), row.range, outside=True, away=stance == "flee", bow=other)
        battle = duel(own, other, impulse)
        push = wanted_push(battle, own, goal, spare=1)
        assert push.impulses <= 12 - impulse
        for fires in (True, False):
            turn = turned(battle, "X", own, goal, fires=fires)
            if turn is not None:
                check(battle, "X", turn)
        battle = changed(battle, now=Moment(1, impulse, 2))
        thrust = thrusting(battle, "X", own, goal)
        if thrust is not None:
            check(battle, "X", thrust)
            assert push.impulses > 0


@given(q=PLACES, r=PLACES, a=SPEEDS, c=SPEEDS)
def test_the_same_situation_is_always_flown_the_same_way(q: int, r: int, a: int, c: int) -> None:
    own, other = placed("X1", 0, 0, a, c), placed("Y1", q, r)
    goal = Goal((other,), 9, outside=True, bow=other)
    assert wanted_push(duel(own, other), own, goal) == wanted_push(duel(own, other), own, goal)


def flown(stance: Stance, away: int, own_speed: int, their_speed: int, turns: int) -> list[int]:
    """The ranges at the ends of turns; the other coasts on and neither fires."""
    own = placed("X1", 0, 0, own_speed, facing=0)
    other = placed("Y1", 0, -away, -their_speed, facing=3)
    battle = kit.battle(own, changed(other, weapons=(), guns=(), missiles=()), stances={"X1": stance})
    ranges = []
    for turn in range(1, turns + 1):
        while battle.now.turn == turn:
            made = decisions_of(view_for(battle, "X"), CaptainMemory("X", frozenset({"X1"})), (), by_stance=True)
            quiet = [Decided("X", one) for one in made if isinstance(one, Rotate | Accelerate)]
            battle = play_step(battle, quiet, Dice(b"\x05" * 32, "course", turn)).state
        ranges.append(distance(battle.craft["X1"].at, battle.craft["Y1"].at))
    return ranges


@pytest.mark.parametrize(("away", "speed"), [(33, 6), (33, 3), (20, 0), (26, 4), (40, 6)])
@pytest.mark.parametrize(("stance", "wanted"), [("stand-off", 9), ("cautious", 5), ("aggressive", 2)])
def test_a_stance_reaches_its_range_and_keeps_it(stance: Stance, wanted: int, away: int, speed: int) -> None:
    ranges = flown(stance, away, speed, 0, 12)
    assert all(abs(far - wanted) <= 2 for far in ranges[-2:]), ranges
    assert min(ranges) * 2 >= wanted, ranges


def test_who_keeps_its_distance_brakes_from_the_first_turn_when_both_come_on_fast() -> None:
    ranges = flown("stand-off", 33, 6, 4, 6)
    assert min(ranges) * 2 >= 9, ranges


def test_who_flees_opens_the_range_from_turn_to_turn() -> None:
    ranges = flown("flee", 10, 0, 0, 5)
    assert ranges == sorted(ranges)
    assert ranges[-1] > 20


@pytest.mark.rule("PW-S23", "PW-S46")
def test_who_has_no_fuel_or_no_engines_cannot_thrust_and_wants_no_push() -> None:
    own, other = placed("X1", 0, 0), placed("Y1", 0, -9)
    for without, why in (
        (changed(own, tanks_full=0, tanks_empty=2), "no fuel"),
        (changed(own, engines=0), "no engines"),
    ):
        battle = duel(without, other)
        assert (can_thrust(battle, without), no_thrust(battle, without)) == (False, why)
        assert wanted_push(battle, without, Goal((other,), 2)).impulses == 0
    assert no_thrust(duel(own, other), own) == ""


@pytest.mark.parametrize("stance", STANCES)
def test_a_preview_shows_the_shots_that_are_fired_when_the_other_coasts(stance: Stance) -> None:
    base = kit.battle(placed("X1", 0, 0, 2), placed("Y1", 0, -10, facing=3), stances={"X1": stance, "Y1": "cautious"})
    idle = Programme("Y1", 1, screens="never", defend=())
    battle = changed(base, programmes={"Y1": changed(idle, moves=())})
    shown = preview(view_for(battle, "X"), Programme("X1", 1), stance)
    for seed in range(6):
        result = run_turn(battle, (), Dice(bytes([seed]) * 32, "preview", 1))
        if not next(e.locked for e in result.events if isinstance(e, LockOnTried) and e.craft == "X1"):
            continue
        shots = [e for e in result.events if isinstance(e, Announced) and e.unit == "X1"]
        fired = {(e.at.impulse, weapon) for e in shots for weapon in e.weapons}
        said = {
            (int(line.split(":")[0].split()[1]), w) for line in shown.shots for w in line.split(" at ")[0].split()[3:]
        }
        assert fired == said
