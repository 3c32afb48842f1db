"""How captains without orders steer: what they reckon a course to cost, and when they would rather coast."""

from fractions import Fraction

import pytest

from rules.hexes import DIRECTIONS, Hex
from rules.pentagon_war.captains.chances import HEX_PARTS, TOO_FAST, Aim, cost, length, thrust_towards, turn_towards
from rules.pentagon_war.changes import put_units
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Rotate
from rules.pentagon_war.units import Craft, Moment, Velocity
from rules.values import changed
from tests.rules.pentagon_war import kit

HERE = kit.hexed("1015")
AHEAD = facing_of("A")


def away(facing: int, hexes: int) -> Hex:
    """A hex so many hexes off in a direction."""
    dq, dr = DIRECTIONS[facing % 6]
    return Hex(HERE.q + dq * hexes, HERE.r + dr * hexes)


def reckoned(aim: Aim, thrust: int = 0, facing: int = AHEAD, unit: Craft | None = None) -> int:
    """What a course costs, in parts of a hex."""
    one = unit or kit.craft("X1", "1015", manned=False)
    return cost(kit.battle(one, kit.craft("Y1", "1001")), one, aim, facing, Fraction(thrust))


def test_who_keeps_pace_at_the_distance_it_wants_has_nothing_to_pay() -> None:
    unit = kit.craft("X1", "1015", velocity=(1, 2))
    assert reckoned(Aim(away(AHEAD, 3), Velocity(Fraction(1), Fraction(2)), 3), unit=unit) == 0
    assert reckoned(Aim(away(AHEAD, 3), Velocity(), 3), unit=unit) > 0


@pytest.mark.rule("PW-M06")
def test_an_acceleration_takes_a_quarter_of_a_hex_off_the_first_turn_and_half_a_hex_off_two() -> None:
    aim = Aim(away(AHEAD, 3), Velocity(), 0)
    assert (reckoned(aim), reckoned(aim, 1)) == (9 * HEX_PARTS, 8 * HEX_PARTS)


def test_a_speed_that_is_hard_to_turn_costs_unless_the_captain_is_headlong() -> None:
    fast = kit.craft("X1", "1015", velocity=(TOO_FAST + 2, 0))
    aim = Aim(away(AHEAD, 3), Velocity(), 0)
    assert reckoned(aim, unit=fast) - reckoned(changed(aim, headlong=True), unit=fast) == 8 * HEX_PARTS


@pytest.mark.parametrize("facing", range(6))
def test_what_lies_before_the_bow_is_worth_most_and_what_lies_behind_nothing(facing: int) -> None:
    worth = []
    for one, other in ((0, 0), (0, 1), (0, 5), (1, 2), (5, 4), (3, 3), (3, 4)):
        first, second = away(facing + one, 2), away(facing + other, 2)
        aim = Aim(Hex(first.q + second.q - HERE.q, first.r + second.r - HERE.r), Velocity(), 3)
        worth.append((reckoned(aim, facing=facing) - reckoned(changed(aim, front=1), facing=facing)) // HEX_PARTS)
    assert worth == [2, 1, 1, 0, 0, 0, 0]


@pytest.mark.rule("PW-B23")
@pytest.mark.parametrize("facing", range(6))
def test_what_is_sixty_degrees_off_the_bow_is_worth_less_than_what_is_dead_ahead(facing: int) -> None:
    def worth(*steps: int) -> int:
        """What a place is worth that so many steps of these directions lead to."""
        aim = Aim(HERE, Velocity(), 3)
        for direction in steps:
            q, r = DIRECTIONS[(facing + direction) % 6]
            aim = changed(aim, at=Hex(aim.at.q + q, aim.at.r + r))
        unit = kit.craft("X1", "1015", manned=False)
        fight = kit.battle(unit, kit.craft("Y1", "1001"))
        with_, without = (cost(fight, unit, changed(aim, front=n), facing, Fraction(0)) for n in (1, 0))
        return (without - with_) // HEX_PARTS

    assert [worth(*[side] * 6) for side in (0, 1, 5, 2, 3, 4)] == [2, 1, 1, 0, 0, 0]
    assert [worth(0, 0, side) for side in (1, 5)] == [2, 2], "half as far aside as ahead"
    assert [worth(0, 0, 0, side, side) for side in (1, 5)] == [1, 1], "more than half"
    assert [worth(0, side, side, side) for side in (1, 5)] == [1, 1]


@pytest.mark.rule("PW-S52")
def test_of_two_ways_to_turn_that_are_as_good_a_captain_takes_the_one_clockwise() -> None:
    unit = kit.craft("X1", "1015", engines=0)
    fight = changed(kit.battle(unit, kit.craft("Y1", "1030")), now=Moment(1, 1, 1))
    for facing in range(6):
        craft = changed(unit, facing=facing)
        astern = Aim(away(facing + 3, 6), Velocity(), 0, front=2)
        turn = turn_towards(put_units(fight, craft), "X", craft, astern)
        assert turn == Rotate("X1", (facing + 1) % 6), "a base, which turns one hexside at a time"
    free = kit.craft("X1", "1015", velocity=(-6, 0), manned=False)
    aside = turn_towards(put_units(fight, free), "X", free, Aim(away(AHEAD + 3, 8), Velocity(), 8))
    assert aside == Rotate("X1", 1), "one that could turn either way, and anywhere"


@pytest.mark.rule("PW-C24", "PW-M13")
@pytest.mark.parametrize(("short", "multiple"), [("1/4", 1), ("1/5", "1/2"), ("1/10", "1/3"), ("1/13", None)])
def test_a_captain_near_the_top_speed_pushes_by_as_much_as_it_leaves(short: str, multiple: int | str | None) -> None:
    unit = kit.craft("X1", "1015", velocity=(5 - Fraction(short), 0), manned=False)
    options = changed(Options(), max_absolute_speed=5)
    fight = changed(kit.battle(unit, kit.craft("Y1", "1001"), options=options), now=Moment(1, 1, 2))
    push = thrust_towards(fight, "X", unit, Aim(away(AHEAD, 30), Velocity(), 0))
    assert (push.multiple if push is not None else None) == (Fraction(multiple) if multiple is not None else None)


def test_a_captain_coasts_when_its_engines_would_do_more_than_is_wanted() -> None:
    aim = Aim(away(AHEAD, 3), Velocity(), 3)
    for back, pushed in ((Fraction(-1, 16), False), (Fraction(-1, 4), True)):
        unit = kit.craft("X1", "1015", velocity=(back, 0))
        field = changed(kit.battle(unit, kit.craft("Y1", "1001")), now=Moment(1, 1, 2))
        assert (thrust_towards(field, "X", unit, aim) is not None) is pushed


@pytest.mark.parametrize("front", [1, 2, 3])
def test_a_facing_is_worth_as_many_hexes_as_the_captain_wants_it(front: int) -> None:
    aim = Aim(away(AHEAD, 3), Velocity(), 3)
    assert reckoned(aim) - reckoned(changed(aim, front=front)) == front * 2 * HEX_PARTS


@pytest.mark.parametrize(
    ("q", "r", "hexes"), [(0, 0, 0), (3, 0, 3), (0, -3, 3), (2, 2, 4), (-1, -4, 5), (3, -3, 3), (2, -5, 5), (-1, 4, 4)]
)
def test_an_offset_is_as_long_as_the_way_over_hexes(q: int, r: int, hexes: int) -> None:
    """Two columns that lead apart add up; where they lead against each other the longer one is all there is to go."""
    assert length(q, r) == hexes
