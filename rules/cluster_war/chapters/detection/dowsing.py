"""Dowsers aboard ship: what is out of the ordinary or buried in a system they feel without a survey (CW-15.1-06)."""

from collections.abc import Sequence
from typing import Final

from rules.cluster_war.chapters.detection.scouting import known_as
from rules.cluster_war.chapters.detection.specials import notes_on
from rules.cluster_war.chapters.movement.fleets import in_order, present, ships_of
from rules.cluster_war.model.events.psionics import DowsersFelt
from rules.cluster_war.model.psionics.felt import DOWSING
from rules.cluster_war.model.psionics.units import working_abilities
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

RULE: Final = "CW-15.1-06"


def dowse(turn: TurnState, week: int) -> None:
    """At a week's end fleets with dowsers feel what only a survey would show of what hides where they are."""
    for hex_, fleets in sorted(present(turn.fleets.values()).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None or system.special is None:
            continue
        for fleet in in_order(fleets):
            if not has_dowsers(turn, fleet, week):
                continue
            found = note_felt(turn, fleet.side, hex_, notes_on(system, "surveyed"))
            if found:
                cause = Cause(RULE, fleet.order)
                turn.tell_side(DowsersFelt(fleet.side, fleet.id, hex_, week, found, cause=cause))


def note_felt(turn: TurnState, side: SideId, hex_: HexId, felt: Sequence[str]) -> tuple[str, ...]:
    """Put on a side's sheet of a system what dowsers felt there; what of it was not on it yet."""
    known, system = turn.knowledge[side].systems, turn.cluster.systems.get(hex_)
    entry = known.get(hex_) or (known_as(system, "map", turn.turn) if system is not None else None)
    found = tuple(note for note in felt if entry is not None and note not in entry.notes)
    if entry is not None and found:
        after = changed(entry, notes=(*entry.notes, *found), turn=turn.turn)
        turn.learn(side, systems={**known, hex_: after})
    return found


def has_dowsers(turn: TurnState, fleet: Fleet, week: int) -> bool:
    """Whether a ship of a fleet has a unit of dowsers that can act."""
    designs = turn.sides[fleet.side].designs
    return any(
        DOWSING in working_abilities(ship, designs[ship.design], week, turn.settings)
        for ship in ships_of(turn, fleet)
        if designs[ship.design].traits
    )
