"""What a unit can fire, and what that does on a modified roll: hit or miss, points, a small target killed."""

from typing import Final, TypeAlias

from rules.errors import IllegalOrderError, quoted
from rules.events import Modifier
from rules.pentagon_war.commission import PREFIXES
from rules.pentagon_war.designs import F2, GunKind, WeaponKind
from rules.pentagon_war.geometry import Arc
from rules.pentagon_war.options import Options, leading, tables
from rules.pentagon_war.positions.bodies import thinned_by
from rules.pentagon_war.shipyard.pricing import PRINTED
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import Installation, Target
from rules.pentagon_war.units import IMPULSES, Body, Bolt, Craft, Drone, Gun, Missile, Moment, Weapon, WeaponId
from rules.values import Value

ArmKind: TypeAlias = WeaponKind | GunKind
REST: Final = 2
"""A gun of two turns' preparation fired on turn t fires again from t + 2 (PW-B79)."""
METAL_BOXES: Final = 2
"""Boxes of a liquid metal gun that one bolt uses up (PW-S132)."""
CANNONS: Final = frozenset({"electron", "proton"})
BY_ROLL: Final = {"laser": "PW-T07", "radiation": "PW-T10"}
BY_RANGE: Final = {"proton": "PW-T08", "electron": "PW-T09", "beam": "PW-T08"}
BASE: Final = {"proton": "Proton cannon", "electron": "Electron cannon", "acid": "Acid gum gun"}
KILLS: Final = {"laser": "Laser vs size 0", "radiation": "Radiation gun vs size 0"}
RULES: Final = {
    "laser": "PW-B07", "radiation": "PW-B13", "proton": "PW-B09", "electron": "PW-B10", "acid": "PW-B12", "beam": "PW-S106",
    "metal": "PW-S134",
}  # fmt: skip
ACID_POINTS: Final = 2
"""What a glob of acid gum does each impulse (PW-S128)."""
POINTS_PER_LOSS = 2
"""Proton damage that takes one point off a bolt (PW-S138)."""


class Arm(Value):
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
    if isinstance(unit, Craft):  # asked for every shot that is weighed: only the one is made
        found: Weapon | Gun | None = next((one for one in unit.weapons if one.id == weapon), None)
        found = found or next((gun for gun in unit.guns if gun.id == weapon), None)
        if found is not None:
            return Arm(found.id, found.kind, found.arcs, found)
    aboard = arms(unit)
    for arm in aboard:
        if arm.id == weapon:
            return arm
    names = ", ".join(arm.id for arm in aboard) or "no weapon to fire"
    raise IllegalOrderError(f"{unit.id} has no weapon {quoted(weapon)}; it has {names}.", rule="PW-B92")


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


class Effect(Value):
    """One shot's result: `hit`, the points it does, and whether it kills a size class 0 target outright."""

    hit: bool
    points: int
    kills: bool = False


def is_small(target: Target) -> bool:
    """Whether any weapon's hit destroys it: drones, missiles, installations (PW-B68)."""
    return isinstance(target, Drone | Missile | Installation)


def needed(kind: ArmKind, target: Target, options: Options) -> int | None:
    """The modified roll that hits; None for a weapon whose damage follows the roll, and at a planet (PW-B06, PW-A70)."""
    numbers = tables(options)["PW-T13"]
    if kind == "beam":
        return numbers.number(
            "Magnetic beam at bolt" if isinstance(target, Bolt) else "Magnetic beam (attach)", "number"
        )
    if kind in BY_ROLL:
        return numbers.number(KILLS[kind], "number") if is_small(target) else None
    return None if isinstance(target, Body) else numbers.number(BASE[kind], "number")


def points_at(kind: ArmKind, hexes: int, options: Options) -> int:
    """What a weapon that hits or misses does at a range (PW-B09, PW-B10, PW-B12)."""
    return ACID_POINTS if kind == "acid" else int(tables(options)[BY_RANGE[kind]].by_roll(hexes)["damage"])


def effect(kind: ArmKind, target: Target, hexes: int, modified: int, options: Options) -> Effect:
    """What a shot at a range does on a modified roll; a planet's air takes one point (PW-B06 to PW-B13, PW-A64)."""
    number = needed(kind, target, options)
    hit = number is None or modified >= number
    if is_small(target):
        harmless = kind in BY_RANGE and not points_at(kind, hexes, options)
        return Effect(hit and not harmless, 0, kills=hit and not harmless and kind != "beam")
    if kind == "beam" and not isinstance(target, Bolt):
        return Effect(hit, 0)
    if kind in BY_ROLL:
        points = int(tables(options)[BY_ROLL[kind]].by_roll(modified)["damage"])
        hit = points > 0
    else:
        points = points_at(kind, hexes, options) if hit else 0
    if isinstance(target, Body):
        points = max(points - thinned_by(target), 0)
    return Effect(hit, points)


def bolt_strength(battle: Battle, bolt: Bolt) -> int:
    """The damage a bolt would do now; 0 or less is a bolt to be removed (PW-S136, PW-S139). Unmoved counts as 1 hex."""
    return sum(term.value for term in bolt_terms(battle, bolt))


def bolt_terms(battle: Battle, bolt: Bolt) -> tuple[Modifier, ...]:
    """The sum behind a bolt's strength: hexes travelled, then what cannons have taken off (PW-B14, PW-S138)."""
    table = tables(battle.options)["PW-T11"]
    travelled = max(bolt.moved, 1)
    by_range = table.number(travelled, "damage") if str(travelled) in table.keys else 0
    base = Modifier(by_range, f"{travelled} hexes travelled")
    worn = bolt.eroded // POINTS_PER_LOSS
    return (base, Modifier(-worn, f"{bolt.eroded} points of cannon fire")) if worn else (base,)
