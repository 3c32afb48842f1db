"""What can go wrong under way: pushed drives, ion traps, guards, and wormholes that open at somebody's world (4.0)."""

from typing import Final

from rules.cluster_war.chapters.movement.fleets import put_fleet, ships_of
from rules.cluster_war.chapters.movement.journey import GATE, WORMHOLE, LegStage
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.movement.navigation import Mode, mode_of
from rules.cluster_war.model.events.encounters import FleetHeld
from rules.cluster_war.model.events.movement import FleetLost
from rules.cluster_war.model.state.common import short_id, tables
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.places import Bound
from rules.cluster_war.model.working.turn_state import TurnState, word_of
from rules.cluster_war.model.worlds.terrain import inhibits
from rules.values import Cause, IllegalOrderError, Modifier, Roll, changed

GUARDS: Final = ("patrol", "blockade")
NO_DRIVE: Final = (WORMHOLE, GATE)
"""Ways that need no drive of the fleet's own, and so lead out of an inhibitor's field (ruling R-160)."""
ION_TRAP: Final = "ion storm generator"


def takes_no_drive(by: str) -> bool:
    """Whether a way takes no FTL drive of the fleet's own (CW-B-23, ruling R-160)."""
    return by in NO_DRIVE


def is_held(turn: TurnState, fleet: Fleet, week: int) -> bool:
    """Whether a fleet that would leave as a week begins cannot: drained or frozen (CW-B-21, CW-B-22), or where no FTL drive
    works: from there it takes some weeks under ordinary drive to the edge of the field (CW-B-23, ruling R-160)."""
    bound = fleet.bound
    if bound is not None and bound.hex == fleet.hex and (not bound.until or bound.until > week):
        _tell_held(turn, fleet, bound, week)
        return True
    if takes_no_drive(fleet.by) or not inhibits(turn.cluster.systems.get(fleet.hex), turn.settings):
        return False
    if bound is not None and bound.why == "field" and bound.hex == fleet.hex:
        return False
    weeks = tables(turn.settings)["CW-TAB-TRAP-NUMBERS"].number("field weeks", "value")
    bound = Bound("field", fleet.hex, week + weeks)
    put_fleet(turn, changed(fleet, bound=bound))
    _tell_held(turn, fleet, bound, week)
    return True


def _tell_held(turn: TurnState, fleet: Fleet, bound: Bound, week: int) -> None:
    """Once a month."""
    if any(isinstance(e, FleetHeld) and e.fleet == fleet.id for e in turn.events):
        return
    rule = {"field": "CW-B-23", "siphon": "CW-B-22", "stasis": "CW-B-21"}[bound.why]
    cause = Cause(rule, fleet.order)
    told = FleetHeld(fleet.side, fleet.id, fleet.name, fleet.hex, week, bound.until, bound.why, cause=cause)
    turn.tell_side(told)


def launch(turn: TurnState, fleet: Fleet, stage: LegStage, week: int) -> bool:
    """What a departure risks or does; False if the fleet is destroyed by it (CW-4.0-08, CW-4.0-21, CW-4.0-22)."""
    by_wormhole = stage.rule in {"CW-4.0-20", "CW-4.0-21"}
    if by_wormhole:
        _strike(turn, fleet, stage)
    if not stage.pushed:
        return True
    roll = turn.dice.percent(f"push/{fleet.id}/{week}/{word_of(turn, fleet.side)}")
    if by_wormhole:
        _unstable(turn, fleet, stage, roll)
        return True
    if roll.total > turn.settings.push_chance:
        return True
    cause = Cause("CW-4.0-08", fleet.order, (Modifier(turn.settings.push_chance, "% chance of failure"),), (roll,))
    ids = tuple(ship.id for ship in ships_of(turn, fleet))
    turn.tell_side(FleetLost(fleet.side, fleet.id, fleet.name, ids, fleet.hex, week, cause=cause))
    for ship in ids:
        del turn.ships[ship]
    put_fleet(turn, Fleet(fleet.id, fleet.side, fleet.name, fleet.hex, ()))
    return False


def _unstable(turn: TurnState, fleet: Fleet, stage: LegStage, roll: Roll) -> None:
    """A pushed wormhole goes before the game master, with what the dice suggest (CW-4.0-21)."""
    chance = turn.settings.push_chance
    if roll.total <= chance:
        advice = (
            f"The dice say it collapses ({roll.total}, on {chance} or less): take off the ships you roll 1 or 2 of a "
            f"six-sided die for, and put the others into a hex beside {stage.to}."
        )
    else:
        advice = f"The dice say it holds ({roll.total}, over {chance}): let the fleet arrive."
    text = (
        f"{turn.sides[fleet.side].name} {fleet.id} pushes a wormhole from {fleet.hex} to {stage.to}, beyond its range."
    )
    turn.put_question("catastrophe", (fleet.side,), text, "CW-4.0-21", advice, fleet.hex)


def _strike(turn: TurnState, fleet: Fleet, stage: LegStage) -> None:
    """A wormhole that forms at foreign worlds is a weapon: the game master says what it does (CW-4.0-22)."""
    hit = sorted(
        c.id
        for c in turn.colonies.values()
        if c.hex == stage.to and c.side != fleet.side and not at_peace(turn.start.peace, c.side, fleet.side)
    )
    if not hit:
        return
    owners = {turn.colonies[c].side for c in hit}
    bases = {
        f"{c} ({n} × {turn.sides[turn.colonies[c].side].designs[d].name})"
        for c in hit
        for d, n in turn.colonies[c].garrison.items()
        if n > 0 and turn.sides[turn.colonies[c].side].designs[d].kind == "base"
    }
    text = f"{turn.sides[fleet.side].name} {fleet.id} forms a wormhole at {stage.to}, among the worlds {', '.join(hit)}"
    text += f" with bases {', '.join(sorted(bases))}." if bases else "."
    advice = (
        "Vessels can avoid it. For each base roll a six-sided die: it is destroyed on 1 to 4; each colony loses ten "
        "percent of its size for each point of another. If the wormhole is peaceful and far from the worlds, nothing happens."
    )
    turn.put_question("encounter", tuple(sorted({fleet.side, *owners})), text, "CW-4.0-22", advice, stage.to)


def caught(turn: TurnState, fleet: Fleet) -> bool:
    """Whether void jammers entered an ion storm generator's hex; the game master rules on it (CW-4.0-16)."""
    system = turn.cluster.systems.get(fleet.hex)
    special = system.special if system is not None else None
    if special is None or ION_TRAP not in " ".join((special.kind, *special.details)).lower():
        return False
    mode = mode_in(turn, fleet)
    asked = any(q.rule == "CW-4.0-16" and q.hex == fleet.hex and fleet.side in q.sides for q in turn.questions)
    if mode is None or mode.drive.id != "void-jammer" or asked:
        return False
    word = word_of(turn, fleet.side)
    fates = []
    for ship in ships_of(turn, fleet):
        face = turn.dice.roll(f"ion-trap/{fleet.hex}/{ship.id}/{word}", 6).total
        fates.append(f"{short_id(ship.id)} {'destroyed' if face <= 3 else 'severely damaged'}")
    text = f"{turn.sides[fleet.side].name} {fleet.id}, moving by void jammer, is caught by the ion trap in {fleet.hex}."
    turn.put_question("catastrophe", (fleet.side,), text, "CW-4.0-16", f"The dice say: {', '.join(fates)}.", fleet.hex)
    reason = f"{fleet.name} was caught in an ion storm in {fleet.hex}; the game master says what is left of it."
    turn.fail_fleet(fleet, reason, "CW-4.0-16")
    return True


def is_intercepted(turn: TurnState, fleet: Fleet) -> bool:
    """Whether a foreign fleet on guard here stops a fleet that is seen on its way (CW-4.0-18).

    Skip drives slip away (CW-4.0-17); `rulings."CW-4.0-18" = "pass"` lets all go on.
    """
    mode = mode_in(turn, fleet)
    if mode is None or mode.drive.flees or turn.settings.rulings.get("CW-4.0-18") == "pass":
        return False
    guards = [
        other
        for other in turn.fleets.values()
        if other.hex == fleet.hex
        and other.side != fleet.side
        and other.transit is None
        and other.course is None
        and other.mission in GUARDS
        and not other.is_held
        and not at_peace(turn.start.peace, other.side, fleet.side)
    ]
    for guard in guards:
        turn.revealed.setdefault(guard.id, "stopping others on their way")
    return bool(guards)


def stop_at_barrier(turn: TurnState, fleet: Fleet) -> None:
    """A fleet that goes from hex to hex and came by its map to what its drive cannot enter stops there, and goes no further
    (CW-4.0-14, ruling R-169)."""
    mode, system = mode_in(turn, fleet), turn.cluster.systems.get(fleet.hex)
    if fleet.by or mode is None or mode.drive.family != "linear" or system is None:
        return
    if mode.drive.banned & {*system.codes}:
        put_fleet(turn, changed(fleet, course=None, route=()))
        text = (
            f"{fleet.name} stops in {fleet.hex}: its {mode.drive.name} goes through nothing of the kind that is there."
        )
        turn.fail_fleet(fleet, text, "CW-4.0-14")


def mode_in(turn: TurnState, fleet: Fleet) -> Mode | None:
    """How a fleet travels; None if it cannot."""
    try:
        return mode_of(fleet.name, turn.sides[fleet.side].designs, ships_of(turn, fleet), turn.settings)
    except IllegalOrderError:
        return None
