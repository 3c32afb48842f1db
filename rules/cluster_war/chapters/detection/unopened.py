"""Scenes that nobody is left to tell of: a side is never asked about them, and the numbers of its others do not show that they
were (CW-13.0-04)."""

from collections.abc import Collection, Mapping
from typing import Final

from rules.cluster_war.model.events.encounters import SceneOpened
from rules.cluster_war.model.state.encounters import SceneId
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.working.turn_state import TurnState, WeekBegan
from rules.values import changed

NOBODY_LEFT: Final = "Nobody of theirs is left to tell of it."


def unopen_scenes(turn: TurnState, side: SideId, began: WeekBegan, view: Collection[HexId]) -> None:
    """Take back the scenes that a side's lost fleets opened this week: those in hexes of which nobody of theirs can tell."""
    count = f"scene/{side}"
    first = began.counters.get(count, 0)
    fresh = [s for s in turn.scenes if s.side == side and not s.closed and _number(s.id) > first]
    gone = {scene.id for scene in fresh if scene.hex not in view}
    if not gone:
        return
    left = [scene.id for scene in fresh if scene.id not in gone]
    names = {old: f"{side}-E{first + at}" for at, old in enumerate(left, 1)}
    turn.scenes = [changed(s, id=names.get(s.id, s.id)) for s in turn.scenes if s.id not in gone]
    turn.counters[count] = first + len(left)
    for at, question in enumerate(turn.questions):
        if question.kind != "scene" or question.settled_turn:
            continue
        if gone & {*question.subjects}:
            turn.questions[at] = changed(question, subjects=(), answer=NOBODY_LEFT, settled_turn=turn.turn)
        else:
            turn.questions[at] = changed(question, subjects=tuple(names.get(s, s) for s in question.subjects))
    _rename(turn, began, names)


def _rename(turn: TurnState, began: WeekBegan, names: Mapping[SceneId, SceneId]) -> None:
    for at in range(began.events, len(turn.events)):
        event = turn.events[at]
        if isinstance(event, SceneOpened):
            turn.events[at] = changed(event, scene=names.get(event.scene, event.scene))


def _number(scene: SceneId) -> int:
    return int(scene.rpartition("-E")[2])
