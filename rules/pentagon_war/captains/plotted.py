"""A craft's decisions at a step by its captain's programme. A fire line is a permission: it waits until it is legal."""

from collections.abc import Iterator
from itertools import islice

from rules.pentagon_war.captains import gunnery
from rules.pentagon_war.captains.stops import CaptainMemory, holds
from rules.pentagon_war.changes import alive
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Decision,
    Detonate,
    Disengage,
    EnterOrbit,
    Join,
    LaunchBolt,
    LaunchDrone,
    Ram,
    Rotate,
    SelfDestruct,
    Separate,
    SetBeam,
    TakeDamage,
)
from rules.pentagon_war.programme import NO_TARGET, Act, ActLine, FireLine, Programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import is_guided
from rules.pentagon_war.turn.engine import is_legal
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import IMPULSES, Craft
from rules.values import changed

LAUNCHED_PREFIXES = ("M", "LM")
"""How ids of missiles and metal guns begin; drone bays are "D" and a digit."""
ALL_WEAPONS = "ALL"
"""In a fire line: every weapon that fires directly."""


def plotted_decisions(
    view: BattleView, memory: CaptainMemory, craft: Craft, programme: Programme
) -> Iterator[Decision]:
    """The decisions of the step the view stands at."""
    battle, now = view.known, view.known.now
    if now.impulse == 0:
        if now.segment == 2:
            yield AllocatePower(craft.id, programme.power)
        return
    if now.impulse > IMPULSES:
        yield from _acts(view, memory, craft, programme, ("leave",))
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
            yield from gunnery.as_decisions(gunnery.defend(battle, memory.side, craft, programme.defend))
        case 5:
            yield from _blasts(view, memory, craft, programme)
            yield from _acts(view, memory, craft, programme, ("self-destruct", "ram"))
        case 6:
            yield from _launches(view, memory, craft, programme)
            yield from _acts(view, memory, craft, programme, ("join", "separate", "orbit"))
        case 7:
            yield from _fire(view, memory, craft, programme)
        case 9:
            yield from gunnery.as_decisions(
                gunnery.screens(battle, memory.side, craft, programme.screens, most=programme.most_reinforced)
            )
        case 11 if programme.damage or programme.screen or programme.take:
            yield TakeDamage(craft.id, programme.damage, programme.screen, programme.take)


def is_launched(weapon: str) -> bool:
    """Whether a weapon's id names something that is launched and not fired."""
    return weapon.startswith(LAUNCHED_PREFIXES)


def is_bay(weapon: str) -> bool:
    """Whether an id names a drone bay."""
    return weapon[:1] == "D" and weapon[1:].isdigit()


def _lines(view: BattleView, memory: CaptainMemory, craft: Craft, programme: Programme) -> Iterator[FireLine]:
    """The fire lines in force at this impulse."""
    for line in programme.fire:
        in_force = line.first <= view.known.now.impulse <= line.last
        if in_force and all(holds(view, memory, craft, condition, line.weapons) for condition in line.when):
            yield line


def _blasts(view: BattleView, memory: CaptainMemory, craft: Craft, programme: Programme) -> Iterator[Decision]:
    """Missiles set off where they are; a line waits while its missile is aboard, and cannot be followed out of guidance."""
    for line in programme.blasts:
        missile = view.known.missiles.get(f"{craft.id}.{line.box}")
        if missile is None or not is_guided(view.known, missile):
            continue
        there = changed(craft, at=missile.at)
        if all(holds(view, memory, there, condition) for condition in line.when):
            yield Detonate(missile.id)


def _acts(
    view: BattleView, memory: CaptainMemory, craft: Craft, programme: Programme, kinds: tuple[Act, ...]
) -> Iterator[Decision]:
    """What the lines of these kinds come to now: the first way that is legal of each line whose conditions hold."""
    battle = view.known
    for line in programme.acts:
        in_force = line.act == "leave" or line.first <= battle.now.impulse <= line.last
        if line.act not in kinds or not in_force:
            continue
        if all(holds(view, memory, craft, condition) for condition in line.when):
            yield from islice((each for each in _ways(battle, craft, line) if is_legal(battle, memory.side, each)), 1)


def _ways(battle: Battle, craft: Craft, line: ActLine) -> Iterator[Decision]:
    """Each way to do what a line says: with what it names, or with whatever is there."""
    match line.act:
        case "self-destruct":
            yield SelfDestruct(craft.id)
        case "separate":
            yield Separate(craft.id)
        case "ram":
            yield from (Ram(craft.id, unit) for unit in gunnery.targets_for(battle, craft.side, craft.at, line.target))
        case "join":
            others = [each.id for each in alive(battle) if each.side == craft.side and each.id != craft.id]
            yield from (Join(craft.id, unit) for unit in others if line.target in {"", unit})
        case "orbit":
            yield from (EnterOrbit(craft.id, body) for body in sorted(battle.bodies) if line.target in {"", body})
        case "leave":
            if line.target != "acceleration":
                yield Disengage(craft.id, "separation")
            if line.target != "separation":
                yield Disengage(craft.id, "acceleration")


def _fire(view: BattleView, memory: CaptainMemory, craft: Craft, programme: Programme) -> Iterator[Decision]:
    battle = view.known
    for line in _lines(view, memory, craft, programme):
        weapons = [
            weapon
            for weapon in line.weapons
            if not is_launched(weapon) and not is_bay(weapon) and weapon != ALL_WEAPONS
        ]
        weapons += [
            weapon for weapon in gunnery.direct_weapons(craft) if ALL_WEAPONS in line.weapons and weapon not in weapons
        ]
        targets = gunnery.targets_for(battle, memory.side, craft.at, line.target)
        battle, orders = gunnery.shoot(
            battle, memory.side, craft, weapons, targets,
            keep=programme.power.keep, narrow=line.narrow, doubled=line.doubled,
        )  # fmt: skip
        yield from orders


def _launches(view: BattleView, memory: CaptainMemory, craft: Craft, programme: Programme) -> Iterator[Decision]:
    battle = view.known
    launched: set[str] = set()
    for line in _lines(view, memory, craft, programme):
        seekers = [weapon for weapon in line.weapons if is_launched(weapon) and weapon not in launched]
        targets = gunnery.targets_for(battle, memory.side, craft.at, line.target)
        found = (
            gunnery.bombs(battle, memory.side, craft, seekers, line.heading, rail=line.rail)
            if line.target == NO_TARGET
            else gunnery.launches(battle, memory.side, craft, seekers, targets, rail=line.rail)
        )
        for order in found:
            launched.add(order.gun if isinstance(order, LaunchBolt) else order.box)
            yield order
        full = {bay.id for bay in craft.bays if bay.state == "full"}
        for weapon in line.weapons:
            if is_bay(weapon) and weapon in full and weapon not in launched:
                launched.add(weapon)
                yield LaunchDrone(craft.id, weapon, craft.facing, craft.velocity.a, craft.velocity.c)
