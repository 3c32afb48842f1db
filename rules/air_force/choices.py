"""What a player may choose at their jet's next decision: each with its words, its odds and the decision itself."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from rules.air_force.changes import enemies
from rules.air_force.combat import CERTAIN, OutcomeChance, at_least, attack_odds, attacks, gain_chances, turn_odds
from rules.air_force.doctrine import advise, flights
from rules.air_force.energy import check_plan, flight_sum
from rules.air_force.engine import question
from rules.air_force.jets import Jet
from rules.air_force.movement import check_fly
from rules.air_force.orders import (
    Attack,
    Bank,
    Chase,
    Decision,
    Fly,
    Hold,
    Leg,
    PlanEnergy,
    SetFlight,
    Split,
    choice_id,
)
from rules.air_force.state import Dogfight, Flight
from rules.air_force.view import DogfightView
from rules.values import GameError, Value

MOST_CHOICES: Final = 25
"""A menu of Discord's holds so many."""
LEG_TEXTS: Final[tuple[tuple[Leg, str], ...]] = (
    ("straight", "straight"), ("left", "try left"), ("right", "try right"), ("try", "try to turn, then choose"),
)  # fmt: skip


class Choice(Value):
    """One thing to choose. `id` is the same for the same choice on another turn; `suggested` is the doctrine's advice."""

    id: str
    words: str
    odds: tuple[OutcomeChance, ...]
    decision: Decision
    suggested: bool = False


def choices(view: DogfightView) -> tuple[Choice, ...]:
    """Everything sensible that may be decided now, at most 25, all legal; none if this side is not asked."""
    fight = view.known
    jet = fight.jets.get(fight.now.jet)
    ask = question(fight)
    if jet is None or jet.stores is None or ask is None or ask.jet != jet.id:
        return ()
    advice = advise(view)
    offered = list(_offered(fight, jet))
    if all(one.decision != advice for one in offered):
        offered = [_choice_of(fight, jet, advice), *offered]
    marked = [Choice(c.id, c.words, c.odds, c.decision, c.decision == advice) for c in offered]
    kept = marked[:MOST_CHOICES]
    if not any(one.suggested for one in kept):
        kept[-1] = next(one for one in marked if one.suggested)
    return tuple(kept)


def repeated_choice(view: DogfightView, found: tuple[Choice, ...]) -> Choice | None:
    """The choice that does again what the pilot decided last at such a question, against whoever is there now."""
    jet = view.known.jets.get(view.known.now.jet)
    if jet is None or jet.stores is None or not found:
        return None
    kinds = {type(one.decision).__name__ for one in found}
    for last in reversed(jet.stores.before):
        kind, _, wanted = last.partition(" ")
        if kind in kinds:
            begin = wanted.partition(":")[0]
            single = begin.removesuffix("-all")
            for test in (wanted, begin, single):
                again = next((one for one in found if test in {one.id, one.id.partition(":")[0]}), None)
                if again is not None:
                    return again
            return None
    return None


def _offered(fight: Dogfight, jet: Jet) -> Iterator[Choice]:
    match fight.now.phase:
        case 2 if fight.gain is None:
            yield from _plans(fight, jet)
        case 2 if fight.gain is not None:
            yield from _flights(fight, jet, fight.gain.speed)
        case 3 if fight.flight is not None and fight.flight.choosing:
            for side in ("left", "right", "none"):
                yield _choice_of(fight, jet, Bank(jet.id, side))
        case 3:
            yield from _moves(fight, jet)
        case _:
            for order in attacks(fight, jet):
                yield _choice_of(fight, jet, order)
            yield _choice_of(fight, jet, Hold(jet.id))


def _plans(fight: Dogfight, jet: Jet) -> Iterator[Choice]:
    for burner, aim, jink, turns in product((False, True), (False, True), (False, True), range(4)):
        plan = PlanEnergy(jet.id, turns, jink, aim, burner)
        try:
            check_plan(fight, jet, plan)
        except GameError:
            continue
        yield _choice_of(fight, jet, plan)


def _flights(fight: Dogfight, jet: Jet, gain: int) -> Iterator[Choice]:
    """Without brakes first, then with as little of them as makes a difference, gentle changes of altitude before steep."""
    told: set[tuple[int, int]] = set()
    ordered = sorted(flights(fight, jet, gain), key=lambda one: (one[0].brakes > 0, abs(one[0].levels), one[0].brakes))
    for choice, speed in ordered:
        if (choice.levels, speed) not in told:
            told.add((choice.levels, speed))
            yield _choice_of(fight, jet, choice)


def _moves(fight: Dogfight, jet: Jet) -> Iterator[Choice]:
    left = jet.speed - (fight.flight or Flight()).moved
    orders: list[Fly | Chase | Bank | Split] = [Chase(jet.id, other.id) for other in enemies(fight, jet.side)]
    orders.append(Chase(jet.id))
    for leg, _ in LEG_TEXTS:
        orders.append(Fly(jet.id, (leg,)))
        if leg != "try" and left > 1:
            orders.append(Fly(jet.id, (leg,) * left))
    for hexsides in (2, 3):
        orders += [Split(jet.id, "left", hexsides), Split(jet.id, "right", hexsides)]
    for order in orders:
        try:
            check_fly(fight, jet, order)
        except GameError:
            continue
        yield _choice_of(fight, jet, order)


def _choice_of(fight: Dogfight, jet: Jet, decision: Decision) -> Choice:
    """A decision with its words and odds."""
    words, odds = _words(fight, jet, decision)
    return Choice(choice_id(decision), words, odds, decision)


def _words(fight: Dogfight, jet: Jet, decision: Decision) -> tuple[str, tuple[OutcomeChance, ...]]:
    match decision:
        case PlanEnergy(_, turns, jink, aim, burner):
            parts = [f"Hard Turn x{turns}"] if turns else []
            parts += [word for word, on in (("Jink", jink), ("Aim", aim), ("afterburner", burner)) if on]
            chances = gain_chances(fight, jet, decision)
            odds = tuple(OutcomeChance(f"gain {n} or more", at_least(chances, n)) for n in range(1, max(chances) + 1))
            return " + ".join(parts) or "no hard maneuver", odds or (OutcomeChance("gain no Speed", CERTAIN),)
        case SetFlight(_, levels, brakes):
            steps = flight_sum(fight, jet, 0 if fight.gain is None else fight.gain.speed, decision)
            speed = sum(one.value for one in steps)
            where = f"climb {levels}" if levels > 0 else f"dive {-levels}" if levels < 0 else "level"
            braked = f", brakes {brakes}" if brakes else ""
            end = "stall" if speed == 0 else f"Speed {speed}"
            return f"{where}{braked}: {end}, altitude {jet.altitude + levels}", (OutcomeChance(end, CERTAIN, steps),)
        case Fly(_, legs):
            said = dict(LEG_TEXTS)[legs[0]]
            every = f" in each of {len(legs)} hexes" if len(legs) > 1 else " for one hex"
            return f"{said}{every}", () if legs[0] == "straight" else (turn_odds(fight, jet),)
        case Chase(_, target):
            words = f"go after {fight.jets[target].name}" if target else "keep to the middle"
            return words, (turn_odds(fight, jet),)
        case Bank(_, side):
            return "straight on" if side == "none" else f"turn {side}", ()
        case Split(_, side, hexsides):
            return f"split {side}, up to {hexsides} hexsides", (turn_odds(fight, jet),)
        case Attack(_, weapon, target):
            name = "guns" if weapon == "gun" else "a missile"
            return f"{name} at {fight.jets[target].name}", attack_odds(fight, jet, decision)
        case Hold():
            return "hold fire", ()
