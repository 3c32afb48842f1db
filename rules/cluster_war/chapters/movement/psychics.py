"""Fleets that take psychics through hyperspace, told to their owners and, where it went wrong, to the game master."""

from rules.cluster_war.chapters.movement.fleets import ships_of
from rules.cluster_war.chapters.movement.navigation import has_ftl
from rules.cluster_war.model.events.psionics import PsychicsInsane, PsychicsRecover
from rules.cluster_war.model.psionics.units import AFTER, come_out, has_psychics, is_hyperspace, with_psychics
from rules.cluster_war.model.state.names import HexId, short_id
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause

STAYS: str = (
    "They stay out of their mind, and none of their abilities counts, until you say otherwise (/psimaster cure)."
)
"""The default of what becomes of psychics who were awake in hyperspace."""


def psychics_of(turn: TurnState, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet that have psychics aboard; where its side has no such design, nobody looks through its ships."""
    designs = turn.sides[fleet.side].designs
    if not turn.kept("psychics", fleet.side, (designs,), lambda: has_psychics(designs, turn.settings)):
        return ()
    return with_psychics(ships_of(turn, fleet), designs, turn.settings)


def wake_psychics(turn: TurnState, fleet: Fleet, here: HexId, week: int) -> None:
    """After a passage: psychics recover for a week, or have lost their mind if they were awake (CW-15.0-06).

    A fleet that goes on at once keeps them asleep; only where its way ends is told of their recovery.
    """
    owner = turn.sides[fleet.side]
    ships = ships_of(turn, fleet)
    drives = {d.ftl for d in (owner.designs[s.design] for s in ships) if d.kind != "small_craft" and has_ftl(d)}
    if fleet.by or not any(is_hyperspace(drive, turn.settings) for drive in drives):
        return
    aboard = [come_out(ship, week, turn.settings) for ship in psychics_of(turn, fleet)]
    mad = tuple(ship.id for ship in aboard if ship.psychics.insane and not turn.ships[ship.id].psychics.insane)
    turn.ships.update({ship.id: ship for ship in aboard})
    cause = Cause(AFTER, fleet.order)
    for how in ("drugged", "frozen"):
        resting = tuple(s.id for s in aboard if s.psychics.travel == how and not s.psychics.insane)
        if resting and not fleet.route:
            until = max(turn.ships[key].psychics.rest for key in resting)
            told = PsychicsRecover(fleet.side, fleet.id, fleet.name, here, resting, how, until, cause=cause)
            turn.tell_side(told)
    if mad:
        turn.tell_side(PsychicsInsane(fleet.side, fleet.id, fleet.name, here, mad, cause=cause))
        names = ", ".join(short_id(key) for key in mad)
        text = f"{owner.name}: the psychics aboard {names} of {fleet.name} came through hyperspace awake. What follows?"
        turn.put_question("psionics", (fleet.side,), text, AFTER, STAYS, here, subjects=mad, order=fleet.order)
