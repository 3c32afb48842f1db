"""Segment 1: craft and drones take new facings, seekers new headings toward where the target will stand (PW-S62 to PW-S64,
PW-M08, PW-M24)."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war.changes import crashed_before, not_done, own_unit, put_units, seekers, seers_of
from rules.pentagon_war.events import Event, Rotated
from rules.pentagon_war.geometry import Facing, directions_to, letter, step, turned_by
from rules.pentagon_war.movement.links_and_orbits import orbital_path
from rules.pentagon_war.movement.thrust import coming_steps, moves_on, path_of
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.orders import Decided, Decision, Rotate, by_unit, unit_of
from rules.pentagon_war.positions import group
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import Installation, find_target, is_guided, struck_hex
from rules.pentagon_war.units import IMPULSES, Body, Bolt, Craft, Drone, Missile, UnitId
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, WrongPhaseError, changed

Seeker: TypeAlias = Missile | Bolt


def speed_of(seeker: Seeker, options: Options) -> int:
    """A seeker's speed in hexes a turn; a bolt's is printed (PW-S135)."""
    return (
        seeker.speed if isinstance(seeker, Missile) else tables(options)["PW-T16"].number("Liquid metal bolt", "speed")
    )


def endurance_of(seeker: Seeker, options: Options) -> int:
    """How many hexes a seeker flies before its fuel is gone, or its metal cold (PW-S59, PW-S135)."""
    if isinstance(seeker, Missile):
        return seeker.kind.range
    return int(tables(options)["PW-T16"].cell("Liquid metal bolt", "endurance").split()[0])


def is_spent(seeker: Seeker, options: Options) -> bool:
    """Whether a seeker has flown its full endurance: it neither turns nor strikes any more (PW-S64)."""
    return seeker.moved >= endurance_of(seeker, options)


def strikes(seeker: Seeker, options: Options) -> bool:
    """Whether a seeker can still reach a target: it tracks one, has fuel, and no beam holds it (PW-S64, PW-S86)."""
    held = isinstance(seeker, Missile) and bool(seeker.captor)
    return seeker.tracking and bool(seeker.target) and not held and not is_spent(seeker, options)


def check_steering(battle: Battle, seeker: Seeker, heading: Facing) -> None:
    """IllegalOrderError if a seeker's owner may not turn it so now (PW-S63, PW-S64, PW-A17, PW-S86, PW-A36)."""
    if turned_by(seeker.heading, heading) > 1:
        raise IllegalOrderError(
            f"{seeker.id} heads {letter(seeker.heading)}; it turns one hexside an impulse.", rule="PW-S63"
        )
    if seeker.heading == heading:
        return
    if is_spent(seeker, battle.options):
        raise IllegalOrderError(f"{seeker.id} has used up its fuel and turns no more.", rule="PW-S64")
    if not seeker.tracking:
        raise IllegalOrderError(f"{seeker.id} has lost its target and flies straight on.", rule="PW-S94")
    if isinstance(seeker, Missile) and seeker.captor:
        raise IllegalOrderError(f"{seeker.id} is held by a magnetic beam.", rule="PW-S86")
    if not is_guided(battle, seeker):
        raise IllegalOrderError(f"{seeker.id} is too far from its launcher to be guided.", rule="PW-A36")


def next_heading(battle: Battle, seeker: Seeker) -> Facing:
    """The heading a seeker takes by itself: of the three it can take, the one whose next hex is nearest to where its

    target will stand on the seeker's next move; ties go to no turn, then to clockwise. If none of them leads nearer, the
    target lies behind, and a tie goes to coming about, or it would fly away for ever (PW-S62).
    """
    place = _aim(battle, seeker)
    if place is None or not strikes(seeker, battle.options) or not is_guided(battle, seeker):
        return seeker.heading
    ways = (seeker.heading, (seeker.heading + 1) % 6, (seeker.heading - 1) % 6)
    nearest = min(distance(step(seeker.at, way), place) for way in ways)
    equal = [way for way in ways if distance(step(seeker.at, way), place) == nearest]
    if nearest < distance(seeker.at, place) or seeker.at == place:
        return equal[0]
    toward = directions_to(seeker.at, place)[-1]
    return min(equal, key=lambda way: turned_by(way, toward))


def _aim(battle: Battle, seeker: Seeker) -> Hex | None:
    target = find_target(battle, seeker.target)
    if target is None or isinstance(target, Body | Installation):
        return None if target is None else struck_hex(seeker.at, target)
    first = battle.now.impulse + (battle.now.segment > 3)
    speed = speed_of(seeker, battle.options)
    waits = next((n for n in range(IMPULSES) if moves_on(speed, _impulse(first + n), battle.options)), None)
    return None if waits is None else foreseen_hex(battle, target, first, waits + 1)


def foreseen_hex(battle: Battle, unit: Craft | Drone | Seeker, first: int, impulses: int) -> Hex:
    """Where a unit will stand after so many impulses from `first` on, by its chart columns or heading as they are now.

    A unit that a beam drags is foreseen to keep pace with its captor.
    """
    here = unit.at
    for n in range(first, first + impulses):
        path = planned_path(battle, unit, here, n)
        here = path[-1] if path else here
    return here


def planned_path(battle: Battle, unit: Craft | Drone | Seeker, here: Hex, impulse: int) -> tuple[Hex, ...]:
    """The hexes a unit standing at `here` would enter on an impulse of this turn (13 is the next turn's first)."""
    captor = battle.craft.get(unit.captor) if isinstance(unit, Drone | Missile) and unit.captor else None
    mover = unit if captor is None else captor
    options = battle.options
    match mover:
        case Missile() | Bolt():
            return (
                (step(here, mover.heading),) if moves_on(speed_of(mover, options), _impulse(impulse), options) else ()
            )
        case Craft() if mover.orbit is not None:
            return orbital_path(battle, mover, battle.now.absolute + impulse - battle.now.impulse)
        case Craft() | Drone():
            return path_of(here, *coming_steps(mover, _impulse(impulse), options))


def _impulse(number: int) -> int:
    return (number - 1) % IMPULSES + 1


def has_reached(battle: Battle, seeker: Seeker) -> bool:
    """Whether a seeker stands in its target's hex, a planet's being any hex it fills (PW-M22)."""
    target = find_target(battle, seeker.target)
    return target is not None and struck_hex(seeker.at, target) == seeker.at


FREE_HEXSIDES: Final = 3
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
    return FREE_HEXSIDES, "PW-M08"


LIMIT_REASONS: Final = {
    "PW-S52": "a base turns one hexside at a time, and not again until 4 impulses later",
    "PW-S85": "with no controls left it turns one hexside at most",
    "PW-A06": "after crash acceleration it turns one hexside at most on this impulse",
    "PW-A14": "while it evades it turns one hexside at most",
}


def _check_craft(battle: Battle, craft: Craft, facing: Facing) -> None:
    most, rule = limit(battle, craft)
    if turned_by(craft.facing, facing) > most:
        raise IllegalOrderError(
            f"{craft.name} faces {letter(craft.facing)} and cannot turn to {letter(facing)}: {LIMIT_REASONS[rule]}.",
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
                Rotated(
                    battle.now, Cause(rule), unit_id, _faces(before), _faces(after), seen_by=seers_of(battle, unit_id)
                )
            )
    return Adjudication(put_units(battle, *turned.values()), tuple(events))


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
