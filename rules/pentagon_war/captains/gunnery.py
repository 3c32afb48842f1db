"""What captains do with their weapons: shooting, launching, point defense and screens, always asking the rules first."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from rules.hexes import Hex, distance
from rules.pentagon_war.captains.chances import DIRECT_FIRE_WEAPONS, gets_through, is_in_vain, may_shoot
from rules.pentagon_war.changes import Unit, placed_things
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.combat.reinforcement import operating_boxes, screen_rating
from rules.pentagon_war.geometry import Facing, directions_to
from rules.pentagon_war.options import power_per_use
from rules.pentagon_war.orders import DefendPoint, Fire, LaunchBolt, LaunchMissile, Reinforce
from rules.pentagon_war.programme import ScreenPolicy, WeaponId
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.targets import arms, power_of
from rules.pentagon_war.turn.engine import is_legal
from rules.pentagon_war.units import Bolt, Craft, Drone, SideId, UnitId
from rules.values import changed

D = TypeVar("D")
TARGET_KINDS: Final = ("missiles", "drones", "bolts", "craft")


def as_decisions(decision: D | None) -> tuple[D, ...]:
    """The decision, if there is one."""
    return () if decision is None else (decision,)


def targets_for(battle: Battle, side: SideId, at: Hex, named: str, within: int | None = None) -> tuple[UnitId, ...]:
    """The ids a line's target means, nearest first: a unit's own id, a kind ("missiles"), or "" for enemy craft; of a kind those
    `within` so many hexes."""
    if named and named not in TARGET_KINDS:
        return (named,)
    craft = [c for c in battle.craft.values() if not c.fate]
    pools: dict[str, Iterable[Unit]] = {
        "missiles": battle.missiles.values(),
        "drones": battle.drones.values(),
        "bolts": battle.bolts.values(),
        "craft": craft,
    }
    hostile = [unit for unit in pools[named or "craft"] if unit.side != side]
    near = [(distance(at, unit.at), unit.id) for unit in hostile]
    return tuple(found for far, found in sorted(near) if within is None or far <= within)


def shoot(
    battle: Battle,
    side: SideId,
    unit: Craft | Drone,
    weapons: Sequence[WeaponId],
    targets: Iterable[UnitId],
    *,
    keep: int = 0,
    narrow: bool = False,
    doubled: bool = False,
    in_vain: bool = True,
) -> tuple[Battle, tuple[Fire, ...]]:
    """Orders for the first target that any of these weapons may be fired at, with all that may; and the battle with them.

    Without `in_vain` no shot is fired that can be expected to do nothing, and none at a craft whose screens take all of it off.
    """
    for target in targets:
        written, chosen = battle, list[WeaponId]()
        for weapon in weapons:
            shot = Shot(unit.id, weapon, target, "", doubled)
            if not may_shoot(written, side, shot) or not _spares(written, unit, shot, keep):
                continue
            if not in_vain and is_in_vain(battle, unit, weapon, target):
                continue
            written = changed(written, shots=(*written.shots, shot))
            chosen.append(weapon)
        if chosen and (in_vain or gets_through(battle, unit, chosen, target)):
            return written, (Fire(unit.id, tuple(chosen), target, narrow, doubled),)
    return battle, ()


def direct_weapons(unit: Craft | Drone) -> tuple[WeaponId, ...]:
    """The weapons of a unit that fire in the direct-fire segments, the strongest kinds first."""
    found = [arm for arm in arms(unit) if arm.kind in DIRECT_FIRE_WEAPONS]
    return tuple(arm.id for arm in sorted(found, key=lambda arm: (DIRECT_FIRE_WEAPONS.index(arm.kind), arm.id)))


def launches(
    battle: Battle,
    side: SideId,
    craft: Craft,
    weapons: Sequence[WeaponId],
    targets: Sequence[UnitId],
    *,
    rail: bool,
    most: int = 99,
) -> tuple[LaunchMissile | LaunchBolt, ...]:
    """Missiles and bolts at the first target they may be launched at."""
    for target in targets:
        there = _hex_of(battle, target)
        if there is None:
            continue
        found: list[LaunchMissile | LaunchBolt] = []
        for weapon in weapons:
            order = _launch(battle, side, craft, weapon, target, there, rail=rail)
            if order is not None and len(found) < most:
                found.append(order)
        if found:
            return tuple(found)
    return ()


def bombs(
    battle: Battle, side: SideId, craft: Craft, boxes: Sequence[WeaponId], heading: Facing | None, *, rail: bool
) -> tuple[LaunchMissile, ...]:
    """Hyper bombs at nothing, along a heading or the craft's own facing (PW-A36)."""
    way = craft.facing if heading is None else heading
    orders = (LaunchMissile(craft.id, box, "", way, rail) for box in boxes)
    return tuple(order for order in orders if is_legal(battle, side, order))


def _launch(
    battle: Battle, side: SideId, craft: Craft, weapon: WeaponId, target: UnitId, there: Hex, *, rail: bool
) -> LaunchMissile | LaunchBolt | None:
    ahead = directions_to(craft.at, there) or (craft.facing,)
    for heading in (*ahead, *((h + turn) % 6 for h in ahead for turn in (1, 5))):
        order: LaunchMissile | LaunchBolt
        if weapon.startswith("LM"):
            order = LaunchBolt(craft.id, weapon, target, heading)
        else:
            order = LaunchMissile(craft.id, weapon, target, heading, rail)
        if is_legal(battle, side, order):
            return order
    return None


def defend(battle: Battle, side: SideId, unit: Craft | Drone, order: Sequence[str]) -> DefendPoint | None:
    """Point defense at everything hostile it may be used on, in the order of these kinds or ids."""
    chosen: list[UnitId] = []
    # PW-B40: else in the same hex alone, whoever else is near
    reach = None if battle.options.ranged_point_defense else 0
    for named in order:
        for target in targets_for(battle, side, unit.at, named, reach):
            trial = DefendPoint(unit.id, (*chosen, target))
            if target not in chosen and is_legal(battle, side, trial):
                chosen.append(target)
    return DefendPoint(unit.id, tuple(chosen)) if chosen else None


def screens(battle: Battle, side: SideId, craft: Craft, policy: ScreenPolicy, *, most: int = 99) -> Reinforce | None:
    """Screening to buy against the announced fire, by a policy; cold boxes are energised first (PW-S08)."""
    if policy == "never" or not craft.screens:
        return None
    aim = _aim(battle, craft)
    short = expected_damage(battle, craft) - screen_rating(craft)
    if policy == "to_save_armor":
        short -= sum(craft.armor) // 6
    if policy == "always":
        short = Fraction(99)
    left = craft.cpmf.left
    energise = 0
    if craft.screens_cold and short > 0:
        cold, wanted = craft.screens - operating_boxes(craft), -(-short.numerator // short.denominator)
        energise = min(cold, _affordable(battle, "8b", left), wanted)
        short, left = short - energise, left - energise * power_per_use(battle.options, "8b")
    can = min(most, operating_boxes(craft) + energise - craft.reinforced, _affordable(battle, "8", left))
    points = max(0, min(can, -(-short.numerator // short.denominator))) if short > 0 else 0
    for bought in range(points, -1, -1):
        order = Reinforce(craft.id, bought, energise, aim)
        if (bought or energise or aim) and is_legal(battle, side, order):
            return order
    return None


def expected_damage(battle: Battle, craft: Craft) -> Fraction:
    """Average points the announced fire at a craft would do, and the warheads of seekers that have reached its hex."""
    total = Fraction(0)
    for shot in battle.shots:
        if shot.target == craft.id:
            total += _worth(battle, shot)
    for missile in battle.missiles.values():
        if missile.side != craft.side and missile.at == craft.at:
            total += missile.kind.warhead
    for blow in battle.blows:
        if blow.target == craft.id:
            total += blow.points
    return total


def _aim(battle: Battle, craft: Craft) -> str:
    """Where directional screens are pointed: at the craft whose announced fire would hurt most (PW-A32)."""
    if not craft.design.directional:
        return ""
    by: dict[UnitId, Fraction] = {}
    for shot in battle.shots:
        if shot.target == craft.id:
            by[shot.craft] = by.get(shot.craft, Fraction(0)) + _worth(battle, shot)
    return max(sorted(by), key=by.__getitem__, default="")


def _affordable(battle: Battle, line: str, power: int) -> int:
    """How often a line of the power form can be used with so much power."""
    each = power_per_use(battle.options, line)
    return power // each if each else power


def _spares(battle: Battle, unit: Craft | Drone, shot: Shot, keep: int) -> bool:
    """Whether the capacitors to be kept are still there after a shot more; guns take no power (PW-S95)."""
    if isinstance(unit, Drone) or not keep:
        return True
    already = [other for other in battle.shots if other.craft == unit.id]
    before, after = (sum(power_of(battle, unit, shots).values()) for shots in (already, [*already, shot]))
    return after == before or unit.cpmf.left - after >= keep


def _worth(battle: Battle, shot: Shot) -> Fraction:
    """The average damage of a shot by somebody who can be seen."""
    firer = battle.craft.get(shot.craft) or battle.drones.get(shot.craft)
    return Fraction(0) if firer is None else odds(battle, firer, shot.weapon, shot.target).mean


def _hex_of(battle: Battle, target: UnitId) -> Hex | None:
    """Where something stands that missiles and bolts are launched at."""
    unit = placed_things(battle).get(target)
    return None if unit is None or isinstance(unit, Bolt) else unit.at
