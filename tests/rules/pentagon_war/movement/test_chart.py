"""The impulse movement chart, and columns that change in mid-turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pentagon_war.movement.thrust import component_step, move_number, moves_on
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate
from rules.pentagon_war.positions import recount
from rules.pentagon_war.shipyard.pricing import PRINTED_OPTIONS
from rules.pentagon_war.units import CountedVelocity
from rules.values import changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.movement.stage import accelerated, after, clock, impulses_moved, moved, moving, where

CHART = {
    0: [], 1: [12], 2: [6, 12], 3: [4, 8, 12], 4: [3, 6, 9, 12], 5: [3, 5, 8, 10, 12], 6: [2, 4, 6, 8, 10, 12],
    7: [2, 4, 6, 7, 9, 11, 12], 8: [2, 3, 5, 6, 8, 9, 11, 12], 9: [2, 3, 4, 6, 7, 8, 10, 11, 12],
    10: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12], 11: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 12: list(range(1, 13)),
}  # fmt: skip
MIDTURN = Options(midturn_velocity=True)


def impulses_of(speed: int, options: Options = PRINTED_OPTIONS) -> list[int]:
    """The impulses of a turn on which a speed moves."""
    return [impulse for impulse in range(1, 13) if moves_on(speed, impulse, options)]


@pytest.mark.rule("PW-M17")
@pytest.mark.parametrize("speed", range(13))
def test_the_whole_chart(speed: int) -> None:
    assert impulses_of(speed) == CHART[speed]
    assert [move_number(speed, impulse) for impulse in CHART[speed]] == list(range(1, speed + 1))
    assert [-(-12 * move // speed) for move in range(1, speed + 1)] == CHART[speed]
    assert impulses_of(-speed) == CHART[speed]


@pytest.mark.rule("PW-M17")
@pytest.mark.parametrize(("speed", "move", "impulse"), [(5, 1, 3), (5, 3, 8), (6, 1, 2), (9, 8, 11), (10, 8, 10)])
def test_the_books_hints_of_the_chart(speed: int, move: int, impulse: int) -> None:
    assert move_number(speed, impulse) == move


@given(st.integers(0, 12), st.integers(1, 12))
@pytest.mark.rule("PW-M17")
def test_a_speed_moves_when_its_share_of_the_turn_passes_a_whole_number(speed: int, impulse: int) -> None:
    assert moves_on(speed, impulse) == (impulse * speed // 12 > (impulse - 1) * speed // 12)


def test_a_battles_own_chart_is_played_by() -> None:
    options = Options(overrides={"PW-T21/1/impulse 6": "1", "PW-T21/1/impulse 12": "0"})
    assert impulses_of(1, options) == [6]


@pytest.mark.rule("PW-M17", "PW-M27")
@pytest.mark.parametrize("speed", range(1, 13))
def test_a_craft_moves_by_the_column_of_its_count(speed: int) -> None:
    battle = kit.battle(moving(kit.craft("X1", "2050"), speed, 0))
    assert impulses_moved(battle, "X1") == CHART[speed]


@pytest.mark.rule("PW-A49")
@pytest.mark.parametrize(("before", "now", "impulse"), [(-5, -6, 3), (5, 6, 5), (4, 5, 9)])
def test_a_faster_column_does_not_lose_the_move_of_the_old_one(before: int, now: int, impulse: int) -> None:
    assert moves_on(before, impulse)
    assert not moves_on(now, impulse)
    assert component_step(before, now, impulse) == (1 if now > 0 else -1)


@pytest.mark.rule("PW-A50")
@pytest.mark.parametrize(("before", "now", "impulse"), [(6, 5, 3), (-6, -5, 5), (5, 4, 6)])
def test_a_slower_column_does_not_win_a_move(before: int, now: int, impulse: int) -> None:
    assert not moves_on(before, impulse)
    assert moves_on(now, impulse)
    assert component_step(before, now, impulse) == 0


@pytest.mark.rule("PW-A51")
def test_both_columns_moving_is_one_move_only() -> None:
    assert move_number(9, 11) == 8
    assert move_number(10, 11) == 9
    assert component_step(9, 10, 11) == 1
    assert component_step(9, 10, 1) == 0


@given(st.integers(-12, 12), st.integers(-12, 12), st.integers(1, 12))
@pytest.mark.rule("PW-A49", "PW-A50", "PW-A51")
def test_a_step_is_one_hex_at_most_and_mirrors(before: int, now: int, impulse: int) -> None:
    step = component_step(before, now, impulse)
    assert abs(step) <= 1
    assert component_step(-before, -now, impulse) == -step
    assert step * (now or before) >= 0
    if before == now:
        assert (step != 0) == moves_on(now, impulse)


@pytest.mark.rule("PW-A48")
def test_a_finished_acceleration_changes_the_column_at_once() -> None:
    ship = moving(kit.craft("X1", "2050", options=MIDTURN), "19/4", 0)
    battle = clock(kit.battle(ship, options=MIDTURN), 6, 2)
    done = accelerated(battle, Accelerate("X1"))
    assert after(done, "X1").counted == CountedVelocity(5, 0)
    moves = [n for n in range(6, 13) if where(moved(clock(done.state, n, 3)).state, "X1") != "2050"]
    assert moves[0] == 6  # column 4 has a move there: it is not missed (PW-A49)
    rest = moved(clock(done.state, 6, 3)).state
    assert [n for n in range(7, 13) if where(moved(clock(rest, n, 3)).state, "X1") != where(rest, "X1")] == [8, 10, 12]


@pytest.mark.rule("PW-A48")
def test_each_component_changes_column_on_its_own() -> None:
    ship = moving(kit.craft("X1", "2050", facing="A"), "19/4", "3/4")
    done = accelerated(clock(kit.battle(ship, options=MIDTURN), 6, 2), Accelerate("X1"))
    assert after(done, "X1").counted == CountedVelocity(5, 0)


@pytest.mark.rule("PW-M27")
def test_without_the_option_the_turns_columns_stay() -> None:
    ship = moving(kit.craft("X1", "2050"), "19/4", 0)
    done = accelerated(clock(kit.battle(ship), 6, 2), Accelerate("X1"))
    assert after(done, "X1").velocity.a == 5
    assert after(done, "X1").counted == CountedVelocity(4, 0)
    assert impulses_moved(done.state, "X1") == CHART[4]
    next_turn = recount(clock(done.state, 0, turn=2))
    assert next_turn.craft["X1"].counted == CountedVelocity(5, 0)
    assert impulses_moved(next_turn, "X1", turn=2) == CHART[5]


@pytest.mark.rule("PW-A49", "PW-A48")
def test_the_books_example_of_a_move_that_is_not_missed() -> None:
    ship = moving(kit.craft("X1", "2050", facing="D"), "-23/4", 0)
    battle = clock(kit.battle(ship, options=MIDTURN), 3, 2)
    state = accelerated(battle, Accelerate("X1")).state
    assert state.craft["X1"].counted == CountedVelocity(-6, 0)
    state = moved(clock(state, 3, 3)).state
    assert where(state, "X1") == "2051"
    later = moved(clock(state, 5, 3)).state
    assert where(later, "X1") == "2051"


@pytest.mark.rule("PW-A50")
def test_a_slowing_craft_makes_no_surplus_move() -> None:
    ship = moving(kit.craft("X1", "2050", facing="D"), 6, 0)
    state = accelerated(clock(kit.battle(ship, options=MIDTURN), 3, 2), Accelerate("X1")).state
    assert state.craft["X1"].counted == CountedVelocity(5, 0)
    assert where(moved(clock(state, 3, 3)).state, "X1") == "2050"


@pytest.mark.rule("PW-A52", "PW-A46")
def test_fractional_moves_and_changes_in_mid_turn_together() -> None:
    options = changed(MIDTURN, fractional_movement=True)
    fast = changed(kit.craft("X1", "2050", velocity=("11/2", 0)), counted=CountedVelocity(6, 0))
    state = accelerated(clock(kit.battle(fast, options=options), 6, 2, turn=2), Accelerate("X1")).state
    assert state.craft["X1"].counted == CountedVelocity(6, 0)
