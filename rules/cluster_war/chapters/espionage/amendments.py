"""The GM's hand on intelligence: a step's chance or result, peoples and kinds (chapter 10)."""

import re
from typing import Final, cast

from rules.cluster_war.chapters.espionage.chances import KINDS_RULE, OPERATION_RULE, impossible, kinds, pair_of
from rules.cluster_war.chapters.espionage.operations import (
    CHOICES,
    DICE_WORDS,
    RESULTS,
    Result,
    StepDecision,
    asks_about,
    decide,
)
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.dealings import Difference, Operation, OperationId
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, Amending, Amendment, Apply
from rules.values import EVERYONE, GameError, changed, quoted, unknown

MOST_POINTS: Final = 99
ASKED_RULE: Final = "CW-10.0-09"
ANSWER_PATTERN: Final = re.compile(
    rf"(?:(?P<chance>\d{{1,3}}) ?%?|(?P<result>{'|'.join(RESULTS)}|{DICE_WORDS.casefold()}))(?:[\s:.,;]+(?P<words>.*))?",
    re.IGNORECASE | re.DOTALL,
)


class RuleOperation(Amendment):
    """Decide on an operation: a chance in per cent (-1: the reckoned one), the dice or a result, and words for whoever runs it.

    Of a step whose die is cast it is decided now; otherwise the chance stands for its next roll, and "impossible" ends it
    (CW-10.0-04, CW-10.0-06).
    """

    operation: OperationId
    chance: int = -1
    result: Result = "dice"
    words: str = ""


class SetDifference(Amendment):
    """What operations between two peoples lose by how strange they are to each other, in points, and a note of the approach
    that would work (CW-10.0-09); without `on` it is left to the tables again."""

    one: SideId
    other: SideId
    points: int = 0
    note: str = ""
    on: bool = True


class ForbidKind(Amendment):
    """Mark a kind of operation as one that can never succeed, or as possible again; everybody is told (CW-10.0-06)."""

    kind: str
    on: bool = True


def word_of_answer(answer: str, reason: str) -> StepDecision:
    """The word in a game master's answer to the question of a step: "the dice decide", a chance ("35"), or a result, and after
    it words for whoever runs the operation; GameError for anything else."""
    found = ANSWER_PATTERN.fullmatch(answer.strip())
    if found is None:
        raise GameError(
            f"Begin with a chance in per cent, or with {', '.join(CHOICES[:-1]).casefold()} or {CHOICES[-1]}; words for the "
            "player may follow.",
            rule=OPERATION_RULE,
        )
    said = (found["result"] or "").casefold()
    result = cast("Result", said) if said in RESULTS else "dice"
    chance = int(found["chance"]) if found["chance"] else -1
    _check(chance, found["words"] or "")
    return StepDecision(
        chance, result, (found["words"] or "").strip(), "" if result == "dice" and chance < 0 else reason
    )


def answer_operation(turn: Amending, question: Question, answer: str) -> None:
    """Decide on the step that a question asks about, by its answer."""
    one = next((o for o in turn.operations.values() if asks_about(question, o)), None)
    word = word_of_answer(answer, turn.cause.override)
    if one is not None and one.roll:
        decide(turn, one, word, week=turn.first_week)
    _answered(turn, question, answer.strip())


def _answered(turn: Amending, question: Question, answer: str) -> None:
    """Keep the answer, beside what deciding has put before the game master meanwhile."""
    turn.questions = [
        changed(q, answer=answer, settled_turn=turn.turn) if q.id == question.id else q for q in turn.questions
    ]
    turn.after = changed(turn.after, questions=tuple(turn.questions))


def _check(chance: int, words: str) -> None:
    if not -1 <= chance <= MOST_POINTS or len(words) > LONGEST_WORDS:
        raise GameError(
            f"A chance is 0 to {MOST_POINTS} per cent; words are {LONGEST_WORDS} characters at most.",
            rule=OPERATION_RULE,
        )


def _rule(turn: Amending, order: RuleOperation) -> None:
    one = _operation(turn, order.operation)
    _check(order.chance, order.words)
    override = "" if order.result == "dice" and order.chance < 0 else turn.cause.override
    word = StepDecision(order.chance, order.result, order.words.strip(), override)
    asked = next((q for q in turn.questions if asks_about(q, one)), None)
    if one.roll:
        decide(turn, one, word, week=turn.first_week)
        if asked is not None:
            said = f"{order.chance} %" if order.chance >= 0 else DICE_WORDS if order.result == "dice" else order.result
            _answered(turn, asked, f"{said}. {order.words}".strip())
    elif order.result == "impossible":
        decide(turn, one, word, week=turn.first_week)
    elif order.result == "dice" and order.chance >= 0:
        turn.operations[one.id] = changed(one, chance=order.chance)
        turn.tell(f"{one.name}: {order.chance} % is the chance of its next roll.", rule=OPERATION_RULE)
    else:
        raise GameError(
            f"No die is cast for {one.name}: set a chance for its next roll, or say that it is impossible.",
            rule=OPERATION_RULE,
        )


def _operation(turn: Amending, operation: OperationId) -> Operation:
    found = turn.operations.get(operation)
    if found is None:
        raise unknown(
            GameError, f"There is no operation {quoted(operation)}.", operation, "There are", sorted(turn.operations)
        )
    if not found.running:
        raise GameError(f"{found.name} ended in turn {found.finished_turn}.", rule=OPERATION_RULE)
    return found


def _difference(turn: Amending, order: SetDifference) -> None:
    for side in (order.one, order.other):
        if side not in turn.nprs:
            turn.side(side)
    if order.one == order.other or not -MOST_POINTS <= order.points <= MOST_POINTS or len(order.note) > LONGEST_WORDS:
        raise GameError(f"Name two peoples, and up to {MOST_POINTS} points.", rule=ASKED_RULE)
    a, b = pair_of(order.one, order.other)
    kept = tuple(d for d in turn.start.differences if (d.a, d.b) != (a, b))
    new = (Difference(a, b, order.points, " ".join(order.note.split())),) if order.on else ()
    turn.after = changed(turn.after, differences=(*kept, *new))
    text = f"{order.points} points off. {order.note}".strip() if order.on else "as the tables have it."
    turn.tell(f"Operations between {a} and {b}: {text}", rule=ASKED_RULE)


def _forbid(turn: Amending, order: ForbidKind) -> None:
    if order.kind not in kinds(turn.settings):
        lead = f"There is no kind of operation {quoted(order.kind)}."
        raise unknown(GameError, lead, order.kind, "There are", tuple(kinds(turn.settings)), rule=KINDS_RULE)
    marked = [kind for kind in impossible(turn.settings) if kind != order.kind]
    marked += [order.kind] if order.on else []
    rulings = {key: text for key, text in turn.settings.rulings.items() if key != KINDS_RULE}
    rulings |= {KINDS_RULE: "; ".join(marked)} if marked else {}
    turn.after = changed(turn.after, settings=changed(turn.settings, rulings=rulings))
    now = "can never succeed" if order.on else "may succeed again"
    turn.tell(f"Operations of the kind {order.kind} {now} from now on.", EVERYONE, rule=KINDS_RULE)


APPLY: Final[Apply] = {RuleOperation: _rule, SetDifference: _difference, ForbidKind: _forbid}
