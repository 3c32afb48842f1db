"""The end of a turn: default rulings on questions, and what is long over or holds nothing is kept no longer."""

from collections.abc import Mapping
from typing import Final, TypeVar

from rules.cluster_war.chapters.logistics.stress import default_effect, outcome
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.state.common import WEEKS_PER_TURN
from rules.cluster_war.model.state.dealings import MOLE, Operation
from rules.cluster_war.model.state.default_rulings import default_answer, rules_by_default
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.knowledge import GHOST_TURNS
from rules.cluster_war.model.state.psionics import Disguise, Ghost, Silence, Sway, lasts
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, GameError, changed


def apply_default_rulings(turn: TurnState) -> None:
    """Answer this turn's questions of the kinds that the campaign answers by default; they are kept as settled.

    Where a default ruling cannot be carried out the game master is asked after all.
    """
    for place, question in enumerate(turn.questions):
        if question.turn != turn.turn or question.settled_turn or not rules_by_default(turn.settings, question.kind):
            continue
        answer = default_answer(question)
        if not answer:
            continue
        try:
            if question.kind == "stress":
                _carry_out(turn, question)
        except GameError:
            turn.raise_question(question)
            continue
        turn.questions[place] = changed(question, answer=f"By default ruling: {answer}", settled_turn=turn.turn)


def _carry_out(turn: TurnState, question: Question) -> None:
    effect = default_effect(question)
    meant = set(effect.units)
    near = (f for f in turn.fleets.at(question.hex) if f.side in question.sides)
    fleet = next((f.id for f in near if not meant.isdisjoint(f.ships)), "")
    cause = Cause(question.rule)
    for one in outcome(turn, effect, alone=False):
        told = f"By default ruling: {one.text}"
        head = (one.side, fleet, question.hex, one.units or effect.units, effect.effect)
        turn.say(StressSettled(*head, text=told, cause=cause, seen_by=one.readers))


KEPT_TURNS: Final = 12
"""For so many turns scenes and operations that have ended can be looked up."""

Lasting = TypeVar("Lasting", Ghost, Disguise, Silence, Sway)


def tidy(turn: TurnState) -> None:
    """Let go of holds and delusions that have ended or whose ships, fleets or colonies are gone, of scenes and operations that
    ended long ago, and of where ships vanished once no map shows it."""
    _minds(turn)
    _scenes(turn)
    turn.operations = {key: one for key, one in turn.operations.items() if not _is_done_with(turn, one)}
    _vanished(turn)


def _minds(turn: TurnState) -> None:
    minds = turn.minds
    there = {*turn.ships, *turn.bases, *turn.colonies}
    turn.minds = changed(
        minds,
        ghosts=_lasting(turn, minds.ghosts),
        disguises=_lasting(turn, {key: d for key, d in minds.disguises.items() if key in turn.fleets}),
        silences=_lasting(turn, {key: s for key, s in minds.silences.items() if key in turn.fleets}),
        sways=_lasting(turn, {key: s for key, s in minds.sways.items() if key in there}),
        caught=tuple(named for named in minds.caught if int(named.partition("/")[0]) > turn.turn),
    )


def _lasting(turn: TurnState, held: Mapping[str, Lasting]) -> dict[str, Lasting]:
    """What of it is still there next turn."""
    return {key: one for key, one in held.items() if lasts(one.until, turn.turn + 1)}


def _scenes(turn: TurnState) -> None:
    """One that ended long ago, unless ships of its side are still there, who would be asked again."""
    there = {(fleet.side, fleet.hex) for fleet in turn.fleets.values() if fleet.transit is None}
    turn.scenes = [
        s for s in turn.scenes if not s.closed or s.closed > turn.turn - KEPT_TURNS or (s.side, s.hex) in there
    ]


def _is_done_with(turn: TurnState, one: Operation) -> bool:
    """Whether an operation ended long ago, and nothing of what it did is left."""
    works = one.points or one.until > turn.turn or (one.kind, one.outcome) == (MOLE, "success")
    return not one.running and not works and one.finished_turn <= turn.turn - KEPT_TURNS


def _vanished(turn: TurnState) -> None:
    oldest = (turn.turn - GHOST_TURNS) * WEEKS_PER_TURN
    for side in sorted(turn.sides):
        heard = turn.knowledge[side].vanished
        kept = tuple(one for one in heard if one.week > oldest)
        if kept != heard:
            turn.learn(side, vanished=kept)
