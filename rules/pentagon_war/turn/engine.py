"""The engine of a battle: it plays the step the clock stands at, and says which of a side's units may decide what (PW-B87)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.dice import Roller
from rules.pentagon_war import orders
from rules.pentagon_war.changes import Unit, alive, find, flying_units, not_done, put_units, seekers
from rules.pentagon_war.events import BattleEnded, Event, Gone
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.shipyard.pricing import losses
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import steps
from rules.pentagon_war.turn.aims import decide_by_aims
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Aim, Bolt, Craft, Drone, Missile, SideId, UnitId
from rules.values import Adjudication, Cause, GameError, NotYoursError, Value, WrongPhaseError, changed, quoted

DECISION_TEXTS: Final[dict[steps.DecisionType, str]] = {
    orders.AllocatePower: "allocate power",
    orders.Rotate: "turn",
    orders.Accelerate: "accelerate",
    orders.SetBeam: "set its magnetic beams",
    orders.DefendPoint: "fire point defense",
    orders.SelfDestruct: "self-destruct",
    orders.Ram: "ram",
    orders.Detonate: "be set off",
    orders.LaunchMissile: "launch missiles",
    orders.LaunchDrone: "launch drones",
    orders.LaunchBolt: "launch a liquid metal bolt",
    orders.LandDrone: "land",
    orders.Join: "join another craft",
    orders.Separate: "leave the craft it is joined to",
    orders.EnterOrbit: "enter orbit",
    orders.Fire: "fire",
    orders.Reinforce: "set its screens",
    orders.TakeDamage: "choose what its damage strikes",
    orders.Disengage: "leave the battle",
}
"""What a unit may do, as players read it."""


class DecisionPoint(Value):
    """One unit that may decide something now: what, in words, and the rule of the step."""

    unit: UnitId
    text: str
    rule: str
    decisions: tuple[steps.DecisionType, ...]


def questions(battle: Battle, side: SideId) -> tuple[DecisionPoint, ...]:
    """A side's units with something to decide at this step, by id; worked out from what the side knows alone."""
    known = view_for(battle, side).known
    step = steps.step_at(battle.now)
    asked = []
    for unit in _own(known, side):
        kinds = tuple(kind for part in step.parts for kind in part.decisions if _may(known, side, unit, part, kind))
        if kinds:
            name = unit.name if isinstance(unit, Craft) else unit.id
            asked.append(DecisionPoint(unit.id, f"{name} may {_either(kinds)}.", step.rule, kinds))
    return tuple(asked)


def _own(battle: Battle, side: SideId) -> tuple[Unit, ...]:
    found: list[Unit] = [*alive(battle), *flying_units(battle)]
    return tuple(sorted((unit for unit in found if unit.side == side), key=lambda unit: unit.id))


def _either(kinds: tuple[steps.DecisionType, ...]) -> str:
    words = [DECISION_TEXTS[kind] for kind in kinds]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _may(battle: Battle, side: SideId, unit: Unit, part: steps.Share, kind: steps.DecisionType) -> bool:
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


def _samples(battle: Battle, unit: Unit, kind: steps.DecisionType) -> Iterator[orders.Decision]:
    """Enough decisions of a kind for a unit that one of them is legal if any such decision is."""
    if kind is orders.Rotate:
        facing = unit.heading if isinstance(unit, Missile | Bolt) else unit.facing
        yield from (orders.Rotate(unit.id, (facing + by) % 6) for by in (1, 5))
    elif kind is orders.Detonate and isinstance(unit, Missile):
        yield orders.Detonate(unit.id)
    elif isinstance(unit, Craft):
        yield from _of_craft(battle, unit, kind)
    elif isinstance(unit, Drone):
        yield from _of_drone(battle, unit, kind)


def _of_drone(battle: Battle, drone: Drone, kind: steps.DecisionType) -> Iterator[orders.Decision]:
    if kind is orders.Accelerate:
        yield orders.Accelerate(drone.id)
    elif kind is orders.DefendPoint:
        yield from (orders.DefendPoint(drone.id, (target,)) for target in _targets(battle, drone))
    elif kind is orders.LandDrone:
        yield from (
            orders.LandDrone(drone.id, c.id) for c in battle.craft.values() if c.side == drone.side and not c.fate
        )
    elif kind is orders.Fire:
        weapon = {"laser": "L1", "electron": "E1", "proton": "P1", "point_defense": ""}[drone.arm]
        yield from (orders.Fire(drone.id, (weapon,), target) for target in _targets(battle, drone) if weapon)


def _of_craft(battle: Battle, craft: Craft, kind: steps.DecisionType) -> Iterator[orders.Decision]:
    if kind is orders.AllocatePower:
        yield orders.AllocatePower(craft.id, PowerPlan(radar_on=not craft.radar_on))
    elif kind is orders.Accelerate:
        yield from (orders.Accelerate(craft.id, Fraction(1, 120), brake) for brake in (False, True))
    elif kind is orders.SetBeam:
        beams = [weapon.id for weapon in craft.weapons if weapon.kind == "beam"]
        yield from (orders.SetBeam(craft.id, beam, "cut") for beam in beams)
        if any(lock.target == craft.id for lock in battle.locks):  # else there is nothing to cancel
            yield from (orders.SetBeam(craft.id, beam, "cancel") for beam in beams)
    elif kind is orders.SelfDestruct:
        yield orders.SelfDestruct(craft.id)
    elif kind is orders.Separate:
        yield orders.Separate(craft.id)
    elif kind is orders.EnterOrbit:
        yield from (orders.EnterOrbit(craft.id, body) for body in battle.bodies)
    elif kind is orders.Join:
        yield from (orders.Join(craft.id, other.id) for other in battle.craft.values() if other.at == craft.at)
    elif kind is orders.Reinforce:
        yield from (
            orders.Reinforce(craft.id, points=1),
            orders.Reinforce(craft.id, energise=1),
            orders.Reinforce(craft.id, aim="side 1"),
        )
    elif kind is orders.TakeDamage:
        if craft.acid or any(blow.target == craft.id for blow in battle.blows) or _struck_soon(battle, craft):
            yield orders.TakeDamage(craft.id)
    elif kind is orders.Disengage:
        yield from (orders.Disengage(craft.id, "acceleration"), orders.Disengage(craft.id, "separation"))
    else:
        yield from _at_targets(battle, craft, kind)


def _struck_soon(battle: Battle, craft: Craft) -> bool:
    """Whether another side's seeker is in the craft's hex: it may be about to strike."""
    return any(seeker.at == craft.at and seeker.side != craft.side for seeker in seekers(battle))


def _at_targets(battle: Battle, craft: Craft, kind: steps.DecisionType) -> Iterator[orders.Decision]:
    for target in _targets(battle, craft):
        there = find(battle, target)
        if kind is orders.DefendPoint:
            yield orders.DefendPoint(craft.id, (target,))
        elif kind is orders.Ram and there is not None and there.at == craft.at:
            yield orders.Ram(craft.id, target)
        elif kind is orders.LaunchMissile:
            yield from (
                orders.LaunchMissile(craft.id, b.id, target, craft.facing) for b in craft.missiles if b.state == "full"
            )
        elif kind is orders.LaunchBolt:
            metal = [gun.id for gun in craft.guns if gun.kind == "metal"]
            yield from (orders.LaunchBolt(craft.id, gun, target, heading) for gun in metal for heading in range(6))
        elif kind is orders.Fire:
            arms = [*(w.id for w in craft.weapons), *(gun.id for gun in craft.guns if gun.kind != "metal")]
            yield from (orders.Fire(craft.id, (arm,), target) for arm in arms)
    if kind is orders.LaunchMissile:
        yield from (orders.LaunchMissile(craft.id, b.id, "", craft.facing) for b in craft.missiles if b.kind.hyper)
    elif kind is orders.LaunchDrone:
        a, c = craft.velocity.a, craft.velocity.c
        yield from (
            orders.LaunchDrone(craft.id, bay.id, craft.facing, a, c) for bay in craft.bays if bay.state == "full"
        )


def _targets(battle: Battle, unit: Unit) -> Iterator[UnitId]:
    """What a unit might aim at: everything of the other sides in play, and bodies."""
    yield from (other.id for other in (*alive(battle), *flying_units(battle)) if other.side != unit.side)
    yield from battle.bodies


DRAW: Final = ""


def check(battle: Battle, side: SideId, decision: orders.Decision) -> None:
    """Whether a side may decide this now, as far as it knows.

    WrongPhaseError if another step is due, GameError if the battle is over; else whatever the step's own check raises.
    """
    part = _part(battle, decision)
    if part.check is not None:
        part.check(battle, side, decision)


def is_legal(battle: Battle, side: SideId, decision: orders.Decision) -> bool:
    """Whether a side may decide this now, as far as it knows."""
    try:
        check(battle, side, decision)
    except GameError:
        return False
    return True


def play_step(battle: Battle, decisions: Sequence[orders.Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Play the step the clock stands at for all sides at once, and move the clock on (PW-C03, PW-C04, PW-C36).

    A decision that cannot be carried out, or that belongs to another step, becomes an event for its own side. The
    order in which sides' decisions come does not matter; that of one unit's own decisions does. GameError if the
    battle is over.
    """
    if battle.winner is not None:
        raise GameError("This battle is over.", rule="PW-B87")
    began, now = battle, battle.now
    step = steps.step_at(now)
    events: list[Event] = []
    for decided in decisions:
        try:
            _part(battle, decided.decision)
        except WrongPhaseError as refusal:
            events.append(not_done(battle, decided.side, orders.unit_of(decided.decision), "decision", refusal))
    ordered = sorted(decisions, key=lambda decided: (orders.unit_of(decided.decision), decided.side))
    for part in step.parts:
        mine = tuple(decided for decided in ordered if isinstance(decided.decision, part.decisions))
        result = part.resolve(battle, mine, dice)
        battle, events = result.state, [*events, *result.events]
    if step in (steps.SEGMENTS[-1], steps.END_STEP):
        battle, aim = decide_by_aims(battle, turn_ends=step is steps.END_STEP)
        battle = decide_winner(battle)
        battle = decide_at_limit(battle) if step is steps.END_STEP else battle
        events.extend(end_events(began, battle, aim))
    return Adjudication(changed(battle, now=steps.next_moment(battle)), tuple(events))


def may_decide(battle: Battle, side: SideId) -> tuple[DecisionPoint, ...]:
    """Which of a side's units may decide what at this step; empty if there is nothing for it to say."""
    return () if battle.winner is not None else questions(battle, side)


def _part(battle: Battle, decision: orders.Decision) -> steps.Share:
    """The part of the present step that takes such decisions; WrongPhaseError if it is another step's matter."""
    if battle.winner is not None:
        raise GameError("This battle is over.", rule="PW-B87")
    for part in steps.step_at(battle.now).parts:
        if isinstance(decision, part.decisions):
            return part
    home = steps.step_for(decision)
    if not home.is_played(battle):
        raise WrongPhaseError(f"This battle is played without {steps.place_of(home)} now.", rule=home.rule)
    raise WrongPhaseError(
        f"That is decided in {steps.place_of(home)}; the battle is at {steps.format_moment(battle.now)}.",
        rule=home.rule,
    )


def remaining_sides(battle: Battle) -> tuple[SideId, ...]:
    """The sides that still have a craft or base in the battle (PW-B87)."""
    left = {craft.side for craft in alive(battle)}
    return tuple(side for side in sorted(battle.sides) if side in left)


def decide_winner(battle: Battle) -> Battle:
    """The battle with its winner, once one side at most has craft left; "" if none has (PW-B87)."""
    left = remaining_sides(battle)
    if battle.winner is not None or len(left) > 1 or (left and len(battle.sides) == 1):
        return battle
    return changed(battle, winner=left[0] if left else DRAW)


def decide_at_limit(battle: Battle) -> Battle:
    """The battle as its last turn ends: the side that lost the fewest points has won, a draw if several did (PW-C02)."""
    if battle.winner is not None or not battle.last_turn or battle.now.turn < battle.last_turn:
        return battle
    lost = sorted((points, side) for side, points in losses(battle).items())
    even = len(lost) > 1 and lost[0][0] == lost[1][0]
    return changed(battle, winner=DRAW if even or not lost else lost[0][1])


def end_events(before: Battle, after: Battle, aim: Aim | None = None) -> tuple[Event, ...]:
    """The event of a battle that is over now and was not before, with each side's points lost."""
    if after.winner is None or before.winner is not None:
        return ()
    points = tuple(f"{side}: {lost}" for side, lost in losses(after).items())
    return (BattleEnded(after.now, Cause("PW-B87"), after.winner, points, aim),)


def concede(battle: Battle, side: SideId) -> Adjudication[Battle, Event]:
    """A side gives up: its craft leave the battle whole, and it ends if one side is left; NotYoursError for no such side."""
    if side not in battle.sides:
        raise NotYoursError(f"{quoted(side)} is not a side of this battle.")
    if battle.winner is not None:
        raise GameError("This battle is over already.", rule="PW-B87")
    out = [craft for craft in alive(battle) if craft.side == side]
    gone = [Gone(battle.now, Cause("PW-B87"), craft.id, craft.at, "conceded") for craft in out]
    after = decide_winner(put_units(battle, *(changed(craft, fate="disengaged", hidden=False) for craft in out)))
    return Adjudication(after, (*gone, *end_events(battle, after)))
