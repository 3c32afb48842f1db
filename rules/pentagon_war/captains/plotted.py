"""A craft's decisions at a step by its captain's programme. A fire line is a permission: it waits until it is legal."""

from collections.abc import Iterator

from rules.changes import changed
from rules.pentagon_war.captains.gunnery import defend, direct_weapons, given, launches, screens, shoot, targets_for
from rules.pentagon_war.captains.stops import Memory, holds
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Decision,
    Detonate,
    LaunchBolt,
    LaunchDrone,
    Rotate,
    SetBeam,
    TakeDamage,
)
from rules.pentagon_war.programme import FireLine, Programme
from rules.pentagon_war.targeting.sight import is_guided
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft

LAUNCHED = ("M", "LM")
"""How ids of missiles and metal guns begin; drone bays are "D" and a digit."""
ALL = "ALL"
"""In a fire line: every weapon that fires directly."""


def plotted(view: BattleView, memory: Memory, craft: Craft, programme: Programme) -> Iterator[Decision]:
    """The decisions of the step the view stands at."""
    battle, now = view.known, view.known.now
    if now.impulse == 0:
        if now.segment == 2:
            yield AllocatePower(craft.id, programme.power)
        return
    match now.segment:
        case 1:
            for move in programme.moves:
                if move.impulse == now.impulse and move.facing is not None and move.facing != craft.facing:
                    yield Rotate(craft.id, move.facing)
        case 2:
            for move in programme.moves:
                if move.impulse == now.impulse and move.accelerate:
                    yield Accelerate(craft.id, move.accelerate, move.brake)
            for lock in battle.locks:
                if lock.craft == craft.id and lock.mode != programme.beam:
                    yield SetBeam(craft.id, lock.beam, programme.beam)
        case 4:
            yield from given(defend(battle, memory.side, craft, programme.defend))
        case 5:
            yield from _blasts(view, memory, craft, programme)
        case 6:
            yield from _launches(view, memory, craft, programme)
        case 7:
            yield from _fire(view, memory, craft, programme)
        case 9:
            yield from given(screens(battle, memory.side, craft, programme.screens, most=programme.most_reinforced))
        case 11 if programme.damage:
            yield TakeDamage(craft.id, lose=programme.damage)


def is_launched(weapon: str) -> bool:
    """Whether a weapon's id names something that is launched and not fired."""
    return weapon.startswith(LAUNCHED)


def is_bay(weapon: str) -> bool:
    """Whether an id names a drone bay."""
    return weapon[:1] == "D" and weapon[1:].isdigit()


def _lines(view: BattleView, memory: Memory, craft: Craft, programme: Programme) -> Iterator[FireLine]:
    """The fire lines in force at this impulse."""
    for line in programme.fire:
        in_force = line.first <= view.known.now.impulse <= line.last
        if in_force and all(holds(view, memory, craft, condition, line.weapons) for condition in line.when):
            yield line


def _blasts(view: BattleView, memory: Memory, craft: Craft, programme: Programme) -> Iterator[Decision]:
    """Missiles set off where they are; a line waits while its missile is aboard, and cannot be followed out of guidance."""
    for line in programme.blasts:
        missile = view.known.missiles.get(f"{craft.id}.{line.box}")
        if missile is None or not is_guided(view.known, missile):
            continue
        there = changed(craft, at=missile.at)
        if all(holds(view, memory, there, condition) for condition in line.when):
            yield Detonate(missile.id)


def _fire(view: BattleView, memory: Memory, craft: Craft, programme: Programme) -> Iterator[Decision]:
    battle = view.known
    for line in _lines(view, memory, craft, programme):
        weapons = [
            weapon for weapon in line.weapons if not is_launched(weapon) and not is_bay(weapon) and weapon != ALL
        ]
        weapons += [weapon for weapon in direct_weapons(craft) if ALL in line.weapons and weapon not in weapons]
        targets = targets_for(battle, memory.side, craft.at, line.target)
        battle, orders = shoot(
            battle, memory.side, craft, weapons, targets,
            keep=programme.power.keep, narrow=line.narrow, doubled=line.doubled,
        )  # fmt: skip
        yield from orders


def _launches(view: BattleView, memory: Memory, craft: Craft, programme: Programme) -> Iterator[Decision]:
    battle = view.known
    launched: set[str] = set()
    for line in _lines(view, memory, craft, programme):
        seekers = [weapon for weapon in line.weapons if is_launched(weapon) and weapon not in launched]
        targets = targets_for(battle, memory.side, craft.at, line.target)
        for order in launches(battle, memory.side, craft, seekers, targets, rail=line.rail):
            launched.add(order.gun if isinstance(order, LaunchBolt) else order.box)
            yield order
        full = {bay.id for bay in craft.bays if bay.state == "full"}
        for weapon in line.weapons:
            if is_bay(weapon) and weapon in full and weapon not in launched:
                launched.add(weapon)
                yield LaunchDrone(craft.id, weapon, craft.facing, craft.velocity.a, craft.velocity.c)
