"""A whole turn wished for at once: what may be wished, and what a wish becomes when its time comes (R-303)."""

from typing import Final

from rules.air_force.changes import enemies
from rules.air_force.combat import check_attack
from rules.air_force.doctrine import best_flight, flights
from rules.air_force.energy import MOST_LEVELS, check_plan
from rules.air_force.engine import COMBAT, turn_questions
from rules.air_force.events import NotDone
from rules.air_force.jets import Jet
from rules.air_force.orders import Attack, Chase, Decision, Fly, JetId, SetFlight, TurnWishes
from rules.air_force.state import Dogfight, Flight
from rules.air_force.view import DogfightView
from rules.values import Cause, GameError, IllegalOrderError, NotYoursError, WrongPhaseError, changed, quoted

WISHED_LEGS: Final = ("straight", "left", "right")


def check_wishes(view: DogfightView, wishes: TurnWishes) -> None:
    """GameError of some kind for what can never be done, or not now: wishes are of a turn's beginning (R-303)."""
    fight = view.known
    if not any(ask.side == view.side for ask in turn_questions(fight)) or fight.now.phase != 1:
        raise WrongPhaseError("You have nothing to decide now.")
    jet = fight.jets.get(wishes.jet)
    if jet is None or jet.side != view.side or not jet.flying or jet.crew != "player":
        raise NotYoursError(f"{quoted(wishes.jet)} is not a jet you fly.")
    if any(part is not None and part.jet != jet.id for part in (wishes.plan, wishes.move, wishes.fire)):
        raise NotYoursError(f"A wish for {jet.name} is about {jet.name} alone.")
    if wishes.plan is not None:
        check_plan(fight, jet, wishes.plan)
    if wishes.levels is not None and abs(wishes.levels) > MOST_LEVELS:
        raise IllegalOrderError("A jet climbs or dives at most three levels a turn.", rule="JET-E16")
    if isinstance(wishes.move, Fly) and (len(wishes.move.legs) != 1 or wishes.move.legs[0] not in WISHED_LEGS):
        raise IllegalOrderError("Wish for a move that is straight on, left or right.", rule="JET-M09")
    aims = [part.target for part in (wishes.move, wishes.fire) if isinstance(part, Chase | Attack) and part.target]
    known = {other.id for other in enemies(fight, jet.side)}
    for aim in aims:
        if aim not in known:
            raise NotYoursError(f"{quoted(aim)} is not an enemy you can see.")


def taken(view: DogfightView, wishes: TurnWishes) -> tuple[Decision | None, TurnWishes]:
    """The decision that the wishes hold for the question that the view's side is asked, and the wishes that are left then.

    None: nothing is wished, so that the doctrine decides.
    """
    fight = view.known
    jet = fight.jets[fight.now.jet]
    if fight.now.phase == COMBAT:
        return wishes.fire, changed(wishes, fire=None)
    if fight.now.phase > 2:
        return _move(fight, jet, wishes), changed(wishes, move=None)
    if fight.gain is None:
        return wishes.plan, changed(wishes, plan=None)
    return _flight(fight, jet, fight.gain.speed, wishes), changed(wishes, levels=None, pace="")


def unfired(view: DogfightView, wishes: TurnWishes) -> NotDone | None:
    """What a side is told of a shot it wished for whose jet is passed over in combat, as nothing is in its reach."""
    fight = view.known
    jet = fight.jets.get(wishes.jet)
    if jet is None or fight.now.phase != COMBAT or not isinstance(wishes.fire, Attack):
        return None
    try:
        check_attack(fight, jet, wishes.fire)
    except GameError as no:
        return refused(view, jet.id, no)
    return None


def refused(view: DogfightView, jet: JetId, no: GameError) -> NotDone:
    """What a side is told of a wish that is not possible when its time comes."""
    seen_by = () if view.side is None else (view.side,)
    return NotDone(view.known.now, Cause(no.rule or ""), jet, "decision", str(no), seen_by=seen_by)


def _flight(fight: Dogfight, jet: Jet, gain: int, wishes: TurnWishes) -> SetFlight | None:
    """The climb or dive that is wished, with the brakes that are; what is not wished is as the doctrine has it."""
    if wishes.levels is None and not wishes.pace:
        return None
    levels = best_flight(fight, jet, gain).levels if wishes.levels is None else wishes.levels
    found = [one for one in flights(fight, jet, gain) if one[0].levels == levels]
    if not found:
        return SetFlight(jet.id, levels)  # is refused, with its reason
    if not wishes.pace:
        return best_flight(fight, jet, gain, levels)
    flying = [one for one in found if one[1] > 0] or found
    if wishes.pace == "slow":
        return min(flying, key=lambda one: (one[1], one[0].brakes))[0]
    return min(flying, key=lambda one: (-one[1], one[0].brakes))[0]


def _move(fight: Dogfight, jet: Jet, wishes: TurnWishes) -> Fly | Chase | None:
    """A leg that is wished is flown in every hex of the move."""
    if not isinstance(wishes.move, Fly):
        return wishes.move
    left = jet.speed - (fight.flight or Flight()).moved
    return Fly(jet.id, wishes.move.legs * left)
