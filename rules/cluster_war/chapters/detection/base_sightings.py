"""Foreign bases away from colonies: seen, remembered with their week, and forgotten when their place is seen empty (12.0)."""

from collections.abc import Mapping

from rules.cluster_war.chapters.detection.cloaks import sees_base
from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.model.events.detection import BaseSighted
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.knowledge import BaseSighting
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause


def refresh_bases(turn: TurnState, week: int) -> None:
    """Bring every side's knowledge of foreign bases up to date at the end of `week` (CW-12.0-04, CW-12.0-06).

    Bases in tow are part of their fleet and are not told apart from it.
    """
    here: dict[HexId, list[Base]] = {}
    for _, base in sorted(turn.bases.items()):
        if not base.towed_by:
            here.setdefault(base.hex, []).append(base)
    for side in sorted(turn.sides):
        known = turn.knowledge[side].bases
        if here or known:
            found = _seen(turn, side, known, here, week)
            owners = {s.side for s in found.values() if s.week == week}
            met = turn.knowledge[side].met
            turn.learn(side, bases=found, met=(*met, *sorted(owners - set(met))))


def _seen(
    turn: TurnState, side: SideId, known: Mapping[str, BaseSighting], here: Mapping[HexId, list[Base]], week: int
) -> dict[str, BaseSighting]:
    view = sight(turn, side)
    found = {key: s for key, s in known.items() if s.hex not in view}
    for hex_ in sorted(view & here.keys()):
        groups: dict[tuple[int, SideId], list[Base]] = {}
        for base in here[hex_]:
            if base.side != side and sees_base(turn, base, side):
                groups.setdefault((base.orbit, base.side), []).append(base)
        for (orbit, owner), bases in sorted(groups.items()):
            hull = sum(turn.sides[owner].designs[b.design].hull for b in bases)
            key = f"{hex_}-{orbit}/{owner}"
            before = known.get(key)
            found[key] = BaseSighting(owner, hex_, orbit, len(bases), hull, week)
            if before is None or (before.bases, before.hull) != (len(bases), hull):
                cause = Cause("CW-12.0-04")
                turn.tell_side(BaseSighted(side, owner, hex_, orbit, len(bases), hull, week, cause=cause))
    return found
