"""One step of a turn: what is asked next, whether a decision may be made, and what comes of it (JET-X01)."""

from typing import Final

from rules.air_force import orders
from rules.air_force.changes import flying_jets
from rules.air_force.combat import attacks, check_attack, hold_fire, resolve_attack
from rules.air_force.end_of_turn import conclude_fight, ditch, end_turn, must_ditch
from rules.air_force.energy import check_plan, flight_sum, resolve_flight, resolve_plan
from rules.air_force.events import Event, NotDone
from rules.air_force.initiative import move_order, roll_initiative
from rules.air_force.jets import Jet
from rules.air_force.movement import check_fly, resolve_move
from rules.air_force.state import Ask, Dogfight
from rules.dice import Roller
from rules.values import (
    Adjudication,
    Cause,
    GameError,
    IllegalOrderError,
    NotYoursError,
    WrongPhaseError,
    changed,
    quoted,
)

INITIATIVE, ENERGY, MOVEMENT, COMBAT, END = range(1, 6)
"""The phases by number (JET-X01)."""
QUESTION_TEXTS: Final = {
    "turn": ("what you wish for the whole turn", "JET-X01"),
    "plan": ("hard maneuvers and afterburner, before the energy roll", "JET-E24"),
    "flight": ("speed brakes, climb or dive", "JET-E20"),
    "move": ("fly on, or try to turn", "JET-M09"),
    "bank": ("the roll succeeded: left, right or straight on", "JET-M07"),
    "attack": ("shoot, or hold fire", "JET-X10"),
}


def question(fight: Dogfight) -> Ask | None:
    """What must be decided now, and by whom; None if the step needs no decision."""
    if fight.winner is not None or not fight.queue:
        return None
    jet = fight.jets[fight.queue[0]]
    match fight.now.phase:
        case 2:
            what = "plan" if fight.gain is None else "flight"
        case 3:
            what = "bank" if fight.flight is not None and fight.flight.choosing else "move"
        case 4 if attacks(fight, jet):
            what = "attack"
        case _:
            return None
    reason, rule = QUESTION_TEXTS[what]
    return Ask(jet.side, jet.id, f"{jet.name}: {reason}.", rule)


def by_post(fight: Dogfight) -> bool:
    """Whether people fly against each other, who then decide whole turns at once and in secret (R-303)."""
    return len({jet.side for jet in fight.jets.values() if jet.crew == "player"}.intersection(fight.players)) > 1


def turn_questions(fight: Dogfight) -> tuple[Ask, ...]:
    """What is asked at the beginning of a turn that is decided whole: of each pilot, for each of their jets."""
    reason, rule = QUESTION_TEXTS["turn"]
    return tuple(
        Ask(jet.side, jet.id, f"{jet.name}: {reason}.", rule)
        for jet in flying_jets(fight)
        if jet.crew == "player" and jet.side in fight.players
    )


def check(fight: Dogfight, side: orders.SideId, decision: orders.Decision) -> None:
    """GameError of some kind if this side may not decide this now; uses nothing it cannot know."""
    ask = question(fight)
    if ask is None or ask.side != side:
        raise WrongPhaseError("You have nothing to decide now.")
    jet = fight.jets[ask.jet]
    if decision.jet != jet.id:
        raise NotYoursError(f"It is {jet.name}'s turn to act, not {quoted(decision.jet)}'s.")
    match decision:
        case orders.PlanEnergy() if fight.now.phase == ENERGY and fight.gain is None:
            check_plan(fight, jet, decision)
        case orders.SetFlight() if fight.now.phase == ENERGY and fight.gain is not None:
            flight_sum(fight, jet, fight.gain.speed, decision)
        case orders.Fly() | orders.Chase() | orders.Bank() | orders.Split() if fight.now.phase == MOVEMENT:
            check_fly(fight, jet, decision)
        case orders.Attack() if fight.now.phase == COMBAT:
            check_attack(fight, jet, decision)
        case orders.Hold() if fight.now.phase == COMBAT:
            pass
        case _:
            raise IllegalOrderError(f"What is asked now is: {ask.reason}", rule=ask.rule)


def decide(fight: Dogfight, decision: orders.Decision, dice: Roller) -> Adjudication[Dogfight, Event]:
    """Carry out the decision that `question` asks for; refused, it becomes a `NotDone` for its own side."""
    jet = fight.jets[fight.queue[0]]
    try:
        check(fight, jet.side, decision)
    except GameError as no:
        told = NotDone(fight.now, Cause(no.rule or ""), jet.id, "decision", str(no), seen_by=(jet.side,))
        return Adjudication(fight, (told,))
    match decision:
        case orders.PlanEnergy():
            result = resolve_plan(fight, jet, decision, dice)
        case orders.SetFlight():
            result = resolve_flight(fight, jet, decision)
        case orders.Attack():
            result = resolve_attack(fight, jet, decision, dice)
        case orders.Hold():
            result = hold_fire(fight, jet, decision)
        case _:
            result = resolve_move(fight, jet, decision, dice)
    return _concluded(result, _onward(result.state, jet.id, held=isinstance(decision, orders.Hold)))


def play_on(fight: Dogfight, dice: Roller) -> Adjudication[Dogfight, Event]:
    """A step without a decision: a phase begins or ends, a jet that cannot act is passed over."""
    if fight.queue:
        return _concluded(Adjudication(fight, ()), _pop(fight))
    match fight.now.phase:
        case 1 if any(must_ditch(fight, jet) for jet in flying_jets(fight)):
            result = ditch(fight)  # a fight may begin so
            return _concluded(result, result.state)
        case 1:
            result = roll_initiative(fight, dice)
            return _concluded(result, _begin(result.state, ENERGY, result.state.order))
        case 2:
            moving = changed(fight, now=orders.Moment(fight.now.turn, MOVEMENT))
            result = move_order(moving, dice)
            able = tuple(name for name in result.state.queue if result.state.jets[name].speed > 0)
            return _concluded(result, _begin(result.state, MOVEMENT, able))
        case 3:
            shooting = tuple(name for name in reversed(fight.order) if fight.jets[name].flying)
            return _concluded(Adjudication(fight, ()), _begin(fight, COMBAT, shooting))
        case 4:
            return _concluded(Adjudication(fight, ()), _begin(fight, END, ()))
        case _:
            result = end_turn(fight)
            ended = conclude_fight(changed(result.state, now=fight.now))
            return result if ended.state.winner is None else Adjudication(ended.state, (*result.events, *ended.events))


def _concluded(result: Adjudication[Dogfight, Event], then: Dogfight) -> Adjudication[Dogfight, Event]:
    ended = conclude_fight(then)
    return Adjudication(ended.state, (*result.events, *ended.events))


def _begin(fight: Dogfight, phase: int, queue: tuple[str, ...]) -> Dogfight:
    first = queue[0] if queue else ""
    return changed(fight, now=orders.Moment(fight.now.turn, phase, first), queue=queue, gain=None, flight=None)


def _pop(fight: Dogfight) -> Dogfight:
    return _begin(fight, fight.now.phase, tuple(name for name in fight.queue[1:] if fight.jets[name].flying))


def _onward(fight: Dogfight, name: str, *, held: bool) -> Dogfight:
    """The next question is this jet's again, or the next jet's."""
    jet = fight.jets[name]
    phase = fight.now.phase
    done = not jet.flying
    done = done or (phase == ENERGY and fight.gain is None)
    done = done or (phase == MOVEMENT and _has_moved(fight, jet))
    done = done or (phase == COMBAT and (held or not attacks(fight, jet)))
    if done:
        return _pop(fight)
    still = tuple(other for other in fight.queue if fight.jets[other].flying)
    return changed(fight, queue=still, now=changed(fight.now, step=fight.now.step + 1))


def _has_moved(fight: Dogfight, jet: Jet) -> bool:
    flight = fight.flight
    return flight is not None and not flight.choosing and flight.moved >= jet.speed
