"""A stage for combat tests: locked-on craft, a battle at a segment, and whole exchanges of fire."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

from rules.dice import ScriptedDice
from rules.hexes import Hex
from rules.pentagon_war.combat import direct_fire, point_defense, reinforcement
from rules.pentagon_war.combat.damage import assessment
from rules.pentagon_war.designs import BASIC_MISSILE, DroneArm, MissileType, WeaponBox
from rules.pentagon_war.events import Event
from rules.pentagon_war.geometry import facing_of, step
from rules.pentagon_war.orders import Decided, Decision, DefendPoint, Fire, Reinforce, TakeDamage
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Bolt, CountedVelocity, Craft, Drone, Missile, Moment, Velocity
from rules.values import Adjudication, changed
from tests.rules.pentagon_war import kit
from tests.used_up import assert_used_up

E = TypeVar("E")


def ship(unit: str, at: str, *, marks: dict[str, Any] | None = None, **given: Any) -> Craft:
    """A craft locked on this turn; `marks` are fields of the craft itself, the rest is for `kit.craft`."""
    return changed(kit.craft(unit, at, **given), **{"locked_on": True, **(marks or {})})


def bare(unit: str, at: str, **given: Any) -> Craft:
    """A target without screens, armor or weapons, with a long final damage track."""
    empty: dict[str, Any] = {
        "screens": 0, "armor": (0, 0, 0, 0, 0, 0), "weapons": (), "capacitors": 0, "point_defense": 0, "radar": (),
        "final_damage": 60, "main_control": 1, "engines": 0, "fuel_tanks": 0, "hull_forward": 0, "hull_aft": 0,
    }  # fmt: skip
    return ship(unit, at, **{**empty, **given})


def drone(
    unit: str, at: str, arm: DroneArm = "laser", facing: str = "A", velocity: tuple[int, int] = (0, 0), **marks: Any
) -> Drone:
    """A drone in flight of the craft its id begins with."""
    owner = unit.partition(".")[0]
    a, c = velocity
    moving = Velocity(Fraction(a), Fraction(c))
    made = Drone(
        unit, owner[0], owner, arm, kit.hexed(at), facing_of(facing), moving, CountedVelocity(a, c), launched=-3
    )
    return changed(made, **marks)


def missile(unit: str, at: str, target: str = "", heading: str = "A", **marks: Any) -> Missile:
    """A basic missile in flight of the craft its id begins with."""
    owner = unit.partition(".")[0]
    kind: MissileType = marks.pop("kind", BASIC_MISSILE)
    made = Missile(unit, owner[0], owner, kind, kit.hexed(at), facing_of(heading), kind.speed, target, launched=-3)
    return changed(made, **marks)


def bolt(unit: str, at: str, target: str = "", heading: str = "A", moved: int = 1, **marks: Any) -> Bolt:
    """A liquid metal bolt in flight of the craft its id begins with."""
    owner = unit.partition(".")[0]
    made = Bolt(unit, owner[0], owner, kit.hexed(at), facing_of(heading), target, launched=-3, moved=moved)
    return changed(made, **marks)


def fight(
    *units: Craft | Drone | Missile | Bolt, segment: int = 7, impulse: int = 1, turn: int = 1, **changes: Any
) -> Battle:
    """A battle of these units at a segment; missiles in a craft's hex have flown in straight."""
    ships = [unit for unit in units if isinstance(unit, Craft)]
    flying = {
        "drones": {unit.id: unit for unit in units if isinstance(unit, Drone)},
        "missiles": {unit.id: unit for unit in units if isinstance(unit, Missile)},
        "bolts": {unit.id: unit for unit in units if isinstance(unit, Bolt)},
    }
    back = (
        (f"{each.id}>{craft.id}", step(kit.hexed("1010"), each.heading + 3))
        for each in units if isinstance(each, Missile) for craft in ships if craft.at == each.at
    )  # fmt: skip
    apart = {pair: Hex(there.q - kit.hexed("1010").q, there.r - kit.hexed("1010").r) for pair, there in back}
    return kit.battle(*ships, now=Moment(turn, impulse, segment), **{"apart": apart, **flying, **changes})


def lasers(count: int, **given: Any) -> tuple[WeaponBox, ...]:
    """So many lasers, forward or as given."""
    return tuple(WeaponBox("laser", **given) for _ in range(count))


def at(battle: Battle, segment: int) -> Battle:
    """The battle with its clock at another segment of the impulse."""
    return changed(battle, now=changed(battle.now, segment=segment))


def decided(battle: Battle, *orders: Decision) -> list[Decided]:
    """The orders, each by the side of the unit it is for."""
    return [Decided(side_of(battle, order), order) for order in orders]


def side_of(battle: Battle, order: Decision) -> str:
    """The side of the unit an order is for: ids begin with their side's letter."""
    del battle
    unit = next(getattr(order, name) for name in ("unit", "craft", "missile") if hasattr(order, name))
    return str(unit)[0]


def announce(battle: Battle, *orders: Fire) -> Adjudication[Battle, Event]:
    """Segments 7 and 8."""
    none = kit.scripted()
    first = direct_fire.resolve_decision(at(battle, 7), decided(battle, *orders), none)
    second = direct_fire.announce(at(first.state, 8), (), none)
    return Adjudication(second.state, (*first.events, *second.events))


def shoot(battle: Battle, orders: Sequence[Fire], *faces: int) -> Adjudication[Battle, Event]:
    """Segments 7, 8 and 10, every scripted face rolled."""
    told = announce(battle, *orders)
    dice = kit.scripted(*faces)
    fired = direct_fire.resolve(at(told.state, 10), (), dice)
    assert_used_up(dice)
    return Adjudication(fired.state, (*told.events, *fired.events))


def screen(battle: Battle, *orders: Reinforce) -> Adjudication[Battle, Event]:
    """Segment 9."""
    return reinforcement.resolve(at(battle, 9), decided(battle, *orders), kit.scripted())


def defend(battle: Battle, orders: Sequence[DefendPoint], *faces: int) -> Adjudication[Battle, Event]:
    """Segment 4, every scripted face rolled."""
    dice = kit.scripted(*faces)
    done = point_defense.resolve(at(battle, 4), decided(battle, *orders), dice)
    assert_used_up(dice)
    return done


def assess(battle: Battle, *faces: int, orders: Sequence[TakeDamage] = ()) -> Adjudication[Battle, Event]:
    """Segment 11, every scripted face rolled."""
    dice = kit.scripted(*faces)
    done = assessment.resolve(at(battle, 11), decided(battle, *orders), dice)
    assert_used_up(dice)
    return done


def hit(target: str, points: int, side: int = 1, **given: Any) -> Blow:
    """External damage waiting for segment 11."""
    return Blow(target, given.pop("source", "Y1"), given.pop("weapon", "L1"), side, points, **given)


def of(kind: type[E], done: Adjudication[Battle, Event]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in done.events if isinstance(event, kind)]


def free_dice() -> ScriptedDice:
    """Dice that nobody may roll."""
    return kit.scripted()
