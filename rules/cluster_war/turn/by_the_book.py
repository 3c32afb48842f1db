"""Answers that the campaign takes from the book, since its game master does not want to be asked for them."""

from rules.cluster_war.chapters.logistics.stress_effects import default_effect, outcome
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.state.by_the_book import book_answer, by_the_book
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import GameError
from rules.events import Cause
from rules.values import changed


def answer_by_the_book(turn: TurnState) -> None:
    """Answer this turn's questions of the kinds that the campaign answers by the book; they are kept as settled.

    Where the book's answer cannot be carried out the game master is asked after all.
    """
    for place, question in enumerate(turn.questions):
        if question.turn != turn.turn or question.settled_turn or not by_the_book(turn.settings, question.kind):
            continue
        answer = book_answer(question)
        if not answer:
            continue
        try:
            if question.kind == "stress":
                _carry_out(turn, question)
        except GameError:
            turn.raise_question(question)
            continue
        turn.questions[place] = changed(question, answer=f"By the book: {answer}", settled_turn=turn.turn)


def _carry_out(turn: TurnState, question: Question) -> None:
    effect = default_effect(question)
    meant = set(effect.units)
    fleet = next((f.id for f in turn.fleets.at(question.hex) if not meant.isdisjoint(f.ships)), "")
    cause = Cause(question.rule)
    for side, text in outcome(turn, effect, alone=False):
        told = f"By the book: {text}"
        turn.say(
            StressSettled(
                side, fleet, question.hex, effect.units, effect.effect, text=told, cause=cause, seen_by=(side,)
            )
        )
