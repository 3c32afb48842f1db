"""What a unit can fire, what that does on a modified roll, and whether a shot is allowed (PW-B92)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from rules.pentagon_war.changes import PowerLine, is_crashing, launched_at, own_unit
from rules.pentagon_war.commission import PREFIXES
from rules.pentagon_war.designs import F2, GunKind, WeaponKind
from rules.pentagon_war.geometry import Arc, arcs_to
from rules.pentagon_war.options import Options, leading_number, tables
from rules.pentagon_war.positions import blocked_arcs, blocking_body, thinned_by
from rules.pentagon_war.shipyard.pricing import PRINTED_OPTIONS
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting import sight
from rules.pentagon_war.units import (
    IMPULSES,
    Body,
    Bolt,
    Craft,
    Drone,
    Gun,
    Missile,
    Moment,
    SideId,
    UnitId,
    Weapon,
    WeaponId,
)
from rules.values import IllegalOrderError, Modifier, Value, quoted

ArmKind: TypeAlias = WeaponKind | GunKind
GUN_REST_TURNS: Final = 2
"""A gun of two turns' preparation fired on turn t fires again from t + 2 (PW-B79)."""
METAL_BOXES: Final = 2
"""Boxes of a liquid metal gun that one bolt uses up (PW-S132)."""
CANNONS: Final = frozenset({"electron", "proton"})
BY_ROLL: Final = {"laser": "PW-T07", "radiation": "PW-T10"}
BY_RANGE: Final = {"proton": "PW-T08", "electron": "PW-T09", "beam": "PW-T08"}
BASE_ROWS: Final = {"proton": "Proton cannon", "electron": "Electron cannon", "acid": "Acid gum gun"}
SIZE_ZERO_ROWS: Final = {"laser": "Laser vs size 0", "radiation": "Radiation gun vs size 0"}
WEAPON_RULES: Final = {
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


def check_ready(unit: Craft | Drone, arm: Arm, now: Moment, options: Options = PRINTED_OPTIONS) -> None:
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
    between = leading_number(tables(options)["PW-T30"].cell("impulse_delay", "value"))
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
    if now.turn < gun.fired_turn + GUN_REST_TURNS:
        ready = gun.fired_turn + GUN_REST_TURNS
        rule = "PW-S123" if gun.kind == "radiation" else "PW-S130"
        raise IllegalOrderError(
            f"{gun.id} fired on turn {gun.fired_turn} and is charged again on turn {ready}.", rule=rule
        )


class Effect(Value):
    """One shot's result: `hit`, the points it does, and whether it kills a size class 0 target outright."""

    hit: bool
    points: int
    kills: bool = False


def is_small(target: sight.Target) -> bool:
    """Whether any weapon's hit destroys it: drones, missiles, installations (PW-B68)."""
    return isinstance(target, Drone | Missile | sight.Installation)


def needed_roll(kind: ArmKind, target: sight.Target, options: Options) -> int | None:
    """The modified roll that hits; None for a weapon whose damage follows the roll, and at a planet (PW-B06, PW-A70)."""
    numbers = tables(options)["PW-T13"]
    if kind == "beam":
        return numbers.number(
            "Magnetic beam at bolt" if isinstance(target, Bolt) else "Magnetic beam (attach)", "number"
        )
    if kind in BY_ROLL:
        return numbers.number(SIZE_ZERO_ROWS[kind], "number") if is_small(target) else None
    return None if isinstance(target, Body) else numbers.number(BASE_ROWS[kind], "number")


def points_at(kind: ArmKind, hexes: int, options: Options) -> int:
    """What a weapon that hits or misses does at a range (PW-B09, PW-B10, PW-B12)."""
    return ACID_POINTS if kind == "acid" else int(tables(options)[BY_RANGE[kind]].by_roll(hexes)["damage"])


def effect(kind: ArmKind, target: sight.Target, hexes: int, modified: int, options: Options) -> Effect:
    """What a shot at a range does on a modified roll; a planet's air takes one point (PW-B06 to PW-B13, PW-A64)."""
    number = needed_roll(kind, target, options)
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


BEAM_RANGE: Final = 2
"""The farthest a magnetic beam attaches (PW-S106)."""
FREE_GRAB_SPEED: Final = 2
"""The missile speed up to which grabbing it takes no power (PW-S86)."""
AT_BOLTS: Final = frozenset({"proton", "beam"})
POWER_LINES: Final[Mapping[ArmKind, tuple[PowerLine, str]]] = {
    "laser": ("lasers", "9"), "proton": ("protons", "10"), "electron": ("electrons", "11"),
}  # fmt: skip
"""Where a weapon's power is tallied, and the form's line of it (PW-C28 to PW-C30)."""


def check_shot(battle: Battle, side: SideId, shot: Shot) -> None:
    """IllegalOrderError, NotYoursError or GameError if a unit may not shoot so now (PW-B92).

    `battle.shots` counts as already decided: power, weapons and targets they take are taken. A liquid metal gun is
    checked alike; its launch is segment 6's.
    """
    unit = own_unit(battle, side, shot.craft)
    if not isinstance(unit, Craft | Drone):
        raise IllegalOrderError(f"{unit.id} carries no weapon to fire.", rule="PW-B92")
    arm = arm_of(unit, shot.weapon)
    target = sight.seen_target(battle, side, shot.target)
    check_kinds(arm, unit, target, doubled=shot.doubled)
    check_ready(unit, arm, battle.now, battle.options)
    if any(other.craft == unit.id and other.weapon == arm.id for other in battle.shots):
        raise IllegalOrderError(f"{arm.id} is already firing this impulse.", rule="PW-S97")
    if isinstance(unit, Craft):
        _check_beam_use(battle, unit, arm, target)
        check_limits(battle, unit, target)
    check_bearing(battle, unit, arm, target)
    check_range(battle, unit, arm, target)
    if isinstance(unit, Craft):
        _check_power(battle, unit, shot)


def check_kinds(arm: Arm, unit: Craft | Drone, target: sight.Target, *, doubled: bool = False) -> None:
    """IllegalOrderError if this kind of weapon is not fired at this kind of target (PW-S137, PW-S147, PW-A70)."""
    name = sight.name_of(target)
    if target.id == unit.id:
        raise IllegalOrderError(f"{name} cannot fire at itself.", rule="PW-B92")
    if isinstance(target, Bolt) and arm.kind not in AT_BOLTS:
        raise IllegalOrderError(
            f"{arm.id} does nothing to a liquid metal bolt; proton cannons and magnetic beams do.", rule="PW-S137"
        )
    if isinstance(target, Body) and target.gas_giant:
        raise IllegalOrderError(f"Nothing is fired into {name}: it swallows every shot.", rule="PW-A72")
    if arm.kind == "beam" and isinstance(target, Body | sight.Installation):
        raise IllegalOrderError(f"{name} is too heavy for a magnetic beam.", rule="PW-A69")
    if doubled and (arm.kind != "beam" or not isinstance(target, Craft)):
        raise IllegalOrderError("Only a magnetic beam at a spacecraft gains by a doubled charge.", rule="PW-S110")


def _check_beam_use(battle: Battle, craft: Craft, arm: Arm, target: sight.Target) -> None:
    if arm.kind != "beam":
        return
    if any(lock.craft == craft.id and lock.beam == arm.id for lock in battle.locks):
        raise IllegalOrderError(f"{arm.id} holds something; cut it first.", rule="PW-S120")
    if is_crashing(battle, craft):
        raise IllegalOrderError(f"{craft.name} is crash accelerating; its beams rest this impulse.", rule="PW-A04")
    if not craft.controls and not isinstance(target, Bolt):
        raise IllegalOrderError(
            f"{craft.name} has no controls left; its beams work against liquid metal bolts only.", rule="PW-S147"
        )


def check_limits(battle: Battle, craft: Craft, target: sight.Target) -> None:
    """IllegalOrderError if the craft may not aim at one more thing now.

    Without controls one target a turn in one impulse, evading one target a turn, crash accelerating one an impulse,
    seekers launched on it included (PW-S145, PW-S146, PW-A14, PW-A04).
    """
    now = {shot.target for shot in battle.shots if shot.craft == craft.id}
    check_others_of_turn(battle, craft, (now | set(craft.targets)) - {target.id})
    if not craft.controls and craft.fire_impulse not in {0, battle.now.absolute}:
        raise IllegalOrderError(
            f"{craft.name} has no controls left and has done its firing of this turn.", rule="PW-S146"
        )
    check_others_of_impulse(battle, craft, (now | launched_at(battle, craft.id)) - {target.id})


def check_others_of_turn(battle: Battle, craft: Craft, others: Collection[UnitId]) -> None:
    """IllegalOrderError if a craft that has aimed at these others this turn may aim at no more (PW-S145, PW-A14)."""
    if others and not craft.controls:
        raise IllegalOrderError(f"{craft.name} has no controls left and aims at one target a turn.", rule="PW-S145")
    if others and sight.is_evading(battle, craft):
        raise IllegalOrderError(f"{craft.name} evades and aims at one target a turn.", rule="PW-A14")


def check_others_of_impulse(battle: Battle, craft: Craft, others: Collection[UnitId]) -> None:
    """IllegalOrderError if a craft that has aimed at these others this impulse may aim at no more (PW-A04)."""
    if others and is_crashing(battle, craft):
        raise IllegalOrderError(
            f"{craft.name} is crash accelerating and aims at one target this impulse.", rule="PW-A04"
        )


def check_bearing(battle: Battle, unit: Craft | Drone, arm: Arm, target: sight.Target) -> None:
    """IllegalOrderError if the target is in none of the weapon's free arcs, or behind a planet.

    (PW-B21 to PW-B23, PW-A67, PW-A72, PW-S142)
    """
    aim = sight.struck_hex(unit.at, target)
    bearing = arcs_to(unit.at, unit.facing, aim) & set(arm.arcs)
    if not bearing:
        raise IllegalOrderError(
            f"{sight.name_of(target)} is not in the arcs of {arm.id} ({'+'.join(arm.arcs)}).", rule="PW-B21"
        )
    if isinstance(unit, Craft) and not bearing - blocked_arcs(battle, unit):
        raise IllegalOrderError(f"A craft joined to {unit.name} is in the way of {arm.id}.", rule="PW-S142")
    own_ground = target.body.id if isinstance(target, sight.Installation) else target.id
    between = blocking_body(battle, unit.at, aim)
    if between is not None and between != own_ground:
        body = battle.bodies[between]
        rule = "PW-A72" if body.gas_giant else "PW-A67"
        raise IllegalOrderError(f"{body.name} is between {sight.name_of(unit)} and {sight.name_of(target)}.", rule=rule)


def check_range(battle: Battle, unit: Craft | Drone, arm: Arm, target: sight.Target) -> None:
    """IllegalOrderError if the target is too far for the weapon, or too near for a liquid metal gun.

    (PW-S106, PW-S131, PW-B11, PW-B31, PW-A70)
    """
    hexes = sight.firing_range(battle, unit, target)
    name = sight.name_of(target)
    if arm.kind == "metal":
        if not sight.true_range(unit.at, target):
            raise IllegalOrderError(f"{arm.id} cannot fire at {name} in its own hex.", rule="PW-S131")
        return
    if arm.kind == "beam" and not isinstance(target, Bolt):
        if hexes > BEAM_RANGE:
            raise IllegalOrderError(
                f"{name} is at range {hexes}; a magnetic beam reaches {BEAM_RANGE}.", rule="PW-S106"
            )
        return
    if arm.kind in BY_RANGE and not points_at(arm.kind, hexes, battle.options):
        if is_small(target):
            raise IllegalOrderError(f"At range {hexes} {arm.id} cannot hit anything as small as {name}.", rule="PW-B11")
        if isinstance(target, Body):
            raise IllegalOrderError(f"{name} is at range {hexes}, too far for {arm.id} to bombard.", rule="PW-A70")
    reach = tables(battle.options)["PW-T30"].number("acid_gum_bombardment_range", "value")
    if arm.kind == "acid" and isinstance(target, Body) and hexes > reach:
        raise IllegalOrderError(f"{name} is at range {hexes}, too far for {arm.id} to bombard.", rule="PW-A70")


def power_of(battle: Battle, craft: Craft, shots: Iterable[Shot]) -> Mapping[PowerLine, int]:
    """What a craft's shots of one impulse take, by line of its form (PW-C20, PW-C22, PW-C28 to PW-C30, PW-C35).

    The halves of power for grabbing one missile add up over the beams used on it, then round up (PW-S86).
    """
    form = tables(battle.options)["PW-T03"]
    spent: Counter[PowerLine] = Counter()
    grabs: dict[UnitId, Fraction] = {}
    for shot in shots:
        kind, target = arm_of(craft, shot.weapon).kind, sight.find_target(battle, shot.target)
        if kind in POWER_LINES:
            line, number = POWER_LINES[kind]
            spent[line] += form.number(number, "power per use")
        elif kind == "beam" and isinstance(target, Bolt):
            spent["bolt_beams"] += form.number("6", "power per use")
        elif kind == "beam" and isinstance(target, Missile):
            price = form.fraction("5b", "power per use") * max(target.kind.speed - FREE_GRAB_SPEED, 0)
            grabs[target.id] = grabs.get(target.id, Fraction(0)) + price
        elif kind == "beam" and shot.doubled:
            spent["beams"] += form.number("5", "power per use")
    for price in grabs.values():
        spent["beams"] += -(-price.numerator // price.denominator)
    return spent


def _check_power(battle: Battle, craft: Craft, shot: Shot) -> None:
    already = [other for other in battle.shots if other.craft == craft.id]
    before, after = (sum(power_of(battle, craft, shots).values()) for shots in (already, [*already, shot]))
    left = craft.cpmf.left - before
    if after - before > left:
        raise IllegalOrderError(
            f"{shot.weapon} takes {after - before} power; {craft.name} has {max(left, 0)} charged capacitors for it.",
            rule="PW-C33",
        )
