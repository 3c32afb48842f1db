"""How events are told: a row for each kind, with its section of the report and its sentence."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from render.campaign.names import EventWords
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.view import View
from rules.values import Value

Section: TypeAlias = Literal[
    "failed",
    "gm",
    "battles",
    "losses",
    "encounters",
    "fronts",
    "diplomacy",
    "discoveries",
    "colonies",
    "research",
    "building",
    "fleets",
    "money",
]
REPORT_SECTIONS: Final[tuple[tuple[Section, str], ...]] = (
    ("failed", "Orders that could not be carried out"),
    ("gm", "Words and rulings"),
    ("battles", "Battles"),
    ("losses", "Losses and stress"),
    ("encounters", "Encounters"),
    ("fronts", "Fronts"),
    ("diplomacy", "Other empires"),
    ("discoveries", "Discoveries"),
    ("colonies", "Colonies"),
    ("research", "Research"),
    ("building", "Building"),
    ("fleets", "Fleets"),
    ("money", "Money"),
)
"""News first: in this order a report tells what happened."""

E = TypeVar("E", bound=Event)
Sentence: TypeAlias = Callable[[E, View], str]
Together: TypeAlias = Callable[[Sequence[E], View], str]


class SentenceRow(Value, Generic[E]):
    """How a kind of event is told: its section and its sentence.

    What has a `group` is told in one line with all of the same group, by `together`, for each side and fleet.
    """

    kind: type[E]
    section: Section
    sentence: Sentence[E]
    group: str = ""
    together: Together[Any] | None = None


class EventRows(list[SentenceRow[Any]]):
    """A chapter's rows."""

    def tells(self, kind: type[E], section: Section) -> Callable[[Sentence[E]], Sentence[E]]:
        """A decorator: what it stands above is the sentence of this kind of event, in this section of the report."""

        def add(sentence: Sentence[E]) -> Sentence[E]:
            self.append(SentenceRow(kind, section, sentence))
            return sentence

        return add

    def says(self, kind: type[Event], section: Section, text: str, **instead: str) -> None:
        """A kind of event whose sentence is a text with the words of its fields, `instead` another where a field holds."""

        def sentence(event: Event, view: View) -> str:
            shown = next((other for name, other in instead.items() if getattr(event, name)), text)
            return shown.format_map(EventWords(event, view))

        self.append(SentenceRow(kind, section, sentence))

    def joins(self, section: Section, group: str, *kinds: type[Event]) -> Callable[[Together[Any]], Together[Any]]:
        """A decorator: what it stands above tells all events of these kinds, of one side and fleet, in one sentence."""

        def add(together: Together[Any]) -> Together[Any]:
            def alone(event: Event, view: View) -> str:
                return together((event,), view)

            self.extend(SentenceRow(kind, section, alone, group, together) for kind in kinds)
            return together

        return add
