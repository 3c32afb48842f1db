"""What the book says to a question that nobody has answered in time: its word, who reads it, and what it changes.

Every kind of question has a word, most a default of the rules, some that nothing comes of it; a test goes over all of them.
"""

import re
from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.chapters.logistics.stress_effects import StressEffect, default_effect
from rules.cluster_war.chapters.research.amendments import SetReceived
from rules.cluster_war.model.state.game import Question, QuestionKind
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.model.worlds.step_codes import CODES
from rules.values import Value

SAYS: Final = "The book's word"
"""How what the book says begins, and its reason for what it changes."""
VOTED: Final = "The council's vote"
"""The reason for what a council of players changes."""
NO_RULE: Final = "no rule covers it, so nothing comes of it; whatever has an order can be ordered"
OWN_WORDS: Final[Mapping[str, str]] = {
    "CW-9.7-07": "no book knows it, and nobody is there to say what it takes: it is not begun",
    "CW-10.0-06": "it is done as planned, and changes nothing that anybody counts",
    "CW-17.1-06": "no table knows that talent, so it has no effect",
}
"""To players' own words, by the rule that they were put under; NO_RULE to all others."""
BY_RULE: Final[Mapping[str, str]] = {
    "CW-4.0-16": "the fleet gets away with what the report tells",
    "CW-4.0-21": "the wormhole holds, and the fleet arrives as it was told",
    "CW-4.0-22": "the wormhole is peaceful and far from the worlds: nothing happens",
    "CW-4.1-11": "nobody is there to keep it in mind; orders for battle and standing orders of fleets do",
    "CW-6.7-03": "what failed is told in the report, and nothing else breaks",
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
    "catastrophe": "what the report tells is all that comes of it",
    "psionics": "they learn nothing that helps",
    "bombardment": "nothing follows but what the report tells",
    "scene": "nothing follows but what the report tells",
}
"""To what is left of a kind."""
TOLD: Final[frozenset[QuestionKind]] = frozenset({"free-text", "contingency", "psionics", "scene", "catastrophe"})
"""Kinds whose one side knows of the question, since it gave the order or read what led to it, and reads the word."""
_HARMED: Final = re.compile(rf"world (\d+) of \w+.*?(?:change the world to )([{CODES}]{{4}})", re.DOTALL)
_MORE: Final = re.compile(r"(\d+) further successes")


class BookWord(Value):
    """The book's word on a question: the words, who reads them, and what is changed first, if anything. A `settles` change
    settles the question itself."""

    text: str
    tell: tuple[SideId, ...] = ()
    change: Amendment | None = None
    settles: bool = False


def book_word(question: Question) -> BookWord | None:
    """The book's word; None for a scene that its player answers, or its own rule ends (CW-12.1-04)."""
    if question.kind == "scene" and question.choices:
        return None
    if question.kind == "stress" and question.choices:
        effect: StressEffect = default_effect(question)
        return BookWord(f"{SAYS}, {question.rule}: {effect.effect}.", change=effect, settles=True)
    if question.kind == "operation":
        return BookWord(question.choices[0])
    text = f"{SAYS}, {question.rule}: {_words(question)}."
    alone = question.kind in TOLD and len(question.sides) == 1
    return BookWord(text, question.sides if alone or _is_contest(question) else (), _change(question))


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
        more = _MORE.search(question.suggestion)
        side, technology = question.subjects
        return None if more is None else SetReceived(side, technology, int(more[1]))
    return None
