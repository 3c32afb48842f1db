"""A stage for movement tests: craft of a size class, one segment played, turns of movement, the refusal of a check."""

from fractions import Fraction
from typing import Any, Final

import pytest

from rules.hexes import Hex
from rules.pentagon_war.events import Event, NotDone
from rules.pentagon_war.geometry import hex_name
from rules.pentagon_war.movement import acceleration, rotation, travel
from rules.pentagon_war.orders import Decided, Decision
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.steps import step_for
from rules.pentagon_war.units import Craft, Drone, Moment, Velocity
from rules.values import Adjudication, GameError, changed
from tests.rules.pentagon_war import kit
from tests.used_up import assert_used_up

FINAL_DAMAGE: Final = {1: 2, 2: 60, 3: 150, 4: 300}
"""Final damage boxes that make the kit's gunship a craft of a size class."""


def sized(unit: str, at: str, size: int, **given: Any) -> Craft:
    """The kit's gunship grown to a size class, with as many engines as standard acceleration takes."""
    return kit.craft(unit, at, **{"final_damage": FINAL_DAMAGE[size], "engines": size, **given})


def velocity(a: int | str | Fraction, c: int | str | Fraction) -> Velocity:
    """A velocity from what can be read as fractions."""
    return Velocity(Fraction(a), Fraction(c))


def side_of(order: Decision) -> str:
    """The side of the unit an order is for: ids begin with their side's letter."""
    unit = next(getattr(order, name) for name in ("unit", "craft", "drone") if hasattr(order, name))
    return str(unit)[0]


def decided(*orders: Decision) -> list[Decided]:
    """The orders, each by the side of its unit."""
    return [Decided(side_of(order), order) for order in orders]


def played(battle: Battle, *orders: Decision, faces: tuple[int, ...] = ()) -> Adjudication[Battle, Event]:
    """The orders resolved by the part of the turn's course that takes their kind; every scripted face rolled."""
    dice = kit.scripted(*faces)
    parts = [part for part in step_for(orders[0]).parts if isinstance(orders[0], part.decisions)]
    done = parts[0].resolve(battle, decided(*orders), dice)
    assert_used_up(dice)
    return done


def accelerated(battle: Battle, *orders: Decision, faces: tuple[int, ...] = ()) -> Adjudication[Battle, Event]:
    """Segment 2 with these orders, perhaps none."""
    dice = kit.scripted(*faces)
    done = acceleration.resolve(battle, decided(*orders), dice)
    assert_used_up(dice)
    return done


def moved(battle: Battle) -> Adjudication[Battle, Event]:
    """Segment 3; nobody may roll."""
    return travel.resolve(battle, (), kit.scripted())


def clock(battle: Battle, impulse: int, segment: int = 1, turn: int = 1) -> Battle:
    """The battle at another moment."""
    return changed(battle, now=Moment(turn, impulse, segment))


def turn_of_movement(battle: Battle, first: int = 1, last: int = 12, turn: int = 1) -> Battle:
    """Segments 1 and 3 of these impulses, without orders: seekers steer by themselves."""
    for impulse in range(first, last + 1):
        battle = rotation.resolve(clock(battle, impulse, 1, turn), (), kit.scripted()).state
        battle = moved(clock(battle, impulse, 3, turn)).state
    return battle


def impulses_moved(battle: Battle, unit: str, turn: int = 1) -> list[int]:
    """On which impulses of a turn a unit enters another hex."""
    found = []
    for impulse in range(1, 13):
        before = where(battle, unit)
        battle = turn_of_movement(battle, impulse, impulse, turn)
        found += [impulse] if where(battle, unit) != before else []
    return found


def where(battle: Battle, unit: str) -> str:
    """The printed hex of a unit, "" if it is not there."""
    maps: list[Any] = [battle.craft, battle.drones, battle.missiles, battle.bolts]
    found = next((units[unit] for units in maps if unit in units), None)
    return "" if found is None else hex_name(found.at)


def check_refused(battle: Battle, order: Decision, rule: str) -> str:
    """The sentence with which a check refuses an order, by exactly this rule; its resolution refuses it too."""
    part = next(part for part in step_for(order).parts if isinstance(order, part.decisions))
    assert part.check is not None
    with pytest.raises(GameError) as error:
        part.check(battle, side_of(order), order)
    assert error.value.rule == rule, str(error.value)
    done = part.resolve(battle, decided(order), kit.scripted())
    told = [event for event in done.events if isinstance(event, NotDone)]
    assert [event.seen_by for event in told] == [(side_of(order),)]
    return str(error.value)


def check_allowed(battle: Battle, order: Decision) -> None:
    """The check lets an order pass."""
    part = next(part for part in step_for(order).parts if isinstance(order, part.decisions))
    assert part.check is not None
    part.check(battle, side_of(order), order)


def marked(unit: Craft, **marks: Any) -> Craft:
    """A craft with fields of its own changed."""
    return changed(unit, **marks)


def moving(unit: Craft, a: int | str, c: int | str) -> Craft:
    """A craft with another velocity, counted as it starts a turn without fractional moves."""
    going = velocity(a, c)
    return changed(unit, velocity=going, counted=type(unit.counted)(int(going.a), int(going.c)))


def after(done: Adjudication[Battle, Event], unit: str) -> Craft:
    """A craft as it is after a segment."""
    return done.state.craft[unit]


def drone_after(done: Adjudication[Battle, Event], unit: str) -> Drone:
    """A drone as it is after a segment."""
    return done.state.drones[unit]


def hexes(*numbers: str) -> tuple[Hex, ...]:
    """Hexes by their printed numbers."""
    return tuple(kit.hexed(number) for number in numbers)
