"""Components counted as whole numbers, absolute speed, and the speeds there are."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes import Hex, distance
from rules.pentagon_war.options import Options
from rules.pentagon_war.positions import (
    absolute_speed,
    after_change,
    check_start,
    clamp_velocity,
    component,
    counted_velocity,
    recount,
)
from rules.pentagon_war.units import CountedVelocity, Moment, Velocity
from rules.values import IllegalOrderError
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.movement.stage import velocity

PLAIN = Options()
FRACTIONAL = Options(fractional_movement=True)
components = st.fractions(min_value=-12, max_value=12, max_denominator=120)


@pytest.mark.rule("PW-M16")
@pytest.mark.parametrize(
    ("exact", "whole"),
    [("-7/2", -3), ("19/4", 4), ("3/4", 0), ("-3/4", 0), ("0", 0), ("12", 12), ("-12", -12), ("-47/4", -11)],
)
def test_a_fractional_component_counts_toward_zero(exact: str, whole: int) -> None:
    assert counted_velocity(velocity(exact, exact), 1, PLAIN) == CountedVelocity(whole, whole)


@pytest.mark.rule("PW-A47", "PW-A46")
@pytest.mark.parametrize(
    ("exact", "turns", "moves"),
    [
        ("-7/2", [1, 3, 5, 7], -3),
        ("-7/2", [2, 4, 6, 8], -4),
        ("23/4", [2, 3, 4, 6, 7, 8, 10, 11, 12], 6),
        ("23/4", [1, 5, 9], 5),
        ("-1/4", [4, 8, 12], -1),
        ("-1/4", [1, 2, 3, 5, 6, 7, 9, 10, 11], 0),
        ("1/10", [10, 20], 1),
        ("1/10", [1, 5, 9, 11, 19], 0),
    ],
)
def test_fractions_move_on_some_turns(exact: str, turns: list[int], moves: int) -> None:
    assert {component(Fraction(exact), turn, fractional=True) for turn in turns} == {moves}


@pytest.mark.rule("PW-A47")
def test_five_of_27_turns_are_fast_evenly_spaced_and_the_last_one_first() -> None:
    fast = [turn for turn in range(1, 28) if counted_velocity(velocity(0, "32/27"), turn, FRACTIONAL).c == 2]
    gaps = [later - earlier for earlier, later in zip([0, *fast], fast, strict=False)]
    assert len(fast) == 5
    assert fast[-1] == 27
    assert set(gaps) <= {5, 6}


@given(components, st.integers(1, 200))
@pytest.mark.rule("PW-A47")
def test_over_a_clump_of_turns_a_craft_moves_exactly_as_fast_as_it_is(exact: Fraction, start: int) -> None:
    clump = range(start, start + exact.denominator)
    assert sum(component(exact, turn, fractional=True) for turn in clump) == exact.numerator


@given(components, st.integers(1, 50), st.booleans())
@pytest.mark.rule("PW-M16")
def test_a_count_is_within_one_of_the_component_and_never_beyond_12(
    exact: Fraction, turn: int, fractional: bool
) -> None:
    count = component(exact, turn, fractional=fractional)
    assert abs(exact - count) < 1
    assert abs(count) <= 12
    assert count == -component(-exact, turn, fractional=fractional)


@pytest.mark.rule("PW-A52")
def test_an_acceleration_never_loses_the_turns_extra_move() -> None:
    kept = after_change(CountedVelocity(6, 0), velocity("11/2", 0), velocity("23/4", 0), 2, FRACTIONAL)
    skipped = after_change(CountedVelocity(1, 0), velocity("1/2", 0), velocity("2/3", 0), 4, FRACTIONAL)
    assert kept.a == 6
    assert component(Fraction(2, 3), 4, fractional=True) == 0
    assert skipped.a == 1


@pytest.mark.rule("PW-A52")
def test_a_deceleration_never_wins_an_extra_move() -> None:
    assert component(Fraction(1, 2), 2, fractional=True) == 1
    slower = after_change(CountedVelocity(0, 0), velocity("2/3", 0), velocity("1/2", 0), 2, FRACTIONAL)
    assert slower.a == 0
    through_zero = after_change(CountedVelocity(1, 0), velocity("1/4", 0), velocity("-1/4", 0), 4, FRACTIONAL)
    assert through_zero.a == -1


@given(components, components, st.integers(1, 30))
@pytest.mark.rule("PW-A48")
def test_without_fractional_moves_a_change_leads_to_the_plain_count(old: Fraction, new: Fraction, turn: int) -> None:
    before = counted_velocity(Velocity(old, old), turn, PLAIN)
    assert after_change(before, Velocity(old, old), Velocity(new, new), turn, PLAIN) == counted_velocity(
        Velocity(new, new), turn, PLAIN
    )


@pytest.mark.rule("PW-M19")
@pytest.mark.parametrize(("a", "c", "speed"), [(3, 2, 3), (3, -2, 5), (0, -4, 4), (-3, -3, 3), (0, 0, 0)])
def test_absolute_speed_is_the_larger_of_like_signs_and_the_sum_of_unlike(a: int, c: int, speed: int) -> None:
    assert absolute_speed(CountedVelocity(a, c), PLAIN) == speed
    assert absolute_speed(velocity(a, c), PLAIN) == speed


@given(st.integers(-12, 12), st.integers(-12, 12))
@pytest.mark.rule("PW-M19", "PW-M06")
def test_absolute_speed_is_how_many_hexes_a_turn_displaces(a: int, c: int) -> None:
    assert absolute_speed(CountedVelocity(a, c), PLAIN) == distance(Hex(0, 0), Hex(c, -a))


@pytest.mark.rule("PW-A60")
@pytest.mark.parametrize(("a", "c", "thousandths"), [(1, 1, 1000), (3, 0, 3000), (2, -2, 3464), (8, 3, 7000)])
def test_trigonometric_speed_is_the_length_of_the_vector(a: int, c: int, thousandths: int) -> None:
    speed = absolute_speed(CountedVelocity(a, c), Options(trig_speed=True))
    assert speed * 1000 // 1 == thousandths


@given(components, components)
@pytest.mark.rule("PW-A60")
def test_trigonometric_speed_is_never_more_than_the_simple_one(a: Fraction, c: Fraction) -> None:
    exact = absolute_speed(Velocity(a, c), Options(trig_speed=True))
    assert exact <= absolute_speed(Velocity(a, c), PLAIN)
    assert exact * exact <= a * a + c * c - a * c < (exact + Fraction(1, 10**9)) ** 2


@pytest.mark.rule("PW-C24", "PW-M18")
@pytest.mark.parametrize(("wanted", "held"), [("49/4", "12"), ("-49/4", "-12"), ("12", "12"), ("47/4", "47/4")])
def test_no_component_goes_beyond_12(wanted: str, held: str) -> None:
    assert clamp_velocity(velocity("47/4", 0), velocity(wanted, 0), PLAIN).a == Fraction(held)


@pytest.mark.rule("PW-C24")
def test_absolute_speed_is_limited_only_where_a_battle_says_so() -> None:
    fast, faster = velocity(6, -6), velocity("25/4", -6)
    assert clamp_velocity(fast, faster, PLAIN) == faster
    assert clamp_velocity(fast, faster, Options(max_absolute_speed=12)) == fast
    assert clamp_velocity(fast, velocity("23/4", -6), Options(max_absolute_speed=12)) == velocity("23/4", -6)


@pytest.mark.rule("PW-S46", "PW-M28")
def test_what_has_no_engines_starts_at_rest() -> None:
    base, ship = kit.design(engines=0), kit.design()
    check_start(base, Velocity(), PLAIN)
    check_start(ship, velocity(6, -4), PLAIN)
    with pytest.raises(IllegalOrderError) as moving_base:
        check_start(base, velocity(1, 0), PLAIN)
    assert moving_base.value.rule == "PW-M28"
    for options, going in ((PLAIN, velocity(13, 0)), (Options(max_absolute_speed=8), velocity(5, -4))):
        with pytest.raises(IllegalOrderError) as too_fast:
            check_start(ship, going, options)
        assert too_fast.value.rule == "PW-C24"


@pytest.mark.rule("PW-C37")
def test_every_craft_is_counted_at_the_start_of_a_turn_but_not_the_lost() -> None:
    battle = kit.battle(kit.craft("X1", "1015", velocity=("19/4", "-5/2")), kit.craft("Y1", "1001"), now=Moment(2))
    assert recount(battle).craft["X1"].counted == CountedVelocity(4, -2)
