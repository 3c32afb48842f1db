"""The GM's word: narratives, and answers to questions (CW-1.0-01)."""

from dataclasses import dataclass
from typing import Final, cast

from rules.changes import changed
from rules.cluster_war.events.turn import Narrated
from rules.cluster_war.gm.amending import LONGEST_WORDS, Amending, Apply
from rules.cluster_war.logistics.stress_effects import Effect, StressEffect
from rules.cluster_war.state.game import Question
from rules.cluster_war.state.names import SideId
from rules.cluster_war.working.amendment import Amendment
from rules.errors import GameError, quoted
from rules.events import EVERYONE


@dataclass(frozen=True, slots=True)
class Narrate(Amendment):
    """Write a narrative for one side, or for all with side "*"."""

    side: SideId
    text: str


@dataclass(frozen=True, slots=True)
class Settle(Amendment):
    """Answer an open question; the answer is told to the sides named in `tell`."""

    question: str
    answer: str
    tell: tuple[SideId, ...] = ()


def default_effect(question: Question) -> StressEffect:
    """What the rules suggest for a failed stress check, ready to be carried out; GameError for any other question."""
    if question.kind != "stress" or not question.choices:
        raise GameError(f"{question.id} is no stress check.")
    return StressEffect(question.subjects, cast("Effect", question.choices[0]), question=question.id)


def _narrate(month: Amending, order: Narrate) -> None:
    text = order.text.strip()
    if not text or len(order.text) > LONGEST_WORDS:
        raise GameError(f"A narrative has 1 to {LONGEST_WORDS} characters; this has {len(order.text)}.")
    seen = EVERYONE if order.side == EVERYONE else month.side(order.side).id
    month.say(Narrated(text=text, cause=month.cause, seen_by=(seen,)))


def _settle(month: Amending, order: Settle) -> None:
    found = next((q for q in month.start.questions if q.id == order.question), None)
    if found is None:
        raise GameError(f"There is no question {quoted(order.question)}.")
    if found.settled_turn:
        raise GameError(f"{order.question} was settled in turn {found.settled_turn}.")
    text = order.answer.strip()
    if not text or len(order.answer) > LONGEST_WORDS:
        raise GameError(f"An answer has 1 to {LONGEST_WORDS} characters.")
    for side in order.tell:
        if side != EVERYONE:
            month.side(side)
    month.after = month.after.answered(found.id, text)
    if order.tell:
        month.say(Narrated(text=text, cause=changed(month.cause, rule=found.rule), seen_by=order.tell))
    else:
        month.tell(f"{order.question} is settled: {text}", rule=found.rule)


APPLY: Final[Apply] = {Narrate: _narrate, Settle: _settle}
