"""Segment 2: craft under their own engines, ramscoops, crash acceleration, drones."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pentagon_war.changes import is_crashing
from rules.pentagon_war.events import Accelerated
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.movement import acceleration
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.orders import Accelerate, Rotate
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import is_evading
from rules.pentagon_war.units import Craft, Moment
from rules.values import WrongPhaseError
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import drone, fight, missile
from tests.rules.pentagon_war.movement.stage import (
    accelerated,
    after,
    check_allowed,
    check_refused,
    clock,
    decided,
    drone_after,
    marked,
    played,
    sized,
    velocity,
)


def on(ship: Craft, impulse: int = 1, **changes: object) -> Battle:
    """A battle of one craft in segment 2."""
    return kit.battle(ship, now=Moment(1, impulse, 2), **changes)


def order(multiple: str | int = 1, *, brake: bool = False) -> Accelerate:
    """X1 accelerates."""
    return Accelerate("X1", Fraction(multiple), brake)


@pytest.mark.rule("PW-M10", "PW-S48")
@pytest.mark.parametrize(
    ("facing", "a", "c"), [("A", "1/4", 0), ("B", "1/4", "1/4"), ("E", "-1/4", "-1/4"), ("F", 0, "-1/4")]
)
def test_standard_adds_a_quarter_to_each_component_of_the_facing(facing: str, a: str, c: str) -> None:
    done = accelerated(on(sized("X1", "1015", 2, facing=facing)), order())
    assert after(done, "X1").velocity == velocity(a, c)


@pytest.mark.rule("PW-M10", "PW-M09")
def test_twelve_impulses_of_standard_are_three_hexes_a_turn() -> None:
    battle = on(kit.craft("X1", "1015"))
    for impulse in range(1, 13):
        battle = accelerated(clock(battle, impulse, 2), order()).state
    assert battle.craft["X1"].velocity == velocity(3, 0)
    assert battle.craft["X1"].record == tuple(f"{impulse}: A+" for impulse in range(1, 13))


@pytest.mark.rule("PW-M09")
def test_acceleration_follows_the_rotation_of_its_impulse() -> None:
    turned = played(clock(on(kit.craft("X1", "1015")), 3, 1), Rotate("X1", facing_of("C"))).state
    assert after(accelerated(clock(turned, 3, 2), order()), "X1").record == ("3: C+",)


@pytest.mark.rule("PW-M09")
def test_one_acceleration_an_impulse() -> None:
    done = accelerated(on(kit.craft("X1", "1015")), order(), order())
    assert after(done, "X1").velocity.a == Fraction(1, 4)
    assert sum(isinstance(event, Accelerated) for event in done.events) == 1


@pytest.mark.rule("PW-M14")
def test_slowing_is_the_same_sum_through_zero() -> None:
    first = accelerated(on(kit.craft("X1", "1015", facing="D", velocity=("1/4", 0))), order()).state
    assert first.craft["X1"].velocity.a == 0
    assert accelerated(clock(first, 2, 2), order()).state.craft["X1"].velocity.a == Fraction(-1, 4)


@pytest.mark.rule("PW-M12", "PW-S48", "PW-S49")
@pytest.mark.parametrize(
    ("size", "engines", "change", "entry"),
    [(3, 2, "1/6", "2/3A+"), (3, 1, "1/12", "1/3A+"), (2, 3, "1/4", "A+"), (2, 1, "1/8", "1/2A+"), (1, 1, "1/4", "A+")],
)
def test_fewer_engines_than_size_class_push_less_and_more_do_not_push_more(
    size: int, engines: int, change: str, entry: str
) -> None:
    done = accelerated(on(sized("X1", "1015", size, engines=engines)), order())
    assert after(done, "X1").velocity.a == Fraction(change)
    assert after(done, "X1").record == (f"1: {entry}",)


@pytest.mark.rule("PW-M11", "PW-A08", "PW-S04")
@pytest.mark.parametrize(
    ("multiple", "change"), [("1", "1/120"), ("2", "1/60"), ("3/2", "1/80"), ("5/3", "1/72"), ("1/2", "1/240")]
)
def test_manned_craft_accelerate_by_120ths(multiple: str, change: str) -> None:
    done = accelerated(on(sized("X1", "1015", 3, engines=6, manned=True)), order(multiple))
    assert after(done, "X1").velocity.a == Fraction(change)
    assert is_crashing(done.state, after(done, "X1")) is (Fraction(multiple) > 1)


@pytest.mark.rule("PW-M11")
def test_a_manned_craft_gains_a_tenth_in_a_turn() -> None:
    battle = on(kit.craft("X1", "1015", manned=True))
    for impulse in range(1, 13):
        battle = accelerated(clock(battle, impulse, 2), order()).state
    assert battle.craft["X1"].velocity.a == Fraction(1, 10)


@pytest.mark.rule("PW-M10", "PW-M11")
def test_the_printed_rates() -> None:
    for row in tables(Options())["PW-T15"].keys:
        table = tables(Options())["PW-T15"]
        multiple = table.fraction(row, "multiple of standard")
        assert table.fraction(row, "unmanned change") == multiple / 4
        assert table.fraction(row, "manned change") == multiple / 120


@pytest.mark.rule("PW-M18")
def test_an_acceleration_stops_at_12() -> None:
    done = accelerated(on(kit.craft("X1", "1015", engines=2, velocity=("47/4", 0))), order(2))
    assert after(done, "X1").velocity.a == 12
    again = accelerated(clock(done.state, 3, 2), order())
    assert after(again, "X1").velocity.a == 12


@pytest.mark.rule("PW-C24")
def test_a_battles_top_speed_is_not_passed() -> None:
    options = Options(max_absolute_speed=6)
    ship = kit.craft("X1", "1015", facing="A", velocity=(3, -3))
    assert "top speed of 6" in check_refused(on(ship, options=options), order(), "PW-C24")
    check_allowed(on(ship), order())


@pytest.mark.rule("PW-S46")
def test_without_engines_nothing_accelerates() -> None:
    check_refused(on(marked(kit.craft("X1", "1015"), engines=0)), order(), "PW-S46")
    check_refused(on(kit.craft("X1", "1015", engines=0)), order(), "PW-S46")


@pytest.mark.rule("PW-S23")
def test_without_a_filled_tank_engines_do_nothing() -> None:
    dry = marked(kit.craft("X1", "1015", engines=4), tanks_full=0, tanks_empty=2)
    check_refused(on(dry), order(), "PW-S23")
    check_allowed(on(marked(dry, tanks_full=1)), order())


@pytest.mark.rule("PW-A01", "PW-A02")
@pytest.mark.parametrize(("size", "multiple", "engines"), [(2, "3/2", 3), (3, "2", 6), (3, "5/3", 5), (1, "2", 2)])
def test_crash_acceleration_needs_engines_for_it(size: int, multiple: str, engines: int) -> None:
    check_allowed(on(sized("X1", "1015", size, engines=engines)), order(multiple))
    said = check_refused(on(sized("X1", "1015", size, engines=engines - 1)), order(multiple), "PW-A02")
    assert said.endswith(f"{multiple} times standard takes {engines}.")


@pytest.mark.rule("PW-A01")
def test_never_beyond_twice_standard_and_only_where_it_is_played() -> None:
    strong = sized("X1", "1015", 1, engines=9)
    assert "2 times standard" in check_refused(on(strong), order("5/2"), "PW-A01")
    check_refused(on(strong, options=Options(crash_acceleration=False)), order("3/2"), "PW-A01")
    for wrong in ("0", "-1", "1/121"):
        check_refused(on(strong), order(wrong), "PW-M13")


@pytest.mark.rule("PW-A03", "PW-A06")
def test_crash_acceleration_is_marked_and_recorded() -> None:
    done = accelerated(on(sized("X1", "1015", 3, facing="B", engines=5), 12), order("5/3"))
    craft = after(done, "X1")
    assert craft.record == ("12: 5/3A+C+",)
    assert craft.velocity == velocity("5/12", "5/12")
    assert (craft.crashed, craft.crash_factor) == (12, Fraction(5, 3))


@pytest.mark.rule("PW-A04")
def test_evasion_is_in_force_except_while_crash_accelerating() -> None:
    ship = marked(sized("X1", "1015", 1, engines=2), evading=True)
    done = accelerated(on(ship, 5), order(2))
    assert not is_evading(done.state, after(done, "X1"))
    later = clock(done.state, 6, 2)
    assert is_evading(later, later.craft["X1"])
    assert not is_crashing(later, later.craft["X1"])


@pytest.mark.rule("PW-A07")
def test_without_controls_crash_acceleration_is_a_ruling() -> None:
    wreck = marked(sized("X1", "1015", 1, engines=2), main_control=0)
    assert after(accelerated(on(wreck), order(2)), "X1").crashed == 1
    check_refused(on(wreck, options=Options(crash_without_controls=False)), order(2), "PW-S147")


@pytest.mark.rule("PW-A19")
def test_evasion_keeps_one_engine() -> None:
    evading = marked(sized("X1", "1015", 2, engines=3), evading=True)
    assert after(accelerated(on(evading), order()), "X1").velocity.a == Fraction(1, 4)
    two = marked(sized("X1", "1015", 2, engines=2), evading=True)
    assert after(accelerated(on(two), order()), "X1").velocity.a == Fraction(1, 8)
    one = marked(sized("X1", "1015", 2, engines=1), evading=True)
    assert "evade" in check_refused(on(one), order(), "PW-A19")


def scoop(facing: str, going: tuple[int | str, int | str], tanks: int = 0) -> Craft:
    """A magnascoop craft of class I, its tanks empty unless said otherwise."""
    ship = sized("X1", "1015", 1, scoop="magnascoop", facing=facing, velocity=going)
    return marked(ship, tanks_full=tanks, tanks_empty=2 - tanks)


@pytest.mark.rule("PW-S30", "PW-M15", "PW-S29")
@pytest.mark.parametrize(("facing", "going"), [("A", (3, 0)), ("C", (2, 0)), ("B", (1, 0)), ("F", (0, "-1/4"))])
def test_a_moving_ramscoop_needs_no_fuel_along_or_across_its_motion(facing: str, going: tuple[int, int]) -> None:
    check_allowed(on(scoop(facing, going)), order())


@pytest.mark.rule("PW-S32", "PW-M15")
def test_a_ramscoop_slows_tail_first_with_fuel_only() -> None:
    check_refused(on(scoop("D", (3, 0))), order(), "PW-S32")
    check_refused(on(scoop("B", (3, -1))), order(), "PW-S32")
    done = accelerated(on(scoop("D", (3, 0), tanks=1)), order())
    assert after(done, "X1").velocity.a == Fraction(11, 4)


@pytest.mark.rule("PW-S33", "PW-M15")
def test_a_ramscoop_starts_from_rest_with_fuel_only() -> None:
    check_refused(on(scoop("A", (0, 0))), order(), "PW-S33")
    check_allowed(on(scoop("A", (0, 0), tanks=1)), order())
    check_allowed(on(scoop("A", ("1/120", 0))), order())


@pytest.mark.rule("PW-S31")
def test_a_ramscoop_brakes_facing_its_motion() -> None:
    done = accelerated(on(scoop("A", (3, 0))), order(brake=True))
    assert after(done, "X1").velocity == velocity("11/4", 0)
    assert after(done, "X1").record == ("1: A-",)


@pytest.mark.rule("PW-M09", "PW-M12", "PW-A03", "PW-S31")
@pytest.mark.parametrize(
    ("decision", "rule"),
    [(order(), "PW-M09"), (order("1/2"), "PW-M12"), (order(2), "PW-A03"), (order(brake=True), "PW-S31")],
)
def test_an_acceleration_is_told_by_the_rule_it_goes_by(decision: Accelerate, rule: str) -> None:
    ship = marked(sized("X1", "1015", 1, engines=2, scoop="magnascoop", velocity=(3, 0)), tanks_full=2)
    told = [event for event in accelerated(on(ship), decision).events if isinstance(event, Accelerated)]
    assert [event.cause.rule for event in told] == [rule]


@pytest.mark.rule("PW-S31", "PW-M08")
@pytest.mark.parametrize(
    ("facing", "going", "entry"),
    [
        ("A", (3, 0), "1: A-"), ("B", (3, 3), "1: A-C-"), ("C", (0, 3), "1: C-"),
        ("D", (-3, 0), "1: A+"), ("E", (-3, -3), "1: A+C+"), ("F", (0, -3), "1: C+"),
    ],
)  # fmt: skip
def test_a_brake_is_recorded_against_the_facing(facing: str, going: tuple[int, int], entry: str) -> None:
    assert after(accelerated(on(scoop(facing, going)), order(brake=True)), "X1").record == (entry,)


@pytest.mark.rule("PW-M15", "PW-S31")
@pytest.mark.parametrize(
    ("facing", "going", "slowed"),
    [
        ("A", ("1/8", 0), (0, 0)),
        ("B", ("1/8", 1), (0, "3/4")),
        ("E", ("-1/2", "-1/8"), ("-1/4", 0)),
        ("F", (3, -1), (3, "-3/4")),
    ],
)
def test_a_brake_never_passes_zero(facing: str, going: tuple[str, str], slowed: tuple[str, str]) -> None:
    assert after(accelerated(on(scoop(facing, going)), order(brake=True)), "X1").velocity == velocity(*slowed)


@pytest.mark.rule("PW-M15")
@pytest.mark.parametrize(
    ("facing", "going"), [("D", (3, 0)), ("C", (3, 0)), ("B", (3, 0)), ("B", (3, -1)), ("A", (0, 0))]
)
def test_a_brake_needs_motion_along_each_component_faced(facing: str, going: tuple[int, int]) -> None:
    check_refused(on(scoop(facing, going)), order(brake=True), "PW-M15")


@pytest.mark.rule("PW-M14")
def test_only_scoops_brake() -> None:
    check_refused(on(kit.craft("X1", "1015", velocity=(3, 0))), order(brake=True), "PW-M14")


@pytest.mark.rule("PW-M25", "PW-S73", "PW-S78")
def test_a_drone_accelerates_by_standard_24_times() -> None:
    battle = fight(kit.craft("X1", "1015"), drone("X1.D1", "1010"), segment=2)
    done = accelerated(battle, Accelerate("X1.D1"))
    flying = drone_after(done, "X1.D1")
    assert (flying.velocity, flying.accelerations, flying.record) == (velocity("1/4", 0), 1, ("1: A+",))
    check_refused(battle, Accelerate("X1.D1", Fraction(3, 2)), "PW-M25")
    check_refused(battle, Accelerate("X1.D1", brake=True), "PW-M14")
    tired = fight(kit.craft("X1", "1015"), drone("X1.D1", "1010", accelerations=23), segment=2)
    last = accelerated(tired, Accelerate("X1.D1"))
    assert drone_after(last, "X1.D1").accelerations == 24
    check_refused(last.state, Accelerate("X1.D1"), "PW-S78")


@pytest.mark.rule("PW-S73")
def test_two_drones_have_two_records() -> None:
    battle = fight(kit.craft("X1", "1015"), drone("X1.D1", "1010"), drone("X1.D2", "1010", facing="D"), segment=2)
    done = accelerated(battle, Accelerate("X1.D1"), Accelerate("X1.D2"))
    assert [drone_after(done, unit).record for unit in ("X1.D1", "X1.D2")] == [("1: A+",), ("1: A-",)]


@pytest.mark.rule("PW-S63")
def test_missiles_do_not_accelerate() -> None:
    battle = fight(kit.craft("X1", "1015"), missile("X1.M1", "1010"), segment=2)
    check_refused(battle, Accelerate("X1.M1"), "PW-S63")
    with pytest.raises(WrongPhaseError):
        acceleration.check(battle, "X", Rotate("X1", 2))


@given(
    st.integers(0, 5),
    st.fractions(min_value="1/12", max_value=2, max_denominator=12),
    st.integers(-48, 48),
    st.integers(-48, 48),
)
@pytest.mark.rule("PW-M10", "PW-M18", "PW-A01")
def test_any_acceleration_changes_no_component_by_more_than_a_half_nor_beyond_12(
    facing: int, multiple: Fraction, a: int, c: int
) -> None:
    ship = marked(sized("X1", "1015", 1, engines=2, velocity=(Fraction(a, 4), Fraction(c, 4))), facing=facing)
    done = acceleration.resolve(on(ship), decided(order(str(multiple))), kit.scripted())
    before, now = ship.velocity, done.state.craft["X1"].velocity
    for old, new in ((before.a, now.a), (before.c, now.c)):
        assert abs(new - old) <= Fraction(1, 2)
        assert abs(new) <= 12
