"""Segment 1: craft and drones take new facings, seekers new headings (PW-M08, PW-M24)."""

from collections.abc import Sequence
from typing import Final

from rules.dice import Roller
from rules.errors import GameError, IllegalOrderError, WrongPhaseError
from rules.events import Cause
from rules.game import Adjudication
from rules.pentagon_war.changes import crashed_before, not_done, own_unit, put, seekers, seen
from rules.pentagon_war.events import Event, Rotated
from rules.pentagon_war.geometry import Facing, letter, turned_by
from rules.pentagon_war.movement.homing import Seeker, check_steering, next_heading
from rules.pentagon_war.orders import Decided, Decision, Rotate, by_unit, unit_of
from rules.pentagon_war.positions import group
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile, UnitId
from rules.values import changed

ANY: Final = 3
"""Hexsides of a free rotation: three either way is every facing (PW-M08)."""

BASE_WAITS: Final = 4
"""A base's last turn must be this many impulses ago (PW-S52)."""


def check(battle: Battle, side: str, decision: Decision) -> None:
    """A GameError if this unit may not turn so now (PW-M08, PW-S52, PW-S63, PW-S85)."""
    if not isinstance(decision, Rotate):
        raise WrongPhaseError("The rotation segment takes new facings and headings only.")
    unit = own_unit(battle, side, decision.unit)
    if not 0 <= decision.facing < 6:
        raise IllegalOrderError("A facing is one of the six letters A to F.", rule="PW-M02")
    match unit:
        case Craft():
            _check_craft(battle, unit, decision.facing)
        case Drone():
            pass  # a drone takes any facing, with or without fuel (PW-S51)
        case Missile() | Bolt():
            check_steering(battle, unit, decision.facing)


def limit(battle: Battle, craft: Craft) -> tuple[int, str]:
    """How many hexsides, 0 to 3, a craft may turn now, and the rule that says so; joined craft turn as one (PW-M30)."""
    return min((_limit(battle, member) for member in group(battle, craft)), key=lambda found: found[0])


def _limit(battle: Battle, craft: Craft) -> tuple[int, str]:
    if craft.is_base:
        return (1 if battle.now.absolute - craft.rotated >= BASE_WAITS else 0), "PW-S52"
    if craft.controls == 0:
        return 1, "PW-S85"
    if crashed_before(battle, craft):
        return 1, "PW-A06"
    if craft.evading:
        return 1, "PW-A14"
    return ANY, "PW-M08"


REASONS: Final = {
    "PW-S52": "a base turns one hexside at a time, and not again until 4 impulses later",
    "PW-S85": "with no controls left it turns one hexside at most",
    "PW-A06": "after crash acceleration it turns one hexside at most on this impulse",
    "PW-A14": "while it evades it turns one hexside at most",
}


def _check_craft(battle: Battle, craft: Craft, facing: Facing) -> None:
    most, rule = limit(battle, craft)
    if turned_by(craft.facing, facing) > most:
        raise IllegalOrderError(
            f"{craft.name} faces {letter(craft.facing)} and cannot turn to {letter(facing)}: {REASONS[rule]}.",
            rule=rule,
        )


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """All rotations at once; a seeker without an order of its owner's homes by itself (PW-S62, PW-C36)."""
    events: list[Event] = []
    turned: dict[UnitId, Craft | Drone | Missile | Bolt] = {}
    for decided in by_unit(decisions):
        decision = decided.decision
        try:
            check(battle, decided.side, decision)
            assert isinstance(decision, Rotate)
            unit = own_unit(battle, decided.side, decision.unit)
            if unit.id in turned:
                raise IllegalOrderError("It has turned already on this impulse.", rule="PW-M08")
        except GameError as error:
            events.append(not_done(battle, decided.side, unit_of(decision), "rotate", error))
            continue
        turned.update({each.id: each for each in _turned(battle, unit, decision.facing)})
    for seeker in seekers(battle):
        if seeker.id not in turned:
            turned[seeker.id] = changed(seeker, heading=next_heading(battle, seeker))
    for unit_id, after in sorted(turned.items()):
        before = own_unit(battle, after.side, unit_id)
        if _faces(before) != _faces(after):
            rule = "PW-S62" if isinstance(after, Missile | Bolt) else "PW-M08"
            events.append(
                Rotated(battle.now, Cause(rule), unit_id, _faces(before), _faces(after), seen_by=seen(battle, unit_id))
            )
    return Adjudication(put(battle, *turned.values()), tuple(events))


def _turned(battle: Battle, unit: Craft | Drone | Seeker, facing: Facing) -> tuple[Craft | Drone | Seeker, ...]:
    match unit:
        case Craft():
            by, now = facing - unit.facing, battle.now.absolute
            if by == 0:
                return (unit,)
            return tuple(
                changed(member, facing=(member.facing + by) % 6, rotated=now) for member in group(battle, unit)
            )
        case Drone():
            return (changed(unit, facing=facing),)
        case Missile() | Bolt():
            return (changed(unit, heading=facing),)


def _faces(unit: Craft | Drone | Seeker) -> Facing:
    return unit.heading if isinstance(unit, Missile | Bolt) else unit.facing
