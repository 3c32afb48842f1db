"""Who meets ghosts: the deluded are told what they would be told of a real fleet, and the game master is asked (CW-15.1-16)."""

from typing import Final

from rules.cluster_war.chapters.movement.fleets import came_in, in_order, present
from rules.cluster_war.chapters.movement.meetings import DISTANCE, ENCOUNTER_RULE, at_peace, heard_by, unheard
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.psionics.telepaths import ghost_key, ghosts_before
from rules.cluster_war.model.state.minds import Ghost
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause

GHOSTS: Final = "CW-15.1-16"
BEGINS: Final = "Ghost ships of"
SUGGESTION: Final = (
    "They are not there, and no battle comes of it: those who attack them find that they got away. /psimaster minds ghost "
    "changes, moves or ends them, /gm narrate tells what the deluded see."
)


def ghost_meetings(turn: TurnState, week: int) -> None:
    """At a week's end, meetings with ghosts, as with fleets of their side: the deluded are told, and the game master is asked."""
    if not turn.minds.ghosts:
        return
    arrived = came_in(turn, week)
    fleets = present(turn.fleets.values())
    for side in sorted(turn.sides):
        places: dict[tuple[HexId, SideId], list[Ghost]] = {}
        for ghost in ghosts_before(turn, side):
            if ghost_key(ghost) in turn.knowledge[side].contacts and not at_peace(turn.start.peace, side, ghost.side):
                places.setdefault((ghost.hex, ghost.side), []).append(ghost)
        for (hex_, owner), ghosts in sorted(places.items()):
            mine = in_order(f for f in fleets.get(hex_, ()) if f.side == side)
            if mine or any(c.side == side for c in turn.colonies.at(hex_)):
                _meet(turn, week, (side, owner, hex_), ghosts, mine, fresh=any(f.id in arrived for f in mine))


def _meet(
    turn: TurnState,
    week: int,
    who: tuple[SideId, SideId, HexId],
    ghosts: list[Ghost],
    mine: list[Fleet],
    *,
    fresh: bool,
) -> None:
    """One side's meeting with ghosts of another in a hex; it is told once, and again when something has changed, but never
    beside a real meeting with the same side."""
    side, owner, hex_ = who
    text = _text(turn, side, owner, hex_, ghosts, mine)
    contacts = turn.knowledge[side].contacts
    seen = sorted(contacts[ghost_key(ghost)] for ghost in ghosts)
    tale = "; ".join((*seen, *(f"{g.ships} {g.hull}" for g in ghosts), *(f.id for f in mine)))
    start = f"{BEGINS} {owner} in the minds of {side} "
    old = [q for q in turn.questions if q.kind == "encounter" and q.hex == hex_ and q.text.startswith(start)]
    open_one = next((q for q in reversed(old) if not q.settled_turn), None)
    tales = {side: tale}
    if not unheard(tales, {side} if fresh else (), old):
        return
    real = _told(turn, week, side, owner, hex_)
    turn.put_question(
        "encounter",
        (side, owner),
        text,
        GHOSTS,
        SUGGESTION,
        hex_,
        choices=(DISTANCE,),
        subjects=heard_by(tales),
        old=open_one,
    )
    if not real:
        met = (*(f.id for f in mine), *seen)
        turn.say(FleetsMet(hex_, week, met, (side, owner), cause=Cause(ENCOUNTER_RULE), seen_by=(side,)))


def _text(turn: TurnState, side: SideId, owner: SideId, hex_: HexId, ghosts: list[Ghost], mine: list[Fleet]) -> str:
    shown = ", ".join(f"{g.id} ({g.ships} ships, {g.hull} hull spaces)" for g in ghosts)
    met = ", ".join(f"{f.name} ({f.id})" for f in mine) or "their colony"
    return f"{BEGINS} {owner} in the minds of {side} at {hex_}: {shown}; {met} of {turn.sides[side].name}."


def _told(turn: TurnState, week: int, side: SideId, owner: SideId, hex_: HexId) -> bool:
    """Whether a side was told this week of a meeting with the other that is real."""
    told = (e for e in turn.events if isinstance(e, FleetsMet) and e.week == week and e.seen_by == (side,))
    return any(e.hex == hex_ and owner in e.sides for e in told)
