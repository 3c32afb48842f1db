"""At the month's end, what is long over or holds nothing any more is kept no longer, so that a campaign's save stays small."""

from collections.abc import Mapping
from typing import Final, TypeVar

from rules.cluster_war.model.state.espionage import MOLE, Operation
from rules.cluster_war.model.state.knowledge import GHOST_TURNS
from rules.cluster_war.model.state.minds import Disguise, Ghost, Silence, Sway, lasts
from rules.cluster_war.model.state.names import WEEKS_PER_TURN
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed

KEPT_TURNS: Final = 12
"""For so many turns scenes and operations that have ended can be looked up."""

Lasting = TypeVar("Lasting", Ghost, Disguise, Silence, Sway)


def tidy(month: TurnState) -> None:
    """Let go of holds and delusions that have ended or whose ships, fleets or colonies are gone, of scenes and operations that
    ended long ago, and of where ships vanished once no map shows it."""
    _minds(month)
    _scenes(month)
    month.operations = {key: one for key, one in month.operations.items() if not _is_done_with(month, one)}
    _vanished(month)


def _minds(month: TurnState) -> None:
    minds = month.minds
    there = {*month.ships, *month.bases, *month.colonies}
    month.minds = changed(
        minds,
        ghosts=_lasting(month, minds.ghosts),
        disguises=_lasting(month, {key: d for key, d in minds.disguises.items() if key in month.fleets}),
        silences=_lasting(month, {key: s for key, s in minds.silences.items() if key in month.fleets}),
        sways=_lasting(month, {key: s for key, s in minds.sways.items() if key in there}),
        caught=tuple(named for named in minds.caught if int(named.partition("/")[0]) > month.turn),
    )


def _lasting(month: TurnState, held: Mapping[str, Lasting]) -> dict[str, Lasting]:
    """What of it is still there next turn."""
    return {key: one for key, one in held.items() if lasts(one.until, month.turn + 1)}


def _scenes(month: TurnState) -> None:
    """One that ended long ago, unless ships of its side are still there, who would be asked again."""
    there = {(fleet.side, fleet.hex) for fleet in month.fleets.values() if fleet.transit is None}
    month.scenes = [
        s for s in month.scenes if not s.closed or s.closed > month.turn - KEPT_TURNS or (s.side, s.hex) in there
    ]


def _is_done_with(month: TurnState, one: Operation) -> bool:
    """Whether an operation ended long ago, and nothing of what it did is left."""
    works = one.points or one.until > month.turn or (one.kind, one.outcome) == (MOLE, "success")
    return not one.running and not works and one.finished_turn <= month.turn - KEPT_TURNS


def _vanished(month: TurnState) -> None:
    oldest = (month.turn - GHOST_TURNS) * WEEKS_PER_TURN
    for side in sorted(month.sides):
        heard = month.knowledge[side].vanished
        kept = tuple(one for one in heard if one.week > oldest)
        if kept != heard:
            month.learn(side, vanished=kept)
