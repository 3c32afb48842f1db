"""Blockades: a hostile fleet that holds the system of a colony alone cuts it off from its grid (CW-9.2-02, CW-5.0-24)."""

from typing import Final

from rules.cluster_war.chapters.combat.arms import foes_of, guards_at, is_force
from rules.cluster_war.model.events.raids import BlockadeChanged
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

RULE: Final = "CW-9.2-02"
MISSION: Final = "blockade"


def blockade_week(turn: TurnState, week: int) -> None:
    """At a week's end: colonies whose system a fleet on blockade holds alone are cut off; those that nobody holds any more
    are not. The game master's own blockades stay, and so does everything where meetings are put to them (`Settings.battles`
    is "ask")."""
    del week
    if turn.settings.battles == "ask":
        return
    for key, colony in sorted(turn.colonies.items()):
        by = _holder(turn, colony)
        if by == colony.blockader or (by and colony.blockaded and not colony.blockader):
            continue
        if colony.blockader:
            _tell(turn, colony, colony.blockader, on=False)
        if by:
            _tell(turn, colony, by, on=True)
        turn.colonies[key] = changed(colony, blockaded=bool(by), blockader=by)


def _holder(turn: TurnState, colony: Colony) -> SideId:
    """The side that blockades a colony, the one that does already first; "" for none."""
    fleets = [
        f
        for f in turn.fleets.at(colony.hex)
        if f.mission == MISSION and f.transit is None and f.course is None and f.side != colony.side and not f.is_held
    ]
    if not fleets:
        return ""
    foes = set(foes_of(turn, colony.side))
    holders = sorted(
        {
            f.side
            for f in fleets
            if f.side in foes and is_force(turn, f) and not guards_at(turn, colony.side, colony.hex, f.side)
        }
    )
    return colony.blockader if colony.blockader in holders else next(iter(holders), "")


def _tell(turn: TurnState, colony: Colony, by: SideId, *, on: bool) -> None:
    for side in (colony.side, by):
        cause = Cause(RULE if on else "CW-5.0-24")
        name = colony.name if side == colony.side else ""  # what its owner calls it is their affair
        turn.tell_side(BlockadeChanged(side, colony.id, name, colony.side, by, on, cause=cause))
