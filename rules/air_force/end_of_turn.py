"""The end of a turn: fuel, stalls, the next turn; and who has won (JET-X14, JET-X15, JET-X21)."""

from rules.air_force.changes import flying_jets, put_jet, remove_jet, stores, watchers
from rules.air_force.events import Event, FightEnded, FuelBurnt, StallFell
from rules.air_force.jets import Jet, Maneuvers
from rules.air_force.orders import Moment, SideId
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import number
from rules.values import Adjudication, Cause, Modifier, changed


def end_turn(fight: Dogfight) -> Adjudication[Dogfight, Event]:
    """Burn fuel, let stalled jets fall, take out who must ditch, clear the cards and begin the next turn."""
    told: list[Event] = []
    for jet in flying_jets(fight):
        fight, event = _burn(fight, jet)
        told.append(event)
    for jet in flying_jets(fight):
        if jet.stalled:
            fight, fell = _fall(fight, jet)
            told.append(fell)
    ditched = ditch(fight)
    fight = ditched.state
    told += ditched.events
    turn = fight.now.turn
    for jet in flying_jets(fight):
        fight = put_jet(fight, _cleared(jet, turn - number(fight.options, "contrail_turns") + 1))
    return Adjudication(changed(fight, now=Moment(turn + 1), order=(), queue=()), tuple(told))


def must_ditch(fight: Dogfight, jet: Jet) -> bool:
    """Whether a jet is out of fuel and has no altitude left to dive from (JET-X15)."""
    return stores(jet).fuel == 0 and jet.altitude <= number(fight.options, "altitude_min")


def ditch(fight: Dogfight) -> Adjudication[Dogfight, Event]:
    """Every jet that must dive next and cannot is out of the fight, all at once (JET-X15, R-302)."""
    told: list[Event] = []
    for jet in flying_jets(fight):
        if must_ditch(fight, jet):
            fight, event = remove_jet(fight, jet, "out of fuel", Cause("JET-X15"))
            told.append(event)
    return Adjudication(fight, tuple(told))


def _cleared(jet: Jet, first: int) -> Jet:
    trail = tuple(spot for spot in jet.trail if spot.turn >= first)
    return changed(
        jet,
        maneuvers=Maneuvers(),
        afterburner=False,
        stalled=False,
        distracted=False,
        fired=(),
        trail=trail,
        initiative=0,
    )


def _burn(fight: Dogfight, jet: Jet) -> tuple[Dogfight, Event]:
    """One fuel a turn, three with afterburner (JET-X15, JET-E14)."""
    name = "fuel_afterburner_turn" if jet.afterburner else "fuel_per_turn"
    held = stores(jet)
    burnt = min(held.fuel, number(fight.options, name))
    flown = changed(jet, stores=changed(held, fuel=held.fuel - burnt))
    cause = Cause("JET-E14" if jet.afterburner else "JET-X15", modifiers=(Modifier(-burnt, "fuel"),))
    event = FuelBurnt(fight.now, cause, jet.id, burnt, held.fuel - burnt, seen_by=(jet.side,))
    return put_jet(fight, flown), event


def _fall(fight: Dogfight, jet: Jet) -> tuple[Dogfight, Event]:
    """Two levels down and Speed as in a dive; below the lowest level it crashes (JET-X14)."""
    options = fight.options
    altitude = jet.altitude - number(options, "stall_altitude_loss")
    if altitude < number(options, "altitude_min"):
        return remove_jet(fight, jet, "crashed", Cause("JET-X14"))
    fallen = changed(jet, altitude=altitude, speed=jet.speed + number(options, "stall_speed_gain"))
    fight = put_jet(fight, fallen)
    return fight, StallFell(
        fight.now, Cause("JET-X14"), jet.id, altitude, fallen.speed, seen_by=watchers(fight, fallen)
    )


def find_winner(fight: Dogfight) -> SideId | None:
    """Who has won: the last side with a flying jet (JET-X21), "" if none has; a guarded jet decides its mission alone."""
    for jet in fight.jets.values():
        if jet.role == "guarded" and not jet.flying:
            others = [side for side in fight.sides if side != jet.side]
            return jet.side if jet.fate == "left" else others[0]
    left = sorted({jet.side for jet in flying_jets(fight)})
    if len(left) > 1:
        return None
    return left[0] if left else ""


def conclude_fight(fight: Dogfight) -> Adjudication[Dogfight, Event]:
    """The dogfight with its winner, if it has one now."""
    winner = find_winner(fight)
    if winner is None or fight.winner is not None:
        return Adjudication(fight, ())
    over = changed(fight, winner=winner, waiting=(), queue=(), gain=None, flight=None)
    return Adjudication(over, (FightEnded(fight.now, Cause("JET-X21"), winner),))


def give_up(fight: Dogfight, side: SideId) -> Adjudication[Dogfight, Event]:
    """Every jet of a side is out of the fight."""
    told: list[Event] = []
    for jet in flying_jets(fight):
        if jet.side == side:
            fight, event = remove_jet(fight, jet, "gave up", Cause("JET-X21"))
            told.append(event)
    return Adjudication(fight, tuple(told))
