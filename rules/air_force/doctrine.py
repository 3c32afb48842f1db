"""How jets without a player are flown (JET-X16, the rest ours): short, and from what their side sees (R-301).
See the guide.

The same advice marks the suggested choice of a player.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from rules.air_force.changes import enemies, max_speed, stores
from rules.air_force.combat import attack_odds, attacks, gain_chances
from rules.air_force.energy import MOST_LEVELS, MOST_MANEUVERS, flight_sum, level_speed
from rules.air_force.jets import Jet, Maneuvers, in_rear_cone, on_nose_line
from rules.air_force.lookahead import KILL, OVER_THE_EDGE, Outlook, least_chance
from rules.air_force.orders import Bank, Chase, Decision, Fly, Hold, JetId, Leg, PlanEnergy, SetFlight
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.hexes import distance
from rules.values import GameError, WrongPhaseError, changed

STALLED_SCORE: Final = 100
TURNING_SPEED: Final = 3
CRUISING_SPEED: Final = 2
"""Speeds wished for: with nobody to go for, and of a guarded jet on its way across."""
SPEED_WORTH: Final[Mapping[int, int]] = {0: -1000, 1: -160, 2: -40, 3: 0, 4: 10, 5: 0, 6: -20}
SPEED_WORTH_BEYOND: Final = -40
"""What a Speed is worth for the turns to come, in thousandths of a kill."""
ABOVE_WORTH: Final[Mapping[int, int]] = {2: 20, 1: 100, 0: 40, -1: 0}
LEVEL_COST: Final = 10
"""What it is worth to be so many levels above the prey, for who is higher moves later; and what each level farther costs."""
ALTITUDE_WORTH: Final[Mapping[int, int]] = {1: -60, 2: -40, 3: -20}
"""The lower, the less is left to dive from."""
PLANS: Final = tuple(
    (turns, jink, aim)
    for turns, jink, aim in product(range(3), (False, True), (False, True))
    if turns + jink + aim <= MOST_MANEUVERS
)
PLANNED_LEVELS: Final = (1, 0, -1, -2)
"""Climbs and dives that a plan reckons with."""
BURNING_ALTITUDE: Final = 3
"""Above it a dive gives Speed for nothing."""
STRAIGHT: Final[tuple[Leg, ...]] = ("straight",)


def advise(view: DogfightView) -> Decision:
    """What the doctrine decides for the jet that is to act, one of the view's own; WrongPhaseError if there is none."""
    fight = view.known
    jet = fight.jets.get(fight.now.jet)
    if jet is None or jet.stores is None:
        raise WrongPhaseError("None of your jets is to act now.")
    match fight.now.phase:
        case 2:
            return _plan(fight, jet) if fight.gain is None else best_flight(fight, jet, fight.gain.speed)
        case 3:
            return _move(fight, jet)
        case _:
            return _attack(fight, jet)


def outlined(view: DogfightView, jet: JetId) -> tuple[PlanEnergy, Chase]:
    """What the doctrine would do with a jet of the view's own as things stand at a turn's beginning: its maneuvers, and whom it
    would go after."""
    fight = view.known
    own = fight.jets[jet]
    target = prey(fight, own)
    return _plan(fight, own), Chase(own.id, "" if target is None else target.id)


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
    """Aim with an enemy close ahead; Jink and turn with one close behind (JET-X16); else what promises the best shot (R-301)."""
    options, others = fight.options, enemies(fight, jet.side)
    fuel = stores(jet).fuel
    slow = jet.speed <= 1 and jet.altitude <= BURNING_ALTITUDE and fuel > number(options, "fuel_afterburner_turn")
    target = prey(fight, jet)
    if _idle(jet) or target is None:
        return PlanEnergy(jet.id, afterburner=slow and not _idle(jet))
    if any(on_nose_line(jet, other.at, number(options, "ai_ahead_range")) is not None for other in others):
        return PlanEnergy(jet.id, aim=True, afterburner=slow)
    behind = number(options, "ai_behind_range")
    if any(in_rear_cone(jet, other.at) and distance(jet.at, other.at) <= behind for other in others):
        return PlanEnergy(jet.id, hard_turns=1, jink=True, afterburner=slow)
    outlook = Outlook(fight, jet, target.id)

    def worth(plan: PlanEnergy) -> int:
        planned = changed(jet, maneuvers=Maneuvers(plan.hard_turns, plan.jink, plan.aim))
        return sum(
            _flown_worth(fight, planned, gain, outlook, target) * chance.numerator // chance.denominator
            for gain, chance in gain_chances(fight, jet, plan).items()
        )

    return max((PlanEnergy(jet.id, *ticked, afterburner=slow) for ticked in PLANS), key=worth)


def _flown_worth(fight: Dogfight, jet: Jet, gain: int, outlook: Outlook, target: Jet) -> int:
    """What a turn is worth with so much Speed gained, flown the best way; all shots are reckoned at the prey's altitude."""
    low, high = number(fight.options, "altitude_min"), number(fight.options, "altitude_max")
    fastest, slowest, offered = max_speed(fight, jet), max(0, jet.speed - 1), max(0, jet.speed + gain - 1)
    found = []
    for levels in PLANNED_LEVELS:
        altitude, change = jet.altitude + levels, level_speed(fight, levels)
        if low <= altitude <= high and offered + change >= 0 and (levels < 0 or stores(jet).fuel):
            for speed in range(max(0, slowest + min(change, 0)), min(fastest, offered + change) + 1):
                flown = changed(jet, speed=speed, altitude=target.altitude)
                found.append(_state_worth(speed, altitude, target) + outlook.value(flown))
    return max(found, default=OVER_THE_EDGE)


def _state_worth(speed: int, altitude: int, target: Jet) -> int:
    """What Speed and altitude are worth for the turns to come."""
    above = altitude - target.altitude
    height = ABOVE_WORTH.get(above, -LEVEL_COST * abs(above))
    return SPEED_WORTH.get(speed, SPEED_WORTH_BEYOND) + height + ALTITUDE_WORTH.get(altitude, 0)


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


def best_flight(fight: Dogfight, jet: Jet, gain: int, levels: int | None = None) -> SetFlight:
    """The legal flight that promises the best shot (R-301); without prey the nearest to the wished Speed, level if it can be.

    With `levels` only flights that climb or dive so much are weighed; ValueError if none is legal.
    """
    options = [one for one in flights(fight, jet, gain) if levels in {None, one[0].levels}]
    target = None if _idle(jet) else prey(fight, jet)
    if target is None:
        wish = CRUISING_SPEED if jet.role == "guarded" else TURNING_SPEED

        def off(option: tuple[SetFlight, int]) -> tuple[int, int, int, int]:
            choice, speed = option
            missed = STALLED_SCORE if speed == 0 else 2 * abs(speed - wish)
            return missed + abs(choice.levels), abs(choice.levels), choice.brakes, choice.levels

        return min(options, key=off)[0]
    outlook = Outlook(fight, jet, target.id)
    worth: dict[tuple[int, int], int] = {}
    for choice, speed in options:
        if (speed, choice.levels) not in worth:
            altitude = jet.altitude + choice.levels
            shots = outlook.value(changed(jet, speed=speed, altitude=altitude)) if speed else 0
            worth[speed, choice.levels] = _state_worth(speed, altitude, target) + shots

    def score(option: tuple[SetFlight, int]) -> tuple[int, int, int, int]:
        choice, speed = option
        return worth[speed, choice.levels], -abs(choice.levels), -choice.brakes, -choice.levels

    return max(options, key=score)[0]


def _move(fight: Dogfight, jet: Jet) -> Decision:
    if fight.flight is not None and fight.flight.choosing:
        return Bank(jet.id, "none")
    left = jet.speed - (0 if fight.flight is None else fight.flight.moved)
    if jet.role == "guarded":
        return Fly(jet.id, STRAIGHT * left)
    target = None if jet.distracted else prey(fight, jet)
    return Chase(jet.id, "" if target is None else target.id)


def _attack(fight: Dogfight, jet: Jet) -> Decision:
    """The likeliest attack that is good enough: the less fuel is left, the less it takes (R-301)."""
    if _idle(jet):
        return Hold(jet.id)
    judged = changed(jet, marksmanship=0)  # a poor shot does not know it
    shots = [(attack_odds(fight, judged, order)[0].chance, order) for order in attacks(fight, jet)]
    good = [shot for shot in shots if KILL * shot[0] >= least_chance(jet, shot[1].weapon)]
    best = max(good, key=lambda shot: (shot[0], shot[1].weapon), default=None)
    return Hold(jet.id) if best is None else best[1]
