"""What a captain who is asked in the middle of a turn may answer: shots with their odds, from what their side sees."""

from fractions import Fraction

from rules.hexes import distance
from rules.pentagon_war.captains.chances import gets_through
from rules.pentagon_war.captains.gunnery import direct_weapons, shoot, targets_for
from rules.pentagon_war.captains.plotted import ALL_WEAPONS, is_bay, is_launched
from rules.pentagon_war.changes import units
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.orders import Decision, Fire
from rules.pentagon_war.programme import FireLine, Programme
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.targets import check_shot
from rules.pentagon_war.units import Craft, Drone, SideId, UnitId, WeaponId
from rules.values import IllegalOrderError, Value, changed


class FireAnswer(Value):
    """Shots at one target: the weapons that may be fired at it now, the points they do on average before screens, and the chance
    that the best of them hits. `through`: they can do more than its screens take off."""

    target: UnitId
    weapons: tuple[WeaponId, ...]
    hexes: int
    mean: Fraction
    hit: Fraction
    through: bool


def fire_answers(battle: Battle, craft: Craft) -> tuple[FireAnswer, ...]:
    """What an own craft may fire at, craft before drones and missiles; of each kind the most hopeful shots first."""
    found: list[tuple[bool, FireAnswer]] = []
    for kind in ("craft", "drones", "missiles"):
        for target in targets_for(battle, craft.side, craft.at, kind):
            _, fired = shoot(battle, craft.side, craft, direct_weapons(craft), (target,))
            if fired:
                found.append((kind != "craft", _answer(battle, craft, fired[0])))
    found.sort(key=lambda each: (each[0], not each[1].through, -each[1].mean, -each[1].hit, each[1].target))
    return tuple(answer for _, answer in found)


def _answer(battle: Battle, craft: Craft, order: Fire) -> FireAnswer:
    looked = [odds(battle, craft, weapon, order.target) for weapon in order.weapons]
    return FireAnswer(
        order.target,
        order.weapons,
        distance(craft.at, units(battle)[order.target].at),
        sum((each.mean for each in looked), Fraction(0)),
        max(each.hit for each in looked),
        gets_through(battle, craft, order.weapons, order.target),
    )


def with_all_weapons(battle: Battle, side: SideId, decision: Decision) -> Decision:
    """A decision to fire all with the weapons that this comes to now; any other as it is. A GameError where none may be fired."""
    if not isinstance(decision, Fire) or ALL_WEAPONS not in decision.weapons:
        return decision
    unit = units(battle).get(decision.unit)
    aboard = direct_weapons(unit) if isinstance(unit, Craft | Drone) and unit.side == side else ()
    if not isinstance(unit, Craft | Drone) or not aboard:
        raise IllegalOrderError(f"{decision.unit} carries no weapon to fire.", rule="PW-B92")
    _, fired = shoot(battle, side, unit, aboard, (decision.target,), narrow=decision.narrow, doubled=decision.doubled)
    if not fired:
        check_shot(battle, side, Shot(unit.id, aboard[0], decision.target, "", decision.doubled))
        raise IllegalOrderError(f"None of its weapons may be fired at {decision.target} now.", rule="PW-B92")
    return changed(decision, weapons=fired[0].weapons)


def held(plan: Programme, impulse: int) -> Programme:
    """A programme whose direct fire waits until after an impulse; what it launches goes on as plotted."""
    lines = [line if _launches(line) else changed(line, first=max(line.first, impulse + 1)) for line in plan.fire]
    return changed(plan, fire=tuple(line for line in lines if line.first <= line.last))


def _launches(line: FireLine) -> bool:
    return all(is_launched(weapon) or is_bay(weapon) for weapon in line.weapons)
