"""Segment 1: who may turn how far."""

import contextlib

import pytest

from rules.pentagon_war.events import NotDone, Rotated
from rules.pentagon_war.geometry import FACING_LETTERS, facing_of, letter
from rules.pentagon_war.movement import rotation
from rules.pentagon_war.orders import Accelerate, Rotate
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, Moment
from rules.values import IllegalOrderError, WrongPhaseError
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import drone, fight
from tests.rules.pentagon_war.movement.stage import (
    after,
    check_allowed,
    check_refused,
    decided,
    drone_after,
    marked,
    played,
)


def on(impulse: int, ship: Craft, turn: int = 1) -> Battle:
    """A battle of one craft in segment 1."""
    return kit.battle(ship, now=Moment(turn, impulse, 1))


def facings(battle: Battle) -> str:
    """The letters of the facings X1 may take."""
    found = ""
    for facing in range(6):
        with contextlib.suppress(IllegalOrderError):
            rotation.check(battle, "X", Rotate("X1", facing))
            found += letter(facing)
    return found


@pytest.mark.rule("PW-M08")
def test_a_spacecraft_takes_any_facing() -> None:
    battle = on(1, kit.craft("X1", "1015"))
    assert facings(battle) == FACING_LETTERS
    done = played(battle, Rotate("X1", facing_of("D")))
    assert letter(after(done, "X1").facing) == "D"
    assert [(e.before, e.after) for e in done.events if isinstance(e, Rotated)] == [(0, 3)]


@pytest.mark.rule("PW-S51")
def test_neither_engines_nor_fuel_are_needed() -> None:
    dead = marked(kit.craft("X1", "1015"), engines=0, tanks_full=0, tanks_empty=0)
    assert letter(after(played(on(1, dead), Rotate("X1", 2)), "X1").facing) == "C"


@pytest.mark.rule("PW-S85")
def test_without_controls_one_hexside_at_most() -> None:
    battle = on(1, marked(kit.craft("X1", "1015"), main_control=0, aux_control=0))
    assert facings(battle) == "ABF"
    check_allowed(battle, Rotate("X1", facing_of("F")))
    assert "no controls" in check_refused(battle, Rotate("X1", facing_of("D")), "PW-S85")


@pytest.mark.rule("PW-M08", "PW-A06")
@pytest.mark.parametrize(
    ("crashed", "impulse", "turn", "legal"),
    [(7, 8, 1, "ABF"), (7, 9, 1, FACING_LETTERS), (8, 8, 1, FACING_LETTERS), (12, 1, 2, "ABF")],
)
def test_on_the_impulse_after_crash_acceleration_one_hexside(crashed: int, impulse: int, turn: int, legal: str) -> None:
    battle = on(impulse, marked(kit.craft("X1", "1015"), crashed=crashed), turn)
    assert facings(battle) == legal
    if legal == "ABF":
        check_refused(battle, Rotate("X1", 3), "PW-A06")


@pytest.mark.rule("PW-A14")
def test_an_evading_craft_turns_one_hexside() -> None:
    battle = on(3, marked(kit.craft("X1", "1015"), evading=True))
    assert facings(battle) == "ABF"
    check_refused(battle, Rotate("X1", 2), "PW-A14")


@pytest.mark.rule("PW-S52")
def test_a_base_turns_one_hexside_and_then_waits() -> None:
    base = kit.craft("X1", "1015", engines=0)
    assert facings(on(1, base)) == "ABF"
    turned = after(played(on(10, base), Rotate("X1", 1)), "X1")
    assert turned.rotated == 10
    for impulse, turn in ((11, 1), (12, 1), (1, 2)):
        battle = on(impulse, turned, turn)
        assert facings(battle) == "B"
        check_refused(battle, Rotate("X1", 2), "PW-S52")
    assert facings(on(2, turned, 2)) == "ABC"


@pytest.mark.rule("PW-S73", "PW-M25")
def test_a_drone_turns_as_it_likes() -> None:
    battle = fight(kit.craft("X1", "1015"), drone("X1.D1", "1010", accelerations=24), segment=1)
    assert letter(drone_after(played(battle, Rotate("X1.D1", 4)), "X1.D1").facing) == "E"


def test_only_own_units_turn_and_only_once() -> None:
    battle = kit.battle(kit.craft("X1", "1015"), kit.craft("Y1", "1001"), now=Moment(1, 1, 1))
    stolen = rotation.resolve(battle, [*decided(Rotate("X1", 1), Rotate("X1", 2))], kit.scripted())
    assert letter(stolen.state.craft["X1"].facing) == "B"
    assert [type(event) for event in stolen.events] == [NotDone, Rotated]
    with pytest.raises(WrongPhaseError):
        rotation.check(battle, "X", Accelerate("X1"))
    assert "letters" in check_refused(battle, Rotate("X1", 7), "PW-M02")


@pytest.mark.rule("PW-C36")
def test_rotations_happen_together_whatever_their_order() -> None:
    battle = kit.battle(kit.craft("X1", "1015"), kit.craft("Y1", "1001"), now=Moment(1, 1, 1))
    orders = decided(Rotate("X1", 1), Rotate("Y1", 2))
    one, other = (rotation.resolve(battle, each, kit.scripted()) for each in (orders, orders[::-1]))
    assert one == other
