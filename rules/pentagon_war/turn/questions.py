"""Which of a side's units may decide what at a step: found by trying samples of every decision on the step's own check."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.errors import GameError
from rules.pentagon_war.changes import Unit, find
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Decision,
    DefendPoint,
    Detonate,
    Disengage,
    EnterOrbit,
    Fire,
    Join,
    LandDrone,
    LaunchBolt,
    LaunchDrone,
    LaunchMissile,
    Ram,
    Reinforce,
    Rotate,
    SelfDestruct,
    Separate,
    SetBeam,
    TakeDamage,
)
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.steps import DecisionType, Part, step_at
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile, SideId, UnitId

WORDS: Final[dict[DecisionType, str]] = {
    AllocatePower: "allocate power", Rotate: "turn", Accelerate: "accelerate", SetBeam: "set its magnetic beams",
    DefendPoint: "fire point defense", SelfDestruct: "self-destruct", Ram: "ram", Detonate: "be set off",
    LaunchMissile: "launch missiles", LaunchDrone: "launch drones", LaunchBolt: "launch a liquid metal bolt",
    LandDrone: "land", Join: "join another craft", Separate: "leave the craft it is joined to", EnterOrbit: "enter orbit",
    Fire: "fire", Reinforce: "set its screens", TakeDamage: "choose what its damage strikes", Disengage: "leave the battle",
}  # fmt: skip
"""What a unit may do, as players read it."""


@dataclass(frozen=True, slots=True)
class Question:
    """One unit that may decide something now: what, in words, and the rule of the step."""

    unit: UnitId
    text: str
    rule: str
    decisions: tuple[DecisionType, ...]


def questions(battle: Battle, side: SideId) -> tuple[Question, ...]:
    """A side's units with something to decide at this step, by id; worked out from what the side knows alone."""
    known = view_for(battle, side).known()
    step = step_at(battle.now)
    asked = []
    for unit in _own(known, side):
        kinds = tuple(kind for part in step.parts for kind in part.decisions if _may(known, side, unit, part, kind))
        if kinds:
            name = unit.name if isinstance(unit, Craft) else unit.id
            asked.append(Question(unit.id, f"{name} may {_either(kinds)}.", step.rule, kinds))
    return tuple(asked)


def _own(battle: Battle, side: SideId) -> tuple[Unit, ...]:
    units: list[Unit] = [craft for craft in battle.craft.values() if not craft.fate]
    units += [*battle.drones.values(), *battle.missiles.values(), *battle.bolts.values()]
    return tuple(sorted((unit for unit in units if unit.side == side), key=lambda unit: unit.id))


def _either(kinds: tuple[DecisionType, ...]) -> str:
    words = [WORDS[kind] for kind in kinds]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _may(battle: Battle, side: SideId, unit: Unit, part: Part, kind: DecisionType) -> bool:
    """Whether any sample of this kind of decision passes."""
    if part.check is None:
        return False
    for sample in _samples(battle, unit, kind):
        try:
            part.check(battle, side, sample)
        except GameError:
            continue
        return True
    return False


def _samples(battle: Battle, unit: Unit, kind: DecisionType) -> Iterator[Decision]:
    """Enough decisions of a kind for a unit that one of them is legal if any such decision is."""
    if kind is Rotate:
        facing = unit.heading if isinstance(unit, Missile | Bolt) else unit.facing
        yield from (Rotate(unit.id, (facing + by) % 6) for by in (1, 5))
    elif kind is Detonate and isinstance(unit, Missile):
        yield Detonate(unit.id)
    elif isinstance(unit, Craft):
        yield from _of_craft(battle, unit, kind)
    elif isinstance(unit, Drone):
        yield from _of_drone(battle, unit, kind)


def _of_drone(battle: Battle, drone: Drone, kind: DecisionType) -> Iterator[Decision]:
    if kind is Accelerate:
        yield Accelerate(drone.id)
    elif kind is DefendPoint:
        yield from (DefendPoint(drone.id, (target,)) for target in _targets(battle, drone))
    elif kind is LandDrone:
        yield from (LandDrone(drone.id, c.id) for c in battle.craft.values() if c.side == drone.side and not c.fate)
    elif kind is Fire:
        weapon = {"laser": "L1", "electron": "E1", "proton": "P1", "point_defense": ""}[drone.arm]
        yield from (Fire(drone.id, (weapon,), target) for target in _targets(battle, drone) if weapon)


def _of_craft(battle: Battle, craft: Craft, kind: DecisionType) -> Iterator[Decision]:
    if kind is AllocatePower:
        yield AllocatePower(craft.id, PowerPlan(radar_on=not craft.radar_on))
    elif kind is Accelerate:
        yield from (Accelerate(craft.id, Fraction(1, 120), brake) for brake in (False, True))
    elif kind is SetBeam:
        beams = [weapon.id for weapon in craft.weapons if weapon.kind == "beam"]
        yield from (SetBeam(craft.id, beam, "cut") for beam in beams)
        if any(lock.target == craft.id for lock in battle.locks):  # else there is nothing to cancel
            yield from (SetBeam(craft.id, beam, "cancel") for beam in beams)
    elif kind is SelfDestruct:
        yield SelfDestruct(craft.id)
    elif kind is Separate:
        yield Separate(craft.id)
    elif kind is EnterOrbit:
        yield from (EnterOrbit(craft.id, body) for body in battle.bodies)
    elif kind is Join:
        yield from (Join(craft.id, other.id) for other in battle.craft.values() if other.at == craft.at)
    elif kind is Reinforce:
        yield from (Reinforce(craft.id, points=1), Reinforce(craft.id, energise=1), Reinforce(craft.id, aim="side 1"))
    elif kind is TakeDamage:
        if craft.acid or any(blow.target == craft.id for blow in battle.blows) or _struck_soon(battle, craft):
            yield TakeDamage(craft.id)
    elif kind is Disengage:
        yield from (Disengage(craft.id, "acceleration"), Disengage(craft.id, "separation"))
    else:
        yield from _at_targets(battle, craft, kind)


def _struck_soon(battle: Battle, craft: Craft) -> bool:
    """Whether another side's seeker is in the craft's hex: it may be about to strike."""
    seekers: tuple[Missile | Bolt, ...] = (*battle.missiles.values(), *battle.bolts.values())
    return any(seeker.at == craft.at and seeker.side != craft.side for seeker in seekers)


def _at_targets(battle: Battle, craft: Craft, kind: DecisionType) -> Iterator[Decision]:
    for target in _targets(battle, craft):
        there = find(battle, target)
        if kind is DefendPoint:
            yield DefendPoint(craft.id, (target,))
        elif kind is Ram and there is not None and there.at == craft.at:
            yield Ram(craft.id, target)
        elif kind is LaunchMissile:
            yield from (
                LaunchMissile(craft.id, b.id, target, craft.facing) for b in craft.missiles if b.state == "full"
            )
        elif kind is LaunchBolt:
            metal = [gun.id for gun in craft.guns if gun.kind == "metal"]
            yield from (LaunchBolt(craft.id, gun, target, heading) for gun in metal for heading in range(6))
        elif kind is Fire:
            arms = [*(w.id for w in craft.weapons), *(gun.id for gun in craft.guns if gun.kind != "metal")]
            yield from (Fire(craft.id, (arm,), target) for arm in arms)
    if kind is LaunchMissile:
        yield from (LaunchMissile(craft.id, b.id, "", craft.facing) for b in craft.missiles if b.kind.hyper)
    elif kind is LaunchDrone:
        a, c = craft.velocity.a, craft.velocity.c
        yield from (LaunchDrone(craft.id, bay.id, craft.facing, a, c) for bay in craft.bays if bay.state == "full")


def _targets(battle: Battle, unit: Unit) -> Iterator[UnitId]:
    """What a unit might aim at: everything of the other sides in play, and bodies."""
    for other in battle.craft.values():
        if not other.fate and other.side != unit.side:
            yield other.id
    flying: tuple[Unit, ...] = (*battle.drones.values(), *battle.missiles.values(), *battle.bolts.values())
    for small in flying:
        if small.side != unit.side:
            yield small.id
    yield from battle.bodies
