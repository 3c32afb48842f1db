"""The energy phase: hard maneuvers, the energy roll, speed brakes, climb or dive, and what Speed comes of it (JET-E)."""

from typing import Final, Literal

from rules.air_force import changes
from rules.air_force.events import EnergyRolled, Event, FlightSet, ManeuversChosen
from rules.air_force.jets import Jet, Maneuvers
from rules.air_force.orders import PlanEnergy, SetFlight
from rules.air_force.state import Dogfight, Gain
from rules.air_force.tables_of import number, tables
from rules.dice import Roller
from rules.values import Adjudication, Cause, IllegalOrderError, Modifier, changed

MOST_MANEUVERS: Final = 3
MOST_LEVELS: Final = 3
DRAG_ENERGY: Final = 1


def check_plan(fight: Dogfight, jet: Jet, plan: PlanEnergy) -> None:
    """IllegalOrderError for maneuvers or an afterburner a jet cannot choose (JET-E02, JET-E03, JET-X15)."""
    if not 0 <= plan.hard_turns <= MOST_MANEUVERS:
        raise IllegalOrderError("A card has three Hard Turn boxes: tick 0 to 3 of them.", rule="JET-E03")
    count = Maneuvers(plan.hard_turns, plan.jink, plan.aim).count
    if count > MOST_MANEUVERS:
        raise IllegalOrderError(f"A jet makes at most three hard maneuvers a turn; these are {count}.", rule="JET-E02")
    needed, left = number(fight.options, "fuel_afterburner_turn"), changes.stores(jet).fuel
    if plan.afterburner and left < needed:
        raise IllegalOrderError(f"The afterburner takes {needed} fuel; {jet.name} has {left}.", rule="JET-X15")


def resolve_plan(fight: Dogfight, jet: Jet, plan: PlanEnergy, dice: Roller) -> Adjudication[Dogfight, Event]:
    """Tick the boxes and make the energy roll; the gain waits for `SetFlight` (JET-E06 to JET-E13)."""
    check_plan(fight, jet, plan)
    chosen = Maneuvers(plan.hard_turns, plan.jink, plan.aim)
    marked = changed(changes.remember_decision(jet, plan), maneuvers=chosen, afterburner=plan.afterburner)
    fight = changes.put_jet(fight, marked)
    told: list[Event] = [
        ManeuversChosen(
            fight.now, Cause("JET-E05"), jet.id, chosen, plan.afterburner, seen_by=changes.watchers(fight, marked)
        )
    ]
    if changes.stores(jet).fuel == 0:
        told.append(
            EnergyRolled(fight.now, Cause("JET-X15"), jet.id, (), (), 0, seen_by=changes.watchers(fight, marked))
        )
        return Adjudication(changed(fight, gain=Gain(0)), tuple(told))
    roll = dice.roll(
        changes.key(fight, "energy", jet.id), changes.DIE_SIDES, changes.energy_dice(fight.options, chosen)
    )
    kept, dropped = changes.discard(fight.options, roll.faces, jet.altitude)
    factor = changes.card(fight, jet).factor
    gain = changes.speed_gain(kept, factor, afterburner=plan.afterburner)
    why = [Modifier(gain - plan.afterburner, f"dice above Energy Factor {factor}")]
    if plan.afterburner:
        why.append(Modifier(1, "afterburner"))
    cause = Cause("JET-E09", modifiers=tuple(why), rolls=(roll,))
    told.append(EnergyRolled(fight.now, cause, jet.id, kept, dropped, gain, seen_by=changes.watchers(fight, marked)))
    return Adjudication(changed(fight, gain=Gain(gain)), tuple(told))


def level_speed(fight: Dogfight, levels: int) -> int:
    """What a climb (positive levels) or dive does to Speed (JET-E16); IllegalOrderError beyond three levels."""
    if abs(levels) > MOST_LEVELS:
        raise IllegalOrderError("A jet climbs or dives at most three levels a turn.", rule="JET-E16")
    if levels == 0:
        return 0
    return tables(fight.options)["JET-T03"].number(abs(levels), "climb" if levels > 0 else "dive")


def flight_sum(fight: Dogfight, jet: Jet, gain: int, choice: SetFlight) -> tuple[Modifier, ...]:
    """The sum that makes a jet's new Speed, in the order of the steps (JET-E20); IllegalOrderError if it cannot be.

    The sum of the values is the new Speed; floor and maximum stand in it as what they add or take.
    """
    options, change = fight.options, level_speed(fight, choice.levels)
    altitude = jet.altitude + choice.levels
    low, high = number(options, "altitude_min"), number(options, "altitude_max")
    if not low <= altitude <= high:
        raise IllegalOrderError(f"Altitudes run from {low} to {high}; {altitude} is beyond.", rule="JET-E23")
    if changes.stores(jet).fuel == 0 and choice.levels >= 0:
        raise IllegalOrderError(f"{jet.name} has no fuel left and must dive.", rule="JET-X15")
    offered = gain + max(0, change)
    if not 0 <= choice.brakes <= offered:
        raise IllegalOrderError(f"Speed brakes refuse from 0 to the {offered} Speed gained.", rule="JET-E19")
    of_roll = min(choice.brakes, gain)
    steps = [Modifier(jet.speed, "Speed before"), Modifier(gain, "energy roll")]
    if of_roll:
        steps.append(Modifier(-of_roll, "speed brakes"))
    steps.append(Modifier(-DRAG_ENERGY, "drag"))
    after = sum(one.value for one in steps)
    if after < 0:
        steps.append(Modifier(-after, "Speed is never below 0"))
        after = 0
    if change < 0 and -change > after:
        raise IllegalOrderError(
            f"A climb of {choice.levels} costs {-change} Speed; {jet.name} has {after} after drag.", rule="JET-E22"
        )
    if change:
        word = "climb" if choice.levels > 0 else "dive"
        steps.append(Modifier(change, f"{word} of {abs(choice.levels)}"))
    if choice.brakes > of_roll:
        steps.append(Modifier(of_roll - choice.brakes, "speed brakes in the dive"))
    speed, fastest = sum(one.value for one in steps), changes.max_speed(fight, jet)
    if speed > fastest:
        steps.append(Modifier(fastest - speed, f"its maximum is {fastest}"))
    return tuple(steps)


def resolve_flight(fight: Dogfight, jet: Jet, choice: SetFlight) -> Adjudication[Dogfight, Event]:
    """Set Speed and altitude and write them down; at Speed 0 the jet has stalled (JET-E15 to JET-E21)."""
    if fight.gain is None:
        raise IllegalOrderError("Choose hard maneuvers and roll first.", rule="JET-E20")
    steps = flight_sum(fight, jet, fight.gain.speed, choice)
    speed = sum(one.value for one in steps)
    rule: Literal["JET-E18", "JET-E20"] = "JET-E18" if speed == 0 else "JET-E20"
    flown = changed(
        changes.remember_decision(jet, choice), speed=speed, altitude=jet.altitude + choice.levels, stalled=speed == 0
    )
    fight = changes.put_jet(fight, flown)
    event = FlightSet(
        fight.now, Cause(rule, modifiers=steps), jet.id, choice.levels, choice.brakes, speed, flown.altitude,
        stalled=flown.stalled, seen_by=changes.watchers(fight, flown),
    )  # fmt: skip
    return Adjudication(changed(fight, gain=None), (event,))
