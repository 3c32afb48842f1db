"""The GM's word: narratives, and answers to questions (CW-1.0-01)."""

from collections.abc import Collection, Iterable
from typing import Final

from rules.cluster_war.chapters.espionage.amendments import answer_operation
from rules.cluster_war.chapters.logistics.stress_effects import Effect, StressEffect, apply_effect, default_effect
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.by_the_book import BOOK, KIND_WORDS, RULES, book_answer
from rules.cluster_war.model.state.game import QuestionKind
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.working.amending import LONGEST_WORDS, Amending, Apply
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError, quoted
from rules.events import EVERYONE
from rules.values import changed


class Narrate(Amendment):
    """Write a narrative for one side, or for all with side "*"."""

    side: SideId
    text: str


class Settle(Amendment):
    """Answer an open question; the answer is told to the sides named in `tell`."""

    question: str
    answer: str
    tell: tuple[SideId, ...] = ()


class AcceptAll(Amendment):
    """Take the book's answer to all open questions of one kind that it has an answer for."""

    kind: QuestionKind


class AnswerByTheBook(Amendment):
    """From now on have the campaign answer questions of a kind by the book, or put them before the game master again."""

    kind: QuestionKind
    on: bool = True


def _narrate(turn: Amending, order: Narrate) -> None:
    text = order.text.strip()
    if not text or len(order.text) > LONGEST_WORDS:
        raise GameError(f"A narrative has 1 to {LONGEST_WORDS} characters; this has {len(order.text)}.")
    seen = EVERYONE if order.side == EVERYONE else turn.side(order.side).id
    turn.say(Narrated(text=text, cause=turn.cause, seen_by=(seen,)))


def _settle(turn: Amending, order: Settle) -> None:
    found = next((q for q in turn.start.questions if q.id == order.question), None)
    if found is None:
        raise GameError(f"There is no question {quoted(order.question)}.")
    if found.settled_turn:
        raise GameError(f"{order.question} was settled in turn {found.settled_turn}.")
    text = order.answer.strip()
    if not text or len(order.answer) > LONGEST_WORDS:
        raise GameError(f"An answer has 1 to {LONGEST_WORDS} characters.")
    for side in order.tell:
        if side != EVERYONE:
            turn.side(side)
    if found.kind == "operation":
        answer_operation(turn, found, text)
        return
    turn.after = turn.after.answered(found.id, text)
    if order.tell:
        turn.say(Narrated(text=text, cause=changed(turn.cause, rule=found.rule), seen_by=order.tell))
    else:
        turn.tell(f"{order.question} is settled: {text}", rule=found.rule)


def _accept_all(turn: Amending, order: AcceptAll) -> None:
    """Each owner reads once what one effect does to all of their units; what happens to one unit, happens in the order asked."""
    found = [q for q in turn.start.questions if q.kind == order.kind and not q.settled_turn and book_answer(q)]
    effects: list[StressEffect] = []
    settled: list[str] = []
    for question in found:
        if question.kind == "stress":
            effect = default_effect(question)
            if effect.effect == "return" and not _have_a_home(turn, question.sides):
                continue
            effects.append(effect)
        if question.kind == "operation":
            answer_operation(turn, question, book_answer(question))
        else:
            turn.after = turn.after.answered(question.id, book_answer(question))
        settled.append(question.id)
    if not settled:
        raise GameError(f"No open question of the kind {quoted(order.kind)} has an answer in the book.")
    for what, subjects in _together(effects):
        here = tuple(unit for unit in subjects if unit in turn.ships or unit in turn.bases)
        if here:
            for event in apply_effect(turn, StressEffect(here, what), turn.cause):
                turn.say(event)
    turn.tell(f"Settled as the book suggests: {', '.join(settled)}.", rule=found[0].rule)


def _together(effects: Iterable[StressEffect]) -> list[tuple[Effect, list[str]]]:
    """Units that one effect strikes, put together as far as no unit's own effects change their order."""
    found: list[tuple[Effect, list[str]]] = []
    for effect in effects:
        for unit in effect.units:
            first = max((place + 1 for place, (_, units) in enumerate(found) if unit in units), default=0)
            same = next((units for what, units in found[first:] if what == effect.effect), None)
            if same is None:
                found.append((effect.effect, [unit]))
            else:
                same.append(unit)
    return found


def _have_a_home(turn: Amending, sides: Collection[SideId]) -> bool:
    """Whether ships of these sides can be sent home."""
    return all(any(colony.side == side for colony in turn.colonies.values()) for side in sides)


def _by_the_book(turn: Amending, order: AnswerByTheBook) -> None:
    rule = RULES.get(order.kind)
    if rule is None:
        raise GameError(f"The book can answer {', '.join(RULES)}; {quoted(order.kind)} always comes to you.")
    rulings = {key: text for key, text in turn.settings.rulings.items() if key != rule}
    rulings |= {rule: BOOK} if order.on else {}
    turn.after = changed(turn.after, settings=changed(turn.settings, rulings=rulings))
    now = "answered by the book" if order.on else "put before the game master"
    turn.tell(f"{KIND_WORDS[order.kind].capitalize()} are {now} from now on.", EVERYONE, rule=rule)


APPLY: Final[Apply] = {
    Narrate: _narrate,
    Settle: _settle,
    AcceptAll: _accept_all,
    AnswerByTheBook: _by_the_book,
}
