"""Segment 2: craft and drones accelerate by their own engines, and magnetic beams pull and push (PW-M09, PW-S114)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rules.dice import Roller
from rules.pentagon_war.changes import find, not_done, own_unit, put_units, seers_of
from rules.pentagon_war.events import Accelerated, Event, LinkChanged
from rules.pentagon_war.movement import thrust
from rules.pentagon_war.movement.locks import DRONE_RATE, Push, beam_pushes, break_locks, check_beam, set_beam
from rules.pentagon_war.orders import Accelerate, Decided, Decision, SetBeam
from rules.pentagon_war.positions import after_change, clamp_velocity, group, group_key, hexes_displaced
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, Drone, Velocity
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, WrongPhaseError, changed


def check(battle: Battle, side: str, decision: Decision) -> None:
    """A GameError if this acceleration or beam setting is not allowed now (PW-M09, PW-A01, PW-S118)."""
    match decision:
        case Accelerate():
            _own_push(battle, side, decision)
        case SetBeam():
            check_beam(battle, side, decision)
        case _:
            raise WrongPhaseError("The acceleration segment takes accelerations and beam settings only.")


def _own_push(battle: Battle, side: str, decision: Accelerate) -> Push:
    unit = own_unit(battle, side, decision.unit)
    match unit:
        case Craft():
            multiple = thrust.check_craft(battle, unit, decision.multiple, brake=decision.brake)
            rule = "PW-S31" if decision.brake else "PW-A03" if multiple > 1 else "PW-M12" if multiple < 1 else "PW-M09"
            return Push(unit.id, unit.facing, multiple, rule=rule, brake=decision.brake)
        case Drone():
            thrust.check_drone(unit, decision.multiple, brake=decision.brake)
            return Push(unit.id, unit.facing, decision.multiple, rule="PW-M25")
        case _:
            raise IllegalOrderError(f"{unit.id} flies at its own constant speed.", rule="PW-S63")


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """All accelerations of the impulse at once: first beams are set, then engines and beams are added up (PW-C36)."""
    battle, broken = break_locks(battle)
    events: list[Event] = [*broken]
    own: dict[str, Push] = {}
    for decided in sorted(decisions, key=lambda each: _sort_key(each.decision)):
        decision = decided.decision
        try:
            check(battle, decided.side, decision)
            if isinstance(decision, SetBeam):
                battle, event = set_beam(battle, decision)
                events.append(event)
            elif isinstance(decision, Accelerate):
                push = _own_push(battle, decided.side, decision)
                if _group_of(battle, push) in own:
                    raise IllegalOrderError("One acceleration an impulse, for joined craft together.", rule="PW-M09")
                own[_group_of(battle, push)] = push
        except GameError as error:
            what = "set a beam" if isinstance(decision, SetBeam) else "accelerate"
            events.append(not_done(battle, decided.side, _sort_key(decision)[1], what, error))
    crashing = frozenset(name for name, push in own.items() if push.multiple > 1)
    by_group: dict[str, list[Push]] = {name: [push] for name, push in own.items()}
    for push in beam_pushes(battle, crashing, dice):
        by_group.setdefault(_group_of(battle, push), []).append(push)
    before = battle
    for _, pushes in sorted(by_group.items()):
        battle, happened = _pushed(battle, before, pushes)
        events += happened
    return Adjudication(_captives_keep_pace(battle), tuple(events))


def _sort_key(decision: Decision) -> tuple[int, str, str]:
    match decision:
        case SetBeam():
            return 0, decision.craft, decision.beam
        case Accelerate():
            return 1, decision.unit, ""
        case _:
            return 2, "", ""


def _group_of(battle: Battle, push: Push) -> str:
    unit = find(battle, push.unit)
    return group_key(unit) if isinstance(unit, Craft) else push.unit


def _pushed(battle: Battle, before: Battle, pushes: list[Push]) -> tuple[Battle, list[Event]]:
    """One unit, or all craft joined together, after every push of the impulse."""
    unit = find(before, pushes[0].unit)
    assert isinstance(unit, Craft | Drone)
    pushes, total = _within_limits(before, unit, pushes)
    members: tuple[Craft | Drone, ...] = group(before, unit) if isinstance(unit, Craft) else (unit,)
    manned = isinstance(unit, Craft) and thrust.is_manned(before, unit)
    events: list[Event] = []
    for member in members:
        after, happened = _member_pushed(before, member, pushes, thrust.rate(before.options, manned=manned))
        if isinstance(after, Craft):
            after = _marked(before, after, pushes, total)
            if pushes and after.orbit is not None:
                left = LinkChanged(
                    before.now,
                    Cause("PW-A66"),
                    "left orbit",
                    member.id,
                    after.orbit.body,
                    seen_by=seers_of(before, member.id),
                )
                after, happened = changed(after, orbit=None), [*happened, left]
        battle = put_units(battle, after)
        events += happened
    return battle, events


def _member_pushed(
    battle: Battle, member: Craft | Drone, pushes: list[Push], standard: Fraction
) -> tuple[Craft | Drone, list[Event]]:
    start = velocity = member.velocity
    record, events = member.record, list[Event]()
    evading = isinstance(member, Craft) and member.evading
    for push in pushes:
        after = clamp_velocity(
            velocity, thrust.push(velocity, push.facing, push.multiple * standard, brake=push.brake), battle.options
        )
        direction = (push.facing + 3) % 6 if push.brake else push.facing
        entry = thrust.format_entry(direction, push.multiple, evading=evading and not push.by)
        record = (*record, thrust.format_line(battle.now.impulse, entry))
        cause = Cause(push.rule, rolls=push.rolls)
        events.append(
            Accelerated(
                battle.now, cause, member.id, entry, velocity, after, push.by, seen_by=seers_of(battle, member.id)
            )
        )
        velocity = after
    moved = changed(member, velocity=velocity, record=record)
    if isinstance(moved, Drone):
        moved = changed(moved, accelerations=moved.accelerations + sum(not push.by for push in pushes))
    return _recolumned(battle, moved, start), events


def _recolumned(battle: Battle, unit: Craft | Drone, start: Velocity) -> Craft | Drone:
    """The unit on its new columns if the battle is played with changes of velocity in mid-turn (PW-A48, PW-M27)."""
    if not battle.options.midturn_velocity:
        return unit
    now = after_change(unit.counted, start, unit.velocity, battle.now.turn, battle.options)
    return unit if now == unit.counted else changed(unit, counted=now, column_before=unit.counted)


def _within_limits(battle: Battle, unit: Craft | Drone, pushes: list[Push]) -> tuple[list[Push], Fraction]:
    """The pushes cut so that together they never pass twice standard, nor beams on a drone standard; and their sum.

    (PW-A01, PW-M29, PW-S117)
    """
    top = thrust.top_multiple(battle.options)
    if isinstance(unit, Drone):
        own, beams = [p for p in pushes if not p.by], [p for p in pushes if p.by]
        pushes = [*own, *_cut(beams, DRONE_RATE)]
    kept = _cut(pushes, top)
    a, c = _sum(kept)
    return kept, hexes_displaced(a, c)


def _cut(pushes: Iterable[Push], most: Fraction) -> list[Push]:
    kept: list[Push] = []
    for push in pushes:
        room = _room(_sum(kept), _vector(push), most)
        multiple = min(push.multiple, room)
        if multiple > 0:
            kept.append(changed(push, multiple=multiple))
    return kept


def _vector(push: Push) -> tuple[int, int]:
    a, c = thrust.ACCELERATION_SIGNS[push.facing]
    return (-a, -c) if push.brake else (a, c)


def _sum(pushes: Iterable[Push]) -> tuple[Fraction, Fraction]:
    a = c = Fraction(0)
    for push in pushes:
        along_a, along_c = _vector(push)
        a, c = a + along_a * push.multiple, c + along_c * push.multiple
    return a, c


def _room(so_far: tuple[Fraction, Fraction], direction: tuple[int, int], most: Fraction) -> Fraction:
    """How far one can still go from a sum in a direction until the sum's size in hexes is `most`."""
    (a, c), (da, dc) = so_far, direction
    limits = ((a, da), (c, dc), (a - c, da - dc))
    return min((most - value * (1 if slope > 0 else -1)) / abs(slope) for value, slope in limits if slope)


def _marked(battle: Battle, craft: Craft, pushes: list[Push], total: Fraction) -> Craft:
    """The craft marked as crash accelerating if it ordered that, or if all that moves it passes standard (PW-A55)."""
    factor = max([total, *(push.multiple for push in pushes if not push.by)])
    if factor <= 1 or not battle.options.crash_acceleration:
        return craft
    return changed(craft, crashed=battle.now.absolute, crash_factor=factor)


def _captives_keep_pace(battle: Battle) -> Battle:
    """Drones being reeled in have their captor's components and columns (PW-S80)."""
    for drone in battle.drones.values():
        captor = battle.craft.get(drone.captor)
        if captor is not None:
            pace = changed(drone, velocity=captor.velocity, counted=captor.counted, column_before=captor.column_before)
            battle = put_units(battle, pace)
    return battle
