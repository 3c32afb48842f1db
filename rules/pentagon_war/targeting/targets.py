"""Whether a shot is allowed: every condition of direct fire in one check (PW-B92)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final

from rules.errors import IllegalOrderError
from rules.pentagon_war.changes import PowerLine, crashing, launched_at, own_unit
from rules.pentagon_war.geometry import arcs_to
from rules.pentagon_war.options import tables
from rules.pentagon_war.positions.bodies import blocked
from rules.pentagon_war.positions.joined import blocked_arcs
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.arms import BY_RANGE, Arm, ArmKind, arm_of, check_ready, is_small, points_at
from rules.pentagon_war.targeting.sight import (
    Installation,
    Target,
    find_target,
    firing_range,
    is_evading,
    name_of,
    seen_target,
    struck_hex,
    true_range,
)
from rules.pentagon_war.units import Body, Bolt, Craft, Drone, Missile, SideId, UnitId

BEAM_RANGE: Final = 2
"""The farthest a magnetic beam attaches (PW-S106)."""
SLOW: Final = 2
"""The missile speed up to which grabbing it takes no power (PW-S86)."""
AT_BOLTS: Final = frozenset({"proton", "beam"})
LINES: Final[Mapping[ArmKind, tuple[PowerLine, str]]] = {
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
    target = seen_target(battle, side, shot.target)
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


def check_kinds(arm: Arm, unit: Craft | Drone, target: Target, *, doubled: bool = False) -> None:
    """IllegalOrderError if this kind of weapon is not fired at this kind of target (PW-S137, PW-S147, PW-A70)."""
    name = name_of(target)
    if target.id == unit.id:
        raise IllegalOrderError(f"{name} cannot fire at itself.", rule="PW-B92")
    if isinstance(target, Bolt) and arm.kind not in AT_BOLTS:
        raise IllegalOrderError(
            f"{arm.id} does nothing to a liquid metal bolt; proton cannons and magnetic beams do.", rule="PW-S137"
        )
    if isinstance(target, Body) and target.gas_giant:
        raise IllegalOrderError(f"Nothing is fired into {name}: it swallows every shot.", rule="PW-A72")
    if arm.kind == "beam" and isinstance(target, Body | Installation):
        raise IllegalOrderError(f"{name} is too heavy for a magnetic beam.", rule="PW-A69")
    if doubled and (arm.kind != "beam" or not isinstance(target, Craft)):
        raise IllegalOrderError("Only a magnetic beam at a spacecraft gains by a doubled charge.", rule="PW-S110")


def _check_beam_use(battle: Battle, craft: Craft, arm: Arm, target: Target) -> None:
    if arm.kind != "beam":
        return
    if any(lock.craft == craft.id and lock.beam == arm.id for lock in battle.locks):
        raise IllegalOrderError(f"{arm.id} holds something; cut it first.", rule="PW-S120")
    if crashing(battle, craft):
        raise IllegalOrderError(f"{craft.name} is crash accelerating; its beams rest this impulse.", rule="PW-A04")
    if not craft.controls and not isinstance(target, Bolt):
        raise IllegalOrderError(
            f"{craft.name} has no controls left; its beams work against liquid metal bolts only.", rule="PW-S147"
        )


def check_limits(battle: Battle, craft: Craft, target: Target) -> None:
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
    if others and is_evading(battle, craft):
        raise IllegalOrderError(f"{craft.name} evades and aims at one target a turn.", rule="PW-A14")


def check_others_of_impulse(battle: Battle, craft: Craft, others: Collection[UnitId]) -> None:
    """IllegalOrderError if a craft that has aimed at these others this impulse may aim at no more (PW-A04)."""
    if others and crashing(battle, craft):
        raise IllegalOrderError(
            f"{craft.name} is crash accelerating and aims at one target this impulse.", rule="PW-A04"
        )


def check_bearing(battle: Battle, unit: Craft | Drone, arm: Arm, target: Target) -> None:
    """IllegalOrderError if the target is in none of the weapon's free arcs, or behind a planet.

    (PW-B21 to PW-B23, PW-A67, PW-A72, PW-S142)
    """
    aim = struck_hex(unit.at, target)
    bearing = arcs_to(unit.at, unit.facing, aim) & set(arm.arcs)
    if not bearing:
        raise IllegalOrderError(
            f"{name_of(target)} is not in the arcs of {arm.id} ({'+'.join(arm.arcs)}).", rule="PW-B21"
        )
    if isinstance(unit, Craft) and not bearing - blocked_arcs(battle, unit):
        raise IllegalOrderError(f"A craft joined to {unit.name} stands in the way of {arm.id}.", rule="PW-S142")
    own_ground = target.body.id if isinstance(target, Installation) else target.id
    between = blocked(battle, unit.at, aim)
    if between is not None and between != own_ground:
        body = battle.bodies[between]
        rule = "PW-A72" if body.gas_giant else "PW-A67"
        raise IllegalOrderError(f"{body.name} lies between {name_of(unit)} and {name_of(target)}.", rule=rule)


def check_range(battle: Battle, unit: Craft | Drone, arm: Arm, target: Target) -> None:
    """IllegalOrderError if the target is too far for the weapon, or too near for a liquid metal gun.

    (PW-S106, PW-S131, PW-B11, PW-B31, PW-A70)
    """
    hexes = firing_range(battle, unit, target)
    name = name_of(target)
    if arm.kind == "metal":
        if not true_range(unit.at, target):
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
        kind, target = arm_of(craft, shot.weapon).kind, find_target(battle, shot.target)
        if kind in LINES:
            line, number = LINES[kind]
            spent[line] += form.number(number, "power per use")
        elif kind == "beam" and isinstance(target, Bolt):
            spent["bolt_beams"] += form.number("6", "power per use")
        elif kind == "beam" and isinstance(target, Missile):
            price = form.fraction("5b", "power per use") * max(target.kind.speed - SLOW, 0)
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
