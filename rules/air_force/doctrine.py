"""How jets without a player are flown (JET-X16, the rest ours): short, and from what their side sees. See the guide.

The same advice marks the suggested choice of a player.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rules.air_force.changes import enemies
from rules.air_force.combat import attack_odds, attacks
from rules.air_force.energy import MOST_LEVELS, flight_sum
from rules.air_force.jets import Jet, in_nose_cone, in_rear_cone, on_nose_line
from rules.air_force.orders import Bank, Chase, Decision, Fly, Hold, Leg, PlanEnergy, SetFlight
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.hexes import distance
from rules.values import GameError, WrongPhaseError, changed

STALLED_SCORE: Final = 100
TURNING_SPEED: Final = 3
CRUISING_SPEED: Final = 2
"""Speeds wished for: to turn well, and of a guarded jet on its way across."""
MISSILE_LEAST: Final = Fraction(15, 36)
GUN_LEAST: Final = Fraction(10, 36)
"""The poorest chances worth an attack."""
STRAIGHT: Final[tuple[Leg, ...]] = ("straight",)


def advise(view: DogfightView) -> Decision:
    """What the doctrine decides for the jet that is to act, one of the view's own; WrongPhaseError if there is none."""
    fight = view.known
    jet = fight.jets.get(fight.now.jet)
    if jet is None or jet.stores is None:
        raise WrongPhaseError("None of your jets is to act now.")
    match fight.now.phase:
        case 2:
            return _plan(fight, jet) if fight.gain is None else _flight(fight, jet, fight.gain.speed)
        case 3:
            return _move(fight, jet)
        case _:
            return _attack(fight, jet)


def prey(fight: Dogfight, jet: Jet) -> Jet | None:
    """Whom a jet goes for: the nearest enemy it knows of, but a guarded one first while no fighter is close."""
    found = sorted(enemies(fight, jet.side), key=lambda other: (distance(jet.at, other.at), other.id))
    if not found:
        return None
    close = number(fight.options, "ai_behind_range")
    guarded = next((other for other in found if other.role == "guarded"), None)
    if guarded is not None and distance(jet.at, found[0].at) > close:
        return guarded
    return found[0]


def _idle(jet: Jet) -> bool:
    return jet.distracted or jet.role == "guarded"


def _plan(fight: Dogfight, jet: Jet) -> PlanEnergy:
    """Aim with an enemy close ahead; Jink and turn with one close behind; else a Hard Turn with Speed to spare (JET-X16)."""
    options, others = fight.options, enemies(fight, jet.side)
    held = jet.stores
    slow = jet.speed <= 1 and held is not None and held.fuel > number(options, "fuel_afterburner_turn")
    if _idle(jet) or not others:
        return PlanEnergy(jet.id, afterburner=slow and not _idle(jet))
    if any(on_nose_line(jet, other.at, number(options, "ai_ahead_range")) is not None for other in others):
        return PlanEnergy(jet.id, aim=True, afterburner=slow)
    behind = number(options, "ai_behind_range")
    if any(in_rear_cone(jet, other.at) and distance(jet.at, other.at) <= behind for other in others):
        return PlanEnergy(jet.id, hard_turns=1, jink=True, afterburner=slow)
    turning = 1 if jet.speed >= number(options, "ai_hard_turn_speed") else 0
    return PlanEnergy(jet.id, hard_turns=turning, afterburner=slow)


def flights(fight: Dogfight, jet: Jet, gain: int) -> Iterator[tuple[SetFlight, int]]:
    """Every legal climb, dive and use of brakes, with the Speed it gives."""
    for levels in range(MOST_LEVELS, -MOST_LEVELS - 1, -1):
        brakes = 0
        while True:
            choice = SetFlight(jet.id, levels, brakes)
            try:
                steps = flight_sum(fight, jet, gain, choice)
            except GameError:
                break
            yield choice, sum(one.value for one in steps)
            brakes += 1


def wished_speed(fight: Dogfight, jet: Jet) -> int:
    """The Speed the doctrine wants: its own turning Speed, or what closes on a target ahead."""
    if jet.role == "guarded":
        return CRUISING_SPEED
    target = prey(fight, jet)
    if target is None or jet.distracted:
        return TURNING_SPEED
    if in_nose_cone(jet, target.at):
        return max(2, min(5, distance(jet.at, target.at) - 1))
    return TURNING_SPEED


def _flight(fight: Dogfight, jet: Jet, gain: int) -> SetFlight:
    """The legal flight nearest to the wished Speed, then to the target's altitude; never a stall if it can be helped."""
    wish, target = wished_speed(fight, jet), prey(fight, jet)
    level = jet.altitude if target is None or _idle(jet) else target.altitude

    def score(option: tuple[SetFlight, int]) -> tuple[int, int, int, int]:
        choice, speed = option
        off = STALLED_SCORE if speed == 0 else 2 * abs(speed - wish)
        return off + abs(jet.altitude + choice.levels - level), abs(choice.levels), choice.brakes, choice.levels

    return min(flights(fight, jet, gain), key=score)[0]


def _move(fight: Dogfight, jet: Jet) -> Decision:
    if fight.flight is not None and fight.flight.choosing:
        return Bank(jet.id, "none")
    left = jet.speed - (0 if fight.flight is None else fight.flight.moved)
    if jet.role == "guarded":
        return Fly(jet.id, STRAIGHT * left)
    target = None if jet.distracted else prey(fight, jet)
    return Chase(jet.id, "" if target is None else target.id)


def _attack(fight: Dogfight, jet: Jet) -> Decision:
    """The likeliest attack; missiles are few and kept for a good one."""
    if _idle(jet):
        return Hold(jet.id)
    judged = changed(jet, marksmanship=0)  # a poor shot does not know it
    shots = [(attack_odds(fight, judged, order)[0].chance, order) for order in attacks(fight, jet)]
    good = [shot for shot in shots if shot[0] >= (MISSILE_LEAST if shot[1].weapon == "missile" else GUN_LEAST)]
    best = max(good, key=lambda shot: (shot[0], shot[1].weapon), default=None)
    return Hold(jet.id) if best is None else best[1]
