"""The GM's word: narratives, answers to questions, default rulings in their place, and new salts for sides whose seats
changed hands (CW-1.0-01).

Every kind of question has a word, most a default of the rules, some that nothing comes of it; a test goes over all of them.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.chapters.espionage.amendments import answer_operation
from rules.cluster_war.chapters.logistics.stress import Effect, StressEffect, apply_effect, default_effect
from rules.cluster_war.chapters.research.amendments import SetReceived
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.default_rulings import (
    DEFAULT_RULING,
    DEFAULT_RULING_RULES,
    KIND_WORDS,
    default_answer,
)
from rules.cluster_war.model.state.game import Question, QuestionKind
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, Amending, Amendment, Apply
from rules.cluster_war.model.worlds.step_codes import STEP_DIGITS
from rules.values import EVERYONE, GameError, Value, changed, quoted


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
    """Take the rule book's answer to all open questions of one kind that it has an answer for."""

    kind: QuestionKind


class AnswerByTheBook(Amendment):
    """From now on have the campaign answer questions of a kind by default rulings, or put them before the game master again."""

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
    found = [q for q in turn.start.questions if q.kind == order.kind and not q.settled_turn and default_answer(q)]
    effects: list[StressEffect] = []
    settled: list[str] = []
    for question in found:
        if question.kind == "stress":
            effect = default_effect(question)
            if effect.effect == "return" and not _have_a_home(turn, question.sides):
                continue
            effects.append(effect)
        if question.kind == "operation":
            answer_operation(turn, question, default_answer(question))
        else:
            turn.after = turn.after.answered(question.id, default_answer(question))
        settled.append(question.id)
    if not settled:
        raise GameError(f"No open question of the kind {quoted(order.kind)} has a default ruling.")
    for what, subjects in _together(effects):
        here = tuple(unit for unit in subjects if unit in turn.ships or unit in turn.bases)
        if here:
            for event in apply_effect(turn, StressEffect(here, what), turn.cause):
                turn.say(event)
    turn.tell(f"Settled as suggested: {', '.join(settled)}.", rule=found[0].rule)


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


def _rule_by_default(turn: Amending, order: AnswerByTheBook) -> None:
    rule = DEFAULT_RULING_RULES.get(order.kind)
    if rule is None:
        raise GameError(
            f"Default rulings can answer {', '.join(DEFAULT_RULING_RULES)}; {quoted(order.kind)} always asks you."
        )
    rulings = {key: text for key, text in turn.settings.rulings.items() if key != rule}
    rulings |= {rule: DEFAULT_RULING} if order.on else {}
    turn.after = changed(turn.after, settings=changed(turn.settings, rulings=rulings))
    now = "answered by default rulings" if order.on else "put before the game master"
    turn.tell(f"{KIND_WORDS[order.kind].capitalize()} are {now} from now on.", EVERYONE, rule=rule)


DEFAULT_RULING_START: Final = "Default ruling"
"""How a default ruling begins, and its reason for what it changes."""
VOTE_START: Final = "The council's vote"
"""The reason for what a council of players changes."""
NO_RULE: Final = "no rule covers it, so nothing happens; give an order where there is one"
OWN_WORDS: Final[Mapping[str, str]] = {
    "CW-9.7-07": "no book knows it, and nobody is there to say what it takes: it is not begun",
    "CW-10.0-06": "it is done as planned, and changes nothing that anybody counts",
    "CW-17.1-06": "no table knows that talent, so it has no effect",
}
"""To players' own words, by the rule that they were put under; NO_RULE to all others."""
BY_RULE: Final[Mapping[str, str]] = {
    "CW-4.0-16": "the fleet gets away with what the report says",
    "CW-4.0-21": "the wormhole holds, and the fleet arrives as the report says",
    "CW-4.0-22": "the wormhole is peaceful and far from the worlds: nothing happens",
    "CW-4.1-11": "nobody is there to keep it in mind; orders for battle and standing orders of fleets do",
    "CW-6.7-03": "the report says what failed, and nothing else breaks",
    "CW-8.0-19": "the step's CPs are lost, and nothing else is",
    "CW-9.4-05": "the world keeps its code; what lived there is gone",
    "CW-B-11": "they keep to themselves and say no more",
    "CW-B-13": "nothing comes out at the far end; the fleet waits at the edge for other orders",
    "CW-15.0-06": "they stay out of their mind, and none of their abilities counts",
    "CW-15.0-15": "no: a unit keeps to the abilities that it has",
}
"""To questions whose rule leaves all to the game master, or asks for their hand."""
BY_KIND: Final[Mapping[QuestionKind, str]] = {
    "encounter": "neither side has its way this month; both keep what they have and may try again",
    "first-entry": "nothing stirs",
    "catastrophe": "only what the report says happens",
    "psionics": "they learn nothing that helps",
    "bombardment": "only what the report says happens",
    "scene": "only what the report says happens",
}
"""To what is left of a kind."""
SIDE_READS_KINDS: Final[frozenset[QuestionKind]] = frozenset(
    {"free-text", "contingency", "psionics", "scene", "catastrophe"}
)
"""Kinds whose one side knows of the question, since it gave the order or read what led to it, and reads the word."""
_HARMED: Final = re.compile(rf"world (\d+) of \w+.*?(?:change the world to )([{STEP_DIGITS}]{{4}})", re.DOTALL)
_FURTHER_SUCCESSES: Final = re.compile(r"(\d+) further successes")


class DefaultRuling(Value):
    """A default ruling on a question: the words, who reads them, and what is changed first, if anything. A `settles` change
    settles the question itself."""

    text: str
    tell: tuple[SideId, ...] = ()
    change: Amendment | None = None
    settles: bool = False


def default_ruling(question: Question) -> DefaultRuling | None:
    """The default ruling; None for a scene that its player answers, or its own rule ends (CW-12.1-04)."""
    if question.kind == "scene" and question.choices:
        return None
    if question.kind == "stress" and question.choices:
        effect: StressEffect = default_effect(question)
        return DefaultRuling(f"{DEFAULT_RULING_START}, {question.rule}: {effect.effect}.", change=effect, settles=True)
    if question.kind == "operation":
        return DefaultRuling(question.choices[0])
    text = f"{DEFAULT_RULING_START}, {question.rule}: {_words(question)}."
    alone = question.kind in SIDE_READS_KINDS and len(question.sides) == 1
    return DefaultRuling(text, question.sides if alone or _is_contest(question) else (), _change(question))


def _is_contest(question: Question) -> bool:
    """Whether sides would settle one world in the same week: each has read so, and that it is kept waiting (CW-1.0-10)."""
    return (question.kind, question.rule) == ("encounter", "CW-1.0-10") and not (
        question.choices or question.suggestion
    )


def _words(question: Question) -> str:
    if question.kind == "free-text":
        return OWN_WORDS.get(question.rule, NO_RULE)
    if question.rule in BY_RULE:
        return BY_RULE[question.rule]
    if question.choices:
        return question.choices[0].rstrip(".")
    suggests = question.kind not in BY_KIND or _change(question) is not None
    return question.suggestion.rstrip(".") if suggests and question.suggestion else BY_KIND.get(question.kind, NO_RULE)


def _change(question: Question) -> Amendment | None:
    """What the rules suggest and can be carried out without anybody's hand."""
    if question.rule == "CW-7.1-07":
        found = _HARMED.search(f"{question.text} {question.suggestion}")
        return None if found is None else ChangeWorld(question.hex, int(found[1]), found[2])
    if question.rule == "CW-8.1-04" and len(question.subjects) == 2:
        more = _FURTHER_SUCCESSES.search(question.suggestion)
        side, technology = question.subjects
        return None if more is None else SetReceived(side, technology, int(more[1]))
    return None


class RenewSalts(Amendment):
    """Give sides new salts; nobody is told (docs/decisions/0003)."""

    salts: Mapping[SideId, str]


def _renew(turn: Amending, order: RenewSalts) -> None:
    for side, salt in order.salts.items():
        turn.sides[side] = changed(turn.side(side), salt=salt)


APPLY: Final[Apply] = {
    Narrate: _narrate,
    Settle: _settle,
    AcceptAll: _accept_all,
    AnswerByTheBook: _rule_by_default,
    RenewSalts: _renew,
}
