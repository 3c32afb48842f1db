"""What a unit can fire, told alike for a craft's weapons, its guns and a drone's one weapon."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.errors import IllegalOrderError, quoted
from rules.pentagon_war.commission import PREFIXES
from rules.pentagon_war.designs import F2, GunKind, WeaponKind
from rules.pentagon_war.geometry import Arc
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard.sizes import PRINTED
from rules.pentagon_war.units import IMPULSES, Craft, Drone, Gun, Moment, Weapon, WeaponId

ArmKind: TypeAlias = WeaponKind | GunKind
REST: Final = 2
"""A gun of two turns' preparation fired on turn t fires again from t + 2 (PW-B79)."""
METAL_BOXES: Final = 2
"""Boxes of a liquid metal gun that one bolt uses up (PW-S132)."""
CANNONS: Final = frozenset({"electron", "proton"})


@dataclass(frozen=True, slots=True)
class Arm:
    """One weapon, gun or drone's weapon: `of` is what it is aboard (the drone itself for a drone's)."""

    id: WeaponId
    kind: ArmKind
    arcs: tuple[Arc, ...]
    of: Weapon | Gun | Drone


def arms(unit: Craft | Drone) -> tuple[Arm, ...]:
    """Everything a unit could fire, destroyed or not; a drone's weapon is "L1", "E1" or "P1" and fires forward."""
    if isinstance(unit, Drone):
        if unit.arm == "point_defense":
            return ()
        return (Arm(f"{PREFIXES[unit.arm]}1", unit.arm, F2, unit),)
    weapons = tuple(Arm(weapon.id, weapon.kind, weapon.arcs, weapon) for weapon in unit.weapons)
    return weapons + tuple(Arm(gun.id, gun.kind, gun.arcs, gun) for gun in unit.guns)


def arm_of(unit: Craft | Drone, weapon: WeaponId) -> Arm:
    """The weapon of this id; IllegalOrderError names what is aboard."""
    aboard = arms(unit)
    for arm in aboard:
        if arm.id == weapon:
            return arm
    names = ", ".join(arm.id for arm in aboard) or "no weapon to fire"
    raise IllegalOrderError(f"{unit.id} has no weapon {quoted(weapon)}; it has {names}.", rule="PW-B92")


def leading(cell: str) -> int:
    """The number a cell of words begins with: 3 for "3 whole impulses between" (`house_rules` sees to it)."""
    return int(cell.split(maxsplit=1)[0])


def turn_of(absolute: int) -> int:
    """The turn of an absolute impulse; 0 for 0, which is never."""
    return -(-absolute // IMPULSES)


def check_ready(unit: Craft | Drone, arm: Arm, now: Moment, options: Options = PRINTED) -> None:
    """IllegalOrderError if the weapon is lost, empty, cold, charging or fired too lately (PW-S97, PW-B78, PW-B79)."""
    if isinstance(arm.of, Gun):
        _check_gun(arm.of, now, options)
        return
    if isinstance(arm.of, Weapon) and arm.of.destroyed:
        raise IllegalOrderError(f"{arm.id} is destroyed.", rule="PW-B92")
    if isinstance(unit, Craft) and arm.kind in CANNONS and now.turn < unit.warm_from:
        raise IllegalOrderError(f"{arm.id} is cold; its cannons are warm from turn {unit.warm_from}.", rule="PW-S104")
    if isinstance(arm.of, Weapon) and arm.of.tried:
        raise IllegalOrderError(f"{arm.id} has had its try this turn.", rule="PW-S109")
    _check_delay(arm.id, arm.of.fired, now, options, "PW-S97")


def _check_delay(name: WeaponId, fired: int, now: Moment, options: Options, once: str) -> None:
    if not fired:
        return
    if turn_of(fired) == now.turn:
        raise IllegalOrderError(f"{name} has fired this turn.", rule=once)
    between = leading(tables(options)["PW-T30"].cell("impulse_delay", "value"))
    wait = fired + between + 1 - now.absolute
    if wait > 0:
        raise IllegalOrderError(f"{name} fired lately; it is ready in {wait} impulse{'s'[: wait > 1]}.", rule="PW-B78")


def _check_gun(gun: Gun, now: Moment, options: Options) -> None:
    if gun.boxes <= gun.destroyed:
        raise IllegalOrderError(f"{gun.id} is destroyed.", rule="PW-S125")
    if now.turn < gun.ready_turn:
        raise IllegalOrderError(f"{gun.id} is not charged before turn {gun.ready_turn}.", rule="PW-B79")
    if gun.kind == "acid":
        if gun.left < 1:
            raise IllegalOrderError(f"{gun.id} has no round left.", rule="PW-S126")
        _check_delay(gun.id, gun.fired, now, options, "PW-S126")
        return
    if gun.kind == "metal" and gun.left < METAL_BOXES:
        raise IllegalOrderError(
            f"{gun.id} has {gun.left} box{'es'[: 2 * (gun.left != 1)]} left; a bolt takes {METAL_BOXES}.",
            rule="PW-S132",
        )
    if now.turn < gun.fired_turn + REST:
        ready = gun.fired_turn + REST
        rule = "PW-S123" if gun.kind == "radiation" else "PW-S130"
        raise IllegalOrderError(
            f"{gun.id} fired on turn {gun.fired_turn} and is charged again on turn {ready}.", rule=rule
        )
